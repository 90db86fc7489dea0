package talentweb

import (
	"slices"
	"strconv"

	"kadry/internal/talent/resume"
)

// timeAxis is when the skills of a CV were used, on one axis of years.
type timeAxis struct {
	finding string // what it shows, in one line
	vague   bool   // some time is known to the year alone
	ticks   []tick
	rows    []stripRow
}

// tick is a year of the axis; x is in percent of its width.
type tick struct {
	year int
	x    float64
}

type stripRow struct {
	name    string
	asked   bool // it answers the search
	lasting string
	bars    []stripBar
}

// stripBar is a time on the axis, in percent of its width.
type stripBar struct {
	x, width float64
	vague    bool // somewhere in it
}

// months are a stretch of time: from the first to before the last.
type months struct {
	from, to int
	vague    bool
}

// timeAxis places the skills that dated jobs mention, those used longest first.
func (s *screen) timeAxis(f file, claimed []resume.Skill) timeAxis {
	var a timeAxis
	var used [][]months
	first, last := 0, 0
	for _, found := range claimed {
		times := f.times(found)
		if len(times) == 0 || len(a.rows) == firstSkills {
			continue
		}
		used = append(used, times)
		a.rows = append(a.rows, stripRow{name: found.Name, asked: f.asked(found.Name), lasting: s.lasting(found)})
		for _, t := range times {
			if year := t.from / 12; first == 0 || year < first {
				first = year
			}
			last = max(last, (t.to+11)/12)
			a.vague = a.vague || t.vague
		}
	}
	if len(a.rows) == 0 {
		return a
	}
	width := float64(last-first) * 12
	share := func(n int) float64 { return float64(n) / width * 100 }
	for i, times := range used {
		for _, t := range times {
			a.rows[i].bars = append(a.rows[i].bars, stripBar{x: share(t.from - first*12), width: share(t.to - t.from), vague: t.vague})
		}
	}
	step := yearStep(last - first)
	for year := (first + step - 1) / step * step; year < last; year += step {
		a.ticks = append(a.ticks, tick{year: year, x: share((year - first) * 12)})
	}
	a.finding = s.T("strip.finding", "Skill", a.rows[0].name, "Time", a.rows[0].lasting)
	return a
}

// yearStep is how many years lie between two marks of an axis, so that their figures do not
// touch on a telephone.
func yearStep(years int) int {
	for _, step := range []int{1, 2, 5, 10} {
		if years <= step*6 {
			return step
		}
	}
	return 20
}

// asked reports a skill that answers the search.
func (f file) asked(name string) bool {
	return f.verdict != nil && slices.ContainsFunc(f.verdict.rows, func(r finding) bool { return r.match != nil && r.match.Canonical == name })
}

// times are the dated jobs that mention a skill. Where a date is a bare year, the whole year
// may or may not belong to it.
func (f file) times(found resume.Skill) []months {
	var list []months
	seen := map[int]bool{}
	for _, e := range found.Evidence {
		at := e.Position
		if at < 0 || at >= len(f.person().Positions) || seen[at] {
			continue
		}
		seen[at] = true
		list = append(list, timesOf(f.person().Positions[at])...)
	}
	// What is sure is drawn over what may be.
	slices.SortStableFunc(list, func(a, b months) int {
		switch {
		case a.vague == b.vague:
			return 0
		case a.vague:
			return -1
		}
		return 1
	})
	return list
}

func timesOf(p resume.Position) []months {
	if p.From <= 0 || p.To < p.From {
		return nil
	}
	from, to := int(p.From), int(p.To)+1
	outer := months{from: from, to: to, vague: p.FromYear || p.ToYear}
	if p.FromYear {
		outer.from, from = from/12*12, (from/12+1)*12
	}
	if p.ToYear {
		outer.to, to = ((to-1)/12+1)*12, (to-1)/12*12
	}
	var list []months
	if outer.vague {
		list = append(list, outer)
	}
	if from < to {
		list = append(list, months{from: from, to: to})
	}
	return list
}

// percent is a share of a picture's width as its attributes take it.
func percent(x float64) string { return strconv.FormatFloat(x, 'f', 2, 64) + "%" }
