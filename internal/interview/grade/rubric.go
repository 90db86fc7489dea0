package grade

import (
	"slices"
	"strings"
)

// Rubric is a question with its reference, read once for many answers. It is never written
// to after NewRubric, so that any number of answers may be marked by it at the same time.
type Rubric struct {
	q          passage
	qq         table        // the question beside itself
	references []*reference // the ways to answer in full
	sought     []sought     // the points, told or taken from the text
	points     []Point      // as given; empty where the text alone tells
	wordings   []*wording   // all texts that count as an answer or a part of one
	others     []Other
	commands   bool    // a reference itself speaks of commands to a grader
	denies     bool    // a reference itself says that something is not true
	verdict    bool    // the question asks what is true, or a reference says so
	nots       bool    // a reference has a "not"
	chooses    bool    // the question holds its own answer: a reference says nothing new
	claims     *claims // nil where nothing tells a claim from its words
	needed     float64 // weight of the words that tell every point
}

// wording is one way to say a thing, with the weights of its words: whole, and less what
// the question gives away.
type wording struct {
	passage
	whole, left []float64
}

// reference is a wording of the whole answer with what a comparison asks of it.
type reference struct {
	wording
	rq, rr  table // beside the question and beside itself
	letters map[string]bool
}

// sought is one point with its wordings.
type sought struct {
	id       string
	wordings []*wording
}

// NewRubric reads a question and its reference. Others are the model answers of other
// questions of the same bank; those that tell what the reference tells are left out.
func NewRubric(q Question, ref Reference, others ...Other) *Rubric {
	r := &Rubric{q: read(q.Text), points: slices.Clone(ref.Points)}
	r.qq = compare(r.q, r.q)
	for _, text := range append([]string{ref.Text}, ref.Alternatives...) {
		if strings.TrimSpace(text) != "" {
			r.refer(read(text))
		}
	}
	for _, p := range ref.Points {
		s := sought{id: p.ID, wordings: []*wording{r.worded(read(p.Text))}}
		for _, other := range p.Synonyms {
			s.wordings = append(s.wordings, r.worded(read(other)))
		}
		r.sought = append(r.sought, s)
	}
	if len(r.references) == 0 {
		r.refer(read(joined(ref.Points)))
	}
	if len(ref.Points) == 0 {
		r.sought = r.sentences(r.references[0].passage)
	}
	// Where some points have what only sounds like them and others have not, the others would be given away.
	if ref.Corpus != nil && len(ref.Points) > 0 && !slices.ContainsFunc(ref.Points, func(p Point) bool { return len(p.Wrong) == 0 }) {
		r.claims = newClaims(ref, q.Text)
	}
	r.survey()
	distinct := map[string]bool{} // the content of the references
	for _, ref := range r.references {
		for _, i := range ref.content() {
			distinct[ref.words[i].stem] = true
		}
	}
	for _, o := range others {
		if len(o.stems) > 0 && !alikeSets(o.stems, distinct) {
			r.others = append(r.others, o)
		}
	}
	return r
}

// refer adds a whole reference.
func (r *Rubric) refer(p passage) {
	made := &reference{wording: *r.worded(p), rq: compare(p, r.q), rr: compare(p, p), letters: shingles(p)}
	r.references = append(r.references, made)
}

func (r *Rubric) worded(p passage) *wording {
	w := &wording{passage: p}
	w.whole, w.left = fresh(p, compare(p, r.q))
	return w
}

// survey notes what the rules ask of the references.
func (r *Rubric) survey() {
	r.verdict = len(loadedCues().find(cueVerdict, r.q)) > 0
	for _, ref := range r.references {
		r.wordings = append(r.wordings, &ref.wording)
		r.verdict = r.verdict || verdict(ref.passage) != 0 || len(loadedCues().find(cueRetraction, ref.passage)) > 0
		r.commands = r.commands || len(loadedCues().find(cueInjection, ref.passage)) > 0
		r.denies = r.denies || len(loadedCues().find(cueDenial, ref.passage)) > 0
		r.nots = r.nots || nots(ref.passage) > 0
		r.chooses = r.chooses || total(ref.left) < 1
	}
	for _, s := range r.sought {
		r.wordings = append(r.wordings, s.wordings...)
		r.needed += total(s.wordings[0].left)
	}
}

// nothingToFind tells a reference without a word.
func (r *Rubric) nothingToFind() bool {
	return !slices.ContainsFunc(r.wordings, func(w *wording) bool { return len(w.words) > 0 })
}

// joined makes a model answer of the points, in an order that does not depend on theirs.
func joined(points []Point) string {
	texts := make([]string, len(points))
	for i, p := range points {
		texts[i] = p.Text
	}
	return strings.Join(sorted(texts), ". ")
}

// reply is an answer, or what the rules left of it, beside a rubric. What is measured of it
// is measured once.
type reply struct {
	passage
	rubric *Rubric
	beside map[*wording]table // a wording beside the answer
	aq, aa table              // the answer beside the question and beside itself
}

func (r *Rubric) reply(p passage) *reply {
	return &reply{passage: p, rubric: r, beside: make(map[*wording]table, len(r.wordings))}
}

// wordingTable is the wording beside the answer.
func (a *reply) wordingTable(w *wording) table {
	t, ok := a.beside[w]
	if !ok {
		t = compare(w.passage, a.passage)
		a.beside[w] = t
	}
	return t
}

// questionTable is the answer beside the question.
func (a *reply) questionTable() table {
	if a.aq == nil {
		a.aq = compare(a.passage, a.rubric.q)
	}
	return a.aq
}

// selfTable is the answer beside itself.
func (a *reply) selfTable() table {
	if a.aa == nil {
		a.aa = compare(a.passage, a.passage)
	}
	return a.aa
}

// without returns the answer less the words for which out holds.
func (a *reply) without(out func(i int) bool) *reply { return a.rubric.reply(a.passage.without(out)) }
