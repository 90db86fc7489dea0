package grade

import (
	"math"
	"strconv"
)

// How much of a point must be told before it earns anything, from where the length of the
// answer no longer matters, and the power by which credit grows. A point told in other words
// shares only some words with its wording: a third of them already makes a half of the
// point, and two thirds make nearly eight tenths.
const (
	metFrom  = 0.25
	metFull  = 0.8
	metCurve = 0.6
)

// roomFull is the length of an answer that has room for every point, of the length of the
// points themselves.
const roomFull = 0.8

// onSubject is how many words of the reference make a sentence speak of the subject; one
// falls into any long sentence by chance.
const onSubject = 2

// sentences takes the sentences of a model answer for points.
func (r *Rubric) sentences(p passage) []sought {
	var all []sought
	for from := 0; from < len(p.words); {
		to := from
		for to < len(p.words) && p.words[to].sentence == p.words[from].sentence {
			to++
		}
		part := passage{text: p.text, words: p.words[from:to], count: to - from}
		all = append(all, sought{id: strconv.Itoa(len(all) + 1), wordings: []*wording{r.worded(part)}})
		from = to
	}
	if len(all) == 0 {
		return []sought{{id: "1", wordings: []*wording{r.worded(p)}}}
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

// toldPoints marks every point by the wording that the answer comes nearest to.
func (e *examination) toldPoints() []PointMark {
	marks := e.unmet()
	room := e.room()
	for i, s := range e.sought {
		for _, w := range s.wordings {
			told, at := e.told(w)
			if met := credit(told, room); met > marks[i].Met {
				marks[i].Met = met
				marks[i].quote(e.answer.passage, at)
			}
		}
	}
	return marks
}

func (m *PointMark) quote(answer passage, at stretch) {
	m.Start, m.End = answer.words[at.from].start, answer.words[at.to-1].end
	m.Quote = answer.text[m.Start:m.End]
}

// told returns the share of a wording that the answer tells, 0-1 and zero below metFrom, and
// where. A word under a "not" that the wording has not, tells nothing.
func (e *examination) told(w *wording) (float64, stretch) {
	ra, left := e.answer.wordingTable(w), w.telling()
	got, best, at := 0.0, 0.0, stretch{}
	for i, weight := range left {
		if weight == 0 {
			continue
		}
		s, j := ra.best(i, func(j int) bool { return supports(&w.words[i], &e.answer.words[j]) })
		got += weight * s
		if weight*s > best {
			best, at = weight*s, stretch{j, j + 1}
		}
	}
	if got < metFrom*total(left) || got == 0 {
		return 0, at
	}
	return got / total(left), e.widen(w, left, ra, at)
}

// telling are the weights by which a wording is told: those of the words that the question
// has not given away, unless it gave away all of them.
func (w *wording) telling() []float64 {
	if total(w.left) < commonWeight {
		return w.whole
	}
	return w.left
}

// credit turns the share of a wording that was told into credit, 0-1. The rest of the
// wording may stand in the answer in other words, but only where the answer has room for
// them; so room matters the less, the more was told, and padding never earns more than the
// words of the point that were found.
func credit(told, room float64) float64 {
	if told == 0 {
		return 0
	}
	return clamp(math.Pow(told, metCurve) * math.Pow(room, math.Max(0, 1-told/metFull)))
}

// room is how much of the points an answer of such a length could tell at all, 0-1: its
// different words beside those of the points, both less what the question says. In a sentence
// that does not speak of the subject only the words that were found count.
func (e *examination) room() float64 {
	tells := e.answer.tells()
	found := map[int]int{} // by sentence
	for i, w := range e.answer.words {
		if tells[i] {
			found[w.sentence]++
		}
	}
	_, left := fresh(e.answer.passage, e.answer.questionTable())
	have := 0.0
	said := map[string]bool{}
	for i, w := range e.answer.words {
		if (tells[i] || found[w.sentence] >= onSubject) && !said[w.stem] {
			said[w.stem] = true
			have += left[i]
		}
	}
	if e.needed == 0 {
		return 1
	}
	// Rounded for the same reason as a share of the points.
	return math.Round(math.Min(1, have/(roomFull*e.needed))*1e9) / 1e9
}

// supports tells evidence from its denial.
func supports(sought, said *word) bool {
	return sought.negated == said.negated || opposed(sought, said)
}

// widen grows the quote from the strongest word over the words around it that tell the
// wording too, within one run of the answer.
func (e *examination) widen(told *wording, left []float64, ra table, at stretch) stretch {
	tells := func(j int) bool {
		for i, w := range left {
			if w > 0 && ra[i][j] >= likeNear && supports(&told.words[i], &e.answer.words[j]) {
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
	marks[0].quote(e.answer.passage, best)
	return marks
}
