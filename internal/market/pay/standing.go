package pay

// Verdict says how an offer compares with the market.
type Verdict string

// The verdicts, by the share of the market that pays less than the offer's ends.
const (
	Below       Verdict = "below_market" // all of it is in the lowest quarter
	Low         Verdict = "low"          // it ends below the median
	Competitive Verdict = "competitive"  // it reaches the median
	Above       Verdict = "above_market" // all of it is in the highest quarter
)

// Standing is where an offer stands in the market. Percentiles are shares of the market that pays
// less, from 0 to 100.
type Standing struct {
	From    Estimate `json:"percentile_from"`
	To      Estimate `json:"percentile_to"`
	Higher  Estimate `json:"market_at_or_above_pct"` // of the offer's upper end
	Verdict Verdict  `json:"verdict"`
	Certain bool     `json:"certain,omitzero"` // the same verdict holds at both ends of the intervals
}

// filled returns the offer in order, with a bound that is missing the same as the other one.
func (o Offer) filled() Offer {
	switch {
	case o.From <= 0:
		o.From = o.To
	case o.To <= 0:
		o.To = o.From
	}
	return Offer{From: min(o.From, o.To), To: max(o.From, o.To)}
}

// standing judges by the shares of the market below both bounds.
func standing(from, to Estimate) *Standing {
	s := &Standing{
		From: *from.moved(0, 100), To: *to.moved(0, 100), Higher: *to.moved(100, -100), Verdict: verdict(from.Value, to.Value),
	}
	s.Certain = from.CI95 != nil && to.CI95 != nil &&
		verdict(from.CI95[0], to.CI95[0]) == s.Verdict && verdict(from.CI95[1], to.CI95[1]) == s.Verdict
	return s
}

func verdict(from, to float64) Verdict {
	switch {
	case to < 0.25:
		return Below
	case to < 0.5:
		return Low
	case from <= 0.75:
		return Competitive
	}
	return Above
}
