// Package session is one interview as it goes on: the session with its conversation, and
// the state machine over it. Next says what is due, Apply turns a state and an input into a
// Change, and whoever holds the database commits the Change whole or not at all. Everything
// here is pure; the room finds what the inputs of the engine are made of.
package session

import (
	"time"

	"kadry/internal/interview/analysis"
	"kadry/internal/interview/bank"
	"kadry/internal/interview/marking"
	"kadry/internal/interview/plan"
	"kadry/internal/interview/vacancy"
)

// Session is one interview. Times are UTC; a zero time or duration means there is none. What
// a session consists of is kept under the names of its tags, here and in the packages of its parts:
// whoever renames one loses what is kept under the old name.
type Session struct {
	ID, Tenant string
	UserID     string // the candidate in the caller's system
	ExternalID string // the interview in the caller's system

	Resume       string // cleaned for display; see input.Clean
	ResumeDigest string // SHA-256 of the resume as it came, hex
	WebhookURL   string // empty in pull mode
	Tryout       bool   // the receiver is this server's own
	Language     bank.Language
	SurveyKey    string // under which the candidate may answer the survey; it leads back nowhere else

	Vacancy vacancy.Pin
	Fit     vacancy.Fit // how the resume answers the vacancy
	Plan    plan.Plan   // empty before the vacancy is matched

	Status  Status
	Stage   Stage
	End     EndReason
	Current *Asked   // the open question
	Failure *Failure // of a failed session

	Limits   Limits
	Deadline time.Time // of the whole session
	PausedAt time.Time
	Alarm    int // number of the last dated task; older ones are stale
	Consent  Consent

	Analysis *analysis.Analysis // of a completed session, as the engine made it
	Reviewed *analysis.Analysis // the same with the overrides of people; nil without any
	Decision *Decision          // what people decided; recorded for the bias report, moves nothing

	Version            int // grows by one with each change; the ground of compare-and-set
	MessageCount       int // sequence number of the last message
	EventCount         int // sequence number of the last event
	CreatedAt          time.Time
	UpdatedAt, EndedAt time.Time

	Invitation string // id of the invitation it came of; empty is none
	Name       string // of the candidate, as whoever began it has it; no grader sees it
}

// Consent is what the candidate was told and agreed to.
type Consent struct {
	Version  string    // of the caller's consent document
	At       time.Time // when the candidate gave it, as the caller says
	Notice   string    // version of the notice shown by this room
	NoticeAt time.Time // when the notice went out, with the first question
}

// Decision is what people decided after an interview.
type Decision struct {
	Selected bool      `json:"selected,omitzero"`
	Who      string    `json:"who,omitzero"`
	At       time.Time `json:"at,omitzero"`
}

// Asked is a question put to the candidate.
type Asked struct {
	ID       string           `json:"id"`                // unique in the session: the id of the bank, with the probe behind a "~"
	Question string           `json:"question,omitzero"` // id in the bank
	Probe    int              `json:"probe,omitzero"`    // 0 is the question itself, else the place of the probe in its list, from 1
	Number   int              `json:"number,omitzero"`   // of the planned question, from 1
	Gap      bool             `json:"gap,omitzero"`      // of the block on gaps, apart from the comparable score
	Text     string           `json:"text,omitzero"`     // with numbered options when there are any
	Expected bank.AnswerType  `json:"expected,omitzero"` // a probe is always answered with text
	Options  []marking.Option `json:"options,omitzero"`
	At       time.Time        `json:"at,omitzero"`
	Deadline time.Time        `json:"deadline,omitzero"`
	RemindAt time.Time        `json:"remind_at,omitzero"` // zero when off or done
}

// Sender says who wrote a message.
type Sender string

// The senders.
const (
	Interviewer Sender = "interviewer"
	Candidate   Sender = "candidate"
)

// MessageKind says what a message is.
type MessageKind string

// The kinds of messages.
const (
	NoticeMessage   MessageKind = "notice" // what the candidate must know, before the first question
	QuestionMessage MessageKind = "question"
	ProbeMessage    MessageKind = "probe"
	AnswerMessage   MessageKind = "answer"
	StopMessage     MessageKind = "stop" // the candidate's stop command
)

// Message is one line of the conversation; messages are only ever added.
type Message struct {
	Seq      int         `json:"-"` // from 1, without gaps
	Sender   Sender      `json:"sender"`
	Kind     MessageKind `json:"kind"`
	Text     string      `json:"text,omitzero"`     // safe to show; quotes are cut out of it
	Raw      string      `json:"raw,omitzero"`      // as it came, when cleaning changed it; may hold NUL
	AskedID  string      `json:"asked_id,omitzero"` // Asked.ID that it asks or answers
	Question string      `json:"question,omitzero"` // id in the bank
	Probe    int         `json:"probe,omitzero"`    // Asked.Probe of what it asks or answers
	Signals  Signals     `json:"signals,omitzero"`
	At       time.Time   `json:"at,omitzero"`
}

// Signals are observations about how an answer was written. They are shown to people and
// never scored.
type Signals struct {
	Pasted   int           `json:"pasted,omitzero"`    // characters pasted, as the caller's page counted
	FocusOut int           `json:"focus_out,omitzero"` // times the page lost the focus
	Took     time.Duration `json:"took,omitzero"`      // from the question to the answer, by our clock
}

// State is a session with its conversation: all that the machine looks at.
type State struct {
	Session
	Messages  []Message
	Marks     []marking.Mark // in the order they were given; the latest of a question counts
	Overrides []analysis.Override
}

// Over tells a session that has ended.
func (s Session) Over() bool { return s.Status == Completed || s.Status == Failed }

// Paused tells a session whose time stands still.
func (s Session) Paused() bool { return !s.PausedAt.IsZero() }

// QuestionsAsked counts the planned questions asked so far, probes not among them.
func (s State) QuestionsAsked() int {
	n := 0
	for _, m := range s.Messages {
		if m.Kind == QuestionMessage {
			n++
		}
	}
	return n
}

// Basis is what the session is analysed from, with what people have overruled.
func (s State) Basis(overrides []analysis.Override) analysis.Basis {
	return analysis.Basis{
		Plan: s.Plan, Marks: s.Marks, Overrides: overrides,
		Stopped: s.End == EndStopped, TimedOut: s.End == EndTimedOut,
	}
}

// probesAsked counts the probes of a question asked so far.
func (s State) probesAsked(question string) int {
	n := 0
	for _, m := range s.Messages {
		if m.Kind == ProbeMessage && m.Question == question {
			n++
		}
	}
	return n
}

// Shown is the analysis that people have the last word in: the reviewed one where there is
// one, else the engine's; nil before the end.
func (s Session) Shown() *analysis.Analysis {
	if s.Reviewed != nil {
		return s.Reviewed
	}
	return s.Analysis
}

// Settled tells a session that waits for the candidate, is paused or has ended: the engine
// has nothing to do on it just now.
func (s Session) Settled() bool { return s.Status == Waiting || s.Over() || s.Paused() }
