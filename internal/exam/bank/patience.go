package bank

import (
	"context"
	"time"

	"kadry/internal/exam/problem"
	"kadry/internal/exam/subject"
	"kadry/internal/fault"
)

// reserve is the end of a caller's time in which the site is no longer asked: it is for
// answering with what the bank has.
const reserve = 3 * time.Second

// patient is a site that is waited for no longer than leaves its caller the reserve.
type patient struct{ site }

// spare asks in the time of ctx but for the reserve.
func spare[T any](ctx context.Context, ask func(context.Context) (T, problem.Provenance, error)) (answer T, from problem.Provenance, err error) {
	deadline, ok := ctx.Deadline()
	if !ok {
		return ask(ctx)
	}
	waiting, stop := context.WithDeadline(ctx, deadline.Add(-reserve))
	defer stop()
	if err = waiting.Err(); err == nil {
		answer, from, err = ask(waiting)
	}
	if err != nil && waiting.Err() != nil && ctx.Err() == nil {
		err = fault.E(fault.Unavailable, fault.Say("The exam site did not answer in time.", "Сайт экзаменов не ответил вовремя."), err).
			WithHint(fault.Say("Try again in a few minutes, or ask for less at once.", "Повторите через несколько минут или запросите меньше за раз."))
	}
	return answer, from, err
}

func (p patient) Problem(ctx context.Context, ref problem.Ref, fresh Freshness) (problem.Listing, problem.Provenance, error) {
	return spare(ctx, func(ctx context.Context) (problem.Listing, problem.Provenance, error) {
		return p.site.Problem(ctx, ref, fresh)
	})
}

func (p patient) Search(ctx context.Context, course subject.Course, query string, page int) (problem.Listing, problem.Provenance, error) {
	return spare(ctx, func(ctx context.Context) (problem.Listing, problem.Provenance, error) {
		return p.site.Search(ctx, course, query, page)
	})
}

func (p patient) Category(ctx context.Context, course subject.Course, id string, page int) (problem.Listing, problem.Provenance, error) {
	return spare(ctx, func(ctx context.Context) (problem.Listing, problem.Provenance, error) {
		return p.site.Category(ctx, course, id, page)
	})
}

func (p patient) Catalogue(ctx context.Context, course subject.Course) (problem.Catalogue, problem.Provenance, error) {
	return spare(ctx, func(ctx context.Context) (problem.Catalogue, problem.Provenance, error) {
		return p.site.Catalogue(ctx, course)
	})
}

func (p patient) Variant(ctx context.Context, course subject.Course, id string) (problem.Variant, problem.Provenance, error) {
	return spare(ctx, func(ctx context.Context) (problem.Variant, problem.Provenance, error) {
		return p.site.Variant(ctx, course, id)
	})
}

func (p patient) File(ctx context.Context, course subject.Course, url string) (Content, error) {
	content, _, err := spare(ctx, func(ctx context.Context) (Content, problem.Provenance, error) {
		content, err := p.site.File(ctx, course, url)
		return content, problem.Provenance{}, err
	})
	return content, err
}
