package exam

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"kadry/internal/exam/answer"
	"kadry/internal/exam/bank"
	"kadry/internal/exam/compose"
	"kadry/internal/exam/problem"
	"kadry/internal/fault"
	"kadry/internal/op"
)

type checkInput struct {
	courseWire
	ID     string     `json:"problem_id" min:"1" max:"200" doc:"Number, or its URL."`
	Answer string     `json:"answer" min:"1" max:"500" doc:"As the pupil wrote it."`
	Reveal bool       `json:"reveal,omitzero" doc:"Show the right answer."`
	Format textFormat `json:"response_format,omitzero" default:"markdown" doc:"Form of the text block."`
}

// checkOutput is a marked answer. The key is in it only where reveal asks for it.
type checkOutput struct {
	ProblemID string `json:"problem_id"`
	verdictWire
	Earned   int      `json:"points_earned"`
	Points   int      `json:"points"`
	Accepted []string `json:"accepted_answers,omitempty"`
	URL      string   `json:"url"`
	originWire
}

// Markdown renders the verdict for a chat.
func (o checkOutput) Markdown(lang string) string {
	m := markdown{lang: lang}
	m.head(1, m.say("Problem", "Задание")+" "+o.ProblemID)
	m.fact(m.say("Outcome", "Итог"), outcomeWord(o.Outcome).In(lang))
	if o.Points > 0 {
		m.fact(m.say("Points", "Баллы"), fmt.Sprintf("%d/%d", o.Earned, o.Points))
	}
	m.line(fault.EscapeMarkdown(o.Reason))
	if len(o.Accepted) > 0 {
		m.fact(m.say("Answer", "Ответ"), fault.EscapeMarkdown(strings.Join(o.Accepted, " | ")))
	}
	return m.String()
}

// outcomeWord is an outcome for a reader.
func outcomeWord(outcome string) fault.Text {
	switch answer.Outcome(outcome) {
	case answer.Correct:
		return fault.Text{EN: "correct", RU: "верно"}
	case answer.Form:
		return fault.Text{EN: "right value, wrong form", RU: "верно по значению, но не по форме"}
	case answer.Partly:
		return fault.Text{EN: "partly right", RU: "верно частично"}
	case answer.Wrong:
		return fault.Text{EN: "wrong", RU: "неверно"}
	case answer.Uncheckable:
		return fault.Text{EN: "for a person to mark", RU: "проверяет человек"}
	}
	return fault.Text{EN: outcome, RU: outcome}
}

func (d *handlers) checkAnswer() *op.Op {
	return op.New(declared(op.Spec{
		Name: "sdamgia_check_answer", Title: "Check an answer",
		Doc:      "Marks a pupil's answer by the exam's own rules (variants, fields, comma or dot, order). outcome: correct, form (right value, wrong form), partly, wrong, uncheckable (a person marks it).",
		Examples: []op.Example{{Title: "An answer", Input: `{"subject":"math","problem_id":"9000001","answer":"6,0"}`}},
	}), func(ctx context.Context, in checkInput) (checkOutput, error) {
		ref, err := d.bank.Ref(in.ID, in.course())
		if err != nil {
			return checkOutput{}, err
		}
		checked, err := d.bank.Check(ctx, ref, in.Answer)
		if err != nil {
			return checkOutput{}, err
		}
		out := checkOutput{
			ProblemID: ref.ID, verdictWire: wireVerdict(checked.Verdict, langOf(ctx)), URL: checked.URL,
			Earned: checked.Earned, Points: checked.Of,
			originWire: wireOrigin(checked.Provenance),
		}
		if in.Reveal {
			out.Accepted = accepted(checked.Answer)
		}
		return out, nil
	})
}

type composeInput struct {
	courseWire
	Counts  map[string]int `json:"counts" doc:"Problems by type: {\"1\":2}."`
	Seed    int            `json:"seed,omitzero" min:"0" max:"9007199254740991" default:"1" doc:"Same seed, same test."`
	Exclude []string       `json:"exclude,omitempty" max:"200" doc:"Ids that must not come."`
	Include []part         `json:"include,omitempty" max:"7" doc:"Default none."`
	Format  textFormat     `json:"response_format,omitzero" default:"markdown" doc:"Form of the text block."`
}

// composeOutput is a practice test.
type composeOutput struct {
	Problems []problemWire  `json:"problems"`
	IDs      []string       `json:"problem_ids"`
	Total    int            `json:"total"`
	Seed     int            `json:"seed"`
	Missing  map[string]int `json:"missing"`
	Warnings []string       `json:"warnings,omitempty"`
	Note     string         `json:"note,omitempty"`

	title string
}

// Condense drops the part that is needed least of all problems.
func (o composeOutput) Condense() (composeOutput, bool) {
	dropped := condense(o.Problems)
	o.Note = fmt.Sprintf(shortened, dropped)
	return o, dropped != ""
}

// Markdown renders the test for a chat.
func (o composeOutput) Markdown(lang string) string {
	m := markdown{lang: lang}
	m.head(1, m.say("Practice Test", "Вариант")+": "+o.title)
	m.fact(m.say("Total", "Всего"), o.Total)
	for _, kind := range slices.SortedFunc(maps.Keys(o.Missing), problem.CompareTypes) {
		m.line(fmt.Sprintf("- %s %s: %s %d", m.say("Type", "Тип"), fault.EscapeMarkdown(kind), m.say("missing", "не хватает"), o.Missing[kind]))
	}
	for _, p := range o.Problems {
		m.between()
		m.problem(p)
	}
	for _, w := range o.Warnings {
		m.line("- " + w)
	}
	m.note(o.Note)
	return m.String()
}

func (d *handlers) composeTest() *op.Op {
	return op.New(declared(op.Spec{
		Name: "sdamgia_compose_test", Title: "Compose a practice test",
		Doc:      "Makes a test of so many problems of each type; types are topic_id of the catalogue. Answers are hidden unless include has answer; mark them with sdamgia_check_answer.",
		Examples: []op.Example{{Title: "One of each of two types", Input: `{"subject":"math","counts":{"1":1,"4":1},"seed":7}`}},
	}), func(ctx context.Context, in composeInput) (composeOutput, error) {
		recipe := compose.Recipe{Course: in.course(), Counts: in.Counts, Seed: uint64(in.Seed)}
		for _, text := range in.Exclude {
			ref, err := d.bank.Ref(text, recipe.Course)
			if err != nil {
				return composeOutput{}, err
			}
			recipe.Exclude = append(recipe.Exclude, ref.ID)
		}
		test, err := d.bank.Compose(watched(ctx), recipe)
		if err != nil {
			return composeOutput{}, err
		}
		view := d.view(ctx, in.Include)
		out := composeOutput{
			Total: len(test.Problems), Seed: in.Seed, Missing: test.Short,
			Warnings: wireWarnings(view.lang, test.Warnings), title: recipe.Course.Title().In(view.lang),
		}
		for _, p := range test.Problems {
			out.Problems = append(out.Problems, view.problem(bank.Found{Problem: p, Provenance: test.Provenance}))
			out.IDs = append(out.IDs, p.ID)
		}
		return out, nil
	})
}
