package syntax

import (
	"fmt"
	"testing"

	"kadry/internal/codematch/lexer"
)

func TestDump(t *testing.T) {
	for _, c := range [][2]string{
		{"python", "def f(a: int, b=3) -> int:\n    \"\"\"doc\"\"\"\n    s = 0\n    for i, x in enumerate(a):\n        if x > 0 and not x % 2 == 0:\n            s += x ** 2\n        elif x is None: continue\n        else:\n            s = x if x else 5\n    return [y for y in a if y < 1 < z], f'{s:.2f}'\n"},
		{"java", "public static int f(int[] a, List<String> b) throws E {\n int s = 0, k;\n for (int i = 0; i < a.length; i++) { if (a[i] > 0) s += (int) a[i]; else continue; }\n Map<String,Integer> m = new HashMap<>();\n return s; }"},
		{"go", "func (r *T) f(a []int, b, c string) (int, error) {\n\tif v, ok := m[k]; ok {\n\t\treturn v, nil\n\t}\n\tfor i, x := range a {\n\t\ts += x\n\t}\n\tx := []int{1, 2}\n\ty := make([]int, len(a))\n\treturn 0, nil\n}"},
		{"rust", "fn f(a: &Vec<i32>, mut b: i32) -> i32 { let mut s = 0; for x in a.iter() { if *x > 0 { s += x; } } let v: Vec<i32> = a.iter().map(|x| x * 2).collect::<Vec<_>>(); if b > 0 { s } else { -s } }"},
		{"cpp", "int f(const vector<int>& a, unsigned long n) { vector<int> r(n, 0); for (auto x : a) { r.push_back(x); } while (n--) cout << n << endl; return a.size() ? 1 : 0; }"},
		{"javascript", "const f = (a, b) => { let s = 0\n for (const x of a) { s += x }\n a.forEach(function(y) { s += y })\n return {s, t: `${s} x`} }"},
		{"ruby", "def f(a)\n  s = 0\n  a.each do |x|\n    s += x if x > 0\n  end\n  return nil unless s\n  puts s\n  a.map { |y| y * 2 }.sum\nend"},
		{"php", "<?php function f($a) { $s = 0; foreach ($a as $k => $v) { $s .= $v . \"x\"; } return count($a); }"},
		{"csharp", "public int F(int[] a) { int s = 0; foreach (var x in a) { s += x; } var q = a.Where(x => x > 0).ToList(); return s; }"},
		{"c", "int f(int *a, int n) { int i, s = 0; for (i = 0; i < n; ++i) s += a[i]; do { n--; } while (n > 0); switch (n) { case 1: return 2; default: break; } return *a; }"},
	} {
		src := []byte(c[1])
		tr := Read(lexer.Language(c[0]), lexer.Lex(nil, lexer.Language(c[0]), src), src)

		Normalise(tr); fmt.Println(c[0], tr.Raw, tr.Root)
	}
}
