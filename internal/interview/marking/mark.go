// Package marking marks what was said on a question by the question, its points and the
// answer alone: the key, the points made with a quote for each, what speaks to the marker,
// red flags, the word of a second rater, and the probe that an answer calls for. How an
// answer is graded against its points lives in grade; what marks add up to, in analysis.
package marking

import (
	"encoding/json"
	"math"
	"slices"
	"time"

	"kadry/internal/fault"
	"kadry/internal/interview/bank"
	"kadry/internal/interview/grade"
)

// Mark is the judgement of what was said on one question, probes included. Nobody edits
// it: people overrule it, and both stay.
type Mark struct {
	Question   string      `json:"question"`            // id in the bank
	Through    int         `json:"through,omitzero"`    // sequence number of the last message it is about
	Score      float64     `json:"score,omitzero"`      // 0-1
	Anchor     int         `json:"anchor,omitzero"`     // 0-4, see bank.Anchor
	Confidence float64     `json:"confidence,omitzero"` // 0-1
	Key        string      `json:"key,omitzero"`        // of a number or choice question: right, wrong or unclear
	Points     []PointMark `json:"points,omitzero"`
	Flags      []Flag      `json:"flags,omitzero"`
	RedFlags   []PointMark `json:"red_flags,omitzero"` // misconceptions it seems to reveal; shown, not scored
	Reasons    Reasons     `json:"reasons,omitzero"`
	FollowUp   *FollowUp   `json:"follow_up,omitzero"` // the probe it calls for
	Ran        *Ran        `json:"ran,omitzero"`       // what the code of the answer did, where it was run
	Second     *Second     `json:"second,omitzero"`    // the second rater, when there is one
	Review     bool        `json:"review,omitzero"`    // a person should look
	At         time.Time   `json:"at,omitzero"`
}

// Reasons are what a mark was given for.
type Reasons []fault.Text

// StoredText is a text under the names it is kept by.
type StoredText struct {
	EN string `json:"en,omitzero"`
	RU string `json:"ru,omitzero"`
}

// MarshalJSON writes the stored form.
func (r Reasons) MarshalJSON() ([]byte, error) {
	stored := make([]StoredText, len(r))
	for i, text := range r {
		stored[i] = StoredText(text)
	}
	return json.Marshal(stored)
}

// UnmarshalJSON reads the stored form.
func (r *Reasons) UnmarshalJSON(data []byte) error {
	var stored []StoredText
	if err := json.Unmarshal(data, &stored); err != nil {
		return err
	}
	*r = make(Reasons, len(stored))
	for i, text := range stored {
		(*r)[i] = fault.Text(text)
	}
	return nil
}

// PointMark says how far a point is made and where. A point that earns anything has a quote.
type PointMark struct {
	ID    string  `json:"id"`           // in the question
	Met   float64 `json:"met,omitzero"` // 0-1
	Quote `json:"quote,omitzero"`
}

// Quote is a place in a message of the candidate: its text is Message.Text[Start:End].
type Quote struct {
	Text    string `json:"text,omitzero"`
	Message int    `json:"message,omitzero"` // sequence number
	Start   int    `json:"start,omitzero"`
	End     int    `json:"end,omitzero"`    // bytes
	Offset  int    `json:"offset,omitzero"` // characters of the message before it
}

// Flag is what a rule of grading saw; the quote is empty where the whole answer is meant.
type Flag struct {
	Kind  grade.FlagKind `json:"kind"`
	Quote `json:"quote,omitzero"`
}

// FollowUp is the probe that an answer calls for, and why.
type FollowUp struct {
	Probe int       `json:"probe"` // place in the question's list, from 1
	When  bank.When `json:"when,omitzero"`
	Point string    `json:"point,omitzero"` // that was left out; empty when the answer is thin
}

// MetFrom is how far a point must be made to count as made.
const MetFrom = 0.5

// Made tells a point that was made.
func (p PointMark) Made() bool { return p.Met >= MetFrom }

// Has tells a mark in which a rule of the kind spoke.
func (m Mark) Has(kinds ...grade.FlagKind) bool {
	for _, f := range m.Flags {
		if slices.Contains(kinds, f.Kind) {
			return true
		}
	}
	return false
}

// anchorOf is the grade of a score.
func anchorOf(score float64) int { return int(math.Round(score * (bank.Grades - 1))) }

// Latest returns the mark of a question that counts.
func Latest(marks []Mark, question string) (Mark, bool) {
	for _, m := range slices.Backward(marks) {
		if m.Question == question {
			return m, true
		}
	}
	return Mark{}, false
}

// Second is what became of a second rating. Views of both raters stay on record.
type Second struct {
	Model     string      `json:"model,omitzero"`
	Readings  int         `json:"readings,omitzero"` // how often the model was asked; 0 is a mark from before the views of both were kept
	Score     float64     `json:"score,omitzero"`    // 0-1, summed by code from what holds
	Anchor    int         `json:"anchor,omitzero"`
	Points    []PointMark `json:"points,omitzero"`
	Void      []string    `json:"void,omitzero"`      // ids of criteria whose quote does not hold
	Split     []string    `json:"split,omitzero"`     // ids of those that not every reading saw made
	First     float64     `json:"first,omitzero"`     // 0-1, the score of the first rater alone
	Raised    []PointMark `json:"raised,omitzero"`    // points that count for more by the second rater's word, as the first alone had them
	Agreement float64     `json:"agreement,omitzero"` // 0-1: share of the points, by weight, on which both raters agree
	Trouble   string      `json:"trouble,omitzero"`   // why there is no rating; the rest is zero then
}
