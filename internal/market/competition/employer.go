package competition

import (
	"cmp"
	"slices"

	"kadry/internal/fault"
	"kadry/internal/market/pay"
	"kadry/internal/market/unique"
)

const mostEmployers = 15

// Employer is who hires.
type Employer struct {
	ID         string  `json:"id,omitzero"`
	Name       string  `json:"name"`
	Unique     int     `json:"unique_postings"`
	Total      int     `json:"total_postings"`
	Intensity  float64 `json:"intensity"`
	Median     float64 `json:"median_salary,omitzero"` // in the answer's unit, left out where too few state pay
	Agency     bool    `json:"agency,omitzero"`
	Accredited bool    `json:"accredited_it,omitzero"`

	offers []pay.Offer
}

// hiring are the employers that are named, by unique postings.
func (a *analysis) hiring() []Employer {
	at := map[string]int{}
	offers := make(map[int]pay.Offer, len(a.pay.Of))
	for i, of := range a.pay.Of {
		offers[of] = a.pay.Offers[i]
	}
	var all []Employer
	for i := range a.postings {
		p := &a.postings[i]
		key := unique.Employer(p)
		if key == "" {
			continue
		}
		if _, known := at[key]; !known {
			at[key] = len(all)
			all = append(all, Employer{ID: p.Employer.ID, Name: p.Employer.Name, Agency: p.Employer.Agency, Accredited: p.Employer.AccreditedIT})
		}
		e := &all[at[key]]
		e.Unique++
		e.Total += len(a.groups[i].Postings)
		if o, states := offers[i]; states {
			e.offers = append(e.offers, o)
		}
	}
	slices.SortFunc(all, func(x, y Employer) int {
		return cmp.Or(cmp.Compare(y.Unique, x.Unique), cmp.Compare(y.Total, x.Total), cmp.Compare(x.Name, y.Name), cmp.Compare(x.ID, y.ID))
	})
	return all
}

// employers tells who hires most, and how much is theirs.
func (a *analysis) employers() {
	all := a.hiring()
	if len(all) == 0 {
		a.unknown("employers", fault.Say("no vacancy names its employer", "ни в одной вакансии не назван работодатель"))
		return
	}
	counts := make([]int, len(all))
	for i, e := range all {
		counts[i] = e.Unique
	}
	a.answer.Supply.concentrate(counts)
	all = all[:min(len(all), mostEmployers)]
	for i := range all {
		e := &all[i]
		e.Intensity = float64(e.Total) / float64(e.Unique)
		if len(e.offers) >= pay.ForMedian {
			e.Median = pay.Fit(e.offers).Quantile(0.5) / a.unit
		}
	}
	a.answer.Employers = all
}
