package fuzzy

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// place is where a word stands: in symbols of the folded text and in bytes of the source.
type place struct {
	start, end int
	from, to   int
}

// folder turns texts into symbols. It is scratch: the result of a call is good until the
// next.
type folder struct {
	text   []symbol // blank, word, blank, word, blank
	words  []place
	forms  []uint64 // hash of each word's letters, for the vocabulary
	spell  []rune   // the letters of all words, one after another
	spells []int    // where the letters of each word end
	from   int      // in the source, of the word being read
	skip   int      // signs of the source before this byte are taken in already
}

// fold reads a text: compatible forms as plain ones (NFKC), lower case, no accents or soft
// hyphens, formulas in words, and only letters and digits kept.
func (f *folder) fold(source string) {
	f.text, f.words, f.forms = append(f.text[:0], blank), f.words[:0], f.forms[:0]
	f.spell, f.spells, f.skip = f.spell[:0], f.spells[:0], 0
	for at, r := range source {
		if at >= f.skip {
			f.sign(source, at, r)
		}
	}
	f.close(len(source), false)
}

// sign takes in one sign of the source.
func (f *folder) sign(source string, at int, r rune) {
	if int(r) < len(small) && small[r] != 0 {
		f.letter(at, small[r])
		return
	}
	if r < utf8.RuneSelf && !strings.ContainsRune("+=<>*^-", r) {
		f.close(at, r == ':')
		return
	}
	switch {
	case r == combiningBreve && f.open() && f.spell[len(f.spell)-1] == 'и':
		f.spell[len(f.spell)-1] = 'й'
	case unicode.Is(unicode.Mn, r), unicode.Is(unicode.Cf, r):
		// An accent belongs to its letter, and a soft hyphen to nothing.
	default:
		f.rare(source, at, r)
	}
}

const combiningBreve = '\u0306'

// rare takes in a sign that is written in words, is made of others or is of a script
// without a place in the alphabet.
func (f *folder) rare(source string, at int, r rune) {
	if words, size := spoken(source, at, r); size > 0 {
		f.close(at, false)
		for _, letter := range words {
			if letter == ' ' {
				f.close(at, false)
				continue
			}
			f.letter(at, letter)
		}
		f.close(at+size, false)
		f.skip = at + size
		return
	}
	var raw [utf8.UTFMax]byte
	parts := norm.NFKD.Properties(raw[:utf8.EncodeRune(raw[:], r)]).Decomposition()
	if parts == nil {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			f.letter(at, unicode.ToLower(r))
			return
		}
		f.close(at, r == '：')
		return
	}
	for len(parts) > 0 {
		part, size := utf8.DecodeRune(parts)
		parts = parts[size:]
		switch lower := unicode.ToLower(part); {
		case unicode.Is(unicode.Mn, part):
		case unicode.IsLetter(part), unicode.IsDigit(part):
			f.letter(at, lower)
		default:
			f.close(at, false)
		}
	}
}

// open reports whether a word is being read.
func (f *folder) open() bool { return len(f.spell) > f.opened() }

// opened is where the letters of the word being read begin.
func (f *folder) opened() int {
	if len(f.spells) == 0 {
		return 0
	}
	return f.spells[len(f.spells)-1]
}

func (f *folder) letter(at int, r rune) {
	if !f.open() {
		f.from = at
	}
	f.spell = append(f.spell, r)
}

// close ends the word being read, before the byte of the source. colon says that one
// follows, which tells the words of a formula read aloud from the same words in prose.
func (f *folder) close(at int, colon bool) {
	if !f.open() {
		return
	}
	begin := f.opened()
	letters := f.spell[begin:]
	if colon && scaffold(letters) {
		f.spell = f.spell[:begin]
		return
	}
	start := len(f.text)
	f.text = append(appendWord(f.text, letters), blank)
	f.words = append(f.words, place{start: start, end: len(f.text) - 1, from: f.from, to: at})
	f.forms = append(f.forms, hash(letters))
	f.spells = append(f.spells, len(f.spell))
	if n := f.scaffolds(); n > 0 {
		f.drop(n)
	}
}

// drop takes the last words back.
func (f *folder) drop(n int) {
	keep := len(f.words) - n
	f.text = f.text[:f.words[keep].start]
	f.words, f.forms, f.spells = f.words[:keep], f.forms[:keep], f.spells[:keep]
	f.spell = f.spell[:f.opened()]
}

// spelling is the letters of a word, folded in case only.
func (f *folder) spelling(word int) []rune {
	begin := 0
	if word > 0 {
		begin = f.spells[word-1]
	}
	return f.spell[begin:f.spells[word]]
}

// letterWord is how many signs that cannot be digits make a word of letters, in which a
// doubled sign is a slip and an 0 is an о.
const letterWord = 3

// appendWord spells a word in symbols. What scanners make of ы ("bl", "ьI") and of м ("rn")
// is put right, and a letter written twice is written once: doubling is the commonest slip,
// and no two words of a problem differ by it alone.
func appendWord(text []symbol, letters []rune) []symbol {
	cyrillic, sure := 0, 0
	for _, r := range letters {
		if 'а' <= r && r <= 'я' {
			cyrillic++
		}
		if !numeric(symbolOf(r)) {
			sure++
		}
	}
	start := len(text)
	for i := 0; i < len(letters); i++ {
		r := letters[i]
		s := symbolOf(r)
		if i+1 < len(letters) {
			switch next := letters[i+1]; {
			case r == 'r' && next == 'n':
				s = symbolM
				i++
			case (r == 'ь' || r == 'b') && cyrillic > 0 && (next == 'i' || next == 'l' || next == '1'):
				s = symbolY
				i++
			}
		}
		if sure >= letterWord && len(text) > start && text[len(text)-1] == s && doubles(s) {
			continue
		}
		text = append(text, s)
	}
	return text
}

// hash is FNV-1a over the letters.
func hash(letters []rune) uint64 {
	h := uint64(14695981039346656037)
	for _, r := range letters {
		h = (h ^ uint64(r)) * 1099511628211
	}
	return h
}
