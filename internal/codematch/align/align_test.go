package align_test

import (
	"reflect"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"kadry/internal/codematch/align"
	"kadry/internal/codematch/lexer"
	"kadry/internal/codematch/match"
)

func python(code string) align.Fragment { return align.Fragment{Language: lexer.Python, Code: code} }

// Every fragment is itself, whatever is known of it, and both orders agree.
func TestCompare_itself(t *testing.T) {
	t.Parallel()
	for _, k := range families(t) {
		for _, f := range []align.Fragment{k.a, k.b} {
			if got := align.Compare(f, f); got.Verdict != match.Equivalent || got.Clone != match.T1 {
				t.Errorf("%s: %s %s of itself", k.name, got.Verdict, got.Clone)
			}
		}
		there, back := align.Compare(k.a, k.b), align.Compare(k.b, k.a)
		if (there.Verdict == match.Equivalent) != (back.Verdict == match.Equivalent) {
			t.Errorf("%s: %s, and %s the other way round", k.name, there.Verdict, back.Verdict)
		}
	}
}

// Ranges lie in the texts, the alignment goes forward on both sides and names each line of A
// once, every verdict has a reason in both languages.
func TestCompare_form(t *testing.T) {
	t.Parallel()
	for _, k := range families(t) {
		formed(t, k.name, k.a, k.b, align.Compare(k.a, k.b))
	}
}

func formed(tb interface {
	Helper()
	Errorf(string, ...any)
}, name string, a, b align.Fragment, got align.Comparison,
) {
	tb.Helper()
	linesA, linesB := strings.Count(a.Code, "\n")+1, strings.Count(b.Code, "\n")+1
	within := func(r match.Range, most int) bool {
		return r == match.Range{} || r.Start >= 1 && r.End >= r.Start && r.End <= most
	}
	lastA := 0
	for _, x := range got.Alignment {
		if !within(match.Range{Start: x.AStart, End: x.AEnd}, linesA) || !within(match.Range{Start: x.BStart, End: x.BEnd}, linesB) {
			tb.Errorf("%s: alignment %+v of %d and %d lines", name, x, linesA, linesB)
		}
		if x.AStart > 0 {
			if x.AStart <= lastA {
				tb.Errorf("%s: alignment %+v goes back", name, got.Alignment)
			}
			lastA = x.AEnd
		}
		if (x.Kind == match.AOnly) != (x.BStart == 0) || (x.Kind == match.BOnly) != (x.AStart == 0) {
			tb.Errorf("%s: alignment %+v", name, x)
		}
	}
	for _, d := range got.Differences {
		if !within(d.A, linesA) || !within(d.B, linesB) || d.A.Start+d.B.Start == 0 || d.Text.EN == "" || d.Text.RU == "" || d.Nature == "" {
			tb.Errorf("%s: difference %+v", name, d)
		}
	}
	for _, r := range got.Reasons {
		if !within(r.A, linesA) || !within(r.B, linesB) || r.Text.EN == "" || r.Text.RU == "" {
			tb.Errorf("%s: reason %+v", name, r)
		}
	}
	if got.Verdict == "" || len(got.Reasons) == 0 || got.Confidence < 0 || got.Confidence > 1 || got.Likelihood < 0 || got.Likelihood > 1 || got.A < 0 || got.A > 1.0001 || got.B > 1.0001 {
		tb.Errorf("%s: %s %.2f %.2f %.2f %.2f, %d reasons", name, got.Verdict, got.Confidence, got.Likelihood, got.A, got.B, len(got.Reasons))
	}
}

func TestCompare_isDeterministic(t *testing.T) {
	t.Parallel()
	for _, k := range families(t) {
		if one, two := align.Compare(k.a, k.b), align.Compare(k.a, k.b); !reflect.DeepEqual(one, two) {
			t.Errorf("%s: %+v, then %+v", k.name, one, two)
		}
	}
}

// Any bijection of the bound names is a renaming; one name in the place of two is none.
func TestCompare_renaming(t *testing.T) {
	t.Parallel()
	const form = "def F(A, B):\n    C = 0\n    for D in A:\n        if D > B:\n            C += D * B\n    return C, len(A)\n"
	rapid.Check(t, func(t *rapid.T) {
		names := rapid.SliceOfNDistinct(rapid.StringMatching(`[a-z][a-z0-9_]{2,8}x`), 5, 5, rapid.ID[string]).Draw(t, "names")
		spell := func(names []string) align.Fragment {
			code := form
			for i, letter := range []string{"F", "A", "B", "C", "D"} {
				code = strings.ReplaceAll(code, letter, names[i])
			}
			return python(code)
		}
		base := python(strings.NewReplacer("F", "f1", "A", "a1", "B", "b1", "C", "c1", "D", "d1").Replace(form))
		if got := align.Compare(base, spell(names)); got.Verdict != match.Equivalent || got.Clone != match.T2 {
			t.Fatalf("%v: %s %s", names, got.Verdict, got.Clone)
		}
		i, j := rapid.IntRange(1, 4).Draw(t, "i"), rapid.IntRange(1, 4).Draw(t, "j")
		if i != j {
			names[i] = names[j]
			if got := align.Compare(base, spell(names)); got.Verdict == match.Equivalent {
				t.Fatalf("%v: equivalent", names)
			}
		}
	})
}

// What only looks like a renaming.
func TestCompare_noRenaming(t *testing.T) {
	t.Parallel()
	base := "def f(xs):\n    out = []\n    for x in xs:\n        out.append(g(x, key=1))\n    return sorted(out)\n"
	for name, change := range map[string][2]string{
		"a library function": {"sorted(", "reversed("},
		"a method":           {".append(", ".extend("},
		"a function outside": {"g(x", "h(x"},
		"a named argument":   {"key=", "kind="},
		"a global":           {"key=1", "key=LIMIT"},
		"capture":            {"g(x", "g(g"},
	} {
		if got := align.Compare(python(base), python(strings.Replace(base, change[0], change[1], 1))); got.Verdict == match.Equivalent {
			t.Errorf("%s: equivalent", name)
		}
	}
}

func TestCompare_badInput(t *testing.T) {
	t.Parallel()
	good := python("def f(x):\n    return x + 1\n")
	for name, f := range map[string]align.Fragment{
		"nothing": {}, "space": python("\n \t\n"), "comments": python("# def f(x):\n# return x\n"), "no code": {Code: "Dear all, the meeting is at noon. Bring cake."},
		"bytes": python("\xff\xfe\x00def\x00"), "open": python("def f(((((["), "binary": {Language: lexer.C, Code: "\x7fELF\x02\x01\x01\x00\x00"}, "another language": {Language: "cobol", Code: "MOVE 1 TO X."},
	} {
		for _, pair := range [][2]align.Fragment{{f, good}, {good, f}, {f, f}} {
			got := align.Compare(pair[0], pair[1])
			if got.Verdict == match.Equivalent && pair[0] != pair[1] || got.Verdict == "" || len(got.Reasons) == 0 {
				t.Errorf("%s: %+v", name, got)
			}
		}
	}
	if got := align.Compare(python("# only words\n"), good); got.Verdict != match.Unknown {
		t.Errorf("comments against code: %s", got.Verdict)
	}
}

// A megabyte is compared in bounded time, and found to be the same where it is.
func TestCompare_large(t *testing.T) {
	if testing.Short() {
		t.Skip("a megabyte of each")
	}
	block := "def f%(x):\n    y = x * 3\n    if y > 10:\n        return g(y)\n    return y\n\n"
	var b strings.Builder
	for i := range 1 << 20 / len(block) {
		b.WriteString(strings.ReplaceAll(block, "%", strings.Repeat("a", i%7)+"_"))
	}
	large := python(b.String())
	other := python(strings.Replace(b.String(), "x * 3", "x * 4", 1))
	for name, c := range map[string]struct {
		a, b align.Fragment
		want bool
	}{
		"the same": {large, large, true}, "one constant": {large, other, false},
		"deep":     {python(strings.Repeat("(", 1<<19)), python(strings.Repeat("[", 1<<19)), false},
		"blocks":   {align.Fragment{Language: lexer.C, Code: strings.Repeat("{", 1<<19)}, align.Fragment{Language: lexer.C, Code: strings.Repeat("if(a){", 1<<17)}, false},
		"one line": {align.Fragment{Language: lexer.JavaScript, Code: strings.Repeat("a=b+", 1<<18)}, align.Fragment{Language: lexer.JavaScript, Code: strings.Repeat("f(x).", 1<<17)}, false},
		"angles":   {align.Fragment{Language: lexer.CPP, Code: strings.Repeat("a<b", 1<<18)}, align.Fragment{Language: lexer.CPP, Code: strings.Repeat("a<b>::", 1<<17)}, false},
	} {
		began := time.Now()
		got := align.Compare(c.a, c.b)
		if took := time.Since(began); took > 10*time.Second {
			t.Errorf("%s: %s", name, took)
		}
		if (got.Verdict == match.Equivalent) != c.want {
			t.Errorf("%s: %s", name, got.Verdict)
		}
		t.Logf("%s: %s, cut %v, %s", name, got.Verdict, got.Cut, time.Since(began))
	}
}

// FuzzCompare: any two texts end in a comparison of good form, and a text is itself.
func FuzzCompare(f *testing.F) {
	f.Add("python", "def f(a):\n  return [x for x in a if x]\n", "java", "int f(int a) { return a; }")
	f.Add("ruby", "a.each do |x|\n puts x if y\nend", "ruby", "def f\nrescue\nensure\nend")
	f.Add("rust", "fn f<'a>(x: &'a [i32]) -> i32 { match x { _ => 1, } }", "go", "func f() { switch x := y.(type) { case int: } }")
	f.Add("php", "<?php if ($a): foreach ($b as $c => $d): endforeach; endif;", "csharp", "int X { get => 1; } = 2;")
	f.Add("cpp", "template<class T> int A::f() const { for (auto& [a, b] : m) {} }", "typescript", "const f = <T,>(x: T): x is T => { return x! as any; }")
	f.Add("javascript", "a ? b : c ? d; `${`${x}`}`", "c", "#define X(a) a\nint *f(void) { do x(); while (0); }")
	f.Fuzz(func(t *testing.T, langA, a, langB, b string) {
		x, y := align.Fragment{Language: lexer.Language(langA), Code: a}, align.Fragment{Language: lexer.Language(langB), Code: b}
		formed(t, "fuzz", x, y, align.Compare(x, y))
		if got := align.Compare(x, x); got.Verdict != match.Equivalent && got.Verdict != match.Unknown {
			t.Errorf("%s of itself", got.Verdict)
		}
	})
}

func BenchmarkCompare(b *testing.B) {
	line := "    if total_%d > limit and xs[%d] != 0:\n        total_%d += xs[%d] * weight(limit, %d)\n"
	code := func(from int) align.Fragment {
		var s strings.Builder
		s.WriteString("def f(xs, limit):\n    total_0 = 0\n")
		for i := range 24 {
			s.WriteString(strings.ReplaceAll(line, "%d", string(rune('0'+(i+from)%10))))
		}
		s.WriteString("    return total_0\n")
		return python(s.String())
	}
	one, two := code(0), code(1)
	for b.Loop() {
		align.Compare(one, two)
	}
}
