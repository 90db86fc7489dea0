package interpreter

import (
	"strings"
	"testing"
)

// FuzzDescribe holds that no text breaks what looks at it before it runs.
func FuzzDescribe(f *testing.F) {
	for _, code := range []string{
		"func F(n int) int { return n }", "package x\nimport \"os\"\ntype T []T\nfunc F[A any](a A, b ...T) (x, y int) { return }",
		"const f = ({ a, b }, [c] = [], ...d) => a", "export default function f(n) { return n?.a }", "class A { #b = 1; c() {} }",
		"def f(a: List[int] = [], *, b: 'x' = {1, 2}) -> Dict[str, int]:\n    return {x ** 2 for x in a if 1 < x < 3}",
		"def f(n):\n    x: int = n if n is not None else f'{n:>3}{'\n    del x[1][2], x\n    raise", "lambda: (yield)", "'''", "((((", "))))", "f\"{", "del a]",
		"\x00", "\\\n", "a ** ** b", "1 < 2 < 3 <", "{for", "import a as b", "from . import x",
	} {
		for language := range uint8(4) {
			f.Add(language, code)
		}
	}
	f.Fuzz(func(t *testing.T, language uint8, code string) {
		if len(code) > 4096 || strings.Count(code, "(")+strings.Count(code, "[")+strings.Count(code, "{") > 500 {
			return // depth is what the process's bounds are for
		}
		p := Program{Language: []Language{Go, JavaScript, TypeScript, Python}[language%4], Code: code}
		signature, err := describe(p)
		if err == nil && signature.Name == "" {
			t.Errorf("a function without a name: %+v", signature)
		}
	})
}
