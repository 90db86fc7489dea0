package webhook

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
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

	QuestionID         string   `json:"question_id"`
	ExpectedAnswerType string   `json:"expected_answer_type"` // one of the answer types
	Choices            []string `json:"choices,omitempty"`    // of a choice
	QuestionsAsked     int      `json:"questions_asked"`      // this one included
	QuestionsPlanned   int      `json:"questions_planned"`    // may change as the interview goes
}

// Result is what the interview showed, the first five members as they have always been.
type Result struct {
	OverallScore   int      `json:"overall_score"` // 0-100
	Summary        string   `json:"summary"`
	Strengths      []string `json:"strengths"`
	Weaknesses     []string `json:"weaknesses"`
	Recommendation string   `json:"recommendation"` // advice to a person; it sets nothing in motion

	Competencies        []Competency `json:"competencies"`
	Evidence            []Evidence   `json:"evidence"`
	Coverage            float64      `json:"coverage"`   // share of the plan that was asked, 0-1
	Confidence          float64      `json:"confidence"` // 0-1
	Engine              Engine       `json:"engine"`
	HumanReviewRequired bool         `json:"human_review_required"`
}

// Competency is the score of one, and on what it rests.
type Competency struct {
	ID         string  `json:"id"`
	Title      string  `json:"title"`
	State      string  `json:"state"` // one of the states
	Score      int     `json:"score"` // 0-100; 0 when not asked
	Coverage   float64 `json:"coverage"`
	Confidence float64 `json:"confidence"`
}

// States of a competency. What was not asked says nothing about the candidate.
const (
	StateShown    = "shown"
	StateNotShown = "not_shown"
	StateNotAsked = "not_asked"
)

// Evidence is a place in an answer that a point was given for.
type Evidence struct {
	QuestionID string `json:"question_id"`
	Competency string `json:"competency"` // its id
	Point      string `json:"point"`      // what was looked for
	Quote      string `json:"quote"`      // verbatim
	Offset     int    `json:"offset"`     // of the quote in the answer, in characters
}

// Engine says what graded.
type Engine struct {
	Name     string `json:"name"`
	Version  string `json:"version"`
	Model    string `json:"model"` // "" without one
	PlanHash string `json:"plan_hash"`
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
	AnalysisResult Result  `json:"analysis_result"`
	Context        Context `json:"context"`
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
)

// Question returns the bytes of a question event. The same input gives the same bytes; they
// are signed and sent as they are.
func (s Shape) Question(e Event, q Question) ([]byte, error) {
	switch q.ExpectedAnswerType {
	case AnswerText, AnswerNumber, AnswerChoice, AnswerCode:
	default:
		return nil, unfit("expected_answer_type")
	}
	if q.Question == "" {
		return nil, unfit("question")
	}
	q.Context = e.context()
	top, data := copies(s, &q)
	return write(e, questionPayload{e.opening(TypeQuestion), top, data, e.closing()})
}

// End returns the bytes of an end event.
func (s Shape) End(e Event, r Result) ([]byte, error) {
	if r.OverallScore < 0 || r.OverallScore > 100 {
		return nil, unfit("overall_score")
	}
	for _, share := range []float64{r.Coverage, r.Confidence} {
		if math.IsNaN(share) || share < 0 || share > 1 {
			return nil, unfit("coverage, confidence")
		}
	}
	r.Strengths, r.Weaknesses = notNull(r.Strengths), notNull(r.Weaknesses)
	r.Competencies, r.Evidence = notNull(r.Competencies), notNull(r.Evidence)
	top, data := copies(s, &ended{AnalysisResult: r, Context: e.context()})
	return write(e, endPayload{e.opening(TypeEnd), top, data, e.closing()})
}

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

func notNull[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
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
func write[P questionPayload | endPayload | failurePayload](e Event, payload P) ([]byte, error) {
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
