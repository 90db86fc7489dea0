package cli

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"unicode"
)

// value is decoded JSON that keeps the order of an object's fields: an operation puts
// what matters first, and a person should read it in that order.
type value struct {
	kind kind
	text string   // of a text or a number
	keys []string // of an object
	list []value  // elements of a list, values of an object in the order of keys
}

type kind int

const (
	noValue kind = iota
	textValue
	numberValue
	trueValue
	falseValue
	listValue
	objectValue
)

func parse(document []byte) (value, error) {
	dec := json.NewDecoder(bytes.NewReader(document))
	dec.UseNumber()
	v, err := parseNext(dec)
	if err != nil {
		return value{}, fmt.Errorf("cli: answer: %w", err)
	}
	return v, nil
}

func parseNext(dec *json.Decoder) (value, error) {
	token, err := dec.Token()
	if err != nil {
		return value{}, err
	}
	switch t := token.(type) {
	case string:
		return value{kind: textValue, text: t}, nil
	case json.Number:
		return value{kind: numberValue, text: t.String()}, nil
	case bool:
		if t {
			return value{kind: trueValue}, nil
		}
		return value{kind: falseValue}, nil
	case json.Delim:
		return parseInside(dec, t)
	}
	return value{}, nil
}

func parseInside(dec *json.Decoder, opened json.Delim) (value, error) {
	v := value{kind: listValue}
	if opened == '{' {
		v.kind = objectValue
	}
	for dec.More() {
		if v.kind == objectValue {
			key, err := dec.Token()
			if err != nil {
				return value{}, err
			}
			v.keys = append(v.keys, fmt.Sprint(key))
		}
		inner, err := parseNext(dec)
		if err != nil {
			return value{}, err
		}
		v.list = append(v.list, inner)
	}
	_, err := dec.Token()
	return v, err
}

// without is an object but for one of its fields; anything else is as it was.
func (v value) without(key string) value {
	at := slices.Index(v.keys, key)
	if at < 0 {
		return v
	}
	v.keys, v.list = slices.Delete(slices.Clone(v.keys), at, at+1), slices.Delete(slices.Clone(v.list), at, at+1)
	return v
}

// compound reports whether v is too much for one cell: an object, or a list of more than
// scalars.
func (v value) compound() bool {
	switch v.kind {
	case objectValue:
		return len(v.list) > 0
	case listValue:
		for _, inner := range v.list {
			if inner.kind == objectValue || inner.kind == listValue {
				return true
			}
		}
	}
	return false
}

// ofObjects reports whether v is a list of objects, which reads as a table.
func (v value) ofObjects() bool {
	for _, inner := range v.list {
		if inner.kind != objectValue {
			return false
		}
	}
	return v.kind == listValue && len(v.list) > 0
}

// cell is v in a few words; what is compound says only how much of it there is.
func (v value) cell(lang string) string {
	switch v.kind {
	case textValue, numberValue:
		return v.text
	case trueValue:
		return words(lang, "yes", "да")
	case falseValue:
		return words(lang, "no", "нет")
	case listValue, objectValue:
		if v.compound() {
			return fmt.Sprintf("[%d]", len(v.list))
		}
		parts := make([]string, len(v.list))
		for i, inner := range v.list {
			parts[i] = inner.cell(lang)
		}
		return strings.Join(parts, ", ")
	}
	return ""
}

func words(lang, en, ru string) string {
	if lang == "ru" {
		return ru
	}
	return en
}

// printable takes out what a terminal would obey rather than show: control characters and
// the marks that turn the direction of text. CVs and code of strangers end up here.
func printable(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\n' || r == '\t':
			return r
		case unicode.IsControl(r), unicode.Is(unicode.Bidi_Control, r):
			return -1
		}
		return r
	}, s)
}
