package compose

import "kadry/internal/exam/problem"

// MostVariants is the most variants of one test: a class has fewer pupils.
const MostVariants = 30

// demand is what a place of a test asks for beside its subject: the type, and how hard the
// problem is by its points and by the level its page names.
type demand struct {
	kind   string
	points int
	level  string
}

func demandOf(kind string, p problem.Problem) demand { return demand{kind, p.Points, p.Level} }

// Another draws the next variant of a test from a pool: as many problems of each type as the
// first has, as hard where there are such, and none that a variant before has. Where the pool is
// used up, problems come again, in another order.
func Another(before []Test, pool []problem.Problem) Test {
	first := before[0]
	r := first.Recipe
	r.Seed += uint64(len(before))
	d := newDraw(r)
	d.used, d.wanted = map[string]bool{}, map[demand]int{}
	for _, test := range before {
		for _, p := range test.Problems {
			d.used[p.ID] = true
		}
	}
	for _, p := range first.Problems {
		d.wanted[demandOf(kindIn(r, p), p)]++
	}
	return d.from(pool)
}

// kindIn is the type by which a problem came into a test.
func kindIn(r Recipe, p problem.Problem) string {
	for _, kind := range p.AllTypes() {
		if r.Counts[kind] > 0 {
			return kind
		}
	}
	return p.Type
}

// Repeated counts, by type, the places of variants whose problem an earlier variant has: so many
// more problems the bank would need.
func Repeated(variants []Test) map[string]int {
	seen, repeated := map[string]bool{}, map[string]int{}
	for _, test := range variants {
		for _, p := range test.Problems {
			if seen[p.ID] {
				repeated[kindIn(test.Recipe, p)]++
			}
			seen[p.ID] = true
		}
	}
	return repeated
}
