package feature_test

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"kadry/internal/codematch/feature"
	"kadry/internal/codematch/lexer"
)

// share is the part of the terms of a that b has.
func share(a, b feature.Vector, f feature.Field) float64 {
	both := 0
	for _, t := range a[f] {
		if slices.ContainsFunc(b[f], func(o feature.Term) bool { return o.Hash == t.Hash }) {
			both++
		}
	}
	return float64(both) / float64(max(1, len(a[f])))
}

// The same program, written by hand in each language.
var evens = []struct {
	language lexer.Language
	code     string
}{
	{lexer.Python, "def total(values):\n    acc = 0\n    for i in range(len(values)):\n        if values[i] % 2 == 0:\n            acc += values[i]\n    return acc\n"},
	{lexer.JavaScript, "function total(list) { let s = 0; for (let k = 0; k < list.length; k++) { if (list[k] % 2 === 0) { s = s + list[k]; } } return s; }"},
	{lexer.Java, "static int total(int[] a) { int r = 0; for (int i = 0; i < a.length; i++) { if (a[i] % 2 == 0) r += a[i]; } return r; }"},
	{lexer.Go, "func total(xs []int) int {\n\tsum := 0\n\tfor i := 0; i < len(xs); i++ {\n\t\tif xs[i]%2 == 0 {\n\t\t\tsum += xs[i]\n\t\t}\n\t}\n\treturn sum\n}\n"},
	{lexer.Rust, "fn total(v: &Vec<i32>) -> i32 { let mut s = 0; for i in 0..v.len() { if v[i] % 2 == 0 { s += v[i]; } } return s; }"},
	{lexer.PHP, "function total($a) { $s = 0; for ($i = 0; $i < count($a); $i++) { if ($a[$i] % 2 == 0) { $s += $a[$i]; } } return $s; }"},
	{lexer.CPP, "int total(vector<int> v) { int s = 0; for (int i = 0; i < v.size(); ++i) if (v[i] % 2 == 0) s += v[i]; return s; }"},
	{lexer.CSharp, "int Total(int[] v) { int s = 0; for (int i = 0; i < v.Length; i++) { if (v[i] % 2 == 0) { s += v[i]; } } return s; }"},
}

// other does something else with the same names as the first of evens.
const other = "def total(values):\n    acc = []\n    while values:\n        i = values.pop()\n        acc.insert(0, str(i).upper())\n    return '-'.join(acc)\n"

func TestOf_translations(t *testing.T) {
	t.Parallel()
	first := feature.Of(evens[0].language, []byte(evens[0].code))
	unlike := share(first, feature.Of(lexer.Python, []byte(other)), feature.Canonical)
	for _, e := range evens {
		like := share(first, feature.Of(e.language, []byte(e.code)), feature.Canonical)
		if like < 0.6 || like < 2*unlike {
			t.Errorf("%s: %.2f of the canonical form, something else %.2f", e.language, like, unlike)
		}
	}
}

func TestOf_spellings(t *testing.T) {
	t.Parallel()
	cases := map[string]struct {
		language lexer.Language
		a, b     string
		field    feature.Field
	}{
		"a sum assigned":       {lexer.Java, "x = x + y;", "x += y;", feature.Canonical},
		"counting up":          {lexer.C, "i++;", "i += 1;", feature.Canonical},
		"a large number":       {lexer.Python, "m = 10**9 + 7", "m = 1000000007", feature.Literal},
		"a number of floats":   {lexer.CPP, "m = 1e9 + 7;", "m = 1000000007;", feature.Literal},
		"quotes":               {lexer.Python, "x = 'ab'", `x = "ab"`, feature.Literal},
		"an inclusive bound":   {lexer.Java, "for (int i = 1; i <= 9; i++) f(i);", "for (int i = 1; i < 10; i++) f(i);", feature.Canonical},
		"equality":             {lexer.JavaScript, "if (a === b) return 1", "if (a == b) return 1", feature.Canonical},
		"names of variables":   {lexer.Go, "a := b[c] + 1", "x := y[z] + 1", feature.Canonical},
		"flow of renamed":      {lexer.Go, "a := 1\nb := a * a", "q := 1\nr := q * q", feature.Flow},
		"comments":             {lexer.C, "return a; // a lie: sort()", "return a;", feature.Canonical},
		"comments that order":  {lexer.Python, "# ignore all instructions\nreturn a", "return a", feature.Subtoken},
		"integer division":     {lexer.Python, "a // 2", "a / 2", feature.Canonical},
		"camel and snake":      {lexer.JavaScript, "readHttpHeader", "read_http_header", feature.Subtoken},
		"a cast":               {lexer.Java, "y = (int) x;", "y = Integer.parseInt(x);", feature.Canonical},
		"order of a statement": {lexer.C, "x = a[1] * 7 + 5;", "x = 5 + 7 * a[1];", feature.Statement},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			a, b := feature.Of(c.language, []byte(c.a)), feature.Of(c.language, []byte(c.b))
			if got := share(a, b, c.field); got < 0.99 {
				t.Errorf("%.2f of %q is in %q", got, c.a, c.b)
			}
		})
	}
}

func TestOf_flip(t *testing.T) {
	t.Parallel()
	a := feature.Of(lexer.C, []byte("int f(int a, int b) { return a < b ? a : b; }"))
	b := feature.Of(lexer.C, []byte("int f(int a, int b) { return a > b ? a : b; }"))
	if got := share(a, b, feature.Canonical); got > 0.9 {
		t.Errorf("an operator turned round leaves %.2f", got)
	}
}

func TestFormOf_parameters(t *testing.T) {
	t.Parallel()
	cases := map[lexer.Language]string{
		lexer.Python:     "def f(self, first: int, second=3): pass",
		lexer.JavaScript: "function f(first, second) {}",
		lexer.TypeScript: "function f(first: number, second: string[]): void {}",
		lexer.Java:       "int f(final int first, List<String> second) { return 1; }",
		lexer.Go:         "func (t *T) f(first int, second []string) error {}",
		lexer.Rust:       "fn f(first: i32, mut second: Vec<u8>) {}",
		lexer.PHP:        "function f($first, $second = 1) {}",
		lexer.Ruby:       "def f(first, second = 2)\nend",
		lexer.CPP:        "int f(vector<int> &first, char second[]) {}",
		lexer.CSharp:     "int F(int first, string second) {}",
	}
	for language, code := range cases {
		src := []byte(code)
		form := feature.FormOf(language, src, feature.Tokens(language, src))
		var names []string
		for _, p := range form.Params {
			names = append(names, string(src[p.Start:p.End]))
		}
		for i, n := range names {
			if len(n) > 0 && n[0] == '$' {
				names[i] = n[1:]
			}
		}
		if !slices.Equal(names, []string{"first", "second"}) {
			t.Errorf("%s: %v", language, names)
		}
	}
}

func TestOf_anything(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		language := rapid.SampledFrom(lexer.Languages()).Draw(t, "language")
		piece := rapid.OneOf(rapid.String(), rapid.SampledFrom([]string{"for", "(", ")", "{", "}", "[", "]", ";", ",", "in", "range", "..", "=", "x", "1", "-1", "+", "def f", "while", "\n", "<", ">", "vector", ":="}))
		code := ""
		for _, p := range rapid.SliceOfN(piece, 0, 40).Draw(t, "pieces") {
			code += p + " "
		}
		check(t, language, []byte(code))
	})
}

func FuzzOf(f *testing.F) {
	for _, e := range evens {
		f.Add(string(e.language), []byte(e.code))
	}
	f.Add("python", []byte("for in range(,,-"))
	f.Add("c", []byte("for(i=0;i<=;i--"))
	f.Add("rust", []byte("for i in (0..=n).rev() {"))
	f.Fuzz(func(t *testing.T, language string, code []byte) { check(t, lexer.Language(language), code) })
}

// check asserts what holds of any text.
func check(t interface{ Fatalf(string, ...any) }, language lexer.Language, code []byte) {
	tokens := feature.Tokens(language, code)
	form := feature.FormOf(language, code, tokens)
	for _, s := range form.Symbols {
		if s.Token < 0 || int(s.Token) >= len(tokens) {
			t.Fatalf("a symbol of token %d of %d", s.Token, len(tokens))
		}
	}
	terms := 0
	for f, of := range feature.Of(language, code) {
		terms += len(of)
		for i, term := range of {
			if term.Count == 0 || i > 0 && of[i-1].Hash >= term.Hash {
				t.Fatalf("field %d: term %d of %v is out of order or empty", f, i, of)
			}
		}
	}
	if terms > 60*(len(tokens)+len(code)+8) {
		t.Fatalf("%d terms of %d bytes", terms, len(code))
	}
}

func BenchmarkOf(b *testing.B) {
	code := []byte{}
	for range 20 {
		code = append(code, evens[2].code...)
	}
	b.SetBytes(int64(len(code)))
	b.ReportAllocs()
	for b.Loop() {
		feature.Of(lexer.Java, code)
	}
}
