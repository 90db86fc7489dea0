// Package rank finds the units that do the same as a piece of code. It asks the index for
// those that share most (retrieve.go), compares the best of them with the code by their texts
// (measure.go), judges each pair by a learned model (forest.go), lets the surest of them speak
// for others like them (feedback.go), and says how probable it is that the two do the same.
package rank

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"kadry/internal/codematch/index"
	"kadry/internal/codematch/lexer"
)

// Candidates is how many units of the first stage the second compares by their texts.
const Candidates = 300

// usual is how many matches there are when nobody says.
const usual = 10

// Query is what is looked for.
type Query struct {
	Language lexer.Language
	Code     []byte
	Filter   index.Filter
	Limit    int // matches at most; 0 is 10, and never more than Candidates
	// Near are units whose dense vectors are near that of the code, if there is a model for
	// such vectors; they are candidates beside those of the index.
	Near []Near
	// Read is the code already read, or nil.
	Read *Read
}

// Near is a unit by the similarity of its dense vector.
type Near struct {
	Place      index.Place
	Similarity float64 // cosine, -1..1
}

// Text is the text of a unit; no code says that there is none any more, and the unit is no
// match.
type Text struct {
	Language lexer.Language
	Code     []byte
	Read     *Read // the code already read, or nil
}

// Texts reads the texts of units, in their order.
type Texts func(ctx context.Context, places []index.Place) ([]Text, error)

// Match is a unit that was found.
type Match struct {
	Place index.Place
	// Score is the probability that the two do the same, 0..1, as calibrated on pairs that the
	// model has not seen.
	Score float64
	// Signals are 0..1 by name: subtokens, ir, literals, shape, api, and embedding where dense
	// vectors are.
	Signals map[string]float64
}

// Ranker ranks. It is safe for concurrent use.
type Ranker struct{ weights *Weights }

// New is a ranker with the weights that came with the program.
func New() (*Ranker, error) {
	w, err := builtin()
	if err != nil {
		return nil, fmt.Errorf("rank: weights: %w", err)
	}
	return &Ranker{weights: w}, nil
}

// With is a ranker with other weights, as training and evaluation need it.
func With(w *Weights) *Ranker { return &Ranker{weights: w} }

// Search finds the best matches, best first; equal ones by place.
func (r *Ranker) Search(ctx context.Context, idx index.Index, texts Texts, tenant string, q Query) ([]Match, error) {
	list, err := r.Gather(ctx, idx, texts, tenant, q)
	if err != nil {
		return nil, err
	}
	trees := r.weights.Trees(list)
	judged := r.weights.judge(list, trees)
	chances := r.weights.probability(list, judged, trees)
	order := make([]int, len(list.Places))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int {
		return cmp.Or(cmp.Compare(judged[b], judged[a]), list.Places[a].Compare(list.Places[b]))
	})
	limit := q.Limit
	if limit <= 0 {
		limit = usual
	}
	matches := make([]Match, 0, min(limit, len(order)))
	least := 1.0
	for _, i := range order[:min(limit, len(order))] {
		least = min(least, chances[i]) // what stands below is never surer
		matches = append(matches, Match{Place: list.Places[i], Score: least, Signals: list.signals[i]})
	}
	return matches, nil
}
