package llmgrader

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/google/jsonschema-go/jsonschema"

	"kadry/internal/interview/marking"
	"kadry/internal/llm"
)

// Bounds of an answer of the model, in tokens: a frame, and for each point a quote.
const (
	frameTokens = 100
	pointTokens = 200
)

// verdict is what the model is asked for.
type verdict struct {
	Points []struct {
		ID    string `json:"id"`
		Met   bool   `json:"met"`
		Quote string `json:"quote"`
	} `json:"points"`
}

// ratingShape is the schema of a verdict, as strict endpoints want it.
func ratingShape() *jsonschema.Schema {
	none := func() *jsonschema.Schema { return &jsonschema.Schema{Not: &jsonschema.Schema{}} }
	return &jsonschema.Schema{
		Type: "object", Required: []string{"points"}, AdditionalProperties: none(),
		Properties: map[string]*jsonschema.Schema{"points": {
			Type: "array",
			Items: &jsonschema.Schema{
				Type: "object", Required: []string{"id", "met", "quote"}, AdditionalProperties: none(),
				PropertyOrder: []string{"id", "met", "quote"},
				Properties: map[string]*jsonschema.Schema{
					"id":    {Type: "string", Description: "id of a point on the list"},
					"met":   {Type: "boolean", Description: "whether the answer makes the point"},
					"quote": {Type: "string", Description: "the words of the answer that make it, letter for letter; empty when it is not met"},
				},
			},
		}},
	}
}

// Rate asks twice which points an answer makes, with the points in the list's order and in
// the reverse, since models favour what stands first. Both are put one after the other within
// the spending of one rating. Every failure of either is an error, with the model's name
// beside it where one answered.
func (r *Grader) Rate(ctx context.Context, rating marking.Rating) (marking.Proposal, error) {
	if len(rating.Points) == 0 {
		return marking.Proposal{}, errors.New("llmgrader: a rating without points")
	}
	reversed := rating
	reversed.Points = slices.Clone(rating.Points)
	slices.Reverse(reversed.Points)
	var readings []marking.Proposal
	err := r.daily.Within(r.perCall, func(budget *llm.Budget) error {
		for _, asked := range []marking.Rating{rating, reversed} {
			said, err := r.reading(ctx, asked, budget)
			readings = append(readings, said)
			if err != nil {
				return err
			}
		}
		return nil
	})
	switch {
	case err == nil:
		return agreed(rating, readings[0], readings[1]), nil
	case len(readings) == 0:
		return marking.Proposal{}, fmt.Errorf("llmgrader: %w", err)
	}
	return marking.Proposal{Model: readings[len(readings)-1].Model}, err
}

// reading asks once.
func (r *Grader) reading(ctx context.Context, rating marking.Rating, budget *llm.Budget) (marking.Proposal, error) {
	fenced := llm.Fence("answer", rating.Answer)
	p, err := r.rate.Fill(map[string]any{
		"Language": language(rating.Language), "Question": rating.Question, "Points": rating.Points, "Answer": fenced,
	})
	if err != nil {
		return marking.Proposal{}, fmt.Errorf("llmgrader: %w", err)
	}
	p.Schema, p.MaxTokens, p.Budget = r.shape, frameTokens+pointTokens*len(rating.Points), budget
	a, err := r.client.Complete(ctx, p)
	if err != nil {
		return marking.Proposal{}, fmt.Errorf("llmgrader: %w", err)
	}
	proposal := marking.Proposal{Model: engine(a.Engine.Model, r.rate)}
	var said verdict
	if err := json.Unmarshal(a.JSON, &said); err != nil {
		return proposal, fmt.Errorf("llmgrader: verdict: %w", err)
	}
	proposal.Points, err = read(said, rating, fenced.Cleaned)
	return proposal, err
}

// agreed is what both readings say, by the quotes of the first one. A point that one of them
// left out it has not seen.
func agreed(rating marking.Rating, first, second marking.Proposal) marking.Proposal {
	both := marking.Proposal{Model: first.Model, Readings: 2}
	for _, asked := range rating.Points {
		a, named := pointOf(first, asked.ID)
		b, again := pointOf(second, asked.ID)
		if !named && !again {
			continue
		}
		p := marking.ProposedPoint{ID: asked.ID, Made: a.Made && b.Made, Split: a.Made != b.Made}
		if p.Made {
			p.Quote = a.Quote
		}
		both.Points = append(both.Points, p)
	}
	return both
}

func pointOf(p marking.Proposal, id string) (marking.ProposedPoint, bool) {
	i := slices.IndexFunc(p.Points, func(known marking.ProposedPoint) bool { return known.ID == id })
	if i < 0 {
		return marking.ProposedPoint{}, false
	}
	return p.Points[i], true
}

// read takes over what the model says of the points asked about. A point named twice with
// two verdicts makes the whole unusable: nobody knows which one was meant.
func read(said verdict, rating marking.Rating, answer llm.Cleaned) ([]marking.ProposedPoint, error) {
	var points []marking.ProposedPoint
	for _, p := range said.Points {
		if !slices.ContainsFunc(rating.Points, func(asked marking.RatedPoint) bool { return asked.ID == p.ID }) {
			continue
		}
		made := marking.ProposedPoint{ID: p.ID, Made: p.Met}
		if p.Met {
			made.Quote = quoted(p.Quote, answer)
		}
		i := slices.IndexFunc(points, func(known marking.ProposedPoint) bool { return known.ID == p.ID })
		switch {
		case i < 0:
			points = append(points, made)
		case points[i] != made:
			return nil, fmt.Errorf("llmgrader: the verdict names %s twice", p.ID)
		}
	}
	if len(points) == 0 {
		return nil, errors.New("llmgrader: the verdict names no point of the question")
	}
	return points, nil
}

// longestQuote is in characters. A passage of this length is no quote of a point but the
// answer itself.
const longestQuote = 600

// quoted is the passage in the candidate's own words; a quote that is not in the answer
// stays as it is, for the room to find out and to record as void.
func quoted(quote string, answer llm.Cleaned) string {
	quote = strings.TrimSpace(quote)
	if utf8.RuneCountInString(quote) > longestQuote {
		return string([]rune(quote)[:longestQuote]) + "…"
	}
	from, to, ok := answer.Find(quote)
	if !ok {
		return quote
	}
	return answer.Original[from:to]
}
