package marking

import (
	"math"

	"kadry/internal/interview/bank"
	"kadry/internal/interview/decimal"
)

// share is the weighted share of the points made.
func share(points []PointMark, q bank.Question) float64 {
	got, all := 0.0, 0.0
	for _, p := range points {
		ref, _ := q.Point(p.ID)
		got += float64(ref.Weight) * p.Met
		all += float64(ref.Weight)
	}
	if all == 0 {
		return 0
	}
	return decimal.Round(got/all, 9)
}

// Parts of the score of a question that has a key: half for the right answer and half for
// its reasons. A wrong one with good reasons stays at the first grade.
const (
	keyShare   = 0.5
	wrongBound = 0.25
)

// keyScore is the score of a question with a key from the score of its reasons.
func keyScore(said keyed, reasons float64) float64 {
	if said == keyRight {
		return keyShare + (1-keyShare)*reasons
	}
	return math.Min(reasons, wrongBound)
}
