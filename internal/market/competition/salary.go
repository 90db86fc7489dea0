package competition

import (
	"context"
	"slices"
	"time"

	"kadry/internal/fault"
	"kadry/internal/market/currency"
	"kadry/internal/market/pay"
	"kadry/internal/market/posting"
)

// Exchange is the rates that pay was converted by.
type Exchange struct {
	Date   time.Time          `json:"date,omitzero"`
	Source currency.Origin    `json:"source"`
	Stale  bool               `json:"stale,omitzero"`
	Rates  map[string]float64 `json:"rates"` // roubles for one unit of the currencies that occur
}

// Salary is what the vacancies offer a month.
type Salary struct {
	Unit   string        `json:"unit"` // RUB/month
	Basis  posting.Basis `json:"basis"`
	Method string        `json:"method"`
	pay.Summary
	ByExperience []Span       `json:"by_experience,omitzero"`
	Excluded     pay.Excluded `json:"excluded"`
	BasisUnknown int          `json:"basis_unknown,omitzero"` // of n, taken for net
	Exchange     *Exchange    `json:"fx,omitzero"`            // where other currencies than the answer's occur
}

// Span is the pay for a span of experience.
type Span struct {
	Experience posting.Experience `json:"experience"`
	pay.Summary
	Offer *pay.Standing `json:"offer,omitzero"` // where the asked offer stands among these
}

func (a *analysis) salaries(ctx context.Context) error {
	all := make([]int, len(a.pay.Offers))
	for i := range all {
		all[i] = i
	}
	asked := pay.Offer{From: a.Offer.From * a.unit, To: a.Offer.To * a.unit}
	summary, standing, err := pay.Summarize(ctx, a.pay.Offers, a.bootstrap(all), asked)
	if err != nil {
		return err
	}
	a.offer(standing, summary.N)
	if summary.N < pay.ForMedian {
		a.unknown("salary", tooFew(summary.N, pay.ForMedian))
		return nil
	}
	a.leftOut(summary)
	s := &Salary{
		Unit: a.Currency + "/month", Basis: a.Basis, Method: pay.Method, Summary: summary.Scaled(a.unit),
		Excluded: a.pay.Excluded, BasisUnknown: a.pay.BasisUnknown, Exchange: a.exchange(),
	}
	a.answer.Salary = s
	return a.byExperience(ctx, all, asked)
}

// byExperience tells the pay for each span of experience apart.
func (a *analysis) byExperience(ctx context.Context, all []int, asked pay.Offer) error {
	s := a.answer.Salary
	for _, e := range []posting.Experience{posting.None, posting.OneToThree, posting.ThreeToSix, posting.OverSix} {
		some := slices.DeleteFunc(slices.Clone(all), func(o int) bool { return a.postings[a.pay.Of[o]].Experience != e })
		if len(some) < pay.ForMedian {
			continue
		}
		summary, standing, err := pay.Summarize(ctx, a.offers(some), a.bootstrap(some), asked)
		if err != nil {
			return err
		}
		s.ByExperience = append(s.ByExperience, Span{Experience: e, Summary: summary.Scaled(a.unit), Offer: standing})
	}
	if len(s.ByExperience) == 0 {
		a.unknown("salary.by_experience", fault.Say("no span of experience has %d vacancies with pay", "ни для одного диапазона опыта нет %d вакансий с зарплатой", pay.ForMedian))
	}
	return nil
}

// offer says where the asked offer stands.
func (a *analysis) offer(s *pay.Standing, n int) {
	a.answer.Offer = s
	switch {
	case s != nil:
	case a.Offer.From <= 0 && a.Offer.To <= 0:
		a.unknown("offer", fault.Say("no offer was asked about", "о предложении не спрашивали"))
	default:
		a.unknown("offer", tooFew(n, pay.ForQuarters))
	}
}

// leftOut says which percentiles so few vacancies cannot carry.
func (a *analysis) leftOut(s pay.Summary) {
	if s.N < pay.ForQuarters {
		a.unknown("salary.p25, salary.p75", tooFew(s.N, pay.ForQuarters))
	}
	if s.N < pay.ForTenths {
		a.unknown("salary.p10, salary.p90", tooFew(s.N, pay.ForTenths))
	}
}

// offers are some of the offers.
func (a *analysis) offers(some []int) []pay.Offer {
	offers := make([]pay.Offer, len(some))
	for i, o := range some {
		offers[i] = a.pay.Offers[o]
	}
	return offers
}

// exchange is what pay was converted by, nil where nothing was.
func (a *analysis) exchange() *Exchange {
	codes := []string{a.Currency}
	for _, of := range a.pay.Of {
		codes = append(codes, a.postings[of].Pay.Currency)
	}
	used := a.Rates.Only(codes)
	if len(used.Units) == 0 {
		return nil
	}
	return &Exchange{Date: used.Date, Source: used.Origin, Stale: used.Stale, Rates: used.Units}
}
