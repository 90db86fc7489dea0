package grade

// Other is the model answer of another question, prepared for many comparisons.
type Other struct {
	stems map[string]bool // of content
	count int             // words in all
}

// Prepare reads the model answer of another question.
func Prepare(text string) Other {
	o := Other{stems: map[string]bool{}}
	p := read(text)
	o.count = len(p.words)
	for _, i := range p.content() {
		o.stems[p.words[i].stem] = true
	}
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
func (e *examination) foreign(others []Other) {
	have := map[string]bool{}
	for _, i := range e.answer.content() {
		have[e.answer.words[i].stem] = true
	}
	own, distinct := e.ownShare(), e.distinct()
	heap := 0
	for _, o := range others {
		if len(o.stems) == 0 || alikeSets(o.stems, distinct) {
			continue
		}
		common := 0
		for s := range o.stems {
			if have[s] {
				common++
			}
		}
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

func (e *examination) all() stretch {
	words := e.answer.words
	return stretch{words[0].order, words[len(words)-1].order + 1}
}

// ownShare is how much of what the own reference says beyond the question is in the answer.
func (e *examination) ownShare() float64 {
	best := 0.0
	for _, r := range e.references {
		ra := compare(r, e.answer)
		whole, left := fresh(r, compare(r, e.q))
		if total(left) < commonWeight {
			left = whole
		}
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

// distinct is the content of the own reference.
func (e *examination) distinct() map[string]bool {
	set := map[string]bool{}
	for _, r := range e.references {
		for _, i := range r.content() {
			set[r.words[i].stem] = true
		}
	}
	return set
}

// alikeSets tells that one reference is the other one told again.
func alikeSets(a, b map[string]bool) bool {
	common := 0
	for s := range a {
		if b[s] {
			common++
		}
	}
	return 2*float64(common) >= ownShare*float64(len(a)+len(b))
}
