package behaviour_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"kadry/internal/codematch/behaviour"
	"kadry/internal/fault"
	"kadry/internal/interpreter"
)

// double is a program without fault.
var double = behaviour.Program{Language: interpreter.Go, Code: "func Double(n int) int { return 2 * n }"}

func sound(t *testing.T, c *behaviour.Checker) {
	t.Helper()
	script := behaviour.Program{Language: interpreter.JavaScript, Code: "const twice = n => n + n"}
	got, err := c.Compare(t.Context(), double, script, behaviour.Options{})
	if err != nil || got.Verdict != behaviour.Same {
		t.Errorf("afterwards two equal functions are %+v, %v", got, err)
	}
}

// TestHostile holds that no program ends anything but its own process, and that the next
// comparison is sound.
func TestHostile(t *testing.T) {
	t.Parallel()
	secret := filepath.Join(t.TempDir(), "secret")
	if err := os.WriteFile(secret, []byte("kept"), 0o600); err != nil {
		t.Fatal(err)
	}
	c := newChecker(t, 2)
	for name, p := range hostile(secret) {
		start := time.Now()
		got, err := c.Compare(t.Context(), double, p, behaviour.Options{})
		switch {
		case err != nil:
			t.Errorf("%s: %v", name, err)
		case got.Verdict == behaviour.Same, got.Agree > 2:
			t.Errorf("%s is said to be %s, on %d inputs", name, got.Verdict, got.Agree)
		}
		for _, shown := range got.Cases {
			if strings.Contains(shown.B, "kept") {
				t.Errorf("%s read a file: %s", name, shown.B)
			}
		}
		if took := time.Since(start); took > 10*time.Second {
			t.Errorf("%s took %v", name, took)
		}
	}
	sound(t, c)
	held := c.Confinement()
	if !held.CPU || !held.Memory || !held.Writes {
		t.Errorf("what the system allows without rights does not hold: %+v", held)
	}
}

func hostile(secret string) map[string]behaviour.Program {
	out := map[string]behaviour.Program{}
	add := func(language interpreter.Language, programs map[string]string) {
		for name, code := range programs {
			out[string(language)+": "+name] = behaviour.Program{Language: language, Code: strings.ReplaceAll(code, "SECRET", secret)}
		}
	}
	add(interpreter.Go, map[string]string{
		"loops":             "func F(n int) int { for { n++ } }",
		"recurs":            "func F(n int) int { return F(n+1) + 1 }",
		"eats memory":       "func F(n int) int { var all [][]byte; for { all = append(all, make([]byte, 1<<20)); for i := range all[len(all)-1] { all[len(all)-1][i] = 1 } } }",
		"one large piece":   "func F(n int) int { all := make([]int, 1<<31); return len(all) }",
		"panics":            "func F(n int) int { panic(\"no\") }",
		"reads a file":      "import \"os\"\nfunc F(n int) string { b, _ := os.ReadFile(\"SECRET\"); return string(b) }",
		"reads, unimported": "func F(n int) string { b, _ := os.ReadFile(\"SECRET\"); return string(b) }",
		"starts a process":  "import \"os/exec\"\nfunc F(n int) string { b, _ := exec.Command(\"cat\", \"SECRET\").Output(); return string(b) }",
		"dials":             "import \"net\"\nfunc F(n int) bool { _, err := net.Dial(\"tcp\", \"127.0.0.1:1\"); return err == nil }",
		"system calls":      "import \"syscall\"\nfunc F(n int) int { return syscall.Getpid() }",
		"unsafe":            "import \"unsafe\"\nfunc F(n int) int { return *(*int)(unsafe.Pointer(uintptr(n))) }",
		"C":                 "import \"C\"\nfunc F(n int) int { return n }",
		"embeds":            "import _ \"embed\"\n//go:embed SECRET\nvar s string\nfunc F(n int) string { return s }",
		"other name":        "import strings \"os\"\nfunc F(n int) string { b, _ := strings.ReadFile(\"SECRET\"); return string(b) }",
		"giant text":        "func F(n int) string { return strings.Repeat(\"x\", 1<<20) }",
		"own initialiser":   "var x = func() int { for { } }()\nfunc F(n int) int { return x }",
		"goroutines":        "func F(n int) int { for { go func() { select {} }() } }",
		"deep text":         "func F(n int) int { return " + strings.Repeat("(", 20_000) + "n" + strings.Repeat(")", 20_000) + " }",
		"deep type":         "func F(n " + strings.Repeat("[]", 20_000) + "int) int { return 1 }",
		"type of itself":    "type T []T\nfunc F(n T) int { return 1 }",
		"garbage":           "\x00\xff{}[]",
	})
	add(interpreter.JavaScript, map[string]string{
		"loops":              "function f(n) { while (true) {} }",
		"recurs":             "const f = n => f(n) + 1",
		"eats memory":        "function f(n) { const a = []; while (true) a.push(a) }",
		"eats text":          "function f(n) { let s = 'x'; while (true) s += s }",
		"one large piece":    "function f(n) { return new Array(1e8).fill(0).map(x => [x]).length }",
		"throws":             "function f(n) { throw new Error('no') }",
		"throws nothing":     "function f(n) { throw undefined }",
		"reads a file":       "function f(n) { return require('fs').readFileSync('SECRET', 'utf8') }",
		"imports":            "import fs from 'fs'\nexport function f(n) { return fs.readFileSync('SECRET', 'utf8') }",
		"finds the process":  "function f(n) { return this.constructor.constructor('return pro' + 'cess.env')() }",
		"builds code":        "function f(n) { return (0, eval)('2*n') }",
		"fetches":            "function f(n) { return fetch('http://127.0.0.1') }",
		"giant list":         "function f(n) { return new Array(1e6).fill(n) }",
		"giant length":       "function f(n) { const a = []; a.length = 4294967295; return a }",
		"turns back":         "function f(n) { const a = {}; a.a = a; return a }",
		"looping getter":     "function f(n) { return { get a() { while (true) {} } } }",
		"throwing getter":    "function f(n) { return { get a() { throw 1 } } }",
		"proxy":              "function f(n) { return new Proxy({}, { ownKeys() { while (true) {} } }) }",
		"slow expression":    "function f(n) { return /^(a+)+\\1$/.test('a'.repeat(40) + '!') }",
		"spoils prototypes":  "function f(n) { Object.prototype.valueOf = () => 7; Array.prototype.push = null; Number.prototype.toString = null; return 'no' }",
		"spoils at the top":  "Object.defineProperty(Object.prototype, '0', { get() { throw 1 } }); Array.from = () => { while (true) {} }; function f(n) { return new Set([n]) }",
		"loops at the top":   "while (true) {}\nfunction f(n) { return 2 * n }",
		"counts":             "let calls = 0; function f(n) { return calls++ }",
		"chance":             "function f(n) { return Math['ran' + 'dom']() }",
		"never returns":      "function* f(n) { while (true) yield n }",
		"deep text":          "const f = n => " + strings.Repeat("[", 10_000) + "n" + strings.Repeat("]", 10_000),
		"answers a function": "const f = n => f",
		"garbage":            "\x00\xff}{",
	})
	add(interpreter.TypeScript, map[string]string{
		"loops": "function f(n: number): number { while (true) {} }", "garbage": "type = = =",
	})
	add(interpreter.Python, map[string]string{
		"loops":            "def f(n):\n    while True:\n        pass",
		"recurs":           "def f(n):\n    return f(n) + 1",
		"eats memory":      "def f(n):\n    a = []\n    while True:\n        a.append([n] * 1000)",
		"eats text":        "def f(n):\n    s = 'x'\n    while True:\n        s = s + s",
		"giant number":     "def f(n):\n    return 10 ** 10 ** 8",
		"shifts":           "def f(n):\n    return 1 << 100000000",
		"raises":           "def f(n):\n    raise ValueError('no')",
		"reads a file":     "def f(n):\n    return open('SECRET').read()",
		"imports":          "import os\ndef f(n):\n    return os.environ",
		"imports hidden":   "def f(n):\n    return __import__('os').getcwd()",
		"loads":            "load('SECRET', 'x')\ndef f(n):\n    return x",
		"giant list":       "def f(n):\n    return [n] * 1000000",
		"turns back":       "def f(n):\n    a = []\n    a.append(a)\n    return a",
		"loops at the top": "while True:\n    pass\ndef f(n):\n    return 2 * n",
		"deep text":        "def f(n):\n    return " + strings.Repeat("(", 10_000) + "n" + strings.Repeat(")", 10_000),
		"spoils library":   "def f(n):\n    math.floor = None\n    return 'no'",
		"garbage":          "\x00def (((",
	})
	out["unknown language"] = behaviour.Program{Language: "cobol", Code: "MOVE 1 TO N"}
	out["nothing"] = behaviour.Program{Language: interpreter.Go}
	return out
}

func TestTooLarge(t *testing.T) {
	t.Parallel()
	c := newChecker(t, 1)
	_, err := c.Compare(t.Context(), double, behaviour.Program{Language: interpreter.Python, Code: strings.Repeat("#", 1<<20)}, behaviour.Options{})
	var known *fault.Error
	if !errors.As(err, &known) || known.Kind != fault.TooLarge {
		t.Errorf("a megabyte of code: %v", err)
	}
}
