package schema

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/google/jsonschema-go/jsonschema"

	"kadry/internal/fault"
)

// maxFields bounds how many findings one refusal lists: the first few are what gets fixed.
const maxFields = 8

// Input reads the caller's arguments, coerces what clients are known to send crooked
// ("10" for 10, "x" for ["x"], null for an absent option), and checks the result against
// the schema. Other spellings of enum values become the values they stand for. The error
// is a fault.Invalid that names every field at fault.
func Input(s *jsonschema.Schema, rules Rules, args []byte) ([]byte, error) {
	if len(bytes.TrimSpace(args)) == 0 || string(bytes.TrimSpace(args)) == "null" {
		args = []byte("{}")
	}
	value, err := decode(args)
	if twice, ok := errors.AsType[*repeatedKey](err); ok {
		return nil, fault.E(fault.Invalid, fault.Say("The field %q is given twice.", "Поле %q указано дважды.", fault.Clip(twice.name)), err)
	}
	if err != nil {
		return nil, fault.E(fault.Invalid, fault.Say("The arguments are not valid JSON.", "Аргументы не являются корректным JSON."), err)
	}
	if text, ok := value.(string); ok {
		if inner, err := decode([]byte(text)); err == nil {
			value = inner
		}
	}
	object, ok := value.(map[string]any)
	if !ok {
		return nil, fault.E(fault.Invalid, fault.Say("The arguments must be a JSON object.", "Аргументы должны быть объектом JSON."), nil)
	}
	c := checker{coerce: true, rules: rules}
	checked := c.value(s, object, "")
	if len(c.found) > 0 {
		return nil, c.refusal()
	}
	return json.Marshal(checked)
}

// Output reports where an encoded output breaks its own schema: a defect of ours. The
// error is logged and the output is about people, so it tells the place and not the value.
func Output(s *jsonschema.Schema, rules Rules, output []byte) error {
	value, err := parse(output)
	if err != nil {
		return fmt.Errorf("schema: output is not JSON: %w", err)
	}
	c := checker{rules: rules}
	c.value(s, value, "")
	if len(c.found) > 0 {
		return fmt.Errorf("schema: output breaks its schema at %q", c.found[0].Path)
	}
	return nil
}

// repeatedKey is a key that an object has more than once. Of its values readers take
// different ones, so what was checked might not be what is used.
type repeatedKey struct{ name string }

func (r *repeatedKey) Error() string { return fmt.Sprintf("schema: the key %q is repeated", r.name) }

// decode parses a value in which no object has a key twice.
func decode(text []byte) (any, error) {
	value, err := parse(text)
	if err != nil {
		return nil, err
	}
	return value, distinct(text)
}

// distinct reports a key that one object of a valid text has twice.
func distinct(text []byte) error {
	dec := json.NewDecoder(bytes.NewReader(text))
	dec.UseNumber()
	var open []map[string]bool // keys of the objects around; nil for a list
	key := false               // a key comes next
	for {
		token, err := dec.Token()
		if err != nil {
			return nil //nolint:nilerr // the end: the text is valid
		}
		switch token {
		case json.Delim('{'):
			open, key = append(open, map[string]bool{}), true
			continue
		case json.Delim('['):
			open, key = append(open, nil), false
			continue
		case json.Delim('}'), json.Delim(']'):
			open = open[:len(open)-1]
		default:
			if name, ok := token.(string); ok && key {
				if keys := open[len(open)-1]; keys[name] {
					return &repeatedKey{name}
				}
				open[len(open)-1][name], key = true, false
				continue
			}
		}
		key = len(open) > 0 && open[len(open)-1] != nil
	}
}

func parse(text []byte) (any, error) {
	dec := json.NewDecoder(bytes.NewReader(text))
	dec.UseNumber()
	var value any
	if err := dec.Decode(&value); err != nil {
		return nil, err
	}
	if dec.More() {
		return nil, errors.New("schema: more than one JSON value")
	}
	return value, nil
}

func (c *checker) refusal() *fault.Error {
	var en, ru []string
	for _, f := range c.found {
		prefix := ""
		if f.Path != "" {
			prefix = f.Path + ": "
		}
		en, ru = append(en, prefix+f.Text.EN), append(ru, prefix+f.Text.RU)
	}
	if c.further > 0 {
		en, ru = append(en, fmt.Sprintf("and %d more", c.further)), append(ru, fmt.Sprintf("и ещё %d", c.further))
	}
	e := fault.E(fault.Invalid, fault.Text{EN: strings.Join(en, "; "), RU: strings.Join(ru, "; ")}, nil).WithCandidates(c.near...)
	e.Fields = c.found
	return e
}

// checker walks a decoded value beside its schema. It covers exactly the keywords that
// For emits; a property test holds it against a full validator.
type checker struct {
	coerce  bool
	rules   Rules
	near    []string      // values nearest to the first one that is not of its enum
	found   []fault.Field // the first maxFields
	further int           // how many more there are
}

// report keeps a finding. A body of megabytes can break its schema a million times, and
// the answer must not be larger than the question.
func (c *checker) report(path string, text fault.Text) {
	if len(c.found) == maxFields {
		c.further++
		return
	}
	c.found = append(c.found, fault.Field{Path: path, Text: text})
}

func (c *checker) value(s *jsonschema.Schema, v any, path string) any {
	if c.coerce {
		v = c.rules.resolve(s, coerce(s, v))
	}
	switch s.Type {
	case "object":
		object, ok := v.(map[string]any)
		if !ok {
			c.wrongType(path, "an object", "объект", v)
			return v
		}
		return c.object(s, object, path)
	case "array":
		list, ok := v.([]any)
		if !ok {
			c.wrongType(path, "a list", "список", v)
			return v
		}
		return c.array(s, list, path)
	case "string":
		text, ok := v.(string)
		if !ok {
			c.wrongType(path, "a text", "строка", v)
			return v
		}
		c.text(s, text, path)
	case "integer", "number":
		number, ok := v.(json.Number)
		if !ok {
			c.wrongType(path, "a number", "число", v)
			return v
		}
		c.number(s, number, path)
	case "boolean":
		if _, ok := v.(bool); !ok {
			c.wrongType(path, "true or false", "true или false", v)
		}
	}
	return v
}

func (c *checker) object(s *jsonschema.Schema, object map[string]any, path string) any {
	if c.coerce {
		for key, v := range object {
			if v == nil && !slices.Contains(s.Required, key) {
				delete(object, key)
			}
		}
	}
	for _, key := range s.Required {
		if _, ok := object[key]; !ok {
			c.report(join(path, key), fault.Say("is required", "обязательное поле"))
		}
	}
	keys := make([]string, 0, len(object))
	for key := range object {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	for _, key := range keys {
		switch property := s.Properties[key]; {
		case property != nil:
			object[key] = c.value(property, object[key], join(path, key))
		case s.AdditionalProperties == nil:
		case s.AdditionalProperties.Not != nil:
			valid := strings.Join(slices.Clone(s.PropertyOrder), ", ")
			c.report(join(path, fault.Clip(key)), fault.Say("unknown field; valid ones: %s", "неизвестное поле; допустимые: %s", valid))
		default:
			object[key] = c.value(s.AdditionalProperties, object[key], join(path, key))
		}
	}
	return object
}

func (c *checker) array(s *jsonschema.Schema, list []any, path string) any {
	low, high := 0, math.MaxInt
	if s.MinItems != nil {
		low = *s.MinItems
	}
	if s.MaxItems != nil {
		high = *s.MaxItems
	}
	if len(list) < low || len(list) > high {
		en, ru := bounds(s.MinItems != nil, float64(low), s.MaxItems != nil, float64(high))
		c.report(path, fault.Text{
			EN: fmt.Sprintf("must have %s items, got %d", en, len(list)),
			RU: fmt.Sprintf("число элементов должно быть %s, получено %d", ru, len(list)),
		})
		return list
	}
	for i := range list {
		list[i] = c.value(s.Items, list[i], path+"["+strconv.Itoa(i)+"]")
	}
	return list
}

func (c *checker) text(s *jsonschema.Schema, text, path string) {
	if len(s.Enum) > 0 && !slices.Contains(s.Enum, any(text)) {
		values := make([]string, len(s.Enum))
		for i, v := range s.Enum {
			values[i] = fmt.Sprint(v)
		}
		if c.near == nil {
			c.near = c.rules.nearest(s, text)
		}
		c.report(path, fault.Say("must be one of %s, got %q", "должно быть одним из: %s; получено %q", strings.Join(values, ", "), fault.Clip(text)))
		return
	}
	n := utf8.RuneCountInString(text)
	if (s.MinLength != nil && n < *s.MinLength) || (s.MaxLength != nil && n > *s.MaxLength) {
		en, ru := bounds(s.MinLength != nil, deref(s.MinLength), s.MaxLength != nil, deref(s.MaxLength))
		c.report(path, fault.Text{
			EN: fmt.Sprintf("must have %s characters, got %d", en, n),
			RU: fmt.Sprintf("число знаков должно быть %s, получено %d", ru, n),
		})
		return
	}
	if pattern := c.rules[s].pattern; pattern != nil && !pattern.MatchString(text) {
		c.report(path, fault.Say("must look like %s, got %q", "должно соответствовать %s, получено %q", s.Pattern, fault.Clip(text)))
	}
}

func (c *checker) number(s *jsonschema.Schema, number json.Number, path string) {
	n, err := number.Float64()
	if err != nil || (s.Type == "integer" && n != math.Trunc(n)) {
		c.report(path, fault.Say("must be a whole number, got %s", "должно быть целым числом, получено %s", fault.Clip(number.String())))
		return
	}
	if (s.Minimum != nil && n < *s.Minimum) || (s.Maximum != nil && n > *s.Maximum) {
		en, ru := bounds(s.Minimum != nil, derefFloat(s.Minimum), s.Maximum != nil, derefFloat(s.Maximum))
		c.report(path, fault.Text{
			EN: fmt.Sprintf("must be %s, got %s", en, fault.Clip(number.String())),
			RU: fmt.Sprintf("должно быть %s, получено %s", ru, fault.Clip(number.String())),
		})
	}
}

func (c *checker) wrongType(path, en, ru string, got any) {
	text, _ := json.Marshal(got)
	c.report(path, fault.Text{
		EN: fmt.Sprintf("must be %s, got %s", en, fault.Clip(string(text))),
		RU: fmt.Sprintf("ожидается %s, получено %s", ru, fault.Clip(string(text))),
	})
}

// coerce turns a value into the type the schema wants where only one reading is possible.
func coerce(s *jsonschema.Schema, v any) any {
	text, isText := v.(string)
	switch s.Type {
	case "integer", "number":
		if isText {
			v = json.Number(strings.TrimSpace(text))
		}
		number, ok := v.(json.Number)
		if !ok || !json.Valid([]byte(number)) {
			return revert(v, text, isText)
		}
		if n, err := number.Float64(); err == nil && s.Type == "integer" && n == math.Trunc(n) && math.Abs(n) < 1<<53 {
			return json.Number(strconv.FormatInt(int64(n), 10)) // 10.0 and 1e1 are whole numbers too
		}
		return number
	case "boolean":
		if b, err := strconv.ParseBool(strings.ToLower(text)); isText && err == nil {
			return b
		}
	case "array":
		switch v.(type) {
		case []any, nil:
			return v
		}
		if list, err := decode([]byte(text)); isText && err == nil {
			if list, ok := list.([]any); ok {
				return list
			}
		}
		if s.Items != nil && s.Items.Type == "object" && isText {
			return v
		}
		return []any{v}
	case "object":
		if inner, err := decode([]byte(text)); isText && err == nil {
			return inner
		}
	case "string":
		if number, ok := v.(json.Number); ok {
			return number.String()
		}
	}
	return v
}

func revert(v any, text string, wasText bool) any {
	if wasText {
		return text
	}
	return v
}

func bounds(hasLow bool, low float64, hasHigh bool, high float64) (en, ru string) {
	l, h := strconv.FormatFloat(low, 'f', -1, 64), strconv.FormatFloat(high, 'f', -1, 64)
	switch {
	case hasLow && hasHigh:
		return l + "-" + h, "от " + l + " до " + h
	case hasLow:
		return "at least " + l, "не меньше " + l
	}
	return "at most " + h, "не больше " + h
}

func deref(n *int) float64 {
	if n == nil {
		return 0
	}
	return float64(*n)
}

func derefFloat(n *float64) float64 {
	if n == nil {
		return 0
	}
	return *n
}

func join(path, key string) string {
	if path == "" {
		return key
	}
	return path + "." + key
}
