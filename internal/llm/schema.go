package llm

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"slices"

	"github.com/google/jsonschema-go/jsonschema"
)

// Schema is the shape of an answer: one JSON object.
type Schema struct {
	name     string
	document json.RawMessage
	resolved *jsonschema.Resolved
}

var schemaName = regexp.MustCompile(`^[a-zA-Z0-9_-]{1,64}$`) // as the protocol wants it

// NewSchema checks that a schema can be asked for strictly, which is what the better
// endpoints enforce: the root is an object, every object closes its properties and requires
// all of them (an optional one is a null union), and nothing refers outside the document.
func NewSchema(name string, s *jsonschema.Schema) (*Schema, error) {
	if !schemaName.MatchString(name) {
		return nil, fmt.Errorf("llm: schema name %q is not 1-64 of letters, digits, _ and -", name)
	}
	if s == nil || s.Type != "object" {
		return nil, fmt.Errorf("llm: schema %s: an answer is a JSON object", name)
	}
	if err := strict(s, "answer"); err != nil {
		return nil, fmt.Errorf("llm: schema %s: %w", name, err)
	}
	resolved, err := s.Resolve(nil)
	if err != nil {
		return nil, fmt.Errorf("llm: schema %s: %w", name, err)
	}
	document, err := json.Marshal(s)
	if err != nil {
		return nil, fmt.Errorf("llm: schema %s: %w", name, err)
	}
	return &Schema{name: name, document: document, resolved: resolved}, nil
}

// strict reports the first place that strict endpoints would refuse.
func strict(s *jsonschema.Schema, path string) error {
	if s == nil {
		return nil
	}
	for name, property := range s.Properties {
		if !slices.Contains(s.Required, name) {
			return fmt.Errorf("%s.%s is not required", path, name)
		}
		if err := strict(property, path+"."+name); err != nil {
			return err
		}
	}
	if (s.Type == "object" || slices.Contains(s.Types, "object")) && !closed(s) {
		return fmt.Errorf("%s allows properties it does not name", path)
	}
	for name, d := range s.Defs {
		if err := strict(d, "$defs."+name); err != nil {
			return err
		}
	}
	for _, branch := range s.AnyOf {
		if err := strict(branch, path); err != nil {
			return err
		}
	}
	return strict(s.Items, path+"[]")
}

// closed reports whether additionalProperties is false, which the library keeps as "not
// anything".
func closed(s *jsonschema.Schema) bool {
	text, err := json.Marshal(s.AdditionalProperties)
	return err == nil && bytes.Equal(text, []byte("false"))
}

// check validates one JSON object and returns it spelled anew from what was validated, so
// that duplicate keys cannot show a reader another value than the one that was checked.
func (s *Schema) check(object json.RawMessage) (json.RawMessage, error) {
	var checked, value map[string]any
	// The validator takes numbers only as such: a json.Number is a string to it.
	if err := json.Unmarshal(object, &checked); err != nil {
		return nil, err
	}
	if checked == nil {
		return nil, errors.New("null is no object")
	}
	if err := s.resolved.Validate(checked); err != nil {
		return nil, err
	}
	dec := json.NewDecoder(bytes.NewReader(object))
	dec.UseNumber() // spelled anew, a long number keeps its digits
	if err := dec.Decode(&value); err != nil {
		return nil, err
	}
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(value); err != nil {
		return nil, err
	}
	return bytes.TrimRight(b.Bytes(), "\n"), nil
}
