package place

import (
	"math/bits"
	"strings"
	"unicode"
	"unicode/utf8"

	"kadry/internal/skill"
)

// full writes out the abbreviated kinds of areas.
var full = map[string]string{"обл": "область", "респ": "республика", "р": "республика", "кр": "край"}

// keyOf is the form names are compared in: folded words with one space between.
func keyOf(s string) string {
	s = strings.Map(func(r rune) rune {
		switch {
		case r == '\'' || r == '’' || r == '`':
			return -1
		case unicode.IsLetter(r) || unicode.IsDigit(r):
			return r
		}
		return ' '
	}, skill.Fold(s))
	words := strings.Fields(s)
	for i, w := range words {
		if long, ok := full[w]; ok && i > 0 {
			words[i] = long
		}
	}
	return strings.Join(words, " ")
}

// endings of the cases of names of places, longer ones first.
var endings = []string{
	"ыми", "ими", "ами", "ями", "ого", "его", "ому", "ему",
	"ой", "ей", "ый", "ий", "ая", "яя", "ое", "ее", "ые", "ие", "ых", "их", "ым", "им", "ом", "ем", "ою", "ею", "ую", "юю", "ам", "ям", "ах", "ях",
	"у", "ю", "а", "я", "ы", "и", "е", "о", "ь", "й",
}

// stemLeast is how many letters of a word stay when its ending is cut.
const stemLeast = 2

// stemKey cuts the endings of the words of a key. A general stemmer is of no use here: it
// takes the "ов" of Киров for an ending too.
func stemKey(key string) string {
	words := strings.Fields(key)
	for i, w := range words {
		words[i] = stem(w)
	}
	return strings.Join(words, " ")
}

func stem(word string) string {
	if head, ok := strings.CutSuffix(word, "ец"); ok { // Череповец, в Череповце
		return strings.TrimSuffix(head, "ь") + "ц"
	}
	for _, e := range endings {
		head, ok := strings.CutSuffix(word, e)
		if ok && utf8.RuneCountInString(head) >= stemLeast {
			if soft, ok := strings.CutSuffix(head, "ьц"); ok { // Елец, в Ельце
				return soft + "ц"
			}
			return head
		}
	}
	return word
}

// sounds are Russian letters as the common romanisations agree on them; the capitals stand
// for the sounds that those write with several letters.
var sounds = map[rune]string{
	'а': "a", 'б': "b", 'в': "v", 'г': "g", 'д': "d", 'е': "e", 'ж': "J", 'з': "z", 'и': "i", 'й': "i", 'к': "k",
	'л': "l", 'м': "m", 'н': "n", 'о': "o", 'п': "p", 'р': "r", 'с': "s", 'т': "t", 'у': "u", 'ф': "f", 'х': "h",
	'ц': "ts", 'ч': "C", 'ш': "S", 'щ': "W", 'ъ': "", 'ы': "i", 'ь': "", 'э': "e", 'ю': "u", 'я': "a",
}

// romanised are the letters of romanisations, longer ones first, as the same sounds.
var romanised = strings.NewReplacer(
	"shch", "W", "sch", "W", "sh", "S", "ch", "C", "zh", "J", "kh", "h", "tz", "ts",
	"yu", "u", "iu", "u", "ju", "u", "ya", "a", "ia", "a", "ja", "a", "ye", "e", "je", "e", "yo", "e", "jo", "e",
	"ca", "ka", "co", "ko", "cu", "ku", "ck", "k", "c", "ts", "w", "v", "x", "ks", "q", "k", "y", "i", "j", "i",
)

// merged are the vowels that romanisations write in one letter or two.
var merged = strings.NewReplacer("iie", "e", "ie", "e", "ii", "i")

// soundKey spells a key of either alphabet by its sounds, so that Tolyatti, Toliatti and
// Тольятти are one.
func soundKey(key string) string {
	if isLatin(key) {
		return merged.Replace(romanised.Replace(key))
	}
	var b strings.Builder
	for _, r := range strings.ReplaceAll(key, "йо", "е") {
		if s, ok := sounds[r]; ok {
			b.WriteString(s)
		} else {
			b.WriteRune(r)
		}
	}
	return merged.Replace(b.String())
}

// heard are the letters that sound alike where Russian does not stress them, and groups that
// always do.
var heard = strings.NewReplacer("тьс", "ц", "тс", "ц", "дс", "ц", "сч", "щ", "о", "а", "е", "и", "э", "и", "я", "и", "ы", "и", "ъ", "", "ь", "")

// heardKey spells a Russian key as it is heard: Иркуцк is Иркутск, Тальятти is Тольятти.
func heardKey(key string) string {
	key = heard.Replace(key)
	var b strings.Builder
	var last rune
	for _, r := range key {
		if r != last {
			b.WriteRune(r)
		}
		last = r
	}
	return b.String()
}

// isLatin reports a key without a Cyrillic letter.
func isLatin(key string) bool {
	return !strings.ContainsFunc(key, func(r rune) bool { return unicode.Is(unicode.Cyrillic, r) })
}

// The keys of one keyboard in its two layouts, in the same order.
const (
	latinKeys    = "qwertyuiop[]asdfghjkl;'zxcvbnm,.`"
	cyrillicKeys = "йцукенгшщзхъфывапролджэячсмитьбюё"
)

// swapped is what the same keys type in the other layout.
func swapped(s string) string {
	from, to := []rune(latinKeys), []rune(cyrillicKeys)
	if !isLatin(s) {
		from, to = to, from
	}
	return strings.Map(func(r rune) rune {
		for i, k := range from {
			if k == r {
				return to[i]
			}
		}
		return r
	}, strings.ToLower(s))
}

// letters is a set of the letters of a key, by which most distant names are told cheaply.
func letters(key []rune) uint64 {
	var set uint64
	for _, r := range key {
		set |= 1 << (uint(r) % 64)
	}
	return set
}

// far reports sets that so few edits cannot lead from one to the other: an edit takes away
// one letter at most and adds one.
func far(a, b uint64, edits int) bool {
	return bits.OnesCount64(a&^b) > edits || bits.OnesCount64(b&^a) > edits
}

// distance is the optimal string alignment distance (insert, delete, replace, swap of
// neighbours), given up with limit+1 as soon as it must exceed limit.
func distance(a, b []rune, limit int) int {
	before, last, row := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range last {
		last[j] = j
	}
	for i := 1; i <= len(a); i++ {
		row[0] = i
		best := i
		for j := 1; j <= len(b); j++ {
			change := 1
			if a[i-1] == b[j-1] {
				change = 0
			}
			row[j] = min(last[j]+1, row[j-1]+1, last[j-1]+change)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
			best = min(best, row[j])
		}
		if best > limit {
			return limit + 1
		}
		before, last, row = last, row, before
	}
	return last[len(b)]
}
