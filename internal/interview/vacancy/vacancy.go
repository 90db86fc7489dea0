// Package vacancy is the job that people are interviewed for: what a caller writes about
// it, the needs and the level that are read from its texts, and how a resume answers it.
// Vacancies are kept and looked up by the room.
package vacancy

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"kadry/internal/interview/bank"
	"kadry/internal/skill"
)

// Vacancy is a job people are interviewed for.
type Vacancy struct {
	ID         string // UUIDv7
	Tenant     string
	ExternalID string // in the caller's system; at most one vacancy of a tenant has it
	Draft
	Version              int // grows by one whenever the draft changes
	CreatedAt, UpdatedAt time.Time
}

// Draft is what a caller writes about a vacancy. Only the title is needed.
type Draft struct {
	Title            string
	Description      string
	Requirements     string
	Responsibilities string
	Language         bank.Language // of the texts; told by them when empty
	Level            bank.Level
	Needs            []Need // read from the texts when empty
	Choices          []Choice
}

// Choice is what a vacancy says of one question. Questions it asks for come first, in the
// order of its list.
type Choice struct {
	Question string  `json:"question"`
	Use      Use     `json:"use,omitzero"`
	Weight   float64 `json:"weight,omitzero"` // above 0, at most 1; 0 leaves it to the plan
}

// Use is what becomes of a question.
type Use string

// The uses.
const (
	Pinned   Use = "pin"     // it is asked
	Excluded Use = "exclude" // it is not asked
	Weighed  Use = "weigh"   // it weighs so much where the plan takes it
)

// Uses are all of them.
func Uses() []Use { return []Use{Pinned, Excluded, Weighed} }

// Enum implements the closed set of uses.
func (Use) Enum() []string { return []string{string(Pinned), string(Excluded), string(Weighed)} }

// Need is one skill that a vacancy wants.
type Need struct {
	Skill  skill.ID   `json:"skill"`
	Weight float64    `json:"weight,omitzero"` // above 0, at most 1
	Level  bank.Level `json:"level,omitzero"`  // empty: the level of the vacancy
	Quote  string     `json:"quote,omitzero"`  // where the text says so; empty when the caller gave the need
}

// Text is everything the draft says.
func (d Draft) Text() string {
	return strings.Join([]string{d.Title, d.Requirements, d.Responsibilities, d.Description}, "\n")
}

// SortNeeds puts the heaviest first, equal ones by id.
func SortNeeds(needs []Need) {
	slices.SortFunc(needs, func(a, b Need) int {
		return cmp.Or(cmp.Compare(b.Weight, a.Weight), cmp.Compare(a.Skill, b.Skill))
	})
}

// Same tells two drafts that say the same.
func (d Draft) Same(e Draft) bool {
	return d.Title == e.Title && d.Description == e.Description && d.Requirements == e.Requirements &&
		d.Responsibilities == e.Responsibilities && d.Language == e.Language && d.Level == e.Level && slices.Equal(d.Needs, e.Needs) &&
		slices.Equal(d.Choices, e.Choices)
}

// Pin fixes the vacancy of a session at the version the plan was made from.
type Pin struct {
	ID      string `json:"id,omitzero"`
	Title   string `json:"title,omitzero"`
	Version int    `json:"version,omitzero"`
}
