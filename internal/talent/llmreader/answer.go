package llmreader

import (
	"strings"

	"github.com/google/jsonschema-go/jsonschema"

	"kadry/internal/llm"
	"kadry/internal/talent"
	"kadry/internal/talent/resume"
)

// answer is what the model is asked for. Quotes are those of the text as it was shown.
type answer struct {
	Name      string   `json:"name"`
	NameQuote string   `json:"name_quote"`
	Jobs      []job    `json:"jobs"`
	Schools   []school `json:"schools"`
	Skills    []struct {
		Words string `json:"words"`
		Quote string `json:"quote"`
	} `json:"skills"`
}

type job struct {
	Title   string `json:"title"`
	Company string `json:"company"`
	From    string `json:"from"`
	To      string `json:"to"`
	Current bool   `json:"current"`
	Quote   string `json:"quote"`
}

type school struct {
	Institution string `json:"institution"`
	Degree      string `json:"degree"`
	From        string `json:"from"`
	To          string `json:"to"`
	Quote       string `json:"quote"`
}

// cvShape is the schema of an answer, as strict endpoints want it.
func cvShape() *jsonschema.Schema {
	text := func(doc string) *jsonschema.Schema { return &jsonschema.Schema{Type: "string", Description: doc} }
	quote := func() *jsonschema.Schema { return text("the passage of the text, letter for letter") }
	list := func(order []string, properties map[string]*jsonschema.Schema) *jsonschema.Schema {
		return &jsonschema.Schema{Type: "array", Items: object(order, properties)}
	}
	return object([]string{"name", "name_quote", "jobs", "schools", "skills"}, map[string]*jsonschema.Schema{
		"name": text("the person's full name"), "name_quote": quote(),
		"jobs": list([]string{"title", "company", "from", "to", "current", "quote"}, map[string]*jsonschema.Schema{
			"title": text("the job's title"), "company": text("the employer"), "from": text("2021-03 or 2021"), "to": text("likewise; empty while it goes on"),
			"current": {Type: "boolean", Description: "it goes on"}, "quote": quote(),
		}),
		"schools": list([]string{"institution", "degree", "from", "to", "quote"}, map[string]*jsonschema.Schema{
			"institution": text("the school's name"), "degree": text("as stated"), "from": text("2015"), "to": text("2019"), "quote": quote(),
		}),
		"skills": list([]string{"words", "quote"}, map[string]*jsonschema.Schema{
			"words": text("the name alone"), "quote": text("the sentence or line that says it"),
		}),
	})
}

func object(order []string, properties map[string]*jsonschema.Schema) *jsonschema.Schema {
	return &jsonschema.Schema{
		Type: "object", Required: order, PropertyOrder: order, Properties: properties,
		AdditionalProperties: &jsonschema.Schema{Not: &jsonschema.Schema{}},
	}
}

// proposal finds the quotes in the text. What is quoted from nowhere has no place, and is left
// out.
func (a answer) proposal(text llm.Cleaned) talent.Proposal {
	var p talent.Proposal
	if at, ok := place(text, a.NameQuote); ok {
		p.Name = talent.ProposedText{Value: a.Name, Span: at}
	}
	for _, j := range a.Jobs {
		if at, ok := place(text, j.Quote); ok {
			p.Positions = append(p.Positions, talent.ProposedJob{
				Title: j.Title, Company: j.Company, From: j.From, To: j.To, Current: j.Current, Span: at,
			})
		}
	}
	for _, s := range a.Schools {
		if at, ok := place(text, s.Quote); ok {
			p.Education = append(p.Education, talent.ProposedSchool{
				Institution: s.Institution, Degree: s.Degree, From: s.From, To: s.To, Span: at,
			})
		}
	}
	for _, s := range a.Skills {
		if at, ok := within(text, s.Words, s.Quote); ok {
			p.Skills = append(p.Skills, talent.ProposedText{Value: s.Words, Span: at})
		}
	}
	return p
}

// place is where a quote stands in the text.
func place(text llm.Cleaned, quote string) (resume.Span, bool) {
	from, to, ok := text.Find(strings.TrimSpace(quote))
	return resume.Span{Start: from, End: to}, ok
}

// within is where words stand in a quote of the text.
func within(text llm.Cleaned, words, quote string) (resume.Span, bool) {
	whole, ok := place(text, quote)
	words = strings.TrimSpace(words)
	if !ok || words == "" {
		return resume.Span{}, false
	}
	at := strings.Index(text.Original[whole.Start:whole.End], words)
	return resume.Span{Start: whole.Start + at, End: whole.Start + at + len(words)}, at >= 0
}
