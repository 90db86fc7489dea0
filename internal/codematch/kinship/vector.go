package kinship

import (
	"cmp"
	"math"
	"slices"
)

// term is a feature of a card with its weight.
type term struct {
	name   string
	weight float64
}

// vector is a card's terms in one field, sorted by name so that sums are the same each time; of
// length 1, or 0 where all terms are usual.
type vector []term

// vectors are a card's by field.
type vectors [Fields]vector

func (v vector) normalise() {
	slices.SortFunc(v, func(a, b term) int { return cmp.Compare(a.name, b.name) })
	norm := 0.0
	for _, t := range v {
		norm += t.weight * t.weight
	}
	if norm == 0 {
		return
	}
	norm = math.Sqrt(norm)
	for i := range v {
		v[i].weight /= norm
	}
}

// posting is a card that has a term.
type posting struct {
	card   int32
	weight float64
}

// postings are the cards by term and field.
type postings struct {
	terms [Fields]map[string][]posting
	empty [Fields][]bool // cards that have nothing in a field
	cards int
}

func newPostings(cards []*vectors) *postings {
	p := &postings{cards: len(cards)}
	for field := range Fields {
		p.terms[field] = map[string][]posting{}
		p.empty[field] = make([]bool, len(cards))
		for i, v := range cards {
			p.empty[field][i] = len(v[field]) == 0
			for _, t := range v[field] {
				p.terms[field][t.name] = append(p.terms[field][t.name], posting{int32(i), t.weight})
			}
		}
	}
	return p
}

// missing is the cosine where one of the two has nothing in a field.
const missing = -1

// signals are the cosines with all cards by field, 0..1 or missing.
func (p *postings) signals(v *vectors) [][Fields]float64 {
	all := make([][Fields]float64, p.cards)
	for field := range Fields {
		for _, t := range v[field] {
			for _, at := range p.terms[field][t.name] {
				all[at.card][field] += t.weight * at.weight
			}
		}
		for i := range all {
			all[i][field] = min(all[i][field], 1)
			if len(v[field]) == 0 || p.empty[field][i] {
				all[i][field] = missing
			}
		}
	}
	return all
}
