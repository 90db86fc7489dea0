package evaluate

import (
	"bytes"
	"cmp"
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"

	"kadry/internal/interview/bank"
	"kadry/internal/interview/marking"
	"kadry/internal/interview/trial"
)

//go:embed bank/answers.jsonl
var ownAnswers []byte

//go:embed bank/second.jsonl
var secondAnswers []byte

//go:embed bank/third.jsonl
var thirdAnswers []byte

//go:embed bank/code_second.jsonl
var codeThatRunsAnswers []byte

//go:embed bank/code.jsonl
var codeAnswers []byte

// Answer is an answer to a question of the bank, written in one of many ways, with the grade
// that a person gave it.
type Answer struct {
	Question string        `json:"question"`
	Lang     bank.Language `json:"lang"`
	Way      string        `json:"way"`
	Honest   bool          `json:"honest"` // written by somebody who tried to answer rightly
	Grade    int           `json:"grade"`  // 0-4, see bank.Anchor
	Text     string        `json:"text"`
}

// OwnAnswers are the project's own answers to questions of the bank.
func OwnAnswers() ([]Answer, error) { return ReadAnswers(bytes.NewReader(ownAnswers)) }

// SecondAnswers are answers to other questions, by somebody else and in other ways.
func SecondAnswers() ([]Answer, error) { return ReadAnswers(bytes.NewReader(secondAnswers)) }

// CodeThatRunsAnswers are answers to the questions whose answers are run.
func CodeThatRunsAnswers() ([]Answer, error) {
	return ReadAnswers(bytes.NewReader(codeThatRunsAnswers))
}

// ThirdAnswers are answers to again other questions, half of them of trades and offices.
func ThirdAnswers() ([]Answer, error) { return ReadAnswers(bytes.NewReader(thirdAnswers)) }

// CodeAnswers are answers to the questions that ask for code.
func CodeAnswers() ([]Answer, error) { return ReadAnswers(bytes.NewReader(codeAnswers)) }

// ReadAnswers reads answers, one a line.
func ReadAnswers(from io.Reader) ([]Answer, error) {
	var all []Answer
	for lines := json.NewDecoder(from); ; {
		var a Answer
		if err := lines.Decode(&a); errors.Is(err, io.EOF) {
			return all, nil
		} else if err != nil {
			return nil, fmt.Errorf("evaluate: answer %d: %w", len(all)+1, err)
		}
		all = append(all, a)
	}
}

// Suite is how the marks of answers to questions of the bank agree with those of a person.
type Suite struct {
	AUC       float64   `json:"auc"`   // that an honest answer has a higher mark than a dishonest or wrong one
	Kappa     float64   `json:"kappa"` // quadratic weighted, on the grades 0-4
	N         int       `json:"n"`
	Ways      []Way     `json:"ways"`
	Certainty []Certain `json:"certainty"`
}

// Way is how answers written in one way are marked.
type Way struct {
	Way    string  `json:"way"`
	Honest bool    `json:"honest"`
	Mean   float64 `json:"mean"` // 0-100
	Least  float64 `json:"least"`
	Most   float64 `json:"most"`
	N      int     `json:"n"`
}

// Certain is how often marks that were said with a confidence of a tenth agree with a person
// within one grade.
type Certain struct {
	From   float64 `json:"from"` // of the tenth
	Said   float64 `json:"said"` // mean confidence
	Agreed float64 `json:"agreed"`
	N      int     `json:"n"`
}

// Thin is the first of the answers and every how many-th behind it.
func Thin[A any](answers []A, every int) []A {
	thin := make([]A, 0, len(answers)/every+1)
	for i := 0; i < len(answers); i += every {
		thin = append(thin, answers[i])
	}
	return thin
}

// MeasureSuite marks answers as an interview does, and runs their code as it does.
func MeasureSuite(ctx context.Context, questions *bank.Bank, trials trial.Trials, answers []Answer) (*Suite, error) {
	marker := marking.NewMarker(questions)
	marks := make([]marking.Mark, len(answers))
	for i, a := range answers {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		q, ok := questions.Question(a.Question)
		if !ok {
			return nil, fmt.Errorf("evaluate: the bank has no question %q", a.Question)
		}
		turns := []marking.Turn{marking.NewTurn(a.Lang.Of(q.Text), a.Text, a.Text, 1)}
		if err := trials.Run(ctx, q, turns); err != nil {
			return nil, err
		}
		marks[i] = marker.Mark(q, a.Lang, turns)
	}
	return &Suite{AUC: round(area(answers, marks)), Kappa: round(kappa(answers, marks)), N: len(answers), Ways: ways(answers, marks), Certainty: certainty(answers, marks)}, nil
}

// area is the area under the curve of honest against other answers, ties counted half.
func area(answers []Answer, marks []marking.Mark) float64 {
	place := make([]int, len(answers))
	for i := range place {
		place[i] = i
	}
	slices.SortFunc(place, func(a, b int) int { return cmp.Compare(marks[a].Score, marks[b].Score) })
	won, honest, below := 0.0, 0.0, 0.0 // below: other answers with a lower mark
	for from := 0; from < len(place); {
		to, good, bad := from, 0.0, 0.0
		for ; to < len(place) && marks[place[to]].Score == marks[place[from]].Score; to++ {
			if answers[place[to]].Honest {
				good++
			} else {
				bad++
			}
		}
		won += good * (below + bad/2)
		honest, below, from = honest+good, below+bad, to
	}
	return won / math.Max(1, honest*below)
}

// kappa is Cohen's kappa with quadratic weights.
func kappa(answers []Answer, marks []marking.Mark) float64 {
	var said, held [bank.Grades]float64
	apart := 0.0
	for i, a := range answers {
		d := float64(marks[i].Anchor - a.Grade)
		apart += d * d
		said[marks[i].Anchor]++
		held[a.Grade]++
	}
	chance := 0.0
	for i := range said {
		for j := range held {
			chance += float64((i-j)*(i-j)) * said[i] * held[j]
		}
	}
	if chance == 0 {
		return 0
	}
	return 1 - apart*float64(len(answers))/chance
}

func ways(answers []Answer, marks []marking.Mark) []Way {
	var all []Way
	place := map[string]int{}
	for i, a := range answers {
		at, known := place[a.Way]
		if !known {
			at = len(all)
			place[a.Way] = at
			all = append(all, Way{Way: a.Way, Honest: a.Honest, Least: 100})
		}
		w, score := &all[at], 100*marks[i].Score
		w.Mean += score
		w.Least, w.Most = math.Min(w.Least, score), math.Max(w.Most, score)
		w.N++
	}
	for i := range all {
		all[i].Mean = math.Round(10*all[i].Mean/float64(all[i].N)) / 10
		all[i].Least, all[i].Most = math.Round(all[i].Least), math.Round(all[i].Most)
	}
	return all
}

const tenths = 10

func certainty(answers []Answer, marks []marking.Mark) []Certain {
	var table [tenths]Certain
	for i, a := range answers {
		c := &table[min(int(marks[i].Confidence*tenths), tenths-1)]
		c.Said += marks[i].Confidence
		if d := marks[i].Anchor - a.Grade; -1 <= d && d <= 1 {
			c.Agreed++
		}
		c.N++
	}
	var kept []Certain
	for i, c := range table {
		if c.N > 0 {
			n := float64(c.N)
			kept = append(kept, Certain{From: float64(i) / tenths, Said: round(c.Said / n), Agreed: round(c.Agreed / n), N: c.N})
		}
	}
	return kept
}
