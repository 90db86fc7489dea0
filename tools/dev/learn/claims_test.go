package main

import (
	"math/rand"
	"slices"
	"testing"

	"kadry/internal/interview/bank"
)

// Every answer that a rule makes says which points it proves, and cheats prove none.
func TestMaker_labelsWhatItMakes(t *testing.T) {
	t.Parallel()
	b, err := bank.Load()
	if err != nil {
		t.Fatal(err)
	}
	q, ok := b.Question("docker-data-lost")
	if !ok {
		t.Fatal("the bank has lost a question")
	}
	for _, lang := range bank.Languages() {
		m := &maker{q: q, lang: lang, chance: rand.New(rand.NewSource(1)), speech: speeches[lang], good: []string{lang.Of(q.Model)}, others: []string{"One. Two three four."}}
		for range 20 {
			for _, a := range m.answers() {
				if a.text == "" || len(a.met) != len(q.Points) {
					t.Fatalf("%s: %q with %d points", a.rule, a.text, len(a.met))
				}
				proves := slices.Max(a.met) > 0
				if slices.Contains(lifeless, "made "+a.rule) && proves {
					t.Errorf("%s proves a point: %q", a.rule, a.text)
				}
				if (a.rule == "honest" || a.rule == "model" || a.rule == "typed") && !proves {
					t.Errorf("%s proves nothing: %q", a.rule, a.text)
				}
			}
		}
	}
}

func TestAreaOf(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		high, low []float64
		want      float64
	}{
		{[]float64{2, 3}, []float64{0, 1}, 1},
		{[]float64{0, 1}, []float64{2, 3}, 0},
		{[]float64{1, 3}, []float64{0, 2}, 0.75},
		{nil, []float64{1}, 0},
	} {
		if got := areaOf(c.high, c.low); got != c.want {
			t.Errorf("%v over %v: %v, want %v", c.high, c.low, got, c.want)
		}
	}
}
