package evaluate

import (
	"cmp"
	"context"
	"math"
	"slices"

	"kadry/internal/codematch/feature"
	"kadry/internal/codematch/index"
)

// Exact is an index in memory that computes the formulas of index/scoring.go as they stand.
// It knows filters by repository and language alone.
type Exact struct {
	documents []index.Document
	lengths   [feature.Fields][]int
	means     [feature.Fields]float64
	postings  [feature.Fields]map[uint32][]posting
}

type posting struct {
	document int32
	count    uint16
}

// Add takes a unit in.
func (e *Exact) Add(d index.Document) { e.documents = append(e.documents, d) }

// Done ends the adding.
func (e *Exact) Done() {
	for f := range feature.Fields {
		e.postings[f] = map[uint32][]posting{}
		e.lengths[f] = make([]int, len(e.documents))
		total, having := 0, 0
		for i, d := range e.documents {
			for _, t := range d.Vector[f] {
				e.lengths[f][i] += int(t.Count)
				e.postings[f][t.Hash] = append(e.postings[f][t.Hash], posting{int32(i), t.Count})
			}
			if len(d.Vector[f]) > 0 {
				having++
				total += e.lengths[f][i]
			}
		}
		e.means[f] = float64(total) / float64(max(having, 1))
	}
}

// Search implements index.Index.
func (e *Exact) Search(_ context.Context, _ string, q index.Question) (index.Answer, error) {
	answer := index.Answer{Units: len(e.documents)}
	var allowed []int
	for i, d := range e.documents {
		if allows(q.Filter, d) {
			allowed = append(allowed, i)
		}
	}
	answer.Searched = len(allowed)
	hits := make([]index.Hit, len(allowed))
	for n, i := range allowed {
		hits[n].Place = e.documents[i].Place
	}
	raw := make([]float64, len(e.documents))
	for f, terms := range q.Terms {
		clear(raw)
		answer.Frequencies[f] = make([]int32, len(terms))
		for k, t := range terms {
			found := e.postings[f][t.Hash]
			answer.Frequencies[f][k] = int32(len(found))
			worth := float64(t.Weight) * index.Inverse(len(e.documents), len(found))
			for _, p := range found {
				raw[p.document] += worth * index.Saturated(int(p.count), e.lengths[f][p.document], e.means[f])
			}
		}
		mean, deviation := spread(raw, allowed)
		for n, i := range allowed {
			signal := index.Signal(raw[i], mean, deviation)
			hits[n].Raw[f], hits[n].Signals[f] = float32(raw[i]), float32(signal)
			hits[n].Score += q.Weights[f] * signal
		}
	}
	slices.SortFunc(hits, func(a, b index.Hit) int {
		return cmp.Or(cmp.Compare(b.Score, a.Score), a.Place.Compare(b.Place))
	})
	answer.Hits = hits[:min(q.Limit, len(hits))]
	return answer, nil
}

func spread(raw []float64, allowed []int) (mean, deviation float64) {
	if len(allowed) == 0 {
		return 0, 0
	}
	for _, i := range allowed {
		mean += raw[i]
	}
	mean /= float64(len(allowed))
	for _, i := range allowed {
		deviation += (raw[i] - mean) * (raw[i] - mean)
	}
	return mean, math.Sqrt(deviation / float64(len(allowed)))
}

func allows(f index.Filter, d index.Document) bool {
	return (len(f.Repositories) == 0 || slices.Contains(f.Repositories, d.Place.Repository)) &&
		!slices.Contains(f.Without, d.Place.Repository) &&
		(len(f.Languages) == 0 || slices.Contains(f.Languages, d.Language))
}
