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
}

// employers tells who hires most, and how much is theirs.
func (a *analysis) employers() {
	all, offers := a.hiring()
	if len(all) == 0 {
		a.unknown("employers", fault.Say("no vacancy names its employer", "ни в одной вакансии не назван работодатель"))
		return
	}
	order, counts := make([]int, len(all)), make([]int, len(all))
	for i, e := range all {
		order[i], counts[i] = i, e.Unique
	}
	a.answer.Supply.concentrate(counts)
	slices.SortFunc(order, func(i, j int) int {
		x, y := all[i], all[j]
		return cmp.Or(cmp.Compare(y.Unique, x.Unique), cmp.Compare(y.Total, x.Total), cmp.Compare(x.Name, y.Name), cmp.Compare(x.ID, y.ID))
	})
	for _, i := range order[:min(len(order), mostEmployers)] {
		e := all[i]
		e.Intensity = float64(e.Total) / float64(e.Unique)
		if len(offers[i]) >= pay.ForMedian {
			e.Median = pay.Fit(offers[i]).Quantile(0.5) / a.unit
		}
		a.answer.Employers = append(a.answer.Employers, e)
	}
}

// hiring are the employers that are named, with what each offers.
func (a *analysis) hiring() (all []Employer, offers [][]pay.Offer) {
	paying := make(map[int]pay.Offer, len(a.pay.Of))
	for i, of := range a.pay.Of {
		paying[of] = a.pay.Offers[i]
	}
	at := map[string]int{}
	for i := range a.postings {
		p := &a.postings[i]
		key := unique.Employer(p)
		if key == "" {
			continue
		}
		if _, known := at[key]; !known {
			at[key] = len(all)
			all = append(all, Employer{ID: p.Employer.ID, Name: p.Employer.Name, Agency: p.Employer.Agency, Accredited: p.Employer.AccreditedIT})
			offers = append(offers, nil)
		}
		e := at[key]
		all[e].Unique++
		all[e].Total += len(a.groups[i].Postings)
		if o, states := paying[i]; states {
			offers[e] = append(offers[e], o)
		}
	}
	return all, offers
}
