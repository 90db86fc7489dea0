package evaluate

import (
	"context"
	_ "embed"
	"fmt"
	"math"
	"slices"
	"strings"

	"kadry/internal/interview/bank"
	"kadry/internal/interview/marking"
)

//go:embed bank/idle.txt
var idleWords string

// secondIdleWords are of a writer who had not seen the grader.
//
//go:embed bank/idle_second.txt
var secondIdleWords string

// Stability is how far marks move by words that say nothing: adjectives and adverbs put
// between the words of an answer, and sentences of assurance before it. The attack by
// adjectives and adverbs is that of Filighera et al., "Cheating Automatic Short Answer
// Grading with the Adversarial Usage of Adjectives and Adverbs" (2022).
type Stability struct {
	Inserted Moves `json:"inserted"`
	Prefixed Moves `json:"prefixed"`
}

// Moves are changes of marks, on the scale 0-100.
type Moves struct {
	Mean  float64 `json:"mean"`  // whatever their direction
	P95   float64 `json:"p95"`   // whatever their direction
	Raise float64 `json:"raise"` // the highest
	Lower float64 `json:"lower"` // the lowest
	Over  float64 `json:"over"`  // share of changes of more than five
	N     int     `json:"n"`
}

// insertEvery is how many words of an answer stand between two that are put in.
const insertEvery = 6

// MeasureStability marks every answer as it is and with words put in, of a list like bank/idle.txt.
func MeasureStability(ctx context.Context, questions *bank.Bank, answers []Answer, idle string) (*Stability, error) {
	marker := marking.NewMarker(questions)
	lists := readIdle(idle)
	var inserted, prefixed []float64
	for i, a := range answers {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		q, ok := questions.Question(a.Question)
		if !ok {
			return nil, fmt.Errorf("evaluate: the bank has no question %q", a.Question)
		}
		if q.Answer != bank.TextAnswer {
			continue
		}
		mark := func(text string) float64 {
			return 100 * marker.Mark(q, a.Lang, []marking.Turn{marking.NewTurn(a.Lang.Of(q.Text), text, text, 1)}).Score
		}
		list := lists[a.Lang]
		bare := mark(a.Text)
		inserted = append(inserted, mark(withInserted(a.Text, list.words, i))-bare)
		prefixed = append(prefixed, mark(list.prefixes[i%len(list.prefixes)]+" "+a.Text)-bare)
	}
	return &Stability{Inserted: moves(inserted), Prefixed: moves(prefixed)}, nil
}

// withInserted puts words of the list, from a place in it, between the words of a text.
func withInserted(text string, list []string, from int) string {
	var out []string
	for i, w := range strings.SplitAfter(text, " ") {
		if i%insertEvery == insertEvery/2 {
			out = append(out, list[(7*from+i)%len(list)]+" ")
		}
		out = append(out, w)
	}
	return strings.Join(out, "")
}

type idleList struct{ words, prefixes []string }

// readIdle reads lines "language kind text".
func readIdle(text string) map[bank.Language]idleList {
	lists := map[bank.Language]idleList{}
	for line := range strings.Lines(text) {
		fields := strings.SplitN(strings.TrimSpace(line), " ", 3)
		if len(fields) < 3 || strings.HasPrefix(line, "#") {
			continue
		}
		list := lists[bank.Language(fields[0])]
		if fields[1] == "prefix" {
			list.prefixes = append(list.prefixes, fields[2])
		} else {
			list.words = append(list.words, strings.Fields(fields[2])...)
		}
		lists[bank.Language(fields[0])] = list
	}
	return lists
}

const noMove = 5

func moves(all []float64) Moves {
	if len(all) == 0 {
		return Moves{}
	}
	m := Moves{N: len(all), Raise: math.Round(slices.Max(all)), Lower: math.Round(slices.Min(all))}
	far := make([]float64, len(all))
	for i, d := range all {
		far[i] = math.Abs(d)
		m.Mean += far[i] / float64(len(all))
		if far[i] > noMove {
			m.Over += 1 / float64(len(all))
		}
	}
	slices.Sort(far)
	m.Mean, m.P95, m.Over = round(m.Mean), round(far[len(far)*95/100]), round(m.Over)
	return m
}
