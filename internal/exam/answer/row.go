package answer

import (
	"regexp"
	"slices"
	"strings"
	"unicode"

	"kadry/internal/fault"
)

// mark is a marked field with what is to be said of it.
type mark struct {
	Field
	why fault.Text
}

func wrong(given string, why fault.Text) mark {
	return mark{Field: Field{Given: excerpt(given), Outcome: Wrong}, why: why}
}

// mark marks one field.
func (f field) mark(given string) mark {
	switch f.kind {
	case Number:
		return f.markNumber(given)
	case Digits:
		return f.markDigits(given)
	case Letters:
		return f.markRow(given, foldSigns)
	case Numbers:
		return f.markNumbers(given)
	case Words:
		return f.markWords(given)
	case Interval:
		return f.markSet(given)
	case Expression, Prose:
	}
	return f.markExpression(given)
}

// markExpression can tell only that two writings are the same.
func (f field) markExpression(given string) mark {
	bare := func(s string) string { return strings.ReplaceAll(strings.ReplaceAll(s, " ", ""), "\n", "") }
	if bare(given) == bare(f.text) {
		return mark{Field: Field{Given: excerpt(given), Outcome: Correct}}
	}
	return mark{Field: Field{Given: excerpt(given), Outcome: Uncheckable}, why: notComparable}
}

// markDigits marks digits that are a row by what the problem says, or that may as well be
// a whole number. As a number they take a unit, leading zeros and a plus; as a row they
// take separators: "13,4" is 134 in a row and 13.4 elsewhere.
func (f field) markDigits(given string) mark {
	if f.row {
		return f.markRow(given, func(s string) string { return s })
	}
	if _, ok := readNumber(given); ok {
		return f.markNumber(given)
	}
	if items, ok := rowItems(given, true); ok && strings.Join(items, "") == f.text {
		return mark{Field: Field{Given: f.text, Outcome: Correct}}
	}
	return wrong(given, notNumber)
}

// markRow marks a row of signs. fold brings a sign to its canonical letter.
func (f field) markRow(given string, fold func(string) string) mark {
	items, ok := rowItems(given, !f.free)
	if !ok {
		return wrong(given, notRow)
	}
	m := mark{Field: Field{Given: excerpt(strings.Join(items, "")), Outcome: Correct}}
	for i := range items {
		items[i] = fold(items[i])
	}
	want, got := fold(f.text), strings.Join(items, "")
	if got == want {
		return m
	}
	var shared int
	if f.free {
		m.Mistakes, shared = compareSets(want, got, items)
	} else {
		m.Mistakes, shared = comparePlaces(want, got)
	}
	switch {
	case m.Mistakes == 0:
	case shared > 0:
		m.Outcome, m.why = Partly, someSigns(m.Mistakes)
	default:
		m.Outcome = Wrong
	}
	return m
}

var (
	pairs   = regexp.MustCompile(`(\p{L}|\d)\s*[-:=.)→]?\s*(\p{L}|\d)`)
	paired  = regexp.MustCompile(`^(?:(?:\p{L}\s*[-:=.)→]?\s*\d|\d\s*[-:=.)→]?\s*\p{L})(?:[\s,;.]*)){2,}$`)
	between = regexp.MustCompile(`[\s,;.)(]+|\s+и\s+|\s+and\s+`)
	arrows  = regexp.MustCompile(`\s*(?:→|->|-|>|=>)\s*`)
	oneKind = regexp.MustCompile(`^(?:\d+|\p{L}+)$`)
)

// rowItems takes a row apart at its separators: "1, 3, 4", "1) 3) 4)", "А-1 Б-3 В-4" and,
// where there is an order, "1-3-4". It reports false for anything but digits or letters.
func rowItems(given string, ordered bool) ([]string, bool) {
	given = strings.ReplaceAll(given, "\n", " ")
	if items, ok := matched(given); ok {
		return items, true
	}
	if ordered {
		given = arrows.ReplaceAllString(given, " ")
	}
	var items []string
	for _, item := range between.Split(" "+strings.ReplaceAll(given, " и ", " ")+" ", -1) {
		if item == "" {
			continue
		}
		if !oneKind.MatchString(item) {
			return nil, false
		}
		items = append(items, item)
	}
	return items, len(items) > 0
}

// matched reads a matching table written out: "А-1, Б-3, В-2" is 132 whatever the order of
// the pairs, "1-B 2-A" is BA.
func matched(given string) ([]string, bool) {
	if !paired.MatchString(given) {
		return nil, false
	}
	type pair struct{ place, sign string }
	var list []pair
	for _, m := range pairs.FindAllStringSubmatch(given, -1) {
		list = append(list, pair{strings.ToUpper(m[1]), m[2]})
	}
	alphabet := latin
	if slices.ContainsFunc(list, func(p pair) bool { return isCyrillic(foldSigns(p.place)) }) {
		alphabet = cyrillic
	}
	for i := range list {
		list[i].place = alphabet.fold(list[i].place)
	}
	slices.SortStableFunc(list, func(a, b pair) int { return strings.Compare(a.place, b.place) })
	signs := make([]string, len(list))
	for i, p := range list {
		if i > 0 && p.place == list[i-1].place || isDigit(p.place) != isDigit(list[0].place) {
			return nil, false
		}
		signs[i] = p.sign
	}
	return signs, true
}

func isDigit(s string) bool { return s != "" && unicode.IsDigit(rune(s[0])) }

// comparePlaces counts the places that differ; a missing or superfluous sign is a
// difference too.
func comparePlaces(want, got string) (mistakes, shared int) {
	w, g := []rune(want), []rune(got)
	for i := range max(len(w), len(g)) {
		if i < len(w) && i < len(g) && w[i] == g[i] {
			shared++
		} else {
			mistakes++
		}
	}
	return mistakes, shared
}

// compareSets counts what is missing or superfluous, whichever is more. Where the key
// repeats a digit its signs are numbers of several digits written together ("1319" for
// 13 and 19), and only the numbers may change places.
func compareSets(want, got string, items []string) (mistakes, shared int) {
	if !distinct(want) {
		if arranged(want, items) {
			return 0, len(items)
		}
		return max(len([]rune(want)), len([]rune(got))), 0
	}
	if len(items) > 1 && !slices.ContainsFunc(items, func(s string) bool { return len([]rune(s)) > 1 }) || len(items) == 1 {
		items = strings.Split(got, "")
	}
	return compareItems(strings.Split(want, ""), items)
}

// arranged reports whether the items can be put in an order that makes the whole.
func arranged(whole string, items []string) bool {
	if len(items) == 0 {
		return whole == ""
	}
	if len(items) > 8 {
		return false
	}
	for i, item := range items {
		if rest, ok := strings.CutPrefix(whole, item); ok && item != "" {
			others := append(slices.Clone(items[:i]), items[i+1:]...)
			if arranged(rest, others) {
				return true
			}
		}
	}
	return false
}
