package main

import (
	"math"
	"math/rand"
	"slices"

	"kadry/internal/interview/grade"
)

// recipe says how a forest is grown: gradient boosting (Friedman, 2001) of small trees on
// histograms, with second-order leaves and monotone measures, each tree from a random half
// of the rows and a few of the measures.
type recipe struct {
	trees, depth, leaf int     // leaf: least rows in a leaf
	rate, ridge        float64 // ridge is added to the weight of a leaf
	measures           float64 // share of the measures a tree may ask for
	logistic           bool
	leaning            bool  // words by their parts are a measure too
	shaped             bool  // measures known to rise or fall do
	rising             []int // by measure: 1 may only raise, -1 only lower, 0 either
	runs               int   // forests with different seeds, averaged
}

const bins = 32

// grower grows one forest.
type grower struct {
	recipe
	x              [][]float64
	cuts           [][]float64
	bin            [][]uint8 // by measure, by row
	slope, weight  []float64 // first and second derivatives of the loss by row
	chance         *rand.Rand
	allowed        []int
	sum            []float64
	target         []float64
	shrunkForRunOf float64
}

// grow returns the average of the forests of all runs as one forest.
func (r recipe) grow(x [][]float64, y []float64) grade.Forest {
	g := &grower{recipe: r, x: x, target: y, shrunkForRunOf: float64(max(1, r.runs))}
	g.cut()
	forest := grade.Forest{Base: g.base(), Logistic: r.logistic}
	for run := range max(1, r.runs) {
		g.chance = rand.New(rand.NewSource(int64(run + 1)))
		forest.Trees = append(forest.Trees, g.run(forest.Base)...)
	}
	return forest
}

func (g *grower) base() float64 {
	mean := 0.0
	for _, v := range g.target {
		mean += v / float64(len(g.target))
	}
	if g.logistic {
		mean = clampShare(mean)
		return math.Log(mean / (1 - mean))
	}
	return mean
}

func clampShare(p float64) float64 { return math.Max(1e-3, math.Min(1-1e-3, p)) }

// cut puts the values of each measure into bins of about equal size.
func (g *grower) cut() {
	measures := len(g.x[0])
	g.cuts, g.bin = make([][]float64, measures), make([][]uint8, measures)
	for f := range measures {
		values := make([]float64, len(g.x))
		for i := range g.x {
			values[i] = g.x[i][f]
		}
		order := slices.Sorted(slices.Values(values))
		for k := 1; k < bins; k++ {
			c := round6(order[k*len(order)/bins])
			if c < order[len(order)-1] && (len(g.cuts[f]) == 0 || c > g.cuts[f][len(g.cuts[f])-1]) {
				g.cuts[f] = append(g.cuts[f], c)
			}
		}
		g.bin[f] = make([]uint8, len(values))
		for i, v := range values {
			at, _ := slices.BinarySearch(g.cuts[f], v)
			g.bin[f][i] = uint8(at)
		}
	}
}

func round6(v float64) float64 { return math.Round(v*1e6) / 1e6 }

func (g *grower) run(base float64) []grade.Tree {
	n := len(g.x)
	g.sum, g.slope, g.weight = make([]float64, n), make([]float64, n), make([]float64, n)
	for i := range g.sum {
		g.sum[i] = base
	}
	trees := make([]grade.Tree, 0, g.trees)
	for range g.trees {
		rows := g.prepare()
		var t grade.Tree
		g.branch(&t, rows, g.depth, math.Inf(-1), math.Inf(1))
		single := grade.Forest{Trees: []grade.Tree{t}}
		for i := range g.sum {
			g.sum[i] += single.At(g.x[i])
		}
		for i := range t {
			if t[i][0] < 0 {
				t[i][1] = round6(t[i][1] / g.shrunkForRunOf)
			}
		}
		trees = append(trees, t)
	}
	return trees
}

// prepare sets the derivatives and draws the rows and the measures of the next tree.
func (g *grower) prepare() []int32 {
	var rows []int32
	for i := range g.sum {
		if g.logistic {
			p := 1 / (1 + math.Exp(-g.sum[i]))
			g.slope[i], g.weight[i] = g.target[i]-p, p*(1-p)
		} else {
			g.slope[i], g.weight[i] = g.target[i]-g.sum[i], 1
		}
		if g.chance.Float64() < 0.5 {
			rows = append(rows, int32(i))
		}
	}
	g.allowed = g.allowed[:0]
	for f := range g.cuts {
		if g.chance.Float64() < g.measures {
			g.allowed = append(g.allowed, f)
		}
	}
	return rows
}

// branch grows a node and what is below it; values stay between low and high, which keeps
// the rising measures rising.
func (g *grower) branch(t *grade.Tree, rows []int32, depth int, low, high float64) {
	at := len(*t)
	slope, weight := g.totals(rows)
	bound := func(v float64) float64 { return math.Max(low, math.Min(high, v)) }
	*t = append(*t, grade.Node{-1, g.rate * bound(slope/(weight+g.ridge)), 0})
	if depth == 0 {
		return
	}
	measure, cut := g.split(rows, slope, weight)
	if measure < 0 {
		return
	}
	var left, right []int32
	for _, i := range rows {
		if int(g.bin[measure][i]) <= cut {
			left = append(left, i)
		} else {
			right = append(right, i)
		}
	}
	ls, lw := g.totals(left)
	middle := (bound(ls/(lw+g.ridge)) + bound((slope-ls)/(weight-lw+g.ridge))) / 2
	leftLow, leftHigh, rightLow, rightHigh := low, high, low, high
	switch g.rising[measure] {
	case 1:
		leftHigh, rightLow = middle, middle
	case -1:
		leftLow, rightHigh = middle, middle
	}
	(*t)[at] = grade.Node{float64(measure), g.cuts[measure][cut], 0}
	g.branch(t, left, depth-1, leftLow, leftHigh)
	(*t)[at][2] = float64(len(*t))
	g.branch(t, right, depth-1, rightLow, rightHigh)
}

func (g *grower) totals(rows []int32) (slope, weight float64) {
	for _, i := range rows {
		slope += g.slope[i]
		weight += g.weight[i]
	}
	return slope, weight
}

// split finds the measure and the cut that gain most; -1 when none gains.
func (g *grower) split(rows []int32, slope, weight float64) (measure, cut int) {
	measure, best := -1, 1e-6
	for _, f := range g.allowed {
		var s, w [bins]float64
		var n [bins]int
		for _, i := range rows {
			b := g.bin[f][i]
			s[b] += g.slope[i]
			w[b] += g.weight[i]
			n[b]++
		}
		ls, lw, ln := 0.0, 0.0, 0
		for c := range g.cuts[f] {
			ls, lw, ln = ls+s[c], lw+w[c], ln+n[c]
			if ln < g.leaf || len(rows)-ln < g.leaf {
				continue
			}
			rs, rw := slope-ls, weight-lw
			if float64(g.rising[f])*(rs/(rw+g.ridge)-ls/(lw+g.ridge)) < 0 {
				continue
			}
			gain := ls*ls/(lw+g.ridge) + rs*rs/(rw+g.ridge) - slope*slope/(weight+g.ridge)
			if gain > best {
				measure, cut, best = f, c, gain
			}
		}
	}
	return measure, cut
}
