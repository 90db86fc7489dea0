// Package input cleans and checks what callers and candidates write: texts made safe to
// show, their language, and values held against their bounds. What a text means is read
// elsewhere.
package input

import (
	"regexp"
	"strings"
	"unicode"
)

// Clean makes a text safe to show: valid UTF-8 without NUL and other control characters,
// without commands to a terminal and marks that turn the direction of writing or hide between
// letters, with "\n" line ends and no blank edges. Words, their order and their spelling stay.
func Clean(text string) string {
	text = strings.ToValidUTF8(text, "\uFFFD")
	text = lineEnds.Replace(commands.ReplaceAllLiteralString(text, ""))
	return strings.TrimSpace(strings.Map(visible, text))
}

// commands are the control sequences of ECMA-48, 5.4: an introducer, parameters, a letter.
var commands = regexp.MustCompile(`\x1b\[[0-?]*[ -/]*[@-~]`)

var lineEnds = strings.NewReplacer("\r\n", "\n", "\r", "\n", "\u2028", "\n", "\u2029", "\n")

func visible(r rune) rune {
	switch {
	case r == '\n' || r == '\t':
		return r
	case r == '\u200d' || r == '\u200c': // they join letters and emoji, and hide nothing between words
		return r
	case unicode.In(r, unicode.Cc, unicode.Cf, unicode.Co):
		return -1
	}
	return r
}

// Blank tells a text without a letter, a digit or a sign.
func Blank(text string) bool {
	return strings.IndexFunc(text, func(r rune) bool { return unicode.IsGraphic(r) && !unicode.IsSpace(r) }) < 0
}
