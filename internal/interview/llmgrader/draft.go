package llmgrader

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"

	"kadry/internal/interview/bank"
	"kadry/internal/interview/question"
	"kadry/internal/llm"
)

// draftTokens bounds one question in two languages with its points.
const draftTokens = 2500

// knownShown is how many questions on a skill the model is shown, and knownLetters how much of
// each: enough not to repeat them.
const (
	knownShown   = 12
	knownLetters = 300
)

// drafted is what the model is asked for.
type drafted struct {
	Questions []struct {
		Kind       string   `json:"kind"`
		Competency string   `json:"competency"`
		RU         string   `json:"ru"`
		EN         string   `json:"en"`
		Points     []dpoint `json:"points"`
	} `json:"questions"`
}

type dpoint struct {
	Weight           int      `json:"weight"`
	RU               string   `json:"ru"`
	EN               string   `json:"en"`
	AlsoRU           []string `json:"also_ru"`
	AlsoEN           []string `json:"also_en"`
	MisconceptionsRU []string `json:"misconceptions_ru"`
	MisconceptionsEN []string `json:"misconceptions_en"`
}

// forms are the kinds of skills in the words of the prompt.
var forms = map[question.Form]string{
	question.Tool: "a tool one works with", question.Method: "a body of knowledge and its methods", question.Manual: "a skill of the hands",
	question.Tongue: "a language people speak", question.Behaviour: "a way of working with others",
}

// draftShape is the schema of drafted, as strict endpoints want it.
func draftShape() *jsonschema.Schema {
	text := func(about string) *jsonschema.Schema { return &jsonschema.Schema{Type: "string", Description: about} }
	texts := func(about string) *jsonschema.Schema {
		return &jsonschema.Schema{Type: "array", Items: &jsonschema.Schema{Type: "string"}, Description: about}
	}
	oneOf := func(names []string) *jsonschema.Schema {
		s := &jsonschema.Schema{Type: "string"}
		for _, name := range names {
			s.Enum = append(s.Enum, name)
		}
		return s
	}
	object := func(order []string, properties map[string]*jsonschema.Schema) *jsonschema.Schema {
		return &jsonschema.Schema{
			Type: "object", Required: order, PropertyOrder: order, Properties: properties,
			AdditionalProperties: &jsonschema.Schema{Not: &jsonschema.Schema{}},
		}
	}
	point := object([]string{"weight", "ru", "en", "also_ru", "also_en", "misconceptions_ru", "misconceptions_en"}, map[string]*jsonschema.Schema{
		"weight": {Type: "integer", Description: "1 to 3: how much it matters"}, "ru": text("the point in Russian"), "en": text("the point in English"),
		"also_ru": texts("other ways to put it in Russian"), "also_en": texts("other ways to put it in English"),
		"misconceptions_ru": texts("wrong sentences that sound like it, in Russian"), "misconceptions_en": texts("wrong sentences that sound like it, in English"),
	})
	one := object([]string{"kind", "competency", "ru", "en", "points"}, map[string]*jsonschema.Schema{
		"kind": oneOf(bank.Kind("").Enum()), "competency": oneOf(bank.Competency("").Enum()),
		"ru": text("the question in Russian"), "en": text("the question in English"), "points": {Type: "array", Items: point},
	})
	return object([]string{"questions"}, map[string]*jsonschema.Schema{"questions": {Type: "array", Items: one}})
}

// Draft asks for questions on a skill. The room checks each, and keeps none but as a draft.
func (r *Grader) Draft(ctx context.Context, w question.Wish) (question.Proposal, error) {
	p, err := r.draft.Fill(map[string]any{
		"Count": w.Count, "Level": string(w.Level), "Form": forms[w.Form], "Skill": llm.Fence("skill", w.Name.EN), "Known": known(w.Known),
	})
	if err != nil {
		return question.Proposal{}, fmt.Errorf("llmgrader: %w", err)
	}
	p.Schema, p.MaxTokens = r.draftShape, draftTokens*max(1, w.Count)
	a, err := r.daily.Complete(ctx, r.client, p, r.perCall)
	if err != nil {
		return question.Proposal{}, fmt.Errorf("llmgrader: %w", err)
	}
	proposal := question.Proposal{Model: engine(a.Engine.Model, r.draft)}
	var said drafted
	if err := json.Unmarshal(a.JSON, &said); err != nil {
		return proposal, fmt.Errorf("llmgrader: draft: %w", err)
	}
	proposal.Questions = written(said)
	return proposal, nil
}

// known fences the questions that are there: people wrote them.
func known(texts []string) any {
	if len(texts) == 0 {
		return ""
	}
	var shown []string
	for _, text := range texts[:min(len(texts), knownShown)] {
		if letters := []rune(text); len(letters) > knownLetters {
			text = string(letters[:knownLetters]) + "…"
		}
		shown = append(shown, "- "+text)
	}
	return llm.Fence("questions", strings.Join(shown, "\n"))
}

// written puts what the model says into the form of questions.
func written(said drafted) []question.Content {
	var list []question.Content
	for _, one := range said.Questions {
		c := question.Content{Kind: bank.Kind(one.Kind), Competency: bank.Competency(one.Competency), Text: question.Text{EN: one.EN, RU: one.RU}}
		for _, p := range one.Points {
			c.Points = append(c.Points, question.Point{
				Weight: min(max(p.Weight, 1), 3), Text: question.Text{EN: p.EN, RU: p.RU},
				Also: question.Phrases{RU: p.AlsoRU, EN: p.AlsoEN}, Wrong: question.Phrases{RU: p.MisconceptionsRU, EN: p.MisconceptionsEN},
			})
		}
		list = append(list, c)
	}
	return list
}
