// Package evaluate measures the embedded grader on labelled answers, through the same
// function as the product. It learns nothing from the data.
package evaluate

import (
	"context"
	"fmt"
	"io"
	"math"

	"kadry/internal/interview/bank"
	"kadry/internal/interview/grade"
	"kadry/internal/interview/trial"
)

// Result is what was measured; a set that is not in the directory is nil.
type Result struct {
	Mohler   *Scores  `json:"mohler,omitempty"`
	SemEval2 *Classes `json:"semeval2,omitempty"`
	Gaming   *Gaming  `json:"gaming,omitempty"`
	Own      *Own     `json:"own,omitempty"`
}

// Own is what was measured on the project's own answers to questions of the bank.
type Own struct {
	Russian *Russian `json:"russian"`
	Bank    *Suite   `json:"bank"`
	Second  *Suite   `json:"bank_second"`    // other questions, another writer, other ways
	Third   *Suite   `json:"bank_third"`     // again others, half of trades and offices
	Code    *Suite   `json:"bank_code"`      // all that asked for code when it was written
	Runs    *Suite   `json:"bank_code_runs"` // those whose answers are run

	Stability *Stability `json:"stability"` // of the marks of the second
	// The same by the words of a writer who had not seen the grader.
	StabilitySecond *Stability `json:"stability_second"`
}

// Scores compares with human scores of 0-5.
type Scores struct {
	Pearson float64 `json:"pearson"`
	RMSE    float64 `json:"rmse"`
	N       int     `json:"n"`
}

// Classes compares with the human verdict correct or not.
type Classes struct {
	Accuracy float64 `json:"accuracy"`
	MacroF1  float64 `json:"macro_f1"`
	N        int     `json:"n"`
}

// Options say what to measure.
type Options struct {
	Dir   string
	Notes io.Writer // one line per set that is missing and per thing left out
	// Questions are the bank to whose questions the project's own sets are answers; nil leaves
	// them out.
	Questions *bank.Bank
	Every     int // how many-th of their answers is marked; 0 is every one
	Trials    trial.Trials
}

// Scale is the highest human score of the data.
const Scale = 5

// Run measures every set found under the directory.
func Run(ctx context.Context, o Options) (Result, error) {
	data, err := Load(o)
	if err != nil {
		return Result{}, fmt.Errorf("evaluate: directory %q: %w", o.Dir, err)
	}
	var result Result
	if len(data.Scored) > 0 {
		marks, err := marked(ctx, data.Scored)
		if err != nil {
			return Result{}, err
		}
		result.Mohler = scores(marks, data.Scored)
		result.Gaming = gaming(data.Scored)
	}
	if len(data.Judged) > 0 {
		marks, err := marked(ctx, data.Judged)
		if err != nil {
			return Result{}, err
		}
		result.SemEval2 = classes(marks, data.Judged)
	}
	if o.Questions != nil {
		if result.Own, err = measureOwn(ctx, o.Questions, o.Trials, max(1, o.Every)); err != nil {
			return Result{}, err
		}
	}
	return result, nil
}

func measureOwn(ctx context.Context, questions *bank.Bank, trials trial.Trials, every int) (*Own, error) {
	var own Own
	var err error
	if own.Russian, err = MeasureRussian(ctx, questions, every); err != nil {
		return nil, err
	}
	for _, suite := range []struct {
		read func() ([]Answer, error)
		into **Suite
	}{{OwnAnswers, &own.Bank}, {SecondAnswers, &own.Second}, {ThirdAnswers, &own.Third}, {CodeAnswers, &own.Code}, {CodeThatRunsAnswers, &own.Runs}} {
		answers, err := suite.read()
		if err != nil {
			return nil, err
		}
		if *suite.into, err = MeasureSuite(ctx, questions, trials, Thin(answers, every)); err != nil {
			return nil, err
		}
	}
	answers, err := SecondAnswers()
	if err != nil {
		return nil, err
	}
	if own.Stability, err = MeasureStability(ctx, questions, Thin(answers, every), idleWords); err != nil {
		return nil, err
	}
	own.StabilitySecond, err = MeasureStability(ctx, questions, Thin(answers, every), secondIdleWords)
	return &own, err
}

// marked grades the answers as an interview would, with the other references of the set
// for a bank.
func marked(ctx context.Context, items []Item) ([]grade.Mark, error) {
	bank := References(items)
	marks := make([]grade.Mark, len(items))
	for i, it := range items {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		marks[i] = grade.Grade(it.Question(), it.Reference(), it.Answer, bank...)
	}
	return marks, nil
}

// References prepares the references of all questions of a set.
func References(items []Item) []grade.Other {
	var bank []grade.Other
	known := map[string]bool{}
	for _, it := range items {
		if !known[it.id] {
			known[it.id] = true
			bank = append(bank, grade.PrepareReference(it.Reference()))
		}
	}
	return bank
}

func scores(marks []grade.Mark, items []Item) *Scores {
	said, held := make([]float64, len(items)), make([]float64, len(items))
	for i := range items {
		said[i], held[i] = marks[i].Score*Scale, items[i].Score
	}
	return Agreement(said, held)
}

// Agreement returns the product-moment correlation and the root mean squared error.
func Agreement(said, held []float64) *Scores {
	n := float64(len(said))
	var x, y, xx, yy, xy, squared float64
	for i := range said {
		x, y = x+said[i], y+held[i]
		xx, yy, xy = xx+said[i]*said[i], yy+held[i]*held[i], xy+said[i]*held[i]
		squared += (said[i] - held[i]) * (said[i] - held[i])
	}
	r := (xy - x*y/n) / math.Sqrt((xx-x*x/n)*(yy-y*y/n))
	if math.IsNaN(r) {
		r = 0
	}
	return &Scores{Pearson: round(r), RMSE: round(math.Sqrt(squared / n)), N: len(said)}
}

// acceptable is the likelihood from which an answer is taken for correct.
const acceptable = 0.5

func classes(marks []grade.Mark, items []Item) *Classes {
	said := make([]float64, len(items))
	for i := range items {
		said[i] = marks[i].Correct
	}
	return Verdicts(said, items)
}

// Verdicts compares likelihoods of being correct with the human verdicts of the items.
func Verdicts(said []float64, items []Item) *Classes {
	var hit, wrong, missed, out float64
	for i, it := range items {
		switch yes := said[i] >= acceptable; {
		case yes && it.Score == 1:
			hit++
		case yes:
			wrong++
		case it.Score == 1:
			missed++
		default:
			out++
		}
	}
	f1 := func(right float64) float64 { return 2 * right / math.Max(1, 2*right+wrong+missed) }
	return &Classes{Accuracy: round((hit + out) / float64(len(items))), MacroF1: round((f1(hit) + f1(out)) / 2), N: len(items)}
}

func round(v float64) float64 { return math.Round(v*1e4) / 1e4 }
