package interview

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"
	"unicode"
)

// clean makes a text safe to show: valid UTF-8 without NUL and other control characters,
// without marks that turn the direction of writing or hide between letters, with "\n" line
// ends and no blank edges. Words, their order and their spelling stay.
func clean(text string) string {
	text = strings.ToValidUTF8(text, "\uFFFD")
	text = lineEnds.Replace(text)
	return strings.TrimSpace(strings.Map(visible, text))
}

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

// blank tells a text without a letter, a digit or a sign.
func blank(text string) bool {
	return strings.IndexFunc(text, func(r rune) bool { return unicode.IsGraphic(r) && !unicode.IsSpace(r) }) < 0
}

func digest(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:])
}

// russianShare is the share of Cyrillic among the letters from which a text is Russian. It
// is low because the names of tools in a Russian resume are Latin.
const russianShare = 0.15

// languageOf tells the language of a text; ok is false when it has no letters.
func languageOf(text string) (lang Language, ok bool) {
	cyrillic, latin := 0, 0
	for _, r := range text {
		switch {
		case unicode.Is(unicode.Cyrillic, r):
			cyrillic++
		case unicode.Is(unicode.Latin, r):
			latin++
		}
	}
	switch {
	case cyrillic+latin == 0:
		return English, false
	case float64(cyrillic) >= russianShare*float64(cyrillic+latin):
		return Russian, true
	}
	return English, true
}
