package restapi

import (
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/getkin/kin-openapi/openapi3"

	"kadry/internal/fault"
	"kadry/internal/op"
)

// lent is the refusal of a book that somebody has.
type lent struct{ code string }

func (l *lent) Error() string { return l.code }

func (l *lent) Refusal() (string, map[string]string) {
	return l.code, map[string]string{"shelf": "<7>", "reader": "a\"b"}
}

type shelfInput struct {
	Shelf string `json:"shelf" doc:"Of the library."`
	ID    string `json:"id"`
	Match string `json:"if_match,omitempty"`
	Key   string `json:"key,omitempty" max:"4"`
	Title string `json:"title" min:"1"`
	Pages int    `json:"pages,omitempty"`
	From  *struct {
		City string `json:"city"`
	} `json:"from,omitempty"`
}

type shelfOutput struct {
	shelfInput
	Version int    `json:"version"`
	Saved   string `json:"saved"`
}

type shelvesInput struct {
	Shelf string `json:"shelf"`
	Limit int    `json:"limit,omitempty" min:"1" max:"9" default:"3"`
}

// shelves are operations with routes of every kind.
func shelves(t testing.TB, further ...*op.Op) *op.Registry {
	t.Helper()
	const path = "/api/v1/shelves/{shelf}/books"
	table := []op.Media{{Type: "application/json", Of: reflect.TypeFor[shelvesInput]()}, {Type: "text/csv"}}
	all := append(slices.Clip(further),
		op.New(op.Spec{
			Name: "shelve_book", Toolset: "shelves", Title: "Put a book on a shelf", Doc: "It stays there.", Effect: op.Updates, BodyLimit: 1 << 20, Timeout: time.Minute,
			Routes: []op.Route{{
				Method: "PUT", Path: path + "/{id}", Status: 201, Made: "saved", Version: "version", Location: "/api/v1/shelves/{shelf}/books/{id}",
				Headers: map[string]string{"If-Match": "if_match", "Idempotency-Key": "key"}, Statuses: map[string]int{"key_reused": 422},
				Body: json.RawMessage(`{"title":"Oblomov"}`), Answer: json.RawMessage(`{"shelf":"7","id":"1","title":"Oblomov","version":1,"saved":"created"}`),
			}},
		}, func(_ context.Context, in shelfInput) (shelfOutput, error) {
			switch in.Title {
			case "lent", "key_reused":
				return shelfOutput{}, fault.E(fault.Conflict, fault.Say("Lent <out>.", "Выдана."), &lent{in.Title})
			case "again":
				return shelfOutput{in, 2, "updated"}, nil
			}
			return shelfOutput{in, 1, "created"}, nil
		}),
		op.New(op.Spec{
			Name: "list_shelf", Toolset: "shelves", Title: "List a shelf", Doc: "As a table.", Effect: op.Reads,
			Routes: []op.Route{{Method: "GET", Path: path, Gives: table}},
		}, func(_ context.Context, in shelvesInput) (op.File, error) {
			return op.File{Name: "shelf.csv", Type: "text/csv", Text: in.Shelf + "\n" + strings.Repeat("x\n", in.Limit)}, nil
		}),
		op.New(op.Spec{
			Name: "fill_shelf", Toolset: "shelves", Title: "Fill a shelf", Doc: "From a table.", Effect: op.Creates, BodyLimit: 100,
			Routes: []op.Route{{Method: "POST", Path: "/api/v1/shelves", Status: 202, Takes: table}},
		}, func(_ context.Context, in op.File) (op.File, error) { return in, nil }),
		op.New(op.Spec{
			Name: "clear_shelf", Toolset: "shelves", Title: "Clear a shelf", Doc: "For good.", Effect: op.Destroys,
			Routes: []op.Route{{Method: "DELETE", Path: path}},
		}, func(_ context.Context, in struct {
			Shelf string `json:"shelf"`
		},
		) (struct{}, error) {
			return struct{}{}, nil
		}))
	registry, err := op.NewRegistry(all...)
	if err != nil {
		t.Fatal(err)
	}
	return registry
}

func TestRoute_answers(t *testing.T) {
	t.Parallel()
	h := serve(t, Config{Registry: shelves(t)})
	for name, c := range map[string]struct {
		method, target, body string
		headers              []string
		status               int
		want                 string // the answer, or the detail of the problem
		header               string // "Name: value" of the answer
	}{
		"made":            {"PUT", "/7/books/1", `{"title":"a","more":[{"x":1}],"from":{"city":"b","street":1}}`, nil, 201, `{"shelf":"7","id":"1","title":"a","from":{"city":"b"},"version":1,"saved":"created"}`, "Location: /api/v1/shelves/7/books/1"},
		"nothing new":     {"PUT", "/7/books/1", `{"title":"again"}`, nil, 200, `{"shelf":"7","id":"1","title":"again","version":2,"saved":"updated"}`, `ETag: "2"`},
		"a header":        {"PUT", "/7/books/1", `{"title":"a","key":"x"}`, []string{"Idempotency-Key", "k"}, 201, `{"shelf":"7","id":"1","key":"k","title":"a","version":1,"saved":"created"}`, ""},
		"id of the body":  {"PUT", "/7/books/a%2Fb", `{"title":"a","id":"2","shelf":"8"}`, nil, 201, `{"shelf":"7","id":"a/b","title":"a","version":1,"saved":"created"}`, ""},
		"a table":         {"GET", "/7/books?limit=1", "", nil, 200, "7\nx", `Content-Disposition: attachment; filename="shelf.csv"`},
		"a table comes":   {"POST", "", "a,b", []string{"Content-Type", "text/csv"}, 202, "a,b", "Content-Type: text/csv"},
		"JSON comes":      {"POST", "", "[1]", nil, 202, "[1]", "Content-Type: application/json"},
		"no body":         {"DELETE", "/7/books", "", nil, 200, "{}", ""},
		"a body is left":  {"DELETE", "/7/books", "[", nil, 200, "{}", ""},
		"not found":       {"GET", "/%00/books", "", nil, 404, "There is nothing with this id.", ""},
		"wrong method":    {"PATCH", "/7/books", "", nil, 405, "The method PATCH does not apply here.", "Allow: DELETE, GET"},
		"unknown filter":  {"GET", "/7/books?shelf=8", "", nil, 422, "shelf: unknown field; valid ones: limit.", ""},
		"filter twice":    {"GET", "/7/books?limit=1&limit=2", "", nil, 422, "limit: must be given once, as a text.", ""},
		"bound":           {"GET", "/7/books?limit=10", "", nil, 422, "limit: must be 1-9, got 10", ""},
		"query of a PUT":  {"PUT", "/7/books/1?title=a", `{"title":"a"}`, nil, 422, "title: this address takes no parameters.", ""},
		"nothing":         {"PUT", "/7/books/1", "", nil, 422, "The body is empty.", ""},
		"required":        {"PUT", "/7/books/1", "{}", nil, 422, "title: is required", ""},
		"another case":    {"PUT", "/7/books/1", `{"Title":"a"}`, nil, 422, "title: is required", ""},
		"twice":           {"PUT", "/7/books/1", `{"title":"a","title":"b"}`, nil, 422, "title: stands twice in one object.", ""},
		"long header":     {"PUT", "/7/books/1", `{"title":"a"}`, []string{"Idempotency-Key", "12345"}, 422, "Idempotency-Key: must have at most 4 characters, got 5", ""},
		"a form":          {"PUT", "/7/books/1", "title=a", []string{"Content-Type", "application/x-www-form-urlencoded"}, 415, "The body must be application/json in UTF-8.", ""},
		"a workbook":      {"POST", "", "PK", []string{"Content-Type", "application/vnd.ms-excel"}, 415, "The body must be application/json or text/csv in UTF-8.", ""},
		"large":           {"POST", "", strings.Repeat("1", 101), []string{"Content-Type", "text/csv"}, 413, "The body is larger than 100 bytes.", ""},
		"refused":         {"PUT", "/7/books/1", `{"title":"lent"}`, nil, 409, "Lent <out>.", ""},
		"refused, pinned": {"PUT", "/7/books/1", `{"title":"key_reused"}`, nil, 422, "Lent <out>.", ""},
		"precondition":    {"PUT", "/7/books/1", `{"title":"lent"}`, []string{"If-Match", `"1"`}, 412, "Lent <out>.", ""},
		"any version":     {"PUT", "/7/books/1", `{"title":"lent"}`, []string{"If-Match", "*"}, 409, "Lent <out>.", ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := ask(t, h, "en", c.method, "/api/v1/shelves"+c.target, c.body, c.headers...)
			text := strings.TrimSpace(read(t, r))
			got := text
			if r.Header.Get("Content-Type") == "application/problem+json" {
				var p problem
				if err := json.Unmarshal([]byte(text), &p); err != nil || p.Status != r.StatusCode {
					t.Fatalf("%v: %s", err, text)
				}
				got = p.Detail
			}
			if r.StatusCode != c.status || got != c.want {
				t.Errorf("got %d %s, want %d %s", r.StatusCode, got, c.status, c.want)
			}
			if field, value, ok := strings.Cut(c.header, ": "); ok && r.Header.Get(field) != value {
				t.Errorf("%s is %q, want %q", field, r.Header.Get(field), value)
			}
			if r.StatusCode == 409 && !strings.HasSuffix(text, `"code":"lent","reader":"a\"b","shelf":"<7>"}`) {
				t.Errorf("a refusal without what is told beside it: %s", text)
			}
		})
	}
}

// A call whose arguments cannot be read is a call: it is refused and recorded as one.
func TestRoute_unreadIsACall(t *testing.T) {
	t.Parallel()
	var seen []string
	pipeline := &op.Pipeline{Observe: func(_ context.Context, o *op.Op, _ time.Duration, err error) {
		seen = append(seen, o.Name+" "+string(fault.KindOf(err)))
	}}
	h := serve(t, Config{Registry: shelves(t), Pipeline: pipeline})
	for _, c := range []op.Caller{{}, {ReadOnly: true}} {
		r := httptest.NewRequest("PUT", "/api/v1/shelves/7/books/1", strings.NewReader("{"))
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r.WithContext(op.WithCaller(t.Context(), c)))
		if want := map[bool]int{false: 415, true: 403}[c.ReadOnly]; w.Code != want {
			t.Errorf("got %d, want %d: %s", w.Code, want, w.Body)
		}
	}
	if got := strings.Join(seen, ", "); got != "shelve_book invalid_argument, shelve_book denied" {
		t.Errorf("recorded %s", got)
	}
}

func TestRoutes_showOnTheirFront(t *testing.T) {
	t.Parallel()
	hidden := op.New(op.Spec{
		Name: "burn_shelf", Toolset: "shelves", Title: "Burn", Doc: "By hand alone.", Effect: op.Destroys, Fronts: []op.Front{op.CLI},
		Routes: []op.Route{{Method: "DELETE", Path: "/api/v1/fire"}},
	}, func(context.Context, struct{}) (struct{}, error) { return struct{}{}, nil })
	h := serve(t, Config{Registry: shelves(t, hidden)})
	for _, target := range []string{"DELETE /api/v1/fire", "POST " + toolsPath + "/burn_shelf"} {
		method, path, _ := strings.Cut(target, " ")
		if r := ask(t, h, "en", method, path, "{}"); r.StatusCode != http.StatusNotFound {
			t.Errorf("%s: got %d", target, r.StatusCode)
		}
	}
	if text := read(t, ask(t, h, "en", "GET", "/openapi.json", "")); strings.Contains(text, "burn_shelf") {
		t.Error("the document tells of it")
	}
}

func TestRoutes_areDescribed(t *testing.T) {
	t.Parallel()
	text, err := openAPIDocument(shelves(t), "1.2.3")
	if err != nil {
		t.Fatal(err)
	}
	doc, err := openapi3.NewLoader().LoadFromData(text)
	if err != nil {
		t.Fatal(err)
	}
	if err := doc.Validate(t.Context()); err != nil {
		t.Errorf("the document breaks OpenAPI 3.1: %v", err)
	}
	o := doc.Paths.Value("/api/v1/shelves/{shelf}/books/{id}").Put
	var names []string
	for _, p := range o.Parameters {
		names = append(names, p.Value.In+" "+p.Value.Name)
	}
	if got := strings.Join(names, ", "); got != "path shelf, path id, header If-Match, header Idempotency-Key" {
		t.Errorf("parameters: %s", got)
	}
	if !o.RequestBody.Value.Required || o.RequestBody.Value.Content["application/json"].Examples["example"] == nil {
		t.Errorf("body: %+v", o.RequestBody.Value)
	}
	if c := o.Responses.Status(201).Value.Content; c["application/json"].Schema.Ref != "#/components/schemas/shelve_book_output" || o.Responses.Status(200) == nil {
		t.Errorf("answer: %+v", c)
	}
	for _, status := range []int{404, 409, 412, 413, 415, 422} {
		if r := o.Responses.Status(status); r == nil || r.Value.Content["application/problem+json"].Schema.Ref != "#/components/schemas/problem" {
			t.Errorf("%d: %+v", status, r)
		}
	}
	list := doc.Paths.Value("/api/v1/shelves/{shelf}/books").Get
	if c := list.Responses.Status(200).Value.Content; c["text/csv"] == nil || c["application/json"] == nil || list.Parameters.GetByInAndName("query", "limit") == nil {
		t.Errorf("a file: %+v", c)
	}
}
