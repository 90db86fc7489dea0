package restapi

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/google/go-cmp/cmp"

	"kadry/internal/op"
)

func TestOpenAPI_isValid(t *testing.T) {
	t.Parallel()
	text, err := openAPIDocument(library(t), "1.2.3")
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
	ids := map[string]string{}
	for path, item := range doc.Paths.Map() {
		for method, o := range item.Operations() {
			if before := ids[o.OperationID]; before != "" {
				t.Errorf("%s %s and %s share the id %s", method, path, before, o.OperationID)
			}
			ids[o.OperationID] = path
			if o.Responses.Status(200) == nil || len(o.Summary) == 0 {
				t.Errorf("%s %s lacks an answer or a summary", method, path)
			}
		}
	}
}

func TestOpenAPI_problemTypesResolve(t *testing.T) {
	t.Parallel()
	h := serve(t, Config{})
	var doc struct {
		Components struct {
			Responses map[string]json.RawMessage `json:"responses"`
		} `json:"components"`
	}
	if err := json.Unmarshal([]byte(read(t, ask(t, h, "en", "GET", "/openapi.json", ""))), &doc); err != nil {
		t.Fatal(err)
	}
	for _, target := range []string{toolsPath + "/none", "/none", toolsPath + "/add_books"} {
		var p problem
		if err := json.Unmarshal([]byte(read(t, ask(t, h, "en", "GET", target, ""))), &p); err != nil {
			t.Fatal(err)
		}
		name, ok := strings.CutPrefix(p.Type, "/openapi.json#/components/responses/")
		if !ok || doc.Components.Responses[name] == nil {
			t.Errorf("%s: the type %s leads nowhere", target, p.Type)
		}
	}
}

func TestOpenAPI_isRevalidated(t *testing.T) {
	t.Parallel()
	h := serve(t, Config{})
	first := ask(t, h, "en", "GET", "/openapi.json", "")
	tag := first.Header.Get("ETag")
	again := ask(t, serve(t, Config{}), "en", "GET", "/openapi.json", "", "If-None-Match", tag)
	if first.StatusCode != 200 || tag == "" || again.StatusCode != http.StatusNotModified || read(t, again) != "" {
		t.Errorf("got %d with tag %q, then %d; want 200 and 304", first.StatusCode, tag, again.StatusCode)
	}
	if r := ask(t, h, "en", "POST", "/openapi.json", "{}"); r.StatusCode != 405 || r.Header.Get("Allow") != "GET, HEAD" {
		t.Errorf("POST: got %d allowing %q", r.StatusCode, r.Header.Get("Allow"))
	}
}

func TestDocuments_golden(t *testing.T) {
	t.Parallel()
	registry := library(t)
	document, err := openAPIDocument(registry, "1.2.3")
	if err != nil {
		t.Fatal(err)
	}
	golden(t, "openapi.json", document)
	o, err := registry.Lookup("find_books")
	if err != nil {
		t.Fatal(err)
	}
	file, err := operationFile(o)
	if err != nil {
		t.Fatal(err)
	}
	golden(t, "find_books.json", file)
	golden(t, "operations.md", reference(registry, func(o *op.Op, input []byte) string { return "kadry call " + o.Name + " '" + string(input) + "'" }))
	for range 5 {
		again, err := openAPIDocument(library(t), "1.2.3")
		if err != nil || !bytes.Equal(document, again) {
			t.Fatalf("a second run differs (%v)", err)
		}
	}
}

func TestCatalogue(t *testing.T) {
	t.Parallel()
	h := serve(t, Config{})
	r := ask(t, h, "en", "GET", toolsPath, "")
	var list struct {
		Items []struct {
			Name   string          `json:"name"`
			Input  json.RawMessage `json:"input_schema"`
			Output json.RawMessage `json:"output_schema"`
			Hints  hints           `json:"hints"`
		} `json:"items"`
		Total int `json:"total"`
	}
	if err := json.Unmarshal([]byte(read(t, r)), &list); err != nil {
		t.Fatal(err)
	}
	want := map[string]hints{"find_books": {ReadOnly: true, Idempotent: true}, "add_books": {Idempotent: true}, "fail": {Destructive: true, OpenWorld: true}}
	if list.Total != len(want) || len(list.Items) != len(want) {
		t.Errorf("got %d of %d items, want %d", len(list.Items), list.Total, len(want))
	}
	for _, item := range list.Items {
		if item.Hints != want[item.Name] || len(item.Input) < 10 || len(item.Output) < 10 {
			t.Errorf("%s: hints %+v, want %+v; input %s", item.Name, item.Hints, want[item.Name], item.Input)
		}
	}
	for target, status := range map[string]int{toolsPath + "?toolset=books": 400, toolsPath + "/": 404} {
		if r := ask(t, h, "en", "GET", target, ""); r.StatusCode != status {
			t.Errorf("GET %s: got %d, want %d", target, r.StatusCode, status)
		}
	}
	if r := ask(t, h, "en", "POST", toolsPath, "{}"); r.StatusCode != 405 {
		t.Errorf("POST: got %d, want 405", r.StatusCode)
	}
}

func TestGenerated(t *testing.T) {
	t.Parallel()
	files, err := Generated(library(t), "1.2.3", func(o *op.Op, _ []byte) string { return "kadry " + o.Name })
	if err != nil {
		t.Fatal(err)
	}
	var paths []string
	for path, text := range files {
		paths = append(paths, path)
		if len(text) == 0 || text[len(text)-1] != '\n' {
			t.Errorf("%s does not end in a line break", path)
		}
		if strings.HasSuffix(path, ".json") && !json.Valid(text) {
			t.Errorf("%s is not JSON", path)
		}
	}
	slices.Sort(paths)
	want := []string{"api/openapi.json", "api/ops/add_books.json", "api/ops/fail.json", "api/ops/find_books.json", "docs/operations.md"}
	if diff := cmp.Diff(want, paths); diff != "" {
		t.Error(diff)
	}
}

func TestReference_answerWithKeysOfData(t *testing.T) {
	t.Parallel()
	shelves := op.New(op.Spec{Name: "shelves", Toolset: "books", Title: "Shelves", Doc: "Lists shelves.", Effect: op.Reads},
		func(context.Context, struct{}) (map[string]book, error) { return nil, nil })
	page := string(reference(library(t, shelves), func(*op.Op, []byte) string { return "" }))
	want := "### shelves\n\n**Shelves.** Lists shelves.\n\nOnly reads; at most 30 s.\n\nTakes no parameters.\n\n" +
		"| output | type | meaning |\n|---|---|---|\n| `*` | object |  |\n| `*.title` | string | As on the cover |\n| `*.year` (optional) | integer | When it was printed |\n"
	if !strings.Contains(page, want) {
		t.Errorf("the page lacks\n%s\n%s", want, page)
	}
}
