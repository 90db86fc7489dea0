package dense

import (
	"cmp"
	"container/heap"
	"context"
	"fmt"
	"slices"

	"github.com/viterin/vek/vek32"

	"kadry/internal/codematch/index"
	"kadry/internal/codematch/rank"
)

// Nearest finds the units whose vectors are nearest to one of length 1, those that the filter
// allows alone: a filter never empties a list that has matches. Vectors of another space than
// that of this dimension are not compared; limit 0 or less only counts.
func (x *Index) Nearest(ctx context.Context, tenant string, query []float32, filter index.Filter, limit int) (Answer, error) {
	c, err := x.current(ctx, tenant, x.embedder.Space(len(query)), len(query))
	if err != nil {
		return Answer{}, fmt.Errorf("dense: %w", err)
	}
	answer := Answer{Generations: make(map[int64]int64, len(c.parts))}
	rules := newFilter(filter)
	var best furthest
	first := 0
	for _, p := range c.parts {
		answer.Generations[p.generation.Repository] = p.generation.Number
		rows := c.rows[first : first+len(p.units)]
		first += len(p.units)
		if err := ctx.Err(); err != nil {
			return Answer{}, fmt.Errorf("dense: %w", err)
		}
		for u, may := range rules.units(p) {
			if !may {
				continue
			}
			answer.Searched++
			if rows[u] < 0 {
				continue
			}
			answer.Covered++
			similarity := float64(vek32.Dot(query, c.matrix.row(int(rows[u]))))
			best.offer(rank.Near{Place: p.place(p.units[u]), Similarity: max(-1, min(1, similarity))}, limit)
		}
	}
	slices.SortFunc(best, compare)
	answer.Near = best
	return answer, nil
}

// compare orders by similarity, then by place.
func compare(a, b rank.Near) int {
	return cmp.Or(cmp.Compare(b.Similarity, a.Similarity), a.Place.Compare(b.Place))
}

// furthest is a heap of the nearest units so far, the furthest of them first.
type furthest []rank.Near

func (w furthest) Len() int           { return len(w) }
func (w furthest) Less(i, j int) bool { return compare(w[j], w[i]) < 0 }
func (w furthest) Swap(i, j int)      { w[i], w[j] = w[j], w[i] }
func (w *furthest) Push(x any)        { *w = append(*w, x.(rank.Near)) }
func (w *furthest) Pop() any {
	last := (*w)[len(*w)-1]
	*w = (*w)[:len(*w)-1]
	return last
}

// offer takes a unit in where it is among the nearest.
func (w *furthest) offer(n rank.Near, limit int) {
	switch {
	case len(*w) < limit:
		heap.Push(w, n)
	case limit > 0 && compare(n, (*w)[0]) < 0:
		(*w)[0] = n
		heap.Fix(w, 0)
	}
}

// filter says which units may be found.
type filter struct {
	index.Filter
	patterns []index.Pattern
}

func newFilter(f index.Filter) filter {
	out := filter{Filter: f}
	for _, text := range f.Paths {
		out.patterns = append(out.patterns, index.PatternOf(text))
	}
	return out
}

// units says by unit of a part whether it may be found; empty when none may.
func (f filter) units(p *part) []bool {
	repository := p.generation.Repository
	if len(f.Repositories) > 0 && !slices.Contains(f.Repositories, repository) || slices.Contains(f.Without, repository) {
		return nil
	}
	files := make([]bool, len(p.files))
	for i, of := range p.files {
		files[i] = (len(f.Languages) == 0 || slices.Contains(f.Languages, of.language)) &&
			(len(f.patterns) == 0 || slices.ContainsFunc(f.patterns, func(pattern index.Pattern) bool { return pattern.Match(of.path) }))
	}
	units := make([]bool, len(p.units))
	for i, u := range p.units {
		units[i] = files[u.file] && (len(f.Kinds) == 0 || slices.Contains(f.Kinds, u.kind))
	}
	return units
}
