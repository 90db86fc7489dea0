package interpreter

import (
	"strings"
	"testing"
	"time"
)

// try runs a program on one example.
func tryOne(t *testing.T, language Language, code, entry, example string) Result {
	t.Helper()
	p, err := prepare(Request{Program: Program{Language: language, Code: code, Entry: entry, Given: "type Job int"}, Each: 5 * time.Second})
	if err != nil {
		t.Fatalf("%s: %v", code, err)
	}
	return p.run(example)
}

func TestTrial_script(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		code, example string
		want          Result
	}{
		"right":             {"const f = (a) => a + 1", "equal(f(1), 2)", Result{State: Answered}},
		"differs":           {"const f = (a) => a + 2", "equal(f(1), 2); equal(1, 1)", Result{State: Differs, Note: "3", Want: "2"}},
		"first difference":  {"const f = (a) => a", "equal(f([1]), [2]); equal(1, 2)", Result{State: Differs, Note: "[1]", Want: "[2]"}},
		"throws":            {"const f = () => { throw new Error('no') }", "equal(f(), 1)", Result{State: Failed, Note: "Error: no"}},
		"rejects":           {"const f = async () => { throw new Error('no') }", "equal(await f(), 1)", Result{State: Failed, Note: "Error: no"}},
		"throws in a timer": {"const f = () => setTimeout(() => { throw new Error('no') }, 5)", "f(); await wait(10); equal(1, 1)", Result{State: Failed, Note: "Error: no"}},
		"compares nothing":  {"const f = () => 1", "f()", Result{State: Unfit, Note: "the example compares nothing"}},
		"waits in no time":  {"const f = (ms) => new Promise((r) => setTimeout(r, ms, 'x'))", "equal(await f(3600000), 'x'); equal(now(), 3600000)", Result{State: Answered}},
		"order of timers":   {"const f = (l) => { setTimeout(() => l.push('b'), 2); setTimeout(() => l.push('a'), 1); queueMicrotask(() => l.push('m')); setImmediate(() => l.push('i')) }", "const l = []; f(l); await wait(5); equal(l, ['m', 'i', 'a', 'b'])", Result{State: Answered}},
		"interval":          {"const f = (l) => { const t = setInterval(() => { l.push(Date.now()); if (l.length === 3) clearInterval(t) }, 10) }", "const l = []; f(l); await wait(100); equal(l, [10, 20, 30])", Result{State: Answered}},
		"cleared":           {"const f = (l) => { const t = setTimeout(() => l.push(1), 10); clearTimeout(t); clearTimeout(undefined); clearTimeout({}) }", "const l = []; f(l); await wait(100); equal(l, [])", Result{State: Answered}},
		"never settles":     {"const f = () => new Promise(() => {})", "equal(await f(), 1)", Result{State: Slow}},
		"loops":             {"const f = () => { for (;;) {} }", "equal(f(), 1)", Result{State: Slow}},
		"loops of timers":   {"const f = () => { const g = () => setTimeout(g, 0); g(); return new Promise(() => {}) }", "equal(await f(), 1)", Result{State: Slow}},
		"arguments":         {"function f() { return (() => Array.from(arguments))() }", "equal(f(1, 2), [1, 2])", Result{State: Answered}},
		"this":              {"function f() { return [1].map(() => this.x)[0] }", "equal({ x: 7, f }.f(), 7)", Result{State: Answered}},
		"export":            {"export const f = (a) => a", "equal(f(1), 1)", Result{State: Answered}},
		"export default":    {"export default (a) => a", "equal(f(1), 1)", Result{State: Answered}},
		"module":            {"module.exports = function (a) { return a }", "equal(f(1), 1)", Result{State: Answered}},
		"module's own":      {"exports.f = (a) => a; console.log('loaded')", "equal(f(1), 1)", Result{State: Answered}},
		"types":             {"function f<T>(a: T): T { return a as T }", "equal(f(1), 1)", Result{State: Answered}},
		"sleep of Node":     {"import { setTimeout as sleep } from 'node:timers/promises'\nexport async function f() { await sleep(5); return 1 }", "equal(await f(), 1); equal(now(), 5)", Result{State: Answered}},
		"lacks an object":   {"const f = () => new AbortController()", "equal(f(), 1)", Result{State: Unfit, Note: "AbortController"}},
		"two worlds":        {"let n = 0; const f = () => ++n", "equal(f(), 1)", Result{State: Answered}},

		"puts its own check":      {"globalThis.equal = () => {}; var equal = () => {}; const f = () => 2", "equal(f(), 1)", Result{State: Differs, Note: "2", Want: "1"}},
		"puts its own timers":     {"globalThis.setTimeout = (g) => g(); Promise.prototype.then = () => {}; const f = () => 2", "await wait(5); equal(f(), 1)", Result{State: Differs, Note: "2", Want: "1"}},
		"answers for the example": {"Object.prototype.toJSON = () => 1; Array.prototype[Symbol.iterator] = function* () { yield 1 }; const f = () => [2]", "equal(f(), [1])", Result{State: Differs, Note: "[2]", Want: "[1]"}},
		"a getter that throws":    {"const f = () => ({ get a() { throw new Error('no') } })", "equal(f(), 1)", Result{State: Failed, Note: "Error: no"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := tryOne(t, JavaScript, c.code, "f", c.example)
			if cut, _, ok := strings.Cut(got.Note, " at "); ok {
				got.Note = cut
			}
			if got != c.want {
				t.Errorf("%+v, want %+v", got, c.want)
			}
		})
	}
}

func TestTrial_go(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		code, example string
		want          Result
	}{
		"right":         {"func F(n int) int { return n + 1 }", "equal(F(1), 2)", Result{State: Answered}},
		"whole file":    {"package x\n\nimport (\n\t\"os\"\n\t\"testing\"\n)\n\nfunc F(n int) int { return n }\n\nfunc main() { os.Exit(3) }\n\nfunc TestF(t *testing.T) { t.Fatal() }", "equal(F(1), 1)", Result{State: Answered}},
		"differs":       {"func F(n int) []int { return []int{n} }", "equal(F(1), []int{2})", Result{State: Differs, Note: "[1]", Want: "[2]"}},
		"panics":        {"func F(n int) int { panic(\"no\") }", "equal(F(1), 2)", Result{State: Failed, Note: "no"}},
		"given type":    {"func F(l []Job) int { return len(l) }", "equal(F(make([]Job, 3)), 3)", Result{State: Answered}},
		"its own type":  {"type Job struct{ ID string }\nfunc F(l []Job) int { return len(l) }", "equal(F(make([]Job, 3)), 3)", Result{State: Answered}},
		"prints":        {"func F(n int) int { fmt.Println(\"{}\"); println(\"{}\"); log.Print(n); return n }", "equal(F(1), 1)", Result{State: Answered}},
		"goroutines":    {"func F(n int) int {\n\tvar g errgroup.Group\n\tvar sum atomic.Int64\n\tfor i := range n {\n\t\tg.Go(func() error { sum.Add(int64(i)); return nil })\n\t}\n\t_ = g.Wait()\n\treturn int(sum.Load())\n}", "equal(F(4), 6)", Result{State: Answered}},
		"other example": {"func F(n int) int { return n }", "equal(F(\"a\"), 1)", Result{State: Unfit}},
		"tells no more": {"func F(n int) []byte { return make([]byte, 1<<20) }", "equal(F(1), 1)", Result{State: Differs, Note: "\"...\"", Want: "1"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := tryOne(t, Go, c.code, "F", c.example)
			if c.want.State == Unfit {
				got.Note = ""
			}
			if got != c.want {
				t.Errorf("%+v, want %+v", got, c.want)
			}
		})
	}
}

func TestPrepare_refuses(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		program Program
		reason  Reason
	}{
		"no function":     {Program{Language: JavaScript, Code: "const g = 1", Entry: "f"}, NoEntry},
		"syntax":          {Program{Language: JavaScript, Code: "function f( {", Entry: "f"}, Syntax},
		"foreign package": {Program{Language: JavaScript, Code: "import x from 'rxjs'\nexport const f = x", Entry: "f"}, Impure},
		"loops at once":   {Program{Language: JavaScript, Code: "for (;;) {}\nconst f = 1", Entry: "f"}, Syntax},
		"go syntax":       {Program{Language: Go, Code: "func F( {", Entry: "F"}, Syntax},
		"go no function":  {Program{Language: Go, Code: "func G() {}", Entry: "F"}, NoEntry},
		"go files":        {Program{Language: Go, Code: "import \"os\"\nfunc F() { os.Remove(\"x\") }", Entry: "F"}, Impure},
		"go network":      {Program{Language: Go, Code: "func F() { http.Get(\"x\") }", Entry: "F"}, Impure},
		"python":          {Program{Language: Python, Code: "def f(): pass", Entry: "f"}, OtherLanguage},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := prepare(Request{Program: c.program, Each: 5 * time.Second})
			if got := refusal(err); got == nil || got.Reason != c.reason {
				t.Errorf("%+v, want %s", got, c.reason)
			}
		})
	}
}
