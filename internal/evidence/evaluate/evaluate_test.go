package evaluate_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"kadry/internal/evidence/evaluate"
)

const head = "login\tskill\tlabel\tmin\tmax\twhy\n"

func write(t interface {
	Helper()
	Fatal(args ...any)
}, dir, truth string,
) string {
	t.Helper()
	if err := os.WriteFile(filepath.Join(dir, "truth.tsv"), []byte(truth), 0o600); err != nil {
		t.Fatal(err)
	}
	return dir
}

// given answers the scores of a table, "ann go" -> score.
func given(scores map[string]float64) evaluate.Scores {
	return func(_ context.Context, login string, skills []string) (map[string]float64, evaluate.Cost, error) {
		got := map[string]float64{}
		for _, s := range skills {
			got[s] = scores[login+" "+s]
		}
		return got, evaluate.Cost{Requests: len(skills), Bytes: 10, Millis: 1.5}, nil
	}
}

func TestRun(t *testing.T) {
	t.Parallel()
	dir := write(t, t.TempDir(), head+
		"ann\tgo\thigh\t0.5\t1\town code\nbob\tgo\ttrap\t0\t0.49\tvendored\nann\trust\tlow\t0\t0.2\nbob\tc\thigh\t0.5\t0.9\tdriver\r\n")
	var notes strings.Builder
	r, err := evaluate.Run(t.Context(), dir, given(map[string]float64{"ann go": 0.5, "bob go": 0.5, "ann rust": 0.2, "bob c": 0.95}), &notes)
	if err != nil {
		t.Fatal(err)
	}
	if r.High.N != 2 || r.High.OK != 1 || r.Low != (evaluate.Tally{N: 1, OK: 1}) || r.Trap != (evaluate.Tally{N: 1}) || math.Abs(r.High.Mean-0.725) > 1e-12 {
		t.Errorf("%+v", r)
	}
	if r.AUC != 0.875 { // of four pairs one is a tie
		t.Errorf("AUC %v", r.AUC)
	}
	if r.Requests != (evaluate.Quantiles{P50: 2, Max: 2}) || r.Bytes.Max != 10 || r.Millis.P50 != 1.5 || r.Failed != 0 {
		t.Errorf("%+v", r)
	}
	for _, want := range []string{"trap bob go: 0.50 is not within 0.00-0.49 (vendored)\n", "high bob c: 0.95 is not within 0.50-0.90 (driver)\n"} {
		if !strings.Contains(notes.String(), want) {
			t.Errorf("%q is not in\n%s", want, notes.String())
		}
	}
}

// A profile that cannot be analysed proves nothing of its rows, and is counted.
func TestRun_failed(t *testing.T) {
	t.Parallel()
	dir := write(t, t.TempDir(), head+"ann\tgo\thigh\t0.5\t1\nbob\tgo\tlow\t0\t0.2\n")
	broken := func(context.Context, string, []string) (map[string]float64, evaluate.Cost, error) {
		return nil, evaluate.Cost{}, errors.New("not there")
	}
	var notes strings.Builder
	r, err := evaluate.Run(t.Context(), dir, broken, &notes)
	if err != nil || r.Failed != 2 || r.High.OK != 0 || r.AUC != 0.5 || !strings.Contains(notes.String(), "ann: not there") {
		t.Errorf("%+v %v\n%s", r, err, notes.String())
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := evaluate.Run(ctx, dir, broken, io.Discard); err == nil {
		t.Error("goes on after it was cancelled")
	}
}

func TestAUC(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	rapid.Check(t, func(t *rapid.T) {
		scores := rapid.SliceOfN(rapid.SampledFrom([]float64{0, 0.1, 0.2, 0.5, 0.9, 1}), 0, 30).Draw(t, "scores")
		var truth strings.Builder
		truth.WriteString(head)
		by := map[string]float64{}
		var high, rest []float64
		for i, s := range scores {
			label := rapid.SampledFrom([]evaluate.Label{evaluate.High, evaluate.Low, evaluate.Trap}).Draw(t, "label")
			fmt.Fprintf(&truth, "u%d\tgo\t%s\t0\t1\n", i, label)
			by[fmt.Sprintf("u%d go", i)] = s
			if label == evaluate.High {
				high = append(high, s)
			} else {
				rest = append(rest, s)
			}
		}
		r, err := evaluate.Run(context.Background(), write(t, dir, truth.String()), given(by), io.Discard)
		if err != nil {
			t.Fatal(err)
		}
		// The definition: the area below the steps of hits over false alarms, from the top score down.
		area, hits := 0.0, 0.0
		for _, line := range []float64{1, 0.9, 0.5, 0.2, 0.1, 0} {
			share := func(list []float64) float64 {
				n := len(slices.DeleteFunc(slices.Clone(list), func(s float64) bool { return s != line }))
				return float64(n) / float64(max(1, len(list)))
			}
			area += share(rest) * (hits + share(high)/2)
			hits += share(high)
		}
		if math.Abs(r.AUC-area) > 1e-9 || r.AUC < 0 || r.AUC > 1 {
			t.Fatalf("%v, want %v", r.AUC, area)
		}
	})
}

func TestReadTruth(t *testing.T) {
	t.Parallel()
	path := filepath.Join(write(t, t.TempDir(), head+"bob\tgo\thigh\t0.5\t1\tx\n\nann\tc\tlow\t0\t0.1\nbob\tc\ttrap\t0\t0.2\n"), "truth.tsv")
	rows, err := evaluate.ReadTruth(path)
	want := []evaluate.Row{
		{Login: "ann", Skill: "c", Label: evaluate.Low, Max: 0.1},
		{Login: "bob", Skill: "go", Label: evaluate.High, Min: 0.5, Max: 1, Why: "x"},
		{Login: "bob", Skill: "c", Label: evaluate.Trap, Max: 0.2},
	}
	if err != nil || !slices.Equal(rows, want) {
		t.Errorf("%+v %v", rows, err)
	}
}

// A damaged truth is no truth: its line is named.
func TestReadTruth_damaged(t *testing.T) {
	t.Parallel()
	for name, row := range map[string]string{
		"no bounds": "ann\tgo\thigh", "a word for a bound": "ann\tgo\thigh\thalf\t1", "no number": "ann\tgo\thigh\tNaN\t1", "endless": "ann\tgo\thigh\t0\t+Inf",
		"bounds the wrong way round": "ann\tgo\thigh\t0.9\t0.5", "beyond a score": "ann\tgo\thigh\t0.5\t1.5", "below a score": "ann\tgo\tlow\t-1\t0.5",
		"another label": "ann\tgo\tmaybe\t0\t1", "no login": "\tgo\thigh\t0.5\t1", "no skill": "ann\t\thigh\t0.5\t1", "no tabs": "ann go high 0.5 1",
		"a line without end": strings.Repeat("x", 1<<20),
	} {
		path := filepath.Join(write(t, t.TempDir(), head+"ann\tgo\thigh\t0.5\t1\n"+row+"\n"), "truth.tsv")
		if _, err := evaluate.ReadTruth(path); err == nil || !strings.Contains(err.Error(), "truth.tsv:3") || strings.Contains(err.Error(), "%!") {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := evaluate.Run(t.Context(), t.TempDir(), given(nil), io.Discard); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("no truth: %v", err)
	}
}
