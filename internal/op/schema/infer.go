// Package schema is the contract of an operation's input and output: it infers JSON
// Schemas from Go types and field tags, and holds values against them in words a person
// or a model can act on. It covers the few keywords it emits and no more.
package schema

import (
	"encoding/json"
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"
)

// Enumerated is a named string type with a closed set of values.
type Enumerated interface{ Enum() []string }

// For infers the schema of a struct, or of a map for an object whose keys are data.
//
// Field tags, read here and nowhere else:
//
//	json:"limit,omitzero"   the name; omitempty or omitzero makes the field optional
//	doc:"..."               description
//	min:"1" max:"50"        bounds: of a number, a string's length in runes, a list's length
//	default:"5"             value when the caller leaves the field out (top level only)
//	format:"date"           JSON Schema format
//	pattern:"^c_"           regular expression a string must match
//
// Named string types that implement Enumerated become enums.
func For(t reflect.Type) (*jsonschema.Schema, error) {
	if t.Kind() != reflect.Struct && t.Kind() != reflect.Map {
		return nil, fmt.Errorf("schema: %s is not a struct", t)
	}
	s, err := jsonschema.ForType(t, nil)
	if err != nil {
		return nil, fmt.Errorf("schema: type %s: %w", t, err)
	}
	if err := refine(t, s); err != nil {
		return nil, fmt.Errorf("schema: type %s: %w", t, err)
	}
	if s.Properties == nil && t.Kind() == reflect.Struct {
		s.Properties = map[string]*jsonschema.Schema{}
	}
	return s, nil
}

// refine walks a type beside its inferred schema: it takes null out (a nil slice is
// written as []), refuses fields without a concrete type, and applies the tags.
func refine(t reflect.Type, s *jsonschema.Schema) error {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if len(s.Types) > 0 {
		s.Types = slices.DeleteFunc(s.Types, func(name string) bool { return name == "null" })
		s.Type, s.Types = s.Types[0], nil
	}
	if e, ok := reflect.TypeAssert[Enumerated](reflect.Zero(t)); ok {
		s.Enum = nil
		for _, v := range e.Enum() {
			s.Enum = append(s.Enum, v)
		}
		return nil
	}
	switch t.Kind() {
	case reflect.Interface:
		return fmt.Errorf("%s has no concrete type", t)
	case reflect.Slice, reflect.Array:
		if t.Elem().Kind() == reflect.Uint8 {
			return fmt.Errorf("%s: bytes have no JSON form here, use a string", t)
		}
		return refine(t.Elem(), s.Items)
	case reflect.Map:
		return refine(t.Elem(), s.AdditionalProperties)
	case reflect.Struct:
		if s.Type != "object" {
			return nil
		}
		return refineFields(t, s)
	}
	return nil
}

func refineFields(t reflect.Type, s *jsonschema.Schema) error {
	for _, f := range reflect.VisibleFields(t) {
		if f.Anonymous || !f.IsExported() {
			continue
		}
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		if name == "-" {
			continue
		}
		property := s.Properties[name]
		if property == nil {
			return fmt.Errorf("field %s has no json name", f.Name)
		}
		if err := refine(f.Type, property); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		if err := applyTags(f, property); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	return nil
}

func applyTags(f reflect.StructField, s *jsonschema.Schema) error {
	s.Description = f.Tag.Get("doc")
	s.Format = f.Tag.Get("format")
	s.Pattern = f.Tag.Get("pattern")
	if _, err := regexp.Compile(s.Pattern); err != nil {
		return fmt.Errorf("pattern: %w", err)
	}
	if text, ok := f.Tag.Lookup("default"); ok {
		if s.Type == "string" {
			text = strconv.Quote(text)
		}
		if !json.Valid([]byte(text)) {
			return fmt.Errorf("default %s is not JSON", text)
		}
		s.Default = json.RawMessage(text)
	}
	for tag, bound := range map[string]func(float64){
		"min": func(n float64) { setBound(s, n, &s.Minimum, &s.MinLength, &s.MinItems) },
		"max": func(n float64) { setBound(s, n, &s.Maximum, &s.MaxLength, &s.MaxItems) },
	} {
		text, ok := f.Tag.Lookup(tag)
		if !ok {
			continue
		}
		n, err := strconv.ParseFloat(text, 64)
		if err != nil {
			return fmt.Errorf("%s %q is not a number", tag, text)
		}
		bound(n)
	}
	return nil
}

func setBound(s *jsonschema.Schema, n float64, number **float64, length, items **int) {
	whole := int(n)
	switch s.Type {
	case "string":
		*length = &whole
	case "array":
		*items = &whole
	default:
		*number = &n
	}
}

// Defaults is the JSON object of an input schema's top-level default values.
func Defaults(s *jsonschema.Schema) ([]byte, error) {
	values := map[string]json.RawMessage{}
	for name, property := range s.Properties {
		if property.Default != nil {
			values[name] = property.Default
		}
	}
	return json.Marshal(values)
}

// Open allows further properties in an output, so that adding a field later breaks no
// client that validates answers.
func Open(s *jsonschema.Schema) {
	if s == nil {
		return
	}
	// Only a map, whose keys are data, says what further properties are.
	if closed := s.AdditionalProperties; s.Type == "object" && (len(s.Properties) > 0 || closed != nil && closed.Not != nil) {
		s.AdditionalProperties = nil
	}
	for _, property := range s.Properties {
		Open(property)
	}
	Open(s.Items)
	Open(s.AdditionalProperties)
}
