// Package inmemory keeps candidates in memory, for evaluation runs and tests. It passes the
// conformance suite of the databases (digests, tenants, the order of changes) and forgets
// everything with the process.
package inmemory

import (
	"context"
	"slices"
	"sync"

	"kadry/internal/fault"
	"kadry/internal/talent"
	"kadry/internal/talent/layout"
)

// change is the last one of a tenant's candidate.
type change struct {
	talent.Change
	tenant string
}

// Store keeps candidates and tells their changes. It is safe for concurrent use.
type Store struct {
	mu      sync.Mutex
	changes []change
	seq     int64
	number  int64 // of the last correction
	looks   map[string]layout.Page
	fail    error
}

// New returns an empty store.
func New() *Store { return &Store{looks: map[string]layout.Page{}} }

// Fail makes every call fail with err until it is called with nil: storage out of reach.
func (s *Store) Fail(err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.fail = err
}

func (s *Store) begin(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	return s.fail
}

// Add keeps c unless the tenant has its digest.
func (s *Store) Add(ctx context.Context, tenant string, c talent.Candidate) (string, bool, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.begin(ctx); err != nil {
		return "", false, err
	}
	if id := s.known(tenant, c.Source.SHA256); id != "" {
		return id, false, nil
	}
	if slices.ContainsFunc(s.changes, func(other change) bool { return other.ID == c.ID && !other.Removed }) {
		return "", false, fault.E(fault.Conflict, fault.Say("There is a candidate %q already.", "Кандидат %q уже есть.", c.ID), nil)
	}
	s.looks[c.ID] = layout.Page{Lines: c.Lines, Fields: c.Fields}
	c.Lines, c.Fields = nil, nil
	s.record(tenant, talent.Change{ID: c.ID, Candidate: &c})
	return c.ID, true, nil
}

// record notes the last change of a candidate, instead of the one before.
func (s *Store) record(tenant string, last talent.Change) {
	s.changes = slices.DeleteFunc(s.changes, func(c change) bool { return c.ID == last.ID })
	s.seq++
	last.Seq = s.seq
	s.changes = append(s.changes, change{last, tenant})
}

// Known returns the id under which the tenant keeps a digest.
func (s *Store) Known(ctx context.Context, tenant, sha256 string) (string, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.begin(ctx); err != nil {
		return "", err
	}
	return s.known(tenant, sha256), nil
}

func (s *Store) known(tenant, sha256 string) string {
	for _, c := range s.changes {
		if c.tenant == tenant && !c.Removed && c.Candidate.Source.SHA256 == sha256 {
			return c.ID
		}
	}
	return ""
}

// Candidates returns the asked ones that exist, in the order asked.
func (s *Store) Candidates(ctx context.Context, tenant string, ids []string) ([]talent.Candidate, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.begin(ctx); err != nil {
		return nil, err
	}
	var found []talent.Candidate
	for _, id := range ids {
		if at := s.find(tenant, id); at >= 0 {
			found = append(found, *s.changes[at].Candidate)
		}
	}
	return found, nil
}

func (s *Store) find(tenant, id string) int {
	return slices.IndexFunc(s.changes, func(c change) bool { return c.tenant == tenant && c.ID == id && !c.Removed })
}

// Remove forgets a candidate.
func (s *Store) Remove(ctx context.Context, tenant, id, _ string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.begin(ctx); err != nil {
		return err
	}
	if s.find(tenant, id) < 0 {
		return fault.E(fault.NotFound, fault.Say("There is no candidate %q.", "Кандидата %q нет.", id), nil)
	}
	for _, l := range s.changes[s.find(tenant, id)].Candidate.Links {
		s.change(tenant, l.Other, func(c *talent.Candidate) { c.Links = without(c.Links, id) })
	}
	delete(s.looks, id)
	s.record(tenant, talent.Change{ID: id, Removed: true})
	return nil
}

// Changes returns at most limit changes of a tenant after seq.
func (s *Store) Changes(ctx context.Context, tenant string, after int64, limit int) (list []talent.Change, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.begin(ctx); err != nil {
		return nil, err
	}
	at, _ := slices.BinarySearchFunc(s.changes, after+1, func(c change, seq int64) int { return int(c.Seq - seq) })
	for _, c := range s.changes[at:] {
		if c.tenant == tenant && len(list) < limit {
			list = append(list, c.Change)
		}
	}
	return list, nil
}

// Tenants returns those that have changes.
func (s *Store) Tenants(ctx context.Context) (tenants []string, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.begin(ctx); err != nil {
		return nil, err
	}
	for _, c := range s.changes {
		if !slices.Contains(tenants, c.tenant) {
			tenants = append(tenants, c.tenant)
		}
	}
	return tenants, nil
}
