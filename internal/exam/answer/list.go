package answer

import (
	"regexp"
	"slices"
	"strings"
)

// numbers takes a list of numbers apart and writes each the same way.
func numbers(text, separator string) []string {
	var items []string
	for item := range strings.SplitSeq(text, separator) {
		item = strings.TrimSpace(item)
		if item == "" {
			continue
		}
		if n, ok := readNumber(item); ok {
			item = n.String()
		}
		items = append(items, item)
	}
	return items
}

// withError undoes how a measured value is written on paper: "(1,4 ± 0,2) В"; in the sheet the two
// numbers stand together, "1,40,2".
var withError = strings.NewReplacer(" ", "", "(", "", ")", "", "±", "", "+/-", "", "+-", "", ".", ",")

// markNumbers marks several numbers: as a set in a choice, one after another elsewhere.
func (f field) markNumbers(given string) mark {
	given = strings.ReplaceAll(strings.ReplaceAll(given, " и ", "; "), "\n", ";")
	m := mark{Field: Field{Given: excerpt(given), Outcome: Correct}}
	if withError.Replace(given) == withError.Replace(f.text) {
		return m
	}
	if allDigits.MatchString(given) {
		if given == strings.Join(f.items, "") || f.free && arranged(given, f.items) {
			return m
		}
	}
	items, ok := f.numbersGiven(given)
	if !ok {
		return wrong(given, notNumber)
	}
	m.Given = strings.Join(items, "; ")
	m.Outcome = Wrong
	if slices.Equal(items, f.items) {
		m.Outcome = Correct
		return m
	}
	if !f.free {
		return m
	}
	var shared int
	m.Mistakes, shared = compareItems(f.items, items)
	switch {
	case m.Mistakes == 0:
		m.Outcome = Correct
	case shared > 0:
		m.Outcome, m.why = Partly, someSigns(m.Mistakes)
	}
	return m
}

var spaced = regexp.MustCompile(`,\s+|\s+`)

// numbersGiven takes the numbers somebody gave apart. A comma without a space separates
// only where the key has no decimals.
func (f field) numbersGiven(given string) ([]string, bool) {
	given = strings.Trim(given, "(){}[] ")
	var items []string
	switch {
	case strings.Contains(given, ";"):
		items = numbers(given, ";")
	case slices.ContainsFunc(f.items, func(s string) bool { return strings.ContainsAny(s, ",/") }):
		items = numbers(spaced.ReplaceAllString(given, ";"), ";")
	default:
		items = numbers(spaced.ReplaceAllString(strings.ReplaceAll(given, ",", ";"), ";"), ";")
	}
	for _, item := range items {
		if _, ok := readNumber(item); !ok {
			return nil, false
		}
	}
	return items, len(items) > 0
}

// compareItems counts what is missing or superfluous, whichever is more.
func compareItems(want, got []string) (mistakes, shared int) {
	left := slices.Clone(want)
	for _, item := range got {
		if i := slices.Index(left, item); i >= 0 {
			left = slices.Delete(left, i, i+1)
			shared++
		}
	}
	return max(len(left), len(got)-shared), shared
}
