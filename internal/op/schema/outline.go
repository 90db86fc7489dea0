package schema

import (
	"maps"
	"slices"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"
)

// outlined is how many bytes of names an outline has room for.
const outlined = 110

// Outline says of an output schema what has room in a tool list, which stands in front of a
// model in every conversation: an object, and in words the names of its first fields. It
// promises less than the schema and nothing else, so an answer that fits one fits the other.
func Outline(s *jsonschema.Schema) *jsonschema.Schema {
	names := strings.Join(ordered(s), ", ")
	if len(names) > outlined {
		names = names[:strings.LastIndex(names[:outlined], ", ")] + ", …"
	}
	short := &jsonschema.Schema{Type: "object", Description: names}
	if len(s.Properties) == 0 && s.AdditionalProperties != nil { // a map
		short.AdditionalProperties = &jsonschema.Schema{Type: s.AdditionalProperties.Type, Items: s.AdditionalProperties.Items}
	}
	return short
}

// ordered names the fields in the order of the declaration, which puts the weighty first.
func ordered(s *jsonschema.Schema) []string {
	if len(s.PropertyOrder) == len(s.Properties) {
		return s.PropertyOrder
	}
	return slices.Sorted(maps.Keys(s.Properties))
}

// shortList is the length of a list up to which its bound shapes a call.
const shortList = 10

// Brief is an input schema as a tool list shows it: without the bounds that no sensible call
// meets, which a refusal names, and with the fields of inner objects in words. What it
// allows beyond the schema is refused by Input.
func Brief(s *jsonschema.Schema) *jsonschema.Schema {
	short := *s
	short.MinLength, short.MaxLength, short.AdditionalProperties = nil, nil, nil
	if s.MaxItems != nil && *s.MaxItems > shortList {
		short.MaxItems = nil
	}
	if s.Minimum != nil && *s.Minimum == 0 {
		short.Minimum = nil
	}
	if s.AdditionalProperties != nil && s.AdditionalProperties.Type != "" { // a map
		short.AdditionalProperties = Brief(s.AdditionalProperties)
	}
	if s.Items != nil {
		short.Items = Brief(s.Items)
	}
	if s.Properties == nil {
		return &short
	}
	short.Properties = make(map[string]*jsonschema.Schema, len(s.Properties))
	for name, property := range s.Properties {
		brief := Brief(property)
		if len(property.Properties) > 0 {
			brief = &jsonschema.Schema{Type: "object", Description: strings.TrimSpace(property.Description + " Fields: " + strings.Join(ordered(property), ", ") + ".")}
		}
		short.Properties[name] = brief
	}
	return &short
}
