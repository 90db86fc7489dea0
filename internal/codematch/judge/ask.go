package judge

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/google/jsonschema-go/jsonschema"

	"kadry/internal/codematch/align"
	"kadry/internal/codematch/match"
	"kadry/internal/llm"
)

const (
	// answerTokens bounds one answer: six texts of the rubric and six passages.
	answerTokens = 2500
	// askedBytes is how much of each fragment a model is shown.
	askedBytes = 12_000
)

// answer is what a model says, in the order in which it is asked to think.
type answer struct {
	Inputs         string        `json:"inputs"`
	Outputs        string        `json:"outputs"`
	SideEffects    string        `json:"side_effects"`
	Errors         string        `json:"errors"`
	Complexity     string        `json:"complexity"`
	EdgeCases      string        `json:"edge_cases"`
	Evidence       []passage     `json:"evidence"`
	Counterexample string        `json:"counterexample"`
	Verdict        match.Verdict `json:"verdict"`

	model string
}

// passage is a piece of evidence: lines of both sides that answer to each other.
type passage struct {
	ALines string `json:"a_lines"` // "4" or "4-6"
	AQuote string `json:"a_quote"`
	BLines string `json:"b_lines"`
	BQuote string `json:"b_quote"`
	Why    string `json:"why"`
}

// answerShape is the schema of an answer. The order of the properties is that of thinking:
// the verdict comes last.
func answerShape() *jsonschema.Schema {
	none := func() *jsonschema.Schema { return &jsonschema.Schema{Not: &jsonschema.Schema{}} }
	text := func(about string) *jsonschema.Schema { return &jsonschema.Schema{Type: "string", Description: about} }
	object := func(order []string, properties map[string]*jsonschema.Schema) *jsonschema.Schema {
		return &jsonschema.Schema{Type: "object", Required: order, PropertyOrder: order, Properties: properties, AdditionalProperties: none()}
	}
	var verdicts []any
	for _, v := range match.Verdict("").Enum() {
		verdicts = append(verdicts, v)
	}
	evidence := object([]string{"a_lines", "a_quote", "b_lines", "b_quote", "why"}, map[string]*jsonschema.Schema{
		"a_lines": text("line numbers of A: 4 or 4-6"), "a_quote": text("what stands there, letter for letter"),
		"b_lines": text("line numbers of B: 4 or 4-6"), "b_quote": text("what stands there, letter for letter"),
		"why": text("what they have in common or in what they differ"),
	})
	return object([]string{"inputs", "outputs", "side_effects", "errors", "complexity", "edge_cases", "evidence", "counterexample", "verdict"},
		map[string]*jsonschema.Schema{
			"inputs": text("compared"), "outputs": text("compared"), "side_effects": text("compared"), "errors": text("compared"),
			"complexity": text("compared"), "edge_cases": text("compared"),
			"evidence":       {Type: "array", Items: evidence},
			"counterexample": text("arguments as a JSON array on which the outputs differ; empty when there are none"),
			"verdict":        {Type: "string", Enum: verdicts},
		})
}

// ask puts the question once; turned, B is called A. The answer is turned back.
func (j *Judge) ask(ctx context.Context, q Question, turned bool, budget *llm.Budget) (answer, error) {
	a, b, c := q.A, q.B, q.Comparison
	if turned {
		a, b, c = b, a, align.Compare(b, a)
	}
	textA, cutA := numbered(a, askedBytes)
	textB, cutB := numbered(b, askedBytes)
	p, err := j.prompt.Fill(map[string]any{
		"Language": languageName(q.Lang), "LanguageA": programming(a), "LanguageB": programming(b), "Cut": cutA || cutB,
		"A": llm.Fence("code_a", textA), "B": llm.Fence("code_b", textB), "Static": llm.Fence("comparison", static(c, "en", 3000)),
	})
	if err != nil {
		return answer{}, fmt.Errorf("judge: %w", err)
	}
	p.Schema, p.MaxTokens, p.Budget = j.shape, answerTokens, budget
	said, err := j.client.Complete(ctx, p)
	if err != nil {
		return answer{}, fmt.Errorf("judge: %w", err)
	}
	var out answer
	if err := json.Unmarshal(said.JSON, &out); err != nil {
		return answer{}, fmt.Errorf("judge: answer: %w", err)
	}
	out.model = said.Engine.Model + "@" + j.prompt.Version
	if turned {
		for i, e := range out.Evidence {
			out.Evidence[i] = passage{ALines: e.BLines, AQuote: e.BQuote, BLines: e.ALines, BQuote: e.AQuote, Why: e.Why}
		}
	}
	return out, nil
}

func languageName(lang string) string {
	if lang == "ru" {
		return "Russian"
	}
	return "English"
}

// programming names the language of a fragment for the model.
func programming(f align.Fragment) string {
	if f.Language == "" {
		return "a language that is not known"
	}
	return string(f.Language)
}
