package indextest

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"kadry/internal/codematch/feature"
	"kadry/internal/codematch/index"
	"kadry/internal/codematch/lexer"
	"kadry/internal/codematch/unit"
)

// Lifelike makes a repository whose units have terms as code has them: few terms that most
// have, many that one has (Zipf), and families of units that share half of what they have.
// The same seed makes the same units.
func Lifelike(seed uint64, repository int64, units, terms int) []index.Document {
	random := rand.New(rand.NewPCG(seed, uint64(repository)))
	zipf := rand.NewZipf(random, 1.1, 8, 1<<20)
	var out []index.Document
	var families []feature.Vector
	for u := range units {
		d := index.Document{
			Place:    index.Place{Repository: repository, File: int32(u / 6), Unit: int32(u % 6)},
			Path:     fmt.Sprintf("pkg%d/part%d/file%d.x", u/600, u/60%10, u/6),
			Language: lexer.Languages()[u/6%len(lexer.Languages())],
			Kind:     [...]unit.Kind{unit.Function, unit.Function, unit.Function, unit.Function, unit.Class, unit.Whole}[u%6],
		}
		size := max(8, int(float64(terms)*math.Exp(0.8*random.NormFloat64()-0.3)))
		var like feature.Vector
		if len(families) > 0 && random.IntN(4) == 0 {
			like = families[random.IntN(len(families))]
		}
		for f := range feature.Fields {
			d.Vector[f] = lifelikeTerms(random, zipf, like[f], max(1, size/int(feature.Fields)))
		}
		if u%20 == 0 && len(families) < 500 {
			families = append(families, d.Vector)
		}
		out = append(out, d)
	}
	return out
}

func lifelikeTerms(random *rand.Rand, zipf *rand.Zipf, like []feature.Term, n int) []feature.Term {
	counts := map[uint32]uint16{}
	for _, t := range like {
		if random.IntN(2) == 0 {
			counts[t.Hash] = t.Count
		}
	}
	for len(counts) < n {
		// Spread over the range as hashes are (Knuth's multiplicative hash).
		counts[uint32(zipf.Uint64()+1)*2654435761]++
	}
	var out []feature.Term
	for hash, count := range counts {
		out = append(out, feature.Term{Hash: hash, Count: count})
	}
	slices.SortFunc(out, func(a, b feature.Term) int { return int(int64(a.Hash) - int64(b.Hash)) })
	return out
}

// Ask is the question for what is like a unit.
func Ask(v feature.Vector, limit int) index.Question {
	q := index.Question{Limit: limit}
	for f := range v {
		q.Weights[f] = 0.5 + 0.25*float64(f%3)
		for _, t := range v[f] {
			q.Terms[f] = append(q.Terms[f], index.Term{Hash: t.Hash, Weight: float32(1 + math.Log(float64(t.Count)))})
		}
	}
	return q
}
