package main

import (
	"bytes"
	"context"
	"encoding/json"
	"math"
	"math/rand"
	"strings"
	"testing"

	"kadry/internal/codematch/evaluate"
	"kadry/internal/codematch/feature"
	"kadry/internal/codematch/lexer"
	"kadry/internal/codematch/rank"
)

func TestRename(t *testing.T) {
	t.Parallel()
	code := "def entry(values, limit):\n    total = 0\n    for value in values:\n        if value < limit:\n            total += len(str(value))\n    return total\n"
	other := rename(lexer.Python, code, rand.New(rand.NewSource(3)))
	for _, name := range []string{"values", "limit", "total", "value"} {
		if strings.Contains(other, name) {
			t.Errorf("%q is still in %q", name, other)
		}
	}
	if !strings.Contains(other, "len(str(") || !strings.Contains(other, "entry") {
		t.Errorf("more than own names was replaced: %q", other)
	}
	a, b := feature.Of(lexer.Python, []byte(code)), feature.Of(lexer.Python, []byte(other))
	if len(a[feature.Flow]) != len(b[feature.Flow]) || len(a[feature.Canonical]) != len(b[feature.Canonical]) {
		t.Errorf("the canonical form of %q is another", other)
	}
}

func TestSolve(t *testing.T) {
	t.Parallel()
	x := solve([][]float64{{4, 1}, {1, 3}}, []float64{9, 7})
	if math.Abs(x[0]-20.0/11) > 1e-9 || math.Abs(x[1]-19.0/11) > 1e-9 {
		t.Errorf("got %v", x)
	}
}

// questions are of a task with two forms that differ by constants alone.
func questions(t *testing.T) []question {
	t.Helper()
	var documents []evaluate.Document
	for i := range 40 {
		n := string(rune('a' + i%20))
		d := evaluate.Document{ID: evaluate.ID(rune('A' + i)), Group: n, Lang: lexer.Python, Masked: "def entry(" + n + "):\n    return " + n + " * 3\n"}
		if i >= 20 {
			d.Lang, d.Masked = lexer.JavaScript, "function entry("+n+") { const r = "+n+" * 3; return r; }"
		}
		documents = append(documents, d)
	}
	ranker, err := rank.New()
	if err != nil {
		t.Fatal(err)
	}
	return gather(context.Background(), ranker, "x", documents, 1, false)
}

func TestFitForest_learnsAndRepeats(t *testing.T) {
	t.Parallel()
	train := questions(t)
	r := recipe{trees: 20, depth: 2, leaf: 5, rate: 0.3, ridge: 1}
	one, err := json.Marshal(fitForest(train, r))
	if err != nil {
		t.Fatal(err)
	}
	two, err := json.Marshal(fitForest(train, r))
	if err != nil || !bytes.Equal(one, two) {
		t.Error("the same data make other trees", err)
	}
	forest := fitForest(train, r)
	got := meanPrecision(train, func(q question) []float64 { return (&rank.Weights{Forest: forest}).Trees(q.list) })
	if got < 0.99 {
		t.Errorf("MAP@R of what it was trained on is %.3f", got)
	}
}
