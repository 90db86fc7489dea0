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

// ReciprocalRank is one over the place of the first relevant item, zero when there is none.
func ReciprocalRank(ranking []string, relevant map[string]bool) float64 {
	for i, id := range ranking {
		if relevant[id] {
			return 1 / float64(i+1)
		}
	}
	return 0
}

// Recall is the share of the relevant items among the first k of a ranking.
func Recall(ranking []string, relevant map[string]bool, k int) float64 {
	if len(relevant) == 0 {
		return 0
	}
	found := 0
	for i := range min(k, len(ranking)) {
		if relevant[ranking[i]] {
			found++
		}
	}
	return float64(found) / float64(len(relevant))
}
