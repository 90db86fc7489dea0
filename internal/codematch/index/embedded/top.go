package embedded

import (
	"cmp"
	"container/heap"
	"context"
	"slices"
	"sync"

	"kadry/internal/codematch/index"
	"kadry/internal/turn"
)

// candidate is a unit with its score.
type candidate struct {
	unit  int
	score float64
}

// before says that a stands before b in an answer.
func (a candidate) before(b candidate) bool {
	if a.score != b.score {
		return a.score > b.score
	}
	return a.unit < b.unit // in order of places
}

// worst is a heap of the best candidates so far, the worst of them first.
type worst []candidate

func (w worst) Len() int           { return len(w) }
func (w worst) Less(i, j int) bool { return w[j].before(w[i]) }
func (w worst) Swap(i, j int)      { w[i], w[j] = w[j], w[i] }
func (w *worst) Push(x any)        { *w = append(*w, x.(candidate)) }
func (w *worst) Pop() any {
	last := (*w)[len(*w)-1]
	*w = (*w)[:len(*w)-1]
	return last
}

// offer takes a candidate in where it is among the best.
func (w *worst) offer(c candidate, limit int) {
	switch {
	case len(*w) < limit:
		heap.Push(w, c)
	case c.before((*w)[0]):
		(*w)[0] = c
		heap.Fix(w, 0)
	}
}

// span is how many units are ranked in one go.
const span = 8192

// best fills the answer with the best units, ranked on all processors; which those are does
// not depend on who finds them.
func (s *search) best(ctx context.Context) error {
	type piece struct {
		from, to int
		units    []bool
	}
	var pieces []piece
	s.eachAllowed(func(from, to int, units []bool) {
		for at := from; at < to; at += span {
			end, some := min(at+span, to), units
			if some != nil {
				some = units[at-from : end-from]
			}
			pieces = append(pieces, piece{at, end, some})
		}
	})
	var mu sync.Mutex
	var found []candidate
	turn.Workers(ctx, len(pieces), func(next func() (int, bool)) {
		var mine worst
		for i, ok := next(); ok; i, ok = next() {
			s.rank(pieces[i].from, pieces[i].to, pieces[i].units, &mine)
		}
		mu.Lock()
		defer mu.Unlock()
		found = append(found, mine...)
	})
	slices.SortFunc(found, func(a, b candidate) int {
		return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(a.unit, b.unit))
	})
	s.answer.Hits = make([]index.Hit, 0, min(len(found), s.question.Limit))
	for _, c := range found[:min(len(found), s.question.Limit)] {
		s.answer.Hits = append(s.answer.Hits, s.hit(c))
	}
	return ctx.Err()
}

// rank offers the units of a range that share anything with the question.
func (s *search) rank(from, to int, units []bool, best *worst) {
	var scores [span]float64
	var shares [span]bool
	for _, f := range s.fields {
		weight := s.question.Weights[f]
		for i, raw := range s.raw[f][from:to] {
			shares[i] = shares[i] || raw > 0
			scores[i] += weight * index.Signal(float64(raw), s.mean[f], s.spread[f])
		}
	}
	for i := range to - from {
		if shares[i] && (units == nil || units[i]) {
			best.offer(candidate{from + i, scores[i]}, s.question.Limit)
		}
	}
}

func (s *search) hit(c candidate) index.Hit {
	h := index.Hit{Score: c.score}
	h.Place, h.Generation = s.corpus.place(c.unit)
	for _, f := range s.fields {
		raw := s.raw[f][c.unit]
		h.Raw[f] = raw
		h.Signals[f] = float32(index.Signal(float64(raw), s.mean[f], s.spread[f]))
	}
	return h
}
