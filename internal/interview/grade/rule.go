package grade

import (
	"slices"
	"strings"
	"unicode"
)

// screen applies the rules in order. What a rule takes out of the answer earns nothing; a
// rule that leaves nothing closes the examination.
func (e *examination) screen() {
	if len(e.raw.words) == 0 {
		if e.exact = e.signs(); !e.exact {
			e.reject(Empty, stretch{})
		}
		return
	}
	for _, rule := range []func(){e.injected, e.unknown, e.denied, e.echoed, e.shuffled, e.foreign, e.repeated, e.listed} {
		if rule(); e.closed {
			return
		}
	}
}

// signs tells an answer of signs alone that stands in the reference, such as "&&".
func (e *examination) signs() bool {
	said := strings.TrimFunc(e.raw.text, func(r rune) bool { return unicode.IsSpace(r) || unicode.IsControl(r) })
	return said != "" && slices.ContainsFunc(e.references, func(r *reference) bool { return strings.TrimSpace(r.text) == said })
}

// without returns the passage less the words for which out holds.
func (p passage) without(out func(i int) bool) passage {
	kept := passage{text: p.text, count: p.count}
	for i, w := range p.words {
		if !out(i) {
			kept.words = append(kept.words, w)
		}
	}
	return kept
}

// tells marks the words of the answer that say something of the reference which the
// question has not said.
func (a *reply) tells() []bool {
	said := make([]bool, len(a.words))
	for _, r := range a.rubric.wordings {
		ra := a.wordingTable(r)
		for i, w := range r.left {
			if w == 0 {
				continue
			}
			for j, s := range ra[i] {
				if s >= likeForm && a.words[j].weight > 0 {
					said[j] = true
				}
			}
		}
	}
	return said
}

// injected takes out the text that speaks to the grader: in a sentence with such a turn,
// and in those after it, only words of the reference stay. So the text adds nothing, and an
// answer that merely uses such words keeps its evidence.
func (e *examination) injected() {
	found := loadedCues().find(cueInjection, e.raw.passage)
	if len(found) == 0 || e.commands {
		return
	}
	e.flag(Injection, found[0])
	said := e.raw.tells()
	first := e.raw.words[found[0].from].sentence
	telling, touched := map[int]bool{}, map[int]bool{}
	for i, w := range e.raw.words {
		telling[w.sentence] = telling[w.sentence] || said[i]
	}
	for _, s := range found {
		touched[e.raw.words[s.from].sentence] = true
	}
	e.answer = e.raw.without(func(i int) bool {
		w := e.raw.words[i]
		switch {
		case covers(found, i):
			return true
		case !touched[w.sentence]:
			return w.sentence > first && !telling[w.sentence]
		}
		return !said[i] && e.after(found, i) || !telling[w.sentence]
	})
	if len(e.answer.words) == 0 {
		e.closed = true
	}
}

// after tells a word that follows a turn of speech within its sentence.
func (e *examination) after(found []stretch, i int) bool {
	return slices.ContainsFunc(found, func(s stretch) bool {
		return i >= s.to && e.raw.words[s.from].sentence == e.raw.words[i].sentence
	})
}

func covers(found []stretch, i int) bool {
	return slices.ContainsFunc(found, func(s stretch) bool { return i >= s.from && i < s.to })
}

// idleWords is the weight of words that may stand beside "I do not know" without making it
// an answer.
const idleWords = 1.5

// unknown closes an answer that says nothing but that the person does not know.
func (e *examination) unknown() {
	found := loadedCues().find(cueUnknown, e.answer.passage)
	if len(found) == 0 {
		return
	}
	said := e.answer.tells()
	told, rest := false, 0.0
	aq := e.answer.questionTable()
	for i, w := range e.answer.words {
		if covers(found, i) {
			continue
		}
		told = told || said[i]
		if known, _ := aq.best(i, nil); known < likeForm {
			rest += w.weight
		}
	}
	at := stretch{e.answer.words[found[0].from].order, e.answer.words[found[0].to-1].order + 1}
	if !told && rest <= idleWords {
		e.reject(Unknown, at)
		return
	}
	e.flag(Unknown, at)
}

// echoShare is how much of the question an answer without a word of its own repeats.
const echoShare = 0.6

// echoed closes an answer that repeats the question and has no word of its own.
func (e *examination) echoed() {
	asked, repeated := map[string]bool{}, map[string]bool{}
	for _, i := range e.q.content() {
		asked[e.q.words[i].stem] = true
	}
	for _, w := range e.answer.words {
		switch {
		case w.weight > 0 && !asked[w.stem], w.negates && nots(e.q) == 0:
			return
		case w.weight > 0:
			repeated[w.stem] = true
		}
	}
	if len(repeated) == 0 || float64(len(repeated)) < echoShare*float64(len(asked)) {
		return
	}
	if e.chooses && float64(len(e.answer.words)) < echoShare*float64(len(e.q.words)) {
		return
	}
	e.reject(Echo, e.all())
}

// heapBound is what an answer earns at most that makes no sentences of its words.
const heapBound = 0.2

// Shares and numbers by which rows of names and repetitions are recognised.
const (
	listShort  = 3   // words of a member of a list
	listLeast  = 5   // members
	listShare  = 0.8 // of the members are short
	listMost   = 0.6 // of the words may stand in lists
	repeatMost = 0.5 // of the sentences may have been said before
	repeats    = 3   // sentences said again
)

// asksAgain tells a sentence in words of the question alone.
func (e *examination) asksAgain(at stretch) bool {
	carried := 0
	for _, w := range e.answer.words[at.from:at.to] {
		if w.weight == 0 {
			continue
		}
		if carried++; !e.claims.asked[w.stem] {
			return false
		}
	}
	return carried > listShort
}

// repeated leaves out sentences that were said before, by the answer or by the question, and bounds an answer that is made of
// them.
func (e *examination) repeated() {
	if e.claims == nil {
		return
	}
	said := map[string]bool{}
	again, given := map[int]bool{}, map[int]bool{} // sentences
	count := 0
	words := e.answer.words
	for from := 0; from < len(words); count++ {
		to := e.answer.sentenceEnd(from)
		key := strings.Join(passage{words: words[from:to]}.stems(), " ")
		if said[key] {
			again[words[from].sentence] = true
		}
		if e.asksAgain(stretch{from, to}) {
			given[words[from].sentence] = true
		}
		said[key] = true
		from = to
	}
	if len(again)+len(given) == 0 {
		return
	}
	if len(again) >= repeats && float64(len(again)) > repeatMost*float64(count) {
		e.flag(Repeated, stretch{})
		e.bound = min(e.bound, heapBound)
	}
	e.answer = e.answer.without(func(i int) bool { return again[words[i].sentence] || given[words[i].sentence] })
}

// listed bounds an answer that is mostly rows of names: members of a few words each between
// two ends of sentences.
func (e *examination) listed() {
	if e.claims == nil || len(e.answer.words) == 0 {
		return
	}
	p := e.answer.passage
	in := 0 // words in rows
	for from := 0; from < len(p.words); {
		to := from + 1
		for to < len(p.words) && !p.closes(to) {
			to++
		}
		if p.row(stretch{from, to}) {
			in += to - from
		}
		from = to
	}
	if float64(in) >= listMost*float64(len(p.words)) {
		e.flag(Listed, stretch{})
		e.bound = min(e.bound, heapBound)
	}
}

// closes tells that a sentence ends before the word; the end of a line alone does not end it.
func (p passage) closes(at int) bool {
	return p.words[at].sentence != p.words[at-1].sentence && strings.ContainsAny(p.between(at), ".!?")
}

// row tells a stretch of short members with signs between them.
func (p passage) row(at stretch) bool {
	members, short := 0, 0
	for from := at.from; from < at.to; members++ {
		to := from + 1
		for to < at.to && !strings.ContainsAny(p.between(to), ",;\n/|") {
			to++
		}
		if to-from <= listShort {
			short++
		}
		from = to
	}
	return members >= listLeast && float64(short) >= listShare*float64(members)
}

// Words of one text in any order follow each other less often than chance has it, since the
// ends of sentences are where nobody would end one. Speech that was dictated has no such ends.
const (
	leastFlow  = -0.2 // nats a step
	flowLength = 12   // words
)

// flowless tells words that make no sentences.
func (h *heard) flowless() bool {
	ends := strings.ContainsAny(h.text, ".,;:!?")
	return ends && len(h.words) >= flowLength && h.corpus.flow(h.passage, stretch{0, len(h.words)}) < leastFlow
}
