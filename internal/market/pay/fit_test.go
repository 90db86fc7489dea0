package pay_test

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"kadry/internal/market/pay"
	"kadry/internal/market/statistic"
)

// plain is the agreed fit as it is written down: every step of expectation maximisation over all
// cells, with nothing to make it fast. It returns the quantiles asked for.
func plain(offers []pay.Offer, at ...float64) []float64 {
	const cells = 480
	var ratios []float64
	for _, o := range offers {
		if o.IsBoth() {
			ratios = append(ratios, o.To/o.From)
		}
	}
	span := 2.5
	if slices.Sort(ratios); len(ratios) >= 30 {
		span = statistic.Quantile(ratios, 0.9)
	}
	bounds := make([][2]float64, len(offers))
	least, most := math.Inf(1), 0.0
	for i, o := range offers {
		switch {
		case o.To == 0:
			o.To = o.From * span
		case o.From == 0:
			o.From = o.To / span
		}
		bounds[i] = [2]float64{o.From, o.To}
		least, most = min(least, o.From), max(most, o.To)
	}
	width := math.Log(most/least) / cells
	cell := func(x float64) int { return min(max(int(math.Log(x/least)/width+1e-9), 0), cells-1) }
	mass := slices.Repeat([]float64{1. / cells}, cells)
	for change := 1.0; change >= 1e-7; {
		next := make([]float64, cells)
		for _, b := range bounds {
			covered := mass[cell(b[0]) : cell(b[1])+1]
			sum := 0.0
			for _, m := range covered {
				sum += m
			}
			for j, m := range covered {
				next[cell(b[0])+j] += m / sum / float64(len(bounds))
			}
		}
		change = 0
		for j := range next {
			change = max(change, math.Abs(next[j]-mass[j]))
		}
		mass = next
	}
	var quantiles []float64
	for _, p := range at {
		below := 0.0
		for j, m := range mass {
			if below+m >= p {
				quantiles = append(quantiles, least*math.Exp(width*(float64(j)+(p-below)/m)))
				break
			}
			below += m
		}
	}
	return quantiles
}

func TestFit_isThePlainOne(t *testing.T) {
	t.Parallel()
	at := []float64{0.1, 0.25, 0.5, 0.75, 0.9}
	for name, offers := range map[string][]pay.Offer{
		"round": market(200, 10_000), "rounder": market(150, 25_000), "few": market(20, 5000),
	} {
		curve, want := pay.Fit(offers), plain(offers, at...)
		for i, p := range at {
			if got := curve.Quantile(p); math.Abs(got/want[i]-1) > 0.005 {
				t.Errorf("%s: quantile %v is %v, the plain fit says %v", name, p, got, want[i])
			}
		}
	}
}

func TestFit_exactPay(t *testing.T) {
	t.Parallel()
	if pay.Fit(nil) != nil {
		t.Error("a fit of nothing")
	}
	for _, offers := range [][]pay.Offer{
		{{From: 70_000, To: 70_000}},
		{{From: 70_000, To: 70_000}, {From: 70_000, To: 70_000}},
	} {
		c := pay.Fit(offers)
		if got := c.Quantile(0.5); math.Abs(got-70_000) > 1 {
			t.Errorf("one pay of 70,000 has the median %v", got)
		}
		if below, over := c.Below(69_000), c.Below(71_000); below != 0 || over != 1 || c.Below(-1) != 0 {
			t.Errorf("%v below 69,000 and %v below 71,000", below, over)
		}
	}
	// Intervals that meet nowhere but in 100-110 put everything there.
	c := pay.Fit([]pay.Offer{{From: 80_000, To: 110_000}, {From: 100_000, To: 150_000}, {From: 100_000, To: 110_000}})
	if low, high := c.Quantile(0.001), c.Quantile(1); low < 99_000 || high > 111_000 {
		t.Errorf("from %v to %v", low, high)
	}
}

// offersOf draws offers as Clean leaves them.
func offersOf(least int) *rapid.Generator[[]pay.Offer] {
	return rapid.SliceOfN(rapid.Custom(func(t *rapid.T) pay.Offer {
		from := rapid.Float64Range(20_000, 1e6).Draw(t, "from")
		o := pay.Offer{From: from, To: from * rapid.Float64Range(1, 5).Draw(t, "ratio")}
		switch rapid.IntRange(0, 3).Draw(t, "bounds") {
		case 0:
			o.To = 0
		case 1:
			o.From = 0
		}
		return o
	}), least, 60)
}

func TestFit_isADistribution(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		offers := offersOf(1).Draw(t, "offers")
		c := pay.Fit(offers)
		least, most := math.Inf(1), 0.0
		for _, o := range offers {
			low, high := o.From, o.To
			if low == 0 {
				low = o.To / c.Span
			}
			if high == 0 {
				high = o.From * c.Span
			}
			least, most = min(least, low), max(most, high)
		}
		before := 0.0
		for p := 0.0; p <= 1; p += 0.05 {
			q := c.Quantile(p)
			if math.IsNaN(q) || q < before*(1-1e-9) || q < least*(1-1e-6) || q > most*(1+1e-6) {
				t.Fatalf("quantile %v is %v after %v, of pay from %v to %v", p, q, before, least, most)
			}
			if below := c.Below(q); q > least && math.Abs(below-p) > 0.03 && c.Below(q*1.02)-c.Below(q*0.98) < math.Abs(below-p) {
				t.Fatalf("%v is below the quantile %v", below, p)
			}
			before = q
		}
	})
}

// What money is counted in changes nothing.
func TestFit_scales(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		offers := offersOf(1).Draw(t, "offers")
		scaled := make([]pay.Offer, len(offers))
		for i, o := range offers {
			scaled[i] = pay.Offer{From: o.From * 4, To: o.To * 4}
		}
		a, b := pay.Fit(offers), pay.Fit(scaled)
		// At a step the quantile may fall on either side of it; not so beside it.
		if got, want := b.Below(4*a.Quantile(0.5)*1.05), a.Below(a.Quantile(0.5)*1.05); math.Abs(got-want) > 0.02 {
			t.Fatalf("%v below, scaled %v", want, got)
		}
	})
}
