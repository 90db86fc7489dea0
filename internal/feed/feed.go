// Package feed follows a feed of numbered changes into memory: what one process commits,
// every other one has taken in before it answers the next question. Where changes are kept
// is in the adapters, what they mean is in the rooms.
package feed

import (
	"context"
	"fmt"
	"sync/atomic"

	"golang.org/x/sync/errgroup"
)

// Source is a feed and what becomes of its changes.
type Source[C any] struct {
	// Read returns at most limit changes after a number, oldest first. A change is never
	// returned before an earlier one is visible.
	Read func(ctx context.Context, after int64, limit int) ([]C, error)
	// Number is that of a change; it grows.
	Number func(C) int64
	// Take puts a page of changes, which may be empty, into memory. It is never called twice at
	// once. A page that makes it panic comes again.
	Take   func(ctx context.Context, changes []C)
	AtOnce int // changes of a page: bounds the memory of one pull
}

// Follower takes in the changes of a source. It is safe for concurrent use.
type Follower[C any] struct {
	source Source[C]

	turn     chan struct{} // holds one token: who has it may pull changes
	begun    atomic.Int64  // pulls begun so far
	complete int64         // number of the last pull that succeeded; guarded by turn
	last     int64         // number of the last change taken in; guarded by turn
}

// New returns a follower that has taken in nothing yet.
func New[C any](source Source[C]) *Follower[C] {
	f := &Follower[C]{source: source, turn: make(chan struct{}, 1)}
	f.turn <- struct{}{}
	return f
}

// Follow takes in all changes committed before the call. Callers wait for each other, and
// one whose wait saw a whole pull begin and succeed needs none of its own: whatever was
// committed before the call was there when that pull began. It reports the number of changes
// taken in so far; progress may be nil.
func (f *Follower[C]) Follow(ctx context.Context, progress func(changes int)) error {
	arrived := f.begun.Load()
	select {
	case <-f.turn:
	case <-ctx.Done():
		return ctx.Err()
	}
	defer func() { f.turn <- struct{}{} }()
	if f.complete > arrived {
		return nil
	}
	pull := f.begun.Add(1)
	if err := f.pull(ctx, progress); err != nil {
		return err
	}
	f.complete = pull
	return nil
}

// pull takes in page after page of changes until none is left.
func (f *Follower[C]) pull(ctx context.Context, progress func(changes int)) error {
	changes, err := f.read(ctx, f.last)
	for taken := 0; err == nil; {
		taken += len(changes)
		last := len(changes) < f.source.AtOnce
		if last {
			f.take(ctx, changes)
		} else {
			changes, err = f.takeAndRead(ctx, changes)
		}
		if progress != nil {
			progress(taken)
		}
		if last {
			return nil
		}
	}
	return err
}

// takeAndRead takes in a page of changes while the next one is read, which can cost about as
// much: it is decoded from what is stored.
func (f *Follower[C]) takeAndRead(ctx context.Context, changes []C) (next []C, err error) {
	var reading errgroup.Group
	reading.Go(func() (err error) {
		next, err = f.read(ctx, f.source.Number(changes[len(changes)-1]))
		return err
	})
	func() {
		defer func() { err = reading.Wait() }() // also when a change makes Take panic
		f.take(ctx, changes)
	}()
	return next, err
}

func (f *Follower[C]) take(ctx context.Context, changes []C) {
	f.source.Take(ctx, changes)
	for _, c := range changes {
		f.last = max(f.last, f.source.Number(c))
	}
}

func (f *Follower[C]) read(ctx context.Context, after int64) ([]C, error) {
	changes, err := f.source.Read(ctx, after, f.source.AtOnce)
	if err != nil {
		return nil, fmt.Errorf("feed: changes after %d: %w", after, err)
	}
	return changes, nil
}
