package pay

import (
	"context"
	"fmt"
	"math"
	"slices"

	"kadry/internal/market/statistic"
)

// How many offers a figure needs to be told.
const (
	ForMedian   = 5  // flagged as few until there are enough for quarters
	ForQuarters = 15 // p25 and p75
	ForTenths   = 50 // p10 and p90
)

// Method names the way in which summaries are made.
const Method = "interval_npmle"

// Estimate is a figure with its 95 % interval, which is left out where it cannot be told.
type Estimate struct {
	Value float64             `json:"value"`
	CI95  *statistic.Interval `json:"ci95,omitzero"`
}

// Stated is the median of the bounds that were stated, taken as they are.
type Stated struct {
	Value float64 `json:"value"`
	N     int     `json:"n"`
}

// Check are other ways to look at the same offers. The median lies between those of the bounds;
// the uncapped one takes "from" for "from, to any height" and is too high.
type Check struct {
	From     *Stated `json:"median_from,omitzero"`
	To       *Stated `json:"median_to,omitzero"`
	Uncapped float64 `json:"median_uncapped,omitzero"`
}

// Summary is what offers say about pay. Percentiles that so few offers cannot carry are left out.
type Summary struct {
	N        int       `json:"n"`
	Both     int       `json:"n_both"`
	FromOnly int       `json:"n_from_only"`
	ToOnly   int       `json:"n_to_only"`
	Least    float64   `json:"least,omitzero"` // the smallest bound that is stated
	Most     float64   `json:"most,omitzero"`  // and the largest
	Span     float64   `json:"span,omitzero"`  // to/from taken for offers of one bound
	Few      bool      `json:"few,omitzero"`   // the median rests on fewer offers than quarters need
	P10      *Estimate `json:"p10,omitzero"`
	P25      *Estimate `json:"p25,omitzero"`
	P50      *Estimate `json:"p50,omitzero"`
	P75      *Estimate `json:"p75,omitzero"`
	P90      *Estimate `json:"p90,omitzero"`
	Check    *Check    `json:"cross_check,omitzero"`
}

// percentiles are those of a Summary, in its order.
var percentiles = [...]float64{0.10, 0.25, 0.50, 0.75, 0.90}

// Summarize fits the offers and tells where an asked offer stands among them, which is nil where
// none is asked or too few are there. The bootstrap's clusters are those of the offers.
func Summarize(ctx context.Context, offers []Offer, b statistic.Bootstrap, asked Offer) (Summary, *Standing, error) {
	sum := count(offers)
	if sum.N < ForMedian {
		return sum, nil, nil
	}
	if len(b.Clusters) != sum.N {
		return sum, nil, fmt.Errorf("pay: %d clusters of %d offers", len(b.Clusters), sum.N)
	}
	asked = asked.filled()
	s := newSample(offers)
	figures := len(percentiles) + 2
	// Resamples see the same cells, so that only the weights differ.
	replicates, err := b.Run(ctx, figures, func() statistic.Statistic {
		f := s.fitter()
		return func(weight []int, out []float64) { f.fit(weight).figures(asked, out) }
	})
	if err != nil {
		return sum, nil, err
	}
	f := s.fitter()
	sum.Check = check(offers, f)
	curve := f.fit(s.once)
	values := make([]float64, figures)
	curve.figures(asked, values)
	estimates := make([]*Estimate, figures)
	for i, v := range values {
		estimates[i] = &Estimate{Value: v, CI95: replicates.Interval(i)}
	}
	sum.Span = curve.Span
	sum.take(estimates)
	if asked.From == 0 || sum.N < ForQuarters {
		return sum, nil, nil
	}
	return sum, standing(*estimates[len(percentiles)], *estimates[len(percentiles)+1]), nil
}

// figures computes the percentiles and the shares below both bounds of an offer.
func (c *Curve) figures(asked Offer, out []float64) {
	for i, p := range percentiles {
		out[i] = c.Quantile(p)
	}
	out[len(percentiles)] = c.Below(asked.From)
	out[len(percentiles)+1] = c.Below(asked.To)
}

// take keeps the percentiles that so many offers can carry.
func (s *Summary) take(e []*Estimate) {
	s.P50, s.Few = e[2], s.N < ForQuarters
	if s.N >= ForQuarters {
		s.P25, s.P75 = e[1], e[3]
	}
	if s.N >= ForTenths {
		s.P10, s.P90 = e[0], e[4]
	}
}

func count(offers []Offer) Summary {
	s := Summary{N: len(offers)}
	for _, o := range offers {
		for _, bound := range []float64{o.From, o.To} {
			if bound > 0 {
				s.Most = max(s.Most, bound)
				if s.Least == 0 || bound < s.Least {
					s.Least = bound
				}
			}
		}
		switch {
		case o.IsBoth():
			s.Both++
		case o.From > 0:
			s.FromOnly++
		default:
			s.ToOnly++
		}
	}
	return s
}

func check(offers []Offer, f *fitter) *Check {
	var from, to []float64
	for _, o := range offers {
		if o.From > 0 {
			from = append(from, o.From)
		}
		if o.To > 0 {
			to = append(to, o.To)
		}
	}
	return &Check{From: stated(from), To: stated(to), Uncapped: f.uncapped(f.once).Quantile(0.5)}
}

func stated(bounds []float64) *Stated {
	if len(bounds) < ForMedian {
		return nil
	}
	slices.Sort(bounds)
	return &Stated{Value: statistic.Quantile(bounds, 0.5), N: len(bounds)}
}

// Scaled is the summary in another unit of money, of which one is worth so many of this one, in
// whole ones: no employer means parts of them.
func (s Summary) Scaled(unit float64) Summary {
	for _, e := range []**Estimate{&s.P10, &s.P25, &s.P50, &s.P75, &s.P90} {
		if *e != nil {
			*e = (*e).moved(0, 1/unit).rounded()
		}
	}
	s.Least, s.Most = math.Round(s.Least/unit), math.Round(s.Most/unit)
	if s.Check != nil {
		s.Check = &Check{From: s.Check.From.scaled(unit), To: s.Check.To.scaled(unit), Uncapped: math.Round(s.Check.Uncapped / unit)}
	}
	return s
}

// moved is the estimate of from + times what it estimates.
func (e Estimate) moved(from, times float64) *Estimate {
	m := &Estimate{Value: from + times*e.Value}
	if e.CI95 != nil {
		a, b := from+times*e.CI95[0], from+times*e.CI95[1]
		m.CI95 = &statistic.Interval{min(a, b), max(a, b)}
	}
	return m
}

func (e *Estimate) rounded() *Estimate {
	e.Value = math.Round(e.Value)
	if e.CI95 != nil {
		e.CI95 = &statistic.Interval{math.Round(e.CI95[0]), math.Round(e.CI95[1])}
	}
	return e
}

func (s *Stated) scaled(unit float64) *Stated {
	if s == nil {
		return nil
	}
	return &Stated{Value: math.Round(s.Value / unit), N: s.N}
}

// Middle is the geometric middle of the interval that an offer means: one figure for comparing
// groups, where a fit of each would need more offers than there are.
func (o Offer) Middle(span float64) float64 {
	low, high := o.bounds(span)
	return math.Sqrt(low * high)
}
