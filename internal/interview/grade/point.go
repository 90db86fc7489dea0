package grade

import "strconv"

// How much of a point must be told before it earns anything, and from where it is met.
const (
	metFrom = 0.3
	metFull = 0.8
)

// sentencesOf takes the sentences of a model answer for points.
func sentencesOf(p passage) []sought {
	var all []sought
	for from := 0; from < len(p.words); {
		to := from
		for to < len(p.words) && p.words[to].sentence == p.words[from].sentence {
			to++
		}
		part := passage{text: p.text, words: p.words[from:to], count: to - from}
		all = append(all, sought{id: strconv.Itoa(len(all) + 1), wordings: []passage{part}})
		from = to
	}
	if len(all) == 0 {
		return []sought{{id: "1", wordings: []passage{p}}}
	}
	return all
}

func (e *examination) unmet() []PointMark {
	marks := make([]PointMark, len(e.sought))
	for i, s := range e.sought {
		marks[i] = PointMark{ID: s.id}
	}
	return marks
}

// points marks every point by the wording that the answer comes nearest to.
func (e *examination) points() []PointMark {
	marks := e.unmet()
	for i, s := range e.sought {
		for _, w := range s.wordings {
			if met, at := e.told(w); met > marks[i].Met {
				marks[i].Met = met
				marks[i].quote(e.answer, at)
			}
		}
	}
	return marks
}

func (m *PointMark) quote(answer passage, at stretch) {
	m.Start, m.End = answer.words[at.from].start, answer.words[at.to-1].end
	m.Quote = answer.text[m.Start:m.End]
}

// told returns how far the answer tells a wording, 0-1, and where. Only words that the
// question has not given away count, unless it gave away all of them; a word under a "not"
// that the wording has not, tells nothing.
func (e *examination) told(wording passage) (float64, stretch) {
	ra := compare(wording, e.answer)
	whole, left := fresh(wording, compare(wording, e.q))
	if total(left) < commonWeight {
		left = whole
	}
	got, best, at := 0.0, 0.0, stretch{}
	for i, w := range left {
		if w == 0 {
			continue
		}
		s, j := ra.best(i, func(j int) bool { return e.supports(&wording.words[i], &e.answer.words[j]) })
		got += w * s
		if w*s > best {
			best, at = w*s, stretch{j, j + 1}
		}
	}
	if total(left) == 0 {
		return 0, at
	}
	told := got / total(left)
	if told < metFrom {
		return 0, at
	}
	return clamp((told-metFrom)/(metFull-metFrom) + 0.05), e.widen(wording, left, ra, at)
}

// supports tells evidence from its denial.
func (e *examination) supports(sought, said *word) bool {
	return sought.negated == said.negated || opposed(sought, said)
}

// widen grows the quote from the strongest word over the words around it that tell the
// wording too, within one run of the answer.
func (e *examination) widen(wording passage, left []float64, ra table, at stretch) stretch {
	tells := func(j int) bool {
		for i, w := range left {
			if w > 0 && ra[i][j] >= likeNear && e.supports(&wording.words[i], &e.answer.words[j]) {
				return true
			}
		}
		return false
	}
	words := e.answer.words
	grow := func(from, step int) int {
		reached := from
		for j, quiet := from+step, 0; j >= 0 && j < len(words) && quiet <= maxQuiet; j += step {
			if words[j].order != words[j-step].order+step {
				break
			}
			quiet++
			if tells(j) {
				reached, quiet = j, 0
			}
		}
		return reached
	}
	return stretch{grow(at.from, -1), grow(at.to-1, 1) + 1}
}

// maxQuiet is how many words that tell nothing a quote may pass over.
const maxQuiet = 4

// atLeastOne gives a score without a told point the words it must rest on: the longest
// sentence of the answer. Such a mark has a low confidence.
func (e *examination) atLeastOne(marks []PointMark, score float64) []PointMark {
	for _, m := range marks {
		if m.Met > 0 {
			return marks
		}
	}
	if score == 0 || len(marks) == 0 || len(e.answer.words) == 0 {
		return marks
	}
	best := stretch{}
	for from := 0; from < len(e.answer.words); {
		to := from + 1
		for to < len(e.answer.words) && e.answer.words[to].order == e.answer.words[to-1].order+1 && e.answer.words[to].sentence == e.answer.words[from].sentence {
			to++
		}
		if to-from > best.to-best.from {
			best = stretch{from, to}
		}
		from = to
	}
	marks[0].Met = score
	marks[0].quote(e.answer, best)
	return marks
}
