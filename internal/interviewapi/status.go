package interviewapi

import (
	"cmp"
	"context"
	"time"

	"kadry/internal/interview"
)

// statusBody is where an interview stands. Members that do not apply are left out; lists
// are never null; times are RFC 3339 in UTC.
type statusBody struct {
	SessionID          string            `json:"session_id"`
	Status             string            `json:"status" doc:"active, waiting_for_answer, completed or failed."`
	Stage              string            `json:"stage" doc:"queued, matching, asking, waiting, grading, finishing or done."`
	EndReason          string            `json:"end_reason,omitempty" doc:"answered, stopped_by_candidate, timed_out, cancelled or error."`
	Vacancy            *vacancyRef       `json:"vacancy,omitempty" doc:"Once it is known."`
	CurrentQuestion    string            `json:"current_question,omitempty" doc:"The open question, in words."`
	QuestionID         string            `json:"question_id,omitempty" doc:"Of the open question; give it back with the answer."`
	ExpectedAnswerType string            `json:"expected_answer_type,omitempty" doc:"text, number, choice or code."`
	Choices            []string          `json:"choices" doc:"Of a choice; the label before the bracket is the answer."`
	AnswerDeadline     time.Time         `json:"answer_deadline,omitzero" doc:"When the open question closes."`
	QuestionsAsked     int               `json:"questions_asked"`
	QuestionsPlanned   int               `json:"questions_planned"`
	LastWebhook        *webhookRef       `json:"last_webhook,omitempty" doc:"The newest delivery."`
	AnalysisResult     *interview.Report `json:"analysis_result,omitempty" doc:"Of a completed interview, with the words of people where there are any."`
	Error              *errorBody        `json:"error,omitempty" doc:"Of a failed interview."`
	UserID             string            `json:"user_id"`
	ExternalID         string            `json:"external_id"`
	Language           string            `json:"language" doc:"ru, en, or empty before it is known."`
	Paused             bool              `json:"paused"`
	SurveyKey          string            `json:"survey_key" doc:"For the voluntary survey of the candidate; nothing leads back from it."`
	CreatedAt          time.Time         `json:"created_at"`
	UpdatedAt          time.Time         `json:"updated_at"`
	EndedAt            time.Time         `json:"ended_at,omitzero"`
	Deadline           time.Time         `json:"deadline,omitzero" doc:"Of the whole interview."`
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

// statusOf reads where an interview stands.
func (f *front) statusOf(ctx context.Context, v *visit, id string) (statusBody, error) {
	s, err := f.Room.Load(ctx, v.tenant(), id)
	if err != nil {
		return statusBody{}, err
	}
	return f.status(ctx, v, s)
}

func (f *front) status(ctx context.Context, v *visit, s interview.State) (statusBody, error) {
	body := sessionBody(s.Session, v.caller.Lang)
	body.QuestionsAsked = s.QuestionsAsked()
	last, err := f.Room.LastDelivery(ctx, v.tenant(), s.ID)
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
func sessionBody(s interview.Session, lang string) statusBody {
	body := statusBody{
		SessionID: s.ID, Status: string(s.Status), Stage: string(s.Stage), EndReason: string(s.End),
		Choices: []string{}, QuestionsPlanned: s.Plan.Planned(),
		UserID: s.UserID, ExternalID: s.ExternalID, Language: string(s.Language), Paused: s.Paused(), SurveyKey: s.SurveyKey,
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
func tongue(l interview.Language, lang string) string { return cmp.Or(string(l), lang) }

// choices are the options as webhooks write them: each begins with its label, which is the
// answer.
func choices(options []interview.Option) []string {
	list := make([]string, len(options))
	for i, o := range options {
		list[i] = o.Label + ") " + o.Text
	}
	return list
}

// utc keeps a zero time zero.
func utc(t time.Time) time.Time {
	if t.IsZero() {
		return time.Time{}
	}
	return t.UTC()
}

// present is never null in JSON.
func present[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}
