package exam

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"

	"kadry/internal/exam/problem"
	"kadry/internal/exam/subject"
	"kadry/internal/fault"
)

// Recipe says what a test is composed of.
type Recipe struct {
	Course  subject.Course
	Counts  map[string]int // by type
	Seed    uint64
	Exclude []string // ids that must not come
}

// Test is a composed test: the same recipe over the same bank gives the same test.
type Test struct {
	Recipe   Recipe
	Problems []problem.Problem // in the order of the exam's types
	Short    map[string]int    // by type: how many are missing
	problem.Provenance
	Warnings []problem.Warning
}

// Check marks an answer to a problem.
func (b *Bank) Check(ctx context.Context, ref problem.Ref, given string) (Checked, error) {
	found, err := b.Problem(ctx, ref, AnyCopy)
	if err != nil {
		return Checked{}, err
	}
	return check(found, given), nil
}

const (
	// poolOf is how many problems of a type a test is drawn from, beyond those it needs:
	// enough to vary, few enough to read whole.
	poolOf = 60
	// asksForTest bounds the requests that fill up a pool.
	asksForTest = 6
)

// Compose makes a test out of the bank. Where the bank lacks problems of a type, a few
// categories of the type are fetched first, if the site may be asked.
func (b *Bank) Compose(ctx context.Context, recipe Recipe) (Test, error) {
	if err := recipe.check(); err != nil {
		return Test{}, err
	}
	if err := b.texts.Follow(ctx, nil); err != nil {
		return Test{}, err
	}
	var warnings []problem.Warning
	if !b.Alone && len(b.lacking(recipe)) > 0 {
		if err := b.fillUp(ctx, recipe); err != nil {
			if ctx.Err() != nil {
				return Test{}, ctx.Err()
			}
			warnings = append(warnings, notAsked(err))
		}
	}
	pool, from, err := b.pool(ctx, recipe)
	if err != nil {
		return Test{}, err
	}
	test := compose(recipe, pool)
	test.Provenance = from
	test.Warnings = append(test.Warnings, warnings...)
	if len(test.Short) > 0 {
		test.Warnings = append(test.Warnings, problem.Warning{
			Text: fault.Say("The bank has too few problems of some types.", "Заданий некоторых типов в банке не хватило."),
			Next: fault.Say(`missing counts them; take other types of the catalogue, or copy the course with "kadry sdamgia sync %s".`,
				"сколько не хватило, сказано в missing; возьмите другие типы из каталога или скопируйте курс командой «kadry sdamgia sync %s».", recipe.Course),
		})
	}
	return test, nil
}

func (r Recipe) check() error {
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

// lacking lists the types of which the bank has too few.
func (b *Bank) lacking(r Recipe) []string {
	b.mu.RLock()
	defer b.mu.RUnlock()
	var short []string
	for _, kind := range slices.SortedFunc(maps.Keys(r.Counts), problem.CompareTypes) {
		if h := b.holdings[r.Course]; h == nil || len(r.left(h.ofType(r.Course, kind))) < r.Counts[kind] {
			short = append(short, kind)
		}
	}
	return short
}

// left takes out the problems that must not come.
func (r Recipe) left(refs []problem.Ref) []problem.Ref {
	return slices.DeleteFunc(refs, func(ref problem.Ref) bool { return slices.Contains(r.Exclude, ref.ID) })
}

// fillUp copies categories of the types the bank lacks.
func (b *Bank) fillUp(ctx context.Context, r Recipe) error {
	told(ctx, 0, len(r.Counts), fault.Say("Reading the catalogue", "Чтение каталога"))
	contents, _, asked, err := b.contents(ctx, r.Course)
	if err != nil {
		return err
	}
	progress, err := b.Shelf.Synced(ctx, r.Course)
	if err != nil {
		return fmt.Errorf("exam: progress of %s: %w", r.Course, err)
	}
	lacking := b.lacking(r)
	for i, kind := range lacking {
		told(ctx, i, len(lacking), fault.Say("Fetching problems of type %s", "Загрузка заданий типа %s", kind))
		for _, c := range contents.OfType(kind) {
			if asked == asksForTest || !slices.Contains(b.lacking(r), kind) {
				break
			}
			if p := progress[c.ID]; p.Done && b.young(p.At, categoryLife) {
				continue
			}
			_, from, err := b.printed(ctx, r.Course, c.ID)
			asked += from.Sent
			if err != nil && !pagewise(err) {
				return err
			}
			if err := b.texts.Follow(ctx, nil); err != nil {
				return err
			}
		}
	}
	return nil
}

// pool reads the problems a test is drawn from: of each type a part that depends on the
// seed alone, so that equal recipes over equal banks draw alike, and what is linked to it.
func (b *Bank) pool(ctx context.Context, r Recipe) ([]problem.Problem, problem.Provenance, error) {
	pool := map[problem.Ref]problem.Stored{}
	if err := b.addTo(ctx, pool, b.drawn(r)); err != nil {
		return nil, problem.Provenance{}, err
	}
	var linked []problem.Ref
	for _, s := range pool {
		for _, id := range s.Linked {
			if ref := (problem.Ref{Course: r.Course, ID: id}); pool[ref].ID == "" {
				linked = append(linked, ref)
			}
		}
	}
	if err := b.addTo(ctx, pool, r.left(linked)); err != nil {
		return nil, problem.Provenance{}, err
	}
	from := problem.Provenance{FetchedAt: b.Now(), FromCache: true}
	problems := make([]problem.Problem, 0, len(pool))
	for _, s := range pool {
		problems = append(problems, s.Problem)
		from = from.With(problem.Provenance{FetchedAt: s.FetchedAt, FromCache: true})
	}
	return problems, from, nil
}

func (b *Bank) addTo(ctx context.Context, pool map[problem.Ref]problem.Stored, refs []problem.Ref) error {
	stored, err := b.Shelf.Get(ctx, refs)
	if err != nil {
		return fmt.Errorf("exam: read %d problems: %w", len(refs), err)
	}
	maps.Copy(pool, stored)
	return nil
}

// drawn chooses by the same tickets as the draw itself.
func (b *Bank) drawn(r Recipe) []problem.Ref {
	b.mu.RLock()
	defer b.mu.RUnlock()
	h := b.holdings[r.Course]
	if h == nil {
		return nil
	}
	var refs []problem.Ref
	for kind, n := range r.Counts {
		all := r.left(h.ofType(r.Course, kind))
		slices.SortFunc(all, func(a, b problem.Ref) int {
			return cmp.Or(cmp.Compare(ticket(r.Seed, a), ticket(r.Seed, b)), cmp.Compare(a.ID, b.ID))
		})
		refs = append(refs, all[:min(n+poolOf, len(all))]...)
	}
	slices.SortFunc(refs, func(a, b problem.Ref) int { return cmp.Compare(a.ID, b.ID) })
	return slices.Compact(refs)
}
