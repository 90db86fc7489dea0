package interviewsql

import (
	"time"

	"kadry/internal/interview"
	questions "kadry/internal/interview/bank"
	"kadry/internal/interview/grade"
)

// The stored form of marks, overrides and analyses; see interviewVersion.

type markWire struct {
	Question   string          `json:"question"`
	Through    int             `json:"through,omitzero"`
	Score      float64         `json:"score,omitzero"`
	Anchor     int             `json:"anchor,omitzero"`
	Confidence float64         `json:"confidence,omitzero"`
	Key        string          `json:"key,omitzero"`
	Points     []pointMarkWire `json:"points,omitzero"`
	Flags      []flagWire      `json:"flags,omitzero"`
	RedFlags   []pointMarkWire `json:"red_flags,omitzero"`
	Reasons    []textWire      `json:"reasons,omitzero"`
	FollowUp   *followUpWire   `json:"follow_up,omitzero"`
	Second     *secondWire     `json:"second,omitzero"`
	Review     bool            `json:"review,omitzero"`
	At         time.Time       `json:"at,omitzero"`
}

type pointMarkWire struct {
	ID    string    `json:"id"`
	Met   float64   `json:"met,omitzero"`
	Quote quoteWire `json:"quote,omitzero"`
}

type quoteWire struct {
	Text    string `json:"text,omitzero"`
	Message int    `json:"message,omitzero"`
	Start   int    `json:"start,omitzero"`
	End     int    `json:"end,omitzero"`
	Offset  int    `json:"offset,omitzero"`
}

type flagWire struct {
	Kind  grade.FlagKind `json:"kind"`
	Quote quoteWire      `json:"quote,omitzero"`
}

type followUpWire struct {
	Probe int            `json:"probe"`
	When  questions.When `json:"when,omitzero"`
	Point string         `json:"point,omitzero"`
}

type secondWire struct {
	Model     string          `json:"model,omitzero"`
	Score     float64         `json:"score,omitzero"`
	Anchor    int             `json:"anchor,omitzero"`
	Points    []pointMarkWire `json:"points,omitzero"`
	Void      []string        `json:"void,omitzero"`
	Agreement float64         `json:"agreement,omitzero"`
	Trouble   string          `json:"trouble,omitzero"`
}

type overrideWire struct {
	Question   string               `json:"question,omitzero"`
	Competency questions.Competency `json:"competency,omitzero"`
	Anchor     int                  `json:"anchor,omitzero"`
	Score      int                  `json:"score,omitzero"`
	Who        string               `json:"who,omitzero"`
	Reason     string               `json:"reason,omitzero"`
	At         time.Time            `json:"at,omitzero"`
}

// outcomeWire is what interview_paper.analysis holds.
type outcomeWire struct {
	Analysis *analysisWire `json:"analysis,omitzero"`
	Reviewed *analysisWire `json:"reviewed,omitzero"`
}

type analysisWire struct {
	Language       interview.Language `json:"language,omitzero"`
	OverallScore   int                `json:"overall_score,omitzero"`
	Summary        string             `json:"summary,omitzero"`
	Strengths      []string           `json:"strengths,omitzero"`
	Weaknesses     []string           `json:"weaknesses,omitzero"`
	Recommendation string             `json:"recommendation,omitzero"`
	Competencies   []competencyWire   `json:"competencies,omitzero"`
	Questions      []judgedWire       `json:"questions,omitzero"`
	Gaps           []judgedWire       `json:"gaps,omitzero"`
	Evidence       []pointMadeWire    `json:"evidence,omitzero"`
	Coverage       float64            `json:"coverage,omitzero"`
	Confidence     float64            `json:"confidence,omitzero"`
	Agreement      float64            `json:"agreement,omitzero"`
	TwoRaters      int                `json:"two_raters,omitzero"`
	HumanReview    bool               `json:"human_review,omitzero"`
	ReviewReasons  []string           `json:"review_reasons,omitzero"`
	Engine         engineWire         `json:"engine,omitzero"`
}

type engineWire struct {
	Name     string `json:"name,omitzero"`
	Version  string `json:"version,omitzero"`
	Model    string `json:"model,omitzero"`
	PlanHash string `json:"plan_hash,omitzero"`
}

type competencyWire struct {
	Competency questions.Competency `json:"competency"`
	Title      string               `json:"title,omitzero"`
	Score      int                  `json:"score,omitzero"`
	Standing   interview.Standing   `json:"standing,omitzero"`
	Planned    int                  `json:"planned,omitzero"`
	Answered   int                  `json:"answered,omitzero"`
	Coverage   float64              `json:"coverage,omitzero"`
	Confidence float64              `json:"confidence,omitzero"`
	Overruled  *overrideWire        `json:"overruled,omitzero"`
}

type judgedWire struct {
	Item      itemWire           `json:"item"`
	Title     string             `json:"title,omitzero"`
	Text      string             `json:"text,omitzero"`
	Answered  bool               `json:"answered,omitzero"`
	Standing  interview.Standing `json:"standing,omitzero"`
	Score     float64            `json:"score,omitzero"`
	Anchor    int                `json:"anchor,omitzero"`
	Meaning   string             `json:"meaning,omitzero"`
	Missed    []string           `json:"missed,omitzero"`
	Mark      markWire           `json:"mark,omitzero"`
	Overruled *overrideWire      `json:"overruled,omitzero"`
}

type pointMadeWire struct {
	Question   string               `json:"question"`
	Competency questions.Competency `json:"competency,omitzero"`
	Gap        bool                 `json:"gap,omitzero"`
	Point      string               `json:"point,omitzero"`
	Text       string               `json:"text,omitzero"`
	Met        float64              `json:"met,omitzero"`
	Quote      quoteWire            `json:"quote,omitzero"`
}
