package grade

import (
	"math"

	"kadry/internal/fault"
)

// Bounds that a rule puts on a score, of 1.
const (
	dumpBound    = 0.3
	negatedBound = 0.3
)

// Grade marks the answer. Others are the model answers of other questions of the same bank,
// prepared once; with them an answer to another question and a heap of answers are
// recognised. The reference itself may be among them. Who marks more than one answer to a
// question keeps a Rubric.
func Grade(q Question, ref Reference, answer string, others ...Other) Mark {
	return NewRubric(q, ref, others...).Grade(answer)
}

// Grade marks the answer, as the function of that name does.
func (r *Rubric) Grade(answer string) Mark {
	e := r.examine(answer)
	e.screen()
	m := Mark{Flags: e.flags, Reasons: e.reasons}
	m.Points = e.unmet()
	switch {
	case e.closed:
		m.Confidence = closedConfidence
		return m
	case e.exact:
		return e.verbatim(m)
	case r.nothingToFind():
		m.Reasons = append(m.Reasons, fault.Say("There is no reference to compare with.", "Не с чем сравнивать: эталона нет."))
		return m
	}
	if e.claims != nil && len(e.answer.words) > 0 {
		m.Points, m.Score, m.Confidence = e.judged()
		m.Correct = m.Score
		if e.claims.copies(e.raw.passage) {
			e.flag(Copied, stretch{})
			m.Confidence = math.Min(m.Confidence, copiedConfidence)
		}
		m.Flags, m.Reasons = e.flags, e.reasons
	} else {
		m.Points = e.toldPoints()
		m.Score, m.Correct = e.score(m.Points)
		m.Score = math.Min(m.Score, e.bound)
		m.Confidence = e.confidence(m)
	}
	m.Anchor = int(math.Round(m.Score * 4))
	m.Reasons = append(m.Reasons, summary(m))
	if len(r.points) == 0 {
		m.Points = e.atLeastOne(m.Points, m.Score)
	}
	return m
}

// score returns the share of the points, or what the model says where there are none, and
// how likely the answer is right. An answer with words to the grader in it earns no more than
// either reading of it, with those words and without.
func (e *examination) score(marks []PointMark) (score, correct float64) {
	seen := e.answer.measure()
	correct = loadedModel().Correct.judge(seen)
	if len(e.points) > 0 {
		return share(marks, e.points), correct
	}
	score = loadedModel().Score.judge(seen)
	if len(e.answer.words) < len(e.raw.words) {
		whole := e.raw.measure()
		score = math.Min(score, loadedModel().Score.judge(whole))
		correct = math.Min(correct, loadedModel().Correct.judge(whole))
	}
	return clamp(score), correct
}

// verbatim marks an answer of signs that is the reference itself.
func (e *examination) verbatim(m Mark) Mark {
	m.Score, m.Anchor, m.Correct, m.Confidence = 1, 4, 1, 1
	for i := range m.Points {
		m.Points[i].Met, m.Points[i].Quote, m.Points[i].End = 1, e.raw.text, len(e.raw.text)
	}
	return m
}

// examination is one answer under judgement.
type examination struct {
	*Rubric
	raw     *reply // the answer as it stands
	answer  *reply // the answer with what earns nothing taken out
	flags   []Flag
	reasons []fault.Text
	bound   float64
	closed  bool // a rule left nothing to judge
	exact   bool // signs alone, as the reference has them
}

func (r *Rubric) examine(answer string) *examination {
	e := &examination{Rubric: r, raw: r.reply(read(answer)), bound: 1}
	e.answer = e.raw
	return e
}

func (e *examination) flag(kind FlagKind, s stretch) {
	f := Flag{Kind: kind}
	if s.to > s.from {
		f.Start, f.End = e.raw.words[s.from].start, e.raw.words[s.to-1].end
		f.Quote = e.raw.text[f.Start:f.End]
	}
	e.flags = append(e.flags, f)
	if text, ok := flagReasons[kind]; ok {
		e.reasons = append(e.reasons, text)
	}
}

// reject closes the examination with the finding of a rule.
func (e *examination) reject(kind FlagKind, s stretch) {
	e.flag(kind, s)
	e.closed = true
}

// A rule is nearly certain; a score that rests on no word of the reference is nearly a guess.
const (
	closedConfidence = 0.9
	faintConfidence  = 0.1
)

// confidence is high where the model is sure and the answer is quoted.
func (e *examination) confidence(m Mark) float64 {
	c := 0.4 + 0.5*math.Abs(2*m.Correct-1)
	told := 0.0
	for _, p := range m.Points {
		told = math.Max(told, p.Met)
	}
	switch {
	case told == 0 && m.Score > 0:
		return faintConfidence
	case told < 0.5:
		c -= 0.2
	}
	if len(m.Flags) > 0 {
		c -= 0.1
	}
	return clamp(c)
}

// share is the weighted share of the points met.
func share(marks []PointMark, points []Point) float64 {
	got, all := 0.0, 0.0
	for i, p := range points {
		got += p.weight() * marks[i].Met
		all += p.weight()
	}
	if all == 0 {
		return 0
	}
	// Rounded so that the order of the points, which changes the last bits of a sum, is not seen.
	return math.Round(clamp(got/all)*1e9) / 1e9
}

func clamp(v float64) float64 { return math.Max(0, math.Min(1, v)) }
