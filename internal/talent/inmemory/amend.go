package inmemory

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"kadry/internal/fault"
	"kadry/internal/talent"
	"kadry/internal/talent/correction"
	"kadry/internal/talent/layout"
)

// change replaces a candidate by a changed copy: those who read the old one keep it.
func (s *Store) change(tenant, id string, how func(*talent.Candidate)) {
	if at := s.find(tenant, id); at >= 0 {
		c := *s.changes[at].Candidate
		how(&c)
		s.record(tenant, talent.Change{ID: id, Candidate: &c})
	}
}

func nobody(id string) error {
	return fault.E(fault.NotFound, fault.Say("There is no candidate %q.", "Кандидата %q нет.", id), nil)
}

// Amend adds and takes back corrections.
func (s *Store) Amend(ctx context.Context, tenant, id string, a talent.Amendment) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.begin(ctx); err != nil {
		return err
	}
	at := s.find(tenant, id)
	if at < 0 {
		return nobody(id)
	}
	list := slices.Clone(s.changes[at].Candidate.Corrections)
	for _, number := range a.Take {
		i := slices.IndexFunc(list, func(e correction.Entry) bool { return e.ID == number && e.Back == nil })
		if i < 0 {
			return fault.E(fault.NotFound, fault.Say(
				"The candidate has no correction %d that holds.", "У кандидата нет действующей правки %d.", number), nil)
		}
		list[i].Back = &a.Back
	}
	for _, e := range a.Add {
		s.number++
		e.ID = s.number
		list = append(list, e)
	}
	s.change(tenant, id, func(c *talent.Candidate) { c.Corrections = list })
	return nil
}

// Link keeps or forgets what was decided of two candidates.
func (s *Store) Link(ctx context.Context, tenant, id, other string, l *talent.Link, _ string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.begin(ctx); err != nil {
		return err
	}
	for _, id := range []string{id, other} {
		if s.find(tenant, id) < 0 {
			return nobody(id)
		}
	}
	for _, pair := range [][2]string{{id, other}, {other, id}} {
		s.change(tenant, pair[0], func(c *talent.Candidate) {
			c.Links = without(c.Links, pair[1])
			if l != nil {
				link := *l
				link.Other = pair[1]
				c.Links = append(c.Links, link)
				slices.SortFunc(c.Links, func(a, b talent.Link) int { return strings.Compare(a.Other, b.Other) })
			}
		})
	}
	return nil
}

func without(links []talent.Link, other string) []talent.Link {
	return slices.DeleteFunc(slices.Clone(links), func(l talent.Link) bool { return l.Other == other })
}

// Unread returns ids of candidates whose record other rules made than those named.
func (s *Store) Unread(ctx context.Context, tenant, rules, after string, limit int) ([]string, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.begin(ctx); err != nil {
		return nil, err
	}
	var ids []string
	for _, c := range s.changes {
		if c.tenant == tenant && !c.Removed && c.ID > after && (rules == "" || c.Candidate.Rules != rules) {
			ids = append(ids, c.ID)
		}
	}
	slices.SortFunc(ids, cmp.Compare[string])
	return ids[:min(len(ids), max(limit, 0))], nil
}

// Reread puts other records in the place of those kept.
func (s *Store) Reread(ctx context.Context, tenant string, list []talent.Candidate) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.begin(ctx); err != nil {
		return 0, err
	}
	kept := 0
	for _, read := range list {
		if s.find(tenant, read.ID) >= 0 {
			kept++
			s.change(tenant, read.ID, func(c *talent.Candidate) { c.Record, c.Rules = read.Record, read.Rules })
		}
	}
	return kept, nil
}

// Looks returns how the texts look, by id.
func (s *Store) Looks(ctx context.Context, tenant string, ids []string) (map[string]layout.Page, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.begin(ctx); err != nil {
		return nil, err
	}
	found := map[string]layout.Page{}
	for _, id := range ids {
		if look := s.looks[id]; s.find(tenant, id) >= 0 && len(look.Lines)+len(look.Fields) > 0 {
			found[id] = look
		}
	}
	return found, nil
}
