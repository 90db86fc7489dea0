package evidenceweb

import (
	"slices"
	"strings"
	"time"

	"kadry/internal/evidence/analysis"
	"kadry/internal/evidence/score"
	"kadry/internal/github"
)

// asked is a question as the operation takes it.
type asked struct {
	Username string   `json:"username"`
	Skills   []string `json:"required_skills,omitempty"`
	Limit    int      `json:"repos_limit"`
	Include  []string `json:"include,omitempty"`
}

// answer is what the operation answers, as far as the pages show it.
type answer struct {
	Username string              `json:"username"`
	Skills   []skill             `json:"skill_scores"`
	Read     int                 `json:"repos_analyzed"`
	Partial  bool                `json:"partial_data"`
	Warnings []string            `json:"warnings"`
	Risks    []risk              `json:"risks"`
	Activity analysis.Activity   `json:"activity_metrics"`
	Repos    []repository        `json:"repos"`
	Code     []analysis.Language `json:"languages"`
	Timeline []year              `json:"timeline"`
	Calendar []github.Day        `json:"calendar"`
	Unknown  []unknown           `json:"unknown"`
	Budget   github.Budget       `json:"budget"`
	At       time.Time           `json:"analyzed_at"`
}

type skill struct {
	Asked      string           `json:"skill"`
	Name       string           `json:"name"`
	Score      float64          `json:"score"`
	Status     score.Status     `json:"status"`
	Confidence score.Confidence `json:"confidence"`
	Why        string           `json:"evidence"`
	Axes       struct {
		Depth   float64 `json:"depth"`
		Recency float64 `json:"recency"`
		Breadth float64 `json:"breadth"`
	} `json:"axes"`
	Items []item `json:"evidence_items"`
}

type item struct {
	Repository string     `json:"repository"`
	Path       string     `json:"path"`
	Line       int        `json:"line"`
	URL        string     `json:"url"`
	Kind       string     `json:"kind"`
	Role       score.Role `json:"role"`
	Own        int        `json:"own_commits"`
	Estimated  bool       `json:"own_commits_estimated"`
	First      bool       `json:"first_author"`
	From       string     `json:"first_date"`
	To         string     `json:"last_date"`
	Names      []string   `json:"api_names"`
}

type risk struct {
	Flag     analysis.RiskKind `json:"flag"`
	Evidence string            `json:"evidence"`
}

type repository struct {
	Name      string     `json:"name"`
	URL       string     `json:"url"`
	Languages []string   `json:"languages"`
	Own       int        `json:"own_commits"`
	All       int        `json:"all_commits"`
	Role      score.Role `json:"role"`
	Archived  bool       `json:"archived"`
	Pushed    string     `json:"pushed_at"`
}

type year struct {
	Year      int                `json:"year"`
	Languages map[string]float64 `json:"languages"` // own commits
}

type unknown struct {
	Field  string `json:"field"`
	Reason string `json:"reason"`
}

// ask runs the operation. whole asks for what only the card of one person shows.
func (s *screen) ask(q question, whole bool) (answer, error) {
	in := asked{Username: q.login, Skills: q.skills, Limit: q.repos}
	if whole {
		in.Include = []string{"timeline", "calendar"}
	}
	var a answer
	err := s.Call(opAnalyze, in, &a)
	return a, err
}

// The fields that the operation names where it does not know them.
const (
	noActivity = "activity_metrics" // GitHub was asked without a token
	noSkills   = "skill_scores"     // more repositories than were to be read
	noChanges  = "evidence_items.changes"
)

// knows reports that nothing is said against a field.
func (a answer) knows(field string) bool {
	return !slices.ContainsFunc(a.Unknown, func(u unknown) bool { return u.Field == field })
}

// named are the names of the skills with a status, in the order of the answer.
func (a answer) named(status score.Status) []string {
	var names []string
	for _, one := range a.Skills {
		if one.Status == status {
			names = append(names, visible(one.Name))
		}
	}
	return names
}

// skill finds a skill by its name.
func (a answer) skill(name string) (skill, bool) {
	at := slices.IndexFunc(a.Skills, func(one skill) bool { return strings.EqualFold(one.Name, name) })
	if at < 0 {
		return skill{}, false
	}
	return a.Skills[at], true
}

// place is the evidence in one repository.
type place struct {
	item         // what is the same of all its marks
	marks []item // files, the most telling first
}

// places are the quotes of a skill by repository, the strongest first.
func (one skill) places() []place {
	var list []place
	for _, i := range one.Items {
		if last := len(list) - 1; last >= 0 && list[last].Repository == i.Repository {
			list[last].marks = append(list[last].marks, i)
			continue
		}
		list = append(list, place{item: i, marks: []item{i}})
	}
	return list
}
