package value

import (
	"math"
	"strconv"
	"unicode/utf8"
)

// A value is nil, a bool, a float64, a string, a []any or a map[string]any of values. Numbers
// that JSON lacks are an object with the key Special.

// Special is the key of the one entry of an object that stands for a number that is none:
// "NaN", "+Inf" or "-Inf".
const Special = "\x00number"

// Number is the value of a number; -0 is 0.
func Number(f float64) any {
	if math.IsNaN(f) || math.IsInf(f, 0) {
		return map[string]any{Special: strconv.FormatFloat(f, 'g', -1, 64)}
	}
	if f == 0 {
		return 0.0
	}
	return f
}

// Finite says whether a value has only numbers that are numbers.
func Finite(v any) bool {
	switch v := v.(type) {
	case []any:
		for _, e := range v {
			if !Finite(e) {
				return false
			}
		}
	case map[string]any:
		for k, e := range v {
			if k == Special || !Finite(e) {
				return false
			}
		}
	}
	return true
}

// Exact says whether a value has only numbers that all languages here hold exactly: beyond
// 2^53 whole numbers of JavaScript's lose digits and grow to infinity, those of Go's turn over.
func Exact(v any) bool {
	switch v := v.(type) {
	case float64:
		return math.Abs(v) <= 1<<53
	case []any:
		for _, e := range v {
			if !Exact(e) {
				return false
			}
		}
	case map[string]any:
		for k, e := range v {
			if infinite := k == Special && e != "NaN"; infinite || !Exact(e) {
				return false
			}
		}
	}
	return true
}

// Nothing says whether a value is what programs give back when they have no answer: nothing,
// no text, no elements, false, -1 or no number.
func Nothing(v any) bool {
	switch v := v.(type) {
	case nil:
		return true
	case bool:
		return !v
	case float64:
		return v == -1
	case string:
		return v == ""
	case []any:
		return len(v) == 0
	case map[string]any:
		return len(v) == 0 || !Finite(v)
	}
	return false
}

// tolerance is the relative difference that two equal numbers may have: order of additions
// and the printing of results take the last digits.
const tolerance = 1e-6

// Equal says whether two values mean the same whatever language they come from: numbers
// within a relative 1e-6, a text the same as the list of its characters.
func Equal(a, b any) bool {
	switch a := a.(type) {
	case nil:
		return b == nil
	case bool:
		other, ok := b.(bool)
		return ok && a == other
	case float64:
		other, ok := b.(float64)
		return ok && near(a, other)
	case string:
		if other, ok := b.([]any); ok {
			return spells(other, a)
		}
		other, ok := b.(string)
		return ok && a == other
	case []any:
		if other, ok := b.(string); ok {
			return spells(a, other)
		}
		other, ok := b.([]any)
		return ok && equalLists(a, other)
	case map[string]any:
		other, ok := b.(map[string]any)
		return ok && equalMaps(a, other)
	}
	return false
}

func near(a, b float64) bool {
	return math.Abs(a-b) <= tolerance*max(1e-3, math.Abs(a), math.Abs(b))
}

// spells says whether a list is the characters of a text, two or more.
func spells(list []any, text string) bool {
	if len(list) < 2 || utf8.RuneCountInString(text) != len(list) {
		return false
	}
	for i, r := range []rune(text) {
		if list[i] != string(r) {
			return false
		}
	}
	return true
}

func equalLists(a, b []any) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if !Equal(a[i], b[i]) {
			return false
		}
	}
	return true
}

func equalMaps(a, b map[string]any) bool {
	if len(a) != len(b) {
		return false
	}
	for k, v := range a {
		other, ok := b[k]
		if !ok || !Equal(v, other) {
			return false
		}
	}
	return true
}

// Clone copies a value to the depth, so that a program which changes its arguments does not
// change those of the next one.
func Clone(v any) any {
	switch v := v.(type) {
	case []any:
		out := make([]any, len(v))
		for i, e := range v {
			out[i] = Clone(e)
		}
		return out
	case map[string]any:
		out := make(map[string]any, len(v))
		for k, e := range v {
			out[k] = Clone(e)
		}
		return out
	}
	return v
}
