package fault_test

import (
	"strings"
	"testing"

	"kadry/internal/fault"
)

func TestEscapeMarkdown(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"Anna Example, C++ & Go":         "Anna Example, C++ & Go",
		"C# and F#":                      `C\# and F\#`,
		"**bold** _it_ ~~no~~ `code`":    "\\*\\*bold\\*\\* \\_it\\_ \\~\\~no\\~\\~ \\`code\\`",
		"![x](https://evil.example/?q=)": `!\[x\](https://evil.example/?q=)`,
		"<script>x</script>":             "&lt;script&gt;x&lt;/script&gt;",
		"a | b":                          `a \| b`,
		`\*`:                             `\\\*`,
		"$x$":                            `\$x\$`,
		"one\n# two\r\nthree\rfour":      `one \# two three four`,
		"one\u2028two\u2029three":        "one two three",
		"":                               "",
	} {
		if got := fault.EscapeMarkdown(text); got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
}

func FuzzEscapeMarkdown(f *testing.F) {
	f.Add("a\n#b|c`d`<e>[f](g)\\")
	f.Fuzz(func(t *testing.T, text string) {
		got := fault.EscapeMarkdown(text)
		if strings.ContainsAny(got, "\n\r<>") {
			t.Errorf("%q breaks the line or opens a tag", got)
		}
		for i := range len(got) {
			if strings.IndexByte("`*_[]#|$~", got[i]) >= 0 && (i == 0 || got[i-1] != '\\') {
				t.Errorf("%q: a bare %q at %d", got, got[i], i)
			}
		}
	})
}
