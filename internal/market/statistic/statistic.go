// Package statistic holds the plain statistics that figures of a market rest on: quantiles,
// intervals of shares, a bootstrap that knows whose postings are whose, survival and the control
// of false discoveries. It knows nothing of postings, money or texts.
package statistic

import (
	"cmp"
	"math"
	"slices"
)

// z is the two-sided 95 % point of the standard normal distribution.
const z = 1.959963984540054

// Interval is a 95 % interval: its lower end and its upper one.
type Interval [2]float64

// Quantile is the type-7 quantile of Hyndman and Fan (1996), the default of R and NumPy, of
// ascending values: linear between the order statistics around (n-1)p. It is NaN without values.
func Quantile(ascending []float64, p float64) float64 {
	n := len(ascending)
	if n == 0 || math.IsNaN(p) {
		return math.NaN()
	}
	at := float64(n-1) * min(max(p, 0), 1)
	low := int(at)
	if low == n-1 {
		return ascending[low]
	}
	return between(ascending[low], ascending[low+1], at-float64(low))
}

// between is a point on the way from a to b; where they are the same it is exactly that value.
func between(a, b, way float64) float64 { return a + way*(b-a) }

// Wilson is the 95 % score interval of a share of hits in n (Wilson 1927), which stays within 0
// and 1 and holds for small n. Of nothing everything is possible.
func Wilson(hits, n int) (low, high float64) {
	if n <= 0 {
		return 0, 1
	}
	size, share := float64(n), float64(hits)/float64(n)
	scale := 1 + z*z/size
	middle := (share + z*z/(2*size)) / scale
	half := z / scale * math.Sqrt(share*(1-share)/size+z*z/(4*size*size))
	// At the ends the interval touches the share; rounding must not lift it off.
	return min(max(middle-half, 0), share), max(min(middle+half, 1), share)
}

// CompareShares tells how much a share grew from hits of n before to hits of n now, and how
// probable a difference of that size is where nothing changed: the pooled two-proportion z test,
// two-sided. Of nothing on either side the difference is 0 and p is 1.
func CompareShares(hitsBefore, nBefore, hitsNow, nNow int) (delta, p float64) {
	if nBefore <= 0 || nNow <= 0 {
		return 0, 1
	}
	before, now := float64(nBefore), float64(nNow)
	delta = float64(hitsNow)/now - float64(hitsBefore)/before
	pooled := float64(hitsBefore+hitsNow) / (before + now)
	deviation := math.Sqrt(pooled * (1 - pooled) * (1/before + 1/now))
	if deviation == 0 {
		return delta, 1
	}
	return delta, math.Erfc(math.Abs(delta) / deviation / math.Sqrt2)
}

// ControlDiscoveries adjusts the p values of tests that were done together, so that among those it
// leaves below a level at most that share is expected to be false (Benjamini and Hochberg 1995).
// The order is kept.
func ControlDiscoveries(p []float64) []float64 {
	order := make([]int, len(p))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(p[b], p[a]) })
	adjusted, least := make([]float64, len(p)), 1.0
	for i, at := range order {
		least = min(least, p[at]*float64(len(p))/float64(len(p)-i))
		adjusted[at] = least
	}
	return adjusted
}

// Concentration is the Herfindahl-Hirschman index of counts: the sum of squared shares, from 1/n
// where all are the same to 1 where one has everything. It is 0 of nothing.
func Concentration(counts []int) float64 {
	var sum, squares float64
	for _, c := range counts {
		sum += float64(c)
		squares += float64(c) * float64(c)
	}
	if sum == 0 {
		return 0
	}
	return squares / (sum * sum)
}

// Span is how long something was seen, in any unit, and whether it was seen to end. Where it was
// not, it lasted at least so long.
type Span struct {
	Length float64
	Ended  bool
}

// MedianSurvival is the Kaplan-Meier median of spans: the first length that at most half of them
// outlast. Where more than half is still there at the end of what was seen the median is not
// known.
func MedianSurvival(spans []Span) (median float64, known bool) {
	ordered := slices.SortedFunc(slices.Values(spans), func(a, b Span) int { return cmp.Compare(a.Length, b.Length) })
	surviving := 1.0
	for i := 0; i < len(ordered); {
		atRisk, ended, length := len(ordered)-i, 0, ordered[i].Length
		for ; i < len(ordered) && ordered[i].Length == length; i++ {
			if ordered[i].Ended {
				ended++
			}
		}
		surviving *= 1 - float64(ended)/float64(atRisk)
		// Products of fractions miss one half by a rounding error.
		if surviving <= 0.5+1e-12 {
			return length, true
		}
	}
	return 0, false
}
