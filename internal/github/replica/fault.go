package replica

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"
)

// Fault is scripted misbehaviour. With a Status or a Body it takes the place of the answer,
// before credentials and limits are looked at; without one it spoils the answer there is.
type Fault struct {
	Path   string                   // what the path begins with; "" is any
	Match  func(*http.Request) bool // beside Path; nil is any. It may read the body
	From   int                      // the first of the fitting requests it meets, from 1; 0 is 1
	Count  int                      // how many it meets; 0 is all that follow
	Status int                      // 0 with a Body is 200
	Header http.Header              // set over those of the answer
	Body   string
	Break  int      // only so many bytes of the body are sent, then the connection is cut; 0 is all
	Hang   bool     // no answer for as long as the client waits
	Lose   []string // places in a GraphQL answer's data, "user.issues", that come back null with an error
}

func (f *Fault) whole() bool { return f.Status != 0 || f.Body != "" }

func (f *Fault) answer(out *recorder) {
	if f.Body != "" {
		out.header.Set("Content-Type", "application/json; charset=utf-8")
	}
	for name, values := range f.Header {
		out.header[http.CanonicalHeaderKey(name)] = values
	}
	status := f.Status
	if status == 0 {
		status = http.StatusOK
	}
	out.WriteHeader(status)
	_, _ = out.Write([]byte(f.Body))
}

// alter does to a finished answer what the fault asks for beside its own.
func (f *Fault) alter(out *recorder) {
	for name, values := range f.Header {
		out.header[http.CanonicalHeaderKey(name)] = values
	}
	if len(f.Lose) == 0 {
		return
	}
	var body struct {
		Data   any   `json:"data"`
		Errors []any `json:"errors,omitempty"`
	}
	decoder := json.NewDecoder(bytes.NewReader(out.body.Bytes()))
	decoder.UseNumber()
	if decoder.Decode(&body) != nil {
		return
	}
	for _, place := range f.Lose {
		path := strings.Split(place, ".")
		lose(body.Data, path)
		body.Errors = append(body.Errors, map[string]any{
			"type": "RESOURCE_LIMITS_EXCEEDED", "path": path, "message": "Resource limits for this query exceeded.",
		})
	}
	out.body.Reset()
	_ = json.NewEncoder(&out.body).Encode(body) // decoded from JSON a moment ago
}

func lose(data any, path []string) {
	m, ok := data.(map[string]any)
	if !ok || len(path) == 0 {
		return
	}
	if len(path) > 1 {
		lose(m[path[0]], path[1:])
		return
	}
	if _, ok := m[path[0]]; ok {
		m[path[0]] = nil
	}
}

// script says which fault meets a request.
type script struct {
	faults []*Fault

	mu  sync.Mutex
	met []int // fitting requests so far, by fault
}

// meet counts the request at every fault it fits and returns the first that is due.
func (s *script) meet(r *http.Request, body []byte) *Fault {
	var due *Fault
	for i, f := range s.faults {
		if !strings.HasPrefix(r.URL.Path, f.Path) || (f.Match != nil && !f.Match(r)) {
			r.Body = io.NopCloser(bytes.NewReader(body))
			continue
		}
		r.Body = io.NopCloser(bytes.NewReader(body))
		s.mu.Lock()
		s.met[i]++
		at := s.met[i]
		s.mu.Unlock()
		from := max(1, f.From)
		if due == nil && at >= from && (f.Count <= 0 || at < from+f.Count) {
			due = f
		}
	}
	return due
}

func body(status int, message, docs string) string {
	b, _ := json.Marshal(problem{Message: message, Docs: docs, Status: strconv.Itoa(status)}) // plain strings
	return string(b)
}

// The faults below are GitHub's own, to be given a Path, a From and a Count.

// PrimaryLimit is the answer of a caller who has used everything until reset.
func PrimaryLimit(status int, reset time.Time) *Fault {
	return &Fault{
		Status: status, Body: body(status, exceeded("token"), docsPrimary),
		Header: http.Header{"X-Ratelimit-Remaining": {"0"}, "X-Ratelimit-Reset": {strconv.FormatInt(reset.Unix(), 10)}},
	}
}

// SecondaryLimit is 403 or 429; retryAfter is seconds, an HTTP date or "" for no header.
func SecondaryLimit(status int, retryAfter string) *Fault {
	f := &Fault{Status: status, Body: body(status, secondaryMessage, docsSecondary)}
	if retryAfter != "" {
		f.Header = http.Header{"Retry-After": {retryAfter}}
	}
	return f
}

// BadCredentials is the answer to a token that is not, or no longer, good.
func BadCredentials() *Fault {
	return &Fault{Status: http.StatusUnauthorized, Body: body(http.StatusUnauthorized, "Bad credentials", docsREST)}
}

// Absent is GitHub's 404, which says "private" as well as "never was".
func Absent() *Fault {
	return &Fault{Status: http.StatusNotFound, Body: body(http.StatusNotFound, "Not Found", docsREST)}
}

// Blocked is a repository taken down.
func Blocked() *Fault {
	return &Fault{
		Status: http.StatusUnavailableForLegalReasons,
		Body:   `{"message":"Repository access blocked","block":{"reason":"dmca","created_at":"2024-01-01T00:00:00Z","html_url":"https://github.com/github/dmca"}}`,
	}
}

// Empty is the answer about commits of a repository that has none.
func Empty() *Fault {
	return &Fault{Status: http.StatusConflict, Body: body(http.StatusConflict, "Git Repository is empty.", docsREST)}
}

// Pending is a 202: the figures are being made.
func Pending() *Fault { return &Fault{Status: http.StatusAccepted, Body: "{}"} }

// Failure is 500, 502, 503 or 504 as the front of GitHub gives it.
func Failure(status int) *Fault {
	return &Fault{Status: status, Body: fmt.Sprintf(`{"message":%q}`, http.StatusText(status))}
}

// Renamed sends the client to a repository's number; apiBase is that of the server.
func Renamed(apiBase string, id int64) *Fault {
	address := apiBase + "/repositories/" + strconv.FormatInt(id, 10)
	b, _ := json.Marshal(problem{Message: "Moved Permanently", URL: address, Docs: "https://docs.github.com/rest/guides/best-practices-for-using-the-rest-api#follow-redirects"}) // plain strings
	return &Fault{Status: http.StatusMovedPermanently, Header: http.Header{"Location": {address}}, Body: string(b)}
}

// QueryLimit is a GraphQL query past the hour's points: 200 with an error.
func QueryLimit(reset time.Time) *Fault {
	return &Fault{
		Path: "/graphql", Body: `{"errors":[{"type":"RATE_LIMITED","message":"` + exceeded("token") + `"}]}`,
		Header: http.Header{"X-Ratelimit-Remaining": {"0"}, "X-Ratelimit-Reset": {strconv.FormatInt(reset.Unix(), 10)}},
	}
}
