package evaluate

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"kadry/internal/market/pay"
)

// Worlds is the fit of tables whose true percentiles are known.
type Worlds struct {
	N       int         `json:"n"`
	Mean    Percentiles `json:"mean_deviation"` // of each percentile, as a share of the truth, with its sign
	Largest float64     `json:"max_deviation"`
	Within5 float64     `json:"within_5pct"` // share of all percentiles
	Each    []World     `json:"each"`
}

// World is one of them.
type World struct {
	Name      string      `json:"world"`
	N         int         `json:"n"`
	Deviation Percentiles `json:"deviation"`
}

// truth is a row of the truth: percentiles in roubles, and how many rows state pay.
type truth struct {
	world       string
	percentiles Percentiles
	n           int
}

// judge fits every world of the truth.
func judge(dir string, notes io.Writer) (*Worlds, error) {
	f, err := os.Open(filepath.Join(dir, truthName))
	if err != nil {
		return nil, fmt.Errorf("evaluate: %w", err)
	}
	defer f.Close()
	truths, err := readTruth(f)
	if err != nil {
		return nil, fmt.Errorf("evaluate: %s: %w", truthName, err)
	}
	var all Worlds
	within := 0
	for _, t := range truths {
		rows, err := readRows(filepath.Join(dir, t.world+".csv"))
		if err != nil {
			return nil, err
		}
		offers := offersOf(rows, "")
		curve := pay.Fit(offers)
		if curve == nil {
			return nil, fmt.Errorf("evaluate: world %s states no pay", t.world)
		}
		if len(offers) != t.n {
			fmt.Fprintf(notes, "world %s: %d offers are used, the truth is of %d\n", t.world, len(offers), t.n)
		}
		w := World{Name: t.world, N: len(offers)}
		for i, got := range percentiles(curve) {
			d := 1000*got/t.percentiles[i] - 1
			w.Deviation[i] = d
			all.Mean[i] += d / float64(len(truths))
			all.Largest = max(all.Largest, d, -d)
			if d >= -0.05 && d <= 0.05 {
				within++
			}
		}
		all.Each = append(all.Each, w)
	}
	all.N = len(truths)
	all.Within5 = float64(within) / float64(len(Percentiles{})*max(all.N, 1))
	return &all, nil
}

// readTruth reads world, p10, p25, p50, p75, p90 and n under a line of their names.
func readTruth(in io.Reader) ([]truth, error) {
	var truths []truth
	lines := bufio.NewScanner(in)
	for n := 1; lines.Scan(); n++ {
		if n == 1 || strings.TrimSpace(lines.Text()) == "" {
			continue
		}
		t, err := readWorld(lines.Text())
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", n, err)
		}
		truths = append(truths, t)
	}
	return truths, lines.Err()
}

func readWorld(line string) (truth, error) {
	cells := strings.Split(strings.TrimSpace(line), "\t")
	var t truth
	if len(cells) < len(t.percentiles)+2 {
		return t, fmt.Errorf("%d columns are no world", len(cells))
	}
	t.world = cells[0]
	if t.world == "." || !filepath.IsLocal(t.world) || t.world != filepath.Base(t.world) {
		return t, fmt.Errorf("%q names no world", t.world)
	}
	var errs [len(t.percentiles) + 1]error
	for i := range t.percentiles {
		t.percentiles[i], errs[i] = strconv.ParseFloat(cells[i+1], 64)
		if !(t.percentiles[i] > 0) {
			errs[i] = errors.Join(errs[i], fmt.Errorf("%q is no pay", cells[i+1]))
		}
	}
	t.n, errs[len(t.percentiles)] = strconv.Atoi(cells[len(t.percentiles)+1])
	return t, errors.Join(errs[:]...)
}
