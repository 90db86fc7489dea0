package main

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"math/rand"
	"slices"
	"sync"

	"kadry/internal/interview/evaluate"
	"kadry/internal/interview/grade"
)

// lesson is what learning gives: the model and its figures on questions left out.
type lesson struct {
	Model    grade.Model       `json:"-"`
	Mohler   *evaluate.Scores  `json:"mohler"`
	SemEval2 *evaluate.Classes `json:"semeval2"`
	Folds    int               `json:"folds"`
	Splits   int               `json:"splits"`
}

// The recipes were chosen by the figures on questions left out.
var (
	scoreRecipe   = recipe{trees: 200, depth: 3, leaf: 60, rate: 0.03, ridge: 30, measures: 0.07, runs: 3, shaped: true}
	correctRecipe = recipe{trees: 200, depth: 3, leaf: 30, rate: 0.05, ridge: 5, measures: 0.2, runs: 2, logistic: true, leaning: true}
)

// Folds of the questions, and how many ways of folding the figures average.
const (
	folds  = 10
	splits = 3
)

// risingMeasures and fallingMeasures may only raise or lower a score: more of the reference
// told never costs, more missed or contradicted never pays.
var (
	risingMeasures = []string{
		"recall", "recall_new", "recall_exact", "recall_new_exact", "recall_new_firm", "recall_plain", "recall_long",
		"precision", "precision_new", "precision_exact", "hits_new", "f1_new", "card_ra", "card_ra_r", "card_ra_a", "card_dice",
		"lcs_r", "lcs_a", "bigram_r", "bigram_a", "run", "run_r", "letters_r", "letters_dice", "letters_new", "part_best",
		"part_worst", "top_hit", "window", "mean_recall", "max_recall_new", "max_precision_new", "max_f1_new", "max_lcs_r",
		"max_card_dice", "max_letters_dice", "max_recall_new_exact", "max_recall", "function_r", "in_order",
	}
	fallingMeasures = []string{
		"missed_new", "extra_new", "top_miss", "clash", "contrasts", "contrast_alone", "nots_gap", "numbers_missed",
		"numbers_extra", "first_hit",
	}
)

// lessons are the answers a model learns from, in the order of the items.
type lessons struct {
	items  []evaluate.Item
	x      [][]float64 // nil where a rule decided
	traits [][]grade.Trait
	names  []string
	folded []string // group of each item
}

// learn fits the weights on the sets under the directory and measures them on questions
// left out, folding by question text.
func learn(ctx context.Context, o evaluate.Options) (lesson, error) {
	data, err := evaluate.Load(o)
	if err != nil {
		return lesson{}, fmt.Errorf("learn: directory %q: %w", o.Dir, err)
	}
	if len(data.Scored) == 0 || len(data.Judged) == 0 {
		return lesson{}, fmt.Errorf("learn: directory %q: both sets are needed to learn", o.Dir)
	}
	scored, err := prepare(ctx, data.Scored)
	if err != nil {
		return lesson{}, err
	}
	judgedSet, err := prepare(ctx, data.Judged)
	if err != nil {
		return lesson{}, err
	}
	learned := lesson{Folds: folds, Splits: splits}
	learned.Model.Names = scored.names
	if learned.Mohler, err = scored.crossScores(ctx); err != nil {
		return lesson{}, err
	}
	if learned.SemEval2, err = judgedSet.crossClasses(ctx); err != nil {
		return lesson{}, err
	}
	learned.Model.Score = scored.fit(scoreRecipe, evaluate.Scale, nil)
	learned.Model.Correct = judgedSet.fit(correctRecipe, 1, nil)
	return learned, nil
}

func prepare(ctx context.Context, items []evaluate.Item) (lessons, error) {
	l := lessons{items: items, x: make([][]float64, len(items)), traits: make([][]grade.Trait, len(items)), folded: make([]string, len(items))}
	bank := evaluate.References(items)
	for i, it := range items {
		if err := ctx.Err(); err != nil {
			return lessons{}, err
		}
		s := grade.Measure(it.Question(), it.Reference(), it.Answer, bank...)
		l.folded[i] = it.Group()
		if !s.Closed {
			l.x[i], l.names, l.traits[i] = s.Values, s.Names, s.Traits
		}
	}
	return l, nil
}

// fit grows a forest from the items for which use holds; nil uses all. Targets are divided
// by top.
func (l lessons) fit(r recipe, top float64, use func(i int) bool) grade.Forest {
	var used []int
	for i := range l.items {
		if l.x[i] != nil && (use == nil || use(i)) {
			used = append(used, i)
		}
	}
	x, y := make([][]float64, len(used)), make([]float64, len(used))
	for n, i := range used {
		x[n], y[n] = slices.Clone(l.x[i]), l.items[i].Score/top
	}
	r.rising = make([]int, len(l.names), len(l.names)+1)
	for f, name := range l.names {
		switch {
		case !r.shaped:
		case slices.Contains(risingMeasures, name):
			r.rising[f] = 1
		case slices.Contains(fallingMeasures, name):
			r.rising[f] = -1
		}
	}
	if !r.leaning {
		return r.grow(x, y)
	}
	said := l.leanings(used, top)
	for n, i := range used {
		x[n] = append(x[n], said[i])
	}
	r.rising = append(r.rising, 0)
	forest := r.grow(x, y)
	forest.Leaning = l.lean(used, top)
	return forest
}

// cross returns for every item the figure of a model that has not seen its question.
func (l lessons) cross(ctx context.Context, r recipe, top float64, seed int64) ([]float64, error) {
	part := l.parts(seed)
	said := make([]float64, len(l.items))
	var work sync.WaitGroup
	for f := range folds {
		work.Go(func() {
			if ctx.Err() != nil {
				return
			}
			forest := l.fit(r, top, func(i int) bool { return part[i] != f })
			for i := range l.items {
				if part[i] == f && l.x[i] != nil {
					said[i] = math.Max(0, math.Min(1, forest.Of(l.x[i], l.traits[i])))
				}
			}
		})
	}
	work.Wait()
	return said, ctx.Err()
}

// parts deals the questions into folds.
func (l lessons) parts(seed int64) []int {
	groups := slices.Compact(slices.Sorted(slices.Values(l.folded)))
	rand.New(rand.NewSource(seed)).Shuffle(len(groups), func(i, j int) { groups[i], groups[j] = groups[j], groups[i] })
	of := map[string]int{}
	for i, g := range groups {
		of[g] = i % folds
	}
	part := make([]int, len(l.items))
	for i, g := range l.folded {
		part[i] = of[g]
	}
	return part
}

func (l lessons) crossScores(ctx context.Context) (*evaluate.Scores, error) {
	mean := &evaluate.Scores{N: len(l.items)}
	for seed := range splits {
		said, err := l.cross(ctx, scoreRecipe, evaluate.Scale, int64(seed+1))
		if err != nil {
			return nil, err
		}
		held := make([]float64, len(said))
		for i := range said {
			said[i] *= evaluate.Scale
			held[i] = l.items[i].Score
		}
		m := evaluate.Agreement(said, held)
		mean.Pearson += m.Pearson / splits
		mean.RMSE += m.RMSE / splits
	}
	mean.Pearson, mean.RMSE = round(mean.Pearson), round(mean.RMSE)
	return mean, nil
}

func (l lessons) crossClasses(ctx context.Context) (*evaluate.Classes, error) {
	mean := &evaluate.Classes{N: len(l.items)}
	for seed := range splits {
		said, err := l.cross(ctx, correctRecipe, 1, int64(seed+1))
		if err != nil {
			return nil, err
		}
		m := evaluate.Verdicts(said, l.items)
		mean.Accuracy += m.Accuracy / splits
		mean.MacroF1 += m.MacroF1 / splits
	}
	mean.Accuracy, mean.MacroF1 = round(mean.Accuracy), round(mean.MacroF1)
	return mean, nil
}

// weights writes the model as the file that the grader embeds, one tree a line.
func weights(m grade.Model) ([]byte, error) {
	names, err := json.Marshal(m.Names)
	if err != nil {
		return nil, err
	}
	out := fmt.Appendf(nil, "{\"names\":%s", names)
	for _, part := range []struct {
		name   string
		forest grade.Forest
	}{{"score", m.Score}, {"correct", m.Correct}} {
		if out, err = appendForest(out, part.name, part.forest); err != nil {
			return nil, err
		}
	}
	return append(out, "}\n"...), nil
}

// appendForest writes a forest as a member of an object, one tree a line.
func appendForest(out []byte, name string, f grade.Forest) ([]byte, error) {
	out = fmt.Appendf(out, ",\n\"%s\":{\"base\":%.6f,\"logistic\":%t,", name, f.Base, f.Logistic)
	if f.Leaning != nil {
		leaning, err := json.Marshal(f.Leaning)
		if err != nil {
			return nil, err
		}
		out = fmt.Appendf(out, "\n\"leaning\":%s,", leaning)
	}
	out = append(out, "\"trees\":["...)
	for i, t := range f.Trees {
		if i > 0 {
			out = append(out, ',')
		}
		line, err := json.Marshal(t)
		if err != nil {
			return nil, err
		}
		out = append(append(out, '\n'), line...)
	}
	return append(out, "]}"...), nil
}

func round(v float64) float64 { return math.Round(v*1e4) / 1e4 }
