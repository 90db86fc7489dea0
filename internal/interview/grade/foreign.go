package grade

import "slices"

// Other is the model answer of another question, prepared for many comparisons.
type Other struct {
	stems []string // of content, each once
}

// Prepare reads the model answer of another question.
func Prepare(text string) Other {
	var o Other
	p := read(text)
	for _, i := range p.content() {
		o.stems = append(o.stems, p.words[i].stem)
	}
	slices.Sort(o.stems)
	o.stems = slices.Compact(o.stems)
	return o
}

// PrepareReference reads a whole reference of another question.
func PrepareReference(ref Reference) Other {
	if ref.Text != "" {
		return Prepare(ref.Text)
	}
	return Prepare(joined(ref.Points))
}

// Bounds by which an answer is recognised as that of other questions.
const (
	foreignShare = 0.75 // of the words on both sides agree
	ownShare     = 0.5  // of the own reference is enough to be on topic
	faintShare   = 0.1  // is enough beside a reference of a word or two
	heapShare    = 0.8  // of another reference is in the answer
	heapLeast    = 4    // other references in one answer make a heap
	heapStems    = 3    // words another reference must have to count towards a heap
	heapLength   = 10   // times the reference, without others at hand
	heapWords    = 120
)

// foreign closes an answer that is another question's, and bounds one that heaps up many.
func (e *examination) foreign() {
	have := map[string]bool{}
	for _, i := range e.answer.content() {
		have[e.answer.words[i].stem] = true
	}
	own := e.ownShare()
	heap := 0
	for _, o := range e.others {
		common := o.within(have)
		of := float64(common) / float64(len(o.stems))
		back := float64(common) / float64(max(len(have), 1))
		bound := ownShare
		if len(o.stems) < heapStems {
			bound = faintShare
		}
		if of >= foreignShare && back >= foreignShare && own < bound {
			e.reject(OffTopic, e.all())
			return
		}
		if of >= heapShare && len(o.stems) >= heapStems {
			heap++
		}
	}
	length := 0
	for _, r := range e.references {
		length = max(length, len(r.words))
	}
	if heap >= heapLeast && len(e.answer.words) > 3*length || e.raw.count > max(heapWords, heapLength*length) && own*float64(length) < 0.05*float64(e.raw.count) {
		e.flag(Dump, stretch{})
		e.bound = min(e.bound, dumpBound)
	}
}

// within counts the stems that are in the set; zero as soon as too many are not for any rule.
func (o Other) within(set map[string]bool) int {
	missed := 0
	for _, s := range o.stems {
		if set[s] {
			continue
		}
		if missed++; float64(missed) > (1-min(foreignShare, heapShare))*float64(len(o.stems)) {
			return 0
		}
	}
	return len(o.stems) - missed
}

func (e *examination) all() stretch {
	words := e.answer.words
	return stretch{words[0].order, words[len(words)-1].order + 1}
}

// ownShare is how much of what the own reference says beyond the question is in the answer.
func (e *examination) ownShare() float64 {
	best := 0.0
	for _, r := range e.references {
		ra, left := e.answer.wordingTable(&r.wording), r.telling()
		got := 0.0
		for i, w := range left {
			s, _ := ra.best(i, nil)
			if s >= likeForm {
				got += w * s
			}
		}
		if t := total(left); t > 0 {
			best = max(best, got/t)
		}
	}
	return best
}

// alikeSets tells that one reference is the other one told again.
func alikeSets(a []string, b map[string]bool) bool {
	common := 0
	for _, s := range a {
		if b[s] {
			common++
		}
	}
	return 2*float64(common) >= ownShare*float64(len(a)+len(b))
}
