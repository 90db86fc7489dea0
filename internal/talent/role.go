package talent

import (
	"context"

	"kadry/internal/fault"
	"kadry/internal/talent/profile"
	"kadry/internal/talent/resume"
)

// RoleQuery asks for candidates fit for a role of the profile library.
type RoleQuery struct {
	Role        string
	Level       resume.Level
	MinYears    float64
	MinCoverage float64 // share of the core skills; zero means defaultCoverage
	Location    string
	Redact      bool
	TopK        int
	Cursor      string
}

// RoleAnswer is an answer with the role that was understood.
type RoleAnswer struct {
	Answer
	Role profile.Profile
}

// defaultCoverage is the share of a role's core skills that makes somebody a candidate
// for it: CVs rarely name all.
const defaultCoverage = 0.5

// nearestRoles is how many role titles an unknown one is answered with.
const nearestRoles = 5

// SearchRole answers search_by_profile: the core skills of the role are required to a
// share, the others preferred, each with the weight the role gives it.
func (b *Base) SearchRole(ctx context.Context, tenant string, r RoleQuery) (RoleAnswer, error) {
	var c checker
	c.text("profile_name", r.Role, maxSkillText)
	if r.Role == "" {
		c.Wrong("profile_name", fault.Say("must not be empty", "не может быть пустым"))
	}
	if err := c.Err(); err != nil {
		return RoleAnswer{}, err
	}
	role, ok := b.Profiles.Find(r.Role)
	if !ok {
		return RoleAnswer{}, noProfile(r.Role, b.Profiles.Nearest(r.Role, nearestRoles))
	}
	q := Query{
		Match: MatchCoverage, MinCoverage: r.MinCoverage, Level: r.Level, MinYears: r.MinYears,
		Location: r.Location, Redact: r.Redact, TopK: r.TopK, Cursor: r.Cursor,
	}
	if q.MinCoverage == 0 {
		q.MinCoverage = defaultCoverage
	}
	weights := map[string]float64{}
	for _, s := range role.Skills {
		list := &q.Preferred
		if s.Core {
			list = &q.Required
		}
		if len(*list) < maxSkills {
			*list = append(*list, s.Name)
			weights[s.Name] = s.Weight
		}
	}
	q, err := q.check()
	if err != nil {
		return RoleAnswer{}, err
	}
	answer, err := b.search(ctx, tenant, q, func(pl *plan) {
		pl.byScore = true
		for _, needs := range [][]need{pl.required, pl.preferred} {
			for i := range needs {
				needs[i].weight *= weights[needs[i].asked]
			}
		}
	})
	return RoleAnswer{Answer: answer, Role: role}, err
}

func noProfile(asked string, nearest []string) error {
	hint := fault.Say("Use one of the nearest profiles, or search_by_skills.", "Возьмите один из близких профилей или ищите через search_by_skills.")
	if len(nearest) == 0 {
		hint = fault.Say("Name the skills with search_by_skills instead.", "Назовите навыки через search_by_skills.")
	}
	return fault.E(fault.NotFound, fault.Say("There is no profile %q.", "Профиля «%s» нет.", clipID(asked)), nil).
		WithHint(hint).WithCandidates(nearest...)
}
