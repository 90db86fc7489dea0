package talentweb

import (
	"context"
	"net/url"
	"strings"
	"time"

	"kadry/internal/talent"
	"kadry/internal/webui/kit"
)

// recently is how long somebody counts as recently added.
const recently = 7 * 24 * time.Hour

func (w *web) cards() []kit.Card {
	return []kit.Card{
		{Title: "home.talent.news", Path: "/searches", Order: 12, Show: w.news},
		{Title: "home.talent.added", Path: "/candidates", Order: 30, Show: w.added},
	}
}

// added are people whose CVs came in lately; on a base where nobody did, how many there are.
func (w *web) added(s *kit.Screen) (kit.Findings, error) {
	var lately, all talent.Answer
	err := s.Run(opSearch, func(ctx context.Context) (err error) {
		q := talent.Query{TopK: kit.FoundAtOnce, UploadedAfter: w.base.Now().Add(-recently)}
		if lately, err = w.base.Browse(ctx, s.Caller.Tenant, q); err != nil {
			return err
		}
		all, err = w.base.Browse(ctx, s.Caller.Tenant, talent.Query{TopK: kit.FoundAtOnce})
		return err
	})
	if err != nil || all.Total == 0 {
		return kit.Findings{}, err
	}
	found := kit.Findings{Lines: people(s, lately.Candidates), Total: all.Total}
	if lately.Total > 0 {
		found.Note = s.N("home.talent.lately", lately.Total)
	} else {
		found.Lines = people(s, all.Candidates)
	}
	return found, nil
}

func (w *web) finders() []kit.Finder {
	return []kit.Finder{{
		Title: "find.people", Order: 10, May: func(s *kit.Screen) bool { return s.May(opSearch) },
		Path: func(words string) string { return "/find?q=" + url.QueryEscape(words) },
		Find: w.findPeople,
	}}
}

// findPeople reads the words as the search in plain words does, names among them.
func (w *web) findPeople(s *kit.Screen, words string) (kit.Findings, error) {
	var answer talent.Answer
	err := s.Run(opSearch, func(ctx context.Context) (err error) {
		q, understood := w.wish(s.Caller.Tenant, words)
		if !understood {
			return nil
		}
		q.TopK = kit.FoundAtOnce
		answer, err = w.base.Browse(ctx, s.Caller.Tenant, q)
		return err
	})
	return kit.Findings{Lines: people(s, answer.Candidates), Total: answer.Total}, err
}

// wish is the search that words are understood as. Where they name no condition, everybody
// would do.
func (w *web) wish(tenant, words string) (q talent.Query, understood bool) {
	read := w.base.Parse(tenant, words)
	q = read.Query
	w.name(&q)
	if p, ok := w.base.Profiles.Find(read.Role); ok && read.Role != "" && len(q.AnyOf) == 0 {
		wantRole(&q, p)
	}
	return q, len(read.Understood)+len(read.Excluded) > 0
}

// people are lines of hits.
func people(s *kit.Screen, hits []talent.Hit) []kit.Line {
	lines := make([]kit.Line, len(hits))
	for i, h := range hits {
		notes := []string{h.Title}
		if h.TotalMonths > 0 {
			notes = append(notes, s.Duration(h.TotalMonths))
		}
		lines[i] = kit.Line{Title: h.Name, Note: strings.Trim(strings.Join(notes, " · "), " ·"), Path: "/candidates/" + url.PathEscape(h.CandidateID)}
		if h.Name == "" {
			lines[i].Title = s.T("name.unknown")
		}
	}
	return lines
}
