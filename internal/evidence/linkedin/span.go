package linkedin

import (
	"cmp"
	"slices"
)

// span is the months of a job, both ends included; empty when to is before from.
type span struct{ from, to int }

// months is the length, zero for an empty one.
func (s span) months() int { return max(0, s.to-s.from+1) }

func (s span) overlap(other span) int {
	return span{from: max(s.from, other.from), to: min(s.to, other.to)}.months()
}

// nothing is the span of a job without usable dates.
var nothing = span{from: 0, to: -1}

// A year alone is taken from its middle to its middle, so that on the average nothing is
// added: a job from 2019 to 2021 counts as two years, and one within a year as its half.
const (
	middle = 7  // July, where a year alone starts; it ends the month before
	last   = 12 // December
)

// span is when the job ran. One that starts after asOf, or ends before it starts, has no
// months.
func (p Position) span(asOf Month) span {
	end := p.End
	if p.Current {
		end = asOf
	}
	if p.Start.IsZero() || end.IsZero() {
		return nothing
	}
	s := span{from: p.Start.number(middle), to: min(end.number(middle-1), asOf.number(last))}
	switch {
	case end.Month == 0 && s.to < s.from && end.Year == p.Start.Year:
		s.to = min(end.number(last), asOf.number(last))
	case p.Start.Month == 0 && s.to < s.from && end.Year == p.Start.Year:
		s.from = p.Start.number(1)
	}
	if s.to < s.from {
		return nothing
	}
	return s
}

// union is the number of months in which at least one job ran.
func union(jobs []Position, asOf Month) int {
	spans := make([]span, 0, len(jobs))
	for _, p := range jobs {
		if s := p.span(asOf); s.months() > 0 {
			spans = append(spans, s)
		}
	}
	slices.SortFunc(spans, func(a, b span) int { return cmp.Compare(a.from, b.from) })
	total, counted := 0, -1
	for _, s := range spans {
		s.from = max(s.from, counted+1)
		total += s.months()
		counted = max(counted, s.to)
	}
	return total
}
