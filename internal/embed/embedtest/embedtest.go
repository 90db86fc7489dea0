// Package embedtest is a server of embeddings for tests: it answers well, badly or never. It is
// an http.RoundTripper, so that nothing leaves the process and its time is the bubble's inside
// testing/synctest, and an http.Handler.
package embedtest

import (
	"context"
	"encoding/json"
	"fmt"
	"hash/fnv"
	"io"
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"
	"sync"
)

// Request is a question as it arrived.
type Request struct {
	Model         string   `json:"model"`
	Input         []string `json:"input"`
	Dimensions    int      `json:"dimensions"`
	Path          string   `json:"-"`
	Authorization string   `json:"-"`
}

// Reply answers a question, as http.RoundTripper does.
type Reply func(ctx context.Context, q Request) (*http.Response, error)

// Server is one model at one endpoint. It is safe for concurrent use.
type Server struct {
	mu      sync.Mutex
	replies []Reply
	seen    []Request
}

// New returns a server that gives the replies in turn, the last one for ever.
func New(replies ...Reply) *Server { return &Server{replies: replies} }

// Then replaces the replies.
func (s *Server) Then(replies ...Reply) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.replies = replies
}

// Requests returns all that arrived.
func (s *Server) Requests() []Request {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.seen)
}

// RoundTrip implements http.RoundTripper.
func (s *Server) RoundTrip(req *http.Request) (*http.Response, error) {
	defer req.Body.Close()
	q := Request{Path: req.URL.Path, Authorization: req.Header.Get("Authorization")}
	if err := json.NewDecoder(req.Body).Decode(&q); err != nil {
		return nil, err
	}
	return s.next(q)(req.Context(), q)
}

// ServeHTTP implements http.Handler, for what has to go through a real connection.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	res, err := s.RoundTrip(r)
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	defer res.Body.Close()
	for name := range res.Header {
		w.Header().Set(name, res.Header.Get(name))
	}
	w.WriteHeader(res.StatusCode)
	_, _ = io.Copy(w, res.Body) // who does not read on has left
}

func (s *Server) next(q Request) Reply {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.seen = append(s.seen, q)
	reply := s.replies[0]
	if len(s.replies) > 1 {
		s.replies = s.replies[1:]
	}
	return reply
}

// Vector is what the server makes of a text: words that two texts share bring their vectors
// together, whatever else stands in them.
func Vector(text string, dimension int) []float64 {
	v := make([]float64, dimension)
	for _, word := range strings.FieldsFunc(text, func(r rune) bool { return r <= ' ' || strings.ContainsRune("(){}[].,;:=+-*/", r) }) {
		sum := fnv.New64a()
		_, _ = io.WriteString(sum, word)
		random := rand.New(rand.NewPCG(sum.Sum64(), uint64(dimension)))
		for i := range v {
			v[i] += random.NormFloat64()
		}
	}
	return v
}

// Good answers with vectors of a dimension, or of the one that was asked for.
func Good(dimension int) Reply {
	return func(_ context.Context, q Request) (*http.Response, error) {
		of := dimension
		if q.Dimensions > 0 {
			of = q.Dimensions
		}
		return Body(http.StatusOK, answer(q, of, nil)), nil
	}
}

// Reversed answers in another order, which the indexes tell.
func Reversed(dimension int) Reply {
	return func(_ context.Context, q Request) (*http.Response, error) {
		return Body(http.StatusOK, answer(q, dimension, slices.Reverse[[]item])), nil
	}
}

// Fewer leaves out the last vector.
func Fewer(dimension int) Reply {
	return func(_ context.Context, q Request) (*http.Response, error) {
		q.Input = q.Input[:len(q.Input)-1]
		return Body(http.StatusOK, answer(q, dimension, nil)), nil
	}
}

// Says answers 200 with a text.
func Says(text string) Reply {
	return func(context.Context, Request) (*http.Response, error) { return Body(http.StatusOK, text), nil }
}

// Fails answers with a status and, if that is not empty, a Retry-After.
func Fails(status int, text, retryAfter string) Reply {
	return func(context.Context, Request) (*http.Response, error) {
		res := Body(status, text)
		if retryAfter != "" {
			res.Header.Set("Retry-After", retryAfter)
		}
		return res, nil
	}
}

// Breaks ends the connection.
func Breaks() Reply {
	return func(context.Context, Request) (*http.Response, error) { return nil, io.ErrUnexpectedEOF }
}

// Hangs never answers.
func Hangs() Reply {
	return func(ctx context.Context, _ Request) (*http.Response, error) {
		<-ctx.Done()
		return nil, ctx.Err()
	}
}

// Longest refuses texts over a limit of bytes, and answers others with vectors of a dimension.
func Longest(limit, dimension int) Reply {
	return func(ctx context.Context, q Request) (*http.Response, error) {
		for _, text := range q.Input {
			if len(text) > limit {
				return Body(http.StatusBadRequest, fmt.Sprintf(`{"error":{"message":"This model's maximum context length is %d tokens."}}`, limit)), nil
			}
		}
		return Good(dimension)(ctx, q)
	}
}

// AtMost refuses more texts at once than n, as TEI does.
func AtMost(n, dimension int) Reply {
	return func(ctx context.Context, q Request) (*http.Response, error) {
		if len(q.Input) > n {
			return Body(http.StatusUnprocessableEntity, fmt.Sprintf(`{"error":"batch size %d > maximum allowed batch size %d","error_type":"Validation"}`, len(q.Input), n)), nil
		}
		return Good(dimension)(ctx, q)
	}
}

// Refusing answers badly where a text holds a word, and otherwise as another reply does.
func Refusing(word string, otherwise Reply) Reply {
	return func(ctx context.Context, q Request) (*http.Response, error) {
		if slices.ContainsFunc(q.Input, func(text string) bool { return strings.Contains(text, word) }) {
			return Says(`{"data":[{"index":0,"embedding":[NaN]}]}`)(ctx, q)
		}
		return otherwise(ctx, q)
	}
}

type item struct {
	Object    string    `json:"object"`
	Index     int       `json:"index"`
	Embedding []float64 `json:"embedding"`
}

func answer(q Request, dimension int, order func([]item)) string {
	var items []item
	for i, text := range q.Input {
		items = append(items, item{"embedding", i, Vector(text, dimension)})
	}
	if order != nil {
		order(items)
	}
	text, err := json.Marshal(map[string]any{"object": "list", "model": q.Model, "data": items})
	if err != nil {
		return err.Error()
	}
	return string(text)
}

// Body is a response with a status and a text.
func Body(status int, text string) *http.Response {
	return &http.Response{StatusCode: status, Header: http.Header{}, Body: io.NopCloser(strings.NewReader(text))}
}
