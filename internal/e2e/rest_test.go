package e2e

import (
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"
	"unicode"
)

// answer is what came back over HTTP.
type answer struct {
	status int
	header http.Header
	body   []byte
}

// rest calls the server's REST front the way a program does, with what differs from a
// plain call in its fields.
type rest struct {
	url    string
	token  string
	header map[string]string
}

func (s *server) rest() rest { return rest{url: s.url} }

func (r rest) with(name, value string) rest {
	header := map[string]string{name: value}
	for k, v := range r.header {
		if k != name {
			header[k] = v
		}
	}
	r.header = header
	return r
}

func (r rest) as(token string) rest { r.token = token; return r }

// post calls an operation with a JSON object.
func (r rest) post(t testing.TB, operation, input string) answer {
	t.Helper()
	return r.do(t, http.MethodPost, "/api/v1/tools/"+operation, strings.NewReader(input))
}

func (r rest) get(t testing.TB, path string) answer {
	t.Helper()
	return r.do(t, http.MethodGet, path, nil)
}

func (r rest) do(t testing.TB, method, path string, body io.Reader) answer {
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
	response, err := web.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	got, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return answer{response.StatusCode, response.Header, got}
}

// facts is the part of answers that tests look at.
type facts struct {
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

// problem is the part of a failure that tests look at.
type problem struct {
	Status     int      `json:"status"`
	Code       string   `json:"code"`
	Detail     string   `json:"detail"`
	Hint       string   `json:"hint"`
	Candidates []string `json:"candidates"`
}

// facts reads an answer that must be a success.
func (a answer) facts(t testing.TB) facts {
	t.Helper()
	if a.status != http.StatusOK {
		t.Fatalf("status %d: %s", a.status, a.body)
	}
	return decode[facts](t, a.body)
}

// refused checks that the answer is a problem of that status and code, and returns it.
func (a answer) refused(t testing.TB, status int, code string) problem {
	t.Helper()
	if a.status != status {
		t.Fatalf("status %d, want %d: %s", a.status, status, a.body)
	}
	p := decode[problem](t, a.body)
	if p.Code != code || p.Status != status || p.Detail == "" {
		t.Errorf("got %+v, want the code %s and words about it", p, code)
	}
	return p
}

func decode[T any](t testing.TB, text []byte) T {
	t.Helper()
	var v T
	if err := json.Unmarshal(text, &v); err != nil {
		t.Fatalf("%v: %.500s", err, text)
	}
	return v
}

// quoted writes a text as JSON.
func quoted(t testing.TB, text string) string {
	t.Helper()
	out, err := json.Marshal(text)
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}

func cyrillic(text string) bool {
	return strings.ContainsFunc(text, func(r rune) bool { return unicode.Is(unicode.Cyrillic, r) })
}

// ok checks that the answer is a success.
func (a answer) ok(t testing.TB) {
	t.Helper()
	if a.status != http.StatusOK {
		t.Fatalf("status %d: %s", a.status, a.body)
	}
}

// The document is large and says the same to everybody: whoever accepts it gets it packed.
func TestREST_openAPIPacked(t *testing.T) {
	t.Parallel()
	s := serve(t, options{})
	sizes := map[string]int{}
	for _, encoding := range []string{"identity", "gzip"} {
		r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, s.url+"/openapi.json", nil)
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Accept-Encoding", encoding)
		response, err := http.DefaultTransport.RoundTrip(r)
		if err != nil {
			t.Fatal(err)
		}
		body, err := io.ReadAll(response.Body)
		if err != nil || response.Body.Close() != nil {
			t.Fatal(err)
		}
		if got := response.Header.Get("Content-Encoding"); response.StatusCode != http.StatusOK || got != strings.TrimPrefix(encoding, "identity") {
			t.Errorf("%s: status %d, packed as %q", encoding, response.StatusCode, got)
		}
		sizes[encoding] = len(body)
	}
	if sizes["gzip"]*4 > sizes["identity"] {
		t.Errorf("packed %d bytes of %d", sizes["gzip"], sizes["identity"])
	}
}
