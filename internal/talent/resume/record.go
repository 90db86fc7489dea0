// Package resume turns the text of one CV into a typed record of facts, by rules alone:
// who, which positions when, which skills with which evidence, education, languages.
// It does no I/O, uses no model, and the same text gives the same record byte for byte.
// Age, sex, photo, marital status and nationality are never read into a record.
package resume

import (
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
// Offsets are byte offsets into the text the record was made from.
type Record struct {
	Language     string // "ru" or "en", the language most of the text is in
	Name         string // empty when the text gives none
	Title        string // the latest or wanted job title
	Summary      string
	Location     string
	Contacts     Contacts
	Skills       []Skill // sorted by id
	Positions    []Position
	Education    []Education
	Certificates []Certificate
	Projects     []Project
	Languages    []Language
	SalaryWish   string
	Relocation   string // as stated, empty when not

	TotalMonths  int // union of the months of dated work
	StatedMonths int // what the CV itself claims in total; zero when it claims nothing
	Level        Level
	LevelBasis   string // English, how Level came about
	StatedLevel  string // the seniority word of the title, empty when none

	Sections   []Section
	Warnings   []Warning
	Confidence Confidence
	AsOf       Month // the month that "present" meant
}

// Skill is one skill of the taxonomy with all the evidence the text gives for it.
type Skill struct {
	Skill       skill.ID
	Name        string
	Months      int   // union of the months of positions that mention it, or as stated; see MonthsKnown
	MonthsKnown bool  // false: listed only, nobody says how long
	Stated      bool  // Months is what the CV claims in so many words
	FirstUsed   Month // zero when unknown
	LastUsed    Month
	Strength    Strength
	Stance      skill.Stance // the strongest stance of its evidence; only affirmed and weak are experience
	Evidence    []Evidence   // in text order
}

// Strength says what kind of place carries the strongest evidence.
type Strength string

// The strengths, strongest first.
const (
	InPosition Strength = "position"
	InProject  Strength = "project"
	InText     Strength = "text"
	InList     Strength = "list"
)

// Evidence is one quoted place.
type Evidence struct {
	Section    string // the kind of section: "experience", "skills", "summary", ...
	Quote      string // the clause or line that carries the mention, at most 200 runes
	QuoteStart int    // byte offset of Quote in the text
	Start, End int    // byte offsets of the mention in the text
	Surface    string
	How        skill.How
	Stance     skill.Stance
	Position   int // index into Positions, -1 when outside any
}

// Position is one job. To is AsOf for a job that goes on.
type Position struct {
	Title      string
	Company    string
	Location   string
	From, To   Month // both included; zero when unknown
	Current    bool
	Precision  string // "month" or "year"
	Work       bool   // counts as work; false for internships marked as study, courses, volunteering
	Text       string // duties
	Start, End int    // byte offsets
}

// Education is one school or course of study.
type Education struct {
	Institution string
	Degree      string // as stated
	Level       string // "secondary", "vocational", "bachelor", "master", "doctorate", "course" or ""
	Field       string
	From, To    Month
	Start, End  int
}

// Certificate is one certificate, exam or licence.
type Certificate struct {
	Name       string
	Issuer     string
	Date       Month
	Start, End int
}

// Project is one described project.
type Project struct {
	Name       string
	Text       string
	Link       string
	Skills     []skill.ID
	Start, End int
}

// Language is a spoken language.
type Language struct {
	Code  string // ISO 639-1
	Name  string // as stated
	CEFR  string // "A1".."C2", "native" or ""
	Start int
	End   int
}

// Contacts are personal data: shown only in an unredacted view, never logged.
type Contacts struct {
	Emails []string
	Phones []string
	Links  []string
	Spans  []Span // every place of the text that identifies the person, the name included
}

// Span is a range of bytes.
type Span struct{ Start, End int }

// Section is one recognised part of the text.
type Section struct {
	Kind       string // "summary", "skills", "experience", "education", "projects", "certificates", "languages", "contacts", "other"
	Heading    string
	Start, End int
}

// Warning is something the reader should know: a reversed date range, a conflict.
type Warning struct {
	Code string
	Text fault.Text
}

// Confidence is 0..1 for each part of the record: 1 where a rule read it from a labelled
// place, lower where it was inferred, 0 where nothing was found.
type Confidence struct {
	Name, Title, Positions, Skills, Education, Languages, Certificates, Projects, Contacts float64
}
