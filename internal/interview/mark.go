package interview

import (
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
	Question   string  // id in the bank
	Through    int     // sequence number of the last message it is about
	Score      float64 // 0-1
	Anchor     int     // 0-4, see bank.Anchor
	Confidence float64 // 0-1
	Key        string  // of a number or choice question: right, wrong or unclear
	Points     []PointMark
	Flags      []Flag
	RedFlags   []PointMark // misconceptions it seems to reveal; shown, not scored
	Reasons    []fault.Text
	FollowUp   *FollowUp // the probe it calls for
	Second     *Second   // the second rater, when there is one
	Review     bool      // a person should look
	At         time.Time
}

// PointMark says how far a point is made and where. A point that earns anything has a quote.
type PointMark struct {
	ID  string  // in the question
	Met float64 // 0-1
	Quote
}

// Quote is a place in a message of the candidate: its text is Message.Text[Start:End].
type Quote struct {
	Text       string
	Message    int // sequence number
	Start, End int // bytes
	Offset     int // characters of the message before it
}

// Flag is what a rule of grading saw; the quote is empty where the whole answer is meant.
type Flag struct {
	Kind grade.FlagKind
	Quote
}

// FollowUp is the probe that an answer calls for, and why.
type FollowUp struct {
	Probe int // place in the question's list, from 1
	When  bank.When
	Point string // that was left out; empty when the answer is thin
}

// metFrom is how far a point must be made to count as made.
const metFrom = 0.5

// Made tells a point that was made.
func (p PointMark) Made() bool { return p.Met >= metFrom }

// has tells a mark in which a rule of the kind spoke.
func (m Mark) has(kinds ...grade.FlagKind) bool {
	for _, f := range m.Flags {
		if slices.Contains(kinds, f.Kind) {
			return true
		}
	}
	return false
}

// anchorOf is the grade of a score.
func anchorOf(score float64) int { return int(math.Round(score * (bank.Grades - 1))) }
