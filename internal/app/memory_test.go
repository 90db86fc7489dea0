package app

import "testing"

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
