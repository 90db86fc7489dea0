// Package llmtest is a model server for tests: it takes and refuses requests as real servers
// do, word for word, and answers well, badly or never. It is an http.Handler, and has a
// network in memory of its own, whose time is the bubble's inside testing/synctest.
package llmtest

import (
	"context"
	"encoding/json"
	"io"
	"net"
	"net/http"
	"sync"
	"testing"
)

// Request is a question as it arrived.
type Request struct {
	Model               string
	Messages            []Message
	Format              string          // of the answer: "json_schema", "json_object", "" for none
	Strict              bool            // of the schema
	Schema              json.RawMessage // nil without one
	MaxTokens           int
	MaxCompletionTokens int
	Temperature         *float64
	Seed                *int
	Path                string
	Authorization       string
}

// Message is one message of a question.
type Message struct{ Role, Content string }

// System returns the system message, "" when there is none.
func (r Request) System() string {
	if len(r.Messages) > 0 && r.Messages[0].Role == "system" {
		return r.Messages[0].Content
	}
	return ""
}

// Last returns the text of the last message.
func (r Request) Last() string {
	if len(r.Messages) == 0 {
		return ""
	}
	return r.Messages[len(r.Messages)-1].Content
}

// Server is one model at one endpoint. It is safe for concurrent use.
type Server struct {
	dialect Dialect

	mu      sync.Mutex
	replies []Reply   // guarded by mu
	seen    []Request // guarded by mu
}

// New returns a server that refuses what its dialect refuses, and answers everything else
// with the replies in turn, the last one for ever.
func New(dialect Dialect, replies ...Reply) *Server {
	return &Server{dialect: dialect, replies: replies}
}

// Requests returns all that arrived, refused ones included.
func (s *Server) Requests() []Request {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]Request(nil), s.seen...)
}

// ServeHTTP answers one question.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	q, err := read(r)
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	s.mu.Lock()
	s.seen = append(s.seen, q)
	s.mu.Unlock()
	if status, body := s.dialect(q); status != 0 {
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(status)
		_, _ = io.WriteString(w, body)
		return
	}
	s.next()(r.Context(), w, q)
}

func (s *Server) next() Reply {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.replies) == 0 {
		return Says("no reply was given to this test server")
	}
	reply := s.replies[0]
	if len(s.replies) > 1 {
		s.replies = s.replies[1:]
	}
	return reply
}

func read(r *http.Request) (Request, error) {
	var wire struct {
		Model               string
		Messages            []Message
		MaxTokens           int `json:"max_tokens"`
		MaxCompletionTokens int `json:"max_completion_tokens"`
		Temperature         *float64
		Seed                *int
		ResponseFormat      struct {
			Type       string
			JSONSchema struct {
				Strict bool
				Schema json.RawMessage
			} `json:"json_schema"`
		} `json:"response_format"`
	}
	if err := json.NewDecoder(r.Body).Decode(&wire); err != nil {
		return Request{}, err
	}
	_, _ = io.Copy(io.Discard, r.Body) // only then is a client that leaves noticed
	return Request{
		Model: wire.Model, Messages: wire.Messages,
		Format: wire.ResponseFormat.Type, Strict: wire.ResponseFormat.JSONSchema.Strict, Schema: wire.ResponseFormat.JSONSchema.Schema,
		MaxTokens: wire.MaxTokens, MaxCompletionTokens: wire.MaxCompletionTokens,
		Temperature: wire.Temperature, Seed: wire.Seed,
		Path: r.URL.Path, Authorization: r.Header.Get("Authorization"),
	}, nil
}

// Transport returns a way to the server through memory: whatever host is named, it answers.
// Everything it starts has ended when the test has.
func (s *Server) Transport(tb testing.TB) http.RoundTripper {
	tb.Helper()
	line := &line{calls: make(chan net.Conn), hungUp: make(chan struct{})}
	server := &http.Server{Handler: s} //nolint:gosec // G112: it serves one test through memory
	var serving sync.WaitGroup
	serving.Go(func() { _ = server.Serve(line) })
	transport := &http.Transport{DialContext: line.dial}
	tb.Cleanup(func() {
		transport.CloseIdleConnections()
		_ = server.Close()
		serving.Wait()
	})
	return transport
}

// line is a listener on nothing but this process.
type line struct {
	calls  chan net.Conn
	once   sync.Once
	hungUp chan struct{}
}

func (l *line) dial(ctx context.Context, _, _ string) (net.Conn, error) {
	ours, theirs := net.Pipe()
	select {
	case l.calls <- theirs:
		return ours, nil
	case <-l.hungUp:
		return nil, net.ErrClosed
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

func (l *line) Accept() (net.Conn, error) {
	select {
	case conn := <-l.calls:
		return conn, nil
	case <-l.hungUp:
		return nil, net.ErrClosed
	}
}

func (l *line) Close() error {
	l.once.Do(func() { close(l.hungUp) })
	return nil
}

func (l *line) Addr() net.Addr { return &net.TCPAddr{} }
