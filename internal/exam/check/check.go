// Package check marks answers: it reads off the wording of a problem how its answer is marked,
// and counts the points of the paper. What an answer says is the business of package answer.
package check

import (
	"regexp"
	"slices"
	"strings"

	"kadry/internal/exam/answer"
	"kadry/internal/exam/problem"
)

// Mark is what an answer is worth.
type Mark struct {
	Verdict answer.Verdict
	Earned  int // points for it
	Of      int // most points; 0 with Earned 0 when the page or the rules do not say
}

// Task reads off a problem how its answer is marked. Keys do not say whether the order of
// digits matters; the wording of the question does, and it is the same over subjects and
// years because it is part of the exam's form.
func Task(p problem.Problem) answer.Task {
	asked := wording(p.Question)
	t := answer.Task{Key: p.Answer}
	switch {
	case ordered.MatchString(asked):
		t.Row = true
	case chosen.MatchString(asked), selected.MatchString(asked) && options.MatchString(asked):
		t.AnyOrder = true
	case strings.Contains(p.Answer, ",") && writtenOut.MatchString(asked):
		t.AnyOrder = true
	case strings.Contains(p.Answer, ";") && everyRoot.MatchString(asked):
		t.AnyOrder = true
	}
	return t
}

// The wordings, over text in lower case with е for ё. A rule that names an order comes
// first: "выберите … и запишите под соответствующими буквами" is a table. An ascending order
// asked of a choice is no order: the exam marks it as a set ("порядок записи не важен").
var (
	ordered = regexp.MustCompile(strings.Join([]string{
		`соответстви[ея] между`, `соответствующи[мх]и? букв`, `под каждой буквой`, `к каждой позиции`, `к каждому элементу первого`,
		`для каждо(?:го|й) (?:случая|величины|физической|из|буквы|пропуска)`, `(?:цифры|буквы) (?:в ответе )?могут повторяться`,
		`(?:установите|восстановите|определите|запишите)[^.?!]{0,60} последовательность`, `в (?:хронологическ|правильн|логическ|верн)\S+ (?:порядке|последовательности)`,
		`расположите`, `в том (?:же )?порядке`, `в нужном порядке`, `сначала[^.?!]{1,120}(?:потом|затем|после)`, `первому столбцу`,
		`match (?:the|each)`, `put [^.?!]{0,60} in (?:the )?(?:right|correct) order`, `in the correct order`, `gaps? [a-g]\b`,
		`каждую цифру только один раз`, `пропуски [a-gа-е]\b`,
	}, "|"))
	chosen = regexp.MustCompile(strings.Join([]string{
		`(?:цифр[ыу]|номера?|номер\(а\)),? (?:\S+ )?под котор`, `цифр\S* на месте котор`, `под котор(?:ыми|ым) (?:они|он|она|оно|указан)`,
		`(?:запишите|укажите|выпишите|перечислите|впишите|внесите|напишите)[^.!?]{0,80}(?:номера|номер\(а\)|цифры|варианты ответ)`,
		`write (?:down )?(?:the )?(?:numbers|letters)`,
	}, "|"))
	selected   = regexp.MustCompile(`выберите|какие из|найдите в (?:приведенном )?списке|укажите все|choose|which of`)
	options    = regexp.MustCompile(`(?m)(?:^|\s)1[.)][\s\S]*(?:^|\s)2[.)]`)
	writtenOut = regexp.MustCompile(`выпишите`)
	everyRoot  = regexp.MustCompile(`корни|решите уравнение|все значени|все числа`)
)

// wording is the text of a question as the rules read it.
func wording(b problem.Body) string { return strings.ReplaceAll(strings.ToLower(b.Text()), "ё", "е") }

// Answer marks an answer and counts its points. A problem without a short answer is left to
// a person who has the criteria.
func Answer(p problem.Problem, given string) Mark {
	m := Mark{Verdict: answer.Check(Task(p), given)}
	m.Earned, m.Of = earned(p, m.Verdict)
	return m
}

// earned counts points as the marking schemes of the ЕГЭ and ОГЭ papers do for part 1 (the
// section «Система оценивания» of every demonstration paper): one point for a right answer;
// of two points one is kept after one mistake in a table, a choice or one of two fields, and
// after two signs changing places in a sequence. An answer right in value only earns nothing:
// a machine reads the sheet. Where a problem has criteria, or is worth more than two points
// and partly right, the papers differ and 0 of 0 says so.
func earned(p problem.Problem, v answer.Verdict) (points, of int) {
	switch {
	case p.Points == 0 || !p.Criteria.Empty() || v.Outcome == answer.Uncheckable:
		return 0, 0
	case v.Outcome == answer.Correct:
		return p.Points, p.Points
	case v.Outcome != answer.Partly || p.Points == 1:
		return 0, p.Points
	case p.Points > 2:
		return 0, 0
	case oneOff(p, v):
		return 1, p.Points
	}
	return 0, p.Points
}

// oneOff reports whether an answer is one mistake away from the right one.
func oneOff(p problem.Problem, v answer.Verdict) bool {
	if len(v.Fields) == 2 {
		return slices.ContainsFunc(v.Fields, func(f answer.Field) bool { return f.Outcome == answer.Correct })
	}
	if v.Fields[0].Mistakes == 1 {
		return true
	}
	return v.Fields[0].Mistakes == 2 && sequence.MatchString(wording(p.Question)) && len(v.Fields[0].Given) == len(p.Answer) && sameSigns(v.Fields[0].Given, p.Answer)
}

var sequence = regexp.MustCompile(`последовательност|расположите|в хронологическом порядке`)

func sameSigns(a, b string) bool {
	first, second := strings.Split(a, ""), strings.Split(b, "")
	slices.Sort(first)
	slices.Sort(second)
	return slices.Equal(first, second)
}
