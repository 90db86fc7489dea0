package evaluate

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"kadry/internal/codematch/feature"
	"kadry/internal/codematch/rank"
)

// Pair is a line of a set of pairs of Java functions: 1 T1, 2 T2, 3 strong T3, 4 moderate T3,
// 5 weak T3 or T4, 0 not alike (BigCloneBench; Svajlenko and others, 2014).
type Pair struct {
	A     ID  `json:"a"`
	B     ID  `json:"b"`
	Label int `json:"label"`
}

// TypedAUC is by type how well the score tells pairs of that type from those that are not
// alike: the area under the ROC curve, 0.5 is chance.
type TypedAUC struct {
	AUC       map[string]float64 `json:"auc"`
	Pairs     map[string]int     `json:"pairs"`
	Documents int                `json:"docs"`
}

var types = []string{"false", "t1", "t2", "st3", "mt3", "wt3t4"}

// typed measures a set of pairs. A pair's score is that of the first stage, the mean of both
// directions: the second stage compares the best alone.
func typed(ctx context.Context, dir, set, field string) (any, error) {
	documents, err := Load(dir, strings.TrimSuffix(set, pairs)+functions)
	if err != nil {
		return nil, err
	}
	labelled, err := loadLines[Pair](dir, set)
	if err != nil {
		return nil, err
	}
	c := NewCorpus(documents, field)
	at := map[ID]int{}
	for i, d := range c.Documents {
		at[d.ID] = i
	}
	scores, err := c.scores(ctx, labelled, at)
	if err != nil {
		return nil, err
	}
	byType := map[string][]float64{}
	for n, p := range labelled {
		_, a := at[p.A]
		_, b := at[p.B]
		if a && b && p.Label >= 0 && p.Label < len(types) {
			byType[types[p.Label]] = append(byType[types[p.Label]], scores[n])
		}
	}
	found := TypedAUC{map[string]float64{}, map[string]int{}, len(documents)}
	for _, t := range types {
		found.Pairs[t] = len(byType[t])
		if t != types[0] {
			found.AUC[t] = auc(byType[t], byType[types[0]])
		}
	}
	return found, nil
}

// scores are those of the pairs whose documents are known.
func (c *Corpus) scores(ctx context.Context, labelled []Pair, at map[ID]int) ([]float64, error) {
	ranked := map[int]map[int]float64{}
	ask := func(i int) (map[int]float64, error) {
		if found := ranked[i]; found != nil {
			return found, nil
		}
		q := rank.Question(c.Reads[i].Vector(), &even)
		q.Limit = len(c.Documents)
		answer, err := c.Index.Search(ctx, "", q)
		if err != nil {
			return nil, fmt.Errorf("evaluate: %w", err)
		}
		found := make(map[int]float64, len(answer.Hits))
		for _, h := range answer.Hits {
			found[c.At(h.Place)] = h.Score
		}
		for j := range found {
			if j != i {
				found[j] /= max(found[i], 1e-9) // a share of what the text finds in itself
			}
		}
		ranked[i] = found
		return found, nil
	}
	scores := make([]float64, len(labelled))
	for n, p := range labelled {
		a, hasA := at[p.A]
		b, hasB := at[p.B]
		if !hasA || !hasB {
			continue
		}
		one, err := ask(a)
		if err != nil {
			return nil, err
		}
		other, err := ask(b)
		if err != nil {
			return nil, err
		}
		scores[n] = one[b] + other[a]
	}
	return scores, nil
}

// even weighs the fields alike.
var even = func() (w [feature.Fields]float64) {
	for f := range w {
		w[f] = 1
	}
	return w
}()

// auc is the share of pairs of a good and a bad score in which the good one is greater, ties
// counting half; 0 where there are none.
func auc(good, bad []float64) float64 {
	if len(good) == 0 || len(bad) == 0 {
		return 0
	}
	slices.Sort(bad)
	sum := 0.0
	for _, g := range good {
		below, _ := slices.BinarySearch(bad, g)
		same := below
		for same < len(bad) && bad[same] == g {
			same++
		}
		sum += float64(below) + float64(same-below)/2
	}
	return sum / float64(len(good)*len(bad))
}
