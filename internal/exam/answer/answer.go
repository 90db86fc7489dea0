// Package answer is how exams mark short answers: what counts as the same number, word or
// row of digits, which order matters, and how many mistakes there are. It knows nothing of
// pages, storage or people.
//
// The measure is the answer sheet. It is filled "without spaces, commas and other additional
// signs" (the instruction before part 1 of every ЕГЭ paper), one sign a cell, in capitals, so
// spaces, case and ё never tell two answers apart: "не смотря на" and "НЕСМОТРЯНА" are one
// answer, and tasks on joint spelling are marked so in the exam too. The hyphen is a sign of
// the sheet (ФИПИ on filling it: words with a hyphen keep it), so "во вторых" for
// "во-вторых" is right in value only: the outcome is Form.
package answer

import "kadry/internal/fault"

// Outcome is what marking an answer came to.
type Outcome string

// The outcomes.
const (
	Correct     Outcome = "correct"
	Form        Outcome = "form"   // right in value, not in the form the exam takes
	Partly      Outcome = "partly" // some fields or signs are right
	Wrong       Outcome = "wrong"
	Uncheckable Outcome = "uncheckable" // the key has no short answer: a person marks it by the criteria
)

// Task is what the problem says about its answer.
type Task struct {
	Key      string // variants by "|", fields by "&"
	AnyOrder bool   // a choice: its signs, numbers or words may stand in any order, and a comma separates
	Row      bool   // the digits or letters are signs of a table or a sequence, not one number or word
}

// Verdict is a marked answer. Nothing in it shows the key.
type Verdict struct {
	Outcome Outcome
	Fields  []Field    // one for each field of the key; empty for Uncheckable
	Reason  fault.Text // zero for an answer that is simply right or simply wrong
}

// Field is one field of an answer.
type Field struct {
	Given    string // as understood: "0,5" for " 0.50 "
	Outcome  Outcome
	Mistakes int // signs that differ in a row of digits, 0 elsewhere
}

// longest is the most runes an answer is read to; the sheet holds 17 cells a line, and a
// typed phrase or a set of intervals stays far below.
const longest = 300

// Check marks an answer. In a row that has an order Mistakes are the positions that
// differ, as in a matching table; in a choice they are the greater of what is missing and
// what is superfluous. Both readings are those of the exams' marking schemes.
func Check(task Task, given string) Verdict {
	key := read(task)
	if len(key.variants) == 0 {
		return Verdict{Outcome: Uncheckable, Fields: []Field{}, Reason: byCriteria}
	}
	given = tidy(given)
	switch {
	case given == "":
		return refuse(key, "", noAnswer)
	case len([]rune(given)) > longest:
		return refuse(key, given, tooLong)
	}
	given = unlabel(given)
	var best Verdict
	for _, fields := range key.variants {
		for _, parts := range split(given, fields) {
			if v := markAll(fields, parts); best.Outcome == "" || better(v, best) {
				best = v
			}
		}
	}
	if best.Outcome == "" {
		return refuse(key, given, otherCount)
	}
	return best
}

// refuse is the verdict on what cannot be an answer at all.
func refuse(key key, given string, why fault.Text) Verdict {
	fields := make([]Field, len(key.variants[0]))
	for i := range fields {
		fields[i].Outcome = Wrong
	}
	fields[0].Given = excerpt(given)
	return Verdict{Outcome: Wrong, Fields: fields, Reason: why}
}

// markAll marks one reading of the answer against one variant of the key.
func markAll(fields []field, parts []string) Verdict {
	var v Verdict
	right, formal := 0, 0
	for i, f := range fields {
		m := wrong("", noAnswer)
		if parts[i] != "" {
			m = f.mark(parts[i])
		}
		v.Fields = append(v.Fields, m.Field)
		switch m.Outcome {
		case Correct:
			right++
		case Form:
			formal++
		}
		if v.Reason == (fault.Text{}) {
			v.Reason = m.why
		}
	}
	switch {
	case len(fields) == 1:
		v.Outcome = v.Fields[0].Outcome
	case right == len(fields):
		v.Outcome = Correct
	case right+formal == len(fields):
		v.Outcome = Form
	case right+formal > 0:
		v.Outcome, v.Reason = Partly, someFields(right+formal, len(fields))
	default:
		v.Outcome = Wrong
		for _, f := range v.Fields {
			if f.Outcome == Partly {
				v.Outcome = Partly
			}
		}
	}
	return v
}

// merit orders outcomes: the variant and the reading that suit the answer best count.
var merit = map[Outcome]int{Correct: 5, Form: 4, Partly: 3, Wrong: 2, Uncheckable: 1}

func better(a, b Verdict) bool {
	if merit[a.Outcome] != merit[b.Outcome] {
		return merit[a.Outcome] > merit[b.Outcome]
	}
	if hits(a) != hits(b) {
		return hits(a) > hits(b)
	}
	return mistakes(a) < mistakes(b)
}

func hits(v Verdict) int {
	n := 0
	for _, f := range v.Fields {
		if f.Outcome == Correct || f.Outcome == Form {
			n++
		}
	}
	return n
}

func mistakes(v Verdict) int {
	n := 0
	for _, f := range v.Fields {
		n += f.Mistakes
	}
	return n
}
