package main

import (
	"math"

	"kadry/internal/codematch/rank"
)

// fitChance fits the probability to what the models say of groups they have not seen, by
// Newton's method.
func fitChance(questions []question, weights func(question) *rank.Weights) []float64 {
	var x [][]float64
	var y []float64
	for _, q := range questions {
		if len(q.list.Rows) == 0 {
			continue
		}
		w := weights(q)
		judged, trees := w.Judge(q.list), w.Trees(q.list)
		for i, row := range q.list.Rows {
			x = append(x, rank.Evidence(judged[i], trees[i], row))
			good := 0.0
			if q.good[i] {
				good = 1
			}
			y = append(y, good)
		}
	}
	n := len(x[0])
	c := make([]float64, n)
	for range 30 {
		slope, curve := make([]float64, n), make([][]float64, n)
		for k := range n {
			curve[k] = make([]float64, n)
			curve[k][k] = 1 // ridge
			slope[k] = -c[k]
		}
		for i, row := range x {
			sum := 0.0
			for k, v := range row {
				sum += c[k] * v
			}
			p := 1 / (1 + math.Exp(-sum))
			for k, v := range row {
				slope[k] += (y[i] - p) * v
				for l := range k + 1 {
					curve[k][l] += p * (1 - p) * v * row[l]
				}
			}
		}
		for k := range n {
			for l := range k {
				curve[l][k] = curve[k][l]
			}
		}
		step := solve(curve, slope)
		for k := range n {
			c[k] += step[k]
		}
	}
	for k := range c {
		c[k] = math.Round(c[k]*1e6) / 1e6
	}
	return c
}

// solve is x of a·x = b for a positive definite a, by elimination.
func solve(a [][]float64, b []float64) []float64 {
	n := len(b)
	for k := range n {
		for r := k + 1; r < n; r++ {
			f := a[r][k] / a[k][k]
			for c := k; c < n; c++ {
				a[r][c] -= f * a[k][c]
			}
			b[r] -= f * b[k]
		}
	}
	x := make([]float64, n)
	for k := n - 1; k >= 0; k-- {
		x[k] = b[k]
		for c := k + 1; c < n; c++ {
			x[k] -= a[k][c] * x[c]
		}
		x[k] /= a[k][k]
	}
	return x
}
