package developer

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"

	"kadry/internal/webui/kit"
)

// field is a field of an input or an answer, or of an object inside of it.
type field struct {
	path     string // items[].name
	depth    int
	required bool
	schema   *jsonschema.Schema
	input    bool
}

// fieldsOf are the fields of an object with those of the objects inside, in the order of their
// declaration.
func fieldsOf(s *jsonschema.Schema, input bool) []field {
	return fieldsBelow(nil, "", 0, s, input)
}

// deepest bounds how far into an answer its fields are listed.
const deepest = 6

func fieldsBelow(list []field, prefix string, depth int, s *jsonschema.Schema, input bool) []field {
	if s == nil || depth > deepest {
		return list
	}
	for _, name := range s.PropertyOrder {
		inner := s.Properties[name]
		if inner == nil {
			continue
		}
		list = append(list, field{prefix + name, depth, slices.Contains(s.Required, name), inner, input})
		object, path := objectIn(inner, prefix+name)
		list = fieldsBelow(list, path+".", depth+1, object, input)
	}
	return list
}

// objectIn is the object that a field holds, directly, in a list or in a map.
func objectIn(s *jsonschema.Schema, path string) (*jsonschema.Schema, string) {
	for s != nil {
		switch {
		case s.Type == "array":
			s, path = s.Items, path+"[]"
		case s.Type == "object" && len(s.Properties) == 0:
			s, path = s.AdditionalProperties, path+".*"
		case s.Type == "object":
			return s, path
		default:
			return nil, path
		}
	}
	return nil, path
}

// kind is the type of a field in words.
func (f field) kind(s *kit.Screen) string { return kindOf(s, f.schema) }

func kindOf(s *kit.Screen, of *jsonschema.Schema) string {
	switch {
	case of == nil || of.Type == "":
		return s.T("dev.type.any")
	case of.Type == "array":
		return s.T("dev.type.list", "Of", kindOf(s, of.Items))
	case of.Type == "object" && len(of.Properties) == 0 && of.AdditionalProperties != nil:
		return s.T("dev.type.map", "Of", kindOf(s, of.AdditionalProperties))
	case of.Type == "string" && of.Format != "":
		return of.Format
	}
	return s.T("dev.type." + of.Type)
}

// limits are what a value must keep to, in words.
func (f field) limits(s *kit.Screen) []string {
	of := f.schema
	var list []string
	if f.input && of.Default != nil {
		list = append(list, s.T("dev.default", "Value", string(of.Default)))
	}
	if values := choices(of); len(values) > 0 {
		list = append(list, s.T("dev.oneOf", "Values", strings.Join(values, ", ")))
	}
	if !f.input {
		return list
	}
	list = append(list, span(s, "dev.value", of.Minimum, of.Maximum), span(s, "dev.length", wide(of.MinLength), wide(of.MaxLength)),
		span(s, "dev.items", wide(of.MinItems), wide(of.MaxItems)))
	if of.Pattern != "" {
		list = append(list, s.T("dev.pattern", "Pattern", of.Pattern))
	}
	return slices.DeleteFunc(list, func(text string) bool { return text == "" })
}

func choices(of *jsonschema.Schema) []string {
	if of.Type == "array" && of.Items != nil {
		of = of.Items
	}
	values := make([]string, len(of.Enum))
	for i, v := range of.Enum {
		values[i] = fmt.Sprint(v)
	}
	return values
}

// span says the bounds of a quantity whose words are under a key.
func span(s *kit.Screen, key string, low, high *float64) string {
	plain := func(n *float64) string { return strconv.FormatFloat(*n, 'f', -1, 64) }
	switch {
	case low != nil && high != nil:
		return s.T(key+".between", "Low", plain(low), "High", plain(high))
	case low != nil:
		return s.T(key+".least", "Low", plain(low))
	case high != nil:
		return s.T(key+".most", "High", plain(high))
	}
	return ""
}

func wide(n *int) *float64 {
	if n == nil {
		return nil
	}
	f := float64(*n)
	return &f
}

// skeleton is an input of the fields that are required, in their order, each with a value that
// shows its type.
func skeleton(of *jsonschema.Schema) ([]byte, error) {
	var b bytes.Buffer
	b.WriteByte('{')
	for _, name := range of.PropertyOrder {
		if !slices.Contains(of.Required, name) {
			continue
		}
		if b.Len() > 1 {
			b.WriteByte(',')
		}
		key, err := json.Marshal(name)
		if err != nil {
			return nil, err
		}
		value, err := shown(of.Properties[name])
		if err != nil {
			return nil, err
		}
		b.Write(key)
		b.WriteByte(':')
		b.Write(value)
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}

// shown is a value of a type.
func shown(of *jsonschema.Schema) ([]byte, error) {
	switch {
	case of.Default != nil:
		return of.Default, nil
	case len(of.Enum) > 0:
		return json.Marshal(of.Enum[0])
	case of.Type == "array" && of.Items != nil:
		item, err := shown(of.Items)
		return slices.Concat([]byte("["), item, []byte("]")), err
	case of.Type == "object":
		return skeleton(of)
	case of.Type == "integer", of.Type == "number":
		if of.Minimum != nil {
			return json.Marshal(*of.Minimum)
		}
		return []byte("1"), nil
	case of.Type == "boolean":
		return []byte("true"), nil
	case of.Format == "date-time":
		return []byte(`"2026-11-20T09:30:00Z"`), nil
	}
	return []byte(`"..."`), nil
}
