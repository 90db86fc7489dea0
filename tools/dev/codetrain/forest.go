package main

import (
	"math"
	"math/rand"
	"slices"
	"strings"

	"kadry/internal/codematch/rank"
)

// recipe says how a forest is grown: gradient boosting (Friedman, 2001) with the slopes of
// LambdaRank (Burges, "From RankNet to LambdaRank to LambdaMART", 2010), on histograms.
type recipe struct {
	trees, depth, leaf int
	rate, ridge        float64
}

const bins = 48

type grower struct {
	recipe
	rows          [][]float32
	good          []bool
	starts        []int // of the queries' rows
	cuts          [][]float32
	bin           [][]uint8 // by measure, by row
	slope, weight []float64
	score         []float64
	allowed       []int // measures a tree may ask for
	chance        *rand.Rand
}

// kept is how many of the candidates of a query are learned from.
const kept = 40

func fitForest(train []question, r recipe) *rank.Forest {
	g := &grower{recipe: r, chance: rand.New(rand.NewSource(1))}
	for k, q := range train {
		good := 0
		for _, x := range q.good {
			if x {
				good++
			}
		}
		if good == 0 {
			continue
		}
		g.starts = append(g.starts, len(g.rows))
		for i, row := range q.list.Rows {
			if q.good[i] || i < kept || (i+k)%16 == 0 {
				g.rows, g.good = append(g.rows, row), append(g.good, q.good[i])
			}
		}
	}
	g.starts = append(g.starts, len(g.rows))
	g.histograms()
	g.score = make([]float64, len(g.rows))
	g.slope, g.weight = make([]float64, len(g.rows)), make([]float64, len(g.rows))
	f := &rank.Forest{}
	for range r.trees {
		g.lambdas()
		g.allowed = g.choose()
		f.Trees = append(f.Trees, g.tree())
	}
	return f
}

func (g *grower) histograms() {
	n := len(rank.Measures)
	g.cuts, g.bin = make([][]float32, n), make([][]uint8, n)
	for m := range n {
		sample := make([]float32, 0, 20000)
		for i := 0; i < len(g.rows); i += 1 + len(g.rows)/20000 {
			sample = append(sample, g.rows[i][m])
		}
		slices.Sort(sample)
		for b := 1; b < bins; b++ {
			c := sample[b*len(sample)/bins]
			if k := len(g.cuts[m]); k == 0 || g.cuts[m][k-1] < c {
				g.cuts[m] = append(g.cuts[m], c)
			}
		}
		g.bin[m] = make([]uint8, len(g.rows))
		for i, row := range g.rows {
			at, _ := slices.BinarySearch(g.cuts[m], row[m])
			g.bin[m][i] = uint8(at)
		}
	}
}

// lambdas are the slopes: of each pair of a good and a bad candidate, weighed by what their
// exchange would change in NDCG.
func (g *grower) lambdas() {
	clear(g.slope)
	clear(g.weight)
	for k := range len(g.starts) - 1 {
		from, to := g.starts[k], g.starts[k+1]
		order := make([]int, to-from)
		for i := range order {
			order[i] = from + i
		}
		slices.SortStableFunc(order, func(a, b int) int {
			switch {
			case g.score[a] > g.score[b]:
				return -1
			case g.score[a] < g.score[b]:
				return 1
			}
			return 0
		})
		discount := make(map[int]float64, len(order))
		ideal, good := 0.0, 0
		for n, i := range order {
			discount[i] = 1 / math.Log2(float64(n)+2)
			if g.good[i] {
				ideal += 1 / math.Log2(float64(good)+2)
				good++
			}
		}
		for _, a := range order {
			if !g.good[a] {
				continue
			}
			for _, b := range order {
				if g.good[b] {
					continue
				}
				change := math.Abs(discount[a]-discount[b]) / ideal
				p := 1 / (1 + math.Exp(g.score[a]-g.score[b]))
				g.slope[a] += change * p
				g.slope[b] -= change * p
				h := change * p * (1 - p)
				g.weight[a] += h
				g.weight[b] += h
			}
		}
	}
}

func (g *grower) tree() rank.Tree {
	var t rank.Tree
	all := make([]int32, len(g.rows))
	for i := range all {
		all[i] = int32(i)
	}
	g.grow(&t, g.put(&t), all, g.depth)
	return t
}

func (g *grower) put(t *rank.Tree) int {
	t.Measure, t.Cut, t.Left = append(t.Measure, -1), append(t.Cut, 0), append(t.Left, 0)
	return len(t.Measure) - 1
}

func (g *grower) grow(t *rank.Tree, at int, rows []int32, depth int) {
	s, w := 0.0, 0.0
	for _, i := range rows {
		s += g.slope[i]
		w += g.weight[i]
	}
	measure, cut := -1, 0
	if depth > 0 && len(rows) >= 2*g.leaf {
		measure, cut = g.split(rows, s, w)
	}
	if measure < 0 {
		v := g.rate * s / (w + g.ridge)
		t.Cut[at] = float32(v)
		for _, i := range rows {
			g.score[i] += float64(float32(v))
		}
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
	t.Measure[at], t.Cut[at] = int16(measure), g.cuts[measure][cut]
	l := g.put(t)
	r := g.put(t)
	t.Left[at] = int16(l)
	g.grow(t, l, left, depth-1)
	g.grow(t, r, right, depth-1)
}

func (g *grower) split(rows []int32, s, w float64) (measure, cut int) {
	measure = -1
	best := s*s/(w+g.ridge) + 1e-6
	var hs, hw [bins]float64
	var hn [bins]int
	for _, m := range g.allowed {
		clear(hs[:])
		clear(hw[:])
		clear(hn[:])
		bin := g.bin[m]
		for _, i := range rows {
			b := bin[i]
			hs[b] += g.slope[i]
			hw[b] += g.weight[i]
			hn[b]++
		}
		ls, lw, ln := 0.0, 0.0, 0
		for b := range len(g.cuts[m]) {
			ls += hs[b]
			lw += hw[b]
			ln += hn[b]
			if ln < g.leaf || len(rows)-ln < g.leaf {
				continue
			}
			gain := ls*ls/(lw+g.ridge) + (s-ls)*(s-ls)/(w-lw+g.ridge)
			if gain > best {
				best, measure, cut = gain, m, b
			}
		}
	}
	return measure, cut
}

// choose is the measures that a tree may ask for.
func (g *grower) choose() []int {
	var all []int
	for m, name := range rank.Measures {
		if !strings.HasPrefix(name, "gap ") && !strings.HasPrefix(name, "peak ") && name != "rank" && name != "mean gap" && name != "other length" && name != "length" {
			all = append(all, m)
		}
	}
	g.chance.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	return all[:len(all)*2/5]
}
