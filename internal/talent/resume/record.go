// Package resume turns the text of one CV into a typed record of facts, by rules alone:
// who, which positions when, which skills with which evidence, education, languages.
// It does no I/O, uses no model, and the same text gives the same record byte for byte.
// Age, sex, photo, marital status and nationality are never read into a record.
package resume

import (
	"encoding/json"

	"kadry/internal/fault"
	"kadry/internal/skill"
)

// Month counts months since January of year 0, so that differences are months; zero means unknown.
type Month int

// Level is seniority inferred from dated work and the latest title.
type Level string

// The levels: junior below 36 months, mid below 96, senior from there, moved by the
// latest title by at most one step.
const (
	Junior Level = "junior"
	Mid    Level = "mid"
	Senior Level = "senior"
)

// Record is everything a CV states, each fact with where it stands.
// Offsets are byte offsets into the text the record was made from. Records are kept under
// the names of their tags: whoever renames one loses what is kept under the old name.
type Record struct {
	Language     string        `json:"language,omitempty"` // "ru" or "en", the language most of the text is in
	Name         string        `json:"name,omitempty"`     // empty when the text gives none
	Title        string        `json:"title,omitempty"`    // the latest or wanted job title
	Summary      string        `json:"summary,omitempty"`
	Location     string        `json:"location,omitempty"`
	Contacts     Contacts      `json:"contacts,omitzero"`
	Skills       []Skill       `json:"skills,omitempty"` // sorted by id
	Positions    []Position    `json:"positions,omitempty"`
	Education    []Education   `json:"education,omitempty"`
	Certificates []Certificate `json:"certificates,omitempty"`
	Projects     []Project     `json:"projects,omitempty"`
	Languages    []Language    `json:"languages,omitempty"`
	SalaryWish   string        `json:"salary_wish,omitempty"`
	Relocation   string        `json:"relocation,omitempty"` // as stated, empty when not

	TotalMonths  int    `json:"total_months,omitempty"`  // union of the months of dated work
	StatedMonths int    `json:"stated_months,omitempty"` // what the CV itself claims in total; zero when it claims nothing
	Level        Level  `json:"level,omitempty"`
	LevelBasis   string `json:"level_basis,omitempty"`  // English, how Level came about
	StatedLevel  string `json:"stated_level,omitempty"` // the seniority word of the title, empty when none

	Sections   []Section  `json:"sections,omitempty"`
	Warnings   []Warning  `json:"warnings,omitempty"`
	Confidence Confidence `json:"confidence,omitzero"`
	AsOf       Month      `json:"as_of,omitempty"` // the month that "present" meant
}

// Skill is one skill of the taxonomy with all the evidence the text gives for it.
type Skill struct {
	Skill       skill.ID     `json:"skill"`
	Name        string       `json:"name,omitempty"`
	Months      int          `json:"months,omitempty"`       // union of the months of positions that mention it, or as stated; see MonthsKnown
	MonthsKnown bool         `json:"months_known,omitempty"` // false: listed only, nobody says how long
	Stated      bool         `json:"stated,omitempty"`       // Months is what the CV claims in so many words
	FirstUsed   Month        `json:"first_used,omitempty"`   // zero when unknown
	LastUsed    Month        `json:"last_used,omitempty"`
	LastYear    bool         `json:"last_year,omitempty"` // LastUsed is known to the year
	Strength    Strength     `json:"strength,omitempty"`
	Stance      skill.Stance `json:"stance,omitempty"`   // the strongest stance of its evidence; only affirmed and weak are experience
	Evidence    []Evidence   `json:"evidence,omitempty"` // in text order
}

// Strength says what kind of place carries the strongest evidence.
type Strength string

// The strengths, strongest first.
const (
	InPosition Strength = "position"
	InProject  Strength = "project"
	InText     Strength = "text"
	InList     Strength = "list"
	// ByPerson is of a skill that the CV does not name and a person vouched for.
	ByPerson Strength = "person"
)

// Evidence is one quoted place.
type Evidence struct {
	Section    string       `json:"section,omitempty"`   // the kind of section: "experience", "skills", "summary", ...
	Quote      string       `json:"quote,omitempty"`     // the clause or line that carries the mention, at most 200 runes
	QuoteStart int          `json:"quote_start"`         // byte offset of Quote in the text
	QuoteEnd   int          `json:"quote_end,omitempty"` // only where it is stored without its quote, which the text has up to here
	Start      int          `json:"start"`
	End        int          `json:"end"` // byte offsets of the mention in the text
	Surface    string       `json:"surface,omitempty"`
	How        skill.How    `json:"how,omitempty"`
	Stance     skill.Stance `json:"stance,omitempty"`
	Position   int          `json:"position"` // index into Positions, -1 when outside any
}

// Position is one job. To is AsOf for a job that goes on.
type Position struct {
	Title     string `json:"title,omitempty"`
	Company   string `json:"company,omitempty"`
	Location  string `json:"location,omitempty"`
	From      Month  `json:"from,omitempty"`
	To        Month  `json:"to,omitempty"` // both included; zero when unknown
	Current   bool   `json:"current,omitempty"`
	FromYear  bool   `json:"from_year,omitempty"` // From is known to the year; its month is the middle that lengths are counted from
	ToYear    bool   `json:"to_year,omitempty"`
	Work      bool   `json:"work,omitempty"`       // counts as work; false for internships marked as study, courses, volunteering
	Text      string `json:"text,omitempty"`       // duties
	TextStart int    `json:"text_start,omitempty"` // these two only where it is stored without Text, which stands between them
	TextEnd   int    `json:"text_end,omitempty"`
	Start     int    `json:"start"`
	End       int    `json:"end"` // byte offsets
}

// Education is one school or course of study.
type Education struct {
	Institution string `json:"institution,omitempty"`
	Degree      string `json:"degree,omitempty"` // as stated
	Level       string `json:"level,omitempty"`  // "secondary", "vocational", "bachelor", "master", "doctorate", "course" or ""
	Field       string `json:"field,omitempty"`
	From        Month  `json:"from,omitempty"`
	To          Month  `json:"to,omitempty"`
	FromYear    bool   `json:"from_year,omitempty"` // known to the year, which begins in From
	ToYear      bool   `json:"to_year,omitempty"`   // and ends in To
	Start       int    `json:"start"`
	End         int    `json:"end"`
}

// Certificate is one certificate, exam or licence.
type Certificate struct {
	Name   string `json:"name,omitempty"`
	Issuer string `json:"issuer,omitempty"`
	Date   Month  `json:"date,omitempty"`
	Year   bool   `json:"year,omitempty"` // Date is known to the year
	Start  int    `json:"start"`
	End    int    `json:"end"`
}

// Project is one described project.
type Project struct {
	Name   string     `json:"name,omitempty"`
	Text   string     `json:"text,omitempty"`
	Link   string     `json:"link,omitempty"`
	Skills []skill.ID `json:"skills,omitempty"`
	Start  int        `json:"start"`
	End    int        `json:"end"`
}

// Language is a spoken language.
type Language struct {
	Code  string `json:"code,omitempty"` // ISO 639-1
	Name  string `json:"name,omitempty"` // as stated
	CEFR  string `json:"cefr,omitempty"` // "A1".."C2", "native" or ""
	Start int    `json:"start"`
	End   int    `json:"end"`
}

// Contacts are personal data: shown only in an unredacted view, never logged.
type Contacts struct {
	Emails []string `json:"emails,omitempty"`
	Phones []string `json:"phones,omitempty"`
	Links  []string `json:"links,omitempty"`
	Spans  []Span   `json:"spans,omitempty"` // every place of the text that identifies the person, the name included
}

// Span is a range of bytes.
type Span struct {
	Start int `json:"start"`
	End   int `json:"end"`
}

// Section is one recognised part of the text.
type Section struct {
	Kind    string `json:"kind"` // "summary", "skills", "experience", "education", "projects", "certificates", "languages", "contacts", "other"
	Heading string `json:"heading,omitempty"`
	Start   int    `json:"start"`
	End     int    `json:"end"`
}

// Warning is something the reader should know: a reversed date range, a conflict.
type Warning struct {
	Code string
	Text fault.Text
}

// storedWarning is a warning as it is kept: flat.
type storedWarning struct {
	Code string `json:"code"`
	EN   string `json:"en,omitempty"`
	RU   string `json:"ru,omitempty"`
}

// MarshalJSON writes the stored form.
func (w Warning) MarshalJSON() ([]byte, error) {
	return json.Marshal(storedWarning{Code: w.Code, EN: w.Text.EN, RU: w.Text.RU})
}

// UnmarshalJSON reads the stored form.
func (w *Warning) UnmarshalJSON(data []byte) error {
	var stored storedWarning
	if err := json.Unmarshal(data, &stored); err != nil {
		return err
	}
	*w = Warning{Code: stored.Code, Text: fault.Text{EN: stored.EN, RU: stored.RU}}
	return nil
}

// Confidence is 0..1 for each part of the record: 1 where a rule read it from a labelled
// place, lower where it was inferred, 0 where nothing was found.
type Confidence struct {
	Name         float64 `json:"name,omitempty"`
	Title        float64 `json:"title,omitempty"`
	Positions    float64 `json:"positions,omitempty"`
	Skills       float64 `json:"skills,omitempty"`
	Education    float64 `json:"education,omitempty"`
	Languages    float64 `json:"languages,omitempty"`
	Certificates float64 `json:"certificates,omitempty"`
	Projects     float64 `json:"projects,omitempty"`
	Contacts     float64 `json:"contacts,omitempty"`
}
