package resume

import (
	"cmp"
	"fmt"
	"slices"
	"time"
)

// MonthOf returns the month t falls in, in t's own location.
func MonthOf(t time.Time) Month { return monthAt(t.Year(), int(t.Month())) }

func monthAt(year, month int) Month { return Month(year*12 + month - 1) }

// ParseMonth reads "2024-01".
func ParseMonth(s string) (Month, error) {
	t, err := time.Parse("2006-01", s)
	if err != nil {
		return 0, fmt.Errorf("resume: month %q: %w", s, err)
	}
	return MonthOf(t), nil
}

// Year returns the calendar year, zero for an unknown month.
func (m Month) Year() int { return int(m) / 12 }

// String renders "2024-01", and nothing for an unknown month.
func (m Month) String() string {
	if m <= 0 {
		return ""
	}
	return fmt.Sprintf("%04d-%02d", int(m)/12, int(m)%12+1)
}

// ParseDate reads "2024-01", or "2024" as the January of a date that is known to the year.
func ParseDate(s string) (m Month, yearOnly bool, err error) {
	if len(s) == len("2024") {
		m, err = ParseMonth(s + "-01")
		return m, err == nil, err
	}
	m, err = ParseMonth(s)
	return m, false, err
}

// Text renders "2024-01", or "2024" where only the year is known: a month that nobody
// stated is never shown.
func (m Month) Text(yearOnly bool) string {
	text := m.String()
	if yearOnly {
		return text[:min(len(text), len("2024"))]
	}
	return text
}

// Settled are the months that a stretch of time is counted by where a year alone is known of
// an end. A year stands for its middle: 2018–2020 is July 2018 to June 2020, twenty-four
// months, which is right on average and wrong by at most a year.
func Settled(from, to Month, fromYear, toYear bool) (Month, Month) {
	if fromYear && toYear && from.Year() == to.Year() {
		return monthAt(from.Year(), 4), monthAt(from.Year(), 9)
	}
	year := monthAt(from.Year(), 1)
	if fromYear {
		from = monthAt(from.Year(), 7)
	}
	if toYear {
		to = monthAt(to.Year(), 6)
	}
	switch {
	case from <= to || to < year:
		return from, to
	case fromYear: // the middle overshoots the other, better known end of the same year
		return year, to
	case toYear:
		return from, from
	}
	return from, to
}

// interval is a run of months, both ends included.
type interval struct {
	from, to Month
	toYear   bool // to is known to the year
}

// unionMonths counts the months covered by at least one interval. A month of two
// jobs counts once: adding the lengths up would invent experience.
func unionMonths(spans []interval) int {
	ordered := slices.Clone(spans)
	slices.SortFunc(ordered, func(a, b interval) int { return cmp.Compare(a.from, b.from) })
	total, covered := 0, Month(0)
	for _, s := range ordered {
		from := max(s.from, covered+1)
		if s.to < from {
			continue
		}
		total += int(s.to-from) + 1
		covered = s.to
	}
	return total
}
