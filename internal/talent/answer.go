package talent

import (
	"time"

	"kadry/internal/fault"
	"kadry/internal/skill"
	"kadry/internal/talent/resume"
)

// Answer is the result of a search.
type Answer struct {
	Candidates []Hit
	NearMisses []Hit // close, but not matching; never counted in Total
	Total      int
	// LevelUnknown counts who was left out for no other reason than that nothing in the CV
	// tells the level.
	LevelUnknown int
	Understood   Understood
	Message      fault.Text   // set when nobody matched
	Relaxations  []Relaxation // set when nobody matched: changes that would find someone
	NextCursor   string       // empty on the last page
	SearchID     string       // the whole query, for refinement
	AsOf         resume.Month
}

// Understood says what the asked skills were taken for.
type Understood struct {
	Skills  []skill.Resolution // required, preferred, excluded and skill_years, each once
	Unknown []skill.Resolution // those the taxonomy does not have; searched word for word
}

// Hit is one candidate of an answer. Skills are named as the asker spelled them.
type Hit struct {
	CandidateID      string
	Name             string
	MatchedRequired  []string
	MatchedPreferred []string
	Missing          []string
	Level            resume.Level
	Score            float64 // 0..1, comparable between searches

	Title       string
	TotalMonths int
	LevelBasis  string
	Summary     fault.Text // one sentence
	Matches     []SkillMatch
	Confidence  Confidence
	Parts       []Part       // add up to Score
	Lacks       []fault.Text // of a near miss: why it does not match
	Duplicates  []string     // other candidates with the same contacts
	AlsoIn      []string     // other candidates whom somebody linked: the same person in other files
	TakenIn     time.Time    // when the base got the CV
}

// SkillMatch is how one asked skill is answered.
type SkillMatch struct {
	Asked       string
	Canonical   string // the skill found, which may be another than the one asked
	How         skill.How
	Path        []string // from the asked skill to the found one
	Surface     string   // as the CV writes it
	Required    bool
	Weak        bool // only basic knowledge is claimed
	Months      int
	MonthsKnown bool
	ReachMonths int          // with the skills that imply it; what skill_years asks for
	LastUsed    resume.Month // zero when unknown
	LastYear    bool         // LastUsed is known to the year
	Strength    resume.Strength
	Evidence    []Quote
}

// Quote is a place of the CV's text, in bytes.
type Quote struct {
	Section    string
	Text       string
	At         int              // where the mention begins in Text
	Start, End int              // of the mention in the CV's text
	Position   *resume.Position // the job the quote stands in, nil outside any
}

// Confidence says how far the answer can be trusted, apart from how good the match is.
type Confidence struct {
	Score int // 0..100
	Band  Band
	Basis []fault.Text // what lowers it
}

// Band is a word for a confidence score: high from 70, medium from 40.
type Band string

// The bands.
const (
	High   Band = "high"
	Medium Band = "medium"
	Low    Band = "low"
)

// Part is one addend of a match score.
type Part struct {
	Name   string // "required", "preferred", "evidence"
	Points float64
	Most   float64 // what a full match would get here
	Text   fault.Text
}

// Relaxation is a changed query that finds somebody.
type Relaxation struct {
	Text       fault.Text
	Candidates int
	Query      Query
}
