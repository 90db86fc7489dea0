package talentweb

import (
	"cmp"
	"context"
	"net/http"
	"slices"
	"strings"

	"kadry/internal/talent"
	"kadry/internal/talent/profile"
)

// roleCoverage is the share of a role's core skills a search for it asks for: CVs rarely
// name them all.
const roleCoverage = 0.5

// domain is a group of roles.
type domain struct {
	id    string
	roles []profile.Profile
}

// domains is the order of the groups: what people hire for most comes first.
var domains = []string{
	"backend", "frontend", "mobile", "data", "operations", "quality", "security", "analysis",
	"management", "design", "documentation", "support", "embedded", "erp", "games",
}

// place is the rank of a group; a user's own groups stand before all others.
func place(id string) int { return slices.Index(domains, id) }

// roles lists the role profiles; each starts a search.
func (w *web) roles(s *screen) error {
	var groups []domain
	err := s.Run(opSearch, func(context.Context) error {
		for _, p := range w.base.Profiles.Profiles() {
			at := slices.IndexFunc(groups, func(d domain) bool { return d.id == p.Domain })
			if at < 0 {
				at = len(groups)
				groups = append(groups, domain{id: p.Domain})
			}
			groups[at].roles = append(groups[at].roles, p)
		}
		return nil
	})
	if err != nil {
		return err
	}
	slices.SortStableFunc(groups, func(a, b domain) int { return cmp.Compare(place(a.id), place(b.id)) })
	for _, g := range groups {
		slices.SortStableFunc(g.roles, func(a, b profile.Profile) int { return strings.Compare(s.Say(a.Title), s.Say(b.Title)) })
	}
	return s.Show(http.StatusOK, rolesPage(s, groups))
}

// roleQuery is the search for a role: its core skills to a share, the others as wishes. The
// page shows them as ordinary conditions, so a person can see and change every one.
func roleQuery(p profile.Profile) talent.Query {
	core, others := coreSkills(p)
	return talent.Query{Required: core, Preferred: others, Match: talent.MatchCoverage, MinCoverage: roleCoverage}
}

func coreSkills(p profile.Profile) (core, others []string) {
	for _, s := range p.Skills {
		if s.Core {
			core = append(core, s.Name)
		} else {
			others = append(others, s.Name)
		}
	}
	return core, others
}

// domainName is the name of a group in words; a user's own group keeps its id.
func (s *screen) domainName(id string) string {
	key := "domain." + id
	if name := s.T(key); name != key {
		return name
	}
	return id
}
