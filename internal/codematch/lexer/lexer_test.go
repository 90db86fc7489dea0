package lexer_test

import (
	"slices"
	"testing"

	"kadry/internal/codematch/lexer"
)

var letters = [...]byte{'w', 'n', 't', 'o', 'c', 'N', 'I', 'D'}

// show writes tokens as kind:text.
func show(lang lexer.Language, src string) []string {
	var out []string
	for _, t := range lexer.Lex(nil, lang, []byte(src)) {
		s := string(letters[t.Kind])
		if text := t.Of([]byte(src)); len(text) > 0 {
			s += ":" + string(text)
		}
		out = append(out, s)
	}
	return out
}

func TestLex(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		lang lexer.Language
		src  string
		want []string
	}{
		{lexer.Python, "def f(x):\n    return x**2\n", []string{"w:def", "w:f", "o:(", "w:x", "o:)", "o::", "N", "I", "w:return", "w:x", "o:**", "n:2", "N", "D"}},
	} {
		if got := show(c.lang, c.src); !slices.Equal(got, c.want) {
			t.Errorf("%s %q\n got %q\nwant %q", c.lang, c.src, got, c.want)
		}
	}
}
