package behaviour

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"kadry/internal/interpreter"
	"kadry/internal/interpreter/value"
)

func types() *rapid.Generator[value.Type] {
	return rapid.Custom(func(t *rapid.T) value.Type {
		out := rapid.SampledFrom([]value.Type{value.Int, value.Float, value.Text, value.Char, value.Bool, value.Any}).Draw(t, "type")
		for range rapid.IntRange(0, 2).Draw(t, "depth") {
			switch rapid.IntRange(0, 2).Draw(t, "around") {
			case 0:
				out = value.List(out)
			case 1:
				out = value.Map(value.Text, out)
			default:
				out = value.Map(value.Int, out)
			}
		}
		return out
	})
}

// suits says whether a value is one of the type.
func suits(v any, t value.Type) bool {
	switch t {
	case value.Int:
		f, ok := v.(float64)
		return ok && f == float64(int(f))
	case value.Float:
		_, ok := v.(float64)
		return ok
	case value.Text:
		_, ok := v.(string)
		return ok
	case value.Char:
		s, ok := v.(string)
		return ok && len([]rune(s)) == 1
	case value.Bool:
		_, ok := v.(bool)
		return ok
	case value.Any:
		return true
	}
	if elem, ok := t.Elem(); ok {
		list, ok := v.([]any)
		for _, e := range list {
			ok = ok && suits(e, elem)
		}
		return ok
	}
	_, elem, _ := t.Entry()
	entries, ok := v.(map[string]any)
	for _, e := range entries {
		ok = ok && suits(e, elem)
	}
	return ok
}

// TestInputs holds that inputs are of their types, many, unlike each other, and the same for
// the same programs in either order.
func TestInputs(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		asked := rapid.SliceOfN(types(), 1, 4).Draw(t, "types")
		a, b := rapid.String().Draw(t, "a"), rapid.StringMatching(`(['"][a-z()<> ]{0,6}['"]|\d{1,4}|x){0,6}`).Draw(t, "b")
		got := inputsFor(asked, 40, a, b)
		seen := map[string]bool{}
		ordinary := 0
		for _, in := range got {
			if !in.edge {
				ordinary++
			}
			if seen[show(in.args)] {
				t.Fatalf("twice: %s", show(in.args))
			}
			seen[show(in.args)] = true
			for i, arg := range in.args {
				if !suits(arg, asked[i]) {
					t.Fatalf("%s is no %s", show(arg), asked[i])
				}
			}
		}
		if len(got) > 40 || len(got) < 2 {
			t.Fatalf("%d inputs of %v", len(got), asked)
		}
		if turned := inputsFor(asked, 40, b, a); show(args(got)) != show(args(turned)) {
			t.Fatal("another order of the programs gives other inputs")
		}
	})
}

func args(inputs []input) []any {
	out := make([]any, len(inputs))
	for i, in := range inputs {
		out[i] = in.args
	}
	return out
}

func TestLiterals(t *testing.T) {
	t.Parallel()
	got := literalsOf(`if (c == '(' || word === "Mars") return 12.5; // 99999999`, "x = 'a-b' + \"\\n\"")
	want := literals{numbers: []float64{12.5}, words: []string{"Mars"}, letters: []rune("\n(-Marsab"), marks: []string{"(", "-"}}
	want.letters = []rune("\n(-Mabrs")
	if diff := cmp.Diff(want, got, cmp.AllowUnexported(literals{})); diff != "" {
		t.Error(diff)
	}
}

func TestTags(t *testing.T) {
	t.Parallel()
	own := literals{letters: []rune("()"), words: []string{"Mars"}}
	for name, c := range map[string]struct {
		args []any
		want []string
	}{
		"numbers":      {[]any{5.0, -1.0}, []string{"falling arguments", "negative numbers"}},
		"list":         {[]any{[]any{20.0, 20.0, 0.5}, 4.0}, []string{"fractions", "numbers over 15", "numbers over the length", "repeated elements"}},
		"own text":     {[]any{"(()"}, []string{"marks", "words the code does not name"}},
		"foreign text": {[]any{"B 7"}, []string{"capital letters", "characters the code does not name", "digits in texts", "spaces", "words the code does not name"}},
		"lengths":      {[]any{[]any{2.0, 3.0}, []any{}}, []string{"lists of different lengths", "lists of less than two"}},
	} {
		if diff := cmp.Diff(c.want, tagsOf(c.args, own)); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}

func TestRelate(t *testing.T) {
	t.Parallel()
	answered := func(v any) interpreter.Result { return interpreter.Result{State: interpreter.Answered, Value: v} }
	failed := interpreter.Result{State: interpreter.Failed}
	for name, c := range map[string]struct {
		a, b interpreter.Result
		want comparison
	}{
		"equal":                 {answered(1.0), answered(1.0), equal},
		"unequal":               {answered(1.0), answered(2.0), unequal},
		"both fail":             {failed, failed, silent},
		"fails, nothing":        {failed, answered(nil), silent},
		"fails, -1":             {failed, answered(-1.0), silent},
		"fails, an answer":      {failed, answered(7.0), alone},
		"slow, an answer":       {interpreter.Result{State: interpreter.Slow}, answered(7.0), silent},
		"died, an answer":       {interpreter.Result{State: interpreter.Died}, answered(7.0), alone},
		"no number, an answer":  {answered(map[string]any{value.Special: "NaN"}), answered(7.0), alone},
		"nothing, an answer":    {answered(nil), answered(7.0), alone},
		"without end":           {answered(map[string]any{value.Special: "+Inf"}), answered(0.0), silent},
		"too large to be exact": {answered(1e17), answered(2e17), silent},
		"there":                 {answered([]any{3.0, true}), answered(3.0), equal},
		"not there":             {answered([]any{0.0, false}), answered(nil), equal},
		"pairs":                 {answered([]any{0.0, false}), answered([]any{1.0, false}), unequal},
	} {
		if got, turned := relate(c.a, c.b), relate(c.b, c.a); got != c.want || turned != c.want {
			t.Errorf("%s: %v, turned %v, want %v", name, got, turned, c.want)
		}
	}
}

func TestFit(t *testing.T) {
	t.Parallel()
	known := func(types ...value.Type) (s interpreter.Signature) {
		for _, one := range types {
			s.Params = append(s.Params, interpreter.Param{Type: one})
		}
		return s
	}
	for name, c := range map[string]struct {
		a, b  interpreter.Signature
		types []value.Type
		order []int
	}{
		"same":         {known(value.Int, value.Text), known(value.Float, value.Any), []value.Type{value.Int, value.Text}, nil},
		"turned":       {known(value.Int, value.Text), known(value.Text, value.Int), []value.Type{value.Int, value.Text}, []int{1, 0}},
		"one known":    {known(value.Int, value.Text), known("", ""), []value.Type{value.Int, value.Text}, nil},
		"other number": {known(value.Int), known(value.Int, value.Int), nil, nil},
		"other types":  {known(value.Int), known(value.Text), nil, nil},
		"none":         {known(), known(), nil, nil},
	} {
		got := fit(c.a, c.b)
		if len(c.types) == 0 {
			if len(got) != 0 {
				t.Errorf("%s: %+v", name, got)
			}
			continue
		}
		if len(got) != 1 || !cmp.Equal(got[0].types, c.types) || !cmp.Equal(got[0].order, c.order) {
			t.Errorf("%s: %+v", name, got)
		}
	}
	likely := interpreter.Signature{Params: []interpreter.Param{{Likely: []value.Type{value.Text, value.List(value.Int)}}}}
	if got := fit(likely, likely); len(got) != 2 || got[0].types[0] != value.Text {
		t.Errorf("likely types: %+v", got)
	}
}
