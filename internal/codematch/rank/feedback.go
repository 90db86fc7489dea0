package rank

import (
	"math"
	"slices"

	"kadry/internal/codematch/feature"
	"kadry/internal/codematch/index"
)

// table gives the terms of one field numbers from 0: open addressing, a power of two long.
type table struct {
	keys    []uint32
	numbers []int32
	count   int32
}

func newTable(terms int) *table {
	size := 16
	for size < 2*terms {
		size *= 2
	}
	return &table{keys: make([]uint32, size), numbers: make([]int32, size)}
}

// number is that of a hash, given when it is new.
func (t *table) number(hash uint32) int32 {
	mask := uint32(len(t.keys) - 1)
	for at := hash * 0x9E3779B1 & mask; ; at = (at + 1) & mask {
		switch {
		case t.numbers[at] == 0:
			t.count++
			t.keys[at], t.numbers[at] = hash, t.count
			return t.count - 1
		case t.keys[at] == hash:
			return t.numbers[at] - 1
		}
	}
}

// neighbourhood are the fields by which candidates are compared with each other, with their
// weights.
var neighbourhood = []struct {
	field  feature.Field
	weight float64
}{
	{feature.Subtoken, 1},
	{feature.Canonical, 1},
	{feature.Plain, 1},
	{feature.Shape, 1},
	{feature.Literal, 1},
	{feature.Call, 0.5},
	{feature.Flow, 1},
	{feature.Statement, 1},
	{feature.Signature, 1},
}

// alikeness is how alike texts are to each other, as the first stage would find them with
// these texts for the whole index: row j asks and finds i.
func alikeness(reads []*Read) [][]float32 {
	alike := make([][]float32, len(reads))
	for j := range alike {
		alike[j] = make([]float32, len(reads))
	}
	for _, f := range neighbourhood {
		addAlike(alike, reads, f.field, f.weight)
	}
	return alike
}

// addAlike adds the signals of one field, by its weight.
func addAlike(alike [][]float32, reads []*Read, field feature.Field, weight float64) {
	n, total := len(reads), 0
	for _, r := range reads {
		total += len(r.vector[field])
	}
	numbers := make([]int32, 0, total)
	names := newTable(total)
	for _, r := range reads {
		for _, t := range r.vector[field] {
			numbers = append(numbers, names.number(t.Hash))
		}
	}
	starts := make([]int32, names.count+1)
	for _, t := range numbers {
		starts[t+1]++
	}
	for t := range names.count {
		starts[t+1] += starts[t]
	}
	lengths, mean := make([]int, n), 0.0
	for i, r := range reads {
		for _, t := range r.vector[field] {
			lengths[i] += int(t.Count)
		}
		mean += float64(lengths[i]) / float64(n)
	}
	fill := slices.Clone(starts)
	who, worth := make([]int32, total), make([]float32, total)
	at := 0
	for i, r := range reads {
		for _, t := range r.vector[field] {
			term := numbers[at]
			at++
			inverse := index.Inverse(n, int(starts[term+1]-starts[term]))
			who[fill[term]] = int32(i)
			worth[fill[term]] = float32(inverse * index.Saturated(int(t.Count), lengths[i], mean))
			fill[term]++
		}
	}
	raw := make([]float32, n)
	at = 0
	for j, r := range reads {
		clear(raw)
		for _, t := range r.vector[field] {
			term := numbers[at]
			at++
			from, to := starts[term], starts[term+1]
			if to-from == 1 || int(to-from) > n*3/5 {
				continue
			}
			q := float32(1)
			if t.Count > 1 {
				q += float32(math.Log(float64(t.Count)))
			}
			for p := from; p < to; p++ {
				raw[who[p]] += q * worth[p]
			}
		}
		standard(raw, j)
		for i := range raw {
			alike[j][i] += float32(weight) * raw[i]
		}
	}
}

// standard brings scores to standard deviations above the mean, that of self left out and set
// to the greatest of the others. Fewer than index.LeastUnits are joined by such as share nothing.
func standard(raw []float32, self int) {
	mean, square, top := 0.0, 0.0, float32(0)
	for i, v := range raw {
		if i != self {
			mean += float64(v)
			square += float64(v) * float64(v)
			top = max(top, v)
		}
	}
	raw[self] = top
	n := float64(max(index.LeastUnits, len(raw)-1))
	mean /= n
	deviation := math.Sqrt(max(square/n-mean*mean, 1e-12))
	for i, v := range raw {
		raw[i] = float32((float64(v) - mean) / deviation)
	}
}

// How the surest candidates speak for others: the walk goes along the edges to the nearest
// neighbours of each candidate and returns to where it began with the rest of the share
// (Zhou and others, "Ranking on data manifolds", 2004).
const (
	neighbours = 10
	onward     = 0.9
	steps      = 20
	sharpness  = 2 // of the start: e to the power of this many standard deviations
	least      = 1e-6
)

type edge struct {
	to     int32
	weight float32
}

// spread is what the candidates get of each other, as a logarithm in standard scores. The
// judgements are in standard scores too.
func spread(alike [][]float32, judged []float64) []float64 {
	n := len(judged)
	edges := graph(alike, n)
	top := slices.Max(judged)
	start, now, then := make([]float64, n), make([]float64, n), make([]float64, n)
	for i, s := range judged {
		start[i] = math.Exp(sharpness * (s - top))
	}
	copy(now, start)
	for range steps {
		clear(then)
		for j, of := range edges {
			for _, e := range of {
				then[e.to] += now[j] * float64(e.weight)
			}
		}
		for i := range then {
			then[i] = onward*then[i] + (1-onward)*start[i]
		}
		now, then = then, now
	}
	for i, v := range now {
		now[i] = math.Log(v + least)
	}
	return normal(now)
}

// graph joins each of n candidates with its nearest neighbours, both ways, weights scaled by
// the degrees of both ends.
func graph(alike [][]float32, n int) [][]edge {
	joined := make([]float32, n*n)
	for j := range n {
		var best [neighbours]edge
		count := 0
		for i := range n {
			w := alike[j][i] + alike[i][j]
			if i == j || w <= 0 || count == neighbours && w <= best[count-1].weight {
				continue
			}
			at := min(count, neighbours-1)
			for ; at > 0 && best[at-1].weight < w; at-- {
				best[at] = best[at-1]
			}
			best[at] = edge{int32(i), w}
			count = min(count+1, neighbours)
		}
		for _, e := range best[:count] {
			joined[j*n+int(e.to)] += e.weight
			joined[int(e.to)*n+j] += e.weight
		}
	}
	degree := make([]float64, n)
	for j := range n {
		for _, w := range joined[j*n : j*n+n] {
			degree[j] += float64(w)
		}
	}
	edges := make([][]edge, n)
	for j := range n {
		for i, w := range joined[j*n : j*n+n] {
			if w > 0 {
				edges[j] = append(edges[j], edge{int32(i), float32(float64(w) / math.Sqrt(degree[i]*degree[j]))})
			}
		}
	}
	return edges
}

// normal brings scores to mean 0 and deviation 1. Where there are fewer than index.LeastUnits,
// as many of the least likely ones are reckoned with: how one stands among a handful says nothing.
func normal(scores []float64) []float64 {
	if len(scores) == 0 {
		return nil
	}
	missing := float64(max(0, index.LeastUnits-len(scores)))
	n, least := float64(len(scores))+missing, slices.Min(scores)
	mean := missing * least
	for _, s := range scores {
		mean += s
	}
	mean /= n
	square := missing * (least - mean) * (least - mean)
	for _, s := range scores {
		square += (s - mean) * (s - mean)
	}
	deviation := math.Sqrt(square / n)
	out := make([]float64, len(scores))
	for i, s := range scores {
		out[i] = index.Signal(s, mean, deviation)
	}
	return out
}
