package kinship

import (
	"cmp"
	"math"
	"slices"
)

// Collection is cards made ready to be compared. It does not change and is safe for concurrent
// use.
type Collection struct {
	cards    []Card
	features []*features
	rarity   [Fields]map[string]float64
	vectors  []*vectors
	// hubs is how alike each card is to the cards nearest to it, in the units of fused.
	hubs []float64
	// spread are mean and deviation of the cosines of two cards that happen to be here.
	spread [Fields]spread
}

// vectors are features times rarity, each of length 1.
type vectors [Fields]vector

type spread struct{ mean, deviation float64 }

// weights of the fields when they are joined, in deviations.
var weights = [Fields]float64{
	Source: 1, Prose: 1, Place: .5, Module: .5, Capability: .5, Name: .7, Surface: .3, Topic: 1.5,
}

// NewCollection makes cards ready, in time linear in their size.
func NewCollection(cards []Card) *Collection {
	c := &Collection{cards: make([]Card, len(cards))}
	for i, card := range cards {
		c.cards[i] = card.Bounded()
		c.features = append(c.features, featuresOf(c.cards[i]))
	}
	for field := range Fields {
		c.rarity[field] = c.rarityOf(field)
	}
	for _, f := range c.features {
		c.vectors = append(c.vectors, c.vectorsOf(f))
	}
	c.measureSpread()
	c.measureHubs()
	return c
}

// backgroundProjects is how many unrelated projects the table of the background counts for
// beside the cards.
const backgroundProjects = 100

// rarityOf is the inverse document frequency of a field's terms, log((N+B+1)/(n+B*p+1)): n of N
// cards have it, and a share p of B other projects.
func (c *Collection) rarityOf(field Field) map[string]float64 {
	held := map[string]int{}
	for _, f := range c.features {
		for term := range f[field] {
			held[term]++
		}
	}
	rarity := make(map[string]float64, len(held))
	for term, n := range held {
		rarity[term] = c.rarityFrom(field, term, n)
	}
	return rarity
}

func (c *Collection) rarityFrom(field Field, term string, held int) float64 {
	all := float64(len(c.features))
	return math.Log((all + backgroundProjects + 1) / (float64(held) + backgroundProjects*expected(field, term) + 1))
}

// expected is the share of unrelated projects that have a term.
func expected(field Field, term string) float64 {
	u := background()[term]
	switch field {
	case Source, Surface:
		return u.source
	case Prose:
		return u.prose
	}
	return max(u.source, u.prose)
}

func (c *Collection) vectorsOf(f *features) *vectors {
	v := &vectors{}
	for field := range Fields {
		v[field] = make(vector, len(f[field]))
		norm := 0.0
		for term, weight := range f[field] {
			rarity, known := c.rarity[field][term]
			if !known {
				rarity = c.rarityFrom(field, term, 0)
			}
			v[field][term] = weight * rarity
			norm += weight * rarity * weight * rarity
		}
		if norm > 0 {
			norm = math.Sqrt(norm)
			for term := range v[field] {
				v[field][term] /= norm
			}
		}
	}
	return v
}

// missing is the cosine where one of the two has nothing in a field.
const missing = -1

func cosine(a, b vector) float64 {
	if len(a) == 0 || len(b) == 0 {
		return missing
	}
	if len(a) > len(b) {
		a, b = b, a
	}
	sum := 0.0
	for term, weight := range a {
		sum += weight * b[term]
	}
	return min(sum, 1)
}

func signalsOf(a, b *vectors) (s [Fields]float64) {
	for field := range Fields {
		s[field] = cosine(a[field], b[field])
	}
	return s
}

// reference are the cards that stand for the collection when it is measured: evenly drawn.
func (c *Collection) reference() []int {
	const most = 64
	var drawn []int
	for i := range min(most, len(c.vectors)) {
		drawn = append(drawn, i*len(c.vectors)/min(most, len(c.vectors)))
	}
	return drawn
}

func (c *Collection) measureSpread() {
	var sum, squares, n [Fields]float64
	reference := c.reference()
	for i, a := range reference {
		for _, b := range reference[:i] {
			for field, s := range signalsOf(c.vectors[a], c.vectors[b]) {
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
		const prior = 200
		usual := usualSpread[field]
		total := n[field] + prior
		mean := (sum[field] + prior*usual.mean) / total
		square := (squares[field] + prior*(usual.mean*usual.mean+usual.deviation*usual.deviation)) / total
		c.spread[field] = spread{mean, math.Sqrt(max(square-mean*mean, 1e-4))}
	}
}

// usualSpread are mean and deviation of the cosines of unrelated repositories.
var usualSpread = [Fields]spread{
	Source: {.06, .06}, Prose: {.03, .04}, Place: {.04, .05}, Module: {.05, .1}, Capability: {.2, .25},
	Name: {.01, .04}, Surface: {.05, .06}, Topic: {.05, .05},
}

// fused joins signals: deviations above what two repositories have in common anyway.
func (c *Collection) fused(signals [Fields]float64) float64 {
	const most = 6 // one field alone does not decide
	sum, weight := 0.0, 0.0
	for field, s := range signals {
		if s == missing {
			continue
		}
		z := (s - c.spread[field].mean) / c.spread[field].deviation
		sum += weights[field] * max(-most, min(z, most))
		weight += weights[field]
	}
	if weight == 0 {
		return 0
	}
	// A card with few fields is judged less surely.
	const doubt = 1
	return sum / (weight + doubt)
}

// neighbours is how many nearest cards make a card's hub score.
const neighbours = 10

func (c *Collection) measureHubs() {
	reference := c.reference()
	c.hubs = make([]float64, len(c.vectors))
	for i, v := range c.vectors {
		c.hubs[i] = c.hub(v, i, reference)
	}
}

// hub is the mean score of a card with those nearest to it: r(x) of cross-domain similarity
// local scaling (Conneau et al., 2018). Generic repositories are near to everything.
func (c *Collection) hub(v *vectors, self int, reference []int) float64 {
	var near []float64
	for _, i := range reference {
		if i != self {
			near = append(near, c.fused(signalsOf(v, c.vectors[i])))
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
