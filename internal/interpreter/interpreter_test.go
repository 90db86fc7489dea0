package interpreter

import (
	"bytes"
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"kadry/internal/interpreter/value"
)

// evaluate runs a program on one input.
func evaluate(language Language, code string, args ...any) (Result, error) {
	r := Request{Program: Program{Language: language, Code: code}, Each: 10 * time.Second}
	if _, err := describe(r.Program); err != nil {
		return Result{}, err
	}
	program, err := load(r)
	if err != nil {
		return Result{}, err
	}
	return program.call(args), nil
}

type list = []any

func TestAnswers(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		language Language
		code     string
		args     []any
		want     any
	}{
		"go number":             {Go, "func F(n int) int { return n / 2 }", list{7.0}, 3.0},
		"go unimported package": {Go, "func F(s string) string { return strings.ToUpper(s) }", list{"ab"}, "AB"},
		"go whole file":         {Go, "package x\n\nimport \"sort\"\n\nfunc main() { panic(0) }\n\nfunc F(a []int) []int { sort.Ints(a); return a }", list{list{2.0, 1.0}}, list{1.0, 2.0}},
		"go generic package":    {Go, "func F(a []int) int { return slices.Max(a) }", list{list{2.0, 9.0}}, 9.0},
		"go sorts":              {Go, "import \"slices\"\nfunc F(a []int) []int { slices.Sort(a); slices.SortFunc(a, func(x, y int) int { return y - x }); return append(a, slices.Min(a)) }", list{list{2.0, 9.0}}, list{9.0, 2.0, 2.0}},
		"go type parameter":     {Go, "func F[T int | float64](a, b T) T { if a > b { return a }; return b }", list{2.0, 9.0}, 9.0},
		"go rune":               {Go, "func F(r rune) rune { return r + 1 }", list{"a"}, "b"},
		"go bytes":              {Go, "func F(b []byte) []byte { return b[1:] }", list{list{"a", "b", "c"}}, list{"b", "c"}},
		"go several results":    {Go, "func F(a, b int) (int, int) { return b, a }", list{1.0, 2.0}, list{2.0, 1.0}},
		"go result and error":   {Go, "func F(s string) (int, error) { return strconv.Atoi(s) }", list{"12"}, 12.0},
		"go in place":           {Go, "func F(a []int) { a[0] = 9 }", list{list{1.0, 2.0}}, list{9.0, 2.0}},
		"go further arguments":  {Go, "func F(a ...int) int { return len(a) }", list{list{1.0, 2.0}}, 2.0},
		"go empty list":         {Go, "func F(n int) []int { return nil }", list{1.0}, list{}},
		"go nothing":            {Go, "func F(n int) *int { return nil }", list{1.0}, nil},
		"go any":                {Go, "func F(v any) any { if n, ok := v.(int); ok { return [2]any{n, true} }; return v }", list{3.0}, list{3.0, true}},
		"go map":                {Go, "func F(m map[string]int) map[int]string { r := map[int]string{}; for k, v := range m { r[v] = k }; return r }", list{map[string]any{"a": 1.0}}, map[string]any{"1": "a"}},
		"go set":                {Go, "func F(a []int) map[int]struct{} { r := map[int]struct{}{}; for _, v := range a { r[v] = struct{}{} }; return r }", list{list{10.0, 9.0, 10.0}}, list{9.0, 10.0}},
		"go own type":           {Go, "type P struct{ X, Y int }\nfunc F(n int) P { return P{n, 2} }", list{1.0}, map[string]any{"X": 1.0, "Y": 2.0}},
		"go no number":          {Go, "func F(n float64) float64 { return math.Sqrt(n) }", list{-1.0}, map[string]any{value.Special: "NaN"}},
		"go called last":        {Go, "func F(n int) int { return g(n) }\nfunc g(n int) int { return n + 1 }", list{1.0}, 2.0},
		"go counts":             {Go, "func F(n int) int { sum := 0; for range n { sum++ }; for i := range len(\"abc\") { sum += i }; return sum }", list{4.0}, 7.0},
		"go counts before":      {Go, "func F(n int) int { var i int; for i = range n { if i == 2 { continue } }; return i }", list{4.0}, 3.0},
		"go own variable":       {Go, "func F(n int) int { var f []func() int; for i := 0; i < n; i++ { f = append(f, func() int { return i }) }; for i := range n { f = append(f, func() int { return i }) }; return f[1]() + f[n]() }", list{4.0}, 1.0},
		"go range variable":     {Go, "func F(a []int) int { var f []func() int; for _, x := range a { f = append(f, func() int { return x }) }; return f[0]() }", list{list{5.0, 6.0}}, 5.0},
		"go changed variable":   {Go, "func F(n int) int { sum := 0; for i := 0; i < n; i++ { func() { i++ }(); sum++ }; return sum }", list{4.0}, 2.0},
		"go min, max":           {Go, "func F(n int) int { return max(min(n, 3), 1, 2) }", list{9.0}, 3.0},
		"go unnamed parameter":  {Go, "func F(n int) int { return func(int, string) int { return n }(1, \"\") }", list{9.0}, 9.0},
		"go kept variable":      {Go, "func F(a []int) []int { var out []int; for _, x := range a { x := x; sort.Slice([]int{1, 2}, func(i, j int) bool { out = append(out, x); return false }) }; return out }", list{list{5.0, 6.0}}, list{5.0, 6.0}},
		"go keys":               {Go, "func F(m map[string]int) []string { n := 0; for range maps.Keys(m) { n++ }; return append(slices.Sorted(maps.Keys(m)), strconv.Itoa(n+len(slices.Collect(maps.Keys(m))))) }", list{map[string]any{"b": 1.0, "a": 2.0}}, list{"a", "b", "4"}},
		"go keys by count":      {Go, "func F(m map[string]int) []string { return slices.SortedFunc(maps.Keys(m), func(a, b string) int { return cmp.Or(m[b]-m[a], strings.Compare(a, b)) }) }", list{map[string]any{"b": 1.0, "a": 1.0, "c": 2.0}}, list{"c", "a", "b"}},
		"go sequences":          {Go, "func F(s string) []string { var out []string; for w := range strings.FieldsFuncSeq(s, unicode.IsSpace) { out = append(out, w) }; for range strings.SplitSeq(s, \" \") { out = append(out, \"x\") }; return out }", list{"a b"}, list{"a", "b", "x", "x"}},
		"go labelled loop":      {Go, "func F(n int) int { sum := 0\nouter:\n\tfor i := range n { for range 3 { if i == 1 { continue outer }; sum++ } }; return sum }", list{3.0}, 6.0},
		"js arrow":              {JavaScript, "const f = (a) => a.map(x => x * 2)", list{list{1.0, 2.0}}, list{2.0, 4.0}},
		"js module":             {JavaScript, "export default function f(n) { return n?.length ?? 0 }", list{"abc"}, 3.0},
		"js exported":           {JavaScript, "function f(n) { return n + 1 }\nexport { f }", list{1.0}, 2.0},
		"js in place":           {JavaScript, "function f(a) { a.push(1) }", list{list{}}, list{1.0}},
		"js nothing":            {JavaScript, "function f(a) { if (a) return 1 }", list{0.0}, nil},
		"js set":                {JavaScript, "const f = a => new Set(a)", list{list{10.0, 9.0, 10.0}}, list{9.0, 10.0}},
		"js map":                {JavaScript, "const f = a => new Map([[a, 1]])", list{2.0}, map[string]any{"2": 1.0}},
		"js object":             {JavaScript, "const f = a => ({ n: -0, a })", list{"x"}, map[string]any{"n": 0.0, "a": "x"}},
		"js further arguments":  {JavaScript, "const f = (...a) => a.length", list{list{1.0, 2.0}}, 2.0},
		"js boxed":              {JavaScript, "const f = a => new String(a)", list{"x"}, "x"},
		"js divides":            {JavaScript, "const f = a => a / 0", list{1.0}, map[string]any{value.Special: "+Inf"}},
		"ts types":              {TypeScript, "interface P { n: number }\nexport function f(a: number[], s: string = 'x'): P { return { n: a.length } as P }", list{list{1.0}, "y"}, map[string]any{"n": 1.0}},
		"py hints":              {Python, "from typing import List\ndef f(a: List[int], n: int = 1) -> List[int]:\n    b: List[int] = []\n    return a + b + [n]", list{list{1.0}, 2.0}, list{1.0, 2.0}},
		"py walks a text":       {Python, "def f(s):\n    return [c for c in s] + sorted(s)", list{"bž"}, list{"b", "ž", "b", "ž"}},
		"py generator":          {Python, "def f(a):\n    return sum(x * x for x in a if x)", list{list{1.0, 3.0}}, 10.0},
		"py truths add":         {Python, "def f(s):\n    n = 0\n    for c in s:\n        n += (c == 'a')\n    return n + (n > 1) + sum(x == 'b' for x in s)", list{"aab"}, 4.0},
		"py power":              {Python, "def f(n):\n    return -n ** 2 + 2 ** -1 + (n + 1) ** 2 ** 1 + len([n]) ** 3", list{3.0}, 8.5},
		"py chain":              {Python, "def f(n):\n    return [x for x in range(9) if 1 < x <= n]", list{3.0}, list{2.0, 3.0}},
		"py sets":               {Python, "def f(n):\n    return {n, 1} | {x for x in (5, 5)}", list{2.0}, list{1.0, 2.0, 5.0}},
		"py is":                 {Python, "def f(n):\n    return n is not None and None is None", list{2.0}, true},
		"py sorts":              {Python, "def f(a):\n    a.sort(key=lambda x: -x, reverse=False)\n    return a", list{list{1.0, 3.0}}, list{3.0, 1.0}},
		"py formats":            {Python, "def f(n):\n    return f'{n:.2f}|{n + 1}|{n:03d}' + '{}-{:b}'.format(n, 5)", list{2.0}, "2.00|3|0022-101"},
		"py methods":            {Python, "def f(s):\n    return [s.zfill(4), s.swapcase(), '-'.join(s), [1, 1].count(1)]", list{"aB"}, list{"00aB", "Ab", "a-B", 2.0}},
		"py math":               {Python, "import math\nfrom functools import reduce\ndef f(n):\n    return [math.floor(n), reduce(lambda a, b: a * b, [2, 3]), round(2.5), round(n, 1), math.gcd(4, 6)]", list{2.75}, list{2.0, 6.0, 2.0, 2.8, 2.0}},
		"py divides":            {Python, "def f(n):\n    return [-7 // 2, -7 % 3, divmod(7, 2), bin(n), int('ff', 16)]", list{5.0}, list{-4.0, 2.0, list{3.0, 1.0}, "0b101", 255.0}},
		"py isinstance":         {Python, "def f(n):\n    return [isinstance(n, int), isinstance('', (list, str)), type(n) == int, isinstance([], dict)]", list{5.0}, list{true, true, true, false}},
		"py deletes":            {Python, "def f(a):\n    del a[0]\n    return a", list{list{1.0, 2.0}}, list{2.0}},
		"py in place":           {Python, "def f(a):\n    a.reverse()", list{list{1.0, 2.0}}, list{2.0, 1.0}},
		"py comment and doc":    {Python, "def f(n):\n    \"\"\"Does it's thing.\"\"\"\n    # nothing 'here\n    return n", list{1.0}, 1.0},
		"py inner":              {Python, "def f(n):\n    def g(x: int) -> int:\n        return x if x < 2 else g(x - 1) + g(x - 2)\n    return g(n)", list{10.0}, 55.0},
	} {
		got, err := evaluate(c.language, c.code, c.args...)
		if err != nil || got.State != Answered {
			t.Errorf("%s: %+v, %v", name, got, err)
			continue
		}
		if diff := cmp.Diff(c.want, got.Value); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}

func TestEnds(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		language Language
		code     string
		arg      any
		want     State
	}{
		"go panics":            {Go, "func F(a []int) int { return a[0] }", list{}, Failed},
		"go error":             {Go, "func F(s string) (int, error) { return strconv.Atoi(s) }", "x", Failed},
		"go does not take it":  {Go, "func F(n uint8) int { return int(n) }", 300.0, Unfit},
		"go fraction":          {Go, "func F(n int) int { return n }", 0.5, Unfit},
		"go huge":              {Go, "func F(s string) string { return strings.Repeat(s, 1<<17) }", "x", Huge},
		"js throws":            {JavaScript, "function f(a) { return a.b.c }", 1.0, Failed},
		"js huge":              {JavaScript, "const f = n => new Array(20000).fill(n)", 1.0, Huge},
		"js turns back":        {JavaScript, "const f = n => { const a = []; a.push(a); return a }", 1.0, Huge},
		"js recurs":            {JavaScript, "const f = n => f(n)", 1.0, Failed},
		"py fails":             {Python, "def f(n):\n    return n[0]", 1.0, Failed},
		"py raises":            {Python, "def f(n):\n    raise ValueError(n)", 1.0, Failed},
		"py asserts":           {Python, "def f(n):\n    assert n > 1, 'no'\n    return n", 1.0, Failed},
		"py takes another way": {Python, "def f(n, m):\n    return n", 1.0, Failed},
	} {
		got, err := evaluate(c.language, c.code, c.arg)
		if err != nil || got.State != c.want {
			t.Errorf("%s: %+v, %v, want %s", name, got, err, c.want)
		}
	}
}

func TestRefusals(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		p    Program
		want Reason
	}{
		"language":      {Program{Language: "rust", Code: "fn f() {}"}, OtherLanguage},
		"no function":   {Program{Language: Go, Code: "var x = 1"}, NoEntry},
		"other name":    {Program{Language: JavaScript, Code: "const f = n => n", Entry: "g"}, NoEntry},
		"py other name": {Program{Language: Python, Code: "def f(n):\n    return n", Entry: "g"}, NoEntry},
		"go method":     {Program{Language: Go, Code: "type T int\nfunc (t T) F() int { return 1 }"}, NoEntry},
		"go channel":    {Program{Language: Go, Code: "func F(c chan int) int { return <-c }"}, OddTypes},
		"go function":   {Program{Language: Go, Code: "func F(f func() int) int { return f() }"}, OddTypes},
		"go import":     {Program{Language: Go, Code: "import \"os\"\nfunc F(n int) int { return os.Getpid() }"}, Impure},
		"go foreign":    {Program{Language: Go, Code: "func F(n int) int { return rand.Intn(n) }"}, Impure},
		"go clock":      {Program{Language: Go, Code: "func F(n int) int { return time.Now().Year() }"}, Impure},
		"go prints":     {Program{Language: Go, Code: "func F(n int) int { fmt.Println(n); return os.Getpid() }"}, Impure},
		"js require":    {Program{Language: JavaScript, Code: "const x = require('x'); const f = n => x(n)"}, Impure},
		"js chance":     {Program{Language: JavaScript, Code: "const f = n => Math.random()"}, Impure},
		"js waits":      {Program{Language: JavaScript, Code: "async function f(n) { return n }"}, Impure},
		"js syntax":     {Program{Language: JavaScript, Code: "function ("}, Syntax},
		"py import":     {Program{Language: Python, Code: "import random\ndef f(n):\n    return random.random()"}, Impure},
		"py class":      {Program{Language: Python, Code: "class A:\n    def f(self):\n        return 1"}, Syntax},
		"py yields":     {Program{Language: Python, Code: "def f(n):\n    yield n"}, Syntax},
		"py stars":      {Program{Language: Python, Code: "def f(*n):\n    return n"}, OddTypes},
	} {
		_, err := describe(c.p)
		if err == nil {
			_, err = load(Request{Program: c.p, Each: time.Second})
		}
		var refused *Refusal
		if !errors.As(err, &refused) || refused.Reason != c.want {
			t.Errorf("%s: %v, want %s", name, err, c.want)
		}
	}
}

func TestSignatures(t *testing.T) {
	t.Parallel()
	first := func(p Param) value.Type {
		if p.Type != value.Unknown || len(p.Likely) == 0 {
			return p.Type
		}
		return p.Likely[0]
	}
	for name, c := range map[string]struct {
		language Language
		code     string
		want     []value.Type
	}{
		"go":             {Go, "type Row []float64\nfunc F(a []Row, m map[string][]int, r rune, v interface{}) {}", []value.Type{"[][]float", "map[text][]int", "char", "any"}},
		"ts":             {TypeScript, "const f = (a: number[], s: string, m: Record<string, number>, x: Array<string>): void => {}", []value.Type{"[]int", "text", "map[text]int", "[]text"}},
		"py hints":       {Python, "def f(a: List[str], n: int = 3, o: Optional[float] = None, d: Dict[str, int] = {}):\n    return a", []value.Type{"[]text", "int", "float", "map[text]int"}},
		"js text":        {JavaScript, "function f(s) { return s.split(' ').length }", []value.Type{"text"}},
		"js list":        {JavaScript, "function f(a) { let t = 0; for (const x of a) t += x; return a.length ? t / a.length : 0 }", []value.Type{"[]int"}},
		"js number":      {JavaScript, "function f(n) { return n % 2 === 0 }", []value.Type{"int"}},
		"js list, place": {JavaScript, "function f(a, k) { return a.slice().sort()[k - 1] }", []value.Type{"[]int", "int"}},
		"py table":       {Python, "def f(m):\n    return [[m[i][j] for j in range(len(m[0]))] for i in range(len(m))]", []value.Type{"[][]int"}},
		"py map":         {Python, "def f(d):\n    return [k for k, v in d.items() if v > 1]", []value.Type{"map[text]int"}},
	} {
		got, err := describe(Program{Language: c.language, Code: c.code})
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		types := make([]value.Type, len(got.Params))
		for i, p := range got.Params {
			types[i] = first(p)
		}
		if diff := cmp.Diff(c.want, types); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}

// TestServe holds the conversation: a reply, then a result an input, the rest left after slow
// ones, and unsteady programs found.
func TestServe(t *testing.T) {
	t.Parallel()
	ask := func(code string, inputs ...[]any) []State {
		request, err := json.Marshal(Request{Program: Program{Language: JavaScript, Code: code}, Inputs: inputs, Each: 400 * time.Millisecond})
		if err != nil {
			t.Fatal(err)
		}
		var out bytes.Buffer
		stuck := func() { t.Errorf("%s: given up", code) }
		if err := serve(t.Context(), bytes.NewReader(request), json.NewEncoder(&out), stuck); err != nil {
			t.Fatal(err)
		}
		lines := strings.Split(strings.TrimSpace(out.String()), "\n")
		states := make([]State, len(lines)-1)
		for i, line := range lines[1:] {
			var r Result
			if err := json.Unmarshal([]byte(line), &r); err != nil {
				t.Fatal(err)
			}
			states[i] = r.State
		}
		return states
	}
	for name, c := range map[string]struct{ got, want []State }{
		"answers":     {ask("const f = n => n", list{1.0}, list{2.0}), []State{Answered, Answered}},
		"slow":        {ask("const f = n => { while (n) {} }", list{0.0}, list{1.0}, list{1.0}, list{1.0}, list{1.0}, list{1.0}, list{1.0}, list{1.0}), []State{Answered, Slow, Slow, Slow, Slow, Slow, Slow, NotRun}},
		"unsteady":    {ask("let n = 0; const f = x => n++", list{1.0}, list{1.0}), []State{Unsteady, NotRun}},
		"refused":     {ask("no function"), []State{}},
		"description": {ask("const f = n => n"), []State{}},
	} {
		if diff := cmp.Diff(c.want, c.got); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
	if err := serve(t.Context(), strings.NewReader("no request"), json.NewEncoder(&bytes.Buffer{}), func() {}); err == nil {
		t.Error("what is no request is answered")
	}
}
