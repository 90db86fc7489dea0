package main

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
)

// bars are what MAP@R has to reach.
var bars = map[string]float64{
	"humanevalx": .75, "mbxp-x": .60, "gtranseval-x": .91, "xlcost-x": .875, "llmtrans-x": .65, "lcb-py": .89,
	"mbxp-py": .60, "humaneval-py": .837, "mbxp-js": .60, "poj15": .78, "gcj12": .68,
}

type table struct {
	names []string
	cells []map[string]float64
}

func newTable() *table { return &table{} }

func (t *table) add(name string, sets map[string][]question, judge func(question) []float64) {
	row := map[string]float64{}
	for set, questions := range sets {
		if strings.Contains(set, "all") {
			continue
		}
		row[set] = meanPrecision(questions, judge)
	}
	t.names, t.cells = append(t.names, name), append(t.cells, row)
}

func (t *table) print() {
	fmt.Printf("%-16s", "")
	for _, set := range append(slices.Clone(training), measuring...) {
		fmt.Printf(" %12s", set)
	}
	fmt.Printf("\n%-16s", "bar")
	for _, set := range append(slices.Clone(training), measuring...) {
		fmt.Printf(" %12.3f", bars[set])
	}
	fmt.Println()
	for i, name := range t.names {
		fmt.Printf("%-16s", name)
		sum := 0.0
		for _, set := range append(slices.Clone(training), measuring...) {
			fmt.Printf(" %12.4f", t.cells[i][set])
			sum += t.cells[i][set]
		}
		fmt.Printf("  %.4f\n%-16s", sum/11, "  renamed")
		for _, set := range training {
			fmt.Printf(" %12.4f", t.cells[i]["renamed "+set])
		}
		fmt.Println()
	}
}

// meanPrecision is MAP@R of queries that have anything to find.
func meanPrecision(questions []question, judge func(question) []float64) float64 {
	sum, count := 0.0, 0
	for _, q := range questions {
		if q.relevant == 0 {
			continue
		}
		count++
		scores := judge(q)
		order := make([]int, len(scores))
		for i := range order {
			order[i] = i
		}
		slices.SortFunc(order, func(a, b int) int {
			return cmp.Or(cmp.Compare(scores[b], scores[a]), q.list.Places[a].Compare(q.list.Places[b]))
		})
		hits := 0
		for n, i := range order[:min(q.relevant, len(order))] {
			if q.good[i] {
				hits++
				sum += float64(hits) / float64(n+1) / float64(q.relevant)
			}
		}
	}
	return sum / float64(count)
}

// normal brings scores to mean 0 and deviation 1.
func normal(scores []float64) []float64 {
	mean, square := 0.0, 0.0
	for _, s := range scores {
		mean += s
		square += s * s
	}
	n := float64(len(scores))
	mean /= n
	deviation := math.Sqrt(max(square/n-mean*mean, 1e-12))
	out := make([]float64, len(scores))
	for i, s := range scores {
		out[i] = (s - mean) / deviation
	}
	return out
}
