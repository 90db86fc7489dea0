package document

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"
)

// unscramble repairs UTF-8 that some program on the way took for Windows-1252: "â€‹" for a
// zero-width space, "Ð¿" for п. Generated PDFs carry such text as it is. Only sequences
// that can hardly be meant are touched.
func unscramble(text string) string {
	if !strings.ContainsAny(text, "âïÃÂÐÑ") {
		return text
	}
	runes := []rune(text)
	var out strings.Builder
	out.Grow(len(text))
	before, word := ' ', false // word: inside of a scrambled Cyrillic word
	for i := 0; i < len(runes); before = runes[i-1] {
		plain, n := unscrambleOne(runes[i:], word)
		word = n > 0 && plain >= 'Ѐ' && plain <= 'ӿ'
		if n == 0 {
			plain, n = maimed(before, runes[i:])
		}
		if n == 0 {
			out.WriteRune(runes[i])
			i++
			continue
		}
		out.WriteRune(plain)
		i += n
	}
	return out.String()
}

// unscrambleOne reads one scrambled character at the beginning of the runes; n is how many
// of them it takes, zero when there is none. One pair that looks like a Cyrillic letter may
// be a Spanish or Icelandic word before a quotation mark; two in a row are Cyrillic.
func unscrambleOne(runes []rune, word bool) (plain rune, n int) {
	length := 2
	switch runes[0] {
	case 'â', 'ï':
		length = 3
	case 'Ã', 'Â':
	case 'Ð', 'Ñ':
		if !word && (len(runes) < 4 || runes[2] != 'Ð' && runes[2] != 'Ñ') {
			return 0, 0
		}
	default:
		return 0, 0
	}
	if len(runes) < length {
		return 0, 0
	}
	raw := make([]byte, length)
	for i := range raw {
		c, ok := byteOf(runes[i])
		if !ok || i > 0 && c&0xC0 != 0x80 {
			return 0, 0
		}
		raw[i] = c
	}
	if runes[0] == 'Ã' && strings.ContainsRune("\u00a0–—’”»…", runes[1]) {
		// A capital at the end of a Portuguese word before punctuation.
		return 0, 0
	}
	plain, size := utf8.DecodeRune(raw)
	if size != length {
		return 0, 0
	}
	return plain, length
}

// maimed reads what is left of a scrambled character when a space or a control character
// in it was lost: a no-break space, a full-width colon, a closing quotation mark.
func maimed(before rune, runes []rune) (plain rune, n int) {
	ends := len(runes) == 1 || runes[1] == ' ' || runes[1] == '\n'
	switch {
	case runes[0] == 'Â' && ends && !unicode.IsUpper(before):
		return ' ', 1
	case len(runes) > 1 && runes[0] == 'ï' && runes[1] == '¼':
		return ':', 2
	case len(runes) > 1 && runes[0] == 'â' && runes[1] == '€':
		return '”', 2
	}
	return 0, 0
}

// byteOf is the Windows-1252 byte of a character; the five bytes without a character stand
// for themselves, as programs leave them.
func byteOf(r rune) (byte, bool) {
	if c, ok := charmap.Windows1252.EncodeRune(r); ok {
		return c, true
	}
	if r >= 0x80 && r < 0xA0 {
		return byte(r), true
	}
	return 0, false
}
