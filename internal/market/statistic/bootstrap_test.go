package statistic_test

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"kadry/internal/market/statistic"
	"kadry/internal/turn"
)

// meanOf computes the mean, and a figure that cannot be known of any resample.
func meanOf(values []float64) func() statistic.Statistic {
	return func() statistic.Statistic {
		return func(weight []int, out []float64) {
			var sum, n float64
			for i, w := range weight {
				sum, n = sum+float64(w)*values[i], n+float64(w)
			}
			out[0], out[1] = sum/n, math.NaN()
		}
	}
}

// sample is values of clusters of so many items, each of one value.
func sample(random *rand.Rand, clusters, size int) (values []float64, of []int) {
	for c := range clusters {
		value := random.NormFloat64()
		for range size {
			values, of = append(values, value), append(of, c)
		}
	}
	return values, of
}

// The work is shared by any number of workers with one result.
func TestBootstrap_sameForAnyWorkers(t *testing.T) {
	t.Parallel()
	values, of := sample(rand.New(rand.NewPCG(1, 1)), 20, 3)
	var lows, highs []float64
	turns := turn.New(time.Now)
	for _, tenant := range []string{"", "first", "second"} { // the first has all processors, the second one less
		ctx := turn.With(t.Context(), turns, tenant)
		if tenant == "" {
			ctx = t.Context()
		}
		done, err := turn.Take(ctx)
		if err != nil {
			t.Fatal(err)
		}
		b := statistic.Bootstrap{Seed: 5, Resamples: 200, Clusters: of}
		r, err := b.Run(ctx, 2, meanOf(values))
		done()
		if err != nil {
			t.Fatal(err)
		}
		i := r.Interval(0)
		if i == nil || !(i[0] < i[1]) {
			t.Fatalf("of tenant %q: %v", tenant, i)
		}
		lows, highs = append(lows, i[0]), append(highs, i[1])
	}
	if len(slices.Compact(lows)) != 1 || len(slices.Compact(highs)) != 1 {
		t.Errorf("intervals differ: %v to %v", lows, highs)
	}
}

// Ten copies of each value tell no more than one: the interval of the mean holds the truth as
// often as promised, where drawing items one by one would be off by a factor of three.
func TestBootstrap_clustersCover(t *testing.T) {
	t.Parallel()
	held, blind := 0, 0
	const worlds = 300
	for w := range worlds {
		values, of := sample(rand.New(rand.NewPCG(2, uint64(w))), 50, 10)
		if holdsZero(t, values, of, uint64(w)) {
			held++
		}
		alone := make([]int, len(values))
		for i := range alone {
			alone[i] = i
		}
		if holdsZero(t, values, alone, uint64(w)) {
			blind++
		}
	}
	if share := float64(held) / worlds; share < 0.91 || share > 0.98 {
		t.Errorf("by clusters %.3f of the intervals hold the truth", share)
	}
	if share := float64(blind) / worlds; share > 0.7 {
		t.Errorf("by items %.3f do: the test shows nothing", share)
	}
}

func holdsZero(t *testing.T, values []float64, of []int, seed uint64) bool {
	t.Helper()
	r, err := statistic.Bootstrap{Seed: seed, Resamples: 200, Clusters: of}.Run(t.Context(), 2, meanOf(values))
	if err != nil {
		t.Fatal(err)
	}
	i := r.Interval(0)
	return i[0] <= 0 && 0 <= i[1]
}

func TestReplicates_p(t *testing.T) {
	t.Parallel()
	values, of := sample(rand.New(rand.NewPCG(3, 3)), 40, 1)
	r, err := statistic.Bootstrap{Seed: 1, Resamples: 999, Clusters: of}.Run(t.Context(), 2, meanOf(values))
	if err != nil {
		t.Fatal(err)
	}
	i := r.Interval(0)
	near(t, "at the end of the interval", r.P(0, i[0]), 0.041, 0.006)
	near(t, "at the other end", r.P(0, i[1]), 0.041, 0.006)
	near(t, "far away", r.P(0, 1e9), 0.002, 1e-9)
	near(t, "in the middle", r.P(0, (i[0]+i[1])/2), 0.9, 0.11)
	if r.Interval(1) != nil || r.P(1, 0) != 1 {
		t.Error("a figure that no resample can tell has an interval or a p")
	}
}

// Four employers are too few to say how others would differ.
func TestReplicates_fewClusters(t *testing.T) {
	t.Parallel()
	for clusters, told := range map[int]bool{1: false, 4: false, 5: true} {
		values, of := sample(rand.New(rand.NewPCG(3, 3)), clusters, 30)
		r, err := statistic.Bootstrap{Resamples: 50, Clusters: of}.Run(t.Context(), 2, meanOf(values))
		if err != nil {
			t.Fatal(err)
		}
		if got := r.Interval(0) != nil; got != told {
			t.Errorf("%d clusters: an interval is told: %v", clusters, got)
		}
	}
}

func TestBootstrap_refusals(t *testing.T) {
	t.Parallel()
	for name, clusters := range map[string][]int{"nothing": nil, "negative": {0, -1}, "out of range": {0, 7}} {
		if _, err := (statistic.Bootstrap{Clusters: clusters}).Run(t.Context(), 2, meanOf([]float64{1, 2})); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := (statistic.Bootstrap{Clusters: []int{0, 1}}).Run(ctx, 2, meanOf([]float64{1, 2})); !errors.Is(err, context.Canceled) {
		t.Errorf("canceled: %v", err)
	}
}
