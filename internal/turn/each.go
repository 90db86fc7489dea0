package turn

import (
	"context"
	"runtime"
	"sync"
	"sync/atomic"
)

// Each calls work for every number below n, on as many processors as the tenant may use now, and
// returns when all of them have ended; none begins once the context is over. It does not wait for
// processors: the goroutine that calls it works in any case.
func Each(ctx context.Context, n int, work func(i int)) {
	Workers(ctx, n, func(next func() (int, bool)) {
		for i, ok := next(); ok; i, ok = next() {
			work(i)
		}
	})
}

// Workers is Each for work that keeps something from one number to the next: work is called once
// for every processor, and next gives each call other numbers until it answers false.
func Workers(ctx context.Context, n int, work func(next func() (int, bool))) {
	next := numbers(ctx, n)
	s := shareOf(ctx)
	defer s.enter()()
	var others sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), n) - 1 {
		others.Go(func() { s.inTurns(s.try, work, next) })
	}
	work(next)
	others.Wait()
}

// InPieces is Each for work that is too long for one turn: each number waits for one of its own, so
// that other calls of the tenant come in between. Work gets a context that has the turn.
func InPieces(ctx context.Context, n int, work func(ctx context.Context, i int)) {
	next := numbers(ctx, n)
	s := shareOf(ctx)
	inside := s.taken(ctx)
	all := func(next func() (int, bool)) {
		for i, ok := next(); ok; i, ok = next() {
			work(inside, i)
		}
	}
	var others sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), n) - 1 {
		others.Go(func() { s.inTurns(s.try, all, next) })
	}
	s.inTurns(func() (func(), bool) { return s.wait(ctx) }, all, next)
	others.Wait()
}

// numbers gives those below n, each once, until the context is over.
func numbers(ctx context.Context, n int) (next func() (int, bool)) {
	var given atomic.Int64
	return func() (int, bool) {
		if ctx.Err() != nil {
			return 0, false
		}
		i := int(given.Add(1)) - 1
		return i, i < n
	}
}

// inTurns works with a turn for each number, and ends when there is none to be had.
func (s share) inTurns(take func() (done func(), ok bool), work func(next func() (int, bool)), next func() (int, bool)) {
	done := func() {}
	work(func() (int, bool) {
		done()
		end, ok := take()
		if !ok {
			done = func() {}
			return 0, false
		}
		done = end
		return next()
	})
	done()
}

// enter counts work that has no turn and waits for none, so that it gets no more helpers than others.
func (s share) enter() (done func()) {
	if s.turns == nil || s.held.Load() {
		return func() {}
	}
	return s.turns.enter(s.tenant)
}

func (s share) try() (done func(), ok bool) {
	if s.turns == nil {
		return func() {}, true
	}
	return s.turns.try(s.tenant)
}

// wait takes a turn, or comes with the one that there is.
func (s share) wait(ctx context.Context) (done func(), ok bool) {
	if s.turns == nil || s.held.Load() {
		return func() {}, true
	}
	done, err := s.turns.take(ctx, s.tenant)
	return done, err == nil
}

// taken is a context inside of a turn.
func (s share) taken(ctx context.Context) context.Context {
	if s.turns == nil {
		return ctx
	}
	s.held = new(atomic.Bool)
	s.held.Store(true)
	return context.WithValue(ctx, shareKey{}, s)
}
