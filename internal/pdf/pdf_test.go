package pdf

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func all(src string) []object {
	l := &lexer{src: []byte(src)}
	var out []object
	for {
		o, ok := l.next()
		if !ok {
			return out
		}
		out = append(out, o)
	}
}

func TestLexer(t *testing.T) {
	t.Parallel()
	num := func(n float64) object { return object{kind: number, num: n} }
	str := func(s string) object { return object{kind: text, str: s} }
	word := func(s string) object { return object{kind: keyword, str: s} }
	for src, want := range map[string][]object{
		"1 -2.5 +.5 --3 1.2-3 4.": {num(1), num(-2.5), num(0.5), num(-3), num(1.2), num(4)},
		`(a\(b\)(c)\n\101\\x\q)`:  {str("a(b)(c)\nA\\xq")},
		"(a\\\r\nb) <41 4> <4":    {str("ab"), str("A@"), str("@")},
		"/Na#6De/B":               {{kind: name, str: "Name"}, {kind: name, str: "B"}},
		"[1 (x) [2]] % c\nTJ":     {{kind: array, list: []object{num(1), str("x"), {kind: array, list: []object{num(2)}}}}, word("TJ")},
		"<</A 1/B 5 0 R/C/D>>": {{kind: dict, dict: map[string]object{
			"A": num(1), "B": {kind: array, list: []object{num(5), num(0), word("R")}}, "C": {kind: name, str: "D"},
		}}},
		") ] } >> > null (open": {word(")"), word("]"), word("}"), word(">"), word(">"), {}, str("open")},
	} {
		if diff := cmp.Diff(want, all(src), cmp.AllowUnexported(object{})); diff != "" {
			t.Errorf("%s: %s", src, diff)
		}
	}
}

// TestLexerDepth would exhaust the stack, which nothing can recover from, without a bound.
func TestLexerDepth(t *testing.T) {
	t.Parallel()
	for _, open := range []string{"[", "<<", "[<</A"} {
		if got := all(strings.Repeat(open, 1<<20)); len(got) == 0 {
			t.Errorf("%s: nothing read", open)
		}
	}
}

func TestGlyphText(t *testing.T) {
	t.Parallel()
	for glyph, want := range map[string]string{
		"A": "A", "eacute": "é", "Scaron": "Š", "fi": "fi", "f_f_i": "ffi", "a.alt": "a", "uni0416": "Ж", "uni00410042": "AB",
		"u1F600": "😀", "afii10017": "А", "afii10023": "Ё", "afii10049": "Я", "afii10097": "я", "afii61352": "№",
		"endash": "–", ".notdef": "", "g12": "", "uniZZZZ": "", "": "",
	} {
		if got := glyphText(glyph); got != want {
			t.Errorf("%q: got %q, want %q", glyph, got, want)
		}
	}
}

func FuzzLexer(f *testing.F) {
	f.Add([]byte("BT /F1 12 Tf [(a\\051)-20<4142>] TJ ET <</A[1 2 R]>> ID \x00 EI"))
	f.Fuzz(func(t *testing.T, src []byte) {
		l := &lexer{src: src}
		for {
			before := l.pos
			if _, ok := l.next(); !ok {
				return
			}
			if l.pos <= before {
				t.Fatalf("stuck at %d of %q", l.pos, src)
			}
		}
	})
}
