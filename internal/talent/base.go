package talent

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

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
	for taken := 0; ; {
		changes, err := b.Feed.Changes(ctx, b.seq, changesAtOnce)
		if err != nil {
			return fmt.Errorf("talent: changes after %d: %w", b.seq, err)
		}
		b.take(changes)
		if taken += len(changes); progress != nil {
			progress(taken)
		}
		if len(changes) < changesAtOnce {
			b.complete = pull
			return nil
		}
	}
}

// take puts changes into the search structures. Tokens and columns are made before the
// lock is taken, so that a large import does not hold up searches.
func (b *Base) take(changes []Change) {
	if len(changes) == 0 {
		return
	}
	prepared := make([]prepared, len(changes))
	for i, c := range changes {
		if !c.Removed && c.Candidate != nil {
			prepared[i] = prepare(*c.Candidate)
		}
	}
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

// pool returns the tenant's structures; a tenant without candidates has an empty one.
func (b *Base) pool(tenant string) *pool {
	if p := b.pools[tenant]; p != nil {
		return p
	}
	return newPool()
}
