// Package evaluate judges scores against the labels of a world: a folder with truth.tsv, which
// says for a login and a skill between which bounds the score must lie. Where the scores come
// from is the caller's business.
package evaluate

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// Label is what a row of the truth stands for.
type Label string

// The labels.
const (
	High Label = "high" // real evidence
	Low  Label = "low"  // nothing there
	Trap Label = "trap" // what looks like evidence and is none
)

// Row is one row of the truth.
type Row struct {
	Login, Skill string
	Label        Label
	Min, Max     float64
	Why          string
}

// Cost is what the analysis of one profile took.
type Cost struct {
	Requests int
	Bytes    int64
	Millis   float64
}

// Scores analyses one login and returns the score of each asked skill.
type Scores func(ctx context.Context, login string, skills []string) (map[string]float64, Cost, error)

// Tally is how many rows of a label are within their bounds.
type Tally struct {
	N  int `json:"n"`
	OK int `json:"ok"`
}

// Known is Tally with the mean score.
type Known struct {
	Tally
	Mean float64 `json:"mean"`
}

// Quantiles are nearest-rank quantiles over the profiles.
type Quantiles struct {
	P50 float64 `json:"p50"`
	Max float64 `json:"max"`
}

// Report is the result.
type Report struct {
	High     Known     `json:"high"`
	Low      Tally     `json:"low"`
	Trap     Tally     `json:"trap"`
	AUC      float64   `json:"auc"` // of the rows that are high against all others
	Requests Quantiles `json:"requests_per_profile"`
	Bytes    Quantiles `json:"bytes_per_profile"`
	Millis   Quantiles `json:"ms_per_profile"`
	Failed   int       `json:"failed_profiles"`
}

// Run scores every login of the truth and judges. Rows that miss their bounds are told to notes.
func Run(ctx context.Context, dir string, scores Scores, notes io.Writer) (Report, error) {
	rows, err := ReadTruth(filepath.Join(dir, "truth.tsv"))
	if err != nil {
		return Report{}, err
	}
	var r Report
	var high, rest, requests, bytes, millis []float64
	for start := 0; start < len(rows); {
		end := start
		var skills []string
		for ; end < len(rows) && rows[end].Login == rows[start].Login; end++ {
			skills = append(skills, rows[end].Skill)
		}
		got, cost, err := scores(ctx, rows[start].Login, skills)
		if err != nil {
			if ctx.Err() != nil {
				return r, err
			}
			r.Failed++
			fmt.Fprintf(notes, "%s: %v\n", rows[start].Login, err)
		}
		requests, bytes, millis = append(requests, float64(cost.Requests)), append(bytes, float64(cost.Bytes)), append(millis, cost.Millis)
		for _, row := range rows[start:end] {
			score := got[row.Skill]
			r.judge(row, score, notes)
			if row.Label == High {
				high = append(high, score)
			} else {
				rest = append(rest, score)
			}
		}
		start = end
	}
	for _, s := range high {
		r.High.Mean += s / float64(len(high))
	}
	r.AUC = auc(high, rest)
	r.Requests, r.Bytes, r.Millis = quantiles(requests), quantiles(bytes), quantiles(millis)
	return r, nil
}

func (r *Report) judge(row Row, score float64, notes io.Writer) {
	ok := score >= row.Min && score <= row.Max
	tally := map[Label]*Tally{High: &r.High.Tally, Low: &r.Low, Trap: &r.Trap}[row.Label]
	tally.N++
	if ok {
		tally.OK++
		return
	}
	fmt.Fprintf(notes, "%s %s %s: %.2f is not within %.2f-%.2f (%s)\n", row.Label, row.Login, row.Skill, score, row.Min, row.Max, row.Why)
}

// auc is the chance that a high row scores over another one, ties counting half
// (Mann-Whitney).
func auc(high, rest []float64) float64 {
	if len(high) == 0 || len(rest) == 0 {
		return 0
	}
	wins := 0.0
	for _, h := range high {
		for _, l := range rest {
			switch {
			case h > l:
				wins++
			case h == l:
				wins += 0.5
			}
		}
	}
	return wins / float64(len(high)*len(rest))
}

func quantiles(values []float64) Quantiles {
	if len(values) == 0 {
		return Quantiles{}
	}
	sorted := slices.Sorted(slices.Values(values))
	return Quantiles{P50: sorted[(len(sorted)-1)/2], Max: sorted[len(sorted)-1]}
}

// ReadTruth reads the rows, ordered by login.
func ReadTruth(path string) ([]Row, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("evaluate: %w", err)
	}
	defer f.Close()
	var rows []Row
	lines := bufio.NewScanner(f)
	n := 1
	for ; lines.Scan(); n++ {
		if n == 1 || strings.TrimSpace(lines.Text()) == "" {
			continue
		}
		row, err := readRow(lines.Text())
		if err != nil {
			return nil, fmt.Errorf("evaluate: %s:%d: %w", filepath.Base(path), n, err)
		}
		rows = append(rows, row)
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("evaluate: %s:%d: %w", filepath.Base(path), n, err)
	}
	slices.SortStableFunc(rows, func(a, b Row) int { return cmp.Compare(a.Login, b.Login) })
	return rows, nil
}

// readRow reads login, skill, label, both bounds and, where it is told, why.
func readRow(line string) (Row, error) {
	cells := strings.Split(line, "\t")
	if len(cells) < 5 {
		return Row{}, fmt.Errorf("%d columns are no row of a truth", len(cells))
	}
	low, err1 := strconv.ParseFloat(cells[3], 64)
	high, err2 := strconv.ParseFloat(cells[4], 64)
	if err := errors.Join(err1, err2); err != nil {
		return Row{}, err
	}
	row := Row{Login: cells[0], Skill: cells[1], Label: Label(cells[2]), Min: low, Max: high}
	if len(cells) > 5 {
		row.Why = cells[5]
	}
	switch {
	case row.Login == "" || row.Skill == "":
		return Row{}, errors.New("a row without login or skill")
	case !slices.Contains([]Label{High, Low, Trap}, row.Label):
		return Row{}, fmt.Errorf("%q is no label", row.Label)
	case !(0 <= low && low <= high && high <= 1): // which NaN is not either
		return Row{}, fmt.Errorf("%v-%v are no bounds of a score", low, high)
	}
	return row, nil
}
