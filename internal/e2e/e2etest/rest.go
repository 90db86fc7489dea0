package e2etest

import (
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"
	"unicode"
)

// Answer is what came back over HTTP.
type Answer struct {
	Status int
	Header http.Header
	Body   []byte
}

// REST calls the server's REST front the way a program does, with what differs from a
// plain call in its fields.
type REST struct {
	url    string
	token  string
	header map[string]string
}

// REST returns a client of the REST front.
func (s *Server) REST() REST { return REST{url: s.URL} }

// With is the client with one more header.
func (r REST) With(name, value string) REST {
	header := map[string]string{name: value}
	for k, v := range r.header {
		if k != name {
			header[k] = v
		}
	}
	r.header = header
	return r
}

// As is the client with a token.
func (r REST) As(token string) REST { r.token = token; return r }

// Post calls an operation with a JSON object.
func (r REST) Post(t testing.TB, operation, input string) Answer {
	t.Helper()
	return r.Do(t, http.MethodPost, "/api/v1/tools/"+operation, strings.NewReader(input))
}

// Get reads a path.
func (r REST) Get(t testing.TB, path string) Answer {
	t.Helper()
	return r.Do(t, http.MethodGet, path, nil)
}

// Do makes one request; a body is sent as JSON.
func (r REST) Do(t testing.TB, method, path string, body io.Reader) Answer {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), method, r.url+path, body)
	if err != nil {
		t.Fatal(err)
	}
	if body != nil {
		request.Header.Set("Content-Type", "application/json")
	}
	if r.token != "" {
		request.Header.Set("Authorization", "Bearer "+r.token)
	}
	for name, value := range r.header {
		request.Header.Set(name, value)
	}
	if host := r.header["Host"]; host != "" {
		request.Host = host
	}
	response, err := Web.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	got, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return Answer{response.StatusCode, response.Header, got}
}

// Facts is the part of answers that tests look at.
type Facts struct {
	Candidates []struct {
		ID    string  `json:"candidate_id"`
		Name  string  `json:"name"`
		Score float64 `json:"match_score"`
	} `json:"candidates"`
	Total       int    `json:"total"`
	Message     string `json:"message"`
	SearchID    string `json:"search_id"`
	HasMore     bool   `json:"has_more"`
	NextCursor  string `json:"next_cursor"`
	Relaxations []struct {
		Change     string `json:"change"`
		Candidates int    `json:"candidates"`
		SearchID   string `json:"search_id"`
	} `json:"relaxations"`
	Added      int    `json:"added"`
	Duplicates int    `json:"duplicates"`
	Rejected   int    `json:"rejected"`
	Items      []item `json:"items"`
}

type item struct {
	File    string `json:"file"`
	Status  string `json:"status"`
	ID      string `json:"candidate_id"`
	Problem *struct {
		Code    string `json:"code"`
		Message string `json:"message"`
	} `json:"problem"`
}

// Problem is the part of a failure that tests look at.
type Problem struct {
	Status     int      `json:"status"`
	Code       string   `json:"code"`
	Detail     string   `json:"detail"`
	Hint       string   `json:"hint"`
	Candidates []string `json:"candidates"`
}

// Facts reads an answer that must be a success.
func (a Answer) Facts(t testing.TB) Facts {
	t.Helper()
	if a.Status != http.StatusOK {
		t.Fatalf("status %d: %s", a.Status, a.Body)
	}
	return Decode[Facts](t, a.Body)
}

// Refused checks that the answer is a problem of that status and code, and returns it.
func (a Answer) Refused(t testing.TB, status int, code string) Problem {
	t.Helper()
	if a.Status != status {
		t.Fatalf("status %d, want %d: %s", a.Status, status, a.Body)
	}
	p := Decode[Problem](t, a.Body)
	if p.Code != code || p.Status != status || p.Detail == "" {
		t.Errorf("got %+v, want the code %s and words about it", p, code)
	}
	return p
}

// Decode reads JSON that must be right.
func Decode[T any](t testing.TB, text []byte) T {
	t.Helper()
	var v T
	if err := json.Unmarshal(text, &v); err != nil {
		t.Fatalf("%v: %.500s", err, text)
	}
	return v
}

// Quoted writes a text as JSON.
func Quoted(t testing.TB, text string) string {
	t.Helper()
	out, err := json.Marshal(text)
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}

// Cyrillic reports a Cyrillic letter in a text.
func Cyrillic(text string) bool {
	return strings.ContainsFunc(text, func(r rune) bool { return unicode.Is(unicode.Cyrillic, r) })
}

// Ok checks that the answer is a success.
func (a Answer) Ok(t testing.TB) {
	t.Helper()
	if a.Status != http.StatusOK {
		t.Fatalf("status %d: %s", a.Status, a.Body)
	}
}
