package competition

import (
	"cmp"
	"slices"

	"kadry/internal/fault"
	"kadry/internal/market/posting"
	"kadry/internal/market/statistic"
)

// Share is how many of the vacancies that tell something tell this.
type Share struct {
	Value string             `json:"value"`
	N     int                `json:"n"`
	Of    int                `json:"of"` // that tell it at all
	Share float64            `json:"share"`
	CI95  statistic.Interval `json:"ci95"`
}

// Structure is what the vacancies are like. One may offer several formats of work.
type Structure struct {
	Formats    []Share `json:"work_format,omitzero"`
	Experience []Share `json:"experience,omitzero"`
	Employment []Share `json:"employment_form,omitzero"`
	Education  []Share `json:"education,omitzero"`
	Areas      []Share `json:"area,omitzero"` // the most frequent ones
}

func (a *analysis) structure() {
	s := &a.answer.Structure
	for _, part := range []struct {
		field string
		to    *[]Share
		tells func(*posting.Posting) []string
	}{
		{"work_format", &s.Formats, func(p *posting.Posting) []string {
			var all []string
			for _, f := range p.Formats {
				all = append(all, string(f))
			}
			return all
		}},
		{"experience", &s.Experience, func(p *posting.Posting) []string { return told(string(p.Experience)) }},
		{"employment_form", &s.Employment, func(p *posting.Posting) []string { return told(string(p.Employment)) }},
		{"education", &s.Education, func(p *posting.Posting) []string { return told(p.Education) }},
		{"area", &s.Areas, func(p *posting.Posting) []string { return told(p.Area.Name) }},
	} {
		*part.to = shares(a.postings, part.tells)
		*part.to = (*part.to)[:min(len(*part.to), mostAreas)]
		if *part.to == nil {
			a.unknown("structure."+part.field, fault.Say("no vacancy of the sample tells it", "ни одна вакансия выборки этого не сообщает"))
		}
	}
}

// mostAreas is how many places an answer names.
const mostAreas = 10

// told is one value, or none where it is empty.
func told(value string) []string {
	if value == "" {
		return nil
	}
	return []string{value}
}

// shares counts what postings tell, the most frequent first.
func shares(postings []posting.Posting, tells func(*posting.Posting) []string) []Share {
	counts, of := map[string]int{}, 0
	for i := range postings {
		values := tells(&postings[i])
		of += ones(len(values) > 0)
		slices.Sort(values)
		for _, v := range slices.Compact(values) {
			counts[v]++
		}
	}
	var all []Share
	for v, n := range counts {
		all = append(all, Share{Value: v, N: n, Of: of, Share: share(n, of), CI95: wilson(n, of)})
	}
	slices.SortFunc(all, func(x, y Share) int { return cmp.Or(cmp.Compare(y.N, x.N), cmp.Compare(x.Value, y.Value)) })
	return all
}
