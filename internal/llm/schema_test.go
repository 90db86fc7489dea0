package llm

import (
	"testing"

	"github.com/google/jsonschema-go/jsonschema"
)

// Numbers are held against the schema as numbers, and keep their digits.
func TestSchema_numbers(t *testing.T) {
	t.Parallel()
	least := 0.0
	s, err := NewSchema("count", &jsonschema.Schema{
		Type: "object", Required: []string{"n", "share"}, AdditionalProperties: &jsonschema.Schema{Not: &jsonschema.Schema{}},
		Properties: map[string]*jsonschema.Schema{"n": {Type: "integer", Minimum: &least}, "share": {Type: "number"}},
	})
	if err != nil {
		t.Fatal(err)
	}
	for object, want := range map[string]string{
		`{"n": 3, "share": 0.50}`:              `{"n":3,"share":0.50}`,
		`{"n": 9007199254740993, "share": -1}`: `{"n":9007199254740993,"share":-1}`,
		`{"n": 1, "n": 2, "share": 1}`:         `{"n":2,"share":1}`, // what was checked is what is read
		`{"n": "3", "share": 1}`:               "",
		`{"n": 3.5, "share": 1}`:               "",
		`{"n": -1, "share": 1}`:                "",
		`{"n": 1e999, "share": 1}`:             "",
		`null`:                                 "",
	} {
		got, err := s.check([]byte(object))
		if string(got) != want || (err == nil) != (want != "") {
			t.Errorf("%s: got %s, %v, want %q", object, got, err, want)
		}
	}
}
