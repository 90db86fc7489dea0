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

// interval is a run of months, both ends included.
type interval struct{ from, to Month }

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
