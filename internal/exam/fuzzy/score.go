package fuzzy

import (
	"bytes"
	"cmp"
	"math/bits"
	"slices"
)

// effort is how many steps of alignment a search makes. It bounds the time of a long query
// that resembles many texts.
const effort = 50_000

// align looks for the query as a piece of the candidates, those that hold most of its
// words first.
func (s *search) align() {
	query := s.folder.text[1 : len(s.folder.text)-1]
	s.pattern.prepare(query)
	slices.SortFunc(s.candidates, func(a, b candidate) int {
		return cmp.Or(cmp.Compare(b.coverage, a.coverage), a.before(b))
	})
	left := effort
	for i := range s.candidates {
		c := &s.candidates[i]
		folded := s.folded(*c)
		if slices.Equal(s.folder.text, folded) {
			c.score = 1
			continue
		}
		c.likeness = chance
		limit := int((1 + c.coverage - 2*worthAligning) * float64(len(query)))
		if limit > 0 && left > 0 {
			distance, steps := s.pattern.distance(folded, limit)
			left -= steps
			if distance <= limit {
				c.likeness = max(chance, 1-float64(distance)/float64(len(query)))
			}
		}
		c.score = score(c.coverage, c.likeness)
		c.score *= 0.98 + 0.02*min(1, float64(len(query))/float64(len(folded)-2))
	}
}

// score turns coverage and likeness into one figure. The mean of the two separates damaged
// copies from strangers; it is stretched so that the bound between them lies at 0.6, and
// that strangers come near 0.
func score(coverage, likeness float64) float64 {
	mean := (coverage + likeness) / 2
	if mean < resembling {
		return max(0, 0.6*(mean-unlike)/(resembling-unlike))
	}
	return 0.6 + 0.39*(mean-resembling)/(1-resembling)
}

const (
	chance     = 0.35 // likeness of texts that have nothing in common but the language
	unlike     = 0.35 // mean of coverage and likeness of such texts
	resembling = 0.64 // least mean of nearly all damaged copies

	// worthAligning is the mean below which likeness is not measured but taken as chance.
	worthAligning = 0.6
)

// hits are the best candidates in the words of the caller.
func (s *search) hits(limit int) []Hit {
	slices.SortFunc(s.candidates, func(a, b candidate) int {
		return cmp.Or(cmp.Compare(b.score, a.score), a.before(b))
	})
	like := s.candidates[:min(limit, len(s.candidates))]
	for len(like) > 0 && like[len(like)-1].score == 0 {
		like = like[:len(like)-1]
	}
	hits := make([]Hit, 0, len(like))
	for _, c := range like {
		hits = append(hits, Hit{Index: int(c.in), Key: c.key, Score: c.score, Coverage: c.coverage, Words: s.evidence(c)})
	}
	return hits
}

// mostWords is how many words of the query a hit names.
const mostWords = 6

// evidence is the words of the query that a candidate holds, rarest first, each once.
func (s *search) evidence(c candidate) []string {
	var words []string
	var seen [mostWords][]symbol
	for held := c.words; held != 0 && len(words) < mostWords; held &= held - 1 {
		t := s.terms[s.ranked[bits.TrailingZeros64(held)]]
		folded := s.folder.text[t.start:t.end]
		if !slices.ContainsFunc(seen[:len(words)], func(w []symbol) bool { return bytes.Equal(w, folded) }) {
			seen[len(words)] = folded
			words = append(words, s.spelled(t))
		}
	}
	return words
}
