package fuzzy

import (
	"bytes"
	"cmp"
	"slices"
)

// leastCandidates is how many texts the first stage hands on.
const leastCandidates = 32

// visits is how many postings a search reads in the first stage, the rarest grams first.
// It bounds the time of a search; what is left out are the grams that every text holds.
const visits = 60_000

// candidate is a text that may be meant.
type candidate struct {
	in       int32 // place of its index among those searched
	slot     int32
	key      uint32
	shared   uint32  // weight of the grams it shares
	coverage float64 // weight of the terms it holds, 0-1
	likeness float64 // 1 - edit distance / length of the query
	words    uint64  // the terms it holds, by rank: those of the first 64
	score    float64
}

// choose fills the candidates with the texts that share most with the query, by weight.
// Weights are whole numbers, so their sum does not depend on the order of adding.
func (s *search) choose(most int) {
	s.tally()
	s.candidates = s.candidates[:0]
	least, scores := uint32(1), s.scores
	for in, x := range s.in {
		for slot, shared := range scores[:len(x.texts)] {
			if shared < least || x.texts[slot].gone {
				continue
			}
			if len(s.candidates) == most {
				least = s.candidates[0].shared
			}
			s.offer(candidate{in: int32(in), slot: int32(slot), key: x.texts[slot].key, shared: shared}, most)
		}
		scores = scores[len(x.texts):]
	}
	s.dropFar()
}

// tally adds up for every text the weights of the grams it shares with the query.
func (s *search) tally() {
	slots := 0
	for _, x := range s.in {
		slots += len(x.texts)
	}
	s.scores = zeroed(s.scores, slots)
	slices.SortFunc(s.grams, func(a, b sought) int {
		return cmp.Or(cmp.Compare(a.texts, b.texts), cmp.Compare(a.gram, b.gram))
	})
	read := 0
	for _, g := range s.grams {
		if g.texts == 0 {
			continue
		}
		read += g.texts
		if read > visits {
			break
		}
		weight, scores := uint32(16*rarity(g.texts, s.held)), s.scores
		for _, x := range s.in {
			if list := x.grams.list(g.gram); list != nil {
				list.weigh(scores, weight)
			}
			scores = scores[len(x.texts):]
		}
	}
}

// farBehind is the share of the best candidate's weight below which another cannot be
// meant.
const farBehind = 0.45

// dropFar leaves out the candidates far behind the best.
func (s *search) dropFar() {
	best := uint32(0)
	for _, c := range s.candidates {
		best = max(best, c.shared)
	}
	s.candidates = slices.DeleteFunc(s.candidates, func(c candidate) bool { return float64(c.shared) < farBehind*float64(best) })
}

// offer keeps a candidate if it is among the most best so far: a heap, worst on top.
func (s *search) offer(c candidate, most int) {
	if len(s.candidates) < most {
		s.candidates = append(s.candidates, c)
		for i := len(s.candidates) - 1; i > 0 && s.candidates[i].worse(s.candidates[(i-1)/2]); i = (i - 1) / 2 {
			s.candidates[i], s.candidates[(i-1)/2] = s.candidates[(i-1)/2], s.candidates[i]
		}
		return
	}
	if !s.candidates[0].worse(c) {
		return
	}
	heap := s.candidates
	heap[0] = c
	for i := 0; ; {
		child := 2*i + 1
		if child >= len(heap) {
			return
		}
		if child+1 < len(heap) && heap[child+1].worse(heap[child]) {
			child++
		}
		if !heap[child].worse(heap[i]) {
			return
		}
		heap[i], heap[child] = heap[child], heap[i]
		i = child
	}
}

func (c candidate) worse(d candidate) bool {
	return c.shared < d.shared || c.shared == d.shared && d.before(c) < 0
}

// before is the order of candidates that nothing else tells apart.
func (c candidate) before(d candidate) int {
	return cmp.Or(cmp.Compare(c.in, d.in), cmp.Compare(c.key, d.key))
}

// folded is the text of a candidate.
func (s *search) folded(c candidate) []symbol { return s.in[c.in].texts[c.slot].folded }

// agree measures how much of the query each candidate holds, term by term. A term counts
// by the share of its grams that the text has, so a word with one wrong letter counts for
// half and a glued pair for nearly all; numbers and the shortest words count whole or not.
func (s *search) agree() {
	for i := range s.candidates {
		c := &s.candidates[i]
		folded := s.folded(*c)
		s.scan(folded)
		held := 0.0
		for _, t := range s.terms {
			share := s.holds(folded, t)
			held += t.weight * share
			if share >= evident && t.rank < 64 {
				c.words |= 1 << t.rank
			}
		}
		c.coverage = held / s.total
	}
}

// evident is the share of a term from which on it speaks for a text.
const evident = 0.7

// scan marks the sought grams that a text has. A gram with a blank in its middle is never
// sought.
func (s *search) scan(text []symbol) {
	s.found = zeroed(s.found, len(s.grams))
	g := gram(0)
	for _, next := range text {
		g = (g<<symbolBits | gram(next)) % gramSpace
		if n, ok := s.asked.number(g); ok {
			s.found[n] = true
		}
	}
}

// holds is how much of a term the scanned text has, 0-1.
func (s *search) holds(text []symbol, t term) float64 {
	have := 0
	for _, n := range s.parts[t.first:t.last] {
		if s.found[n] {
			have++
		}
	}
	whole := have == t.last-t.first
	switch {
	case !t.exact:
		return float64(have) / float64(t.last-t.first)
	case whole && (t.end-t.start <= 2 || bytes.Contains(text, s.folder.text[t.start-1:t.end+1])):
		return 1
	}
	return 0
}
