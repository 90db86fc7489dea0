package bank

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"kadry/internal/exam/problem"
	"kadry/internal/exam/subject"
	"kadry/internal/fault"
)

// fewPages is the length of a list that is read page by page; for a longer one the print
// page, which has the whole category in one answer, costs fewer requests.
const fewPages = 10

// Category lists the problems of a category: from the bank where the category is copied,
// else from the site's print page or list pages, which enter the bank.
func (b *Bank) Category(ctx context.Context, q ListQuery) (Listed, error) {
	if err := q.check(); err != nil {
		return Listed{}, err
	}
	if !problem.IsNumber(q.Category) {
		return Listed{}, fault.E(fault.Invalid, fault.Say("%q is not the number of a category.", "%q не похоже на номер категории.", fault.Clip(q.Category)), nil).
			WithHint(fault.Say("Take category_id from sdamgia_get_catalog.", "Возьмите category_id из sdamgia_get_catalog."))
	}
	progress, err := b.Shelf.Synced(ctx, q.Course)
	if err != nil {
		return Listed{}, fmt.Errorf("bank: progress of %s: %w", q.Course, err)
	}
	p, known := progress[q.Category]
	if known {
		listed, err := b.members(ctx, q, p)
		if err != nil || b.Alone || p.Done && !listed.Stale {
			return listed, err
		}
	}
	if b.Alone {
		return Listed{}, alone(fault.Say("Category %s is not in the bank.", "Категории %s нет в банке.", q.Category))
	}
	listed, err := b.categoryOfSite(ctx, q)
	if err == nil || ctx.Err() != nil || !known {
		return listed, err
	}
	asked := listed.Requests
	listed, bankErr := b.members(ctx, q, p)
	if bankErr != nil {
		return Listed{}, bankErr
	}
	listed.Stale, listed.Requests = true, asked
	listed.Warnings = append(listed.Warnings, notAsked(err))
	return listed, nil
}

// members answers a category from the bank.
func (b *Bank) members(ctx context.Context, q ListQuery, p Progress) (Listed, error) {
	refs, err := b.Shelf.Members(ctx, q.Course, q.Category)
	if err != nil {
		return Listed{}, fmt.Errorf("bank: category %s of %s: %w", q.Category, q.Course, err)
	}
	from := b.copied(p.At, categoryLife)
	from.Stale = from.Stale && !allOwn(refs)
	listed, err := b.page(ctx, q, refs, from)
	if err == nil && !p.Done {
		listed.Warnings = append(listed.Warnings, problem.Warning{Text: fault.Say("Only part of this category is in the bank.", "В банке только часть этой категории.")})
	}
	return listed, err
}

func allOwn(refs []problem.Ref) bool {
	return len(refs) > 0 && !slices.ContainsFunc(refs, func(r problem.Ref) bool { return !r.Own() })
}

func (b *Bank) categoryOfSite(ctx context.Context, q ListQuery) (Listed, error) {
	asked := 0
	if q.Offset+q.Limit > fewPages {
		progress, from, err := b.printed(ctx, q.Course, q.Category)
		if err == nil {
			listed, err := b.members(ctx, q, progress)
			listed.Local, listed.Provenance, listed.Requests = false, from, from.Sent
			return listed, err
		}
		asked = from.Sent
		if !pagewise(err) {
			return Listed{Requests: asked}, err
		}
	}
	listed, err := b.gather(ctx, q, func(ctx context.Context, page int) (problem.Listing, problem.Provenance, error) {
		return b.Site.Category(ctx, q.Course, q.Category, page)
	})
	listed.Requests += asked
	if err != nil {
		return listed, fmt.Errorf("bank: category %s of %s: %w", q.Category, q.Course, err)
	}
	return listed, nil
}

// printed copies a category from its print page.
func (b *Bank) printed(ctx context.Context, course subject.Course, category string) (Progress, problem.Provenance, error) {
	problems, from, err := b.printPage(ctx, course, category)
	if err != nil {
		return Progress{}, from, err
	}
	progress := allOf(course, category, from.FetchedAt)
	return progress, from, b.keepPage(ctx, problems, progress.At, progress)
}

// allOf is the progress of a category, or of a test, that was taken in at once.
func allOf(course subject.Course, category string, at time.Time) Progress {
	return Progress{Course: course, Category: category, Page: 1, Done: true, At: at}
}

// printPage reads the print page of a category.
func (b *Bank) printPage(ctx context.Context, course subject.Course, category string) ([]problem.Problem, problem.Provenance, error) {
	page, from, err := b.Site.Category(ctx, course, category, 0)
	if err == nil && len(page.Problems) == 0 {
		err = errNothingPrinted
	}
	if err != nil {
		return nil, from, fmt.Errorf("bank: print page of category %s of %s: %w", category, course, err)
	}
	return page.Problems, from, nil
}

var errNothingPrinted = errors.New("bank: the print page is empty")

// pagewise reports whether list pages may work where a print page did not: it was empty,
// too large, missing, of another build or forbidden to programs. A site that cannot be
// reached at all, or that asks to be left alone, fails both.
func pagewise(err error) bool {
	failed := fault.From(err)
	switch failed.Kind {
	case fault.Upstream, fault.TooLarge, fault.Denied, fault.NotFound:
		return failed.RetryAfter == 0
	}
	return errors.Is(err, errNothingPrinted)
}
