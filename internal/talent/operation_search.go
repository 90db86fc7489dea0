package talent

import (
	"context"

	"kadry/internal/cursor"
	"kadry/internal/op"
	"kadry/internal/skill"
	"kadry/internal/talent/resume"
)

// pageWire is what every list takes.
type pageWire struct {
	TopK int `json:"top_k,omitzero" min:"1" max:"50" default:"5" doc:"Candidates on a page."`
	cursor.Page
	Redact bool       `json:"redact,omitzero" doc:"Blind review: no names or contacts."`
	Format textFormat `json:"response_format,omitzero" default:"json" doc:"Form of the text block."`
}

type searchInput struct {
	Required    []string   `json:"required_skills" min:"1" max:"40" doc:"Must-have skills in any spelling, English or Russian."`
	AnyOf       [][]string `json:"any_of,omitempty" max:"40" doc:"Of each list one skill."`
	Preferred   []string   `json:"preferred_skills,omitempty" max:"40" doc:"Nice to have: rank higher."`
	Level       level      `json:"experience_level,omitzero" doc:"Level asked."`
	Match       matchMode  `json:"match,omitzero" default:"all" doc:"How many required skills must match."`
	MinCoverage float64    `json:"min_coverage,omitzero" min:"0" max:"1" doc:"Share, for match=min_coverage."`
	Allow       []way      `json:"allow,omitempty" max:"5" doc:"How a skill may match; default all."`
	filters
	pageWire
}

func (d *handlers) searchBySkills() *op.Op {
	return op.New(op.Spec{
		Name: "search_by_skills", Toolset: talentToolset, Title: "Search candidates by skills", Effect: op.Reads,
		Doc: "Finds candidates that have all required skills, best first, with the quoted evidence for every skill. " +
			"Spellings, aliases and implied skills count (K8s, GKE, container orchestration); \"no experience with X\" does not. " +
			"When nobody matches, relaxations say what to change and how many that finds. " +
			"For skills you can name; for a job title alone use search_by_profile, for a wish in a sentence search_candidates.",
		Examples: []op.Example{
			{Title: "Senior platform engineers", Input: `{"required_skills":["Kubernetes","AWS"],"preferred_skills":["Terraform"],"experience_level":"senior","top_k":5}`},
			{Title: "По-русски, три года Python", Input: `{"required_skills":["питон"],"skill_years":[{"skill":"Python","years":3}]}`},
		},
	}, func(ctx context.Context, in searchInput) (searchOutput, error) {
		given, err := in.Given()
		if err != nil {
			return searchOutput{}, err
		}
		q := Query{
			Required: in.Required, AnyOf: in.AnyOf, Preferred: in.Preferred, Level: resume.Level(in.Level),
			Match: Match(in.Match), MinCoverage: in.MinCoverage, Redact: in.Redact, TopK: in.TopK, Cursor: given,
		}
		for _, how := range in.Allow {
			q.Allow = append(q.Allow, skill.How(how))
		}
		if err := in.apply(&q); err != nil {
			return searchOutput{}, err
		}
		answer, err := d.base.Search(ctx, from(ctx).Tenant, q)
		if err != nil {
			return searchOutput{}, err
		}
		return wireAnswer(answer, from(ctx).Lang)
	})
}

type roleInput struct {
	Profile     string  `json:"profile_name" min:"1" max:"120" doc:"Role title, English or Russian: Backend Go, девопс."`
	Years       float64 `json:"experience_years,omitzero" min:"0" max:"60" doc:"Total years of work, at least."`
	Level       level   `json:"experience_level,omitzero" doc:"Level asked."`
	MinCoverage float64 `json:"min_coverage,omitzero" min:"0" max:"1" default:"0.5" doc:"Share of the role's core skills."`
	Location    string  `json:"location,omitzero" max:"120" doc:"City or country."`
	pageWire
}

type roleOutput struct {
	searchOutput
	Profile profileWire `json:"profile"`
}

// Condense implements op.Condenser for the embedded answer.
func (o roleOutput) Condense() (roleOutput, bool) {
	less, ok := o.searchOutput.Condense()
	o.searchOutput = less
	return o, ok
}

type profileWire struct {
	Name   string   `json:"name"`
	Core   []string `json:"core_skills"`
	Others []string `json:"other_skills"`
}

func (d *handlers) searchByProfile() *op.Op {
	return op.New(op.Spec{
		Name: "search_by_profile", Toolset: talentToolset, Title: "Search candidates for a role", Effect: op.Reads,
		Doc: "Finds candidates for a role of the profile library: its core skills are required to a share, the others preferred, " +
			"each with its weight. An unknown role answers the nearest titles. " +
			"When skills are named, use search_by_skills; for a wish in a sentence, search_candidates.",
		Examples: []op.Example{
			{Title: "DevOps engineers", Input: `{"profile_name":"DevOps engineer","experience_years":3}`},
			{Title: "Тестировщик", Input: `{"profile_name":"тестировщик","top_k":3}`},
		},
	}, func(ctx context.Context, in roleInput) (roleOutput, error) {
		caller := from(ctx)
		given, err := in.Given()
		if err != nil {
			return roleOutput{}, err
		}
		answer, err := d.base.SearchRole(ctx, caller.Tenant, RoleQuery{
			Role: in.Profile, Level: resume.Level(in.Level), MinYears: in.Years,
			MinCoverage: in.MinCoverage, Location: in.Location, Redact: in.Redact, TopK: in.TopK, Cursor: given,
		})
		if err != nil {
			return roleOutput{}, err
		}
		out := roleOutput{Profile: profileWire{Name: answer.Role.Title.In(caller.Lang)}}
		for _, s := range answer.Role.Skills {
			if s.Core {
				out.Profile.Core = append(out.Profile.Core, s.Name)
			} else {
				out.Profile.Others = append(out.Profile.Others, s.Name)
			}
		}
		out.searchOutput, err = wireAnswer(answer.Answer, caller.Lang)
		return out, err
	})
}

// filterWire is a query as search_candidates understood it.
type filterWire struct {
	Required  []string `json:"required_skills,omitempty" max:"40" doc:"Must have."`
	Preferred []string `json:"preferred_skills,omitempty" max:"40" doc:"Nice to have."`
	Level     level    `json:"experience_level,omitzero" doc:"Level asked."`
	filters

	AnyOf               [][]string `json:"any_of,omitempty"`
	ExcludedLevels      []string   `json:"excluded_levels,omitempty"`
	Occupations         []string   `json:"occupations,omitempty"`
	ExcludedOccupations []string   `json:"excluded_occupations,omitempty"`
	Person              string     `json:"person,omitempty"`
}

func wireFilter(q Query) filterWire {
	f := filterWire{Required: q.Required, Preferred: q.Preferred, Level: level(q.Level), filters: filters{
		ExcludedSkills: q.Excluded, MinYears: q.MinYears, MaxYears: q.MaxYears, UsedWithinYears: q.UsedWithinYears,
		Location: q.Location, EducationLevel: education(q.EducationLevel), Tags: q.Tags,
	}, AnyOf: q.AnyOf, Occupations: q.Occupations, ExcludedOccupations: q.ExcludedOccupations, Person: q.Person}
	for _, level := range q.ExcludedLevels {
		f.ExcludedLevels = append(f.ExcludedLevels, string(level))
	}
	for _, s := range q.SkillYears {
		f.SkillYears = append(f.SkillYears, skillYearsWire(s))
	}
	for _, l := range q.Languages {
		f.Languages = append(f.Languages, speaksWire{Lang: l.Language, CEFR: cefr(l.CEFR)})
	}
	if !q.UploadedAfter.IsZero() {
		f.UploadedAfter = q.UploadedAfter.Format("2006-01-02")
	}
	return f
}

// changeWire is the part of a filter that a refinement may name.
type changeWire struct {
	Required  []string `json:"required_skills,omitempty" max:"40" doc:"Must have."`
	Preferred []string `json:"preferred_skills,omitempty" max:"40" doc:"Nice to have."`
	Excluded  []string `json:"excluded_skills,omitempty" max:"40" doc:"Must not have."`
	Level     level    `json:"experience_level,omitzero" doc:"Level asked."`
	MinYears  float64  `json:"min_years,omitzero" min:"0" max:"60" doc:"Total years of work."`
	Location  string   `json:"location,omitzero" max:"120" doc:"City or country."`
	Tags      []string `json:"tags,omitempty" max:"40" doc:"Tags of a CV."`
}

func (c changeWire) query() Query {
	return Query{
		Required: c.Required, Preferred: c.Preferred, Excluded: c.Excluded,
		Level: resume.Level(c.Level), MinYears: c.MinYears, Location: c.Location, Tags: c.Tags,
	}
}

type freeInput struct {
	Query    string     `json:"query,omitzero" max:"2000" doc:"What you look for, in your own words, English or Russian."`
	RefineOf string     `json:"refine_of,omitzero" max:"16384" doc:"search_id of an earlier answer to change."`
	Add      changeWire `json:"add,omitzero" doc:"Conditions to add."`
	Remove   changeWire `json:"remove,omitzero" doc:"Conditions to drop."`
	Set      changeWire `json:"set,omitzero" doc:"Conditions to replace."`
	pageWire
}

type freeOutput struct {
	searchOutput
	Filter   filterWire   `json:"filter"`
	Question questionWire `json:"question"`
	Text     string       `json:"ranked_by_text,omitempty"`
	Role     string       `json:"role,omitempty"`
}

// Condense implements op.Condenser for the embedded answer.
func (o freeOutput) Condense() (freeOutput, bool) {
	less, ok := o.searchOutput.Condense()
	o.searchOutput = less
	return o, ok
}

func (d *handlers) searchCandidates() *op.Op {
	return op.New(op.Spec{
		Name: "search_candidates", Toolset: talentToolset, Title: "Search candidates in free text", Effect: op.Reads,
		Doc: "Reads a wish in plain words, a name too, into a filter and answers with it and with every part understood, excluded or not understood. " +
			"Give refine_of with add, remove or set to change an earlier search; search_id never expires. " +
			"When the skills are known, search_by_skills is exact; for a job title alone, use search_by_profile.",
		Examples: []op.Example{
			{Title: "A wish", Input: `{"query":"senior Go developer with Kubernetes, Terraform is a plus"}`},
			{Title: "Пожелание", Input: `{"query":"питонист от 3 лет с машинным обучением, желательно Docker"}`},
		},
	}, func(ctx context.Context, in freeInput) (freeOutput, error) {
		caller := from(ctx)
		given, err := in.Given()
		if err != nil {
			return freeOutput{}, err
		}
		answer, err := d.base.Find(ctx, caller.Tenant, FreeQuery{
			Text: in.Query, RefineOf: in.RefineOf, Add: in.Add.query(), Remove: in.Remove.query(), Set: in.Set.query(),
			Redact: in.Redact, TopK: in.TopK, Cursor: given,
		})
		if err != nil {
			return freeOutput{}, err
		}
		out := freeOutput{Filter: wireFilter(answer.Query), Question: wireQuestion(answer.Parsed, caller.Lang), Text: answer.Query.Text, Role: answer.Role}
		out.searchOutput, err = wireAnswer(answer.Answer, caller.Lang)
		return out, err
	})
}
