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
	// Forest judges pairs; none leaves what the code and a candidate find in each other.
	Forest *Forest `json:"forest,omitempty"`
	// Blend is what the measure Mutual counts beside the forest, Spread what the neighbours
	// count beside both; all in standard scores of the candidates.
	Blend  float64 `json:"blend"`
	Spread float64 `json:"spread"`
	// Typical is the median over the queries of training of how far the best candidate stands
	// out (the measure Asked). Where it stands out less, there are many that do the same, and
	// neighbours count more: by the fourth power, at most boldest times; 0 leaves that out.
	Typical float64 `json:"typical"`
	// Chance makes the probability: a logistic function of Evidence.
	Chance []float64 `json:"chance"`
}

//go:embed weights.json
var learned []byte

func builtin() (*Weights, error) {
	w := &Weights{}
	return w, json.Unmarshal(learned, w)
}

// Judge is by candidate what the model says, in standard scores of the candidates.
func (w *Weights) Judge(list *List) []float64 {
	return w.judge(list, w.Trees(list))
}

// Trees is by candidate what the forest says.
func (w *Weights) Trees(list *List) []float64 {
	scores := make([]float64, len(list.Rows))
	if w.Forest == nil {
		return scores
	}
	for i, row := range list.Rows {
		scores[i] = w.Forest.At(row)
	}
	return scores
}

func (w *Weights) judge(list *List, trees []float64) []float64 {
	if len(list.Rows) == 0 {
		return nil
	}
	mutual := make([]float64, len(list.Rows))
	for i, row := range list.Rows {
		mutual[i] = float64(row[Mutual])
	}
	judged := add(normal(trees), w.Blend, normal(mutual))
	if len(list.near) > 0 {
		judged = add(judged, embeddings, normal(list.near))
	}
	if w.Spread > 0 {
		judged = add(judged, w.Spread*w.crowded(list), spread(list.alike, normal(judged)))
	}
	return normal(judged)
}

const boldest = 6

// embeddings is what dense similarity counts beside the forest, in standard scores.
const embeddings = 1

// crowded is how much more than usual neighbours count.
func (w *Weights) crowded(list *List) float64 {
	top := float64(0)
	for _, row := range list.Rows {
		top = max(top, float64(row[Asked]))
	}
	if w.Typical <= 0 || top <= 0 {
		return 1
	}
	return min(boldest, math.Pow(w.Typical/top, 4))
}

func add(a []float64, weight float64, b []float64) []float64 {
	for i := range a {
		a[i] += weight * b[i]
	}
	return a
}

// Evidence is what the probability of a candidate goes by: what the model says among the
// candidates and by itself, and the shares that the two have in common; the first is 1.
func Evidence(judged, tree float64, row []float32) []float64 {
	shares, dices := row[columnShare:], row[columnDice:]
	return []float64{
		1, judged, tree, float64(shares[0]), float64(shares[2]), float64(shares[3]), float64(shares[4]), float64(dices[2]), float64(dices[3]),
	}
}

// probability is by candidate how probable it is that it does the same.
func (w *Weights) probability(list *List, judged, trees []float64) []float64 {
	scores := make([]float64, len(judged))
	for i, row := range list.Rows {
		sum := 0.0
		for k, e := range Evidence(judged[i], trees[i], row) {
			if k < len(w.Chance) {
				sum += w.Chance[k] * e
			}
		}
		scores[i] = 1 / (1 + math.Exp(-sum))
	}
	return scores
}
