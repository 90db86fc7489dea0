package resume

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// latinOf spells Russian letters in the one way of the many that a skeleton keeps.
var latinOf = map[rune]string{
	'а': "a", 'б': "b", 'в': "v", 'г': "g", 'д': "d", 'е': "e", 'ё': "e", 'ж': "zh", 'з': "z", 'и': "i", 'й': "i", 'к': "k", 'л': "l", 'м': "m",
	'н': "n", 'о': "o", 'п': "p", 'р': "r", 'с': "s", 'т': "t", 'у': "u", 'ф': "f", 'х': "h", 'ц': "c", 'ч': "ch", 'ш': "sh", 'щ': "sh", 'ъ': "",
	'ы': "i", 'ь': "", 'э': "e", 'ю': "u", 'я': "a", 'і': "i", 'ї': "i", 'є': "e", 'ґ': "g", 'қ': "k", 'ғ': "g", 'ң': "n", 'ү': "u", 'ұ': "u", 'ө': "o", 'ә': "a", 'һ': "h", 'ў': "u",
}

// spellings are ways to write one sound in Latin letters, longer ones first.
var spellings = strings.NewReplacer(
	"shch", "sh", "sch", "sh", "tsch", "ch", "tch", "ch", "kh", "h", "ts", "c", "tz", "c", "ck", "k", "ph", "f", "zh", "j",
	"yu", "u", "ju", "u", "iu", "u", "ya", "a", "ja", "a", "ia", "a", "yo", "e", "jo", "e", "io", "e", "ye", "e", "je", "e", "ie", "e",
	"y", "i", "w", "v", "x", "ks", "q", "k", "th", "t", "ee", "i", "oo", "u",
)

// skeleton spells a name or an account in one way, so that «Юферева», "Yufereva" and
// "jufereva" compare equal: Latin small letters, similar spellings folded, doubled letters
// written once, everything else dropped.
func skeleton(s string) string {
	var plain strings.Builder
	for _, c := range norm.NFD.String(strings.ToLower(s)) {
		if c >= 'a' && c <= 'z' {
			plain.WriteRune(c)
		} else if unicode.IsLetter(c) {
			plain.WriteString(latinOf[c])
		}
	}
	folded := spellings.Replace(plain.String())
	var out strings.Builder
	var last rune
	for _, c := range folded {
		if c != last {
			out.WriteRune(c)
		}
		last = c
	}
	return out.String()
}
