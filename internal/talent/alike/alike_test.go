package alike

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

// made is a text of so many words that depends on its seed alone.
func made(seed uint64, words int) []string {
	r := rand.New(rand.NewPCG(seed, 7))
	out := make([]string, words)
	for i := range out {
		out[i] = fmt.Sprintf("слово%d", r.IntN(5000))
	}
	return out
}

func meet(a, b []string) bool {
	keys := Keys(strings.Join(a, " "))
	return slices.ContainsFunc(Keys(strings.Join(b, " ")), func(k uint64) bool { return slices.Contains(keys, k) })
}

// Another version of a text finds it, strangers do not.
func TestKeys(t *testing.T) {
	t.Parallel()
	const texts = 200
	found, strangers := 0, 0
	for seed := range uint64(texts) {
		one := made(seed, 400)
		version := slices.Concat(made(seed+1e6, 8), one[:300], made(seed+2e6, 4), one[300:])
		if meet(one, version) {
			found++
		}
		if meet(one, made(seed+3e6, 400)) {
			strangers++
		}
	}
	if found < texts*9/10 || strangers > 0 {
		t.Errorf("%d of %d versions were found, and %d strangers", found, texts, strangers)
	}
	if keys := Keys("a short text has too little to tell"); keys != nil {
		t.Errorf("a short text has keys: %v", keys)
	}
}

func TestOverlap(t *testing.T) {
	t.Parallel()
	one := strings.Join(made(1, 300), " ")
	half := strings.Join(append(made(1, 300)[:150], made(2, 150)...), " ")
	for _, c := range []struct {
		a, b        string
		least, most float64
	}{
		{one, one, 1, 1},
		{one, strings.ToUpper(one) + " !", 1, 1},
		{one, half, 0.25, 0.4},
		{one, strings.Join(made(9, 300), " "), 0, 0},
		{"", "", 0, 0},
		{one, "", 0, 0},
	} {
		if got := Overlap(c.a, c.b); got < c.least || got > c.most || got != Overlap(c.b, c.a) {
			t.Errorf("%.12q and %.12q overlap by %g, want %g to %g", c.a, c.b, got, c.least, c.most)
		}
	}
}

func FuzzOverlap(f *testing.F) {
	f.Add("Go, SQL", "go sql")
	f.Add(strings.Repeat("a b c ", 50), "\xff")
	f.Fuzz(func(t *testing.T, a, b string) {
		if o := Overlap(a, b); o < 0 || o > 1 || o != Overlap(b, a) {
			t.Errorf("%q and %q overlap by %g", a, b, o)
		}
		if keys := Keys(a); len(keys) > bands || !slices.Equal(keys, Keys(a)) || utf8.RuneCountInString(a) < leastRuns && keys != nil {
			t.Errorf("keys of %q are %v", a, keys)
		}
	})
}
