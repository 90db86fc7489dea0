package usage_test

import (
	"strings"
	"testing"

	"kadry/internal/evidence/usage"
)

func TestUnknownLanguage(t *testing.T) {
	if usage.Known("Brainfuck") || usage.Known("") {
		t.Error("knows what it cannot read")
	}
	if file := usage.Scan("Brainfuck", []byte("import os")); len(file.Imports)+len(file.Symbols)+file.CodeLines != 0 {
		t.Errorf("%+v", file)
	}
}

// TestLimits reads more than a file may have: what is beyond is left out, and no list
// grows past its limit.
func TestLimits(t *testing.T) {
	for _, c := range []struct {
		lang usage.Language
		line string
	}{
		{usage.Python, "import a.b as c; c.d%d()\n"},
		{usage.JavaScript, "import x%d from 'y'; x%d.z\n"},
		{usage.Java, "import a.B%d;\n"},
		{usage.Rust, "use a::{b%d, c};\n"},
		{usage.PHP, "<?php use A\\B%d; ?>\n"},
		{usage.Shell, "tool%d\n"},
		{usage.R, "pkg%d::fun()\n"},
	} {
		var body strings.Builder
		for i := range 2 * usage.MaxImports {
			body.WriteString(strings.ReplaceAll(c.line, "%d", strings.Repeat("i", i%100)))
		}
		sound(t, c.lang, []byte(body.String()))
	}
	long := append(make([]byte, 0, usage.MaxBody+32), strings.Repeat("\n", usage.MaxBody)...)
	if file := usage.Scan(usage.Python, append(long, "import os"...)); len(file.Imports) != 0 {
		t.Errorf("read beyond the limit: %+v", file)
	}
}

// TestNesting opens more than can be followed, in every language: nothing is lost but
// what is inside.
func TestNesting(t *testing.T) {
	for _, open := range []string{"(", "{", "[", "<a>", "<a b={", "`${", "f\"{", "f'''{x:{", "$\"{", "\"#{", "\"${", "\"\\(", "/*", "/[", "#if 0\n", "use a::{", "import a.{", "%w(", "<<A\n", "r#\"", "[{\"cells\":"} {
		body := []byte(strings.Repeat(open, 4000))
		for _, lang := range languages {
			sound(t, lang, body)
		}
	}
}

func TestLineEnds(t *testing.T) {
	for _, end := range []string{"\n", "\r\n", "\r"} {
		body := "\xef\xbb\xbf" + strings.Join([]string{"# one", "import os", "x = os.getcwd()", ""}, end)
		if got, want := told(sound(t, usage.Python, []byte(body))), "2 import os as os\n3 symbol os getcwd x1\n2 lines\n"; got != want {
			t.Errorf("%q: got\n%s", end, got)
		}
	}
}
