package input

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// quoteRunes bounds a quote from a vacancy or a resume.
const quoteRunes = 160

// LineAround returns the line of a text around a place, cut to a readable length on both
// sides of it.
func LineAround(text string, start, end int) string {
	room := max(0, quoteRunes-utf8.RuneCountInString(text[start:end]))
	before, whole := lastRunes(text[:start], room/2)
	if !whole {
		before = before[len(before)-len(strings.TrimLeftFunc(before, notSpace)):] // begin with a whole word
	}
	after, whole := firstRunes(text[end:], room-utf8.RuneCountInString(before))
	if !whole {
		after = strings.TrimRightFunc(after, notSpace)
	}
	return strings.TrimSpace(before + text[start:end] + after)
}

func notSpace(r rune) bool { return !unicode.IsSpace(r) }

// lastRunes returns so many of the last runes of a text's last line, and whether that is all of it.
func lastRunes(text string, most int) (part string, whole bool) {
	from := len(text)
	for range most {
		r, size := utf8.DecodeLastRuneInString(text[:from])
		if size == 0 || r == '\n' {
			break
		}
		from -= size
	}
	return text[from:], from == 0 || text[from-1] == '\n'
}

// firstRunes returns so many of the first runes of a text's first line, and whether that is all of it.
func firstRunes(text string, most int) (part string, whole bool) {
	to := 0
	for range most {
		r, size := utf8.DecodeRuneInString(text[to:])
		if size == 0 || r == '\n' {
			break
		}
		to += size
	}
	return text[:to], to == len(text) || text[to] == '\n'
}
