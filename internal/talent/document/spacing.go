package document

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// spacedLetters is how many letters with a space between each two make a spaced word.
const spacedLetters = 4

// joinLetters makes words of letters that were typed apart for looks, "E X P E R I E N C E".
// The words of such a line are two spaces or more from each other.
func joinLetters(line string) string {
	if len(line) < 2*spacedLetters-1 || !isSpaced(line) {
		return line
	}
	var out strings.Builder
	for word := range strings.SplitSeq(strings.ReplaceAll(line, "\t", "  "), "  ") {
		if joined := strings.ReplaceAll(word, " ", ""); joined != "" {
			if out.Len() > 0 {
				out.WriteByte(' ')
			}
			out.WriteString(joined)
		}
	}
	return out.String()
}

// isSpaced reports whether nothing stands in a line but single characters, most of them
// letters.
func isSpaced(line string) bool {
	letters, all := 0, 0
	for part := range strings.FieldsSeq(line) {
		r, size := utf8.DecodeRuneInString(part)
		if size != len(part) {
			return false
		}
		all++
		if unicode.IsLetter(r) {
			letters++
		}
	}
	return letters >= spacedLetters && 4*letters >= 3*all
}
