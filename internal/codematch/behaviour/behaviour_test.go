package behaviour_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"kadry/internal/codematch/behaviour"
	"kadry/internal/interpreter"
)

func golang(code string) behaviour.Program {
	return behaviour.Program{Language: interpreter.Go, Code: code}
}

func script(code string) behaviour.Program {
	return behaviour.Program{Language: interpreter.JavaScript, Code: code}
}

func typed(code string) behaviour.Program {
	return behaviour.Program{Language: interpreter.TypeScript, Code: code}
}

func python(code string) behaviour.Program {
	return behaviour.Program{Language: interpreter.Python, Code: code}
}

// Programs of the tests, by what they do.
var (
	goBalanced = golang(`func Balanced(s string) bool {
	depth := 0
	for _, r := range s {
		if r == '(' { depth++ }
		if r == ')' { depth-- }
		if depth < 0 { return false }
	}
	return depth == 0
}`)
	jsBalanced = script(`const balanced = (text) => {
	const stack = []
	for (const c of text) {
		if (c === '(') stack.push(c)
		else if (c === ')' && stack.pop() === undefined) return false
	}
	return stack.length === 0
}`)
	jsCountsBrackets = script(`const balanced = (text) => text.split('(').length === text.split(')').length`)
	goMode           = golang(`func Mode(values []int) int {
	counts := map[int]int{}
	best := 0
	for i, v := range values {
		counts[v]++
		if i == 0 || counts[v] > counts[best] || counts[v] == counts[best] && v < best { best = v }
	}
	return best
}`)
	pyMode = python(`def mode(xs):
    best = None
    for x in sorted(set(xs)):
        if best is None or xs.count(x) > xs.count(best):
            best = x
    return best`)
	tsMode = typed(`export function mode(xs: number[]): number | undefined {
	const sorted = [...xs].sort((a, b) => a - b)
	let best: number | undefined, most = 0
	for (const x of sorted) {
		const n = sorted.filter(y => y === x).length
		if (n > most) { most = n; best = x }
	}
	return best
}`)
	goSorts     = golang("func Sort(a []int) { sort.Ints(a) }")
	pySorts     = python("def order(a):\n    return sorted(a)")
	jsSortsText = script("const order = a => a.sort()")
	jsFactorial = script("const f = n => n <= 1 ? 1 : n * f(n - 1)")
	goFactorial = golang("func Factorial(n int) int { r := 1; for i := 2; i <= n; i++ { r *= i }; return r }")
	goLookup    = golang("func Find(a []int, x int) (int, bool) { for i, v := range a { if v == x { return i, true } }; return 0, false }")
	jsLookup    = script("function find(list, wanted) { for (let i = 0; i < list.length; i++) { if (list[i] === wanted) return i } return null }")
	goShifted   = golang("func Repeat(n int, s string) string { return strings.Repeat(s, n%5+1) }")
	tsShifted   = typed("const repeat = (s: string, n: number): string => { let r = ''; for (let i = 0; i <= n % 5; i++) r += s; return r }")
)

func TestCompare(t *testing.T) {
	t.Parallel()
	c := newChecker(t, 2)
	for name, x := range map[string]struct {
		a, b behaviour.Program
		want behaviour.Verdict
	}{
		"another algorithm":           {goBalanced, jsBalanced, behaviour.Same},
		"nearly":                      {goBalanced, jsCountsBrackets, behaviour.Different},
		"Python":                      {goMode, pyMode, behaviour.Same},
		"TypeScript":                  {tsMode, goMode, behaviour.Same},
		"Python and TypeScript":       {pyMode, tsMode, behaviour.Same},
		"in place":                    {goSorts, pySorts, behaviour.Same},
		"sorted as text":              {goSorts, jsSortsText, behaviour.Different},
		"whole numbers that overflow": {goFactorial, jsFactorial, behaviour.Same},
		"presence":                    {goLookup, jsLookup, behaviour.Same},
		"other things":                {goMode, script("const f = a => a.length"), behaviour.Different},
		"constant":                    {golang("func F(n int) int { return 1 }"), script("const f = n => 1"), behaviour.Unknown},
		"other arguments":             {goMode, jsLookup, behaviour.Unknown},
		"other types":                 {goMode, golang("func F(s string) int { return len(s) }"), behaviour.Unknown},
		"turned arguments":            {goShifted, tsShifted, behaviour.Same},
		"no arguments":                {golang("func F() int { return 1 }"), script("const f = () => 1"), behaviour.Unknown},
	} {
		got, err := c.Compare(t.Context(), x.a, x.b, behaviour.Options{})
		if err != nil || got.Verdict != x.want {
			t.Errorf("%s: %v, %+v, want %s", name, err, got, x.want)
			continue
		}
		if explained := got.Why.EN != "" && got.Why.RU != ""; explained != (got.Verdict == behaviour.Unknown) {
			t.Errorf("%s: %s because of %+v", name, got.Verdict, got.Why)
		}
		if (got.Verdict == behaviour.Different) != (got.First != nil) && got.Verdict != behaviour.Same {
			t.Errorf("%s: %s by %+v", name, got.Verdict, got.First)
		}
		if got.Verdict == behaviour.Different && got.First.A == got.First.B {
			t.Errorf("%s: no difference in %+v", name, got.First)
		}
		if len(got.Cases) > 8 || got.Ran > got.Asked || got.Agree > got.Ran || got.Score < 0 || got.Score > 1 {
			t.Errorf("%s: %+v", name, got)
		}
		turned, err := c.Compare(t.Context(), x.b, x.a, behaviour.Options{})
		if err != nil || turned.Verdict != got.Verdict {
			t.Errorf("%s, turned: %s instead of %s, %v", name, turned.Verdict, got.Verdict, err)
		}
	}
}

// TestAgain holds that a comparison is the same every time.
func TestAgain(t *testing.T) {
	t.Parallel()
	first, err := newChecker(t, 1).Compare(t.Context(), pyMode, jsCountsBrackets, behaviour.Options{})
	if err != nil {
		t.Fatal(err)
	}
	second, err := newChecker(t, 2).Compare(t.Context(), pyMode, jsCountsBrackets, behaviour.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(first, second, cmpopts.IgnoreFields(behaviour.Outcome{}, "Confinement")); diff != "" {
		t.Error(diff)
	}
}

// TestNarrow holds that programs which differ only on what one of them was not made for still
// speak for each other, and on what.
func TestNarrow(t *testing.T) {
	t.Parallel()
	c := newChecker(t, 2)
	a := golang("func Digits(n int) int { s := 0; for n > 0 { s += n % 10; n /= 10 }; return s }")
	b := script("const digits = n => [...String(Math.abs(n))].reduce((s, d) => s + Number(d), 0) + (n === 0 ? 100 : 0)")
	got, err := c.Compare(t.Context(), a, b, behaviour.Options{})
	if err != nil || got.Score < 0.5 {
		t.Errorf("%v, %+v", err, got)
	}
}

func TestRerank(t *testing.T) {
	t.Parallel()
	c := newChecker(t, 4)
	stuck := golang("func F(xs []int) int { for { } }")
	candidates := []behaviour.Program{stuck, golang("func F(xs []int) int { return len(xs) }"), goMode, pyMode, stuck, goBalanced, goSorts, tsMode, {}, jsSortsText}
	got, err := c.Rerank(t.Context(), tsMode, candidates, behaviour.Options{Time: time.Minute, Each: time.Second})
	if err != nil || len(got) != len(candidates) {
		t.Fatalf("%d outcomes, %v", len(got), err)
	}
	for i, o := range got {
		if same := i == 2 || i == 3 || i == 7; (o.Verdict == behaviour.Same) != same {
			t.Errorf("candidate %d: %+v", i, o)
		}
		if before, after := 0.5, behaviour.Combine(0.5, o); o.Verdict == behaviour.Same && after <= before || o.Verdict == behaviour.Different && after >= before {
			t.Errorf("candidate %d is %s, and %v becomes %v", i, o.Verdict, before, after)
		}
	}
	if none, err := c.Rerank(t.Context(), tsMode, nil, behaviour.Options{}); err != nil || len(none) != 0 {
		t.Errorf("of no candidates: %v, %v", none, err)
	}
}

// TestOutOfTime holds that a budget that is over leaves outcomes without a verdict, and that
// the caller's own end is an error.
func TestOutOfTime(t *testing.T) {
	t.Parallel()
	c := newChecker(t, 2)
	slow := script("const f = n => { while (true) {} }")
	got, err := c.Rerank(t.Context(), slow, []behaviour.Program{double, double}, behaviour.Options{Time: 50 * time.Millisecond})
	if err != nil {
		t.Fatal(err)
	}
	for _, o := range got {
		if o.Verdict != behaviour.Unknown || !strings.Contains(o.Why.EN, "time") {
			t.Errorf("%+v", o)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := c.Compare(ctx, double, double, behaviour.Options{}); !errors.Is(err, context.Canceled) {
		t.Errorf("a canceled comparison: %v", err)
	}
	if _, err := c.Rerank(ctx, double, []behaviour.Program{double}, behaviour.Options{}); !errors.Is(err, context.Canceled) {
		t.Errorf("a canceled reranking: %v", err)
	}
	sound(t, c)
}

func TestCombine(t *testing.T) {
	t.Parallel()
	before := behaviour.Combine(0.3, behaviour.Outcome{})
	if before < 0.299 || before > 0.301 {
		t.Errorf("what was not run turns 0.3 into %v", before)
	}
	last := 0.0
	for score := 0.0; score <= 1; score += 0.05 {
		p := behaviour.Combine(0.3, behaviour.Outcome{Asked: 64, Ran: 64, Score: score})
		if p < last || p <= 0 || p >= 1 {
			t.Errorf("score %v gives %v after %v", score, p, last)
		}
		last = p
	}
	for _, p := range []float64{0, 1} {
		if got := behaviour.Combine(p, behaviour.Outcome{Asked: 64, Ran: 64, Score: 1}); !(got > 0 && got < 1) {
			t.Errorf("%v becomes %v", p, got)
		}
	}
}

// BenchmarkRerank is one query with ten candidates, two of which never end.
func BenchmarkRerank(b *testing.B) {
	c := newChecker(b, 2)
	stuck := golang("func F(xs []int) int { for { } }")
	candidates := []behaviour.Program{stuck, goMode, pyMode, stuck, goBalanced, goSorts, tsMode, jsSortsText, goMode, pyMode}
	for b.Loop() {
		if _, err := c.Rerank(b.Context(), tsMode, candidates, behaviour.Options{}); err != nil {
			b.Fatal(err)
		}
	}
}
