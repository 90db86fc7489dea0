package schema_test

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"kadry/internal/fault"
	"kadry/internal/op/schema"
)

type level string

func (level) Enum() []string { return []string{"junior", "senior"} }

type want struct {
	Skill string  `json:"skill" min:"1" max:"5"`
	Years float64 `json:"years,omitzero" min:"0" max:"60"`
}

type paging struct {
	Limit  int    `json:"limit,omitzero" min:"1" max:"50" default:"5" doc:"How many."`
	Cursor string `json:"cursor,omitempty"`
}

type query struct {
	Skills []string       `json:"skills" min:"1" max:"4"`
	Level  level          `json:"level,omitzero"`
	Wants  []want         `json:"wants,omitempty"`
	Flags  map[string]int `json:"flags,omitempty"`
	Strict *bool          `json:"strict,omitempty"`
	Code   string         `json:"code,omitempty" pattern:"^c_[a-z]+$"`
	paging
}

// Exported through embedding only; VisibleFields promotes its fields.
var _ = paging{}

func TestFor_writesWhatClientsDigest(t *testing.T) {
	t.Parallel()
	s, err := schema.For(reflect.TypeFor[query]())
	if err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(s)
	if err != nil {
		t.Fatal(err)
	}
	for _, ban := range []string{`"null"`, "$ref", "anyOf", "oneOf", `:true`} {
		if strings.Contains(string(text), ban) {
			t.Errorf("the schema holds %s: %s", ban, text)
		}
	}
	for _, must := range []string{
		`"limit":{"type":"integer","description":"How many.","default":5,"minimum":1,"maximum":50}`,
		`"level":{"type":"string","enum":["junior","senior"]}`,
		`"required":["skills"]`, `"minItems":1`, `"pattern":"^c_[a-z]+$"`, `"additionalProperties":false`,
	} {
		if !strings.Contains(string(text), must) {
			t.Errorf("the schema lacks %s: %s", must, text)
		}
	}
}

func TestFor_refusesWhatHasNoForm(t *testing.T) {
	t.Parallel()
	for name, typ := range map[string]reflect.Type{
		"any":          reflect.TypeFor[struct{ X any }](),
		"bytes":        reflect.TypeFor[struct{ X []byte }](),
		"raw JSON":     reflect.TypeFor[struct{ X json.RawMessage }](),
		"not a struct": reflect.TypeFor[[]string](),
		"bad bound": reflect.TypeFor[struct {
			X int `min:"one"`
		}](),
		"bad default": reflect.TypeFor[struct {
			X int `default:"many"`
		}](),
	} {
		if _, err := schema.For(typ); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

// anyValue draws JSON values near the schema's borders: right and wrong in every way.
func anyValue() *rapid.Generator[any] {
	scalar := rapid.OneOf(
		rapid.Just[any](nil), rapid.Bool().AsAny(), rapid.IntRange(-3, 70).AsAny(), rapid.Float64Range(-1, 70).AsAny(),
		rapid.SampledFrom([]string{"", "a", "senior", "c_x", "c_X", "12345", "123456", "7", "true", "ёжик"}).AsAny(),
	)
	list := rapid.SliceOfN(scalar, 0, 5).AsAny()
	object := rapid.MapOfN(rapid.SampledFrom([]string{"skill", "years", "x"}), scalar, 0, 3).AsAny()
	objects := rapid.SliceOfN(object, 0, 3).AsAny()
	return rapid.OneOf(scalar, list, object, objects)
}

// The checker must agree with a full JSON Schema validator on every value it is handed
// after coercion: it is the same contract that clients validate against.
func TestInput_agreesWithAFullValidator(t *testing.T) {
	t.Parallel()
	s, err := schema.For(reflect.TypeFor[query]())
	if err != nil {
		t.Fatal(err)
	}
	resolved, err := s.Resolve(nil)
	if err != nil {
		t.Fatal(err)
	}
	keys := []string{"skills", "level", "wants", "flags", "strict", "code", "limit", "cursor", "Skills", "extra"}
	rapid.Check(t, func(t *rapid.T) {
		args := rapid.MapOfN(rapid.SampledFrom(keys), anyValue(), 0, 6).Draw(t, "args")
		text, err := json.Marshal(args)
		if err != nil {
			t.Skip("not a JSON value")
		}
		checked, err := schema.Input(s, schema.RulesOf(reflect.TypeFor[query](), s), text)
		if err != nil {
			if fault.KindOf(err) != fault.Invalid || fault.From(err).Text.RU == "" {
				t.Fatalf("%v is not a refusal in both languages", err)
			}
			if resolved.Validate(reparse(t, text)) == nil {
				t.Fatalf("%s is valid and was refused: %v", text, err)
			}
			return
		}
		if err := resolved.Validate(reparse(t, checked)); err != nil {
			t.Fatalf("%s was let through as %s: %v", text, checked, err)
		}
		var q query
		if err := json.Unmarshal(checked, &q); err != nil {
			t.Fatalf("%s does not decode: %v", checked, err)
		}
	})
}

func reparse(t *rapid.T, text []byte) any {
	var v any
	if err := json.Unmarshal(text, &v); err != nil {
		t.Fatal(err)
	}
	return v
}

func TestOutput_findsABrokenContract(t *testing.T) {
	t.Parallel()
	s, err := schema.For(reflect.TypeFor[query]())
	if err != nil {
		t.Fatal(err)
	}
	schema.Open(s)
	for text, ok := range map[string]bool{
		`{"skills":["a"],"later":1}`:      true,
		`{"skills":null}`:                 false,
		`{"skills":["a"],"limit":"5"}`:    false,
		`{}`:                              false,
		`{"skills":["a"],"level":"boss"}`: false,
		`nonsense`:                        false,
	} {
		if err := schema.Output(s, schema.RulesOf(reflect.TypeFor[query](), s), []byte(text)); (err == nil) != ok {
			t.Errorf("%s: got %v", text, err)
		}
	}
}

// The error of a broken output is logged, and outputs are about people.
func TestOutput_doesNotTellTheValue(t *testing.T) {
	t.Parallel()
	s, err := schema.For(reflect.TypeFor[query]())
	if err != nil {
		t.Fatal(err)
	}
	err = schema.Output(s, schema.RulesOf(reflect.TypeFor[query](), s), []byte(`{"skills":["a"],"level":"Anna Sample"}`))
	if err == nil || strings.Contains(err.Error(), "Anna") || !strings.Contains(err.Error(), "level") {
		t.Errorf("got %v", err)
	}
}

func TestInput_refusalStaysSmall(t *testing.T) {
	t.Parallel()
	s, err := schema.For(reflect.TypeFor[query]())
	if err != nil {
		t.Fatal(err)
	}
	args := map[string]int{}
	for i := range 1000 {
		args[fmt.Sprintf("wrong_%04d", i)] = i
	}
	text, err := json.Marshal(args)
	if err != nil {
		t.Fatal(err)
	}
	_, err = schema.Input(s, schema.RulesOf(reflect.TypeFor[query](), s), text)
	f := fault.From(err)
	if f == nil || len(f.Fields) != 8 || !strings.HasSuffix(f.Text.EN, "; and 993 more") || !strings.HasSuffix(f.Text.RU, "; и ещё 993") {
		t.Errorf("got %d findings in %q", len(f.Fields), f.Text.EN)
	}
}

func FuzzInput(f *testing.F) {
	s, err := schema.For(reflect.TypeFor[query]())
	if err != nil {
		f.Fatal(err)
	}
	for _, seed := range []string{`{"skills":["a"]}`, `"{\"skills\":\"a\"}"`, `{"skills":[[[[]]]]}`, "{\"skills\":[\"\xff\"]}", `{"limit":1e400}`, `[`} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, args []byte) {
		checked, err := schema.Input(s, schema.RulesOf(reflect.TypeFor[query](), s), args)
		if err != nil {
			return
		}
		again, err := schema.Input(s, schema.RulesOf(reflect.TypeFor[query](), s), checked)
		if err != nil {
			t.Fatalf("%s was accepted, its checked form %s is not: %v", args, checked, err)
		}
		if diff := cmp.Diff(string(checked), string(again)); diff != "" {
			t.Fatal(diff)
		}
	})
}

func TestInput_refusesARepeatedKey(t *testing.T) {
	t.Parallel()
	type inner struct {
		A string `json:"a,omitempty"`
	}
	type input struct {
		A    string  `json:"a,omitempty"`
		In   inner   `json:"in,omitzero"`
		List []inner `json:"list,omitempty"`
	}
	s, err := schema.For(reflect.TypeFor[input]())
	if err != nil {
		t.Fatal(err)
	}
	for text, fine := range map[string]bool{
		`{"a":"x","in":{"a":"x"},"list":[{"a":"x"},{"a":"a"}]}`: true,
		`{"a":"x","a":"y"}`:                     false,
		`{"a":"x","\u0061":"y"}`:                false,
		`{"in":{"a":"x","a":"y"}}`:              false,
		`{"list":[{"a":"x"},{"a":"1","a":""}]}`: false,
		`{"list":[[],{}],"in":{},"in":{}}`:      false,
	} {
		_, err := schema.Input(s, schema.RulesOf(reflect.TypeFor[input](), s), []byte(text))
		if twice := err != nil && strings.Contains(err.Error(), "given twice"); twice == fine {
			t.Errorf("%s: %v", text, err)
		}
	}
}
