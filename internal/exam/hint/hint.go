// Package hint helps with a problem in steps, none of which shows its answer, and hides the
// answer wherever it stands.
package hint

import (
	"regexp"
	"slices"
	"strings"

	"kadry/internal/exam/answer"
	"kadry/internal/exam/check"
	"kadry/internal/exam/problem"
	"kadry/internal/fault"
)

// Step is one step of help. Without a Body the Title is all there is.
type Step struct {
	Title fault.Text
	Body  problem.Body
}

// WithoutAnswer is the problem without its answer: its solution goes without the "Ответ: 45"
// that ends it, and where else the answer stands beside the question, be it in a text, a
// formula or a table, it reads "□".
func WithoutAnswer(p problem.Problem) problem.Problem {
	t := check.Task(p)
	p.Solution = masked(untailed(p.Solution), t)
	if len(answer.KindsOf(t)) > 0 { // the criteria of an essay have no answer to hide
		p.Criteria, p.Rule = masked(p.Criteria, t), masked(p.Rule, t)
	}
	p.Answer = ""
	return p
}

// Texts is the ladder of help as texts, the mildest first.
func Texts(p problem.Problem) []fault.Text {
	var list []fault.Text
	for _, h := range Ladder(p) {
		list = append(list, h.below(h.Body.Text()))
	}
	return list
}

// Markdown is the ladder of help as Markdown.
func Markdown(p problem.Problem) []fault.Text {
	var list []fault.Text
	for _, h := range Ladder(p) {
		h.Title = fault.Text{EN: fault.EscapeMarkdown(h.Title.EN), RU: fault.EscapeMarkdown(h.Title.RU)}
		list = append(list, h.below(h.Body.Markdown()))
	}
	return list
}

// below is the title of a hint with what it says on the next line, if anything.
func (h Step) below(body string) fault.Text {
	if body == "" {
		return h.Title
	}
	return fault.Text{EN: h.Title.EN + "\n" + body, RU: h.Title.RU + "\n" + body}
}

// Ladder is help in steps, the mildest first: what the problem is about and how to go about it,
// the theory beside it, how the solution begins, the solution to its end. It is never empty. No step holds the answer, as a
// number or word in any spelling, nor the line "Ответ: …"; what would show it reads "□". The
// model solution of a problem without a short answer is the answer, so it is shown only in
// its beginning.
func Ladder(p problem.Problem) []Step {
	t := check.Task(p)
	next := nextStep(p, t)
	if about := subjectMatter(p, t); about.EN != "" {
		next = fault.Text{EN: about.EN + " " + next.EN, RU: about.RU + " " + next.RU}
	}
	list := []Step{{Title: next}}
	if theory := masked(beginning(p.Rule, theorySentences), t); !theory.Empty() {
		list = append(list, Step{fault.Say("The theory:", "Теория:"), theory})
	}
	solution := masked(untailed(p.Solution), t)
	keyed := len(answer.KindsOf(t)) > 0
	sentences := firstSentences
	if !keyed {
		sentences = 1
	}
	start := beginning(solution, sentences)
	if !start.Empty() && start.Text() != solution.Text() {
		list = append(list, Step{fault.Say("The solution begins so:", "Решение начинается так:"), start})
	}
	if !solution.Empty() && keyed {
		list = append(list, Step{fault.Say("The solution without the answer:", "Решение без ответа:"), solution})
	}
	return list
}

const (
	firstSentences  = 2
	theorySentences = 4
)

// subjectMatter says what kind of problem it is, leaving out what would show the answer.
func subjectMatter(p problem.Problem, t answer.Task) fault.Text {
	var topics []string
	for _, c := range p.Codes {
		if c.Name != "" && !shows(t, c.Name) && !slices.Contains(topics, c.Name) {
			topics = append(topics, c.Name)
		}
	}
	if len(topics) == 0 && p.Area != "" && !shows(t, p.Area) {
		topics = []string{p.Area}
	}
	kind := p.Type != "" && !shows(t, p.Type)
	about := strings.Join(topics, "; ")
	switch {
	case kind && about != "":
		return fault.Say("A problem of type %s. It is about: %s.", "Задание типа %s. Тема: %s.", p.Type, about)
	case kind:
		return fault.Say("A problem of type %s.", "Задание типа %s.", p.Type)
	case about != "":
		return fault.Say("It is about: %s.", "Тема: %s.", about)
	}
	return fault.Text{}
}

func shows(t answer.Task, text string) bool { return len(answer.Reveal(t, text)) > 0 }

// beginning is the first sentences of a body.
func beginning(b problem.Body, sentences int) problem.Body {
	var start problem.Body
	for _, block := range b.Blocks {
		if sentences <= 0 {
			break
		}
		if block.Kind == problem.TableRows || block.Kind == problem.Program {
			break // a table is the work itself, not its beginning
		}
		text := flatText(block.Spans)
		ends := sentenceEnd.FindAllStringIndex(text, -1)
		if len(ends) >= sentences {
			end := ends[sentences-1][0] + 1
			block.Spans = cutSpans(block.Spans, []answer.Span{{From: end, To: len(text)}}, "")
		}
		sentences -= max(len(ends), 1)
		start.Blocks = append(start.Blocks, block)
	}
	return start
}

var sentenceEnd = regexp.MustCompile(`[.!?…](?:\s+[\p{Lu}—]|\s*$)`)
