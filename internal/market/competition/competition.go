// Package competition answers what a market pays and asks for, out of a sample of its postings:
// pay with intervals, the skills wanted and what they are worth, who hires, how that changes, and
// where an offer stands. It gets the postings and the reading of their skills; it asks no source
// and keeps nothing. What cannot be known of a sample is left out and named in Answer.Unknown with
// the reason.
package competition

import (
	"cmp"
	"context"
	"time"

	"kadry/internal/fault"
	"kadry/internal/market/currency"
	"kadry/internal/market/demand"
	"kadry/internal/market/pay"
	"kadry/internal/market/posting"
	"kadry/internal/market/statistic"
	"kadry/internal/market/unique"
	"kadry/internal/skill"
)

// Question is what is asked of a sample.
type Question struct {
	Skills    []skill.ID    // always answered, however rare
	Offer     pay.Offer     // in Currency, on Basis; zero asks nothing
	Currency  string        // of the answer; empty is the rouble
	Basis     posting.Basis // of the answer; empty is net
	Resumes   int           // active ones of such people, as the asker counted them; 0 is not known
	Seed      uint64        // of all resampling: the same question to the same sample has one answer
	Resamples int           // 0 is statistic.Resamples
}

// Sample is what the answer is drawn from.
type Sample struct {
	Now     posting.Snapshot
	Earlier []posting.Snapshot // of the same query, oldest first
	Rates   currency.Rates
	// Wanted reads the skills a posting asks for.
	Wanted func(*posting.Posting) []demand.Wanted
}

// Unknown is a field that is left out.
type Unknown struct {
	Field  string     `json:"field"`
	Reason fault.Text `json:"reason"`
}

// Base says what an answer rests on.
type Base struct {
	Found      int            `json:"found,omitzero"` // by the source, in all
	Fetched    int            `json:"fetched"`
	Coverage   float64        `json:"coverage,omitzero"` // fetched of found
	Unique     int            `json:"unique"`            // vacancies, where one may be published many times
	Intensity  float64        `json:"posting_intensity,omitzero"`
	WithSalary int            `json:"with_salary"` // unique ones
	Detailed   int            `json:"detailed"`    // unique ones read in full
	Agency     float64        `json:"agency_share"`
	Accredited float64        `json:"accredited_it_share"`
	Source     posting.Source `json:"source,omitzero"`
	Taken      time.Time      `json:"snapshot_at,omitzero"`
	Partial    bool           `json:"partial_data,omitzero"`
}

// Answer is what a sample says about its market.
type Answer struct {
	Sample      Base          `json:"sample"`
	Salary      *Salary       `json:"salary,omitzero"`
	BySkill     []Skill       `json:"by_skill,omitzero"`
	Supply      Supply        `json:"demand_supply"`
	Employers   []Employer    `json:"employers,omitzero"`
	Structure   Structure     `json:"structure"`
	Trending    []Change      `json:"trending,omitzero"` // the largest change first
	TrendBase   *TrendBase    `json:"trend_base,omitzero"`
	PostingTime *PostingTime  `json:"posting_time,omitzero"`
	Offer       *pay.Standing `json:"offer,omitzero"`
	Unknown     []Unknown     `json:"unknown,omitzero"`
	Warnings    []fault.Text  `json:"warnings,omitzero"`
}

// analysis is an answer in the making.
type analysis struct {
	Question
	Sample
	unit     float64           // roubles of a unit of the answer's currency
	postings []posting.Posting // one of each vacancy
	groups   []unique.Group
	readings []demand.Reading // of postings
	employer []int            // of postings: clusters
	pay      pay.Cleaned      // of postings, in roubles
	answer   Answer
}

// Of answers a question out of a sample.
func Of(ctx context.Context, q Question, s Sample) (Answer, error) {
	q.Currency, q.Basis = cmp.Or(currency.ISO(q.Currency), currency.Rouble), cmp.Or(q.Basis, posting.Net)
	a := analysis{Question: q, Sample: s}
	unit, ok := s.Rates.Rate(q.Currency)
	if !ok {
		return Answer{}, fault.Wrong("currency", fault.Say("no rate is known for the currency %s", "курс валюты %s неизвестен", fault.Clip(q.Currency)))
	}
	a.unit = unit
	a.prepare()
	if err := a.salaries(ctx); err != nil {
		return Answer{}, err
	}
	if err := a.skills(ctx); err != nil {
		return Answer{}, err
	}
	a.supply()
	a.employers()
	a.structure()
	a.trend()
	a.postingTime()
	a.warn()
	return a.answer, nil
}

// prepare brings the sample to one posting a vacancy, read and with its pay in roubles.
func (a *analysis) prepare() {
	a.groups = unique.Groups(a.Now.Postings)
	var numbers numbering
	agencies, accredited := 0, 0
	for _, g := range a.groups {
		p := a.Now.Postings[best(a.Now.Postings, g)]
		a.postings = append(a.postings, p)
		a.readings = append(a.readings, demand.Reading{Wanted: a.Wanted(&p), Detailed: p.IsDetailed()})
		a.employer = append(a.employer, numbers.of(unique.Employer(&p)))
		agencies += ones(p.Employer.Agency)
		accredited += ones(p.Employer.AccreditedIT)
	}
	a.pay = pay.Terms{Basis: a.Basis, Exchange: a.Rates.Roubles}.Clean(a.postings)
	tally := unique.Count(a.groups)
	b := &a.answer.Sample
	*b = Base{
		Found: a.Now.Found, Fetched: tally.Total, Unique: tally.Unique, Intensity: tally.Intensity,
		WithSalary: len(a.pay.Offers), Source: a.Now.Source, Taken: a.Now.Taken,
		Partial: !a.Now.Complete, Agency: share(agencies, tally.Unique), Accredited: share(accredited, tally.Unique),
	}
	if b.Found > 0 {
		b.Coverage = min(float64(b.Fetched)/float64(b.Found), 1)
	}
	for _, r := range a.readings {
		b.Detailed += ones(r.Detailed)
	}
}

// best is the posting that tells the most of a vacancy: the first one read in full.
func best(postings []posting.Posting, g unique.Group) int {
	for _, i := range g.Postings {
		if postings[i].IsDetailed() {
			return i
		}
	}
	return g.Postings[0]
}

// unknown leaves a field out.
func (a *analysis) unknown(field string, reason fault.Text) {
	a.answer.Unknown = append(a.answer.Unknown, Unknown{Field: field, Reason: reason})
}

// tooFew is the reason that a sample is too small.
func tooFew(have, need int) fault.Text {
	return fault.Say("the sample holds %d such vacancies, %d are needed", "таких вакансий в выборке: %d, нужно %d", have, need)
}

// warn says what an answer's reader must know to read it rightly.
func (a *analysis) warn() {
	add := func(when bool, text fault.Text) {
		if when {
			a.answer.Warnings = append(a.answer.Warnings, text)
		}
	}
	b, n := a.answer.Sample, len(a.pay.Offers)
	add(b.Coverage > 0 && b.Coverage < 1, fault.Say("%d of %d found postings were read", "прочитано %d из %d найденных вакансий", b.Fetched, b.Found))
	sources := shares(a.Now.Postings, func(p *posting.Posting) []string { return told(string(p.Source)) })
	add(len(sources) > 1, fault.Say("the sample mixes %d sources, which hold different parts of the market", "в выборке смешаны источники (%d), а они охватывают разные части рынка", len(sources)))
	add(a.answer.Salary != nil && a.answer.Salary.Exchange != nil && a.Rates.Stale, fault.Say("the rates of exchange are of %s", "курсы валют на %s", a.Rates.Date.Format(time.DateOnly)))
	add(a.Basis != posting.Stated && 2*a.pay.BasisUnknown > n, fault.Say("%d of %d offers do not say whether tax is in them and are taken for net pay", "в %d из %d предложений не сказано, до вычета налога или на руки; они приняты за суммы на руки", a.pay.BasisUnknown, n))
	add(a.pay.ForeignBasis > 0, fault.Say("%d offers in other currencies stay as they were stated: their tax is not known here", "предложения в других валютах (%d) оставлены как указаны: их налог здесь не известен", a.pay.ForeignBasis))
	add(b.Unique > 0 && 2*n < b.Unique, fault.Say("only %d of %d vacancies state a usable pay, and they may differ from the others", "пригодная зарплата указана только в %d из %d вакансий, и они могут отличаться от остальных", n, b.Unique))
}

// bootstrap draws some of the offers again, by the employers of their postings.
func (a *analysis) bootstrap(offers []int) statistic.Bootstrap {
	b := statistic.Bootstrap{Seed: a.Seed, Resamples: a.Resamples, Clusters: make([]int, len(offers))}
	number := map[int]int{}
	for i, o := range offers {
		employer := a.employer[a.pay.Of[o]]
		if _, known := number[employer]; !known {
			number[employer] = len(number)
		}
		b.Clusters[i] = number[employer]
	}
	return b
}

// numbering numbers names from 0 on; every empty name is one of its own.
type numbering struct {
	known map[string]int
	next  int
}

func (n *numbering) of(name string) int {
	if number, ok := n.known[name]; ok && name != "" {
		return number
	}
	if n.known == nil {
		n.known = map[string]int{}
	}
	n.known[name] = n.next
	n.next++
	return n.known[name]
}

// share is a part of a whole, 0 of nothing.
func share(part, whole int) float64 { return float64(part) / float64(max(whole, 1)) }

func ones(is bool) int {
	if is {
		return 1
	}
	return 0
}

func wilson(hits, n int) statistic.Interval {
	low, high := statistic.Wilson(hits, n)
	return statistic.Interval{low, high}
}
