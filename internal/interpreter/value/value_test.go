package value_test

import (
	"encoding/json"
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"kadry/internal/interpreter/value"
)

func TestEqual(t *testing.T) {
	t.Parallel()
	list := func(v ...any) []any { return v }
	for name, c := range map[string]struct {
		a, b any
		want bool
	}{
		"nothing":                   {nil, nil, true},
		"nothing and false":         {nil, false, false},
		"last digits":               {0.1 + 0.2, 0.3, true},
		"small and smaller":         {1e-12, 0.0, true},
		"one percent":               {100.0, 101.0, false},
		"no numbers":                {value.Number(math.NaN()), value.Number(math.NaN()), true},
		"infinities":                {value.Number(math.Inf(1)), value.Number(math.Inf(-1)), false},
		"minus zero":                {value.Number(math.Copysign(0, -1)), 0.0, true},
		"number and text":           {1.0, "1", false},
		"number and truth":          {1.0, true, false},
		"characters of a text":      {list("a", "ž"), "až", true},
		"one character in a list":   {list("a"), "a", false},
		"other characters":          {list("a", "b"), "ac", false},
		"lists":                     {list(1.0, list("x")), list(1.0, list("x")), true},
		"order":                     {list(1.0, 2.0), list(2.0, 1.0), false},
		"lengths":                   {list(1.0), list(1.0, 2.0), false},
		"objects":                   {map[string]any{"a": 1.0}, map[string]any{"a": 1.0}, true},
		"objects with other keys":   {map[string]any{"a": 1.0}, map[string]any{"b": 1.0}, false},
		"objects with other values": {map[string]any{"a": 1.0}, map[string]any{"a": nil}, false},
	} {
		if got := value.Equal(c.a, c.b); got != c.want {
			t.Errorf("%s: %v", name, got)
		}
		if got := value.Equal(c.b, c.a); got != c.want {
			t.Errorf("%s, turned: %v", name, got)
		}
	}
}

func TestOf(t *testing.T) {
	t.Parallel()
	nan := value.Number(math.NaN())
	for name, c := range map[string]struct {
		v                      any
		nothing, finite, exact bool
	}{
		"nothing":        {nil, true, true, true},
		"empty text":     {"", true, true, true},
		"empty list":     {[]any{}, true, true, true},
		"-1":             {-1.0, true, true, true},
		"no number":      {nan, true, false, true},
		"0":              {0.0, false, true, true},
		"none in a list": {[]any{1.0, nan}, false, false, true},
		"large":          {[]any{map[string]any{"a": math.Ldexp(1, 60)}}, false, true, false},
	} {
		if value.Nothing(c.v) != c.nothing || value.Finite(c.v) != c.finite || value.Exact(c.v) != c.exact {
			t.Errorf("%s: nothing %v, finite %v, exact %v", name, value.Nothing(c.v), value.Finite(c.v), value.Exact(c.v))
		}
	}
}

func TestJoin(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		a, b, want value.Type
		ok         bool
	}{
		"same":            {value.Int, value.Int, value.Int, true},
		"unknown":         {value.Unknown, value.Text, value.Text, true},
		"unknown and any": {value.Unknown, value.Any, value.Any, true},
		"any":             {value.Any, value.List(value.Int), value.List(value.Int), true},
		"numbers":         {value.Int, value.Float, value.Int, true},
		"characters":      {value.Text, value.Char, value.Char, true},
		"spelt":           {value.Text, value.List(value.Char), value.List(value.Char), true},
		"lists":           {value.List(value.Float), value.List(value.Int), value.List(value.Int), true},
		"maps":            {value.Map(value.Text, value.Any), value.Map(value.Text, value.Int), value.Map(value.Text, value.Int), true},
		"keys":            {value.Map(value.Text, value.Int), value.Map(value.Int, value.Int), value.Unknown, false},
		"text and number": {value.Text, value.Int, value.Unknown, false},
		"list and map":    {value.List(value.Int), value.Map(value.Int, value.Int), value.Unknown, false},
	} {
		got, ok := value.Join(c.a, c.b)
		turned, turnedOK := value.Join(c.b, c.a)
		if ok != c.ok || turnedOK != c.ok || ok && (got != c.want || turned != c.want) {
			t.Errorf("%s: %q %v, turned %q %v", name, got, ok, turned, turnedOK)
		}
	}
}

func values() *rapid.Generator[any] {
	return rapid.Custom(func(t *rapid.T) any { return draw(t, 3) })
}

func draw(t *rapid.T, depth int) any {
	switch rapid.IntRange(0, 3+min(2, depth)).Draw(t, "kind") {
	case 0:
		return nil
	case 1:
		return rapid.Bool().Draw(t, "truth")
	case 2:
		return value.Number(rapid.Float64().Draw(t, "number"))
	case 3:
		return rapid.String().Draw(t, "text")
	case 4:
		out := make([]any, rapid.IntRange(0, 4).Draw(t, "length"))
		for i := range out {
			out[i] = draw(t, depth-1)
		}
		return out
	}
	out := map[string]any{}
	for range rapid.IntRange(0, 3).Draw(t, "keys") {
		out[rapid.StringN(0, 5, -1).Draw(t, "key")] = draw(t, depth-1)
	}
	return out
}

// TestValues holds that a value is equal to itself, its copy and what JSON makes of it.
func TestValues(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		v := values().Draw(t, "value")
		if diff := cmp.Diff(v, value.Clone(v)); diff != "" {
			t.Fatal(diff)
		}
		text, err := json.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		var back any
		if err := json.Unmarshal(text, &back); err != nil || !value.Equal(v, back) || !value.Equal(back, v) {
			t.Fatalf("%s: %v", text, err)
		}
	})
}
