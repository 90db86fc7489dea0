// Package evaluate measures the figures of the market room: the fit of pay against agreed
// percentiles of a genuine table and against worlds whose truth is known, how often its intervals
// hold the truth, and how long it takes. Pay is taken as the tables state it: which currency and
// basis it is on is the product's business and not measured here.
package evaluate

import (
	"context"
	"fmt"
	"io"
	"math"
	"path"
	"path/filepath"
	"slices"
	"time"

	"kadry/internal/evaldata"
	"kadry/internal/market/pay"
	"kadry/internal/market/statistic"
)

const (
	tableName   = "salary_2026_05.csv"
	worldFolder = "salary"
	truthName   = "truth.tsv"
)

// Percentiles are p10, p25, p50, p75 and p90.
type Percentiles [5]float64

// Report is what was measured. What the directory has no data for is left out.
type Report struct {
	Table    *Table     `json:"table,omitempty"`
	Worlds   *Worlds    `json:"worlds,omitempty"`
	Places   *Places    `json:"places,omitempty"`
	Skills   *Skills    `json:"skills,omitempty"`
	Coverage []Coverage `json:"coverage,omitempty"` // simulated, measured where there is anything else to measure
}

// Table is the fit of the genuine table.
type Table struct {
	Segments    []Segment `json:"segments"`
	Largest     float64   `json:"max_deviation"` // of any percentile from the agreed one, as a share of it
	FitMillis   float64   `json:"fit_ms"`        // of all rows
	DrawsMillis float64   `json:"bootstrap_ms"`  // of all rows, with 1,000 resamples
}

// Segment is the fit of the rows of a role.
type Segment struct {
	Role     string      `json:"role,omitempty"` // "" is all
	N        int         `json:"n"`
	Both     int         `json:"n_both"`
	FromOnly int         `json:"n_from_only"`
	ToOnly   int         `json:"n_to_only"`
	Span     float64     `json:"q"`
	Got      Percentiles `json:"got"`      // thousands
	Expected Percentiles `json:"expected"` // thousands
	Check    pay.Check   `json:"cross_check"`
	Largest  float64     `json:"max_deviation"`
}

// agreed are the percentiles of the table of May 2026 as they were agreed on, in thousands. Roles
// are told by how they begin.
var agreed = [...]struct {
	role        string
	percentiles Percentiles
}{
	{"", Percentiles{69.8, 85.4, 119.1, 150.6, 201.0}},
	{"Менеджер по продажам", Percentiles{100.0, 119.6, 150.6, 200.9, 250.3}},
	{"Программист", Percentiles{120.8, 170.0, 200.0, 290.5, 300.5}},
}

// Run measures what the directory has data for, and if it has any the coverage too. What is
// missing or off is told to notes.
func Run(ctx context.Context, dir string, notes io.Writer) (Report, error) {
	r, err := Measure(ctx, dir, notes)
	if err != nil || r.Table == nil {
		return r, err
	}
	r.Coverage, err = simulate(ctx)
	return r, err
}

// Measure is Run without the simulation, which takes minutes.
func Measure(ctx context.Context, dir string, notes io.Writer) (Report, error) {
	var r Report
	files, err := evaldata.Files(dir)
	if err != nil {
		return r, err
	}
	if i := slices.IndexFunc(files, func(f string) bool { return path.Base(f) == tableName }); i >= 0 {
		r.Table, err = measure(ctx, filepath.Join(dir, files[i]))
	} else {
		fmt.Fprintf(notes, "no %s\n", tableName)
	}
	if err != nil {
		return r, err
	}
	truth := path.Join(worldFolder, truthName)
	if slices.Contains(files, truth) {
		r.Worlds, err = judge(filepath.Join(dir, worldFolder), notes)
	} else {
		fmt.Fprintf(notes, "no %s\n", truth)
	}
	if err == nil && slices.Contains(files, placesName) {
		r.Places, err = readPlaces(dir, notes)
	}
	if err == nil && slices.Contains(files, postingsName) && slices.Contains(files, skillsName) {
		r.Skills, err = readSkills(dir, notes)
	}
	return r, err
}

// measure fits the segments of the table.
func measure(ctx context.Context, file string) (*Table, error) {
	rows, err := readRows(file)
	if err != nil {
		return nil, err
	}
	var t Table
	for _, a := range agreed {
		offers := offersOf(rows, a.role)
		if len(offers) < pay.ForMedian {
			return nil, fmt.Errorf("evaluate: %s has too few rows of %q", tableName, a.role)
		}
		start := time.Now()
		curve := pay.Fit(offers)
		fitted := time.Now()
		sum, _, err := pay.Summarize(ctx, offers, statistic.Bootstrap{Seed: 1, Clusters: each(len(offers))}, pay.Offer{})
		if err != nil {
			return nil, err
		}
		if a.role == "" {
			t.FitMillis, t.DrawsMillis = millis(fitted.Sub(start)), millis(time.Since(fitted))
		}
		s := Segment{
			Role: a.role, N: sum.N, Both: sum.Both, FromOnly: sum.FromOnly, ToOnly: sum.ToOnly, Span: curve.Span,
			Got: percentiles(curve), Expected: a.percentiles, Check: *sum.Check,
		}
		s.Largest = deviation(s.Got, s.Expected)
		t.Largest = max(t.Largest, s.Largest)
		t.Segments = append(t.Segments, s)
	}
	return &t, nil
}

// percentiles are those of a curve in thousands, to the tenth.
func percentiles(c *pay.Curve) Percentiles {
	var all Percentiles
	for i, p := range [...]float64{0.10, 0.25, 0.50, 0.75, 0.90} {
		all[i] = math.Round(c.Quantile(p)/100) / 10
	}
	return all
}

// deviation is the largest one of any percentile, as a share of what it should be.
func deviation(got, want Percentiles) float64 {
	largest := 0.0
	for i := range got {
		largest = max(largest, math.Abs(got[i]/want[i]-1))
	}
	return largest
}

// each puts every offer into a cluster of its own: the table names no employers.
func each(n int) []int {
	all := make([]int, n)
	for i := range all {
		all[i] = i
	}
	return all
}

func millis(d time.Duration) float64 { return math.Round(d.Seconds()*10_000) / 10 }
