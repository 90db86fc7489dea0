package cli

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
	"unicode"

	"kadry/internal/op"
)

// Line is a call as a person would type it into a POSIX shell.
func Line(o *op.Op, input []byte) string {
	words := append([]string{program}, arguments(o, input)...)
	for i, word := range words {
		words[i] = quote(word)
	}
	return strings.Join(words, " ")
}

// arguments writes a JSON input as the command's words, the inverse of form.input. An
// input that no flags can say goes through call.
func arguments(o *op.Op, input []byte) []string {
	fields := map[string]json.RawMessage{}
	if json.Unmarshal(input, &fields) != nil {
		return []string{"call", o.Name, string(input)}
	}
	f := newForm(o.Input)
	words := []string{o.Toolset, commandName(o)}
	var flags []string
	for _, target := range f.flags {
		value, given := fields[target.property]
		if !given {
			continue
		}
		delete(fields, target.property)
		if target == f.lead {
			if plain, ok := target.plain(value); ok && len(plain) > 0 && !slices.ContainsFunc(plain, dashFirst) {
				words = append(words, plain...)
				continue
			}
		}
		flags = append(flags, target.words(value)...)
	}
	if len(fields) > 0 {
		return []string{"call", o.Name, string(input)}
	}
	return append(words, flags...)
}

// plain is a value as arguments without a flag, one for each element.
func (f *flag) plain(value json.RawMessage) ([]string, bool) {
	if f.isText() {
		var text string
		err := json.Unmarshal(value, &text)
		return []string{escapeAt(text)}, err == nil
	}
	var elements []string
	err := json.Unmarshal(value, &elements)
	return elements, err == nil && !slices.ContainsFunc(elements, intricate)
}

// words is a value as a flag.
func (f *flag) words(value json.RawMessage) []string {
	var text string
	var elements []string
	switch {
	case f.isText() && json.Unmarshal(value, &text) == nil:
		text = escapeAt(text)
	case f.schema.Type == "boolean" && string(value) == "true":
		return []string{"--" + f.name}
	case f.schema.Type == "boolean":
		return []string{"--" + f.name + "=" + string(value)}
	case f.isPlainList() && json.Unmarshal(value, &elements) == nil && len(elements) > 0 && !slices.ContainsFunc(elements, intricate):
		text = strings.Join(elements, ",")
	default:
		text = compact(value)
	}
	if dashFirst(text) {
		return []string{"--" + f.name + "=" + text}
	}
	return []string{"--" + f.name, text}
}

// intricate reports whether an element would not stand for itself in a comma-separated list.
func intricate(element string) bool {
	return element == "" || strings.ContainsAny(element, ",\"\r\n") || strings.HasPrefix(element, "@") ||
		strings.HasPrefix(strings.TrimSpace(element), "[")
}

func escapeAt(text string) string {
	if strings.HasPrefix(text, "@") {
		return "@" + text
	}
	return text
}

func dashFirst(word string) bool { return strings.HasPrefix(word, "-") }

func compact(value json.RawMessage) string {
	var b bytes.Buffer
	if json.Compact(&b, value) != nil {
		return string(value)
	}
	return b.String()
}

// quote writes a text as one word of a POSIX shell, bare where that is safe.
func quote(word string) string {
	bare := word != "" && strings.IndexFunc(word, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("_-./:=,+@%", r)
	}) < 0
	if bare {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}
