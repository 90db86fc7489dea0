package rank

import (
	_ "embed"
	"encoding/json"
	"math"

	"kadry/internal/codematch/feature"
)

// Weights are what was learned.
type Weights struct {
	// First weighs the signals of the fields in the first stage.
	First [feature.Fields]float64 `json:"first"`
	// Forest judges pairs; none leaves the order of the first stage.
	Forest *Forest `json:"forest,omitempty"`
	// Platt's scaling: the probability is 1/(1+exp(−(Slope·score + Base))).
	Slope float64 `json:"slope"`
	Base  float64 `json:"base"`
}

//go:embed weights.json
var learned []byte

func builtin() (*Weights, error) {
	w := &Weights{}
	return w, json.Unmarshal(learned, w)
}

// score is by candidate the probability that it does the same.
func (w *Weights) score(list *List) []float64 {
	scores := w.Judge(list)
	for i, s := range scores {
		scores[i] = 1 / (1 + math.Exp(-w.Slope*s-w.Base))
	}
	return scores
}

// Judge is by candidate what the model says, in its own scale.
func (w *Weights) Judge(list *List) []float64 {
	scores := make([]float64, len(list.Rows))
	for i, row := range list.Rows {
		if w.Forest == nil {
			scores[i] = float64(row[5*len(fields)])
			continue
		}
		scores[i] = w.Forest.At(row)
	}
	return scores
}
