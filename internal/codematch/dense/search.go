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
	"kadry/internal/codematch/unit"
	"kadry/internal/turn"
)

// Nearest finds the units whose vectors are nearest to one of length 1, those that the filter
// allows alone: a filter never empties a list that has matches. Vectors of another space than
// that of this dimension are not compared; limit 0 or less only counts.
func (x *Index) Nearest(ctx context.Context, tenant string, query []float32, filter index.Filter, limit int) (Answer, error) {
	c, err := x.current(ctx, tenant, x.embedder.Space(len(query)), len(query))
	if err != nil {
		return Answer{}, fmt.Errorf("dense: %w", err)
	}
	s := scan{corpus: c, query: query, limit: limit, rules: newFilter(filter)}
	if err := s.run(ctx); err != nil {
		return Answer{}, fmt.Errorf("dense: %w", err)
	}
	return s.answer(), nil
}

// scan is one search.
type scan struct {
	*corpus
	query  []float32
	limit  int
	rules  filter
	pieces []piece
}

// piece is units of a part that are compared in one go, and what was found among them.
type piece struct {
	part              *part
	from, to          int // of the part's units
	first             int // number of the part's first unit in the corpus
	best              furthest
	searched, covered int
}

// span is how many units a piece has.
const span = 8192

// run compares; what is found does not depend on who compares.
func (s *scan) run(ctx context.Context) error {
	first := 0
	for _, p := range s.parts {
		for from := 0; from < len(p.units) && s.rules.repository(p); from += span {
			s.pieces = append(s.pieces, piece{part: p, from: from, to: min(from+span, len(p.units)), first: first})
		}
		first += len(p.units)
	}
	turn.Each(ctx, len(s.pieces), func(i int) { s.compare(&s.pieces[i]) })
	return ctx.Err()
}

// compare finds the nearest units of a piece.
func (s *scan) compare(p *piece) {
	last, may := int32(-1), false // units stand by file
	for u := p.from; u < p.to; u++ {
		of := p.part.units[u]
		if of.file != last {
			last, may = of.file, s.rules.file(p.part.files[of.file])
		}
		if !may || !s.rules.kind(of.kind) {
			continue
		}
		p.searched++
		row := s.rows[p.first+u]
		if row < 0 {
			continue
		}
		p.covered++
		similarity := max(-1, min(1, float64(vek32.Dot(s.query, s.matrix.row(int(row))))))
		if len(p.best) < s.limit || s.limit > 0 && similarity > p.best[0].Similarity { // equal ones come in order of places
			p.best.offer(rank.Near{Place: p.part.place(of), Similarity: similarity}, s.limit)
		}
	}
}

// answer puts together what the pieces found.
func (s *scan) answer() Answer {
	a := Answer{Generations: make(map[int64]int64, len(s.parts))}
	for _, p := range s.parts {
		a.Generations[p.generation.Repository] = p.generation.Number
	}
	for _, p := range s.pieces {
		a.Searched += p.searched
		a.Covered += p.covered
		a.Near = append(a.Near, p.best...)
	}
	slices.SortFunc(a.Near, compare)
	a.Near = a.Near[:min(len(a.Near), max(0, s.limit))]
	return a
}

// compare orders by similarity, then by place.
func compare(a, b rank.Near) int {
	if a.Similarity != b.Similarity {
		return cmp.Compare(b.Similarity, a.Similarity)
	}
	return a.Place.Compare(b.Place)
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

// offer takes in a unit that is nearer than the furthest, or any while there is room.
func (w *furthest) offer(n rank.Near, limit int) {
	if len(*w) < limit {
		heap.Push(w, n)
		return
	}
	(*w)[0] = n
	heap.Fix(w, 0)
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

// repository says whether anything of a repository may be found.
func (f filter) repository(p *part) bool {
	id := p.generation.Repository
	return (len(f.Repositories) == 0 || slices.Contains(f.Repositories, id)) && !slices.Contains(f.Without, id)
}

// file says whether anything of a file may be found.
func (f filter) file(of file) bool {
	return (len(f.Languages) == 0 || slices.Contains(f.Languages, of.language)) &&
		(len(f.patterns) == 0 || slices.ContainsFunc(f.patterns, func(pattern index.Pattern) bool { return pattern.Match(of.path) }))
}

func (f filter) kind(k unit.Kind) bool { return len(f.Kinds) == 0 || slices.Contains(f.Kinds, k) }
