package behaviour

import (
	"math"
	"slices"
	"strings"
	"unicode"
)

// A tag is a property of an input that programs for one task often do not share an answer to,
// as the task said that it does not occur. The programs do not tell, so judge tries without.

// tagsOf are the tags of the arguments of an input, sorted.
func tagsOf(args []any, own literals) []string {
	t := tagger{found: map[string]bool{}, own: own}
	for _, arg := range args {
		t.value(arg)
	}
	t.together(args)
	out := make([]string, 0, len(t.found))
	for tag := range t.found {
		out = append(out, tag)
	}
	slices.Sort(out)
	return out
}

type tagger struct {
	found map[string]bool
	own   literals
}

func (t *tagger) value(v any) {
	switch v := v.(type) {
	case nil:
		t.found["nothing"] = true
	case float64:
		t.number(v)
	case string:
		t.text(v)
	case []any:
		if len(v) < 2 {
			t.found["lists of less than two"] = true
		}
		shown := make([]string, len(v))
		for i, e := range v {
			t.value(e)
			shown[i] = show(e)
		}
		slices.Sort(shown)
		if len(slices.Compact(shown)) < len(v) {
			t.found["repeated elements"] = true
		}
	case map[string]any:
		for _, e := range v {
			t.value(e)
		}
	}
}

func (t *tagger) number(f float64) {
	switch {
	case f < 0:
		t.found["negative numbers"] = true
	case f == 0:
		t.found["zero"] = true
	case f == 1:
		t.found["one"] = true
	case f > 100:
		t.found["numbers over 100"] = true
		t.found["numbers over 15"] = true
	case f > 15:
		t.found["numbers over 15"] = true
	}
	if f != math.Trunc(f) {
		t.found["fractions"] = true
	}
}

func (t *tagger) text(s string) {
	if len(s) < 2 {
		t.found["texts of less than two characters"] = true
	}
	for _, r := range s {
		switch {
		case unicode.IsUpper(r):
			t.found["capital letters"] = true
		case unicode.IsDigit(r):
			t.found["digits in texts"] = true
		case r == ' ':
			t.found["spaces"] = true
		case r > unicode.MaxASCII:
			t.found["letters beyond ASCII"] = true
		case !unicode.IsLetter(r):
			t.found["marks"] = true
		}
		if !slices.Contains(t.own.letters, r) && !slices.Contains(t.own.marks, string(r)) {
			t.found["characters the code does not name"] = true
		}
	}
	if strings.TrimSpace(s) != "" && !slices.Contains(t.own.words, s) {
		t.found["words the code does not name"] = true
	}
}

// together tags what arguments have between them.
func (t *tagger) together(args []any) {
	length := -1
	var before *float64
	for _, arg := range args {
		switch v := arg.(type) {
		case []any:
			if length >= 0 && len(v) != length {
				t.found["lists of different lengths"] = true
			}
			length = len(v)
		case float64:
			if length >= 0 && v > float64(length) {
				t.found["numbers over the length"] = true
			}
			if before != nil && v < *before {
				t.found["falling arguments"] = true
			}
			before = &v
		}
	}
}
