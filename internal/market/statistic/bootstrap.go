package statistic

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"kadry/internal/turn"
)

// Resamples is how many resamples an interval rests on where nobody says otherwise.
const Resamples = 1000

// leastClusters is how many clusters an interval needs: drawing a few again and again shows little
// of what others would have said.
const leastClusters = 5

// leastKnown is the share of the resamples in which a statistic must be computable for its
// interval to be told.
const leastKnown = 0.95

// Bootstrap says how a sample is drawn again. Whole clusters are drawn with replacement: the
// postings of one employer resemble each other, and drawing them one by one would take those of a
// mass employer for independent (Cameron, Gelbach and Miller 2008).
type Bootstrap struct {
	Seed      uint64
	Resamples int   // 0 is Resamples
	Clusters  []int // of every item: its cluster, from 0 without gaps
}

// Statistic computes figures of a resample, given how often it holds every item, into out. NaN
// says that a figure cannot be known of it.
type Statistic func(weight []int, out []float64)

// Replicates are the figures of all resamples.
type Replicates struct {
	ascending [][]float64 // by figure; those that could be known
	resamples int
	clusters  int
}

// Run computes so many figures of every resample. fresh makes a Statistic for one worker, with
// scratch memory of its own.
func (b Bootstrap) Run(ctx context.Context, figures int, fresh func() Statistic) (*Replicates, error) {
	clusters, err := b.clusters()
	if err != nil {
		return nil, err
	}
	resamples := b.Resamples
	if resamples <= 0 {
		resamples = Resamples
	}
	results := make([]float64, resamples*figures)
	turn.Workers(ctx, resamples, func(next func() (int, bool)) {
		compute, weight, times := fresh(), make([]int, len(b.Clusters)), make([]int, clusters)
		for i, ok := next(); ok; i, ok = next() {
			b.draw(i, times, weight)
			compute(weight, results[i*figures:(i+1)*figures])
		}
	})
	if err := ctx.Err(); err != nil {
		return nil, fmt.Errorf("statistic: bootstrap: %w", err)
	}
	r := sorted(results, figures, resamples)
	r.clusters = clusters
	return r, nil
}

// clusters counts the clusters.
func (b Bootstrap) clusters() (int, error) {
	n := 0
	for _, c := range b.Clusters {
		if c < 0 || c >= len(b.Clusters) {
			return 0, fmt.Errorf("statistic: %d is no cluster of %d items", c, len(b.Clusters))
		}
		n = max(n, c+1)
	}
	if n == 0 {
		return 0, errors.New("statistic: a bootstrap of nothing")
	}
	return n, nil
}

// draw draws resample i. Each has a stream of random numbers of its own, so that it does not
// matter which worker draws it.
func (b Bootstrap) draw(i int, times, weight []int) {
	random := rand.New(rand.NewPCG(b.Seed, uint64(i)))
	clear(times)
	for range times {
		times[random.IntN(len(times))]++
	}
	for item, cluster := range b.Clusters {
		weight[item] = times[cluster]
	}
}

func sorted(results []float64, figures, resamples int) *Replicates {
	r := &Replicates{ascending: make([][]float64, figures), resamples: resamples}
	for f := range figures {
		known := make([]float64, 0, resamples)
		for i := range resamples {
			if v := results[i*figures+f]; !math.IsNaN(v) {
				known = append(known, v)
			}
		}
		slices.Sort(known)
		r.ascending[f] = known
	}
	return r
}

// Interval is the 95 % percentile interval of a figure (Efron 1979), expanded for the number of
// clusters (Hesterberg 2015, section 5.3): plain percentile intervals are too narrow by what a
// normal interval lacks beside one of Student. It is nil where too few clusters or resamples could
// tell it.
func (r *Replicates) Interval(figure int) *Interval {
	if !r.tells(figure) {
		return nil
	}
	known, tail := r.ascending[figure], tail(float64(r.clusters))
	return &Interval{Quantile(known, tail), Quantile(known, 1-tail)}
}

// tail is the share of the resamples below an interval.
func tail(clusters float64) float64 {
	// Student's 97.5 % point by its expansion around the normal one (Abramowitz and Stegun 26.7.5).
	v := clusters - 1
	t := z + (z*z*z+z)/(4*v) + (5*math.Pow(z, 5)+16*z*z*z+3*z)/(96*v*v)
	return math.Erfc(t*math.Sqrt(clusters/v)/math.Sqrt2) / 2
}

func (r *Replicates) tells(figure int) bool {
	return r.clusters >= leastClusters && float64(len(r.ascending[figure])) >= leastKnown*float64(r.resamples)
}

// P is the two-sided p value of a figure being null: twice the share of resamples on the rarer
// side of it, where one more on each side is counted so that it is never 0 (Davison and Hinkley
// 1997, 4.2). It is 1 where Interval is nil.
func (r *Replicates) P(figure int, null float64) float64 {
	if !r.tells(figure) {
		return 1
	}
	known := r.ascending[figure]
	below, _ := slices.BinarySearch(known, null)
	notAbove, _ := slices.BinarySearch(known, math.Nextafter(null, math.Inf(1)))
	rarer := min(notAbove, len(known)-below)
	return min(2*float64(rarer+1)/float64(len(known)+1), 1)
}
