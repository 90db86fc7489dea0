package grade

import (
	"math"
	"slices"
)

// ranking is the best of the claims for or against a point beside one stretch.
type ranking struct {
	top   [3]float64
	first match
}

func (r *ranking) see(m match) {
	switch {
	case m.overall > r.top[0]:
		r.top[2], r.top[1], r.top[0] = r.top[1], r.top[0], m.overall
		r.first = m
	case m.overall > r.top[1]:
		r.top[2], r.top[1] = r.top[1], m.overall
	case m.overall > r.top[2]:
		r.top[2] = m.overall
	}
}

// evidence is what an answer has for and against every point, by stretch of the answer.
type evidence struct {
	*heard
	right, wrong [][]ranking // by point, by stretch
	best         []int       // by point: the stretch that speaks of it most; -1 for none
}

// Shares of the second claim for a point, and of the first against it, in the choice of a
// stretch.
const (
	secondShare  = 0.5
	againstShare = 0.3
)

// gather holds every claim against every stretch. Claims for which without holds are left
// out, as if nobody had written them.
func (h *heard) gather(without func(t claimText) bool) *evidence {
	e := &evidence{heard: h, right: make([][]ranking, h.points), wrong: make([][]ranking, h.points), best: make([]int, h.points)}
	for p := range h.points {
		e.right[p], e.wrong[p] = make([]ranking, len(h.spans)), make([]ranking, len(h.spans))
	}
	for i := range h.texts {
		t := &h.texts[i]
		if without != nil && without(*t) {
			continue
		}
		side := e.right[t.point]
		if t.wrong {
			side = e.wrong[t.point]
		}
		for k, at := range h.spans {
			side[k].see(h.match(t, at))
		}
	}
	for p := range h.points {
		e.best[p] = -1
		most := math.Inf(-1)
		for k := range h.spans {
			r, w := e.right[p][k].top, e.wrong[p][k].top
			if v := r[0] + secondShare*r[1] - againstShare*w[0]; v > most {
				most, e.best[p] = v, k
			}
		}
	}
	return e
}

// point measures one point at the stretch that speaks of it most.
func (e *evidence) point(p int) features {
	var f features
	k := e.best[p]
	at := e.spans[k]
	r, w, rm, wm := e.right[p][k].top, e.wrong[p][k].top, e.right[p][k].first, e.wrong[p][k].first
	f.add("right_1", r[0])
	f.add("right_2", r[1])
	f.add("right_3", r[2])
	f.add("wrong_1", w[0])
	f.add("wrong_2", w[1])
	f.add("ahead", r[0]-w[0])
	f.add("ahead_share", (r[0]+r[1]-w[0]-w[1])/(r[0]+r[1]+w[0]+w[1]+0.05))
	f.add("told", rm.told)
	f.add("used", rm.used)
	f.add("order", rm.order)
	f.add("clash", rm.clash)
	f.add("missed", rm.missed)
	f.add("wrong_told", wm.told)
	f.add("wrong_order", wm.order)
	f.add("wrong_clash", wm.clash)
	odds, pairs, known := e.odds(e.used[p], at)
	f.add("odds", odds)
	f.add("pair_odds", pairs)
	f.add("known", known)
	other := 0.0
	for q := range e.points {
		if q != p {
			other = max(other, e.right[q][k].top[0])
		}
	}
	f.add("other", r[0]-other)
	elsewhere, worst := 0.0, 0.0
	for i := range e.spans {
		elsewhere = max(elsewhere, e.wrong[p][i].top[0]-e.right[p][i].top[0])
		worst = max(worst, e.wrong[p][i].top[0])
	}
	f.add("wrong_elsewhere", elsewhere)
	f.add("wrong_best", worst)
	e.around(&f, at)
	return f
}

// around measures the words of a stretch and the sentence that follows.
func (e *evidence) around(f *features, at stretch) {
	f.add("flow", e.corpus.flow(e.passage, at))
	f.add("asks", truth(e.asks(at.from)))
	f.add("grammar", e.grammar(at))
	f.add("nots", e.negations(at))
	f.add("hearsay", truth(e.begins(cueHearsay, stretch{e.sentenceStart(at.from), at.to})))
	f.add("empty", truth(e.begins(cueEmpty, at)))
	f.add("defines", truth(e.begins(cueDefine, at)))
	next := stretch{at.to, at.to}
	if at.to < len(e.words) {
		next.to = e.sentenceEnd(at.to)
	}
	f.add("next_nots", e.negations(next))
	f.add("next_turns", truth(e.begins(cueTurn, stretch{next.from, min(next.to, next.from+turnWords)})))
}

// turnWords is within how many words of its beginning a sentence turns against the last one.
const turnWords = 3

// general measures the whole answer.
func (e *evidence) general() features {
	var f features
	whole := stretch{0, len(e.words)}
	own, other := e.corpus.about(e.passage, e.subject, e.profile)
	f.add("all_own", own)
	f.add("all_apart", own-other)
	f.add("all_flow", e.corpus.flow(e.passage, whole))
	f.add("all_grammar", e.grammar(whole))
	f.add("all_nots", e.negations(whole)/float64(len(e.words)))
	asks, hearsay, turns, empty, defines, n := 0.0, 0.0, 0.0, 0.0, 0.0, 0.0
	for from := 0; from < len(e.words); n++ {
		to := e.sentenceEnd(from)
		asks += truth(e.asks(from))
		hearsay += truth(e.begins(cueHearsay, stretch{from, to}))
		turns += truth(e.begins(cueTurn, stretch{from, min(to, from+turnWords)}))
		empty += truth(e.begins(cueEmpty, stretch{from, to}))
		defines += truth(e.begins(cueDefine, stretch{from, to}))
		from = to
	}
	f.add("all_empty", empty/n)
	f.add("all_defines", defines/n)
	f.add("all_asks", asks/n)
	f.add("all_hearsay", hearsay/n)
	f.add("all_turns", turns/n)
	f.add("all_explained", e.explained())
	e.balance(&f)
	return f
}

// explained is the share of the answer in words of the question's claims.
func (e *evidence) explained() float64 {
	explained, weight := 0.0, 0.0
	for i, w := range e.weight {
		if w > 0 {
			weight += w
			explained += w * highest(e.like[i])
		}
	}
	return explained / max(weight, 0.1)
}

// balance measures what the answer has for all points against what it has against them.
func (e *evidence) balance(f *features) {
	worst, lost, lead, mean := 0.0, 0.0, 0.0, 0.0
	for p := range e.points {
		right, wrong := 0.0, 0.0
		for k := range e.spans {
			r, w := e.right[p][k].top[0], e.wrong[p][k].top[0]
			right, wrong, worst = max(right, r), max(wrong, w), max(worst, w-r)
		}
		lost += truth(wrong > right)
		lead = max(lead, right-wrong)
		mean += right - wrong
	}
	f.add("all_worst", worst)
	f.add("all_lost", lost/float64(e.points))
	f.add("all_lead", lead)
	f.add("all_mean", mean/float64(e.points))
}

func truth(b bool) float64 {
	if b {
		return 1
	}
	return 0
}

// grammar is the share of words of grammar in a stretch.
func (p passage) grammar(at stretch) float64 {
	n := 0.0
	for _, w := range p.words[at.from:at.to] {
		n += truth(w.weight == 0)
	}
	return n / float64(max(1, at.to-at.from))
}

func (p passage) negations(at stretch) float64 {
	n := 0.0
	for _, w := range p.words[at.from:at.to] {
		n += truth(w.negates)
	}
	return n
}

func (p passage) sentenceStart(at int) int {
	for at > 0 && p.words[at-1].sentence == p.words[at].sentence {
		at--
	}
	return at
}

// begins tells that a turn of speech of the kind begins in the stretch.
func (h *heard) begins(kind string, at stretch) bool {
	return slices.ContainsFunc(h.turns[kind], func(s stretch) bool { return s.from >= at.from && s.from < at.to })
}
