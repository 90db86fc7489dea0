package session

import (
	"slices"
	"time"

	"kadry/internal/interview/analysis"
	"kadry/internal/interview/bank"
	"kadry/internal/interview/marking"
)

// EventType says what happened.
type EventType string

// The types. A session has one EventEnd if it completed, one EventError if it failed and
// none of both before; EventReminder only where a reminder was asked for.
const (
	EventQuestion EventType = "question"
	EventEnd      EventType = "end"
	EventError    EventType = "error"
	EventReminder EventType = "reminder"
)

// Event is what the caller is told, over a webhook or when it asks. Exactly one of
// Question, Analysis and Failure is set; a reminder repeats the question.
type Event struct {
	ID       string             `json:"id"` // UUIDv7, the same however often it is sent
	Tenant   string             `json:"-"`
	Session  string             `json:"-"`
	UserID   string             `json:"user_id,omitzero"`
	Seq      int                `json:"-"` // from 1 in the session, without gaps
	Type     EventType          `json:"type"`
	Question *QuestionEvent     `json:"question,omitzero"`
	Analysis *analysis.Analysis `json:"analysis,omitzero"`
	Failure  *Failure           `json:"failure,omitzero"`
	At       time.Time          `json:"at,omitzero"`
}

// QuestionEvent is the content of a question or a reminder.
type QuestionEvent struct {
	ID       string           `json:"id"` // Asked.ID, to be given back with the answer
	Text     string           `json:"text,omitzero"`
	Expected bank.AnswerType  `json:"expected,omitzero"`
	Options  []marking.Option `json:"options,omitzero"`
	Number   int              `json:"number,omitzero"` // of the planned question, from 1
	Planned  int              `json:"planned,omitzero"`
	Probe    int              `json:"probe,omitzero"`
	Notice   string           `json:"notice,omitzero"` // what the candidate must be told; with the first question only
	Deadline time.Time        `json:"deadline,omitzero"`
}

// Task is a piece of work for later: call Room.Advance with it. A zero At is now.
type Task struct {
	Tenant, Session string
	At              time.Time
	Alarm           int // of a dated task: it is stale unless it equals Session.Alarm
}

// Action names what a change was about where neither messages, marks nor events show it.
type Action string

// The actions.
const (
	ActionPlanned  Action = "planned"
	ActionTimedOut Action = "timed_out"
	ActionPaused   Action = "paused"
	ActionResumed  Action = "resumed"
	ActionExtended Action = "extended"
	ActionDecided  Action = "decided"
)

// Change is what one input did: commit it in one transaction, or nothing of it, and only
// while the stored version is one less than Session.Version. An empty Change is for
// nobody to commit.
type Change struct {
	Session   Session // as it is after the change
	Messages  []Message
	Marks     []marking.Mark
	Overrides []analysis.Override
	Events    []Event
	Tasks     []Task
	Action    Action // "" where the rest of the change says it
	Duplicate bool   // an answer that came again; nothing else is set
}

// Empty tells a change that changes nothing.
func (c Change) Empty() bool { return c.Session.ID == "" }

// With returns the state after a change; s itself stays as it is.
func (s State) With(c Change) State {
	if c.Empty() {
		return s
	}
	return State{
		Session:   c.Session,
		Messages:  slices.Concat(s.Messages, c.Messages),
		Marks:     slices.Concat(s.Marks, c.Marks),
		Overrides: slices.Concat(s.Overrides, c.Overrides),
	}
}
