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
	near    []float64   // similarity of the dense vectors, none where there are none
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

// compared is how many bytes of a text the second stage reads: the time of a search is bound
// by it.
const compared = 6000

func (t Text) read() *Read {
	switch {
	case t.Read != nil:
		return t.Read
	case len(t.Code) == 0:
		return nil
	}
	return Reading(t.Language, t.Code[:min(compared, len(t.Code))])
}

// Gather finds the candidates of a query and measures them, in the order of the first stage.
func (r *Ranker) Gather(ctx context.Context, idx index.Index, texts Texts, tenant string, q Query) (*List, error) {
	full, code := q.Read, q.Read
	if full == nil {
		full = Reading(q.Language, q.Code)
		code = full
		if len(q.Code) > compared {
			code = Reading(q.Language, q.Code[:compared])
		}
	}
	question := Question(full.vector, &r.weights.First)
	question.Filter, question.Limit = q.Filter, Candidates
	answer, err := idx.Search(ctx, tenant, question)
	if err != nil {
		return nil, fmt.Errorf("rank: index: %w", err)
	}
	answer.Hits = withNear(answer.Hits, q.Near)
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
	list := measure(full, code, question, answer, found)
	list.embed(q.Near)
	return list, nil
}

// withNear adds the units that dense vectors alone found; what the index would say of them is
// the mean, 0.
func withNear(hits []index.Hit, near []Near) []index.Hit {
	known := make(map[index.Place]bool, len(hits))
	for _, h := range hits {
		known[h.Place] = true
	}
	for _, n := range near {
		if len(hits) >= 2*Candidates {
			break
		}
		if !known[n.Place] {
			known[n.Place] = true
			hits = append(hits, index.Hit{Place: n.Place})
		}
	}
	return hits
}

// embed notes the dense similarity of the candidates; those that have none get the least.
func (l *List) embed(near []Near) {
	if len(near) == 0 {
		return
	}
	by := make(map[index.Place]float64, len(near))
	least := 1.0
	for _, n := range near {
		by[n.Place] = n.Similarity
		least = min(least, n.Similarity)
	}
	l.near = make([]float64, len(l.Places))
	for i, p := range l.Places {
		similarity, ok := by[p]
		if ok {
			l.signals[i]["embedding"] = min(1, max(0, similarity))
		} else {
			similarity = least
		}
		l.near[i] = similarity
	}
}

// asked is how many terms of a field a question has at most; of more, those with the least
// hashes, which is a sample without regard to what they are.
const asked = 2000

// Question asks for the units that share features with a vector.
func Question(v feature.Vector, weights *[feature.Fields]float64) index.Question {
	q := index.Question{Weights: *weights}
	for f, terms := range v {
		if feature.Field(f) == feature.Fingerprint {
			continue // it tells copies, which the other fields find too
		}
		terms = terms[:min(asked, len(terms))]
		q.Terms[f] = make([]index.Term, len(terms))
		for i, t := range terms {
			q.Terms[f][i] = index.Term{Hash: t.Hash, Weight: float32(1 + math.Log(float64(t.Count)))}
		}
	}
	return q
}
