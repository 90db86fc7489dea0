package restapi

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"kadry/internal/fault"
	"kadry/internal/obs"
	"kadry/internal/op"
)

var update = flag.Bool("update", false, "rewrite the golden files")

type genre string

func (genre) Enum() []string { return []string{"prose", "verse"} }

type findInput struct {
	Words  []string `json:"words" doc:"What to look for; a | b means either." min:"1" max:"3"`
	Genre  genre    `json:"genre,omitzero" doc:"Only books of this kind."`
	Years  *period  `json:"years,omitzero" doc:"When it was printed."`
	Rating float64  `json:"rating,omitzero" doc:"Least rating." min:"0.5" max:"5"`
	Lent   bool     `json:"lent,omitzero" doc:"Also what is lent out."`
	Limit  int      `json:"limit,omitzero" doc:"Books in an answer." min:"1" max:"50" default:"5"`
}

type period struct {
	From int `json:"from" doc:"First year."`
	To   int `json:"to,omitzero" doc:"Last year."`
}

type findOutput struct {
	Asked findInput         `json:"asked" doc:"The question as it was understood."`
	Books []book            `json:"books" doc:"Best first."`
	Notes map[string]string `json:"notes" doc:"Remarks by shelf."`
}

type book struct {
	Title string `json:"title" doc:"As on the cover."`
	Year  int    `json:"year,omitzero" doc:"When it was printed."`
}

type addInput struct {
	Books []book `json:"books" doc:"What to add." min:"1"`
}

type addOutput struct {
	Added  int `json:"added" doc:"How many are new."`
	Budget int `json:"budget" doc:"The budget the call was made with."`
}

type failInput struct {
	Kind string `json:"kind"`
}

func find(_ context.Context, in findInput) (findOutput, error) {
	return findOutput{Asked: in, Books: []book{{Title: "Fathers & Sons", Year: 1862}}}, nil
}

func add(ctx context.Context, in addInput) (addOutput, error) {
	for i := range in.Books {
		op.Progress(ctx)(op.Stage{Done: i + 1, Total: len(in.Books), Text: fault.Say("Added %d", "Добавлено: %d", i+1)})
	}
	return addOutput{Added: len(in.Books), Budget: op.CallerFrom(ctx).Budget}, nil
}

func fail(_ context.Context, in failInput) (addOutput, error) {
	if in.Kind == "defect" {
		return addOutput{}, errors.New("the secret cause")
	}
	return addOutput{}, fault.E(fault.Kind(in.Kind), fault.Say("It is %q <&>.", "Это %q <&>.", in.Kind), errors.New("the secret cause")).
		WithHint(fault.Say("Ask again.", "Спросите ещё раз.")).WithCandidates("nearer", "farther").After(1500 * time.Millisecond)
}

func library(t testing.TB, more ...*op.Op) *op.Registry {
	t.Helper()
	registry, err := op.NewRegistry(append([]*op.Op{
		op.New(op.Spec{
			Name: "find_books", Toolset: "books", Title: "Find books", Doc: "Finds books by words.", Effect: op.Reads,
			Examples: []op.Example{{Title: "Two words", Input: `{"words":["fathers","sons"],"limit":2}`}, {Title: "A quote's way", Input: `{"words":["d'Artagnan"]}`}},
		}, find),
		op.New(op.Spec{Name: "add_books", Toolset: "books", Title: "Add books", Doc: "Adds books.", Effect: op.Creates, Idempotent: true, BodyLimit: 400}, add),
		op.New(op.Spec{Name: "fail", Toolset: "trouble", Title: "Fail", Doc: "Fails as asked.", Effect: op.Destroys, World: true, Long: true, Timeout: time.Minute}, fail),
	}, more...)...)
	if err != nil {
		t.Fatal(err)
	}
	return registry
}

func serve(t testing.TB, c Config) http.Handler {
	t.Helper()
	if c.Registry == nil {
		c.Registry = library(t)
	}
	if c.Pipeline == nil {
		c.Pipeline = &op.Pipeline{}
	}
	c.Version = "1.2.3"
	h, err := New(c)
	if err != nil {
		t.Fatal(err)
	}
	return h
}

// ask sends one request as a Russian or English caller, with the request id "r1".
func ask(t testing.TB, h http.Handler, lang, method, target, body string, headers ...string) *http.Response {
	t.Helper()
	ctx := op.WithCaller(obs.WithRequestID(t.Context(), "r1"), op.Caller{Lang: lang})
	r := httptest.NewRequestWithContext(ctx, method, target, strings.NewReader(body))
	if body != "" {
		r.Header.Set("Content-Type", "application/json")
	}
	for i := 0; i+1 < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w.Result()
}

func read(t testing.TB, r *http.Response) string {
	t.Helper()
	text, err := io.ReadAll(r.Body)
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimRight(string(text), "\n")
}

func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), string(got)); diff != "" {
		t.Errorf("%s differs (run with -update and review):\n%s", name, diff)
	}
}

func TestOperation_answers(t *testing.T) {
	t.Parallel()
	h := serve(t, Config{})
	const books = `"books":[{"title":"Fathers & Sons","year":1862}],"notes":{}}`
	for name, c := range map[string]struct{ method, target, body, want string }{
		"post":              {"POST", "find_books", `{"words":["a"]}`, `{"asked":{"words":["a"],"limit":5},` + books},
		"get":               {"GET", "find_books?words=a", "", `{"asked":{"words":["a"],"limit":5},` + books},
		"get a list":        {"GET", "find_books?words=a&words=b", "", `{"asked":{"words":["a","b"],"limit":5},` + books},
		"get a number":      {"GET", "find_books?words=a&limit=7&rating=1.5&lent=true", "", `{"asked":{"words":["a"],"rating":1.5,"lent":true,"limit":7},` + books},
		"get an object":     {"GET", "find_books?words=a&years=%7B%22from%22:%221990%22%7D", "", `{"asked":{"words":["a"],"years":{"from":1990},"limit":5},` + books},
		"get a comma":       {"GET", "find_books?words=a,b", "", `{"asked":{"words":["a,b"],"limit":5},` + books},
		"get Cyrillic":      {"GET", "find_books?words=%D0%BE%D1%82%D1%86%D1%8B+%D0%B8", "", `{"asked":{"words":["отцы и"],"limit":5},` + books},
		"post nested":       {"POST", "add_books", `{"books":[{"title":"x"},{"title":"y","year":"1900"}]}`, `{"added":2,"budget":1048576}`},
		"spaces and a list": {"POST", "add_books", " {\"books\":\n[{\"title\":\"x\"}]} ", `{"added":1,"budget":1048576}`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := ask(t, h, "en", c.method, toolsPath+"/"+c.target, c.body)
			if got := read(t, r); r.StatusCode != 200 || got != c.want {
				t.Errorf("got %d %s\nwant %s", r.StatusCode, got, c.want)
			}
			if got := r.Header.Get("Cache-Control"); got != "no-store" {
				t.Errorf("Cache-Control is %q", got)
			}
		})
	}
}

func TestOperation_keepsTheCallersBudget(t *testing.T) {
	t.Parallel()
	ctx := op.WithCaller(t.Context(), op.Caller{Budget: 77})
	r := httptest.NewRequestWithContext(ctx, "POST", toolsPath+"/add_books", strings.NewReader(`{"books":[{"title":"x"}]}`))
	r.Header.Set("Content-Type", "application/json")
	w := httptest.NewRecorder()
	serve(t, Config{}).ServeHTTP(w, r)
	if got, want := w.Body.String(), `{"added":1,"budget":77}`+"\n"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestOperation_refuses(t *testing.T) {
	t.Parallel()
	h := serve(t, Config{BodyLimit: 200})
	titled := func(n int) string { return `{"books":[{"title":"` + strings.Repeat("x", n) + `"}]}` }
	for name, c := range map[string]struct {
		method, target, body string
		headers              []string
		status               int
		detail               string
	}{
		"unknown name":          {"POST", "find_book", `{}`, nil, 404, `There is no operation "find_book".`},
		"a path below":          {"POST", "find_books/1", `{}`, nil, 404, "There is nothing at this path."},
		"wrong method":          {"DELETE", "find_books", "", nil, 405, "The method DELETE does not apply here."},
		"get what writes":       {"GET", "add_books", "", nil, 405, "The method GET does not apply here."},
		"form":                  {"POST", "find_books", "words=a", []string{"Content-Type", "application/x-www-form-urlencoded"}, 415, "The body must be application/json in UTF-8."},
		"text":                  {"POST", "find_books", `{"words":["a"]}`, []string{"Content-Type", "text/plain"}, 415, "The body must be application/json in UTF-8."},
		"no type":               {"POST", "find_books", `{"words":["a"]}`, []string{"Content-Type", ""}, 415, "The body must be application/json in UTF-8."},
		"other letters":         {"POST", "find_books", `{"words":["a"]}`, []string{"Content-Type", "application/json; charset=windows-1251"}, 415, "The body must be application/json in UTF-8."},
		"compressed":            {"POST", "find_books", `{"words":["a"]}`, []string{"Content-Encoding", "gzip"}, 415, "The body must not be compressed."},
		"empty body":            {"POST", "find_books", "", nil, 400, "words: is required"},
		"not JSON":              {"POST", "find_books", `{"words":`, nil, 400, "The arguments are not valid JSON."},
		"two values":            {"POST", "find_books", `{"words":["a"]}{}`, nil, 400, "The arguments are not valid JSON."},
		"a list":                {"POST", "find_books", `[]`, nil, 400, "The arguments must be a JSON object."},
		"not UTF-8":             {"POST", "find_books", "{\"words\":[\"\xff\"]}", nil, 400, "The arguments are not UTF-8 text."},
		"unknown key":           {"POST", "find_books", `{"words":["a"],"admin":true}`, nil, 400, "admin: unknown field; valid ones: words, genre, years, rating, lent, limit"},
		"unknown query key":     {"GET", "find_books?words=a&admin=true", "", nil, 400, "admin: unknown field; valid ones: words, genre, years, rating, lent, limit"},
		"query beside a body":   {"POST", "find_books?limit=50", `{"words":["a"]}`, nil, 400, "A POST takes its arguments from the body alone."},
		"query with semicolons": {"GET", "find_books?words=a;limit=50", "", nil, 400, "The query of the address is malformed."},
		"query not UTF-8":       {"GET", "find_books?words=%ff", "", nil, 400, "The arguments are not UTF-8 text."},
		"scalar twice":          {"GET", "find_books?words=a&limit=1&limit=50", "", nil, 400, `limit: must be a number, got ["1","50"]`},
		"empty number":          {"GET", "find_books?words=a&limit=", "", nil, 400, `limit: must be a number, got ""`},
		"over the limit":        {"POST", "find_books", titled(200), nil, 413, "The body is larger than 200 bytes."},
		"own limit over":        {"POST", "add_books", titled(400), nil, 413, "The body is larger than 400 bytes."},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := ask(t, h, "en", c.method, toolsPath+"/"+c.target, c.body, c.headers...)
			var p problem
			if err := json.Unmarshal([]byte(read(t, r)), &p); err != nil {
				t.Fatal(err)
			}
			if r.StatusCode != c.status || p.Status != c.status || p.Detail != c.detail {
				t.Errorf("got %d %q, want %d %q", r.StatusCode, p.Detail, c.status, c.detail)
			}
			if got := r.Header.Get("Content-Type"); got != "application/problem+json" {
				t.Errorf("Content-Type is %q", got)
			}
		})
	}
	if r := ask(t, h, "en", "POST", toolsPath+"/add_books", titled(300)); r.StatusCode != 200 {
		t.Errorf("a body within the operation's own limit: got %d", r.StatusCode)
	}
}

func TestOperation_allowsByEffect(t *testing.T) {
	t.Parallel()
	h := serve(t, Config{})
	for name, want := range map[string]string{"find_books": "GET, HEAD, POST", "add_books": "POST", "fail": "POST"} {
		if got := ask(t, h, "en", "PATCH", toolsPath+"/"+name, "").Header.Get("Allow"); got != want {
			t.Errorf("%s allows %q, want %q", name, got, want)
		}
	}
}

func TestProblem_everyKind(t *testing.T) {
	t.Parallel()
	h := serve(t, Config{})
	for _, kind := range []fault.Kind{
		fault.Invalid, fault.Unauthenticated, fault.Denied, fault.NotFound, fault.Conflict, fault.TooLarge, fault.Limited,
		fault.Timeout, fault.Canceled, fault.Upstream, fault.Unavailable, fault.Internal,
	} {
		r := ask(t, h, "en", "POST", toolsPath+"/fail", fmt.Sprintf(`{"kind":%q}`, kind))
		text := read(t, r)
		var p problem
		if err := json.Unmarshal([]byte(text), &p); err != nil {
			t.Fatal(err)
		}
		if want := fault.AnswerTo(kind).Status; r.StatusCode != want || p.Status != want || p.Code != string(kind) || p.Title == "" {
			t.Errorf("%s: got %d %+v, want %d", kind, r.StatusCode, p, want)
		}
		if r.Header.Get("Retry-After") != "2" || p.RetryAfter != 2 {
			t.Errorf("%s: Retry-After is %q and %d, want 1.5 s rounded up", kind, r.Header.Get("Retry-After"), p.RetryAfter)
		}
		if strings.Contains(text, "secret") {
			t.Errorf("%s tells its cause: %s", kind, text)
		}
		if got, want := r.Header.Get("WWW-Authenticate") != "", kind == fault.Unauthenticated; got != want {
			t.Errorf("%s: WWW-Authenticate is set: %t, want %t", kind, got, want)
		}
	}
	for kind, want := range map[string]string{"defect": string(fault.Internal), "made_up": string(fault.Internal)} {
		var p problem
		if err := json.Unmarshal([]byte(read(t, ask(t, h, "en", "POST", toolsPath+"/fail", fmt.Sprintf(`{"kind":%q}`, kind)))), &p); err != nil {
			t.Fatal(err)
		}
		if p.Status != 500 || p.Code != want {
			t.Errorf("%s: got %d %s, want 500 %s", kind, p.Status, p.Code, want)
		}
	}
}

func TestProblem_golden(t *testing.T) {
	t.Parallel()
	h := serve(t, Config{})
	var all strings.Builder
	for _, lang := range []string{"en", "ru"} {
		for _, c := range [][2]string{
			{"fail", `{"kind":"rate_limited"}`}, {"find_books", `{"words":[],"genre":"drama","limit":0}`}, {"add_book", `{}`},
		} {
			text := read(t, ask(t, h, lang, "POST", toolsPath+"/"+c[0], c[1]))
			indented, err := pretty(json.RawMessage(text))
			if err != nil {
				t.Fatal(err)
			}
			fmt.Fprintf(&all, "POST %s %s (%s)\n%s\n", c[0], c[1], lang, indented)
		}
	}
	golden(t, "problems.txt", []byte(all.String()))
}

func FuzzOperation_bodyIsTheCallersFault(f *testing.F) {
	h := serve(f, Config{})
	for _, seed := range []string{"", "{}", `{"words":["a"]}`, `{"words":[["a"]],"years":{"from":1e999}}`, `"{}"`, "\xff", `{"years":"{\"from\":1}"}`} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, body string) {
		if r := ask(t, h, "ru", "POST", toolsPath+"/find_books", body); r.StatusCode >= 500 {
			t.Errorf("%q: got %d %s", body, r.StatusCode, read(t, r))
		}
	})
}

func FuzzOperation_queryIsTheCallersFault(f *testing.F) {
	h := serve(f, Config{})
	for _, seed := range []string{"", "words=a", "words=%5B1%5D&years=%7B%7D", "a=b&a=c", ";", "limit=1e400&words=x"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, query string) {
		r := httptest.NewRequestWithContext(t.Context(), "GET", toolsPath+"/find_books", nil)
		r.URL.RawQuery = query
		w := httptest.NewRecorder()
		if h.ServeHTTP(w, r); w.Code >= 500 {
			t.Errorf("%q: got %d %s", query, w.Code, w.Body)
		}
	})
}

func BenchmarkOperation(b *testing.B) {
	h := serve(b, Config{})
	b.ReportAllocs()
	for b.Loop() {
		if r := ask(b, h, "en", "POST", toolsPath+"/find_books", `{"words":["a","b"],"limit":7}`); r.StatusCode != 200 {
			b.Fatal(r.Status)
		}
	}
}
