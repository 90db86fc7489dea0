package analysis

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"kadry/internal/fault"
	"kadry/internal/interview/grade"
	"kadry/internal/interview/marking"
)

// textKey names a text of the room.
type textKey int

const (
	reviewRaters textKey = iota
	reviewCoverage
	reviewConfidence
	reviewRules
	reviewRedFlags
	adviceNone
	adviceRead
	advicePart
	adviceStrong
	adviceMiddle
	adviceWeak
	advicePeople
	summaryStopped
	summaryTimedOut
)

var texts = map[textKey]fault.Text{
	reviewRaters:     fault.Say("The two raters are far apart on an answer.", "Две оценки одного ответа сильно расходятся."),
	reviewCoverage:   fault.Say("Too little of the plan was answered.", "Ответы есть лишь на малую часть плана."),
	reviewConfidence: fault.Say("The automatic marks are not sure enough.", "Автоматические оценки недостаточно надёжны."),
	reviewRules:      fault.Say("An answer has a part that the rules could not take at face value.", "В ответах есть место, которое правила не смогли принять как есть."),
	reviewRedFlags:   fault.Say("An answer may contain a dangerous misconception.", "В ответе, возможно, есть опасное заблуждение."),

	adviceRead:   fault.Say("The automatic marks are not sure enough for advice: a person should read", "Автоматические оценки недостаточно надёжны для совета: человеку стоит прочитать"),
	adviceNone:   fault.Say("There are no answers to base advice on.", "Ответов нет, поэтому совета дать нельзя."),
	advicePart:   fault.Say("Too few answers for advice: finish the interview or talk to the candidate.", "Ответов мало для совета: завершите интервью или поговорите с кандидатом."),
	adviceStrong: fault.Say("The answers speak for inviting the candidate to the next step.", "Ответы говорят за приглашение на следующий этап."),
	adviceMiddle: fault.Say("A conversation about the weak points would help to decide.", "Решить поможет разговор о слабых местах."),
	adviceWeak:   fault.Say("The answers do not show what the vacancy asks for; read the quotes before deciding.", "Ответы не показали того, чего требует вакансия; перед решением прочитайте цитаты."),
	advicePeople: fault.Say("The decision is for people to make.", "Решение принимают люди."),

	summaryStopped:  fault.Say("The candidate stopped the interview early.", "Кандидат завершил интервью раньше."),
	summaryTimedOut: fault.Say("The time ran out before the end.", "Время вышло раньше, чем закончились вопросы."),
}

// Bounds of advice, of 100, and of the lists.
const (
	strongFrom  = 70
	middleFrom  = 45
	listed      = 5
	pointsNamed = 2
)

// word puts the analysis into words.
func (a *Analysis) word(from Basis) {
	a.Strengths, a.Weaknesses = []string{}, []string{}
	for _, j := range a.Questions {
		switch {
		case !j.Answered:
		case j.Standing == WellShown && len(a.Strengths) < listed:
			a.Strengths = append(a.Strengths, a.strength(j))
		case j.Standing == NotShown && len(a.Weaknesses) < listed:
			// What the answer left out would tell the next candidate the answer, and the report
			// goes to whoever interviews.
			a.Weaknesses = append(a.Weaknesses, a.graded(j))
		}
	}
	a.Summary = a.summary(from)
	a.Recommendation = a.advice()
}

func (a *Analysis) advice() string {
	key := adviceWeak
	switch {
	case a.Coverage == 0:
		key = adviceNone
	case a.Coverage < coverageFloor:
		key = advicePart
	case a.Confidence < confidenceFloor:
		return a.Language.Of(texts[adviceRead]) + " " + a.doubtful() + ". " + a.Language.Of(texts[advicePeople])
	case a.OverallScore >= strongFrom:
		key = adviceStrong
	case a.OverallScore >= middleFrom:
		key = adviceMiddle
	}
	return a.Language.Of(texts[key]) + " " + a.Language.Of(texts[advicePeople])
}

// doubtful names the answers that the engine is least sure of, by their numbers in the plan.
func (a *Analysis) doubtful() string {
	var unsure []int
	for i, j := range a.Questions {
		if j.Answered && j.confidence() < confidenceFloor {
			unsure = append(unsure, i)
		}
	}
	if len(unsure) == 0 {
		return a.Language.Of(fault.Say("every answer", "все ответы"))
	}
	slices.SortStableFunc(unsure, func(x, y int) int { return cmp.Compare(a.Questions[x].confidence(), a.Questions[y].confidence()) })
	unsure = unsure[:min(listed, len(unsure))]
	slices.Sort(unsure)
	numbers := make([]string, len(unsure))
	for k, i := range unsure {
		numbers[k] = fmt.Sprintf("%d (%s)", i+1, a.Questions[i].Title)
	}
	return a.Language.Of(fault.Say("answers %s", "ответы %s", strings.Join(numbers, ", ")))
}

// strength names what was said well: Go — said: “…”; “…”.
func (a *Analysis) strength(j Judged) string {
	var said []string
	for _, e := range a.Evidence {
		if e.Question == j.Question && e.Met >= marking.MetFrom && len(said) < pointsNamed {
			said = append(said, e.Text)
		}
	}
	if len(said) == 0 {
		return a.graded(j)
	}
	quoted := make([]string, len(said))
	for i, p := range said {
		quoted[i] = a.quoted(p)
	}
	return j.Title + " — " + a.Language.Of(fault.Say("said:", "прозвучало:")) + " " + strings.Join(quoted, "; ") + "."
}

// graded puts what a grade means under the title of its question.
func (a *Analysis) graded(j Judged) string { return j.Title + " — " + a.quoted(j.Meaning) + "." }

func (a *Analysis) quoted(sentence string) string {
	sentence = strings.TrimRight(strings.TrimSpace(sentence), ".")
	return a.Language.Of(fault.Text{EN: "“" + sentence + "”", RU: "«" + sentence + "»"})
}

func (a *Analysis) summary(from Basis) string {
	answered := 0
	for _, j := range a.Questions {
		if j.Answered {
			answered++
		}
	}
	parts := []string{a.Language.Of(fault.Say(
		"Answered %[1]d of %[2]d core questions for “%[3]s”; the score over them is %[4]d of 100.",
		"Отвечено на вопросы основной части: %[1]d из %[2]d, вакансия «%[3]s»; балл по ним — %[4]d из 100.",
		answered, len(a.Questions), from.Plan.Vacancy.Title, a.OverallScore))}
	if answered == 0 {
		parts = []string{a.Language.Of(fault.Say(
			"No core question for “%[1]s” was answered, so there is no score; the 0 stands for its absence.",
			"Ни на один вопрос основной части по вакансии «%[1]s» ответа нет; 0 означает, что балла нет.", from.Plan.Vacancy.Title))}
	}
	if from.Stopped {
		parts = append(parts, a.Language.Of(texts[summaryStopped]))
	}
	if from.TimedOut {
		parts = append(parts, a.Language.Of(texts[summaryTimedOut]))
	}
	parts = append(parts, a.standings()...)
	return strings.Join(parts, " ")
}

// standings tells the competencies apart: shown, not shown and not asked.
func (a *Analysis) standings() []string {
	var said []string
	for _, group := range []struct {
		standing Standing
		lead     fault.Text
	}{
		{WellShown, fault.Say("Well shown:", "Хорошо показано:")},
		{PartlyShown, fault.Say("Partly shown:", "Показано отчасти:")},
		{NotShown, fault.Say("Asked and not shown:", "Спрошено и не показано:")},
		{NotAsked, fault.Say("Not asked:", "Не спрашивали:")},
	} {
		var names []string
		for _, c := range a.Competencies {
			if c.Standing == group.standing {
				names = append(names, strings.ToLower(c.Title))
			}
		}
		if len(names) > 0 {
			said = append(said, a.Language.Of(group.lead)+" "+strings.Join(names, ", ")+".")
		}
	}
	return said
}

// Bounds under which a person must look before anything is made of a score.
const (
	coverageFloor   = 0.6
	confidenceFloor = 0.35
)

// review says why a person should look.
func (a *Analysis) review(marks []marking.Mark) {
	add := func(when bool, reason textKey) {
		if when {
			a.ReviewReasons = append(a.ReviewReasons, a.Language.Of(texts[reason]))
		}
	}
	var apart, unclear, redFlag bool
	for _, m := range marks {
		apart = apart || m.Review
		unclear = unclear || m.Has(grade.Injection, grade.Dump, grade.Negated, grade.Shuffled, grade.Repeated, grade.Listed, grade.Copied)
		redFlag = redFlag || len(m.RedFlags) > 0
	}
	add(apart, reviewRaters)
	add(a.Coverage < coverageFloor, reviewCoverage)
	add(a.Coverage >= coverageFloor && a.Confidence < confidenceFloor, reviewConfidence)
	add(unclear, reviewRules)
	add(redFlag, reviewRedFlags)
	a.HumanReview = len(a.ReviewReasons) > 0
}
