package evaluate

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"time"

	"kadry/internal/talent/resume"
)

// positions pairs each gold job with the read one that shares most years and words with it.
func (s *score) positions(rec resume.Record) {
	used := make([]bool, len(rec.Positions))
	for _, g := range s.gold.Positions {
		i := -1
		if g.Start != "" {
			i = closest(g, rec.Positions, used)
			s.count("titles", 0, btoi(g.Title != ""))
			s.count("employers", 0, btoi(g.Employer != ""))
		}
		s.count("positions_found", btoi(i >= 0), 1)
		if i < 0 {
			s.count("dates", 0, 1)
			s.miss("position missed: %q, %q, %s..%s", g.Title, g.Employer, g.Start, g.End)
			continue
		}
		used[i] = true
		s.pair(g, rec.Positions[i])
	}
	unmatched := 0
	for i, p := range rec.Positions {
		if !used[i] && p.Work {
			unmatched++
			s.miss("false position: %q, %q, %s..%s", p.Title, p.Company, from(p), to(p))
		}
	}
	s.count("false_positions", unmatched, 1)
}

// pair compares a gold job with the one read for it.
func (s *score) pair(g goldPosition, p resume.Position) {
	dates := sameDate(g.Start, from(p), false) && sameDate(g.End, to(p), p.Current)
	title := similar(g.Title, p.Title) >= 0.5 && foreign(tokens(p.Title), tokens(g.Title)) <= 3
	employer := similar(g.Employer, p.Company) >= 0.4 && foreign(tokens(p.Company), tokens(g.Employer)) <= 5
	s.count("dates", btoi(dates), 1)
	s.count("titles", btoi(title && g.Title != ""), 0)
	s.count("employers", btoi(employer && g.Employer != ""), 0)
	if !dates || !title || !employer {
		s.miss("position %q, %q, %s..%s read as %q, %q, %s..%s", g.Title, g.Employer, g.Start, g.End, p.Title, p.Company, from(p), to(p))
	}
}

// closest returns the unused job that fits best, -1 when none fits.
func closest(g goldPosition, read []resume.Position, used []bool) int {
	best, top := -1, 0.0
	for i, p := range read {
		if used[i] {
			continue
		}
		years := btoi(year(from(p)) == year(g.Start)) + btoi(g.End == "now" && p.Current || year(to(p)) == year(g.End))
		both := p.Title + " " + p.Company
		words := similar(g.Title, both) + similar(g.Employer, both)
		fits := years == 2 || years == 1 && words >= 0.8 || words >= 1.2
		if fits && (best < 0 || float64(years)+words > top) {
			best, top = i, float64(years)+words
		}
	}
	return best
}

// from and to write a month as finely as the CV states it.
func from(p resume.Position) string { return p.From.Text(p.FromYear) }
func to(p resume.Position) string   { return p.To.Text(p.ToYear) }

func year(date string) string { return date[:min(4, len(date))] }

func sameDate(gold, read string, current bool) bool {
	switch {
	case gold == "now":
		return current
	case len(gold) == 4:
		return year(read) == gold
	}
	return read == gold
}

// years compares the total and the level that follows from it, for the month of the
// measure or the month of the CV's own last update.
func (s *score) years(rec resume.Record) {
	now := rec.AsOf
	totals := []float64{total(s.gold.Positions, now)}
	if t, err := time.Parse("2006-01", s.gold.Updated); err == nil {
		totals = append(totals, total(s.gold.Positions, resume.MonthOf(t)))
	}
	read := math.Round(float64(rec.TotalMonths)/12*10) / 10
	if totals[0] != 0 || read != 0 {
		right := slices.ContainsFunc(totals, func(t float64) bool { return math.Abs(t-read) <= max(0.5, 0.07*t) })
		s.check("total_years", right, number(totals[0]), number(read))
	}
	if s.gold.Level == "" {
		return
	}
	dated := slices.ContainsFunc(s.gold.Positions, func(p goldPosition) bool { return p.Start != "" })
	right := []string{s.gold.Level}
	for _, t := range totals {
		right = append(right, levelOf(t, dated))
	}
	level := cmp.Or(string(rec.Level), "unknown")
	s.check("level", slices.Contains(right, level), s.gold.Level, level)
}

func number(x float64) string { return strconv.FormatFloat(x, 'f', 1, 64) }

func levelOf(years float64, dated bool) string {
	switch {
	case !dated:
		return "unknown"
	case years < 3:
		return "junior"
	case years < 8:
		return "mid"
	}
	return "senior"
}

// total is the length in years of the union of the jobs' months; a job of one bare year
// counts as half of it.
func total(jobs []goldPosition, now resume.Month) float64 {
	type span struct{ from, to resume.Month }
	var spans []span
	for _, g := range jobs {
		first, last := goldMonth(g.Start, false, now), goldMonth(g.End, true, now)
		if len(g.Start) == 4 && g.Start == g.End {
			last = first + 5
		}
		if first != 0 && last != 0 {
			spans = append(spans, span{first, max(first, last)})
		}
	}
	slices.SortFunc(spans, func(a, b span) int { return cmp.Or(int(a.from-b.from), int(a.to-b.to)) })
	months, until := 0, resume.Month(-1)
	for _, s := range spans {
		first := max(s.from, until+1)
		months += max(0, int(s.to-first)+1)
		until = max(until, s.to)
	}
	return math.Round(float64(months)/12*10) / 10
}
