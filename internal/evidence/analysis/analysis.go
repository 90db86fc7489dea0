// Package analysis reads what a person's public code proves: it asks who they are and where
// their commits went, chooses the repositories that can tell most of the asked skills, reads
// those, asks for the histories of the files that show a skill, and rates. What an answer costs
// is bounded; what could not be read is said and counts for nothing.
//
// The way through: Analyst.Analyze (this file) goes by choose.go, read.go and rate.go to
// Analysis; metrics.go counts activity.
package analysis

import (
	"cmp"
	"context"
	"slices"
	"time"

	"kadry/internal/evidence/score"
	"kadry/internal/evidence/tech"
	"kadry/internal/fault"
	"kadry/internal/github"
	"kadry/internal/skill"
)

// Hub is what is asked of GitHub, the requests of one question.
type Hub interface {
	Authenticated() bool
	Budget() github.Budget
	Profile(ctx context.Context, login string) (github.Profile, error)
	// Details are repositories with the person's share, and those that could not be had.
	Details(ctx context.Context, user github.User, repositories []github.Repository) ([]github.Detail, []github.Failure, error)
	History(ctx context.Context, user github.User, paths []github.Path) (map[github.Path]github.Traces, error)
	Archive(ctx context.Context, r github.Repository, visit func(github.File) error) (github.Contents, error)
}

// Analyst analyses.
type Analyst struct {
	Skills *skill.Graph
	Table  *tech.Table
	Now    func() time.Time
}

// Question is what is asked of a person.
type Question struct {
	Login    string
	Skills   []string // as asked; empty asks for whatever shows
	Most     int      // repositories to read
	Lookback int      // days; repositories without a push since are left out. 0 is all time
}

// Skill is the rating of one skill.
type Skill struct {
	Asked string // as asked
	Name  string // canonical
	score.Rating
	Why fault.Text // one sentence: what it rests on, or why it is unknown
}

// Failure is a repository that could not be read, or not to the end.
type Failure struct {
	Repository string
	Why        fault.Text
	Limit      *fault.Error // that of GitHub, where it is the reason
}

// failure tells a failure by its error.
func failure(repository string, err error) Failure {
	f := fault.From(err)
	if f.Kind != fault.Limited {
		return Failure{Repository: repository, Why: f.Text}
	}
	return Failure{Repository: repository, Why: f.Text, Limit: f}
}

// Unknown is what cannot be known here, with the reason.
type Unknown struct {
	Field  string
	Reason fault.Text
}

// Analysis is what was found.
type Analysis struct {
	User      github.User
	Skills    []Skill
	Shares    []score.Share // of the repositories that were read, most own commits first
	Languages []Language    // largest first
	Timeline  []YearOfLanguages
	Calendar  []github.Day
	Activity  Activity
	Risks     []Risk
	Failed    []Failure
	Cut       []Failure // read in part
	Left      int       // repositories with own commits that were not read: over the limit
	Unknown   []Unknown
	Budget    github.Budget
	At        time.Time
}

// Language is code in one language by the person's own share.
type Language struct {
	Name  string  `json:"name"`
	Bytes int64   `json:"bytes" doc:"Bytes of code, by the person's share of the commits of each repository."`
	Share float64 `json:"share" doc:"Of all of it, 0-1."`
}

// YearOfLanguages is a year's own commits, shared out by the languages of the repositories.
type YearOfLanguages struct {
	Year      int
	Languages map[string]float64 // commits
}

// Analyze answers a question. It fails only where nothing can be said: the user is not there,
// or GitHub cannot be asked at all.
func (a *Analyst) Analyze(ctx context.Context, hub Hub, q Question, report func(done, total int, text fault.Text)) (Analysis, error) {
	report(0, 3, fault.Say("asking GitHub for %s", "спрашиваем GitHub о %s", q.Login))
	profile, err := hub.Profile(ctx, q.Login)
	if err != nil {
		return Analysis{}, err
	}
	out := Analysis{User: profile.User, Calendar: profile.Calendar, At: a.Now().UTC()}
	if err := profile.Unsearched; err != nil {
		if fault.KindOf(err) == fault.Internal {
			return Analysis{}, err
		}
		out.Failed = append(out.Failed, failure("", err))
	}
	terms := a.terms(q.Skills)
	chosen, err := a.choose(ctx, hub, profile, q, terms, &out)
	if err != nil {
		return Analysis{}, err
	}
	report(1, 3, fault.Say("reading %d repositories", "читаем репозитории: %d", len(chosen)))
	if err := a.read(ctx, hub, chosen, terms, &out); err != nil {
		return Analysis{}, err
	}
	if len(q.Skills) == 0 {
		terms = a.evident(out.Shares)
	}
	report(2, 3, fault.Say("asking who wrote the files", "спрашиваем, кто писал файлы"))
	shown := shown(terms, out.Shares)
	if err := a.trace(ctx, hub, shown, &out); err != nil {
		return Analysis{}, err
	}
	a.rate(terms, shown, &out)
	if len(q.Skills) == 0 { // what turned out to be somebody else's was not asked for
		out.Skills = slices.DeleteFunc(out.Skills, func(s Skill) bool { return s.Score == 0 })
		slices.SortStableFunc(out.Skills, func(a, b Skill) int { return -cmp.Compare(a.Score, b.Score) })
	}
	a.languages(&out)
	out.Activity = activity(profile, out)
	out.Risks = risks(profile, out)
	a.unknown(hub, profile, &out)
	out.Budget = hub.Budget()
	return out, nil
}

// term is an asked skill with the names under which surveys know it.
type term struct {
	asked, name string
	names       []string
	languages   []string // in which using it shows; empty is any
}

// answersWell is how well another skill must answer for the asked one to stand for it.
const answersWell = 0.8

// terms says what the asked skills are called. A skill that nobody knows is a package of that name.
func (a *Analyst) terms(asked []string) []term {
	var list []term
	for _, given := range asked {
		t := term{asked: given, name: given}
		if known := a.Skills.Resolve(given); known.Known {
			t.name = known.Name
			t.names = a.names(known.Skill)
		}
		if !slices.ContainsFunc(t.names, a.shows) {
			if tech, ok := a.Table.Tech(given); ok { // "Foundry" is no casting of metals here
				t.name, t.names = tech.Skill, []string{tech.Skill}
			} else { // known by nothing but its name
				t.names = append(t.names, given)
			}
		}
		for _, name := range t.names {
			if tech, ok := a.Table.Tech(name); ok {
				t.languages = append(append(t.languages, tech.Languages...), tech.Written...)
			}
		}
		list = append(list, t)
	}
	return list
}

// names are the skills whose use is use of the asked one: itself, and what the taxonomy says
// implies it, like Spring Boot for Spring.
func (a *Analyst) names(id skill.ID) []string {
	names := []string{a.Skills.Name(id)}
	if t, ok := a.Table.Tech(names[0]); ok && t.Category == "language" {
		return names // a language is shown by code in it and by nothing that is like it
	}
	for _, e := range a.Skills.Satisfying(id) {
		fits := e.How == skill.Implied || e.How == skill.Narrower
		if fits && a.shows(a.Skills.Name(e.Skill)) && e.Score >= answersWell {
			names = append(names, a.Skills.Name(e.Skill))
		}
	}
	return names
}

// shows reports whether it is known how the use of a skill looks.
func (a *Analyst) shows(name string) bool {
	_, ok := a.Table.Tech(name)
	return ok
}

// askedNames are the names that surveys look for besides those of the table.
func askedNames(terms []term) []string {
	var names []string
	for _, t := range terms {
		names = append(names, t.names...)
	}
	return names
}
