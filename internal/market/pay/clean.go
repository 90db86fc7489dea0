// Package pay says what postings pay: pay of other bases and currencies is brought to one, what
// cannot be a month's pay is set aside and counted, and a distribution is fitted to offers of
// which only bounds are stated. It knows neither skills nor employers; where rates of exchange
// come from is package currency's.
package pay

import (
	"slices"

	"kadry/internal/market/posting"
	"kadry/internal/market/statistic"
)

// Floor is the least that is believed to be a month's pay, in roubles: below it, pay for a shift
// or an hour is stated as if it were for a month. The minimum wage of 2025 is 22,440 before tax.
const Floor = 20_000

// A bound over so many times a high quantile of all bounds is a typing error, and would widen the
// cells of a fit for all others.
const (
	typoAt   = 0.995
	typoOver = 10
)

// Terms say in which terms pay is compared. The unit is the rouble a month.
type Terms struct {
	Basis    posting.Basis                                                // Net, Gross or Stated
	Floor    float64                                                      // roubles a month; 0 is Floor
	Exchange func(amount float64, code string) (roubles float64, ok bool) // not ok for a currency it does not know
}

// Excluded are the postings whose pay is stated and is not used, by why.
type Excluded struct {
	NotMonthly  int `json:"not_monthly"`
	Implausible int `json:"implausible"`
	BadCurrency int `json:"bad_currency"`
}

// Cleaned is the pay of postings in the same terms.
type Cleaned struct {
	Offers       []Offer
	Of           []int // the index of the posting that each offer is of
	Excluded     Excluded
	BasisUnknown int // offers that do not say what of taxes they are and are taken for net
	ForeignBasis int // offers in other currencies left on their own basis: no rule of tax is known
}

// Clean brings the pay of postings to the terms, in their order.
func (t Terms) Clean(postings []posting.Posting) Cleaned {
	var c Cleaned
	for i := range postings {
		p := postings[i].Pay
		if p == nil || p.From <= 0 && p.To <= 0 {
			continue
		}
		o, why := t.plain(p, &c.Excluded)
		if why != nil {
			*why++
			continue
		}
		c.Offers, c.Of = append(c.Offers, o), append(c.Of, i)
	}
	c.dropTypos()
	for i, of := range c.Of {
		p := postings[of].Pay
		if p.Basis == "" {
			c.BasisUnknown++
		}
		if t.Basis != posting.Stated && p.Basis != t.Basis && (p.Basis != "" || t.Basis != posting.Net) {
			if p.Currency != "RUB" {
				c.ForeignBasis++
				continue
			}
			c.Offers[i] = c.Offers[i].onBasis(t.Basis)
		}
	}
	return c
}

// plain is a pay in roubles a month, or the count of what it is left out for.
func (t Terms) plain(p *posting.Pay, x *Excluded) (Offer, *int) {
	if p.Per != "" && p.Per != posting.Month {
		return Offer{}, &x.NotMonthly
	}
	from, ok1 := t.Exchange(p.From, p.Currency)
	to, ok2 := t.Exchange(p.To, p.Currency)
	if !ok1 || !ok2 {
		return Offer{}, &x.BadCurrency
	}
	floor := t.Floor
	if floor <= 0 {
		floor = Floor
	}
	for _, bound := range []float64{from, to} {
		// A bound beyond any money is no number to reckon with, and NaN fails both comparisons.
		if bound != 0 && !(bound >= floor && bound < 1e12) {
			return Offer{}, &x.Implausible
		}
	}
	return Offer{From: from, To: to}.mended(), nil
}

// dropTypos leaves out offers far above all others.
func (c *Cleaned) dropTypos() {
	var bounds []float64
	for _, o := range c.Offers {
		for _, bound := range []float64{o.From, o.To} {
			if bound > 0 {
				bounds = append(bounds, bound)
			}
		}
	}
	slices.Sort(bounds)
	most := typoOver * statistic.Quantile(bounds, typoAt)
	kept := 0
	for i, o := range c.Offers {
		if max(o.From, o.To) > most {
			c.Excluded.Implausible++
			continue
		}
		c.Offers[kept], c.Of[kept] = o, c.Of[i]
		kept++
	}
	c.Offers, c.Of = c.Offers[:kept], c.Of[:kept]
}

// onBasis is the offer on a basis that it is not on. Both bounds are converted by themselves.
func (o Offer) onBasis(basis posting.Basis) Offer {
	if basis == posting.Gross {
		return Offer{From: Gross(o.From), To: Gross(o.To)}
	}
	return Offer{From: Net(o.From), To: Net(o.To)}
}
