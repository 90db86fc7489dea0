package turn

import (
	"context"
	"sync/atomic"
)

type shareKey struct{}

// share is what the work of a context takes its turns from.
type share struct {
	turns  *Turns // nil: nothing is shared
	tenant string
	held   *atomic.Bool // a turn is taken, or waited for
}

func shareOf(ctx context.Context) share {
	s, _ := ctx.Value(shareKey{}).(share)
	return s
}

// Together returns a context whose work shares one turn: the first takes it, and what runs inside or
// beside it comes with it.
func Together(ctx context.Context) context.Context {
	s := shareOf(ctx)
	if s.held != nil {
		return ctx
	}
	s.held = new(atomic.Bool)
	return context.WithValue(ctx, shareKey{}, s)
}

// With returns a context whose work takes turns of a tenant; without turns all begins at once.
func With(ctx context.Context, turns *Turns, tenant string) context.Context {
	s := shareOf(Together(ctx))
	s.turns, s.tenant = turns, tenant
	return context.WithValue(ctx, shareKey{}, s)
}

// Take waits until the work of a context may begin; done is told when it has ended. Work inside of
// other work that has a turn begins at once, and so does what belongs to no tenant. An error is that
// of the context.
func Take(ctx context.Context) (done func(), err error) {
	s := shareOf(ctx)
	if s.turns == nil || !s.held.CompareAndSwap(false, true) {
		return func() {}, nil
	}
	end, err := s.turns.take(ctx, s.tenant)
	if err != nil {
		s.held.Store(false)
		return nil, err
	}
	return func() {
		s.held.Store(false)
		end()
	}, nil
}
