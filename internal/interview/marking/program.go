package marking

import (
	"math"
	"regexp"
	"slices"
	"strings"

	"kadry/internal/fault"
	"kadry/internal/interview/bank"
	"kadry/internal/interview/code"
	"kadry/internal/interview/decimal"
	"kadry/internal/interview/grade"
)

// What code is worth that is not quite right, and how sure its mark is.
const (
	slipMet      = 0.75 // of a point that is there but for a slip of the keyboard
	brokenBound  = 0.85 // of the score of code that does not parse: most of it, and never the full mark
	describedMet = 0.5  // of code that is told in words: the second grade when all of it is, little when half is
	limitLeast   = 0.4  // of a limit: the score that code has which shows nothing besides

	sureRan    = 0.95 // of code that did what all examples want
	sureParsed = 0.9
	sureEmpty  = 0.8 // that code which shows nothing is nothing
	sureBroken = 0.5
	sureLimit  = 0.8
	sureUnread = 0.3 // of code that only examples could have judged, and that was not run
)

// program marks an answer to a question that asks for code: points that examples show by what
// the code did, those that have rules by the code alone, the others by what is said beside it.
// Comments and strings prove nothing of code. An answer without code is graded by its words,
// and bounded.
func (m *Marker) program(q bank.Question, lang bank.Language, turns []Turn) Mark {
	said := hear(turns)
	read := readCode(q, said)
	if read.Empty() {
		if len(read.Code) > 0 {
			said = said.beside(read)
		}
		return m.described(q, lang, turns, said)
	}
	beside := said.beside(read)
	mark := m.spoken(q, lang, turns, beside)
	denied := mark.Has(grade.Negated) || takenBack(beside.heard[min(read.End(), len(beside.heard)):])
	mark.Flags = without(mark.Flags, grade.Empty, grade.Unknown, grade.Echo, grade.OffTopic, grade.Shuffled, grade.Repeated, grade.Listed, grade.Dump)
	ran := turns[len(turns)-1].Ran
	mark.Ran = ran
	mark.Reasons = append(readReasons(q, read, ran.tried()), ran.reasons(q)...)
	if len(beside.left) > 0 {
		mark.Reasons = append(mark.Reasons, flagReasons[grade.Injection])
	}
	shown, slipped := 0, false
	formed := map[string]bool{} // points whose form is there, whatever it does
	for i := range mark.Points {
		ref, _ := q.Point(mark.Points[i].ID)
		does := ran.shows(q, ref.ID)
		if len(ref.Code) == 0 && does == untried {
			continue
		}
		found, ok := findAny(read, ref.Code)
		formed[ref.ID] = ok
		switch {
		case does == fails:
			mark.Points[i] = PointMark{ID: ref.ID}
			continue
		case does == works && !ok:
			found, ok = code.Found{Span: read.Head()}, true
		}
		if !ok && !ref.Said {
			mark.Points[i] = PointMark{ID: ref.ID}
		}
		if !ok {
			continue
		}
		shown++
		mark.Points[i] = PointMark{ID: ref.ID, Met: 1, Quote: said.codeQuote(found.Span)}
		if found.Slip && does != works {
			mark.Points[i].Met, slipped = slipMet, true
		}
	}
	mark.Score = share(mark.Points, q)
	mark.Reasons = append(mark.Reasons, shownReason(mark.Points))
	mark.Confidence = sureParsed
	switch {
	case ran.whole():
		mark.Confidence = sureRan
	case !ran.tried() && onlyExamples(q):
		mark.Confidence, mark.Review = sureUnread, true
	case shown == 0:
		mark.Confidence = sureEmpty
	}
	if !ran.whole() {
		mark.limit(q, read, formed)
	}
	if ran.crashed() {
		mark.Confidence, mark.Review = math.Min(mark.Confidence, sureBroken), true
	}
	if !read.Parsed && !ran.tried() || slipped {
		mark.Score, mark.Confidence = math.Min(mark.Score, brokenBound), sureBroken
	}
	if denied {
		mark.Score = math.Min(mark.Score, wrongBound)
		mark.Reasons = append(mark.Reasons, flagReasons[grade.Negated])
	}
	return mark
}

// onlyExamples says that no point of a question is judged by the form of code.
func onlyExamples(q bank.Question) bool {
	return len(q.Examples) > 0 && !slices.ContainsFunc(q.Points, func(p bank.Point) bool { return len(p.Code) > 0 })
}

// readCode reads the code of what was said on a question.
func readCode(q bank.Question, said speech) *code.Answer {
	return code.Read(code.Task{Language: q.Language, Entry: q.Entry}, said.text)
}

// Sources are the code that was sent on a question that asks for code, as it may be meant, see
// code.Answer; none where there is no code.
func Sources(q bank.Question, turns []Turn) []string {
	if q.Answer != bank.CodeAnswer || q.Language == "" {
		return nil
	}
	read := readCode(q, hear(turns))
	if read.Empty() {
		return nil
	}
	return read.Sources()
}

// described bounds the mark of an answer that tells what the code would be.
func (m *Marker) described(q bank.Question, lang bank.Language, turns []Turn, said speech) Mark {
	mark := m.spoken(q, lang, turns, said)
	mark.Score = decimal.Round(describedMet*mark.Score*mark.Score, 9)
	for i := range mark.Points {
		if ref, _ := q.Point(mark.Points[i].ID); len(ref.Code) > 0 {
			mark.Points[i].Met = decimal.Round(describedMet*mark.Points[i].Met*0.9, 4)
		}
	}
	mark.Confidence = math.Min(mark.Confidence, sureEmpty)
	mark.Reasons = append(mark.Reasons, noCode)
	return mark
}

// limit bounds the score of code by what the task cannot do without. A point whose form is there
// is not lacking, though the code fails to do it.
func (m *Mark) limit(q bank.Question, read *code.Answer, formed map[string]bool) {
	for _, l := range q.Limits {
		lacks := l.Lacks(func(id string) bool {
			return formed[id] || slices.ContainsFunc(m.Points, func(p PointMark) bool { return p.ID == id && p.Made() })
		})
		_, does := findAny(read, l.Code)
		if !lacks && !does {
			continue
		}
		bound := float64(l.Grade) / (bank.Grades - 1) * math.Min(1.2, limitLeast+m.Score)
		if m.Score <= bound {
			continue
		}
		m.Score, m.Confidence = decimal.Round(bound, 9), math.Min(m.Confidence, sureLimit)
		m.Reasons = append(m.Reasons, limitReason(lacks, l.Grade))
	}
}

func findAny(read *code.Answer, rules []code.Rule) (code.Found, bool) {
	var slip code.Found
	found := false
	for _, r := range rules {
		f, ok := read.Find(r)
		if ok && !f.Slip {
			return f, true
		}
		if ok && !found {
			slip, found = f, true
		}
	}
	return slip, found
}

// beside is a speech without its code: comments stay, and what of it speaks to the marker is
// sought again, as code is no sentence.
func (s speech) beside(read *code.Answer) speech {
	out := s
	out.left = addressed(read.Prose)
	out.heard = blanked(read.Prose, out.left)
	return out
}

// quoteLongest bounds the quote of a point in code, in bytes.
const quoteLongest = 400

// codeQuote quotes a place in code: its end is cut at a line when it is long.
func (s speech) codeQuote(at code.Span) Quote {
	if at.End-at.Start > quoteLongest {
		cut := s.text[at.Start : at.Start+quoteLongest]
		if i := strings.LastIndexByte(cut, '\n'); i > 0 {
			at.End = at.Start + len(strings.TrimRight(cut[:i], " \t\r\n"))
		}
	}
	return s.quote(at.Start, at.End)
}

// shownFlags are the red flags that code shows; those said in words stay when no rule tells
// how code would show them.
func shownFlags(q bank.Question, turns []Turn, worded []PointMark) []PointMark {
	said := hear(turns)
	read := readCode(q, said)
	if read.Empty() {
		return worded
	}
	var flags []PointMark
	for _, r := range q.RedFlags {
		if len(r.Code) == 0 {
			if i := slices.IndexFunc(worded, func(p PointMark) bool { return p.ID == r.ID }); i >= 0 {
				flags = append(flags, worded[i])
			}
			continue
		}
		if found, ok := findAny(read, r.Code); ok {
			flags = append(flags, PointMark{ID: r.ID, Met: 1, Quote: said.codeQuote(found.Span)})
		}
	}
	return flags
}

// takenBack tells words behind code that take it back: a sentence that opens by turning round
// and says that something is wrong.
func takenBack(words string) bool {
	return turnedEN.MatchString(words) || turnedRU.MatchString(words)
}

var (
	turnedEN = regexp.MustCompile(`(?im)(?:^|[.!?]\s)[\s/#*-]*(?:actually|scratch that|no,|wait,|on second thoughts?|sorry,|forget (?:it|that|this|the above))[^.!?\n]{0,60}\b(?:wrong|incorrect|not (?:right|correct|true)|mistaken|do(?:es)?n[o']?t work|nonsense|no good)\b`)
	turnedRU = regexp.MustCompile(`(?im)(?:^|[.!?]\s)[\s/#*-]*(?:на самом деле|хотя,? нет|нет,|стоп,|впрочем|забудьте|зачеркните|отбой)[^.!?\n]{0,60}(?:неверн|неправильн|не так|ошиб|не работает|чушь|ерунда|не годится)`)
)

var noCode = fault.Say("There is no code in the answer; words about it are worth the second grade at most.", "В ответе нет кода; описание словами даёт не больше второй ступени.")

func readReasons(q bank.Question, read *code.Answer, ran bool) Reasons {
	name := q.Language.Name()
	reasons := Reasons{fault.Say("The code was read as %s.", "Код разобран как %s.", name)}
	if !read.Parsed && !ran {
		reasons = Reasons{fault.Say("The code does not parse as %s; it was read as far as it goes.", "Код не разбирается как %s; прочитано то, что удалось.", name)}
	}
	if read.Dead {
		reasons = append(reasons, fault.Say("A part of the code never runs or was replaced; it was not counted.", "Часть кода не выполняется или заменена другой; она не учтена."))
	}
	return reasons
}

func shownReason(points []PointMark) fault.Text {
	made := 0
	for _, p := range points {
		if p.Made() {
			made++
		}
	}
	return fault.Say("Points shown: %d of %d.", "Показано тезисов: %d из %d.", made, len(points))
}

func limitReason(lacks bool, most int) fault.Text {
	if lacks {
		return fault.Say("The code lacks what the task is about: grade %d at most.", "В коде нет главного для этой задачи: не выше ступени %d.", most)
	}
	return fault.Say("The code does what defeats the task: grade %d at most.", "Код делает то, что ломает решение: не выше ступени %d.", most)
}
