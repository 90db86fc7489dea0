package embedded

import (
	"cmp"
	"context"
	"math"
	"slices"
	"sync"

	"kadry/internal/codematch/feature"
	"kadry/internal/codematch/index"
	"kadry/internal/codematch/index/segment"
	"kadry/internal/turn"
)

// search is one question on its way through a corpus.
type search struct {
	corpus   *corpus
	question index.Question
	buffers  *sync.Pool

	fields  []feature.Field // that have terms
	allowed []selection     // by part
	weights [feature.Fields][]float32
	raw     [feature.Fields][]float32 // by unit, of the fields that have terms
	mean    [feature.Fields]float64   // of raw
	spread  [feature.Fields]float64   // its standard deviation
	answer  index.Answer
}

// selection is the units of a part that may be found.
type selection struct {
	units []bool // nil when all are or none is
	n     int
}

func (s *search) run(ctx context.Context) error {
	for f, terms := range s.question.Terms {
		s.answer.Frequencies[f] = make([]int32, len(terms))
		if len(terms) > 0 {
			s.fields = append(s.fields, feature.Field(f))
		}
	}
	s.answer.Units = s.corpus.units
	if err := s.choose(ctx); err != nil {
		return err
	}
	if err := s.weigh(ctx); err != nil {
		return err
	}
	if s.answer.Searched == 0 || s.question.Limit <= 0 {
		return nil
	}
	if err := s.score(ctx); err != nil {
		return err
	}
	turn.Each(ctx, len(s.fields), func(i int) { s.measure(s.fields[i]) })
	return s.best(ctx)
}

// choose finds the units that the filter allows.
func (s *search) choose(ctx context.Context) error {
	f := newFilter(s.question.Filter)
	s.allowed = make([]selection, len(s.corpus.parts))
	turn.Each(ctx, len(s.allowed), func(i int) {
		s.allowed[i].units, s.allowed[i].n = f.allowed(s.corpus.parts[i])
	})
	for _, a := range s.allowed {
		s.answer.Searched += a.n
	}
	return ctx.Err()
}

// weigh finds how many units of the tenant have each term, and what it is worth by that.
func (s *search) weigh(ctx context.Context) error {
	var mu sync.Mutex
	turn.Workers(ctx, len(s.corpus.parts), func(next func() (int, bool)) {
		var counts [feature.Fields][]int32
		for _, f := range s.fields {
			counts[f] = make([]int32, len(s.question.Terms[f]))
		}
		for i, ok := next(); ok; i, ok = next() {
			for _, f := range s.fields {
				for j, t := range s.question.Terms[f] {
					counts[f][j] += s.corpus.parts[i].frequency(f, t.Hash)
				}
			}
		}
		mu.Lock()
		defer mu.Unlock()
		for _, f := range s.fields {
			for j, n := range counts[f] {
				s.answer.Frequencies[f][j] += n
			}
		}
	})
	for _, f := range s.fields {
		s.weights[f] = make([]float32, len(s.question.Terms[f]))
		for j, t := range s.question.Terms[f] {
			worth := index.Inverse(s.corpus.units, int(s.answer.Frequencies[f][j]))
			s.weights[f][j] = float32(float64(t.Weight) * worth)
		}
	}
	return ctx.Err()
}

// score adds up what the units have of the question: each field of each part by itself, the
// largest first. Terms are added in order of their hashes, so that units with the same terms
// have the same score to the last bit.
func (s *search) score(ctx context.Context) error {
	type piece struct {
		part  int
		field feature.Field
		cost  int
	}
	var pieces []piece
	for _, f := range s.fields {
		s.raw[f] = s.buffer()
		for i, p := range s.corpus.parts {
			if s.allowed[i].n > 0 {
				pieces = append(pieces, piece{i, f, p.Units() * len(s.question.Terms[f])})
			}
		}
	}
	slices.SortStableFunc(pieces, func(a, b piece) int { return cmp.Compare(b.cost, a.cost) })
	turn.Each(ctx, len(pieces), func(i int) { s.scorePart(s.corpus.parts[pieces[i].part], pieces[i].field) })
	return ctx.Err()
}

// buffer is room for a number for each unit, all 0.
func (s *search) buffer() []float32 {
	if kept, ok := s.buffers.Get().(*[]float32); ok && cap(*kept) >= s.corpus.units {
		out := (*kept)[:s.corpus.units]
		clear(out)
		return out
	}
	return make([]float32, s.corpus.units)
}

// done gives the room back.
func (s *search) done() {
	for f := range s.raw {
		if room := s.raw[f]; room != nil {
			s.buffers.Put(&room)
		}
	}
}

func (s *search) scorePart(p part, f feature.Field) {
	raw := s.raw[f][p.first : p.first+p.Units()]
	lengths := p.Lengths(f)
	damping := index.DampingOf(s.corpus.means[f])
	var units, counts [segment.Block]uint32
	for j, t := range s.question.Terms[f] {
		weight := s.weights[f][j] * damping.Top
		if weight == 0 {
			continue
		}
		list, ok := p.Find(f, t.Hash)
		if !ok {
			continue
		}
		for n := list.Read(&units, &counts); n > 0; n = list.Read(&units, &counts) {
			for k, u := range units[:n] {
				if int(u) >= len(raw) || int(u) >= len(lengths) {
					return // the file was changed since it was checked
				}
				count := float32(counts[k])
				raw[u] += weight * count / (count + damping.Base + damping.Slope*float32(lengths[u]))
			}
		}
	}
}

// measure finds the mean and the deviation of a field's scores over the units that may be
// found.
func (s *search) measure(f feature.Field) {
	missing := float64(max(0, index.LeastUnits-s.answer.Searched))
	n := float64(s.answer.Searched) + missing
	sum := 0.0
	s.eachAllowed(func(from, to int, units []bool) {
		for i, raw := range s.raw[f][from:to] {
			if units == nil || units[i] {
				sum += float64(raw)
			}
		}
	})
	mean := sum / n
	squares := missing * mean * mean
	s.eachAllowed(func(from, to int, units []bool) {
		for i, raw := range s.raw[f][from:to] {
			if units == nil || units[i] {
				off := float64(raw) - mean
				squares += off * off
			}
		}
	})
	s.mean[f], s.spread[f] = mean, math.Sqrt(squares/n)
}

// eachAllowed gives the numbers of the units of each part that has some to be found.
func (s *search) eachAllowed(do func(from, to int, units []bool)) {
	for i, a := range s.allowed {
		if a.n > 0 {
			p := s.corpus.parts[i]
			do(p.first, p.first+p.Units(), a.units)
		}
	}
}
