package session

import (
	"fmt"
	"slices"
	"time"

	"kadry/internal/interview/marking"
	"kadry/internal/interview/plan"
)

// Due is what the engine has to do next.
type Due string

// The duties.
const (
	NothingDue  Due = "nothing"
	DueMatch    Due = "match"  // find the vacancy and make the plan
	DueAsk      Due = "ask"    // put the next question
	DueGrade    Due = "grade"  // mark the last answer
	DueFinish   Due = "finish" // make the analysis
	DueReminder Due = "remind"
	DueExpiry   Due = "expire" // a time limit has passed
)

// HasTask tells the duties that a task without a date was made for.
func (d Due) HasTask() bool {
	return d == DueMatch || d == DueAsk || d == DueGrade || d == DueFinish
}

// Next says what is due in a state at a time. A clock that was set back stands still until
// it has caught up with the session.
func Next(s State, now time.Time) Due {
	now = s.Clock(now)
	switch {
	case s.Over():
		return NothingDue
	case s.Stage == StageQueued, s.Stage == StageMatching:
		return DueMatch
	case s.Stage == StageGrading:
		return DueGrade
	case s.Stage == StageFinishing:
		return DueFinish
	case s.Paused(): // what was accepted is still worked on; the candidate's time stands still
		return NothingDue
	case passed(s.Deadline, now), s.Current != nil && passed(s.Current.Deadline, now):
		return DueExpiry
	case s.Stage == StageAsking:
		return DueAsk
	case s.Current != nil && passed(s.Current.RemindAt, now):
		return DueReminder
	}
	return NothingDue
}

func passed(deadline, now time.Time) bool { return !deadline.IsZero() && !now.Before(deadline) }

// Clock keeps the times of a session in order.
func (s Session) Clock(now time.Time) time.Time {
	if now.Before(s.UpdatedAt) {
		return s.UpdatedAt
	}
	return now
}

// Input is something that happens to a session: one of the inputs in this package.
type Input interface{ apply(s *step) error }

// Apply returns what an input does to a state. It is pure: the same state, input and time
// give the same change, and nothing happens until the change is committed. Ids of events
// are the committer's to give. An input that the state does not allow is an error and
// changes nothing.
func Apply(s State, in Input, now time.Time) (Change, error) {
	st := &step{State: s, now: s.Clock(now)}
	if s.Current != nil { // the state given stays as it is
		open := *s.Current
		st.Current = &open
	}
	if err := in.apply(st); err != nil {
		return Change{}, err
	}
	return st.close(), nil
}

// step is a state on its way to the next one.
type step struct {
	State
	now    time.Time
	change Change
	still  bool // nothing changed
}

func (s *step) close() Change {
	if s.still {
		return Change{Duplicate: s.change.Duplicate}
	}
	s.Version++
	s.UpdatedAt = s.now
	s.change.Session = s.Session
	return s.change
}

// due refuses an input of the engine for which the state has no use.
func (s *step) due(due Due) error {
	if next := Next(s.State, s.now); next != due {
		return fmt.Errorf("interview: session %s: %s is not due, %s is", s.ID, due, next)
	}
	return nil
}

func (s *step) say(m Message) {
	s.MessageCount++
	m.Seq, m.At = s.MessageCount, s.now
	s.change.Messages = append(s.change.Messages, m)
}

func (s *step) emit(e Event) {
	s.EventCount++
	e.Tenant, e.Session, e.UserID, e.Seq, e.At = s.Tenant, s.ID, s.UserID, s.EventCount, s.now
	s.change.Events = append(s.change.Events, e)
}

// work moves on to a stage in which the engine works.
func (s *step) work(stage Stage) {
	s.Status, s.Stage, s.Current = Active, stage, nil
	s.change.Tasks = append(s.change.Tasks, Task{Tenant: s.Tenant, Session: s.ID})
}

// finish moves on to the analysis.
func (s *step) finish(reason EndReason) {
	s.End = reason
	s.work(StageFinishing)
}

// end closes the session for good.
func (s *step) end(status Status) {
	s.Status, s.Stage, s.Current = status, StageDone, nil
	s.PausedAt, s.EndedAt = time.Time{}, s.now
}

func (s *step) fail(reason EndReason, f Failure) {
	s.End, s.Failure = reason, &f
	s.end(Failed)
	s.emit(Event{Type: EventError, Failure: &f})
}

// arm sets the alarm to the next date of the open question.
func (s *step) arm() {
	next := s.Deadline
	for _, at := range []time.Time{s.Current.Deadline, s.Current.RemindAt} {
		if !at.IsZero() && (next.IsZero() || at.Before(next)) {
			next = at
		}
	}
	s.Alarm++
	if !next.IsZero() {
		s.change.Tasks = append(s.change.Tasks, Task{Tenant: s.Tenant, Session: s.ID, At: next, Alarm: s.Alarm})
	}
}

// remaining are the planned questions not asked yet.
func (s State) remaining() []plan.Item {
	items := s.Plan.Items()
	for i, item := range slices.Backward(items) {
		for _, m := range s.Messages {
			if m.Kind == QuestionMessage && m.Question == item.Question {
				return items[i+1:]
			}
		}
	}
	return items
}

// probeDue returns the place of the probe that the last mark calls for, from 1; 0 is none.
func (s State) probeDue() (question string, probe int) {
	for _, m := range slices.Backward(s.Messages) {
		if m.Kind != QuestionMessage && m.Kind != ProbeMessage {
			continue
		}
		mark, ok := marking.Latest(s.Marks, m.Question)
		if !ok || mark.FollowUp == nil || s.probesAsked(m.Question) >= marking.MaxProbes || mark.Through < m.Seq {
			return "", 0
		}
		return m.Question, mark.FollowUp.Probe
	}
	return "", 0
}
