package session

import (
	"time"

	"kadry/internal/fault"
	"kadry/internal/interview/input"
)

// Bounds of one extension.
const (
	extendLeast = time.Minute
	extendMost  = 30 * 24 * time.Hour
)

// Extend gives the candidate more time: every deadline moves by as much.
type Extend struct{ By time.Duration }

func (in Extend) apply(s *step) error {
	if in.By < extendLeast || in.By > extendMost {
		return fault.Wrong("by", input.Within(extendLeast, extendMost))
	}
	if s.Over() {
		return s.ended()
	}
	s.change.Action = ActionExtended
	dates := []*time.Time{&s.Deadline}
	if s.Current != nil {
		dates = append(dates, &s.Current.Deadline)
	}
	for _, at := range dates {
		if !at.IsZero() {
			*at = at.Add(in.By)
		}
	}
	if s.Current != nil && !s.Paused() {
		s.arm()
	}
	return nil
}
