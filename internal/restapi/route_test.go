package restapi

import (
	"encoding/json"
	"net/http/httptest"
	"reflect"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/google/jsonschema-go/jsonschema"

	"kadry/internal/fault"
	"kadry/internal/op/schema"
)

func schemaOf[T any](t *testing.T) *jsonschema.Schema {
	t.Helper()
	s, err := schema.For(reflect.TypeFor[T]())
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func shelfRoute(t *testing.T) Route {
	t.Helper()
	return Route{
		Method: "PUT", Path: "/api/v1/shelves/{shelf}/books/{id}", ID: "shelve", Tag: "shelves", Summary: "Put a book on a shelf", Doc: "It stays there.",
		Query: schemaOf[period](t), Body: map[string]*jsonschema.Schema{"application/json": schemaOf[book](t)}, BodyNeeded: true,
		BodyExample: json.RawMessage(`{"title":"Oblomov"}`), Status: 202,
		Answer: map[string]*jsonschema.Schema{"application/json": schemaOf[book](t), "text/csv": {Type: "string"}}, AnswerExample: json.RawMessage(`{"title":"Oblomov"}`),
		Refusals: []int{404, 409, 412, 422},
	}
}

func TestRoutes_areDescribed(t *testing.T) {
	t.Parallel()
	text, err := openAPIDocument(library(t), "1.2.3", shelfRoute(t))
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
	if got := strings.Join(names, ", "); got != "path shelf, path id, query from, query to" {
		t.Errorf("parameters: %s", got)
	}
	if !o.RequestBody.Value.Required || o.RequestBody.Value.Content["application/json"].Examples["example"] == nil {
		t.Errorf("body: %+v", o.RequestBody.Value)
	}
	if c := o.Responses.Status(202).Value.Content; c["text/csv"] == nil || c["application/json"].Schema.Ref != "#/components/schemas/shelve_answer" {
		t.Errorf("answer: %+v", c)
	}
	for _, status := range []int{404, 409, 412, 422} {
		r := o.Responses.Status(status)
		if r == nil || r.Value.Content["application/problem+json"].Schema.Ref != "#/components/schemas/problem" {
			t.Errorf("%d: %+v", status, r)
		}
	}
	if doc.Tags.Get("shelves") == nil {
		t.Error("the tag is not listed")
	}
}

func TestRoutes_clashesAreFound(t *testing.T) {
	t.Parallel()
	strange := shelfRoute(t)
	strange.Method = "BREW"
	for name, routes := range map[string][]Route{"twice": {shelfRoute(t), shelfRoute(t)}, "unknown method": {strange}} {
		if _, err := New(Config{Registry: library(t), Routes: routes}); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

// own is a failure of a route written by hand.
type own struct {
	error
	status  int
	code    string
	members map[string]string
}

func (o own) Unwrap() error { return o.error }

func (o own) Problem() (int, string, map[string]string) { return o.status, o.code, o.members }

func TestWriteProblem_ofParticularFailures(t *testing.T) {
	t.Parallel()
	conflict := fault.E(fault.Conflict, fault.Say("Lent <out>.", "Выдана."), nil)
	for name, c := range map[string]struct {
		err  error
		want string
	}{
		"plain": {conflict, `{"type":"/openapi.json#/components/responses/conflict","title":"The present state forbids it","status":409,"detail":"Lent <out>.","code":"conflict"}`},
		"members": {
			own{conflict, 0, "lent", map[string]string{"shelf": "<7>", "reader": "a\"b"}},
			`{"type":"/openapi.json#/components/responses/conflict","title":"The present state forbids it","status":409,"detail":"Lent <out>.","code":"lent","reader":"a\"b","shelf":"<7>"}`,
		},
		"status": {
			own{conflict, 422, "", nil},
			`{"type":"/openapi.json#/components/responses/conflict","title":"The present state forbids it","status":422,"detail":"Lent <out>.","code":"conflict"}`,
		},
		"known code": {
			own{conflict, 415, "unsupported_media_type", nil},
			`{"type":"/openapi.json#/components/responses/unsupported_media_type","title":"Wrong kind of body","status":415,"detail":"Lent <out>.","code":"unsupported_media_type"}`,
		},
	} {
		w := httptest.NewRecorder()
		WriteProblem(w, httptest.NewRequest("GET", "/", nil), c.err)
		if got := strings.TrimSpace(w.Body.String()); got != c.want {
			t.Errorf("%s:\ngot  %s\nwant %s", name, got, c.want)
		}
		if !json.Valid(w.Body.Bytes()) {
			t.Errorf("%s: not JSON", name)
		}
	}
}
