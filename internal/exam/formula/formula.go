// Package formula turns the Russian reading of a formula, as the exam site writes it beside
// the picture, into LaTeX and MathML.
//
// The readings are made by a machine from TeX sources, so they have a grammar: words name
// the signs ("плюс", "альфа"), phrases delimit what TeX groups with braces ("дробь:
// числитель: … , знаменатель: … конец дроби", "начало аргумента: … конец аргумента"), and
// commands the machine did not know are left as they were, without their braces. The parser
// goes reading → tokens → pairs of delimiters → tree → two writers. It never guesses: one
// word it does not know makes the whole formula not OK, and the reading stays the text.
package formula

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Limits of what is read, far above what a page holds (the longest readings are a few
// kilobytes with a dozen levels), so that hostile text costs neither time nor stack.
const (
	maxReading = 32 << 10 // bytes
	maxDepth   = 100      // levels of nesting
)

// Formula is a reading in notation. OK is false when some of the reading was not
// understood; then LaTeX and MathML are empty.
type Formula struct {
	LaTeX  string
	MathML string // a whole <math> element
	OK     bool
}

// Convert turns a reading into notation. LaTeX is for math mode, uses amsmath and amssymb
// only, and its braces, \left and \begin are balanced. MathML is one inline <math> element
// (MathML Core), well formed as XML, whose alttext is the cleaned reading.
//
// The picture's full stop or comma is kept, because the sentence around it needs it.
// Readings longer than 32 KiB or nested deeper than 100 levels are not OK.
func Convert(alt string) Formula {
	if len(alt) > maxReading {
		return Formula{}
	}
	reading := Reading(alt)
	tree, ok := parse(lex(reading))
	if !ok {
		return Formula{}
	}
	return Formula{LaTeX: latex(tree), MathML: mathML(tree, reading), OK: true}
}

// Reading is the reading as a person would say it: no soft hyphens and other invisible
// characters, every run of white space one plain space. Reading of a reading is itself.
func Reading(alt string) string {
	visible := strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r):
			return ' '
		case invisible(r):
			return -1
		}
		return r
	}, alt)
	return strings.Join(strings.Fields(norm.NFC.String(visible)), " ")
}

// invisible reports characters that hold no meaning in a reading, or that XML forbids.
func invisible(r rune) bool {
	return r == utf8.RuneError || unicode.Is(unicode.Cf, r) || unicode.IsControl(r) || r == 0xFFFE || r == 0xFFFF
}
