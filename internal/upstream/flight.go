package upstream

import (
	"bytes"
	"context"
	"fmt"
	"runtime/debug"
	"sync"
	"sync/atomic"
)

// flights let equal requests share one answer. A flight belongs to all who wait for it:
// one who leaves does not end it for the others, the last who leaves does.
type flights struct {
	mu     sync.Mutex
	active map[string]*flight
	closed error // what those get who come after close
	done   sync.WaitGroup
	flown  atomic.Int64 // of those that nobody shares, to tell them apart
}

type flight struct {
	waiters int
	shared  bool         // ever had more than one
	sent    atomic.Int64 // requests that left so far
	cancel  context.CancelCauseFunc
	landed  chan struct{} // closed when what follows is set
	res     Response
	err     error
}

func newFlights() *flights { return &flights{active: map[string]*flight{}} }

// join waits for the flight of a key, and starts it with do if there is none. What do is
// given carries the values of the first caller's context, not its end.
func (f *flights) join(ctx context.Context, key string, do func(context.Context) (Response, error)) (Response, error) {
	if err := ctx.Err(); err != nil {
		return Response{}, fmt.Errorf("upstream: %w", err)
	}
	mine, err := f.board(ctx, key, do)
	if err != nil {
		return Response{}, err
	}
	select {
	case <-mine.landed:
	case <-ctx.Done():
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	mine.waiters--
	select {
	case <-mine.landed:
		res := mine.res
		if mine.shared {
			res = own(res)
		}
		res.Requests = int(mine.sent.Load())
		return res, mine.err
	default:
	}
	if mine.waiters == 0 {
		mine.cancel(context.Canceled)
		f.leave(key, mine) // whoever comes now starts afresh instead of sharing the cancellation
	}
	return Response{Requests: int(mine.sent.Load())}, fmt.Errorf("upstream: %w", ctx.Err())
}

// alone runs do as a flight that nobody shares, and returns when do has: what do works with
// is the caller's.
func (f *flights) alone(ctx context.Context, do func(context.Context) (Response, error)) (Response, error) {
	if err := ctx.Err(); err != nil {
		return Response{}, fmt.Errorf("upstream: %w", err)
	}
	mine, err := f.board(ctx, fmt.Sprintf("alone %d", f.flown.Add(1)), do)
	if err != nil {
		return Response{}, err
	}
	stop := context.AfterFunc(ctx, func() { mine.cancel(fmt.Errorf("upstream: %w", context.Cause(ctx))) })
	defer stop()
	<-mine.landed
	res := mine.res
	res.Requests = int(mine.sent.Load())
	return res, mine.err
}

func (f *flights) board(ctx context.Context, key string, do func(context.Context) (Response, error)) (*flight, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.closed != nil {
		return nil, f.closed
	}
	if mine, ok := f.active[key]; ok {
		mine.waiters++
		mine.shared = true
		return mine, nil
	}
	ctx, cancel := context.WithCancelCause(context.WithoutCancel(ctx))
	mine := &flight{waiters: 1, cancel: cancel, landed: make(chan struct{})}
	ctx = context.WithValue(ctx, flightKey{}, mine)
	f.active[key] = mine
	f.done.Go(func() {
		defer cancel(nil)
		res, err := fly(ctx, do)
		f.mu.Lock()
		defer f.mu.Unlock()
		f.leave(key, mine)
		mine.res, mine.err = res, err
		close(mine.landed)
	})
	return mine, nil
}

// flightKey is where the context of a request has its flight.
type flightKey struct{}

// left counts a request that leaves, for those who wait for the answer.
func left(ctx context.Context) {
	if mine, ok := ctx.Value(flightKey{}).(*flight); ok {
		mine.sent.Add(1)
	}
}

// fly runs do. A panic in it, which only a caller's Accept could cause, is that caller's
// failure: on a goroutine of our own it would end the process.
func fly(ctx context.Context, do func(context.Context) (Response, error)) (res Response, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("upstream: panic: %v\n%s", r, debug.Stack())
		}
	}()
	res, err = do(ctx)
	if err != nil && ctx.Err() != nil {
		err = context.Cause(ctx)
	}
	return res, err
}

// leave takes a flight off the list unless a newer one has its place.
func (f *flights) leave(key string, mine *flight) {
	if f.active[key] == mine {
		delete(f.active, key)
	}
}

// close ends every flight with the cause and waits for them.
func (f *flights) close(cause error) {
	f.mu.Lock()
	f.closed = cause
	for _, mine := range f.active {
		mine.cancel(cause)
	}
	f.mu.Unlock()
	f.done.Wait()
}

// own gives one of several waiters an answer that no other one holds.
func own(r Response) Response {
	r.Header = r.Header.Clone()
	r.Body = bytes.Clone(r.Body)
	return r
}
