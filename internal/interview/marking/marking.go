package marking

import (
	"math"
	"slices"
	"strings"

	"kadry/internal/fault"
	"kadry/internal/interview/bank"
	"kadry/internal/interview/decimal"
	"kadry/internal/interview/grade"
)

// Mark marks what was said on a question: the answer, and the answers to its probes. Words
// of the interviewer earn nothing, so a probe that gives a point away does not give its
// credit away; and an answer to a probe never lowers what was said before it. A probe that was
// not answered is no part of what was asked.
func (m *Marker) Mark(q bank.Question, lang bank.Language, turns []Turn) Mark {
	var made Mark
	said := m.answered(q, lang, turns)
	for n := range said {
		next := m.once(q, lang, said[:n+1])
		if n > 0 {
			next = better(made, next, q, said[n].Seq)
		}
		made = next
	}
	m.withKey(&made, q, turns)
	made.Question, made.Through = q.ID, turns[len(turns)-1].Seq
	made.Score = decimal.Round(made.Score, 4)
	made.Anchor, made.Confidence = anchorOf(made.Score), decimal.Round(made.Confidence, 4)
	if made.Anchor < plainlyGood {
		made.RedFlags = m.redFlags(q, lang, turns)
		if q.Answer == bank.CodeAnswer && q.Language != "" {
			made.RedFlags = shownFlags(q, turns, made.RedFlags)
		}
	}
	return made
}

// Anew marks the turns that a mark was about again, with the probe that followed. What the
// second rater said, and what the code did when it was run, is taken as kept.
func (m *Marker) Anew(kept Mark, q bank.Question, lang bank.Language, turns []Turn) Mark {
	for i := range turns {
		turns[i].Ran = kept.Ran
	}
	made := m.Mark(q, lang, turns)
	made.FollowUp, made.At = kept.FollowUp, kept.At
	switch {
	case kept.Second == nil:
	case kept.Second.Trouble != "":
		made.Second = kept.Second
	default:
		m.combine(&made, *kept.Second, q, lang, turns)
	}
	return made
}

// answered are the turns without the probes to which a candidate had nothing to say.
func (m *Marker) answered(q bank.Question, lang bank.Language, turns []Turn) []Turn {
	said := turns[:1:1]
	for _, t := range turns[1:] {
		alone := t
		alone.Asked = turns[0].Asked
		reply := []Turn{alone}
		if mark := m.spoken(q, lang, reply, hear(reply)); !mark.Has(grade.Empty, grade.Unknown) {
			said = append(said, t)
		}
	}
	return said
}

// once grades some turns as one answer.
func (m *Marker) once(q bank.Question, lang bank.Language, turns []Turn) Mark {
	if q.Answer == bank.CodeAnswer && q.Language != "" {
		return m.program(q, lang, turns)
	}
	return m.spoken(q, lang, turns, hear(turns))
}

// spoken grades some turns by their words, as they were heard.
func (m *Marker) spoken(q bank.Question, lang bank.Language, turns []Turn, said speech) Mark {
	asked := []string{}
	for _, t := range turns {
		asked = append(asked, t.Asked)
	}
	g := m.rubric(sheetOf(q, lang, strings.Join(asked, "\n"), said.heard), q).Grade(said.heard)
	mark := Mark{Score: g.Score, Confidence: g.Confidence, Reasons: g.Reasons}
	places, words := said.places(asked), m.wordsOf(q)
	for _, p := range g.Points {
		mark.Points = append(mark.Points, said.point(p, places.best(words[p.ID], span{p.Start, p.End})))
	}
	for _, f := range g.Flags {
		mark.Flags = append(mark.Flags, Flag{Kind: f.Kind, Quote: said.quote(f.Start, f.End)})
	}
	mark.unheard(said)
	return mark
}

// unheard flags what was left out of an answer because it speaks to the marker. Beside it,
// that nothing or little is left is no finding of its own.
func (m *Mark) unheard(said speech) {
	if len(said.left) == 0 {
		if said.veiled && !m.Has(grade.Injection) {
			m.Flags = append(m.Flags, Flag{Kind: grade.Injection})
		}
		return
	}
	m.Flags = without(m.Flags, grade.Injection)
	if strings.TrimSpace(said.heard) == "" {
		m.Flags, m.Reasons = nil, nil
	}
	s := said.left[0]
	m.Flags = append(m.Flags, Flag{Kind: grade.Injection, Quote: said.quote(s.start, s.end)})
	if !slices.Contains(m.Reasons, flagReasons[grade.Injection]) {
		m.Reasons = append(m.Reasons, flagReasons[grade.Injection])
	}
}

// better joins the marks before and after a probe: each point as far as it was ever made. What
// stands before the reply earns what it earned there, whatever the probe asked: only points seen
// in the reply, the message last, rise.
func better(before, after Mark, q bank.Question, last int) Mark {
	if after.Ran == nil {
		after.Ran = before.Ran
	}
	fresh := false
	for i, p := range before.Points {
		if i >= len(after.Points) {
			break
		}
		if made := after.Points[i]; p.Met > made.Met || made.Quote.Message != last {
			after.Points[i] = p
		} else {
			fresh = fresh || made.Met > p.Met
		}
	}
	if !fresh && after.Ran == before.Ran {
		after.Score = before.Score
	}
	bounded := after.Has(grade.Negated, grade.Dump)
	if bounded {
		after.Score = math.Max(before.Score, after.Score)
		return after
	}
	after.Score = math.Max(math.Max(before.Score, after.Score), share(after.Points, q))
	after.Confidence = math.Max(before.Confidence, after.Confidence)
	return after
}

// withKey brings the key of a number or choice question into the mark. The rules that find
// a bare "2" empty or an echo of the options do not apply to it.
func (m *Marker) withKey(mark *Mark, q bank.Question, turns []Turn) {
	if q.Answer != bank.NumberAnswer && q.Answer != bank.ChoiceAnswer {
		return
	}
	said := keyUnclear
	for _, t := range turns { // a probe may bring the choice that was missing, and never another one
		if said == keyUnclear {
			said = readKey(blanked(t.Text, t.left), q)
		}
	}
	mark.Key = string(said)
	if said != keyRight {
		mark.Score = math.Min(mark.Score, wrongBound)
		mark.Reasons = append(mark.Reasons, keyReasons[said])
		return
	}
	mark.Score = keyScore(said, mark.Score)
	mark.Flags = without(mark.Flags, grade.Empty, grade.Echo, grade.OffTopic, grade.Shuffled)
	mark.Reasons = []fault.Text{keyReasons[said]}
	for _, f := range mark.Flags {
		if text, ok := flagReasons[f.Kind]; ok {
			mark.Reasons = append(mark.Reasons, text)
		}
	}
}

func readKey(text string, q bank.Question) keyed {
	if q.Answer == bank.NumberAnswer {
		return readNumber(text, q.Keys())
	}
	return readChoice(text, q)
}

var keyReasons = map[keyed]fault.Text{
	keyRight:   fault.Say("The answer agrees with the key.", "Ответ совпадает с ключом."),
	keyWrong:   fault.Say("The answer does not agree with the key.", "Ответ не совпадает с ключом."),
	keyUnclear: fault.Say("The answer names no single number or option.", "В ответе нет одного определённого числа или варианта."),
}

var flagReasons = map[grade.FlagKind]fault.Text{
	grade.Injection: fault.Say("A part of the answer speaks to the grader; it was left out.", "Часть ответа обращена к проверяющему; она не учтена."),
	grade.Dump:      fault.Say("The answer heaps up much that was not asked.", "В ответе свалено много лишнего."),
	grade.Negated:   fault.Say("The answer denies what it says.", "Ответ отрицает то, что в нём сказано."),
}

func without(flags []Flag, kinds ...grade.FlagKind) []Flag {
	var kept []Flag
	for _, f := range flags {
		if !(Mark{Flags: []Flag{f}}).Has(kinds...) {
			kept = append(kept, f)
		}
	}
	return kept
}

// redFlagFrom is how plainly a misconception must be said. It is stricter than for a
// point, as a false alarm harms somebody; and an answer of the grade plainlyGood, which
// names a mistake in order to avoid it, is not searched.
const (
	redFlagFrom = 0.8
	plainlyGood = 3
)

// redFlags finds misconceptions that the answer states.
func (m *Marker) redFlags(q bank.Question, lang bank.Language, turns []Turn) []PointMark {
	said := hear(turns)
	wanted := sheetOf(q, lang, turns[0].Asked, said.heard)
	wanted.redFlags = true
	var found []PointMark
	for _, p := range m.rubric(wanted, q).Grade(said.heard).Points {
		if p.Met >= redFlagFrom {
			found = append(found, said.point(p, span{p.Start, p.End}))
		}
	}
	return found
}
