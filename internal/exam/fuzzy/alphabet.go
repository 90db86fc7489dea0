package fuzzy

import "unicode"

// symbol is a letter of the folded alphabet: signs that scanners and hands take for each
// other share one, so that a text and its photograph are spelled alike. Every class holds
// one digit at most: numbers never become other numbers.
type symbol = byte

// blank separates words and stands at both ends of a folded text.
const blank symbol = 0

// symbolBits is the width of a symbol; three of them are a number below gramSpace.
const (
	symbolBits = 6
	symbols    = 1 << symbolBits
)

// classes are the signs of one symbol each, those of digits first. Upper and lower case are folded
// before; й, ё and accents lose their marks, so decomposed and composed letters are equal.
var classes = [...]string{
	"0оo", "1il", "2", "3з", "4", "5", "6", "7", "8", "9",
	"аa", "б", "вb", "г", "д", "еёe", "ж", "ий", "кk", "л", "мm", "нh", "п", "рp", "сc", "тt", "уy",
	"ф", "хx", "ц", "ч", "шщ", "ъь", "ы", "э", "ю", "я",
	"d", "f", "g", "j", "n", "q", "r", "s", "u", "v", "w", "z",
}

// The symbols the rules of folding name.
var (
	symbolY     = alphabet['ы']
	symbolM     = alphabet['м']
	symbolZero  = alphabet['0']
	symbolOne   = alphabet['1']
	symbolThree = alphabet['3']
	symbolNine  = alphabet['9']
)

// alphabet gives the symbol of a lower-case letter or digit, blank for any other sign.
var alphabet = func() (table [0x500]symbol) {
	for i, class := range classes {
		for _, r := range class {
			table[r] = symbol(i + 1)
		}
	}
	return table
}()

// symbolOf is the symbol of a lower-case letter or digit. Scripts without a place in the
// alphabet share the symbols that are left.
func symbolOf(r rune) symbol {
	if int(r) < len(alphabet) && alphabet[r] != blank {
		return alphabet[r]
	}
	free := rune(symbols - 1 - len(classes))
	return symbol(len(classes) + 1 + int(r%free))
}

// numeric reports whether the symbol may be a digit, or a letter read for one.
func numeric(s symbol) bool { return symbolZero <= s && s <= symbolNine }

// doubles reports whether the symbol twice in a word of letters is the slip of a hand.
func doubles(s symbol) bool {
	return !numeric(s) || s == symbolZero || s == symbolOne || s == symbolThree
}

// small is the lower-case form of a letter or digit of the common scripts, 0 of any other
// sign; signs it does not hold go the long way.
var small = func() (table [0x500]rune) {
	for r := range rune(len(table)) {
		if lower := unicode.ToLower(r); int(lower) < len(alphabet) && alphabet[lower] != blank {
			table[r] = lower
		}
	}
	table['ё'], table['Ё'] = 'е', 'е'
	return table
}()
