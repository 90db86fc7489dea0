package evaluate_test

import (
	"math"
	"testing"

	"kadry/internal/codematch/evaluate"
)

func TestFigures(t *testing.T) {
	t.Parallel()
	none := make([]bool, 12)
	eleventh := make([]bool, 12)
	eleventh[10] = true
	cases := map[string]struct {
		found                [][]bool
		relevant             []int
		precision, rank, ten float64
	}{
		"first of one":            {[][]bool{{true, false}}, []int{1}, 1, 1, 1},
		"second of one":           {[][]bool{{false, true}}, []int{1}, 0, 0.5, 1},
		"first and third of two":  {[][]bool{{true, false, true}}, []int{2}, 0.5, 1, 1},
		"second and third of 3":   {[][]bool{{false, true, true}}, []int{3}, (1.0/2 + 2.0/3) / 3, 0.5, 2.0 / 3},
		"behind ten":              {[][]bool{eleventh}, []int{1}, 0, 0, 0},
		"nothing found":           {[][]bool{none}, []int{4}, 0, 0, 0},
		"an empty answer":         {[][]bool{{}}, []int{2}, 0, 0, 0},
		"the mean of two queries": {[][]bool{{true}, {false}}, []int{1, 1}, 0.5, 0.5, 0.5},
	}
	for name, c := range cases {
		got := evaluate.FiguresOf(c.found, c.relevant)
		if math.Abs(got.MAP-c.precision) > 1e-9 || math.Abs(got.MRR10-c.rank) > 1e-9 || math.Abs(got.Recall10-c.ten) > 1e-9 {
			t.Errorf("%s: %+v", name, got)
		}
	}
}

func TestAUC(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		good, bad []float64
		want      float64
	}{
		"apart":     {[]float64{3, 4}, []float64{1, 2}, 1},
		"the wrong": {[]float64{1}, []float64{2, 3}, 0},
		"ties":      {[]float64{2, 2}, []float64{2, 2}, 0.5},
		"one of 4":  {[]float64{1, 3}, []float64{2, 4}, 0.25},
		"no bad":    {[]float64{1}, nil, 0},
	} {
		if got := evaluate.AUC(c.good, c.bad); math.Abs(got-c.want) > 1e-9 {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
}
