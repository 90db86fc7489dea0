package analysis

import (
	"kadry/internal/interview/marking"
	"kadry/internal/interview/plan"
)

// Basis is what an analysis is made from, and nothing else.
type Basis struct {
	Plan      plan.Plan
	Marks     []marking.Mark // in the order they were given; the latest of a question counts
	Overrides []Override

	Stopped, TimedOut bool // the interview ended before its last question
}
