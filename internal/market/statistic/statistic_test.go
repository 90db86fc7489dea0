package statistic_test

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"kadry/internal/market/statistic"
)

func near(t *testing.T, what string, got, want, within float64) {
	t.Helper()
	if !(math.Abs(got-want) <= within) {
		t.Errorf("%s: %v, want %v", what, got, want)
	}
}

// The values are those that R's quantile(x, p, type = 7) gives.
func TestQuantile(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		values  []float64
		p, want float64
	}{
		{[]float64{1, 2, 3, 4}, 0.5, 2.5},
		{[]float64{1, 2, 3, 4}, 0.25, 1.75},
		{[]float64{1, 2, 3, 4}, 0.9, 3.7},
		{[]float64{15, 20, 35, 40, 50}, 0.4, 29},
		{[]float64{7}, 0.1, 7},
		{[]float64{1, 2}, 1, 2},
		{[]float64{1, 2}, 7, 2},
		{[]float64{1, 2}, -1, 1},
	} {
		near(t, "quantile", statistic.Quantile(c.values, c.p), c.want, 1e-12)
	}
	if got := statistic.Quantile(nil, 0.5); !math.IsNaN(got) {
		t.Errorf("the median of nothing is %v", got)
	}
}

func TestQuantile_isBetweenAndAscends(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		values := slices.Sorted(slices.Values(rapid.SliceOfN(rapid.Float64Range(-1e9, 1e9), 1, 40).Draw(t, "values")))
		low, high := rapid.Float64Range(0, 1).Draw(t, "low"), rapid.Float64Range(0, 1).Draw(t, "high")
		if low > high {
			low, high = high, low
		}
		a, b := statistic.Quantile(values, low), statistic.Quantile(values, high)
		const rounding = 1e-6
		if a > b+rounding || a < values[0]-rounding || b > values[len(values)-1]+rounding {
			t.Fatalf("quantiles %v and %v of %v", a, b, values)
		}
	})
}

// The intervals are those of Newcombe (1998), table I, method 3.
func TestWilson(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		hits, n   int
		low, high float64
	}{{81, 263, 0.2553, 0.3662}, {15, 148, 0.0624, 0.1605}, {0, 20, 0, 0.1611}, {1, 29, 0.0061, 0.1718}, {20, 20, 0.8389, 1}} {
		low, high := statistic.Wilson(c.hits, c.n)
		near(t, "low", low, c.low, 5e-5)
		near(t, "high", high, c.high, 5e-5)
	}
	if low, high := statistic.Wilson(0, 0); low != 0 || high != 1 {
		t.Errorf("of nothing: %v to %v", low, high)
	}
}

func TestWilson_holdsTheShare(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 100_000).Draw(t, "n")
		hits := rapid.IntRange(0, n).Draw(t, "hits")
		low, high := statistic.Wilson(hits, n)
		if p := float64(hits) / float64(n); low < 0 || low > p || high < p || high > 1 {
			t.Fatalf("%d of %d: %v to %v", hits, n, low, high)
		}
	})
}

func TestCompareShares(t *testing.T) {
	t.Parallel()
	// 30 of 200 against 50 of 200: z = 2.5, by hand.
	delta, p := statistic.CompareShares(30, 200, 50, 200)
	near(t, "delta", delta, 0.1, 1e-12)
	near(t, "p", p, 0.012419, 1e-6)
	if delta, p := statistic.CompareShares(0, 10, 0, 10); delta != 0 || p != 1 {
		t.Errorf("nothing on both sides: %v, %v", delta, p)
	}
	if delta, p := statistic.CompareShares(0, 0, 5, 10); delta != 0 || p != 1 {
		t.Errorf("no sample before: %v, %v", delta, p)
	}
}

// The example and its adjusted values are those of R's p.adjust(p, "BH").
func TestControlDiscoveries(t *testing.T) {
	t.Parallel()
	got := statistic.ControlDiscoveries([]float64{0.04, 0.01, 0.03, 0.9, 0.02})
	for i, want := range []float64{0.05, 0.05, 0.05, 0.9, 0.05} {
		near(t, "adjusted", got[i], want, 1e-12)
	}
	if got := statistic.ControlDiscoveries(nil); len(got) != 0 {
		t.Errorf("of no tests: %v", got)
	}
}

func TestConcentration(t *testing.T) {
	t.Parallel()
	near(t, "one", statistic.Concentration([]int{7}), 1, 0)
	near(t, "four alike", statistic.Concentration([]int{3, 3, 3, 3}), 0.25, 1e-12)
	near(t, "none", statistic.Concentration(nil), 0, 0)
}

func TestMedianSurvival(t *testing.T) {
	t.Parallel()
	ended := func(lengths ...float64) (spans []statistic.Span) {
		for _, l := range lengths {
			spans = append(spans, statistic.Span{Length: l, Ended: true})
		}
		return spans
	}
	for name, c := range map[string]struct {
		spans []statistic.Span
		want  float64
		known bool
	}{
		"all end":                   {ended(1, 2, 3, 4), 2, true},
		"order does not matter":     {ended(4, 1, 3, 2), 2, true},
		"nothing":                   {nil, 0, false},
		"none ends":                 {[]statistic.Span{{Length: 5}, {Length: 9}}, 0, false},
		"censored ones last longer": {append(ended(2, 4, 6), statistic.Span{Length: 1}, statistic.Span{Length: 3}), 4, true},
		"too many are still there":  {append(ended(2), statistic.Span{Length: 3}, statistic.Span{Length: 3}), 0, false},
	} {
		if got, known := statistic.MedianSurvival(c.spans); got != c.want || known != c.known {
			t.Errorf("%s: %v, %v, want %v, %v", name, got, known, c.want, c.known)
		}
	}
}
