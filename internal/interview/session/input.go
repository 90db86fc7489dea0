package session

import (
	"slices"
	"time"

	"kadry/internal/fault"
	"kadry/internal/interview/analysis"
	"kadry/internal/interview/marking"
	"kadry/internal/interview/plan"
	"kadry/internal/interview/vacancy"
)

// The inputs: of the engine, of the candidate, of the owner.
var _ = [...]Input{
	Matched{},
	Put{},
	Exhausted{},
	Graded{},
	Concluded{},
	Expired{},
	Reminded{},
	Rearmed{},
	Broken{},
	Reply{},
	Cancel{},
	Pause{},
	Resume{},
	Extend{},
	Overrule{},
	Decide{},
}

// The inputs of the engine: each is the outcome of a duty, and is refused when that duty
// is not due.

// Matched gives the session its vacancy and its plan.
type Matched struct {
	Fit  vacancy.Fit
	Plan plan.Plan // holds the vacancy and the language
}

func (in Matched) apply(s *step) error {
	if err := s.due(DueMatch); err != nil {
		return err
	}
	s.change.Action = ActionPlanned
	s.Vacancy, s.Fit, s.Plan, s.Language = in.Plan.Vacancy, in.Fit, in.Plan, in.Plan.Language
	if in.Plan.Planned() == 0 {
		s.finish(EndAnswered)
		return nil
	}
	s.work(StageAsking)
	return nil
}

// Put asks a question or a probe.
type Put struct {
	Asked  Asked  // without times
	Notice string // text of the notice; used with the first question
}

func (in Put) apply(s *step) error {
	if err := s.due(DueAsk); err != nil {
		return err
	}
	asked, kind, notice := in.Asked, QuestionMessage, ""
	if asked.Probe > 0 {
		kind = ProbeMessage
	}
	if s.Consent.NoticeAt.IsZero() {
		notice = in.Notice
		s.Consent.Notice, s.Consent.NoticeAt = NoticeVersion, s.now
		s.say(Message{Sender: Interviewer, Kind: NoticeMessage, Text: notice})
	}
	asked.At = s.now
	asked.Deadline = after(s.now, s.Limits.PerAnswer)
	asked.RemindAt = after(s.now, s.Limits.RemindAfter)
	s.Current, s.Status, s.Stage = &asked, Waiting, StageWaiting
	s.say(Message{Sender: Interviewer, Kind: kind, Text: asked.Text, AskedID: asked.ID, Question: asked.Question, Probe: asked.Probe})
	s.emit(Event{Type: EventQuestion, Question: s.questionEvent(notice)})
	s.arm()
	return nil
}

// after is a date; no duration makes no date.
func after(now time.Time, d time.Duration) time.Time {
	if d <= 0 {
		return time.Time{}
	}
	return now.Add(d)
}

func (s *step) questionEvent(notice string) *QuestionEvent {
	return &QuestionEvent{
		ID: s.Current.ID, Text: s.Current.Text, Expected: s.Current.Expected, Options: s.Current.Options,
		Number: s.Current.Number, Planned: s.Plan.Planned(), Probe: s.Current.Probe, Notice: notice, Deadline: s.Current.Deadline,
	}
}

// Exhausted ends the questions before the plan does: the bank no longer has the rest.
type Exhausted struct{}

func (Exhausted) apply(s *step) error {
	if err := s.due(DueAsk); err != nil {
		return err
	}
	s.finish(EndAnswered)
	return nil
}

// Graded gives the last answer its mark, which says by itself whether to probe.
type Graded struct{ Mark marking.Mark }

func (in Graded) apply(s *step) error {
	if err := s.due(DueGrade); err != nil {
		return err
	}
	in.Mark.At = s.now
	s.change.Marks = append(s.change.Marks, in.Mark)
	after := s.State
	after.Marks = slices.Concat(s.Marks, []marking.Mark{in.Mark})
	if _, probe := after.probeDue(); probe == 0 && len(s.remaining()) == 0 {
		s.finish(EndAnswered)
		return nil
	}
	s.work(StageAsking)
	return nil
}

// Concluded completes the session with its analysis.
type Concluded struct{ Analysis analysis.Analysis }

func (in Concluded) apply(s *step) error {
	if err := s.due(DueFinish); err != nil {
		return err
	}
	s.Analysis = &in.Analysis
	s.end(Completed)
	s.emit(Event{Type: EventEnd, Analysis: &in.Analysis})
	return nil
}

// Expired closes the open question, or the session before its next one, because its time
// is over; what was answered is analysed.
type Expired struct{}

func (Expired) apply(s *step) error {
	if err := s.due(DueExpiry); err != nil {
		return err
	}
	s.change.Action = ActionTimedOut
	s.finish(EndTimedOut)
	return nil
}

// Reminded tells the candidate once that a question waits.
type Reminded struct{}

func (Reminded) apply(s *step) error {
	if err := s.due(DueReminder); err != nil {
		return err
	}
	s.Current.RemindAt = time.Time{}
	s.emit(Event{Type: EventReminder, Question: s.questionEvent("")})
	s.arm()
	return nil
}

// Rearmed sets the alarm of an open question again: its task came before its time, as it
// does when the clocks of two machines differ.
type Rearmed struct{}

func (Rearmed) apply(s *step) error {
	if s.Current == nil || s.Paused() {
		s.still = true
		return nil
	}
	s.arm()
	return nil
}

// Broken fails a session that cannot go on. A session that has ended stays as it ended.
type Broken struct{ Failure Failure }

func (in Broken) apply(s *step) error {
	if s.Over() {
		s.still = true
		return nil
	}
	s.fail(EndError, in.Failure)
	return nil
}

// The inputs of the owner of an interview.

// Cancel ends the interview without an analysis.
type Cancel struct{}

func (Cancel) apply(s *step) error {
	if s.Over() {
		if s.End == EndCancelled {
			s.still = true
			return nil
		}
		return s.ended()
	}
	s.fail(EndCancelled, Failure{
		Code:    CancelledByOwner,
		Message: fault.Say("The interview was cancelled.", "Интервью отменено."),
	})
	return nil
}

// Pause lets the candidate's time stand still; no question is asked until Resume.
type Pause struct{}

func (Pause) apply(s *step) error {
	switch {
	case s.Over():
		return s.ended()
	case s.Paused():
		s.still = true
		return nil
	}
	s.change.Action = ActionPaused
	s.PausedAt = s.now
	s.Alarm++ // dated tasks find nothing of theirs
	return nil
}

// Resume goes on; every deadline moves by the length of the pause.
type Resume struct{}

func (Resume) apply(s *step) error {
	switch {
	case s.Over():
		return s.ended()
	case !s.Paused():
		return s.Refuse(NotPaused, fault.Say("The interview is not paused.", "Интервью не на паузе."))
	}
	s.change.Action = ActionResumed
	length := s.now.Sub(s.PausedAt)
	s.PausedAt = time.Time{}
	dates := []*time.Time{&s.Deadline}
	if s.Current != nil {
		dates = append(dates, &s.Current.Deadline, &s.Current.RemindAt)
	}
	for _, at := range dates {
		if !at.IsZero() {
			*at = at.Add(length)
		}
	}
	switch {
	case s.Current != nil:
		s.arm()
	case s.Stage == StageAsking:
		s.work(StageAsking)
	}
	return nil
}

// Decide records what people decided. It moves nothing and is told to nobody.
type Decide struct {
	Selected bool
	Who      string
}

func (in Decide) apply(s *step) error {
	if s.Status != Completed {
		return s.Unfinished()
	}
	s.change.Action = ActionDecided
	s.Decision = &Decision{Selected: in.Selected, Who: in.Who, At: s.now}
	return nil
}
