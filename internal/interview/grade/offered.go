package grade

// Offer is a place in an answer that somebody else, such as a second rater, offers for a point.
type Offer struct {
	Point      string // id in the reference
	Start, End int    // bytes in the answer
}

// Standing is what a place has for a point: how near it comes to what says the point rightly
// and to what only sounds like it, and whether it claims anything at all.
type Standing struct {
	Words   int     // that carry the subject
	Right   float64 // 0-1, the nearest sentence that says the point
	Wrong   float64 // 0-1, the nearest that only sounds like it
	Known   float64 // 0-1, the share of it that the sentences of the point know
	Flow    float64 // how its words follow each other as in sentences, in nats a word; below zero they do not
	Asks    bool    // it stands in a question
	Hearsay bool    // it is left to others
	Empty   bool    // it says that something matters, and not what
}

// Claims tells a place that says something of its own accord.
func (s Standing) Claims() bool { return s.Words > 0 && !s.Asks && !s.Hearsay && !s.Empty }

// Stand measures offers as Grade measures the places that it finds itself. The result is
// empty where a rule leaves nothing to judge, or the reference has no claims to hold them to.
func (r *Rubric) Stand(answer string, offers []Offer) []Standing {
	e := r.examine(answer)
	e.screen()
	if e.closed || e.exact || r.claims == nil || len(e.answer.words) == 0 {
		return nil
	}
	h := r.claims.hear(e.answer.passage)
	all := make([]Standing, len(offers))
	for i, o := range offers {
		all[i] = h.stand(r, o)
	}
	return all
}

func (h *heard) stand(r *Rubric, o Offer) Standing {
	at := h.inside(o)
	if at.from == at.to {
		return Standing{}
	}
	var s Standing
	for i := range h.texts {
		t := &h.texts[i]
		if r.points[t.point].ID != o.Point {
			continue
		}
		m := h.match(t, at)
		if t.wrong {
			s.Wrong = max(s.Wrong, m.overall)
		} else {
			s.Right = max(s.Right, m.overall)
		}
	}
	for p, point := range r.points {
		if point.ID == o.Point {
			_, _, s.Known = h.odds(h.used[p], at)
		}
	}
	for _, w := range h.words[at.from:at.to] {
		if w.weight > 0 {
			s.Words++
		}
	}
	whole := stretch{h.sentenceStart(at.from), at.to}
	s.Flow = h.corpus.flow(h.passage, at)
	s.Asks, s.Hearsay = h.asks(at.from), h.begins(cueHearsay, whole)
	s.Empty = h.begins(cueEmpty, whole)
	return s
}

// inside is the words of the answer that an offer covers.
func (h *heard) inside(o Offer) stretch {
	at := stretch{}
	for i, w := range h.words {
		if w.end <= o.Start || w.start >= o.End {
			continue
		}
		if at.from == at.to {
			at.from = i
		}
		at.to = i + 1
	}
	return at
}
