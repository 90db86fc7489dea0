package cli

import (
	"encoding/csv"
	"encoding/json"
	"errors"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"

	"kadry/internal/fault"
)

// value is the JSON for the occurrences of a flag.
func (f *flag) value(given []string, stdin io.Reader) (json.RawMessage, error) {
	if f.schema.Type != "array" {
		return f.single(f.schema, given[len(given)-1], stdin)
	}
	elements := []json.RawMessage{}
	for _, text := range given {
		more, err := f.elements(text, stdin)
		if err != nil {
			return nil, err
		}
		elements = append(elements, more...)
	}
	return json.Marshal(elements)
}

func (f *flag) single(s *jsonschema.Schema, text string, stdin io.Reader) (json.RawMessage, error) {
	switch s.Type {
	case "string":
		text, _, err := expand(text, stdin)
		if err != nil {
			return nil, err
		}
		return scalar(s, text), nil
	case "object":
		return f.document(text, stdin)
	}
	return scalar(s, text), nil
}

// elements reads one occurrence of a list flag: a JSON array; else a comma-separated
// line; else, for a file, one element a line. Lists of objects take an object or an array.
func (f *flag) elements(text string, stdin io.Reader) ([]json.RawMessage, error) {
	if !f.isPlainList() {
		whole, err := f.document(text, stdin)
		if err != nil {
			return nil, err
		}
		if list, ok := array(whole); ok {
			return list, nil
		}
		return []json.RawMessage{whole}, nil
	}
	text, fromFile, err := expand(text, stdin)
	if err != nil {
		return nil, err
	}
	if list, ok := array([]byte(text)); ok {
		return list, nil
	}
	words := commaSeparated(text)
	if fromFile {
		words = slices.DeleteFunc(strings.Split(strings.ReplaceAll(text, "\r\n", "\n"), "\n"), func(line string) bool { return strings.TrimSpace(line) == "" })
	}
	elements := make([]json.RawMessage, len(words))
	for i, word := range words {
		elements[i] = scalar(f.schema.Items, word)
	}
	return elements, nil
}

func (f *flag) document(text string, stdin io.Reader) (json.RawMessage, error) {
	text, _, err := expand(text, stdin)
	if err != nil {
		return nil, err
	}
	if !json.Valid([]byte(text)) {
		return nil, fault.E(fault.Invalid, fault.Say("--%s is not valid JSON.", "Значение --%s не является корректным JSON.", f.name), nil)
	}
	return json.RawMessage(text), nil
}

func array(text []byte) ([]json.RawMessage, bool) {
	var list []json.RawMessage
	if !strings.HasPrefix(strings.TrimSpace(string(text)), "[") || json.Unmarshal(text, &list) != nil {
		return nil, false
	}
	return list, true
}

// commaSeparated splits a line as CSV does; what is no CSV is one word.
func commaSeparated(text string) []string {
	words, err := csv.NewReader(strings.NewReader(text)).Read()
	switch {
	case errors.Is(err, io.EOF):
		return nil
	case err != nil:
		return []string{text}
	}
	return words
}

// scalar writes a text as the JSON its schema wants where it can be read as that, and as
// a JSON text otherwise, for the kernel to refuse in its own words.
func scalar(s *jsonschema.Schema, text string) json.RawMessage {
	trimmed := strings.TrimSpace(text)
	switch s.Type {
	case "integer", "number":
		if strings.Trim(trimmed[:min(1, len(trimmed))], "-0123456789") == "" && json.Valid([]byte(trimmed)) {
			return json.RawMessage(trimmed)
		}
	case "boolean":
		if yes, err := strconv.ParseBool(strings.ToLower(trimmed)); err == nil {
			return strconv.AppendBool(nil, yes)
		}
	}
	quoted, _ := json.Marshal(text) // a Go string always has a JSON form
	return quoted
}
