package talent

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"runtime/debug"
	"slices"
	"sync"
	"time"

	"kadry/internal/feed"
	"kadry/internal/skill"
	"kadry/internal/talent/document"
	"kadry/internal/talent/layout"
	"kadry/internal/talent/profile"
	"kadry/internal/talent/resume"
	"kadry/internal/turn"
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

	mu      sync.Mutex
	tenants map[string]*tenantBase

	prepare func(Candidate) prepared
}

// tenantBase is the part of a Base that one tenant has. Tenants wait for nothing of each other's: each
// takes in its own changes, under a lock of its own.
type tenantBase struct {
	follower *feed.Follower[Change]

	mu    sync.RWMutex
	pool  *pool
	aside map[string]bool // ids that are kept, and left out of every search
}

// changesAtOnce bounds the memory of one pull: a change carries a whole CV.
const changesAtOnce = 200

// New returns a base that is empty until the first search or Load.
func New(parts Parts) *Base {
	if parts.Saved == nil {
		parts.Saved = nothingSaved{}
	}
	b := &Base{Parts: parts, tenants: map[string]*tenantBase{}}
	b.prepare = func(c Candidate) prepared { return prepare(c, b.Skills) }
	return b
}

// of returns the part of a tenant; one that nobody has asked about yet is empty.
func (b *Base) of(tenant string) *tenantBase {
	b.mu.Lock()
	defer b.mu.Unlock()
	t := b.tenants[tenant]
	if t == nil {
		t = &tenantBase{pool: newPool(), aside: map[string]bool{}}
		t.follower = feed.New(feed.Source[Change]{
			Read: func(ctx context.Context, after int64, limit int) ([]Change, error) {
				return b.Feed.Changes(ctx, tenant, after, limit)
			},
			Number: func(c Change) int64 { return c.Seq },
			Take:   func(ctx context.Context, changes []Change) { b.take(ctx, t, changes) },
			AtOnce: changesAtOnce,
		})
		b.tenants[tenant] = t
	}
	return t
}

// follow takes in what a tenant committed before the call.
func (b *Base) follow(ctx context.Context, tenant string) error {
	return b.of(tenant).follower.Follow(ctx, nil)
}

// reading returns the search structures of a tenant, which stay as they are until done.
func (b *Base) reading(tenant string) (p *pool, done func()) {
	t := b.of(tenant)
	t.mu.RLock()
	return t.pool, t.mu.RUnlock
}

// Load takes in everything stored. Searching does the same by itself; calling Load at
// start only moves the wait there. It reports the number of changes taken in so far.
func (b *Base) Load(ctx context.Context, progress func(changes int)) error {
	tenants, err := b.Feed.Tenants(ctx)
	if err != nil {
		return fmt.Errorf("talent: tenants to load: %w", err)
	}
	all := 0
	for _, tenant := range tenants {
		taken := 0
		err := b.of(tenant).follower.Follow(ctx, func(changes int) {
			taken = changes
			if progress != nil {
				progress(all + taken)
			}
		})
		if err != nil {
			return err
		}
		all += taken
	}
	return nil
}

// take puts changes into the search structures. Words and columns are made before the
// lock is taken, so that a large import does not hold up searches.
func (b *Base) take(ctx context.Context, t *tenantBase, changes []Change) {
	if len(changes) == 0 {
		return
	}
	list, failed := b.prepareAll(ctx, changes)
	t.mu.Lock()
	defer t.mu.Unlock()
	for i, c := range changes {
		delete(t.aside, c.ID)
		if c.Removed || c.Candidate == nil || failed[i] != nil {
			t.pool.remove(c.ID)
		} else {
			t.pool.put(c.ID, list[i])
		}
		if failed[i] != nil {
			t.aside[c.ID] = true
			if b.SetAside != nil {
				b.SetAside(c.ID, failed[i])
			}
		}
	}
}

// Aside is how many records are set aside now. A record whose columns cannot be made, or
// only at a cost that would hold up everybody else's search, is kept and can be read and
// deleted; no search finds it.
func (b *Base) Aside() int { return b.count(func(t *tenantBase) int { return len(t.aside) }) }

// Old is how many records of searchable candidates other rules made than those of now.
func (b *Base) Old() int { return b.count(func(t *tenantBase) int { return t.pool.old }) }

// count adds up something of every tenant.
func (b *Base) count(of func(*tenantBase) int) int {
	b.mu.Lock()
	all := slices.Collect(maps.Values(b.tenants))
	b.mu.Unlock()
	n := 0
	for _, t := range all {
		t.mu.RLock()
		n += of(t)
		t.mu.RUnlock()
	}
	return n
}

// prepareAll prepares the candidates of changes, and says which failed. All of them are taken in,
// whether or not the one who asked is still there.
func (b *Base) prepareAll(ctx context.Context, changes []Change) ([]prepared, []error) {
	list, failed := make([]prepared, len(changes)), make([]error, len(changes))
	turn.Each(context.WithoutCancel(ctx), len(changes), func(i int) {
		if c := changes[i]; !c.Removed && c.Candidate != nil {
			list[i], failed[i] = b.attempt(*c.Candidate)
		}
	})
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
