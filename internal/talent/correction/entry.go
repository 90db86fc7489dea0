// Package correction is what is said of a candidate apart from what the rules read: by people,
// who see an error, and by a model that was asked where the rules found nothing. Entries are
// only added or taken back, never changed, and are laid over whatever is read from the text,
// so that they outlive every change of the rules. It is pure: who may correct and where entries
// are kept are the room's.
package correction

import (
	"slices"
	"time"

	"kadry/internal/skill"
	"kadry/internal/talent/resume"
)

// Field names what an entry changes.
type Field string

// The fields. Each is said anew as a whole, skills one by one.
const (
	Name         Field = "name"
	Title        Field = "title"
	Location     Field = "location"
	Level        Field = "experience_level"
	Emails       Field = "emails"
	Phones       Field = "phones"
	Links        Field = "links"
	Positions    Field = "positions"
	Education    Field = "education"
	Certificates Field = "certificates"
	Languages    Field = "languages"
	Skill        Field = "skill"
)

// Fields are all fields that are said anew as a whole.
func Fields() []Field {
	return []Field{Name, Title, Location, Level, Emails, Phones, Links, Positions, Education, Certificates, Languages}
}

// Identifies reports that the field says who the person is, which a blind view hides.
func (f Field) Identifies() bool { return f == Name || f == Emails || f == Phones || f == Links }

// Engine is who says something of a candidate.
type Engine string

// The engines. What no entry says is the rules'.
const (
	Rules  Engine = "rules"
	Model  Engine = "llm"
	Person Engine = "person"
)

// Entry says one field of one candidate anew.
type Entry struct {
	ID     int64 // grows with time; 0 before it is kept
	Field  Field
	Value  Value
	Engine Engine
	Author string // the name of a person's token, or a model and the version of its question
	Reason string
	At     time.Time
	Back   *Back // set once it is taken back
}

// Back says who took an entry back.
type Back struct {
	Author string    `json:"author"`
	Reason string    `json:"reason"`
	At     time.Time `json:"at"`
}

// Value is what a field becomes; which of its fields count follows from the Field. Offsets are
// bytes of the candidate's text, and both zero where the text does not say it. It is kept under
// the names of its tags.
type Value struct {
	Text         string               `json:"text,omitempty"` // name, title, location, experience_level
	List         []string             `json:"list,omitempty"` // emails, phones, links
	Positions    []resume.Position    `json:"positions,omitempty"`
	Education    []resume.Education   `json:"education,omitempty"`
	Certificates []resume.Certificate `json:"certificates,omitempty"`
	Languages    []resume.Language    `json:"languages,omitempty"`
	Skill        SkillValue           `json:"skill,omitzero"`
	Start        int                  `json:"start,omitempty"` // where the text says it, for what is no list
	End          int                  `json:"end,omitempty"`
}

// SkillValue says of one skill that a candidate has it, or has not.
type SkillValue struct {
	Skill    skill.ID     `json:"skill,omitempty"`
	Gone     bool         `json:"gone,omitempty"`
	Months   int          `json:"months,omitempty"` // 0 when nobody says how long
	LastUsed resume.Month `json:"last_used,omitempty"`
	LastYear bool         `json:"last_year,omitempty"` // LastUsed is known to the year
}

// key is what of a candidate an entry is about: a later entry stands in the place of an
// earlier one with the same key.
func (e Entry) key() string { return e.What() }

// What names what an entry is about, for people: a field, or one skill.
func (e Entry) What() string {
	if e.Field == Skill {
		return string(Skill) + " " + string(e.Value.Skill.Skill)
	}
	return string(e.Field)
}

// Holding returns the entries that hold, in the order they were made: of each thing the last
// one that was not taken back, and nothing of a model where a person has spoken.
func Holding(entries []Entry) []Entry {
	last := map[string]Entry{}
	for _, e := range entries {
		before, there := last[e.key()]
		if e.Back == nil && (!there || e.Engine == Person || before.Engine == Model) {
			last[e.key()] = e
		}
	}
	return slices.DeleteFunc(slices.Clone(entries), func(e Entry) bool { return last[e.key()].ID != e.ID || e.Back != nil })
}
