package align

import (
	"fmt"
	"testing"

	"kadry/internal/codematch/lexer"
)

func TestSmoke(t *testing.T) {
	py := "def f(xs, k):\n    # sum\n    total = 0\n    for x in xs:\n        if x > k:\n            total += x\n    return total\n"
	for _, c := range [][4]string{
		{"python", py, "python", "def f(xs, k):\n    \"\"\"doc\"\"\"\n    total=0\n    for x in xs:\n        if x>k: \n            total += x\n    return total\n"},
		{"python", py, "python", "def g(items, limit):\n    s = 0\n    for it in items:\n        if it > limit:\n            s += it\n    return s\n"},
		{"python", py, "python", "def g(items, limit):\n    s = 0\n    for it in items:\n        if limit < it:\n            s = s + it\n    return s\n    print(1)\n"},
		{"python", py, "python", "def g(items, limit):\n    s = 0\n    for it in items:\n        if it >= limit:\n            s += it\n    return s\n"},
		{"python", py, "java", "int f(int[] a, int k) { int s = 0; for (int x : a) { if (x > k) s += x; } return s; }"},
		{"python", py, "python", "def h(path):\n    with open(path) as f:\n        return json.load(f)['a'].strip()\n"},
		{"python", py, "go", "func F(xs []int, k int) int {\n\ts := 0\n\tfor i := 0; i < len(xs); i++ {\n\t\tif xs[i] > k {\n\t\t\ts += xs[i]\n\t\t}\n\t}\n\treturn s\n}"},
	} {
		r := Compare(Fragment{Language: "" , Code: ""}, Fragment{})
		_ = r
		r = Compare(frag(c[0], c[1]), frag(c[2], c[3]))
		fmt.Println(r.Verdict, r.Clone, r.Confidence, r.Likelihood, r.A, r.B, r.Alignment)
		for _, x := range r.Reasons {
			fmt.Println("   R", x.Text.EN)
		}
		for _, d := range r.Differences {
			fmt.Println("   D", d.Nature, d.Text.EN, d.A, d.B, d.Material)
		}
	}
}

func frag(l, c string) Fragment { return Fragment{Language: lexer.Language(l), Code: c} }
