package kinship

import (
	"cmp"
	"math"
	"slices"
)

// Collection is cards made ready to be compared. It does not change and is safe for concurrent
// use. A card takes about 200 KB in it.
type Collection struct {
	cards   []Card
	rarity  [Fields]map[string]float64
	vectors []*vectors
	all     *postings
	// reference are the cards that stand for the collection where it is measured.
	reference []int
	drawn     *postings // of them
	// hubs is how alike each card is to the cards nearest to it, in the units of fused.
	hubs []float64
	// spread are mean and deviation of the cosines of two cards that happen to be here.
	spread [Fields]spread
}

type spread struct{ mean, deviation float64 }

// weights of the fields when they are joined, in deviations. They were guessed before anything
// was measured; half or double of one changes MAP@R by .04 at most.
var weights = [Fields]float64{
	Source: 1, Prose: 1, Place: .5, Module: .5, Capability: .5, Name: .7, Surface: .3, Topic: 1.5,
}

// NewCollection makes cards ready, in time linear in their size.
func NewCollection(cards []Card) *Collection {
	c := &Collection{cards: make([]Card, len(cards)), vectors: make([]*vectors, len(cards))}
	stems := stemmer{}
	features := make([][Fields]bag, len(cards))
	for i, card := range cards {
		c.cards[i] = card.Bounded()
		features[i] = featuresOf(c.cards[i], stems)
	}
	for field := range Fields {
		c.rarity[field] = c.rarityOf(field, features)
	}
	for i, f := range features {
		c.vectors[i] = c.vectorsOf(f)
	}
	c.draw()
	c.measureSpread()
	c.measureHubs()
	return c
}

// backgroundProjects is how many unrelated projects the table of the background counts for
// beside the cards.
const backgroundProjects = 100

// rarityOf is the inverse document frequency of a field's terms, log((N+B+1)/(n+B*p+1)): n of N
// cards have it, and a share p of B other projects.
func (c *Collection) rarityOf(field Field, features [][Fields]bag) map[string]float64 {
	held := map[string]int{}
	for _, f := range features {
		for name := range f[field] {
			held[name]++
		}
	}
	rarity := make(map[string]float64, len(held))
	for name, n := range held {
		rarity[name] = c.rarityFrom(field, name, n)
	}
	return rarity
}

func (c *Collection) rarityFrom(field Field, name string, held int) float64 {
	all := float64(len(c.cards))
	return math.Log((all + backgroundProjects + 1) / (float64(held) + backgroundProjects*expected(field, name) + 1))
}

// expected is the share of unrelated projects that have a term.
func expected(field Field, name string) float64 {
	u := background()[name]
	switch field {
	case Source, Surface:
		return u.source
	case Prose:
		return u.prose
	}
	return max(u.source, u.prose)
}

// vectorsOf weighs a card's terms by their rarity.
func (c *Collection) vectorsOf(bags [Fields]bag) *vectors {
	v := &vectors{}
	for field, b := range bags {
		v[field] = make(vector, 0, len(b))
		for name, weight := range b {
			rarity, known := c.rarity[field][name]
			if !known {
				rarity = c.rarityFrom(Field(field), name, 0)
			}
			v[field] = append(v[field], term{name, weight * rarity})
		}
		v[field].normalise()
	}
	return v
}

// draw chooses the reference: cards evenly drawn, as all pairs of a large collection are too
// many.
func (c *Collection) draw() {
	const most = 64
	n := min(most, len(c.vectors))
	vectors := make([]*vectors, n)
	for i := range n {
		c.reference = append(c.reference, i*len(c.vectors)/n)
		vectors[i] = c.vectors[c.reference[i]]
	}
	c.all, c.drawn = newPostings(c.vectors), newPostings(vectors)
}

// usualSpread are mean and deviation of the cosines of unrelated repositories.
var usualSpread = [Fields]spread{
	Source: {.06, .06}, Prose: {.03, .04}, Place: {.04, .05}, Module: {.05, .1}, Capability: {.2, .25},
	Name: {.01, .04}, Surface: {.05, .06}, Topic: {.05, .05},
}

func (c *Collection) measureSpread() {
	var sum, squares, n [Fields]float64
	for i, a := range c.reference {
		for _, signals := range c.drawn.signals(c.vectors[a])[:i] {
			for field, s := range signals {
				if s != missing {
					sum[field] += s
					squares[field] += s * s
					n[field]++
				}
			}
		}
	}
	for field := range Fields {
		// The spread among unrelated repositories that was seen elsewhere counts as so many pairs.
		const prior, least = 200, 1e-4
		usual := usualSpread[field]
		total := n[field] + prior
		mean := (sum[field] + prior*usual.mean) / total
		square := (squares[field] + prior*(usual.mean*usual.mean+usual.deviation*usual.deviation)) / total
		c.spread[field] = spread{mean, math.Sqrt(max(square-mean*mean, least))}
	}
}

// fused joins signals: deviations above what two repositories have in common anyway, by weight.
func (c *Collection) fused(signals [Fields]float64) float64 {
	const most = 6  // one field alone does not decide
	const doubt = 1 // cards with few fields are judged less surely
	sum, weight := 0.0, 0.0
	for field, s := range signals {
		if s == missing {
			continue
		}
		z := (s - c.spread[field].mean) / c.spread[field].deviation
		sum += weights[field] * max(-most, min(z, most))
		weight += weights[field]
	}
	return sum / (weight + doubt)
}

// neighbours is how many nearest cards make a card's hub score.
const neighbours = 10

func (c *Collection) measureHubs() {
	c.hubs = make([]float64, len(c.vectors))
	for i, v := range c.vectors {
		c.hubs[i] = c.hub(v, i)
	}
}

// hub is the mean score of a card with those nearest to it: r(x) of cross-domain similarity
// local scaling (Conneau et al., 2018). Generic repositories are near to everything.
func (c *Collection) hub(v *vectors, self int) float64 {
	var near []float64
	for i, signals := range c.drawn.signals(v) {
		if c.reference[i] != self {
			near = append(near, c.fused(signals))
		}
	}
	slices.SortFunc(near, func(a, b float64) int { return cmp.Compare(b, a) })
	near = near[:min(neighbours, len(near))]
	sum := 0.0
	for _, s := range near {
		sum += s
	}
	return c.sampled() * sum / float64(max(len(near), 1))
}

// sampled is how far the cards are a sample of all repositories, 0..1: among few of them the
// nearest say little of what a card has in common with everything.
func (c *Collection) sampled() float64 {
	const enough = 3 * neighbours
	return min(float64(len(c.cards)-1)/enough, 1)
}
