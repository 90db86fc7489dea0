// Package archive answers queries out of snapshots that were kept: of what was asked live
// before, and of files that somebody imported. Where they lie is the Keeper's; what their
// postings mean is said by the packages that ask.
package archive

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"sync"
	"time"

	"kadry/internal/market/posting"
	"kadry/internal/skill"
)

// mostPostings is how many postings of one tenant are searched, the newest ones: about 600 MB
// with descriptions.
const mostPostings = 100_000

// mostShelves is how many tenants' postings stay in memory.
const mostShelves = 4

// Kept is a kept snapshot without its postings.
type Kept struct {
	ID       string         `json:"snapshot_id"`
	Name     string         `json:"name,omitzero"` // of the file, where one was imported
	Source   posting.Source `json:"source"`
	Query    posting.Query  `json:"query,omitzero"`
	Taken    time.Time      `json:"taken_at"`
	Found    int            `json:"found,omitzero"`
	Complete bool           `json:"complete,omitzero"`
	Postings int            `json:"postings"`
}

// IsImported reports whether somebody chose to keep it, and not this server that asked.
func (k Kept) IsImported() bool { return k.Name != "" }

// Keeper keeps snapshots, each tenant's apart.
type Keeper interface {
	Put(ctx context.Context, tenant, name string, s posting.Snapshot) (Kept, error)
	List(ctx context.Context, tenant string) ([]Kept, error) // newest first
	Load(ctx context.Context, tenant, id string) (posting.Snapshot, error)
	// Earlier are the postings of snapshots of the same query and source, oldest first.
	Earlier(ctx context.Context, tenant string, source posting.Source, q posting.Query) ([]posting.Snapshot, error)
	Delete(ctx context.Context, tenant, id string) (bool, error)
}

// Archive searches what a Keeper keeps. It is safe for concurrent use.
type Archive struct {
	Keeper
	Skills *skill.Graph
	// Within reports whether an area lies in another one or is the same, both by id.
	Within func(area, in string) bool

	mu      sync.Mutex
	shelves []*shelf // the latest used one first
}

// Answer is what the kept snapshots hold of a query.
type Answer struct {
	Postings []posting.Posting // the latest published first; of several copies of one the latest
	Oldest   time.Time         // the oldest snapshot that gave one of them
	Newest   time.Time
	Sources  []posting.Source
	Searched int // postings that were looked through
}

// Search answers a query out of the snapshots of a tenant that pick chooses; nil is all.
func (a *Archive) Search(ctx context.Context, tenant string, pick func(Kept) bool, q posting.Query) (Answer, error) {
	kept, err := a.List(ctx, tenant)
	if err != nil {
		return Answer{}, err
	}
	if pick != nil {
		kept = slices.DeleteFunc(kept, func(k Kept) bool { return !pick(k) })
	}
	s, err := a.shelf(ctx, tenant, kept)
	if err != nil {
		return Answer{}, err
	}
	answer := Answer{Searched: len(s.postings)}
	for _, i := range s.find(q, a.Skills, a.Within) {
		held := s.postings[i]
		answer.Postings = append(answer.Postings, held.Posting)
		if answer.Oldest.IsZero() || held.taken.Before(answer.Oldest) {
			answer.Oldest = held.taken
		}
		if held.taken.After(answer.Newest) {
			answer.Newest = held.taken
		}
		if !slices.Contains(answer.Sources, held.Source) {
			answer.Sources = append(answer.Sources, held.Source)
		}
	}
	slices.Sort(answer.Sources)
	slices.SortStableFunc(answer.Postings, func(x, y posting.Posting) int {
		return cmp.Or(y.Published.Compare(x.Published), cmp.Compare(x.ID, y.ID))
	})
	return answer, nil
}

// shelf returns the postings of the snapshots, read anew where others are kept by now.
func (a *Archive) shelf(ctx context.Context, tenant string, kept []Kept) (*shelf, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	stamp := stampOf(tenant, kept)
	if i := slices.IndexFunc(a.shelves, func(s *shelf) bool { return s.stamp == stamp }); i >= 0 {
		s := a.shelves[i]
		a.shelves = slices.Insert(slices.Delete(a.shelves, i, i+1), 0, s)
		return s, nil
	}
	s, err := a.read(ctx, tenant, kept)
	if err != nil {
		return nil, err
	}
	s.stamp = stamp
	a.shelves = slices.Insert(a.shelves, 0, s)
	a.shelves = a.shelves[:min(len(a.shelves), mostShelves)]
	return s, nil
}

func stampOf(tenant string, kept []Kept) string {
	parts := []string{tenant}
	for _, k := range kept {
		parts = append(parts, k.ID, k.Taken.Format(time.RFC3339Nano))
	}
	return strings.Join(parts, "\x00")
}

func (a *Archive) read(ctx context.Context, tenant string, kept []Kept) (*shelf, error) {
	s := newShelf()
	for _, k := range kept {
		if len(s.postings) >= mostPostings {
			break
		}
		snapshot, err := a.Load(ctx, tenant, k.ID)
		if err != nil {
			return nil, err
		}
		for _, p := range snapshot.Postings {
			s.put(p, k.Taken)
		}
	}
	return s, nil
}
