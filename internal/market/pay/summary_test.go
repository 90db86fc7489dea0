package pay_test

import (
	"context"
	"errors"
	"math"
	"reflect"
	"testing"

	"kadry/internal/market/pay"
	"kadry/internal/market/statistic"
)

// alone is a bootstrap of so many offers of as many employers.
func alone(n int) statistic.Bootstrap {
	b := statistic.Bootstrap{Seed: 1, Resamples: 200, Clusters: make([]int, n)}
	for i := range b.Clusters {
		b.Clusters[i] = i
	}
	return b
}

func TestSummarize_refusals(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		n                       int
		median, quarters, tenth bool
	}{{0, false, false, false}, {4, false, false, false}, {5, true, false, false}, {14, true, false, false}, {15, true, true, false}, {49, true, true, false}, {50, true, true, true}} {
		s, standing, err := pay.Summarize(t.Context(), market(c.n, 5000), alone(c.n), pay.Offer{From: 100_000})
		if err != nil {
			t.Fatal(err)
		}
		if s.N != c.n || s.Both+s.FromOnly+s.ToOnly != c.n {
			t.Errorf("%d offers are counted as %+v", c.n, s)
		}
		told := []bool{s.P10 != nil, s.P25 != nil, s.P50 != nil, s.P75 != nil, s.P90 != nil, standing != nil}
		if want := []bool{c.tenth, c.quarters, c.median, c.quarters, c.tenth, c.quarters}; !reflect.DeepEqual(told, want) {
			t.Errorf("of %d offers is told %v, want %v", c.n, told, want)
		}
		if s.Few != (c.median && !c.quarters) {
			t.Errorf("%d offers: few is %v", c.n, s.Few)
		}
	}
	if _, _, err := pay.Summarize(t.Context(), market(20, 5000), alone(19), pay.Offer{}); err == nil {
		t.Error("an offer of no cluster: no error")
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, _, err := pay.Summarize(ctx, market(20, 5000), alone(20), pay.Offer{}); !errors.Is(err, context.Canceled) {
		t.Errorf("canceled: %v", err)
	}
}

func TestSummarize(t *testing.T) {
	t.Parallel()
	offers := market(300, 5000)
	s, _, err := pay.Summarize(t.Context(), offers, alone(300), pay.Offer{})
	if err != nil {
		t.Fatal(err)
	}
	curve := pay.Fit(offers)
	before := 0.0
	for p, e := range map[float64]*pay.Estimate{0.1: s.P10, 0.25: s.P25, 0.5: s.P50, 0.75: s.P75, 0.9: s.P90} {
		if e.Value != curve.Quantile(p) {
			t.Errorf("%v: %v, the fit says %v", p, e.Value, curve.Quantile(p))
		}
		if !(e.CI95[0] <= e.Value*1.001 && e.Value <= e.CI95[1]*1.001 && e.CI95[0] < e.CI95[1]) {
			t.Errorf("%v: %v is within %v", p, e.Value, e.CI95)
		}
	}
	for _, e := range []*pay.Estimate{s.P10, s.P25, s.P50, s.P75, s.P90} {
		if e.Value < before {
			t.Errorf("%v after %v", e.Value, before)
		}
		before = e.Value
	}
	if !(s.Check.From.Value < s.P50.Value && s.P50.Value < s.Check.To.Value*1.1) {
		t.Errorf("the median %v with those of the bounds %v and %v", s.P50.Value, s.Check.From.Value, s.Check.To.Value)
	}
	half := s.Scaled(2)
	if half.P50.Value != math.Round(s.P50.Value/2) || half.P50.CI95[1] != math.Round(s.P50.CI95[1]/2) || half.Check.To.Value != math.Round(s.Check.To.Value/2) || half.Most != math.Round(s.Most/2) || half.Span != s.Span {
		t.Errorf("scaled: %+v", half)
	}
}

// How other employers would differ cannot be told from one.
func TestSummarize_oneEmployer(t *testing.T) {
	t.Parallel()
	s, _, err := pay.Summarize(t.Context(), market(100, 5000), statistic.Bootstrap{Resamples: 50, Clusters: make([]int, 100)}, pay.Offer{})
	if err != nil || s.P50.CI95 != nil {
		t.Errorf("%+v, %v", s.P50, err)
	}
}

func TestSummarize_standing(t *testing.T) {
	t.Parallel()
	var offers []pay.Offer
	for i := range 200 {
		x := 50_000 + 1000*float64(i)
		offers = append(offers, pay.Offer{From: x, To: x})
	}
	for name, c := range map[string]struct {
		asked    pay.Offer
		verdict  pay.Verdict
		certain  bool
		from, to float64
	}{
		"all of it low":     {pay.Offer{From: 55_000, To: 70_000}, pay.Below, true, 2.5, 10},
		"below the median":  {pay.Offer{From: 100_000, To: 125_000}, pay.Low, true, 25, 37.5},
		"reaches it":        {pay.Offer{From: 120_000, To: 200_000}, pay.Competitive, true, 35, 75},
		"swapped":           {pay.Offer{From: 200_000, To: 120_000}, pay.Competitive, true, 35, 75},
		"ends at it":        {pay.Offer{From: 100_000, To: 151_000}, pay.Competitive, false, 25, 50.5},
		"begins high":       {pay.Offer{From: 230_000}, pay.Above, true, 90, 90},
		"one bound":         {pay.Offer{To: 150_000}, pay.Competitive, false, 50, 50},
		"beyond everything": {pay.Offer{From: 1e9, To: 2e9}, pay.Above, true, 100, 100},
		"under everything":  {pay.Offer{From: 1}, pay.Below, true, 0, 0},
	} {
		_, s, err := pay.Summarize(t.Context(), offers, alone(200), c.asked)
		if err != nil {
			t.Fatal(err)
		}
		if s.Verdict != c.verdict || s.Certain != c.certain || math.Abs(s.From.Value-c.from) > 1 || math.Abs(s.To.Value-c.to) > 1 {
			t.Errorf("%s: %+v, want %s at %v-%v", name, s, c.verdict, c.from, c.to)
		}
		if math.Abs(s.Higher.Value+s.To.Value-100) > 1e-9 {
			t.Errorf("%s: %v pay more and %v less", name, s.Higher.Value, s.To.Value)
		}
	}
}
