package schema

import (
	"maps"
	"reflect"
	"regexp"
	"slices"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"

	"kadry/internal/fault"
)

// Spelled is an enumerated type whose values people also write otherwise: in another
// language, in short. Only its values are shown in a schema.
type Spelled interface {
	Enumerated
	Spellings() map[string]string // in lower case -> value
}

// Rules are what checking takes beside a schema, by the place in it. Nil has none.
type Rules map[*jsonschema.Schema]rule

// rule belongs to one text of a schema.
type rule struct {
	spellings map[string]string // of its enum
	pattern   *regexp.Regexp    // nil where it has none
}

// RulesOf collects the rules of a type whose schema is s.
func RulesOf(t reflect.Type, s *jsonschema.Schema) Rules {
	all := Rules{}
	all.collect(t, s)
	return all
}

func (all Rules) collect(t reflect.Type, s *jsonschema.Schema) {
	if s == nil {
		return
	}
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if e, ok := reflect.TypeAssert[Spelled](reflect.Zero(t)); ok {
		all[s] = rule{spellings: e.Spellings()}
		return
	}
	switch t.Kind() {
	case reflect.String:
		// For refuses what does not compile.
		if pattern, err := regexp.Compile(s.Pattern); err == nil && s.Pattern != "" {
			all[s] = rule{pattern: pattern}
		}
	case reflect.Slice, reflect.Array:
		all.collect(t.Elem(), s.Items)
	case reflect.Map:
		all.collect(t.Elem(), s.AdditionalProperties)
	case reflect.Struct:
		for _, f := range reflect.VisibleFields(t) {
			name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
			if !f.Anonymous && f.IsExported() && name != "" {
				all.collect(f.Type, s.Properties[name])
			}
		}
	}
}

// resolve turns another spelling of a value into the value.
func (all Rules) resolve(s *jsonschema.Schema, v any) any {
	text, ok := v.(string)
	if !ok || all[s].spellings == nil || slices.Contains(s.Enum, v) {
		return v
	}
	folded := strings.ToLower(strings.TrimSpace(text))
	if value, ok := all[s].spellings[folded]; ok {
		return value
	}
	if slices.Contains(s.Enum, any(folded)) {
		return folded
	}
	return v
}

// nearest returns the values of an enum whose spellings are most like a text, best first.
func (all Rules) nearest(s *jsonschema.Schema, text string) []string {
	spellings := all[s].spellings
	if spellings == nil {
		return nil
	}
	names := slices.Sorted(maps.Keys(spellings))
	for _, v := range s.Enum {
		if value, ok := v.(string); ok {
			names = append(names, value)
		}
	}
	var values []string
	for _, name := range fault.Nearest(strings.TrimSpace(text), names, fault.NearestKept) {
		value := name
		if meant, ok := spellings[name]; ok {
			value = meant
		}
		if !slices.Contains(values, value) {
			values = append(values, value)
		}
	}
	return values
}
