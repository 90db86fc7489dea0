package talent

import (
	"context"
	"fmt"
	"runtime"
	"runtime/debug"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"

	"kadry/internal/skill"
	"kadry/internal/talent/document"
	"kadry/internal/talent/profile"
	"kadry/internal/talent/resume"
)

// Parts are what a Base is put together from.
type Parts struct {
	Shelf    shelf
	Feed     feed
	Skills   *skill.Graph
	Profiles *profile.Library
	// Read turns the bytes of a file into text; name only helps to tell the format.
	Read func(ctx context.Context, name string, data []byte) (document.Document, error)
	// Extract makes the facts from a text; "present" means asOf.
	Extract func(text string, asOf resume.Month) resume.Record
	Now     func() time.Time
}

// Base is the base of candidates: what is stored, and the search structures that follow
// it. Structures hold facts in columns, never text or names; those are fetched for the
// candidates of one page. Every search first takes in what was committed meanwhile, by
// this process or another, so nobody who was deleted is ever shown.
type Base struct {
	Parts

	turn     chan struct{} // holds one token: who has it may pull changes
	begun    atomic.Int64  // pulls begun so far
	complete int64         // number of the last pull that succeeded; guarded by turn
	seq      int64         // last change taken in; guarded by turn

	mu    sync.RWMutex
	pools map[string]*pool // by tenant
}

// changesAtOnce bounds the memory of one pull: a change carries a whole CV.
const changesAtOnce = 200

// New returns a base that is empty until the first search or Load.
func New(parts Parts) *Base {
	b := &Base{Parts: parts, turn: make(chan struct{}, 1), pools: map[string]*pool{}}
	b.turn <- struct{}{}
	return b
}

// Load takes in everything stored. Searching does the same by itself; calling Load at
// start only moves the wait there. It reports the number of changes taken in so far.
func (b *Base) Load(ctx context.Context, progress func(changes int)) error {
	return b.follow(ctx, progress)
}

// follow takes in all changes committed before the call. Callers wait for each other, and
// one whose wait saw a whole pull begin and succeed needs none of its own: whatever was
// committed before the call was there when that pull began.
func (b *Base) follow(ctx context.Context, progress func(changes int)) error {
	arrived := b.begun.Load()
	select {
	case <-b.turn:
	case <-ctx.Done():
		return ctx.Err()
	}
	defer func() { b.turn <- struct{}{} }()
	if b.complete > arrived {
		return nil
	}
	pull := b.begun.Add(1)
	if err := b.pull(ctx, progress); err != nil {
		return err
	}
	b.complete = pull
	return nil
}

// pull takes in page after page of changes until none is left.
func (b *Base) pull(ctx context.Context, progress func(changes int)) error {
	changes, err := b.changes(ctx, b.seq)
	for taken := 0; err == nil; {
		taken += len(changes)
		last := len(changes) < changesAtOnce
		if last {
			b.take(changes)
		} else {
			changes, err = b.takeAndRead(ctx, changes)
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

// takeAndRead takes in a page of changes while the next one is read, which costs about as
// much: it is decoded from what is stored.
func (b *Base) takeAndRead(ctx context.Context, changes []Change) (next []Change, err error) {
	var reading errgroup.Group
	reading.Go(func() (err error) {
		next, err = b.changes(ctx, changes[len(changes)-1].Seq)
		return err
	})
	func() {
		defer func() { err = reading.Wait() }() // also when a CV makes take panic
		b.take(changes)
	}()
	return next, err
}

// changes reads the page of changes after a number.
func (b *Base) changes(ctx context.Context, after int64) ([]Change, error) {
	changes, err := b.Feed.Changes(ctx, after, changesAtOnce)
	if err != nil {
		return nil, fmt.Errorf("talent: changes after %d: %w", after, err)
	}
	return changes, nil
}

// take puts changes into the search structures. Words and columns are made before the
// lock is taken, so that a large import does not hold up searches.
func (b *Base) take(changes []Change) {
	if len(changes) == 0 {
		return
	}
	prepared := prepareAll(changes)
	b.mu.Lock()
	defer b.mu.Unlock()
	for i, c := range changes {
		p := b.pools[c.Tenant]
		if p == nil {
			p = newPool()
			b.pools[c.Tenant] = p
		}
		if c.Removed || c.Candidate == nil {
			p.remove(c.ID)
		} else {
			p.put(c.ID, prepared[i])
		}
		b.seq = max(b.seq, c.Seq)
	}
}

// prepareAll prepares the candidates of changes on all cores. One that makes it panic does
// so to the caller, who can answer for one call what would else end the process.
func prepareAll(changes []Change) []prepared {
	list := make([]prepared, len(changes))
	workers := min(runtime.GOMAXPROCS(0), len(changes))
	thrown := make([]any, workers)
	var group sync.WaitGroup
	for first := range workers {
		group.Go(func() {
			defer func() {
				if cause := recover(); cause != nil {
					thrown[first] = fmt.Sprintf("%v\n%s", cause, debug.Stack())
				}
			}()
			for i := first; i < len(changes); i += workers {
				if c := changes[i]; !c.Removed && c.Candidate != nil {
					list[i] = prepare(*c.Candidate)
				}
			}
		})
	}
	group.Wait()
	for _, cause := range thrown {
		if cause != nil {
			panic(cause) //nolint:forbidigo // a worker's panic belongs to the call that caused it
		}
	}
	return list
}

// pool returns the tenant's structures; a tenant without candidates has an empty one.
func (b *Base) pool(tenant string) *pool {
	if p := b.pools[tenant]; p != nil {
		return p
	}
	return newPool()
}
