package linkedin

import (
	"cmp"
	"slices"
	"strings"

	"kadry/internal/fault"
)

// Disagreement is how two accounts of one career differ.
type Disagreement string

// The disagreements.
const (
	StartDiffers Disagreement = "start_differs"
	EndDiffers   Disagreement = "end_differs"
	OnlyInFirst  Disagreement = "only_in_first"
	OnlyInSecond Disagreement = "only_in_second"
	Overlapping  Disagreement = "overlap" // a job only one account has ran beside another firm's in the other account
)

// Claim is what one account says of its time at one employer: one job, or several that
// follow each other.
type Claim struct {
	Company    string
	Titles     []string
	Start, End Month
	Current    bool
}

// Difference is one disagreement. The claim of the account that says nothing is nil.
type Difference struct {
	Kind          Disagreement
	First, Second *Claim
	Months        int // by which the dates differ, or the length of the overlap, or of the job one lacks
	Text          fault.Text
}

const (
	maxCompared = 200  // jobs of one account that are compared
	joinGap     = 2    // months between two jobs at one employer that are still one stay
	leastShared = 2    // months of overlap that are no handover
	longest     = 1200 // months: a longer stay is an open one whose length is not known
	maxOverlaps = 100  // overlaps told
)

// stay is a claim with its months.
type stay struct {
	Claim
	key []string
	span
	paired bool
}

// Compare sets two accounts of a career side by side, such as a profile and a CV. Jobs are
// matched by employer and time. Dates are compared as finely as both sides state them: a
// year alone agrees with every month of it. An open job agrees with an open job.
func Compare(a, b []Position) []Difference {
	first, second := stays(a), stays(b)
	var out []Difference
	for _, p := range pairs(first, second) {
		x, y := &first[p.first], &second[p.second]
		x.paired, y.paired = true, true
		out = append(out, datesOf(x, y)...)
	}
	out = append(out, lacking(first, OnlyInFirst)...)
	out = append(out, lacking(second, OnlyInSecond)...)
	return append(out, overlaps(first, second)...)
}

// stays joins the jobs of each employer that follow each other.
func stays(jobs []Position) []stay {
	var all []stay
	for _, p := range jobs[:min(len(jobs), maxCompared)] {
		key := employerKey(p.Company)
		if len(key) == 0 || p.Start.IsZero() {
			continue
		}
		s := stay{Claim: Claim{Company: p.Company, Start: p.Start, End: p.End, Current: p.Current}, key: key, span: knownSpan(p)}
		if p.Title != "" {
			s.Titles = []string{p.Title}
		}
		all = append(all, s)
	}
	slices.SortStableFunc(all, func(a, b stay) int { return cmp.Compare(a.from, b.from) })
	var out []stay
	for _, s := range all {
		at := slices.IndexFunc(out, func(o stay) bool {
			_, exact := sameEmployer(o.key, s.key)
			return exact && s.from <= o.to+1+joinGap
		})
		if at < 0 {
			out = append(out, s)
			continue
		}
		out[at].extend(s)
	}
	return out
}

// knownSpan is the time a job is known to have run. An open one has the length its reading
// gave it, or no end.
func knownSpan(p Position) span {
	const noEnd = 1 << 20 // months, beyond any date
	switch {
	case p.Current && p.DurationMonths > 0:
		from := p.Start.number(middle)
		return span{from: from, to: from + p.DurationMonths - 1}
	case p.Current:
		return span{from: p.Start.number(middle), to: noEnd}
	}
	if s := p.span(Month{Year: lastYear}); s.months() > 0 {
		return s
	}
	from := p.Start.number(middle)
	return span{from: from, to: from}
}

// extend adds a later job at the same employer.
func (s *stay) extend(next stay) {
	s.Titles = append(s.Titles, next.Titles...)
	s.Current = s.Current || next.Current
	if s.Current {
		s.End = Month{}
	} else if next.to > s.to {
		s.End = next.End
	}
	s.to = max(s.to, next.to)
}

// pair joins a stay of each account.
type pair struct{ first, second, rank int }

// pairs matches stays: the same name before a similar one, then the longest time in common,
// then the nearest start. Every stay is used once.
func pairs(first, second []stay) []pair {
	var all []pair
	for i, x := range first {
		for j, y := range second {
			same, exact := sameEmployer(x.key, y.key)
			shared := x.overlap(y.span)
			if !same || !exact && shared == 0 {
				continue
			}
			rank := shared*1000 - abs(x.from-y.from)
			if exact {
				rank += 1 << 30
			}
			all = append(all, pair{first: i, second: j, rank: rank})
		}
	}
	slices.SortStableFunc(all, func(a, b pair) int { return cmp.Compare(b.rank, a.rank) })
	usedFirst, usedSecond := map[int]bool{}, map[int]bool{}
	var out []pair
	for _, p := range all {
		if usedFirst[p.first] || usedSecond[p.second] {
			continue
		}
		usedFirst[p.first], usedSecond[p.second] = true, true
		out = append(out, p)
	}
	slices.SortFunc(out, func(a, b pair) int { return cmp.Compare(a.first, b.first) })
	return out
}

// datesOf compares the ends of a matched pair.
func datesOf(x, y *stay) []Difference {
	var out []Difference
	if n := apart(x.Start, y.Start); n > 0 {
		out = append(out, Difference{Kind: StartDiffers, First: &x.Claim, Second: &y.Claim, Months: n, Text: fault.Say(
			"The start at %s differs by %d months: %s and %s.", "Начало работы в «%s» расходится на %d мес.: %s и %s.",
			x.Company, n, x.Start, y.Start)})
	}
	switch {
	case x.Current != y.Current:
		n := abs(x.to - y.to)
		if n > longest { // an open job without a known length
			n = 0
		}
		out = append(out, Difference{Kind: EndDiffers, First: &x.Claim, Second: &y.Claim, Months: n, Text: fault.Say(
			"One account says that the job at %s has ended, the other that it goes on.",
			"По одним данным работа в «%s» закончена, по другим продолжается.", x.Company)})
	case !x.Current:
		if n := apart(x.End, y.End); n > 0 {
			out = append(out, Difference{Kind: EndDiffers, First: &x.Claim, Second: &y.Claim, Months: n, Text: fault.Say(
				"The end at %s differs by %d months: %s and %s.", "Окончание работы в «%s» расходится на %d мес.: %s и %s.",
				x.Company, n, x.End, y.End)})
		}
	}
	return out
}

// apart is how many months two dates certainly differ by: a year alone may be any of its
// months, a date that is not stated any at all.
func apart(a, b Month) int {
	if a.IsZero() || b.IsZero() {
		return 0
	}
	if a.number(1) > b.number(1) {
		a, b = b, a
	}
	return max(0, b.number(1)-a.number(last))
}

// lacking are the stays no stay of the other account matches.
func lacking(all []stay, kind Disagreement) []Difference {
	var out []Difference
	for i := range all {
		s := &all[i]
		if s.paired {
			continue
		}
		d := Difference{Kind: kind, First: &s.Claim, Months: s.length(), Text: fault.Say(
			"Only the first account has the job at %s (from %s).", "Работа в «%s» (с %s) есть только в первых данных.", s.Company, s.Start)}
		if kind == OnlyInSecond {
			d.First, d.Second = nil, &s.Claim
			d.Text = fault.Say("Only the second account has the job at %s (from %s).", "Работа в «%s» (с %s) есть только во вторых данных.", s.Company, s.Start)
		}
		out = append(out, d)
	}
	return out
}

// length is the months of a stay, zero for an open one without a known length.
func (s stay) length() int {
	if n := s.months(); n <= longest {
		return n
	}
	return 0
}

// overlaps are the stays of one account alone that ran beside another firm's stay of the
// other account. Two jobs at once that both accounts tell of are no disagreement.
func overlaps(first, second []stay) []Difference {
	var out []Difference
	for i := range first {
		for j := range second {
			x, y := &first[i], &second[j]
			if x.paired && y.paired {
				continue
			}
			if same, _ := sameEmployer(x.key, y.key); same {
				continue
			}
			if n := x.overlap(y.span); n >= leastShared && n <= longest && len(out) < maxOverlaps {
				out = append(out, Difference{Kind: Overlapping, First: &x.Claim, Second: &y.Claim, Months: n, Text: fault.Say(
					"%s in the first account and %s in the second share %d months.", "«%s» в первых данных и «%s» во вторых пересекаются на %d мес.",
					strings.TrimSpace(x.Company), strings.TrimSpace(y.Company), n)})
			}
		}
	}
	return out
}

func abs(n int) int { return max(n, -n) }
