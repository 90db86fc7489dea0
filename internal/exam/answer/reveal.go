package answer

import (
	"math/big"
	"regexp"
	"slices"
	"strings"
	"unicode"
)

// Span is a stretch of a text, in bytes.
type Span struct{ From, To int }

// Reveal finds where a text shows the answer: any field of any variant of the key, in any
// spelling that Check would take for it, whatever its sign, whole numbers in words, and words of
// the same stem. The
// spans are in order and apart.
func Reveal(task Task, text string) []Span {
	s := secretOf(read(task))
	spans := s.numbersIn(text)
	spans = append(spans, s.spelledIn(text)...)
	spans = append(spans, s.wordsIn(text)...)
	for _, exact := range s.exact {
		spans = append(spans, squeezed(text, exact)...)
	}
	return merge(spans)
}

// secret is a key as something to look for.
type secret struct {
	values  []*big.Rat      // without sign
	words   map[string]bool // folded, of rows of digits too
	sets    map[string]bool // sorted signs of choices
	lists   [][]string      // items that may be written one after another in any order
	rows    []string        // signs that may be taken apart into numbers, in any order
	exact   []string        // expressions without spaces
	letters alphabet
	longest int // runes of the longest word
}

func secretOf(k key) secret {
	s := secret{words: map[string]bool{}, sets: map[string]bool{}, letters: latin}
	for _, fields := range k.variants {
		for _, f := range fields {
			if isCyrillic(f.text) {
				s.letters = cyrillic
			}
		}
	}
	for _, fields := range k.variants {
		for _, f := range fields {
			s.take(f)
		}
	}
	for word := range s.words {
		s.longest = max(s.longest, len([]rune(word)))
	}
	return s
}

func (s *secret) take(f field) {
	switch f.kind {
	case Number, Digits:
		if f.number.value != nil { // a row of digits may be too long for a number
			s.values = append(s.values, new(big.Rat).Abs(f.number.value))
		}
		if f.kind == Digits {
			s.words[f.text] = true
			s.sets[sorted(f.text)] = s.sets[sorted(f.text)] || f.free && distinct(f.text)
			if f.free && !distinct(f.text) {
				s.rows = append(s.rows, f.text)
			}
		}
	case Letters:
		s.addLetters(f)
	case Numbers:
		s.addNumbers(strings.Join(f.items, " ")) // the comma of "1,2" parts two
		s.words[strings.Join(f.items, "")] = true
		s.addList(f)
	case Words:
		s.addList(f)
		for _, spelling := range f.folded {
			s.words[spelling.bare] = true
		}
		for _, item := range f.items {
			s.words[item] = true
		}
	case Interval, Expression:
		s.addNumbers(f.text)
		s.exact = append(s.exact, strings.ReplaceAll(f.text, " ", ""))
	case Prose:
	}
}

func (s *secret) addList(f field) {
	if f.free && f.items != nil {
		s.lists = append(s.lists, f.items)
	}
}

func (s *secret) addLetters(f field) {
	if folded, ok := s.letters.foldPhrase(f.text); ok {
		s.words[folded.bare] = true
		s.sets[sorted(folded.bare)] = s.sets[sorted(folded.bare)] || f.free
	}
}

func (s *secret) addNumbers(text string) {
	for _, part := range digitRuns.FindAllString(text, -1) {
		if n, ok := readNumber(part); ok {
			s.values = append(s.values, n.value)
		}
	}
}

var (
	numeral   = regexp.MustCompile(`^(?:\d{1,3}(?:[\s'’]\d{3}){1,8}(?:[.,]\d+)?|\d+(?:[.,]\d+)?(?:\s*[/:⁄]\s*\d+)?)`)
	digitRuns = regexp.MustCompile(`\d+(?:[.,]\d+)?`)
	wholes    = regexp.MustCompile(`\d+`)
	tokens    = regexp.MustCompile(`[\p{L}\p{Mn}\p{Cf}\d]+`)
	halves    = regexp.MustCompile(`[¼-¾⅐-⅞]`)
)

// numbersIn finds numbers of the same absolute value: the sign before a number often
// belongs to the expression around it.
func (s secret) numbersIn(text string) []Span {
	if len(s.values) == 0 {
		return nil
	}
	var spans []Span
	for _, at := range wholes.FindAllStringIndex(text, -1) { // each may begin a numeral: "1,2,1" holds 1,2 and 2,1
		found := numeral.FindString(text[at[0]:])
		at[1] = at[0] + len(found)
		parts := append([]string{found}, digitRuns.FindAllString(found, -1)...)
		parts = append(parts, wholes.FindAllString(found, -1)...)
		if slices.ContainsFunc(parts, s.isValue) || s.isValue(found+"%") && strings.HasPrefix(strings.TrimLeft(text[at[1]:], " "), "%") {
			spans = append(spans, Span{at[0], at[1]})
		}
	}
	for _, at := range halves.FindAllStringIndex(text, -1) {
		if s.isValue(tidy(text[at[0]:at[1]])) {
			spans = append(spans, Span{at[0], at[1]})
		}
	}
	return spans
}

func (s secret) isValue(text string) bool {
	n, ok := readNumber(tidy(text))
	if !ok {
		return false
	}
	return slices.ContainsFunc(s.values, func(v *big.Rat) bool {
		return v.Cmp(n.value) == 0 || n.unit == "%" && new(big.Rat).Mul(v, big.NewRat(100, 1)).Cmp(n.value) == 0
	})
}

// wordsIn finds the words, and the signs of rows written apart: "не смотря на", "1, 3, 4".
func (s secret) wordsIn(text string) []Span {
	if s.longest == 0 {
		return nil
	}
	places := tokens.FindAllStringIndex(text, -1)
	folds := make([]string, len(places))
	for i, at := range places {
		folded, _ := s.letters.foldPhrase(text[at[0]:at[1]])
		folds[i] = folded.bare
	}
	var spans []Span
	for i := range places {
		for _, j := range s.ends(folds[i:min(len(folds), i+piecesEach*s.longest)]) {
			spans = append(spans, Span{places[i][0], places[i+j][1]})
		}
	}
	return spans
}

// piecesEach is how many pieces of a text are joined for each sign of the answer: beside the signs
// stand conjunctions and what has no letters that the answer is written in.
const piecesEach = 4

// ends lists where the words that begin a text stop being the answer. An "и" between
// digits only separates them.
func (s secret) ends(folds []string) []int {
	var found []int
	var joined []rune
	var pieces []string
	for j, fold := range folds {
		if (fold == "и" || fold == "and") && allDigits.MatchString(string(joined)) {
			continue
		}
		joined, pieces = append(joined, []rune(fold)...), append(pieces, fold)
		if s.isWord(string(joined)) || s.isRow(pieces, len(joined)) || j == 0 && s.inflected(fold) {
			found = append(found, j)
		}
		if len(joined) > s.longest {
			break
		}
	}
	return found
}

// isWord reports whether signs written together are the answer.
func (s secret) isWord(signs string) bool {
	return s.words[signs] || s.sets[sorted(signs)] ||
		slices.ContainsFunc(s.lists, func(items []string) bool { return arranged(signs, items) })
}

// isRow reports whether pieces of so many signs in all make a row in some order.
func (s secret) isRow(pieces []string, signs int) bool {
	return slices.ContainsFunc(s.rows, func(row string) bool { return len(row) == signs && arranged(row, pieces) })
}

const (
	shortestStem = 4
	ending       = 3 // letters; "эпитет" is given away by "эпитетами"
)

// inflected reports whether a word is another form of a word of the key: Russian words
// change at their ends.
func (s secret) inflected(word string) bool {
	for secret := range s.words {
		stem := []rune(secret)
		stem = stem[:max(len(stem)-2, min(shortestStem, len(stem)))]
		if len(stem) >= shortestStem && strings.HasPrefix(word, string(stem)) && !allDigits.MatchString(secret) &&
			len([]rune(word)) <= len([]rune(secret))+ending {
			return true
		}
	}
	return false
}

// squeezed finds a string in a text whose spaces do not count.
func squeezed(text, exact string) []Span {
	var bare strings.Builder
	var places []int
	for i, r := range text {
		if unicode.IsSpace(r) {
			continue
		}
		if strings.ContainsRune(dashes, r) {
			r = '-'
		}
		for range len(string(r)) {
			places = append(places, i)
		}
		bare.WriteRune(r)
	}
	var spans []Span
	for from := 0; ; {
		i := strings.Index(bare.String()[from:], exact)
		if i < 0 || exact == "" {
			return spans
		}
		last := places[from+i+len(exact)-1]
		spans = append(spans, Span{places[from+i], last + len(string([]rune(text[last:])[0]))})
		from += i + len(exact)
	}
}

// merge sorts spans and joins those that touch.
func merge(spans []Span) []Span {
	slices.SortFunc(spans, func(a, b Span) int { return a.From - b.From })
	var apart []Span
	for _, s := range spans {
		if n := len(apart); n > 0 && s.From <= apart[n-1].To {
			apart[n-1].To = max(apart[n-1].To, s.To)
		} else {
			apart = append(apart, s)
		}
	}
	return apart
}
