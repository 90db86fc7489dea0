package kinship

import (
	"cmp"
	"math"
	"slices"
)

// Options bound a ranking.
type Options struct {
	Limit   int   // scores returned; 0 is all
	Without []int // cards left out, by place
	// Coverage is, by place of a card, the share of functions of both that have a match in the
	// other, 0..1; a card that is not in it was not measured.
	Coverage map[int]float64
}

// Rank scores cards by how alike they are to the query, best first, equal ones by place.
func Rank(query Card, cards []Card, o Options) []Score {
	return NewCollection(cards).Rank(query, o)
}

// Rank scores the cards of the collection by how alike they are to the query, best first, equal
// ones by place.
func (c *Collection) Rank(query Card, o Options) []Score {
	f := featuresOf(query)
	v := c.vectorsOf(f)
	scores := c.scores(v, c.hub(v, -1, c.reference()), o)
	for i := range scores {
		scores[i].Reasons = c.reasons(v, c.vectors[scores[i].Card], query, c.cards[scores[i].Card])
	}
	return scores
}

// Compare scores two repositories by themselves, without a collection around them.
func Compare(a, b Card) Score {
	return Rank(a, []Card{b}, Options{})[0]
}

func (c *Collection) scores(v *vectors, hub float64, o Options) []Score {
	scores := make([]Score, 0, len(c.vectors))
	centred := make([]float64, len(c.vectors))
	for i, other := range c.vectors {
		if slices.Contains(o.Without, i) {
			continue
		}
		s := Score{Card: i, Signals: signalsOf(v, other)}
		centred[i] = c.fused(s.Signals) - (hub+c.hubs[i])/2
		if share, known := o.Coverage[i]; known {
			centred[i] += covered(share)
		}
		s.Similarity = likelihood(centred[i])
		scores = append(scores, s)
	}
	slices.SortStableFunc(scores, func(a, b Score) int { return cmp.Compare(centred[b.Card], centred[a.Card]) })
	if o.Limit > 0 {
		scores = scores[:min(o.Limit, len(scores))]
	}
	return scores
}

// covered is what a share of matched functions adds to a score: nothing shared lowers it by a
// little, as alternatives are often written anew, a third and more raises it beyond doubt.
func covered(share float64) float64 {
	const none, full, enough = -.5, 3, .33
	return none + (full-none)*math.Sqrt(min(max(share, 0), enough)/enough)
}

// likelihood brings a centred score to 0..1.
func likelihood(centred float64) float64 {
	const slope, even = 2, 1.
	return 1 / (1 + math.Exp(-slope*(centred-even)))
}
