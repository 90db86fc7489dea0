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
	query, stems := query.Bounded(), stemmer{}
	v := c.vectorsOf(featuresOf(query, stems))
	scores := c.rank(v, c.hub(v, none), o)
	for i := range scores {
		at := scores[i].Card
		scores[i].Reasons = reasonsOf(v, c.vectors[at], query, c.cards[at], stems)
	}
	return scores
}

// Compare scores two repositories by themselves, the same both ways; coverage as in Options,
// below 0 when it was not measured.
func Compare(a, b Card, coverage float64) Score {
	c := NewCollection([]Card{a, b})
	o := Options{Without: []int{0}}
	if coverage >= 0 {
		o.Coverage = map[int]float64{1: coverage}
	}
	score := c.rank(c.vectors[0], c.hubs[0], o)[0]
	score.Reasons = reasonsOf(c.vectors[0], c.vectors[1], c.cards[0], c.cards[1], stemmer{})
	return score
}

// none is the place of a query that is no card of the collection.
const none = -1

func (c *Collection) rank(v *vectors, hub float64, o Options) []Score {
	left := make([]bool, len(c.vectors))
	for _, i := range o.Without {
		if i >= 0 && i < len(left) {
			left[i] = true
		}
	}
	signals := c.all.signals(v)
	centred := c.centred(signals, hub)
	for i, share := range o.Coverage {
		if i >= 0 && i < len(centred) {
			centred[i] += covered(share)
		}
	}
	joined := c.carried(centred, left)
	scores := make([]Score, 0, len(c.vectors))
	for i, s := range signals {
		if !left[i] {
			scores = append(scores, Score{Card: i, Similarity: c.likelihood(joined[i]), Signals: s})
		}
	}
	slices.SortStableFunc(scores, func(a, b Score) int { return cmp.Compare(joined[b.Card], joined[a.Card]) })
	if o.Limit > 0 {
		scores = scores[:min(o.Limit, len(scores))]
	}
	return scores
}

// centring is the part of the hub scores that is taken off: all of it would hold against a
// repository that it has more alternatives than neighbours.
const centring = .7

// centred are the scores of all cards, less what both sides have with everything.
func (c *Collection) centred(signals [][Fields]float64, hub float64) []float64 {
	scores := make([]float64, len(signals))
	for i, s := range signals {
		scores[i] = c.fused(s) - centring*(hub+c.hubs[i])/2
	}
	return scores
}

const (
	carriers = 3  // best cards whose own neighbours count
	carry    = .3 // of their scores
)

// carried adds what the best cards have near them, as far as they are alike to the query: an
// alternative of an alternative is one, though it may share few words with the query itself.
func (c *Collection) carried(scores []float64, left []bool) []float64 {
	order := make([]int, 0, len(scores))
	for i := range scores {
		if !left[i] {
			order = append(order, i)
		}
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(scores[b], scores[a]) })
	joined := slices.Clone(scores)
	if len(order) <= carriers {
		return joined
	}
	for _, best := range order[:carriers] {
		part := carry * c.likelihood(scores[best])
		for i, s := range c.centred(c.all.signals(c.vectors[best]), c.hubs[best]) {
			if i == best {
				s = scores[best]
			}
			joined[i] += part * s
		}
	}
	return joined
}

// covered is what a share of matched functions adds to a score: nothing shared lowers it by a
// little, as alternatives are often written anew, a third and more raises it beyond doubt.
func covered(share float64) float64 {
	const nothing, full, enough = -.5, 3, .33
	return nothing + (full-nothing)*math.Sqrt(min(max(share, 0), enough)/enough)
}

// likelihood brings a centred score to 0..1. Slope and middle were set where half of the pairs
// of made-up repositories are alternatives: at 1 when two are compared by themselves, lower
// where hub scores are taken off.
func (c *Collection) likelihood(centred float64) float64 {
	const slope, alone, among = 2, 1, .6
	even := alone - (alone-among)*c.sampled()
	return 1 / (1 + math.Exp(-slope*(centred-even)))
}
