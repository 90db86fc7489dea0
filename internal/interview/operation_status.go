package interview

import (
	"cmp"
	"context"
	"time"

	"kadry/internal/interview/analysis"
	"kadry/internal/interview/bank"
	"kadry/internal/interview/marking"
	"kadry/internal/interview/session"
	"kadry/internal/op"
)

// statusBody is where an interview stands. Members that do not apply are left out; lists
// are never null; times are RFC 3339 in UTC.
type statusBody struct {
	SessionID          string           `json:"session_id"`
	Status             string           `json:"status" doc:"active, waiting_for_answer, completed or failed."`
	Stage              string           `json:"stage" doc:"queued, matching, asking, waiting, grading, finishing or done."`
	EndReason          string           `json:"end_reason,omitempty" doc:"answered, stopped_by_candidate, timed_out, cancelled or error."`
	Vacancy            *vacancyRef      `json:"vacancy,omitempty" doc:"Once it is known."`
	CurrentQuestion    string           `json:"current_question,omitempty" doc:"The open question, in words."`
	QuestionID         string           `json:"question_id,omitempty" doc:"Of the open question; give it back with the answer."`
	ExpectedAnswerType string           `json:"expected_answer_type,omitempty" doc:"text, number, choice or code."`
	Choices            []string         `json:"choices" doc:"Of a choice; the label before the bracket is the answer."`
	AnswerDeadline     time.Time        `json:"answer_deadline,omitzero" doc:"When the open question closes."`
	QuestionsAsked     int              `json:"questions_asked"`
	QuestionsPlanned   int              `json:"questions_planned"`
	LastWebhook        *webhookRef      `json:"last_webhook,omitempty" doc:"The newest delivery."`
	AnalysisResult     *analysis.Report `json:"analysis_result,omitempty" doc:"Of a completed interview, with the words of people where there are any."`
	Error              *errorBody       `json:"error,omitempty" doc:"Of a failed "`
	UserID             string           `json:"user_id"`
	ExternalID         string           `json:"external_id"`
	Language           string           `json:"language" doc:"ru, en, or empty before it is known."`
	Paused             bool             `json:"paused"`
	SurveyKey          string           `json:"survey_key" doc:"For the voluntary survey of the candidate; nothing leads back from it."`
	CreatedAt          time.Time        `json:"created_at"`
	UpdatedAt          time.Time        `json:"updated_at"`
	EndedAt            time.Time        `json:"ended_at,omitzero"`
	Deadline           time.Time        `json:"deadline,omitzero" doc:"Of the whole "`
}

type vacancyRef struct {
	ID      string `json:"id"`
	Title   string `json:"title"`
	Version int    `json:"version,omitempty"`
}

type webhookRef struct {
	Type     string    `json:"type"`
	State    string    `json:"state" doc:"pending, delivered, dead or gone."`
	Attempts int       `json:"attempts"`
	NextAt   time.Time `json:"next_at,omitzero"`
}

type errorBody struct {
	Code      string `json:"code"`
	Message   string `json:"message"`
	Retryable bool   `json:"retryable" doc:"A new interview may succeed."`
}

func (c *handlers) getInterviewStatus() *op.Op {
	type input struct {
		SessionID string `json:"session_id"`
	}
	return routed(op.Spec{
		Name: "get_interview_status", Title: "Ask where an interview stands", Effect: op.Reads, Fronts: []op.Front{op.REST},
		Doc:    "With the open question, the newest delivery, and the result when there is one.",
		Routes: []op.Route{{Method: "GET", Path: statusPath + "{session_id}"}},
	}, func(ctx context.Context, in input) (statusBody, error) { return c.statusOf(ctx, in.SessionID) })
}

// statusOf reads where an interview stands.
func (c *handlers) statusOf(ctx context.Context, id string) (statusBody, error) {
	s, err := c.room.Load(ctx, tenantOf(ctx), id)
	if err != nil {
		return statusBody{}, err
	}
	return c.status(ctx, s)
}

func (c *handlers) status(ctx context.Context, s session.State) (statusBody, error) {
	body := sessionBody(s.Session, langOf(ctx))
	body.QuestionsAsked = s.QuestionsAsked()
	last, err := c.room.LastDelivery(ctx, tenantOf(ctx), s.ID)
	if err != nil {
		return statusBody{}, err
	}
	if last.Event != "" {
		body.LastWebhook = &webhookRef{Type: string(last.Type), State: string(last.State), Attempts: last.Count, NextAt: utc(last.NextAt)}
	}
	if shown := s.Shown(); shown != nil {
		report := shown.Report()
		body.AnalysisResult = &report
	}
	return body, nil
}

// sessionBody is what the session alone says, without its conversation and its result.
func sessionBody(s session.Session, lang string) statusBody {
	body := statusBody{
		SessionID: s.ID, Status: string(s.Status), Stage: string(s.Stage), EndReason: string(s.End),
		QuestionsPlanned: s.Plan.Planned(),
		UserID:           s.UserID, ExternalID: s.ExternalID, Language: string(s.Language), Paused: s.Paused(), SurveyKey: s.SurveyKey,
		CreatedAt: utc(s.CreatedAt), UpdatedAt: utc(s.UpdatedAt), EndedAt: utc(s.EndedAt), Deadline: utc(s.Deadline),
	}
	if s.Vacancy.ID != "" {
		body.Vacancy = &vacancyRef{ID: s.Vacancy.ID, Title: s.Vacancy.Title, Version: s.Vacancy.Version}
	}
	if q := s.Current; q != nil {
		body.CurrentQuestion, body.QuestionID, body.ExpectedAnswerType = q.Text, q.ID, string(q.Expected)
		body.Choices, body.AnswerDeadline = choices(q.Options), utc(q.Deadline)
	}
	if s.Failure != nil {
		body.Error = &errorBody{Code: string(s.Failure.Code), Message: s.Failure.Message.In(tongue(s.Language, lang)), Retryable: s.Failure.Retryable}
	}
	return body
}

// tongue is the language of words about an interview: its own, else the caller's.
func tongue(l bank.Language, lang string) string { return cmp.Or(string(l), lang) }

// choices are the options as webhooks write them: each begins with its label, which is the
// answer.
func choices(options []marking.Option) []string {
	list := make([]string, len(options))
	for i, o := range options {
		list[i] = o.Label + ") " + o.Text
	}
	return list
}
