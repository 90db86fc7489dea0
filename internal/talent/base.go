package talent

import (
	"context"
	"fmt"
	"runtime"
	"runtime/debug"
	"sync"
	"time"

	"kadry/internal/feed"
	"kadry/internal/skill"
	"kadry/internal/talent/document"
	"kadry/internal/talent/profile"
	"kadry/internal/talent/resume"
)

// Parts are what a Base is put together from.
type Parts struct {
	Shelf    shelf
	Feed     journal
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

	follower *feed.Follower[Change]

	mu    sync.RWMutex
	pools map[string]*pool // by tenant
}

// changesAtOnce bounds the memory of one pull: a change carries a whole CV.
const changesAtOnce = 200

// New returns a base that is empty until the first search or Load.
func New(parts Parts) *Base {
	b := &Base{Parts: parts, pools: map[string]*pool{}}
	b.follower = feed.New(feed.Source[Change]{
		Read: func(ctx context.Context, after int64, limit int) ([]Change, error) {
			return b.Feed.Changes(ctx, after, limit)
		},
		Number: func(c Change) int64 { return c.Seq },
		Take:   b.take,
		AtOnce: changesAtOnce,
	})
	return b
}

// Load takes in everything stored. Searching does the same by itself; calling Load at
// start only moves the wait there. It reports the number of changes taken in so far.
func (b *Base) Load(ctx context.Context, progress func(changes int)) error {
	return b.follower.Follow(ctx, progress)
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
