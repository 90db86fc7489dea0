package webhook

import (
	"bytes"
	"encoding/json"
	"fmt"
	"time"
	"unicode/utf8"
)

// Context identifies the candidate to the receiver. It is part of every event.
type Context struct {
	UserID string `json:"user_id"` // "" when none was given
}

// Answer types of a question.
const (
	AnswerText   = "text"
	AnswerNumber = "number"
	AnswerChoice = "choice"
	AnswerCode   = "code"
)

// Question is what the candidate is asked.
type Question struct {
	Question string  `json:"question"`
	Context  Context `json:"context"` // filled from the Event

	QuestionID         string    `json:"question_id"`
	ExpectedAnswerType string    `json:"expected_answer_type"` // one of the answer types
	Choices            []string  `json:"choices,omitempty"`    // of a choice
	QuestionsAsked     int       `json:"questions_asked"`      // this one included; one asked further about counts once
	QuestionsPlanned   int       `json:"questions_planned"`    // may change as the interview goes
	Notice             string    `json:"notice,omitempty"`     // what the candidate must be told before; with the first question
	Deadline           time.Time `json:"deadline,omitzero"`    // for the answer; told in UTC to the millisecond
}

// Failure is why an interview failed.
type Failure struct {
	Message string  `json:"message"` // for people; nothing of our insides
	Context Context `json:"context"` // filled from the Event

	Code      string `json:"code"`
	Retryable bool   `json:"retryable"` // a new interview may succeed
}

// ended is the data of an end event.
type ended struct {
	AnalysisResult json.RawMessage `json:"analysis_result"`
	Context        Context         `json:"context"`
}

// tested is the data of a test event.
type tested struct {
	Message string  `json:"message"`
	Context Context `json:"context"`
}

// The members of a payload in the order in which they are written: opening, the event's own
// at the top, the same in `data`, closing. A nil pointer leaves its members out.
type (
	opening struct {
		SessionID string `json:"session_id"`
		Type      Type   `json:"type"`
	}
	closing struct {
		ID            string `json:"id"`
		Timestamp     string `json:"timestamp"`
		Seq           int64  `json:"seq"`
		SchemaVersion int    `json:"schema_version"`
	}
	questionPayload struct {
		opening
		*Question
		Data *Question `json:"data,omitempty"`
		closing
	}
	endPayload struct {
		opening
		*ended
		Data *ended `json:"data,omitempty"`
		closing
	}
	failurePayload struct {
		opening
		*Failure
		Data *Failure `json:"data,omitempty"`
		closing
	}
	testPayload struct {
		opening
		*tested
		Data *tested `json:"data,omitempty"`
		closing
	}
)

// Question returns the bytes of a question event. The same input gives the same bytes; they
// are signed and sent as they are.
func (s Shape) Question(e Event, q Question) ([]byte, error) {
	return s.question(TypeQuestion, e, q)
}

// Reminder returns the bytes of a reminder event: the question that waits, once more.
func (s Shape) Reminder(e Event, q Question) ([]byte, error) {
	return s.question(TypeReminder, e, q)
}

func (s Shape) question(kind Type, e Event, q Question) ([]byte, error) {
	switch q.ExpectedAnswerType {
	case AnswerText, AnswerNumber, AnswerChoice, AnswerCode:
	default:
		return nil, unfit("expected_answer_type")
	}
	switch {
	case q.Question == "":
		return nil, unfit("question")
	case !q.Deadline.IsZero() && !tellable(q.Deadline):
		return nil, unfit("deadline")
	case !q.Deadline.IsZero():
		q.Deadline = q.Deadline.UTC().Truncate(time.Millisecond)
	}
	q.Context = e.context()
	top, data := copies(s, &q)
	return write(e, questionPayload{e.opening(kind), top, data, e.closing()})
}

// End returns the bytes of an end event around the result of the interview, a JSON object.
// What is in it is the interview's affair.
func (s Shape) End(e Event, result json.RawMessage) ([]byte, error) {
	if !bytes.HasPrefix(bytes.TrimLeft(result, " \t\r\n"), []byte("{")) || !utf8.Valid(result) || !json.Valid(result) {
		return nil, unfit("analysis_result")
	}
	top, data := copies(s, &ended{AnalysisResult: result, Context: e.context()})
	return write(e, endPayload{e.opening(TypeEnd), top, data, e.closing()})
}

// Test returns the bytes of a test event. No interview stands behind it: its session is
// TestSession and its seq 1, whatever the event says.
func (s Shape) Test(e Event) ([]byte, error) {
	e.Session, e.Seq = TestSession, 1
	top, data := copies(s, &tested{Message: testMessage, Context: e.context()})
	return write(e, testPayload{e.opening(TypeTest), top, data, e.closing()})
}

const testMessage = "A test of your receiver; no interview stands behind it. / Проверка получателя; интервью за ней нет."

// Failure returns the bytes of an error event.
func (s Shape) Failure(e Event, f Failure) ([]byte, error) {
	if f.Message == "" || f.Code == "" {
		return nil, unfit("message, code")
	}
	f.Context = e.context()
	top, data := copies(s, &f)
	return write(e, failurePayload{e.opening(TypeError), top, data, e.closing()})
}

// copies returns what stands at the top and what stands in `data`.
func copies[T any](s Shape, members *T) (top, data *T) {
	switch s {
	case Flat:
		return members, nil
	case Envelope:
		return nil, members
	default:
		return members, members
	}
}

func (e Event) context() Context { return Context{UserID: e.UserID} }

func (e Event) opening(t Type) opening { return opening{SessionID: e.Session, Type: t} }

func (e Event) closing() closing {
	return closing{
		ID: e.ID, Timestamp: e.At.UTC().Format("2006-01-02T15:04:05.000Z"), Seq: e.Seq, SchemaVersion: Version,
	}
}

// write returns compact JSON in the order of the fields, with < > & as themselves: what a
// receiver prints for a person reads as it was written.
func write[P questionPayload | endPayload | failurePayload | testPayload](e Event, payload P) ([]byte, error) {
	if err := e.check(); err != nil {
		return nil, err
	}
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(payload); err != nil {
		return nil, fmt.Errorf("webhook: payload: %w", err)
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), nil
}
