package bank

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"

	"kadry/internal/exam/check"
	"kadry/internal/exam/compose"
	"kadry/internal/exam/problem"
	"kadry/internal/fault"
)

// Checked is a marked answer to a problem.
type Checked struct {
	Found
	check.Mark
}

// Check marks an answer to a problem.
func (b *Bank) Check(ctx context.Context, ref problem.Ref, given string) (Checked, error) {
	found, err := b.Problem(ctx, ref, AnyCopy)
	if err != nil {
		return Checked{}, err
	}
	return Checked{found, check.Answer(found.Problem, given)}, nil
}

// asksForTest bounds the requests that fill up a pool.
const asksForTest = 6

// Compose makes a test out of the bank. Where the bank lacks problems of a type, a few
// categories of the type are fetched first, if the site may be asked.
func (b *Bank) Compose(ctx context.Context, recipe compose.Recipe) (compose.Test, error) {
	if err := recipe.Check(); err != nil {
		return compose.Test{}, err
	}
	if err := b.index.Follow(ctx, nil); err != nil {
		return compose.Test{}, err
	}
	var warnings []problem.Warning
	if !b.Alone && len(b.lacking(recipe)) > 0 {
		if err := b.fillUp(ctx, recipe); err != nil {
			if ctx.Err() != nil {
				return compose.Test{}, ctx.Err()
			}
			warnings = append(warnings, notAsked(err))
		}
	}
	pool, from, err := b.pool(ctx, recipe)
	if err != nil {
		return compose.Test{}, err
	}
	test := compose.Draw(recipe, pool)
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

// Variants makes a test in so many variants, the first of which is that of Compose.
func (b *Bank) Variants(ctx context.Context, recipe compose.Recipe, n int) ([]compose.Test, error) {
	if n < 1 || n > compose.MostVariants {
		return nil, fault.Wrong("variants", fault.Say("must be 1-%d, got %d", "должно быть от 1 до %d, передано %d", compose.MostVariants, n))
	}
	first, err := b.Compose(ctx, recipe)
	if err != nil {
		return nil, err
	}
	tests := []compose.Test{first}
	if n == 1 {
		return tests, nil
	}
	wide := recipe
	wide.Counts = map[string]int{}
	for kind, count := range recipe.Counts {
		wide.Counts[kind] = count * n
	}
	pool, from, err := b.pool(ctx, wide)
	if err != nil {
		return nil, err
	}
	for len(tests) < n {
		next := compose.Another(tests, pool)
		next.Provenance = from
		tests = append(tests, next)
	}
	return tests, nil
}

// lacking lists the types of which the bank has too few.
func (b *Bank) lacking(r compose.Recipe) []string {
	var short []string
	for _, kind := range slices.SortedFunc(maps.Keys(r.Counts), problem.CompareTypes) {
		if len(r.Left(b.index.OfType(r.Course, kind))) < r.Counts[kind] {
			short = append(short, kind)
		}
	}
	return short
}

// fillUp copies categories of the types the bank lacks.
func (b *Bank) fillUp(ctx context.Context, r compose.Recipe) error {
	told(ctx, 0, len(r.Counts), fault.Say("Reading the catalogue", "Чтение каталога"))
	contents, _, asked, err := b.contents(ctx, r.Course)
	if err != nil {
		return err
	}
	progress, err := b.Shelf.Synced(ctx, r.Course)
	if err != nil {
		return fmt.Errorf("bank: progress of %s: %w", r.Course, err)
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
			if err := b.index.Follow(ctx, nil); err != nil {
				return err
			}
		}
	}
	return nil
}

// pool reads the problems a test is drawn from: of each type a part that depends on the
// seed alone, so that equal recipes over equal banks draw alike, and what is linked to it.
func (b *Bank) pool(ctx context.Context, r compose.Recipe) ([]problem.Problem, problem.Provenance, error) {
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
	if err := b.addTo(ctx, pool, r.Left(linked)); err != nil {
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
		return fmt.Errorf("bank: read %d problems: %w", len(refs), err)
	}
	maps.Copy(pool, stored)
	return nil
}

// drawn are the problems of the types asked for that may come into the test.
func (b *Bank) drawn(r compose.Recipe) []problem.Ref {
	var refs []problem.Ref
	for kind := range r.Counts {
		refs = append(refs, r.Shortlist(kind, b.index.OfType(r.Course, kind))...)
	}
	slices.SortFunc(refs, func(a, b problem.Ref) int { return cmp.Compare(a.ID, b.ID) })
	return slices.Compact(refs)
}
