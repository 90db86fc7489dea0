package retrieve

import "math"

// Gain is the normalised discounted cumulative gain of the first k of a ranking with
// binary relevance. It is zero when nothing is relevant.
func Gain(ranking []string, relevant map[string]bool, k int) float64 {
	got, best := 0.0, 0.0
	for i := range k {
		discount := 1 / math.Log2(float64(i)+2)
		if i < len(ranking) && relevant[ranking[i]] {
			got += discount
		}
		if i < len(relevant) {
			best += discount
		}
	}
	if best == 0 {
		return 0
	}
	return got / best
}
