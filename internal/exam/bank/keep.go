package bank

import (
	"context"
	"fmt"
	"time"

	"kadry/internal/exam/problem"
)

// keep puts what a page shows into the bank and answers it as kept.
func (b *Bank) keep(ctx context.Context, shown []problem.Problem, at time.Time) ([]problem.Problem, error) {
	stored, err := b.storable(ctx, shown, at)
	if err != nil || len(stored) == 0 {
		return nil, err
	}
	if err := b.Shelf.Put(ctx, stored); err != nil {
		return nil, fmt.Errorf("bank: keep %d problems: %w", len(stored), err)
	}
	return plainly(stored), nil
}

func plainly(stored []problem.Stored) []problem.Problem {
	problems := make([]problem.Problem, len(stored))
	for i, s := range stored {
		problems[i] = s.Problem
	}
	return problems
}

// storable dates the problems of a page and fills in what the page leaves out and an
// older copy has: lists and print pages may say less than a problem's own page. Problems
// without a number cannot be kept.
func (b *Bank) storable(ctx context.Context, shown []problem.Problem, at time.Time) ([]problem.Stored, error) {
	if at.IsZero() {
		at = b.Now()
	}
	var stored []problem.Stored
	var refs []problem.Ref
	for _, p := range shown {
		if p.ID != "" {
			stored, refs = append(stored, problem.Stored{Problem: p, FetchedAt: at}), append(refs, p.Ref)
		}
	}
	if len(refs) == 0 {
		return nil, nil
	}
	older, err := b.Shelf.Get(ctx, refs)
	if err != nil {
		return nil, fmt.Errorf("bank: read %d problems: %w", len(refs), err)
	}
	for i := range stored {
		if old, ok := older[stored[i].Ref]; ok {
			stored[i].Problem = completed(stored[i].Problem, old.Problem)
		}
	}
	return stored, nil
}

// completed fills in what shown leaves out. Where the question has changed, the older
// copy may belong to another version of the problem and is not used.
func completed(shown, old problem.Problem) problem.Problem {
	if shown.Question.Text() != old.Question.Text() {
		return shown
	}
	for _, part := range []struct{ to, from *problem.Body }{
		{&shown.Passage, &old.Passage}, {&shown.Criteria, &old.Criteria}, {&shown.Rule, &old.Rule},
	} {
		if part.to.Empty() {
			*part.to = *part.from
		}
	}
	// An answer and a solution of one page agree; those of two need not.
	switch {
	case shown.Solution.Empty() && (shown.Answer == "" || shown.Answer == old.Answer):
		shown.Solution, shown.Answer = old.Solution, old.Answer
	case shown.Answer == "" && shown.Solution.Text() == old.Solution.Text():
		shown.Answer = old.Answer
	}
	fill(&shown.Analogs, old.Analogs)
	fill(&shown.Linked, old.Linked)
	fill(&shown.Types, old.Types)
	fill(&shown.Codes, old.Codes)
	fill(&shown.Files, old.Files)
	fill(&shown.Audio, old.Audio)
	for _, word := range []struct {
		to   *string
		from string
	}{
		{&shown.Type, old.Type}, {&shown.Area, old.Area}, {&shown.Level, old.Level}, {&shown.Relevant, old.Relevant},
	} {
		if *word.to == "" {
			*word.to = word.from
		}
	}
	if shown.Source == "" {
		shown.Source, shown.SourceAt = old.Source, old.SourceAt
	}
	if shown.Points == 0 {
		shown.Points = old.Points
	}
	return shown
}

func fill[T any](to *[]T, from []T) {
	if len(*to) == 0 {
		*to = from
	}
}

// keepPage keeps the problems of one page of a category, dated at, with the progress they
// make.
func (b *Bank) keepPage(ctx context.Context, problems []problem.Problem, at time.Time, progress Progress) error {
	stored, err := b.storable(ctx, problems, at)
	if err != nil {
		return err
	}
	if err := b.Shelf.PutPage(ctx, stored, progress); err != nil {
		return fmt.Errorf("bank: keep page %d of category %s of %s: %w", progress.Page, progress.Category, progress.Course, err)
	}
	return nil
}
