package grade

import (
	"math"
	"slices"
)

// claims are the points of a question with what says each rightly and what only sounds like
// it, ready to be held against answers. They are never written to while answers are marked.
type claims struct {
	corpus  *Corpus
	subject int                // of the question in the corpus, -1 when it is not there
	profile map[string]float64 // the weights of its stems when it is not there
	asked   map[string]bool
	points  int
	texts   []claimText
	used    []usage // by point
	vocab   []word  // the distinct words of the texts
	place   map[string]int
	stems   map[string]int
	first   []int // by word of the vocabulary: the first one with its stem

	published map[string]bool // runs of words of the reference
}

// claimText is one sentence for or against a point.
type claimText struct {
	text  string
	point int
	wrong bool
	words []claimWord
	total float64 // of the weights
}

// claimWord is a word of such a sentence that carries the subject.
type claimWord struct {
	vocab   int
	weight  float64
	negated bool
}

func newClaims(ref Reference, question string) *claims {
	c := &claims{corpus: ref.Corpus, subject: -1, asked: stemSet(read(question)), points: len(ref.Points), published: published(ref), place: map[string]int{}, stems: map[string]int{}}
	if n, ok := ref.Corpus.questions[ref.Subject]; ok {
		c.subject = n
	}
	for i, p := range ref.Points {
		c.add(i, false, p.Text)
		for _, text := range p.Synonyms {
			c.add(i, false, text)
		}
		for _, text := range p.Right {
			c.add(i, false, text)
		}
		for _, text := range p.Wrong {
			c.add(i, true, text)
		}
	}
	c.used = c.usages()
	if c.subject < 0 {
		c.profile = c.corpus.profile(c.sentences(ref, question))
	}
	return c
}

// sentences are all texts of a question, as a corpus has them.
func (c *claims) sentences(ref Reference, question string) []string {
	texts := []string{question, ref.Text}
	for _, t := range c.texts {
		texts = append(texts, t.text)
	}
	return texts
}

func (c *claims) add(point int, wrong bool, text string) {
	t := claimText{text: text, point: point, wrong: wrong}
	for _, w := range read(text).words {
		if w.weight == 0 || idles(w) {
			continue
		}
		weight := c.weigh(w)
		t.words = append(t.words, claimWord{vocab: c.known(w), weight: weight, negated: w.negated})
		t.total += weight
	}
	c.texts = append(c.texts, t)
}

// givenShare is what a word still weighs that the question has said.
const givenShare = 0.3

func (c *claims) weigh(w word) float64 {
	weight := w.weight * c.corpus.rarity(w.stem)
	if c.asked[w.stem] {
		weight *= givenShare
	}
	return weight
}

// known returns the place of a word in the vocabulary.
func (c *claims) known(w word) int {
	if at, ok := c.place[w.text]; ok {
		return at
	}
	at := len(c.vocab)
	w.negated = false
	c.vocab, c.place[w.text] = append(c.vocab, w), at
	if _, ok := c.stems[w.stem]; !ok {
		c.stems[w.stem] = at
	}
	c.first = append(c.first, c.stems[w.stem])
	return at
}

// heard is an answer held against the claims of its question.
type heard struct {
	*claims
	passage
	weight  []float64   // of the words of the answer
	like    [][]float64 // by word of the answer, by word of the vocabulary
	against [][]bool    // the same: the words exclude each other
	spans   []stretch
	turns   map[string][]stretch // turns of speech, by kind

	assurances []stretch // turns of speech that say nothing of the subject
	turned     []stretch // those that turn against what was said, or leave it to others
}

// hear holds the words of an answer against those of the claims, and leaves the idle ones out.
func (c *claims) hear(p passage) *heard {
	all := c.liken(p)
	out := all.idle()
	h := &heard{claims: c, passage: p.without(func(i int) bool { return out[i] })}
	for i := range p.words {
		if !out[i] {
			h.weight, h.like, h.against = append(h.weight, all.weight[i]), append(h.like, all.like[i]), append(h.against, all.against[i])
		}
	}
	h.spans, h.turns = windows(h.passage), map[string][]stretch{}
	for _, kind := range []string{cueHearsay, cueTurn, cueEmpty, cueDefine} {
		h.turns[kind] = loadedCues().find(kind, h.passage)
	}
	return h
}

// liken holds every word of an answer against the vocabulary.
func (c *claims) liken(p passage) *heard {
	h := &heard{
		claims: c, passage: p, assurances: loadedCues().find(cueAssure, p),
		turned: slices.Concat(loadedCues().find(cueTurn, p), loadedCues().find(cueHearsay, p), loadedCues().find(cueRetraction, p)),
		weight: make([]float64, len(p.words)), like: make([][]float64, len(p.words)), against: make([][]bool, len(p.words)),
	}
	rows := map[string]int{}
	for i, w := range p.words {
		h.weight[i] = c.weigh(w)
		if at, ok := rows[w.text]; ok {
			h.like[i], h.against[i] = h.like[at], h.against[at]
			continue
		}
		rows[w.text] = i
		h.like[i], h.against[i] = c.row(w)
	}
	return h
}

// relatedShare is how much a word counts that stands for the same points elsewhere.
const relatedShare = 0.8

// row compares a word of an answer with every word of the vocabulary.
func (c *claims) row(w word) (like []float64, against []bool) {
	like, against = make([]float64, len(c.vocab)), make([]bool, len(c.vocab))
	if w.weight == 0 {
		return like, against
	}
	w.negated = false
	for k := range c.vocab {
		like[k] = alike(&w, &c.vocab[k])
		against[k] = like[k] < 1 && opposed(&w, &c.vocab[k])
		if like[k] < likeNear && !against[k] {
			like[k] = max(like[k], relatedShare*c.corpus.related(w.stem, c.vocab[k].stem, c.subject))
		}
	}
	return like, against
}

// Bounds of the stretches of an answer that are held against a claim.
const (
	windowParts = 4  // clauses in a row
	windowWords = 30 // words
	windowsMost = 200
)

// windows are the runs of clauses within a sentence and over the edge of two short ones.
func windows(p passage) []stretch {
	parts := p.parts()
	var all []stretch
	for i := range parts {
		for k := i; k < len(parts) && k < i+windowParts && len(all) < windowsMost; k++ {
			from, to := parts[i][0], parts[k][1]
			if k > i && to-from > windowWords || p.words[to-1].sentence > p.words[from].sentence+1 {
				break
			}
			all = append(all, stretch{from, to})
		}
	}
	return all
}

// match is one claim beside one stretch of an answer.
type match struct {
	told    float64 // share of the claim that the stretch tells
	used    float64 // share of the stretch that the claim needs
	order   float64 // share of the pairs of told words that stand in the order of the claim
	clash   float64 // share of what is told that is negated on one side only, or its opposite
	missed  float64 // numbers of the claim that the stretch has not
	overall float64 // all of it together
}

// faint is the least likeness of words that counts.
const faint = 0.2

func (h *heard) match(t *claimText, at stretch) match {
	var m match
	if t.total == 0 {
		return m
	}
	told, clash := 0.0, 0.0
	var places []int
	for _, w := range t.words {
		best, where, turned := h.nearest(w.vocab, at)
		if best < faint {
			if turned {
				clash += w.weight
			}
			if h.vocab[w.vocab].numeric {
				m.missed++
			}
			continue
		}
		told += w.weight * best
		if h.words[where].negated != w.negated {
			clash += w.weight * best
		}
		if best >= likeForm {
			places = append(places, where)
		}
	}
	m.told, m.used, m.order = told/t.total, h.needed(t, at), inOrder(places)
	m.clash = min(1, clash/(told+0.5))
	if m.told+m.used > 0 {
		m.overall = 2 * m.told * m.used / (m.told + m.used) * (0.7 + 0.3*m.order) * (1 - 0.5*m.clash)
	}
	return m
}

// nearest finds the word of a stretch that is most like one of the vocabulary, and tells
// whether any excludes it.
func (h *heard) nearest(vocab int, at stretch) (best float64, where int, turned bool) {
	for j := at.from; j < at.to; j++ {
		if s := h.like[j][vocab]; s > best {
			best, where = s, j
		}
		turned = turned || h.against[j][vocab]
	}
	return best, where, turned
}

// needed is the share of a stretch that says what the claim says.
func (h *heard) needed(t *claimText, at stretch) float64 {
	used, all := 0.0, 0.0
	for j := at.from; j < at.to; j++ {
		if h.weight[j] == 0 {
			continue
		}
		all += h.weight[j]
		best := 0.0
		for _, w := range t.words {
			best = max(best, h.like[j][w.vocab])
		}
		if best >= faint {
			used += h.weight[j] * best
		}
	}
	if all == 0 {
		return 0
	}
	return used / all
}

// inOrder is the share of the pairs of places that rise; a half where there is no pair.
func inOrder(places []int) float64 {
	in, n := 0.0, 0.0
	for i := range places {
		for _, later := range places[i+1:] {
			if places[i] == later {
				continue
			}
			n++
			if places[i] < later {
				in++
			}
		}
	}
	return (in + 0.5) / (n + 1)
}

// tally counts sentences for and against a point.
type tally struct{ right, wrong float64 }

func (t *tally) count(wrong bool, n float64) {
	if wrong {
		t.wrong += n
	} else {
		t.right += n
	}
}

// lean is how far what was counted stands in right rather than wrong sentences, in nats;
// spread keeps single sightings small.
func (t tally) lean(of tally, spread float64) float64 {
	return math.Log((t.right/(of.right+1) + spread) / (t.wrong/(of.wrong+1) + spread))
}

// usage counts the words of a point's sentences, and the pairs of them in their order.
type usage struct {
	texts tally
	words map[int]tally
	pairs map[[2]int]tally
}

// pairReach is how many words after one make a pair with it.
const pairReach = 3

// Spreads of the counts of words and of pairs.
const (
	wordSpread = 0.08
	pairSpread = 0.05
)

// count counts a sentence n times; -1 takes it back.
func (c *claims) count(u *usage, t claimText, n float64) {
	u.texts.count(t.wrong, n)
	words, pairs := map[int]bool{}, map[[2]int]bool{}
	for a, w := range t.words {
		id := c.first[w.vocab]
		words[id] = true
		for b := a + 1; b < len(t.words) && b <= a+pairReach; b++ {
			pairs[[2]int{id, c.first[t.words[b].vocab]}] = true
		}
	}
	for id := range words {
		counted := u.words[id]
		counted.count(t.wrong, n)
		u.words[id] = counted
	}
	for id := range pairs {
		counted := u.pairs[id]
		counted.count(t.wrong, n)
		u.pairs[id] = counted
	}
}

func (c *claims) usages() []usage {
	all := make([]usage, c.points)
	for i := range all {
		all[i] = usage{words: map[int]tally{}, pairs: map[[2]int]tally{}}
	}
	for _, t := range c.texts {
		c.count(&all[t.point], t, 1)
	}
	return all
}

// odds is how far the words of a stretch, and their pairs, are those of right rather than
// wrong sentences about the point, and which share of the stretch its sentences know.
func (h *heard) odds(u usage, at stretch) (single, pair, known float64) {
	weight, knownWeight := 0.0, 0.0
	var said []int
	for j := at.from; j < at.to; j++ {
		if h.weight[j] == 0 {
			continue
		}
		weight += h.weight[j]
		top, id := 0.0, -1
		for k, s := range h.like[j] {
			if s > top {
				if t := u.words[h.first[k]]; t.right+t.wrong > 0 {
					top, id = s, h.first[k]
				}
			}
		}
		if top < likeNear {
			continue
		}
		said = append(said, id)
		knownWeight += h.weight[j] * top
		single += h.weight[j] * top * u.words[id].lean(u.texts, wordSpread)
	}
	n := 0.0
	for a := range said {
		for b := a + 1; b < len(said) && b <= a+pairReach; b++ {
			if t := u.pairs[[2]int{said[a], said[b]}]; t.right+t.wrong > 0 {
				n++
				pair += t.lean(u.texts, pairSpread)
			}
		}
	}
	return single / (weight + 0.5), pair / (n + 1), knownWeight / max(weight, 0.1)
}
