package bias_test

import (
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"

	"kadry/internal/interview/bias"
)

// people are outcomes of one group of both dimensions.
func people(n int, sex, age string, score int, decided, selected bool) []bias.Outcome {
	list := make([]bias.Outcome, n)
	for i := range list {
		list[i] = bias.Outcome{Groups: map[string]string{"sex": sex, "age": age}, Score: score, Decided: decided, Selected: selected}
	}
	return list
}

func TestBias_selectionRates(t *testing.T) {
	t.Parallel()
	var all []bias.Outcome
	all = append(all, people(40, "f", "under 40", 60, true, true)...)
	all = append(all, people(40, "f", "under 40", 60, true, false)...)
	all = append(all, people(60, "m", "40 and over", 60, true, true)...)
	all = append(all, people(20, "m", "40 and over", 60, true, false)...)
	all = append(all, people(2, "x", "40 and over", 60, true, true)...)
	all = append(all, people(5, "f", "under 40", 90, false, false)...)
	all = append(all, bias.Outcome{Decided: true})
	rand.New(rand.NewPCG(1, 2)).Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	got := bias.New(all, bias.SelectionRate)
	want := bias.Table{
		Dimensions: []string{"sex"},
		Rows: []bias.Row{
			{Group: []string{"m"}, Count: 80, Taken: 60, Rate: .75, Impact: 1},
			{Group: []string{"f"}, Count: 80, Taken: 40, Rate: .5, Impact: .6667},
		},
		LeftOut: []bias.Row{{Group: []string{"x"}, Count: 2, Taken: 2, Rate: 1}},
	}
	if got.Counted != 162 || got.Silent != 1 || len(got.Tables) != 3 {
		t.Fatalf("counted %d, silent %d, %d tables", got.Counted, got.Silent, len(got.Tables))
	}
	if diff := cmp.Diff(want, got.Tables[1]); diff != "" {
		t.Error(diff)
	}
	if both := got.Tables[2]; len(both.Dimensions) != 2 || both.Rows[0].Group[1] != "m" || both.Rows[1].Impact != .6667 {
		t.Errorf("intersections: %+v", both)
	}
}

func TestBias_scoringRates(t *testing.T) {
	t.Parallel()
	var all []bias.Outcome
	all = append(all, people(3, "f", "", 80, false, false)...)
	all = append(all, people(1, "f", "", 20, false, false)...)
	all = append(all, people(1, "m", "", 80, false, false)...)
	all = append(all, people(3, "m", "", 20, false, false)...)
	got := bias.New(all, bias.ScoringRate)
	if got.Median != 50 || got.Tables[1].Rows[0].Rate != .75 || got.Tables[1].Rows[1].Impact != .3333 {
		t.Errorf("got %+v", got)
	}
	if len(got.Tables[0].Rows) != 0 {
		t.Errorf("a dimension that nobody answered: %+v", got.Tables[0])
	}
	same := bias.New(people(10, "f", "x", 50, false, false), bias.ScoringRate)
	if r := same.Tables[1].Rows[0]; r.Rate != 0 || r.Impact != 0 {
		t.Errorf("nobody is above the median: %+v", r)
	}
	if empty := bias.New(nil, bias.ScoringRate); empty.Counted != 0 || len(empty.Tables) != 0 {
		t.Errorf("got %+v", empty)
	}
}
