package linkedin

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Free text may hold what a profile must not keep: the member's, or anybody's, e-mail and
// phone. They are struck out where they stand.
var (
	mailShape  = regexp.MustCompile(`[\p{L}\p{N}._%+-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+`)
	phoneShape = regexp.MustCompile(`\b[78]9\d{9}\b|\b\d{3}[-.]\d{3}[-.]\d{4}\b|` +
		`(?:\+\d|\b8[ (-]{1,2}\d{3}[ )-]|\(\d{3}\))[\d ().-]{5,18}\d`)
	digitShape = regexp.MustCompile(`\d`)
)

const (
	minPhone = 10 // digits of a phone written in full
	maxPhone = 15
	struck   = "[…]"
)

// text cleans a field: NFC, no control characters, bounded, without e-mail and phone.
func text(raw string) string {
	if !utf8.ValidString(raw) {
		raw = strings.ToValidUTF8(raw, "\uFFFD")
	}
	if len(raw) > maxText*utf8.UTFMax {
		raw = strings.ToValidUTF8(raw[:maxText*utf8.UTFMax], "")
	}
	raw = strings.ReplaceAll(strings.ReplaceAll(raw, "\r\n", "\n"), "\r", "\n")
	raw = strings.TrimSpace(norm.NFC.String(strings.Map(visible, raw)))
	if utf8.RuneCountInString(raw) > maxText {
		raw = string([]rune(raw)[:maxText])
	}
	return withhold(raw)
}

// line is a text that has one line.
func line(raw string) string { return strings.Join(strings.Fields(text(raw)), " ") }

func visible(r rune) rune {
	switch {
	case r == '\n':
		return r
	case r == '\t', unicode.Is(unicode.Zs, r):
		return ' '
	case unicode.Is(unicode.C, r):
		return -1
	}
	return r
}

func withhold(text string) string {
	if strings.ContainsRune(text, '@') {
		text = mailShape.ReplaceAllString(text, struck)
	}
	return phoneShape.ReplaceAllStringFunc(text, func(found string) string {
		if n := len(digitShape.FindAllStringIndex(found, -1)); n < minPhone || n > maxPhone {
			return found
		}
		return struck
	})
}
