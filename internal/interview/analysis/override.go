package analysis

import (
	"slices"
	"time"

	"kadry/internal/interview/bank"
	"kadry/internal/interview/marking"
)

// Override is a person's word in the place of the engine's, on one question or one
// competency. Both stay on record; the latest one of a target counts.
type Override struct {
	Question   string          `json:"question,omitzero"`   // id in the bank, or
	Competency bank.Competency `json:"competency,omitzero"` // one of the six
	Anchor     int             `json:"anchor,omitzero"`     // 0-4, for a question
	Score      int             `json:"score,omitzero"`      // 0-100, for a competency
	Who        string          `json:"who,omitzero"`
	Reason     string          `json:"reason,omitzero"`
	At         time.Time       `json:"at,omitzero"`
}

// Lowers reports that a person gave an answer less than the rules did, so that the points the
// rules saw in it prove nothing any more.
func (o Override) Lowers(mark marking.Mark) bool { return o.Anchor < mark.Anchor }

// latest returns the override of a target that counts.
func latest(overrides []Override, question string, c bank.Competency) *Override {
	for _, o := range slices.Backward(overrides) {
		if o.Question == question && o.Competency == c {
			return &o
		}
	}
	return nil
}
