package talent

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"runtime/debug"
	"sync"
	"time"

	"kadry/internal/feed"
	"kadry/internal/skill"
	"kadry/internal/talent/document"
	"kadry/internal/talent/layout"
	"kadry/internal/talent/profile"
	"kadry/internal/talent/resume"
)

// Parts are what a Base is put together from.
type Parts struct {
	Store    candidateStore
	Feed     changeFeed
	Uploads  uploads       // nil where nothing is sent
	Saved    savedSearches // nil where no search is kept
	Skills   *skill.Graph
	Profiles *profile.Library
	// Read turns the bytes of a file into text; name only helps to tell the format.
	Read func(ctx context.Context, name string, data []byte) (document.Document, error)
	// Extract makes the facts from a text and its look; "present" means asOf.
	Extract func(page layout.Page, asOf resume.Month) resume.Record
	// Rules is the version of the rules that Extract reads by.
	Rules string
	// Second asks a model what a text says where the rules found too little; nil where none is
	// set up.
	Second func(ctx context.Context, q SecondReading) (Proposal, error)
	Now    func() time.Time
	// Forget deletes what others keep of a candidate who is about to be deleted. Nil tells nobody.
	Forget func(ctx context.Context, tenant, id string) error
	// Revealed writes down that somebody ended the blind review of a candidate. Nil writes nothing.
	Revealed func(ctx context.Context, tenant, id, actor string) error
	// SetAside is told of every record that cannot be searched for: see Base.Aside. Nil tells nobody.
	SetAside func(id string, cause error)
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
	aside map[record]bool  // kept, and left out of every search

	prepare func(Candidate) prepared
}

// record names one candidate of one tenant.
type record struct{ tenant, id string }

// changesAtOnce bounds the memory of one pull: a change carries a whole CV.
const changesAtOnce = 200

// New returns a base that is empty until the first search or Load.
func New(parts Parts) *Base {
	if parts.Saved == nil {
		parts.Saved = nothingSaved{}
	}
	b := &Base{Parts: parts, pools: map[string]*pool{}, aside: map[record]bool{}}
	b.prepare = func(c Candidate) prepared { return prepare(c, b.Skills) }
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
	list, failed := b.prepareAll(changes)
	b.mu.Lock()
	defer b.mu.Unlock()
	for i, c := range changes {
		p := b.pools[c.Tenant]
		if p == nil {
			p = newPool()
			b.pools[c.Tenant] = p
		}
		delete(b.aside, record{c.Tenant, c.ID})
		if c.Removed || c.Candidate == nil || failed[i] != nil {
			p.remove(c.ID)
		} else {
			p.put(c.ID, list[i])
		}
		if failed[i] != nil {
			b.aside[record{c.Tenant, c.ID}] = true
			if b.SetAside != nil {
				b.SetAside(c.ID, failed[i])
			}
		}
	}
}

// Aside is how many records are set aside now. A record whose columns cannot be made, or
// only at a cost that would hold up everybody else's search, is kept and can be read and
// deleted; no search finds it.
func (b *Base) Aside() int {
	b.mu.RLock()
	defer b.mu.RUnlock()
	return len(b.aside)
}

// prepareAll prepares the candidates of changes on all cores, and says which failed.
func (b *Base) prepareAll(changes []Change) ([]prepared, []error) {
	list, failed := make([]prepared, len(changes)), make([]error, len(changes))
	workers := min(runtime.GOMAXPROCS(0), len(changes))
	var group sync.WaitGroup
	for first := range workers {
		group.Go(func() {
			for i := first; i < len(changes); i += workers {
				if c := changes[i]; !c.Removed && c.Candidate != nil {
					list[i], failed[i] = b.attempt(*c.Candidate)
				}
			}
		})
	}
	group.Wait()
	return list, failed
}

// recordBudget bounds the cost of one record, in bytes looked at. The longest text taken in
// costs a tenth of it.
const recordBudget = 16 << 20

var errCostly = errors.New("talent: the record is over its budget")

// contain makes of a panic over one record a failure of that record and nobody else's. Its
// cause may quote the record, so that only its place is told.
func contain(err *error) {
	if cause := recover(); cause != nil {
		*err = fmt.Errorf("talent: panic (%T) in a record\n%s", cause, debug.Stack())
	}
}

// attempt prepares one record.
func (b *Base) attempt(c Candidate) (p prepared, err error) {
	defer contain(&err)
	if cost(c) > recordBudget {
		return prepared{}, errCostly
	}
	p = b.prepare(b.shown(c))
	p.row.old = c.Rules != b.Rules
	return p, nil
}

// entryCost is what a fact of a record costs beside its words, in bytes looked at.
const entryCost = 256

// cost is what preparing a record takes, known before anything is done.
func cost(c Candidate) int {
	r := c.Record
	bytes := len(c.Text) + len(r.Title) + len(r.Location)
	for _, s := range r.Contacts.Spans {
		bytes += max(0, min(s.End, len(c.Text))-max(s.Start, 0))
	}
	entries := len(r.Sections) + len(r.Positions) + len(r.Skills) + len(r.Contacts.Spans) + len(r.Languages) + len(c.Tags)
	for _, s := range r.Skills {
		entries += len(s.Evidence)
	}
	return bytes + entryCost*entries
}

// Old is how many records of searchable candidates other rules made than those of now.
func (b *Base) Old() int {
	b.mu.RLock()
	defer b.mu.RUnlock()
	n := 0
	for _, p := range b.pools {
		n += p.old
	}
	return n
}

// pool returns the tenant's structures; a tenant without candidates has an empty one.
func (b *Base) pool(tenant string) *pool {
	if p := b.pools[tenant]; p != nil {
		return p
	}
	return newPool()
}
