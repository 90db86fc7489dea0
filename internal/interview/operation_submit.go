package interview

import (
	"context"
	"strings"

	"kadry/internal/fault"
	"kadry/internal/interview/bank"
	"kadry/internal/interview/session"
	"kadry/internal/op"
)

// The three routes that the first system promised keep their paths, their required members
// and their words, in Russian for everybody.

const statusPath = "/api/v1/mcp/session_status/"

type submitInput struct {
	ResumeText   string       `json:"resume_text" doc:"The resume as text, at most 200,000 characters."`
	WebhookURL   string       `json:"webhook_url" doc:"Where the questions and the result are sent: an https address."`
	UserID       string       `json:"user_id,omitempty" doc:"The candidate in your system."`
	ExternalID   string       `json:"external_id,omitempty" doc:"The interview in your system."`
	VacancyID    string       `json:"vacancy_id,omitempty" doc:"Without it the vacancy that suits the resume best is taken."`
	Language     string       `json:"language,omitempty" doc:"ru or en; told by the resume when left out."`
	MaxQuestions int          `json:"max_questions,omitempty" doc:"Of the plan, without follow-ups." min:"1" max:"20"`
	Consent      *consentBody `json:"consent,omitempty" doc:"What the candidate agreed to in your system."`
	AnswerLimit  int          `json:"answer_limit_s,omitempty" doc:"Seconds for one answer, from 30; none when left out." min:"0" max:"7776000"`
	TotalLimit   int          `json:"total_limit_s,omitempty" doc:"Seconds for the interview, from 300; a week when left out." min:"0" max:"7776000"`
	RemindAfter  int          `json:"remind_after_s,omitempty" doc:"Seconds after which an open question is repeated once, from 60; never when left out." min:"0" max:"7776000"`
	Name         string       `json:"candidate_name,omitempty" doc:"How pages call the candidate; no grader sees it." max:"200"`
	Key          string       `json:"idempotency_key,omitempty" doc:"Repeats of the same request under the same key within 24 hours are answered as the first one was." max:"200"`
}

type consentBody struct {
	Version string `json:"version,omitempty" doc:"Of your consent document."`
	At      string `json:"at,omitempty" doc:"When it was given, RFC 3339." format:"date-time"`
}

// acceptedBody acknowledges: what it tells of is kept.
type acceptedBody struct {
	Status    string `json:"status" doc:"accepted"`
	Message   string `json:"message"`
	SessionID string `json:"session_id"`
	Duplicate bool   `json:"duplicate,omitempty" doc:"The same answer had been accepted before."`
}

type submitAnswerInput struct {
	SessionID  string `json:"session_id"`
	UserAnswer string `json:"user_answer" doc:"At most 20,000 characters."`
	QuestionID string `json:"question_id,omitempty" doc:"Of the question it answers; the open one when left out."`
	Pasted     int    `json:"pasted,omitempty" doc:"Characters that were pasted; shown to people, never scored." min:"0" max:"1000000"`
	FocusOut   int    `json:"focus_out,omitempty" doc:"How often the page lost the focus; shown to people, never scored." min:"0" max:"1000000"`
}

func (c *handlers) submitInterview() *op.Op {
	return routed(op.Spec{
		Name: "submit_interview", Title: "Start an interview", Effect: op.Creates, World: true, Fronts: []op.Front{op.REST},
		Doc: "Accepted means kept: the session and its first task survive a restart. The questions come by webhook.",
		Routes: []op.Route{{
			Method: "POST", Path: "/api/v1/mcp/start_interview", Status: 202, Location: statusPath + "{session_id}",
			Headers: map[string]string{"Idempotency-Key": "idempotency_key"}, Statuses: map[string]int{string(session.KeyReused): 422},
		}},
	}, func(ctx context.Context, in submitInput) (acceptedBody, error) {
		given, err := in.start(tenantOf(ctx))
		if err != nil {
			return acceptedBody{}, err
		}
		s, err := c.room.Start(ctx, given)
		return acceptedBody{Status: "accepted", Message: "Задача по началу интервью принята.", SessionID: s.ID}, err
	})
}

func (in submitInput) start(tenant string) (Start, error) {
	if strings.TrimSpace(in.WebhookURL) == "" {
		return Start{}, fault.Wrong("webhook_url", fault.Say("must be an http or https address", "должно быть адресом http или https"))
	}
	s := Start{
		Tenant: tenant, UserID: in.UserID, Name: in.Name, ExternalID: in.ExternalID, Resume: in.ResumeText, WebhookURL: in.WebhookURL,
		VacancyID: in.VacancyID, Language: bank.Language(in.Language), Key: in.Key,
		Limits: session.Limits{
			MaxQuestions: in.MaxQuestions, PerAnswer: seconds(in.AnswerLimit), Total: seconds(in.TotalLimit), RemindAfter: seconds(in.RemindAfter),
		},
	}
	if in.Consent != nil {
		at, err := moment("consent.at", in.Consent.At)
		if err != nil {
			return Start{}, err
		}
		s.Consent = session.Consent{Version: in.Consent.Version, At: at}
	}
	return s, nil
}

func (c *handlers) submitAnswer() *op.Op {
	return routed(op.Spec{
		Name: "submit_answer", Title: "Answer the open question", Effect: op.Updates, Idempotent: true, World: true, Fronts: []op.Front{op.REST},
		Doc:    "The same answer again is accepted as a duplicate; another answer to an answered question is refused with already_answered.",
		Routes: []op.Route{{Method: "POST", Path: "/api/v1/mcp/continue_interview", Status: 202, Location: statusPath + "{session_id}"}},
	}, func(ctx context.Context, in submitAnswerInput) (acceptedBody, error) {
		if err := findable(in.SessionID); err != nil {
			return acceptedBody{}, err
		}
		receipt, err := c.room.Answer(ctx, tenantOf(ctx), in.SessionID, session.Reply{
			AskedID: in.QuestionID, Text: in.UserAnswer, Pasted: in.Pasted, FocusOut: in.FocusOut,
		})
		return acceptedBody{Status: "accepted", Message: "Ответ принят.", SessionID: in.SessionID, Duplicate: receipt.Duplicate}, err
	})
}
