package bank

import (
	"context"
	"fmt"
	"strings"

	"kadry/internal/exam/problem"
	"kadry/internal/exam/subject"
	"kadry/internal/fault"
)

// recognised is the similarity at which a question without a number is taken for the
// problem of the bank.
const recognised = 0.9

// KeptTest is the name under which the problems of a test are kept on the shelf, beside
// those of the categories.
func KeptTest(id string) string { return "test/" + id }

// Variant answers a test of the site. Numbers it hides are found in the bank by text. Where
// the site cannot be asked, a kept copy of the test is answered.
func (b *Bank) Variant(ctx context.Context, course subject.Course, id string) (problem.Variant, problem.Provenance, error) {
	if err := course.Check(); err != nil {
		return problem.Variant{}, problem.Provenance{}, err
	}
	id, ok := problem.ParseNumber(id)
	if !ok {
		return problem.Variant{}, problem.Provenance{}, fault.E(fault.Invalid, fault.Say("That is not the number of a test.", "Это не номер варианта."), nil).
			WithHint(fault.Say("Give the digits after id= in the address of the test.", "Укажите цифры после id= в адресе варианта."))
	}
	if b.Alone || (problem.Ref{ID: id}).Own() {
		return b.keptVariant(ctx, course, id, alone(fault.Say("Test %s is not in the bank.", "Варианта %s нет в банке.", id)))
	}
	variant, from, err := b.Site.Variant(ctx, course, id)
	if err != nil {
		if ctx.Err() != nil {
			return problem.Variant{}, problem.Provenance{}, ctx.Err()
		}
		return b.keptVariant(ctx, course, id, fmt.Errorf("bank: test %s of %s: %w", id, course, err))
	}
	if err := b.index.Follow(ctx, nil); err != nil {
		return problem.Variant{}, problem.Provenance{}, err
	}
	b.number(&variant)
	return variant, from, b.keepVariant(ctx, variant, from)
}

// number finds the numbers that the page keeps back.
func (b *Bank) number(v *problem.Variant) {
	lost := 0
	for i := range v.Items {
		item := &v.Items[i]
		if !item.Hidden && item.Ref.ID != "" {
			continue
		}
		item.Hidden = true
		if item.Problem != nil {
			hits := b.index.Resembling(func(c subject.Course) bool { return c == v.Course }, item.Problem.Searchable(), 1)
			if len(hits) > 0 && hits[0].Score >= recognised {
				item.Ref, item.Found = hits[0].Ref, hits[0].Score
				continue
			}
		}
		lost++
	}
	if lost > 0 {
		v.Warnings = append(v.Warnings, problem.Warning{
			Text: fault.Say("The test hides the numbers of its problems, and %d of %d are not in the bank.",
				"Вариант скрывает номера заданий, и %d из %d нет в банке.", lost, len(v.Items)),
			Next: fault.Say(`copy the course with "kadry sdamgia sync %s", or look for the text with sdamgia_search_by_text.`,
				"скопируйте курс командой «kadry sdamgia sync %s» или ищите по тексту через sdamgia_search_by_text.", v.Course),
		})
	}
}

// keepVariant keeps which problems a test has, and what its page shows of those the bank
// has not seen. A test shows no answers, so such a copy is dated as old already: whoever
// wants the problem makes the site tell the rest.
func (b *Bank) keepVariant(ctx context.Context, v problem.Variant, from problem.Provenance) error {
	var shown []problem.Problem
	for _, item := range v.Items {
		if item.Ref.ID == "" || item.Problem == nil {
			continue
		}
		p := *item.Problem
		p.Ref = item.Ref
		shown = append(shown, p)
	}
	if len(shown) == 0 {
		return nil
	}
	return b.keepPage(ctx, shown, from.FetchedAt.Add(-problemLife), allOf(v.Course, KeptTest(v.ID), from.FetchedAt))
}

// keptVariant answers the copy of a test, or the failure where there is none.
func (b *Bank) keptVariant(ctx context.Context, course subject.Course, id string, failure error) (problem.Variant, problem.Provenance, error) {
	refs, err := b.Shelf.Members(ctx, course, KeptTest(id))
	if err != nil {
		return problem.Variant{}, problem.Provenance{}, fmt.Errorf("bank: kept test %s of %s: %w", id, course, err)
	}
	if len(refs) == 0 {
		return problem.Variant{}, problem.Provenance{}, failure
	}
	stored, err := b.Shelf.Get(ctx, refs)
	if err != nil {
		return problem.Variant{}, problem.Provenance{}, fmt.Errorf("bank: read %d problems: %w", len(refs), err)
	}
	progress, err := b.Shelf.Synced(ctx, course)
	if err != nil {
		return problem.Variant{}, problem.Provenance{}, fmt.Errorf("bank: progress of %s: %w", course, err)
	}
	variant := problem.Variant{Course: course, ID: id}
	for i, ref := range refs {
		item := problem.Item{Position: i + 1, Ref: ref}
		if s, ok := stored[ref]; ok {
			item.Problem = &s.Problem
			variant.Title = commonSource(variant.Title, s.Source, i == 0)
		}
		variant.Items = append(variant.Items, item)
	}
	from := b.copied(progress[KeptTest(id)].At, problemLife)
	own := allOwn(refs)
	from.Stale = !own && (from.Stale || !b.Alone)
	if own {
		return variant, from, nil
	}
	variant.Warnings = append(variant.Warnings, problem.Warning{Text: fault.Say("This is the kept copy of the test.", "Это сохранённая копия варианта.")})
	return variant, from, nil
}

// commonSource is the source that all problems so far share, empty where they differ.
func commonSource(shared, next string, first bool) string {
	if first || strings.EqualFold(shared, next) {
		return next
	}
	return ""
}
