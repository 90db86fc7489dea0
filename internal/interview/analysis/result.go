package analysis

import (
	"math"

	"kadry/internal/interview/bank"
	"kadry/internal/interview/decimal"
	"kadry/internal/interview/marking"
	"kadry/internal/interview/plan"
)

// Analysis is what an interview has shown. It is computed from the plan, the messages and
// the marks alone, so that anybody can compute it again. It is advice to people.
type Analysis struct {
	Language       bank.Language `json:"language,omitzero"`
	OverallScore   int           `json:"overall_score,omitzero"` // 0-100, from the core alone, over what was answered; see Coverage
	Summary        string        `json:"summary,omitzero"`
	Strengths      []string      `json:"strengths,omitzero"`
	Weaknesses     []string      `json:"weaknesses,omitzero"`
	Recommendation string        `json:"recommendation,omitzero"` // advice in words; it triggers nothing

	Competencies []CompetencyScore `json:"competencies,omitzero"` // all six, in the order of the bank
	Questions    []Judged          `json:"questions,omitzero"`    // of the core, in the order of the plan
	Gaps         []Judged          `json:"gaps,omitzero"`         // of this candidate's own block; in no score
	Evidence     []Evidence        `json:"evidence,omitzero"`     // every point made, core first

	Coverage   float64 `json:"coverage,omitzero"`   // 0-1, share of the core's weight that was asked and answered
	Confidence float64 `json:"confidence,omitzero"` // 0-1
	Agreement  float64 `json:"agreement,omitzero"`  // 0-1, of the two raters; 0 when there was one
	TwoRaters  int     `json:"two_raters,omitzero"` // questions that had two raters

	HumanReview   bool     `json:"human_review,omitzero"`
	ReviewReasons []string `json:"review_reasons,omitzero"`
	Engine        Engine   `json:"engine,omitzero"`
}

// Engine says what made an analysis, so that it can be made again.
type Engine struct {
	Name     string `json:"name,omitzero"`
	Version  string `json:"version,omitzero"`
	Model    string `json:"model,omitzero"` // of the second rater; empty without one
	PlanHash string `json:"plan_hash,omitzero"`
}

// EngineName is the name of the engine in an analysis.
const EngineName = "kadry"

// Standing tells what was not asked from what was not shown.
type Standing string

// The standings.
const (
	NotAsked    Standing = "not_asked" // nothing of it was asked and answered
	NotShown    Standing = "not_shown" // answered, and hardly a point made
	PartlyShown Standing = "partly_shown"
	WellShown   Standing = "shown"
)

// Scores, of 1, from which something is partly and well shown; they lie between the grades.
const (
	partlyFrom = 0.375
	wellFrom   = 0.625
)

func standing(score float64) Standing {
	switch {
	case score >= wellFrom:
		return WellShown
	case score >= partlyFrom:
		return PartlyShown
	}
	return NotShown
}

// CompetencyScore is one competency over the core.
type CompetencyScore struct {
	Competency bank.Competency `json:"competency"`
	Title      string          `json:"title,omitzero"`
	Score      int             `json:"score,omitzero"` // 0-100, over what was answered; 0 when not asked
	Standing   Standing        `json:"standing,omitzero"`
	Planned    int             `json:"planned,omitzero"` // questions
	Answered   int             `json:"answered,omitzero"`
	Coverage   float64         `json:"coverage,omitzero"`   // 0-1, of the planned weight
	Confidence float64         `json:"confidence,omitzero"` // 0-1
	Overruled  *Override       `json:"overruled,omitzero"`
}

// Judged is one planned question and what came of it.
type Judged struct {
	plan.Item `json:"item"`
	Title     string       `json:"title,omitzero"` // of the skill or the theme
	Text      string       `json:"text,omitzero"`
	Answered  bool         `json:"answered,omitzero"`
	Standing  Standing     `json:"standing,omitzero"`
	Score     float64      `json:"score,omitzero"`     // 0-1
	Anchor    int          `json:"anchor,omitzero"`    // 0-4
	Meaning   string       `json:"meaning,omitzero"`   // what the bank says of that grade
	Missed    []string     `json:"missed,omitzero"`    // what the points not made say; for people who decide, never for who interviews
	Mark      marking.Mark `json:"mark,omitzero"`      // as the engine gave it; zero when not answered
	Overruled *Override    `json:"overruled,omitzero"` // what a person said instead; Score and Anchor are theirs
}

// Evidence is one point made, in the candidate's own words.
type Evidence struct {
	Question      string          `json:"question"`
	Competency    bank.Competency `json:"competency,omitzero"`
	Gap           bool            `json:"gap,omitzero"`
	Point         string          `json:"point,omitzero"` // id
	Text          string          `json:"text,omitzero"`  // what the point says
	Met           float64         `json:"met,omitzero"`
	marking.Quote `json:"quote,omitzero"`
}

// Percent is a share as a whole number of a hundred.
func Percent(share float64) int { return int(math.Round(100 * decimal.Round(share, 6))) }

// Basis is what an analysis is made from, and nothing else.
type Basis struct {
	Plan      plan.Plan
	Marks     []marking.Mark // in the order they were given; the latest of a question counts
	Overrides []Override

	Stopped, TimedOut bool // the interview ended before its last question
}
