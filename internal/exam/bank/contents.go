package bank

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"

	"kadry/internal/exam/problem"
	"kadry/internal/exam/subject"
	"kadry/internal/fault"
)

// Catalogue answers the table of contents of a course: a copy younger than a day, else the
// site's, else an old copy, else what the problems of the bank tell of it.
func (b *Bank) Catalogue(ctx context.Context, course subject.Course) (problem.Catalogue, problem.Provenance, error) {
	contents, from, _, err := b.contents(ctx, course)
	return contents, from, err
}

// contents answers the catalogue and how many requests it cost.
func (b *Bank) contents(ctx context.Context, course subject.Course) (problem.Catalogue, problem.Provenance, int, error) {
	if err := course.Check(); err != nil {
		return problem.Catalogue{}, problem.Provenance{}, 0, err
	}
	kept, at, err := b.Shelf.Catalogue(ctx, course)
	have := err == nil
	switch {
	case err != nil && fault.KindOf(err) != fault.NotFound:
		return problem.Catalogue{}, problem.Provenance{}, 0, fmt.Errorf("bank: kept catalogue of %s: %w", course, err)
	case have && b.Alone:
		own, err := b.onlyOwn(ctx, course)
		from := b.copied(at, catalogueLife)
		from.Stale = from.Stale && !own
		return kept, from, 0, err
	case have && b.young(at, catalogueLife):
		return kept, b.copied(at, catalogueLife), 0, nil
	case b.Alone:
		contents, from, err := b.derived(ctx, course)
		return contents, from, 0, err
	}
	contents, from, err := b.Site.Catalogue(ctx, course)
	if err == nil {
		if err := b.Shelf.PutCatalogue(ctx, contents, from.FetchedAt); err != nil {
			return problem.Catalogue{}, problem.Provenance{}, 0, fmt.Errorf("bank: keep the catalogue of %s: %w", course, err)
		}
		return contents, from, from.Sent, nil
	}
	sent := from.Sent
	if canceled := ctx.Err(); errors.Is(canceled, context.Canceled) {
		return problem.Catalogue{}, problem.Provenance{}, sent, canceled
	}
	if have {
		return kept, problem.Provenance{FetchedAt: at, FromCache: true, Stale: true}, sent, nil
	}
	if contents, from, derivedErr := b.derived(ctx, course); derivedErr == nil {
		return contents, from, sent, nil
	}
	return problem.Catalogue{}, problem.Provenance{}, sent, fmt.Errorf("bank: catalogue of %s: %w", course, err)
}

// onlyOwn reports whether all problems of a course are those that come with kadry.
func (b *Bank) onlyOwn(ctx context.Context, course subject.Course) (bool, error) {
	if err := b.index.Follow(ctx, nil); err != nil {
		return false, err
	}
	return b.index.OnlyOwn(course), nil
}

// derived puts a catalogue together from the types of the problems in the bank.
func (b *Bank) derived(ctx context.Context, course subject.Course) (problem.Catalogue, problem.Provenance, error) {
	if err := b.index.Follow(ctx, nil); err != nil {
		return problem.Catalogue{}, problem.Provenance{}, err
	}
	counts := b.index.Types(course)
	if counts == nil {
		return problem.Catalogue{}, problem.Provenance{}, fault.E(fault.NotFound,
			fault.Say("The bank holds nothing of %s.", "В банке нет ничего по курсу %s.", course), nil).
			WithHint(fault.Say("Copy it with \"kadry sdamgia sync %s\".", "Скопируйте его командой «kadry sdamgia sync %s».", course))
	}
	contents := problem.Catalogue{Course: course, Derived: true}
	for _, kind := range slices.SortedFunc(maps.Keys(counts), problem.CompareTypes) {
		contents.Topics = append(contents.Topics, problem.Topic{ID: kind, Count: counts[kind], Supplementary: problem.Supplementary(kind)})
	}
	return contents, problem.Provenance{FetchedAt: b.Now(), FromCache: true, Stale: true}, nil
}
