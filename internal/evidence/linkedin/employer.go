package linkedin

import (
	"regexp"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// Employers are matched by name: "ООО «Пример»", "Primer LLC" and "PRIMER" are one.

var (
	bracketed = regexp.MustCompile(`\([^()]*\)`)
	nameWord  = regexp.MustCompile(`[\p{L}\p{N}+#]+`)
)

const maxNameWords = 12

// latin spells Cyrillic letters as firms spell their own names.
var latin = map[rune]string{
	'а': "a", 'б': "b", 'в': "v", 'г': "g", 'д': "d", 'е': "e", 'ж': "zh", 'з': "z", 'и': "i", 'й': "y", 'к': "k",
	'л': "l", 'м': "m", 'н': "n", 'о': "o", 'п': "p", 'р': "r", 'с': "s", 'т': "t", 'у': "u", 'ф': "f", 'х': "kh",
	'ц': "ts", 'ч': "ch", 'ш': "sh", 'щ': "sch", 'ъ': "", 'ы': "y", 'ь': "", 'э': "e", 'ю': "yu", 'я': "ya",
}

// employerKey is the words of a name without legal forms, brackets, accents and case, in
// Latin letters. A name made of nothing else keeps its words.
func employerKey(name string) []string {
	if len(name) > maxText {
		return nil
	}
	plain := strings.ReplaceAll(bracketed.ReplaceAllString(strings.ToLower(name), " "), ".", "")
	var all, kept []string
	for _, word := range nameWord.FindAllString(plain, maxNameWords) {
		spelled := spell(word)
		all = append(all, spelled)
		if !vocabulary.legal[word] {
			kept = append(kept, spelled)
		}
	}
	if len(kept) == 0 {
		return all
	}
	return kept
}

func spell(word string) string {
	var out strings.Builder
	for _, r := range norm.NFD.String(strings.ReplaceAll(word, "й", "y")) {
		switch s, ok := latin[r]; {
		case ok:
			out.WriteString(s)
		case !unicode.Is(unicode.Mn, r):
			out.WriteRune(r)
		}
	}
	return out.String()
}

// minPrefix is how many letters the shorter of two names must have to stand for the longer:
// "Example" for "Example Cloud", but not "X" for "X Ray".
const minPrefix = 4

// sameEmployer reports whether two keys name one firm: the same letters, however they are
// divided into words, or one name the beginning of the other.
func sameEmployer(a, b []string) (same, exact bool) {
	x, y := strings.Join(a, ""), strings.Join(b, "")
	if x == "" || y == "" {
		return false, false
	}
	if x == y {
		return true, true
	}
	if len(a) > len(b) {
		a, b = b, a
	}
	for i := range a {
		if a[i] != b[i] {
			return false, false
		}
	}
	return len(strings.Join(a, "")) >= minPrefix, false
}
