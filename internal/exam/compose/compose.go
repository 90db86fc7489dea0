// Package compose draws practice tests: the same recipe over the same problems gives the same
// test.
package compose

import (
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"maps"
	"slices"
	"strings"
	"unicode"

	"kadry/internal/exam/problem"
	"kadry/internal/fault"
)

// longestTest is the most problems of a test; the longest paper of an exam has under 40.
const longestTest = 60

// Test is a composed test: the same recipe over the same bank gives the same test.
type Test struct {
	Recipe   Recipe
	Problems []problem.Problem // in the order of the exam's types
	Short    map[string]int    // by type: how many are missing
	problem.Provenance
	Warnings []problem.Warning
}

// Draw draws a test from a pool. The draw depends on the seed and on the problems of a
// type and those linked to them, not on the order of the pool or on what else it holds, so
// a bank that grows in one type keeps its tests in the others.
//
// A test never has the same text twice, and two problems over one passage only where the
// exam links them: then the later type prefers the passage of the earlier one, as the
// papers do.
func Draw(r Recipe, pool []problem.Problem) Test { return newDraw(r).from(pool) }

func newDraw(r Recipe) *draw {
	return &draw{recipe: r, texts: map[string]bool{}, passages: map[string]bool{}, taken: map[string]problem.Problem{}}
}

func (d *draw) from(pool []problem.Problem) Test {
	r := d.recipe
	test := Test{Recipe: r, Problems: []problem.Problem{}, Short: map[string]int{}}
	byType := d.sorted(pool)
	for _, kind := range slices.SortedFunc(maps.Keys(r.Counts), problem.CompareTypes) {
		wanted := r.Counts[kind]
		got := d.take(kind, byType[kind], min(wanted, longestTest-len(test.Problems)))
		test.Problems = append(test.Problems, got...)
		if missing := wanted - len(got); missing > 0 {
			test.Short[kind] = missing
		}
	}
	if len(test.Problems) == longestTest && len(test.Short) > 0 {
		test.Warnings = append(test.Warnings, problem.Warning{Text: fault.Say("A test has at most %d problems; the rest was left out.",
			"В варианте не больше %d заданий, остальные не вошли.", longestTest)})
	}
	return test
}

// draw is a test being composed.
type draw struct {
	recipe   Recipe
	texts    map[string]bool
	passages map[string]bool
	taken    map[string]problem.Problem

	// Of a variant that is not the first:
	used   map[string]bool // ids of problems in the variants before
	wanted map[demand]int  // how many of each are in the first and not in this one yet
}

// sorted groups the pool by type, each type in the order of the draw: problems whose
// linked ones are wanted too come first, the rest is chance.
func (d *draw) sorted(pool []problem.Problem) map[string][]problem.Problem {
	known := map[string]problem.Problem{}
	for _, p := range pool {
		if p.Course == d.recipe.Course && !slices.Contains(d.recipe.Exclude, p.ID) {
			known[p.ID] = p
		}
	}
	byType := map[string][]problem.Problem{}
	for _, p := range known {
		for _, kind := range p.AllTypes() {
			if d.recipe.Counts[kind] > 0 {
				byType[kind] = append(byType[kind], p)
			}
		}
	}
	for _, problems := range byType {
		slices.SortFunc(problems, func(a, b problem.Problem) int {
			return cmp.Or(cmp.Compare(d.company(b, known), d.company(a, known)),
				cmp.Compare(ticket(d.recipe.Seed, a.Ref), ticket(d.recipe.Seed, b.Ref)), cmp.Compare(a.ID, b.ID))
		})
	}
	return byType
}

// company counts the wanted types among the problems linked to p.
func (d *draw) company(p problem.Problem, known map[string]problem.Problem) int {
	kinds := map[string]bool{}
	for _, id := range p.Linked {
		if other, ok := known[id]; ok && other.Type != p.Type && d.recipe.Counts[other.Type] > 0 {
			kinds[other.Type] = true
		}
	}
	return len(kinds)
}

// pass is which problems are looked for.
type pass struct{ again, linked, asHard bool }

// passes go from what is best for a test to what will do: problems that no variant has before
// those that one has, linked to what is in the test before strangers, as hard as wanted before
// others.
var passes = []pass{
	{linked: true, asHard: true},
	{linked: true},
	{asHard: true},
	{},
	{again: true, linked: true, asHard: true},
	{again: true, linked: true},
	{again: true, asHard: true},
	{again: true},
}

// take picks up to n problems of one type, pass by pass, each in the order of the draw.
func (d *draw) take(kind string, candidates []problem.Problem, n int) []problem.Problem {
	var picked []problem.Problem
	for _, want := range passes {
		for _, p := range candidates {
			if len(picked) >= n {
				return picked
			}
			demanded := demandOf(kind, p)
			if d.used[p.ID] != want.again || want.asHard && d.wanted[demanded] == 0 || !d.fits(p, want.linked) {
				continue
			}
			if d.wanted[demanded] > 0 {
				d.wanted[demanded]--
			}
			d.texts[contents(p)] = true
			d.passages[flat(p.Passage)] = true
			d.taken[p.ID] = p
			picked = append(picked, p)
		}
	}
	return picked
}

func (d *draw) fits(p problem.Problem, linkedOnly bool) bool {
	if _, in := d.taken[p.ID]; in || d.texts[contents(p)] {
		return false
	}
	linked := d.linked(p)
	if linkedOnly {
		return linked
	}
	passage := flat(p.Passage)
	return linked || passage == "" || !d.passages[passage]
}

// linked reports whether a problem of another type in the test is linked to p, and none of
// p's own type is: of one type two problems over one passage are one too many.
func (d *draw) linked(p problem.Problem) bool {
	found := false
	for id, other := range d.taken {
		if slices.Contains(p.Linked, id) || slices.Contains(other.Linked, p.ID) {
			if other.Type == p.Type {
				return false
			}
			found = true
		}
	}
	return found
}

// ticket is the place of a problem in the draw. A hash that mixes well keeps neighbours in
// numbering, which are often of one series, from being drawn together.
func ticket(seed uint64, ref problem.Ref) uint64 {
	sum := sha256.Sum256(append(binary.BigEndian.AppendUint64(nil, seed), ref.String()...))
	return binary.BigEndian.Uint64(sum[:8])
}

// contents is equal for problems whose texts are the same but for case, spaces and signs.
func contents(p problem.Problem) string { return flat(p.Question) + "\x00" + flat(p.Passage) }

func flat(b problem.Body) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) || r == '−' || r == '-' {
			return unicode.ToLower(r)
		}
		return -1
	}, b.SearchText())
}
