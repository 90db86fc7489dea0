package compose

import (
	"cmp"
	"slices"

	"kadry/internal/exam/problem"
	"kadry/internal/exam/subject"
	"kadry/internal/fault"
)

// poolOf is how many problems of a type a test is drawn from, beyond those it needs: enough
// to vary, few enough to read whole.
const poolOf = 60

// Recipe says what a test is composed of.
type Recipe struct {
	Course  subject.Course
	Counts  map[string]int // by type
	Seed    uint64
	Exclude []string // ids that must not come
}

// Check reports a recipe that no test can be made by: fault.Invalid.
func (r Recipe) Check() error {
	if err := r.Course.Check(); err != nil {
		return err
	}
	total := 0
	for kind, n := range r.Counts {
		if n < 1 || n > longestTest {
			return fault.E(fault.Invalid, fault.Say("Type %q: the count must be 1-%d, got %d.", "Тип %q: число заданий от 1 до %d, получено %d.", fault.Clip(kind), longestTest, n), nil)
		}
		total += n
	}
	if total == 0 || total > longestTest {
		return fault.E(fault.Invalid, fault.Say("A test has 1-%d problems, got %d.", "В варианте от 1 до %d заданий, получено %d.", longestTest, total), nil).
			WithHint(fault.Say(`Say how many of each type: {"1": 2, "9": 1}.`, `Укажите число заданий каждого типа: {"1": 2, "9": 1}.`))
	}
	return nil
}

// Left takes out the problems that must not come.
func (r Recipe) Left(refs []problem.Ref) []problem.Ref {
	return slices.DeleteFunc(refs, func(ref problem.Ref) bool { return slices.Contains(r.Exclude, ref.ID) })
}

// Shortlist chooses of the problems of a type those that are read whole, by the tickets of
// the draw itself, so that equal recipes over equal banks draw alike.
func (r Recipe) Shortlist(kind string, refs []problem.Ref) []problem.Ref {
	refs = r.Left(refs)
	slices.SortFunc(refs, func(a, b problem.Ref) int {
		return cmp.Or(cmp.Compare(ticket(r.Seed, a), ticket(r.Seed, b)), cmp.Compare(a.ID, b.ID))
	})
	return refs[:min(r.Counts[kind]+poolOf, len(refs))]
}
