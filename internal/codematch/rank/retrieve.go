package rank

import (
	"context"
	"fmt"
	"math"

	"kadry/internal/codematch/feature"
	"kadry/internal/codematch/index"
	"kadry/internal/codematch/lexer"
)

// List is the candidates of a query with what is known of each.
type List struct {
	Places  []index.Place
	Rows    [][]float32 // by candidate, by measure as Measures names them
	signals []map[string]float64
	code    *Read
	reads   []*Read
	alike   [][]float32 // of the candidates, the code last
	near    []float64   // cosine of the dense vectors, NaN where there is none
}

// Read is a text as the second stage sees it.
type Read struct {
	language         lexer.Language
	tokens           int
	form             feature.Form
	vector           feature.Vector
	shape, canonical []uint32 // the form for subsequences
	params           []uint32 // names by hash
}

// Reading reads a text.
func Reading(language lexer.Language, code []byte) *Read {
	tokens := feature.Tokens(language, code)
	form := feature.FormOf(language, code, tokens)
	r := &Read{language: language, tokens: len(tokens), form: form, vector: feature.Features(code, tokens, form)}
	r.shape, r.canonical = codes(form.Symbols, true), codes(form.Symbols, false)
	for _, p := range form.Params {
		r.params = append(r.params, feature.NameCode(code[p.Start:p.End]))
	}
	return r
}

// Vector is what is indexed of it.
func (r *Read) Vector() feature.Vector { return r.vector }

// Gather finds the candidates of a query and measures them, in the order of the first stage.
func (r *Ranker) Gather(ctx context.Context, idx index.Index, texts Texts, tenant string, q Query) (*List, error) {
	code := q.Read
	if code == nil {
		code = Reading(q.Language, q.Code)
	}
	question := Question(code.vector, &r.weights.First)
	question.Filter, question.Limit = q.Filter, Candidates
	answer, err := idx.Search(ctx, tenant, question)
	if err != nil {
		return nil, fmt.Errorf("rank: index: %w", err)
	}
	places := make([]index.Place, len(answer.Hits))
	for i, h := range answer.Hits {
		places[i] = h.Place
	}
	found, err := texts(ctx, places)
	if err != nil {
		return nil, fmt.Errorf("rank: texts: %w", err)
	}
	if len(found) != len(places) {
		return nil, fmt.Errorf("rank: texts: %d of %d", len(found), len(places))
	}
	return measure(code, question, answer, found), nil
}

// Question asks for the units that share features with a vector.
func Question(v feature.Vector, weights *[feature.Fields]float64) index.Question {
	q := index.Question{Weights: *weights}
	for f, terms := range v {
		asked := make([]index.Term, len(terms))
		for i, t := range terms {
			asked[i] = index.Term{Hash: t.Hash, Weight: float32(1 + math.Log(float64(t.Count)))}
		}
		q.Terms[f] = asked
	}
	return q
}
