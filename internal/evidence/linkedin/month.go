package linkedin

import (
	"cmp"
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// Month is a month of a year. Month is zero when only the year is stated.
type Month struct{ Year, Month int }

// IsZero reports whether nothing is stated.
func (m Month) IsZero() bool { return m == Month{} }

// String is "2020-01", "2020" or nothing.
func (m Month) String() string {
	switch {
	case m.IsZero():
		return ""
	case m.Month == 0:
		return fmt.Sprintf("%04d", m.Year)
	}
	return fmt.Sprintf("%04d-%02d", m.Year, m.Month)
}

// number counts months from the year zero; a year alone counts as the month given.
func (m Month) number(alone int) int {
	return m.Year*12 + cmp.Or(m.Month, alone) - 1
}

// monthOf is number backwards.
func monthOf(number int) Month { return Month{Year: number / 12, Month: number%12 + 1} }

// Years a date of a career may have.
const (
	firstYear = 1930
	lastYear  = 2100
)

func (m Month) valid() bool {
	return m.Year >= firstYear && m.Year <= lastYear && m.Month >= 0 && m.Month <= 12
}

var (
	yearFirst = regexp.MustCompile(`^(\d{4})(?:[-/.](\d{1,2}))?(?:[-/.]\d{1,2})?(?:[ T,].*)?$`)
	// American order is the archive's own: "01/19/13, 12:10 AM".
	monthFirst = regexp.MustCompile(`^(\d{1,2})/(?:\d{1,2}/)?(\d{4}|\d{2})(?:[ ,].*)?$`)
	dateWord   = regexp.MustCompile(`[\p{L}\p{M}]+|\d+`)
)

const maxDate = 64 // characters of a date; the longest is "2026/07/28 13:20:47 UTC"

// parseMonth reads a date as the files write it: "Jan 2020", "2020", "январь 2020 г.",
// "01/19/13, 12:10 AM", "2026/07/28 13:20:47 UTC".
func parseMonth(text string) (Month, bool) {
	text = strings.TrimSpace(text)
	if text == "" || len(text) > maxDate {
		return Month{}, false
	}
	if m, ok := parseNumeric(text); ok {
		return m, m.valid()
	}
	return parseNamed(text)
}

func parseNumeric(text string) (Month, bool) {
	if found := yearFirst.FindStringSubmatch(text); found != nil {
		return Month{Year: number(found[1]), Month: number(found[2])}, true
	}
	found := monthFirst.FindStringSubmatch(text)
	if found == nil {
		return Month{}, false
	}
	year := number(found[2])
	if len(found[2]) == 2 { // LinkedIn is of 2003, so no record of it is of the last century
		year += 2000
	}
	return Month{Year: year, Month: number(found[1])}, number(found[1]) > 0
}

// parseNamed reads a date with the month as a word in any of the known languages. Words
// that belong to dates ("г.", "de") are passed over, any other word makes it no date.
func parseNamed(text string) (Month, bool) {
	var m Month
	days := 0
	for _, word := range dateWord.FindAllString(strings.ToLower(text), 6) {
		month, named := vocabulary.months[word]
		n := number(word)
		switch {
		case named && m.Month == 0:
			m.Month = month
		case len(word) == 4 && n > 0 && m.Year == 0:
			m.Year = n
		case len(word) <= 2 && n > 0 && n <= 31 && days == 0:
			days++
		case vocabulary.fillers[word]:
		default:
			return Month{}, false
		}
	}
	if days > 0 && m.Month == 0 {
		return Month{}, false
	}
	return m, m.valid()
}

// number reads digits; anything else is zero.
func number(digits string) int {
	n, err := strconv.Atoi(digits)
	if err != nil {
		return 0
	}
	return n
}
