package app

import (
	"runtime/debug"
	"testing"
)

// The pace that the environment set comes back; one slower than that of a start stays.
func TestStartMemory(t *testing.T) { //nolint:paralleltest // the pace is the process's
	original := debug.SetGCPercent(77)
	defer debug.SetGCPercent(original)
	for _, pace := range []int{77, 100, 5000, -1} {
		debug.SetGCPercent(pace)
		startMemory()()
		if got := debug.SetGCPercent(100); got != pace {
			t.Errorf("%d %% became %d %%", pace, got)
		}
	}
}

func TestGarbageFor(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		live uint64
		want int
	}{
		"nothing":      {0, mostGarbage},
		"a small base": {10 << 20, mostGarbage},
		"a bank":       {25 << 20, 256},
		"a large base": {200 << 20, leastGarbage},
		"a huge one":   {1 << 40, leastGarbage},
	} {
		if got := garbageFor(c.live); got != c.want {
			t.Errorf("%s: got %d %%, want %d %%", name, got, c.want)
		}
	}
}
