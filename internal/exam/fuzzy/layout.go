package fuzzy

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// The keys of the two usual keyboards, in the same order.
const (
	latinKeys    = "qwertyuiop[]asdfghjkl;'zxcvbnm,.`QWERTYUIOP{}ASDFGHJKL:\"ZXCVBNM<>~"
	cyrillicKeys = "йцукенгшщзхъфывапролджэячсмитьбюёЙЦУКЕНГШЩЗХЪФЫВАПРОЛДЖЭЯЧСМИТЬБЮЁ"
)

var toCyrillic, toLatin = keyboard(latinKeys, cyrillicKeys), keyboard(cyrillicKeys, latinKeys)

func keyboard(pressed, meant string) map[rune]rune {
	keys := map[rune]rune{}
	to := []rune(meant)
	for i, r := range []rune(pressed) {
		keys[r] = to[i]
	}
	return keys
}

// retyped is the text as the same keys give it on the other keyboard. Only a text of one
// script can have been typed with the wrong one.
func retyped(text string) (other string, ok bool) {
	latin, cyrillic := 0, 0
	for _, r := range text {
		switch {
		case 'a' <= r && r <= 'z', 'A' <= r && r <= 'Z':
			latin++
		case 'а' <= r && r <= 'я', 'А' <= r && r <= 'Я':
			cyrillic++
		}
	}
	keys := toCyrillic
	switch {
	case latin > 2*cyrillic:
	case cyrillic > 0 && latin == 0:
		keys = toLatin
	default:
		return "", false
	}
	var out strings.Builder
	out.Grow(2 * len(text))
	for at, r := range text {
		if to, known := keys[r]; known && !punctuates(text[at:], r) {
			r = to
		}
		out.WriteRune(r)
	}
	return out.String(), true
}

// punctuates reports whether the first sign of the text is punctuation after all, though
// its key has a letter on the other keyboard. No word ends in the letters of comma, colon
// and semicolon as a rule; many end in ю, the letter of the full stop, and go on in small
// letters.
func punctuates(text string, r rune) bool {
	rest := text[utf8.RuneLen(r):]
	next, _ := utf8.DecodeRuneInString(rest)
	ends := rest == "" || unicode.IsSpace(next)
	switch r {
	case ',', ':', ';':
		return ends
	case '.':
		after, _ := utf8.DecodeRuneInString(strings.TrimLeftFunc(rest, unicode.IsSpace))
		return ends && !unicode.IsLower(after)
	}
	return false
}
