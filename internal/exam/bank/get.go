package bank

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"

	"golang.org/x/sync/errgroup"

	"kadry/internal/exam/problem"
	"kadry/internal/exam/subject"
	"kadry/internal/fault"
)

// Outcome is one problem of many asked for at once: Found, or why not.
type Outcome struct {
	Asked  string
	Ref    problem.Ref // zero when Asked could not be read
	Found  *Found
	Failed *fault.Error
}

// Problem answers one problem: a copy of the bank younger than 30 days, else the site,
// else an old copy marked stale. Problems linked on the same page are kept too.
func (b *Bank) Problem(ctx context.Context, ref problem.Ref, fresh Freshness) (Found, error) {
	if err := ref.Check(); err != nil {
		return Found{}, err
	}
	copies, err := b.Shelf.Get(ctx, []problem.Ref{ref})
	if err != nil {
		return Found{}, fmt.Errorf("bank: read %s: %w", ref, err)
	}
	old, have := copies[ref]
	kept, good := b.problemCopy(old)
	if have && (b.Alone || ref.Own() || fresh == AnyCopy && good) {
		return Found{old.Problem, kept}, nil
	}
	if ref.Own() {
		return Found{}, absent(ref, nil).WithHint(fault.Say(
			"Numbers from %s are practice problems that come with kadry; \"kadry serve --sample\" brings them in.",
			"Номера от %s — учебные задания самой kadry; их добавляет «kadry serve --sample».", problem.FirstOwn))
	}
	if b.Alone {
		return Found{}, absent(ref, nil).WithHint(fault.Say(
			"This server answers from its own bank alone: search it, or turn the offline mode off (offline in kadry.toml, KADRY_OFFLINE).",
			"Сервер отвечает только из своего банка: поищите в нём или выключите автономный режим (offline в kadry.toml, KADRY_OFFLINE)."))
	}
	found, err := b.fetch(ctx, ref, fresh)
	older := err != nil && !errors.Is(err, context.Canceled) || err == nil && found.Stale && !found.FetchedAt.After(old.FetchedAt)
	if have && older {
		return Found{old.Problem, problem.Provenance{FetchedAt: old.FetchedAt, FromCache: true, Stale: true}}, nil
	}
	return found, err
}

// fetch reads a problem from the site and keeps everything its page shows.
func (b *Bank) fetch(ctx context.Context, ref problem.Ref, fresh Freshness) (Found, error) {
	page, from, err := b.Site.Problem(ctx, ref, fresh)
	if err != nil {
		return Found{}, fmt.Errorf("bank: fetch %s: %w", ref, err)
	}
	kept, err := b.keep(ctx, page.Problems, from.FetchedAt)
	if err != nil {
		return Found{}, err
	}
	for _, p := range kept {
		if p.Ref == ref {
			return Found{p, from}, nil
		}
	}
	return Found{}, absent(ref, nil)
}

func absent(ref problem.Ref, cause error) *fault.Error {
	return fault.E(fault.NotFound, fault.Say("There is no problem %s.", "Задания %s нет.", ref), cause).
		WithHint(fault.Say("Check the number and the subject: numbers repeat between subjects and exams.",
			"Проверьте номер и предмет: в разных предметах и экзаменах номера повторяются."))
}

// atOnce is how many problems are fetched at the same time.
const atOnce = 2

// Problems answers many in the order asked, each with its own success or failure. asked
// are ids in any spelling that Ref takes; one asked twice is fetched once. The error is
// for a caller that went away and a shelf out of reach.
func (b *Bank) Problems(ctx context.Context, course subject.Course, asked []string) ([]Outcome, error) {
	outcomes, first := b.read(course, asked)
	copies, err := b.Shelf.Get(ctx, slices.Collect(maps.Keys(first)))
	if err != nil {
		return nil, fmt.Errorf("bank: read %d problems: %w", len(first), err)
	}
	progress := tallied{total: len(first)}
	var group errgroup.Group
	group.SetLimit(atOnce)
	for i := range outcomes {
		o := &outcomes[i]
		if o.Ref.ID == "" || first[o.Ref] != i {
			continue
		}
		if old, have := copies[o.Ref]; have {
			if kept, good := b.problemCopy(old); good {
				o.Found = &Found{old.Problem, kept}
				progress.end(ctx, fault.Say("%s is in the bank", "%s есть в банке", o.Ref))
				continue
			}
		}
		group.Go(func() error {
			defer progress.end(ctx, fault.Say("The site was asked for %s", "Запрос к сайту о задании %s", o.Ref))
			if found, err := b.Problem(ctx, o.Ref, AnyCopy); err != nil {
				o.Failed = fault.From(err)
			} else {
				o.Found = &found
			}
			return nil
		})
	}
	_ = group.Wait() // failures are in the outcomes
	if err := ctx.Err(); errors.Is(err, context.Canceled) {
		return nil, err
	}
	for i := range outcomes {
		if o := &outcomes[i]; o.Ref.ID != "" {
			o.Found, o.Failed = outcomes[first[o.Ref]].Found, outcomes[first[o.Ref]].Failed
		}
	}
	return outcomes, nil
}

// read reads the names asked for, and at which place each problem is asked for first.
func (b *Bank) read(course subject.Course, asked []string) (outcomes []Outcome, first map[problem.Ref]int) {
	outcomes, first = make([]Outcome, len(asked)), map[problem.Ref]int{}
	for i, text := range asked {
		outcomes[i].Asked = text
		ref, err := b.Ref(text, course)
		if err != nil {
			outcomes[i].Failed = fault.From(err)
			continue
		}
		outcomes[i].Ref = ref
		if _, again := first[ref]; !again {
			first[ref] = i
		}
	}
	return outcomes, first
}

// Kept returns those of the problems that the bank holds, however old; it asks no site.
func (b *Bank) Kept(ctx context.Context, course subject.Course, ids []string) (map[string]problem.Problem, error) {
	refs := make([]problem.Ref, len(ids))
	for i, id := range ids {
		refs[i] = problem.Ref{Course: course, ID: id}
	}
	stored, err := b.Shelf.Get(ctx, refs)
	if err != nil {
		return nil, fmt.Errorf("bank: read %d problems: %w", len(refs), err)
	}
	kept := make(map[string]problem.Problem, len(stored))
	for ref, one := range stored {
		kept[ref.ID] = one.Problem
	}
	return kept, nil
}
