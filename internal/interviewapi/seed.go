package interviewapi

import (
	"context"
	"net/http"
	"strings"
	"time"

	"kadry/internal/fault"
	"kadry/internal/interview"
)

// The three routes that the first system promised. Their paths, their required members and
// their words stay as they were, in Russian for everybody.
const (
	startPath    = "/api/v1/mcp/start_interview"
	continuePath = "/api/v1/mcp/continue_interview"
	statusPath   = "/api/v1/mcp/session_status/"
)

type startBody struct {
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

type continueBody struct {
	SessionID  string `json:"session_id"`
	UserAnswer string `json:"user_answer" doc:"At most 20,000 characters."`
	QuestionID string `json:"question_id,omitempty" doc:"Of the question it answers; the open one when left out."`
	Pasted     int    `json:"pasted,omitempty" doc:"Characters that were pasted; shown to people, never scored." min:"0" max:"1000000"`
	FocusOut   int    `json:"focus_out,omitempty" doc:"How often the page lost the focus; shown to people, never scored." min:"0" max:"1000000"`
}

// keyHeader is the header of starts in documents.
type keyHeader struct {
	Key string `json:"Idempotency-Key,omitempty" doc:"Repeats of the same request under the same key within 24 hours are answered as the first one was." max:"200"`
}

func (f *front) seedRoutes() []route {
	start := changing(Route{
		Method: http.MethodPost, Path: startPath, ID: "interview_start", Tag: toolset, Status: http.StatusAccepted,
		Summary: "Start an interview", Doc: "Accepted means kept: the session and its first task survive a restart. The questions come by webhook.",
	}, f.start)
	start.Header, _ = opened[keyHeader]()
	return []route{
		start,
		changing(Route{
			Method: http.MethodPost, Path: continuePath, ID: "interview_answer", Tag: toolset, Status: http.StatusAccepted,
			Summary: "Answer the open question", Doc: "The same answer again is accepted as a duplicate; another answer to an answered question is refused with already_answered.",
		}, f.answer),
		reads(Route{
			Path: statusPath + "{session_id}", ID: "interview_status", Tag: toolset,
			Summary: "Ask where an interview stands", Doc: "With the open question, the newest delivery, and the result when there is one.",
		}, func(ctx context.Context, v *visit, _ none) (statusBody, error) {
			return f.statusOf(ctx, v, v.id("session_id"))
		}),
	}
}

func (f *front) start(ctx context.Context, v *visit, in startBody) (acceptedBody, error) {
	given, err := in.start(v)
	if err != nil {
		return acceptedBody{}, err
	}
	s, err := f.Room.Start(ctx, given)
	if err != nil {
		return acceptedBody{}, err
	}
	v.header.Set("Location", statusPath+s.ID)
	return acceptedBody{Status: "accepted", Message: "Задача по началу интервью принята.", SessionID: s.ID}, nil
}

func (in startBody) start(v *visit) (interview.Start, error) {
	if strings.TrimSpace(in.WebhookURL) == "" {
		return interview.Start{}, wrong("webhook_url", fault.Say("must be an http or https address", "должно быть адресом http или https"))
	}
	keys := v.request.Header.Values("Idempotency-Key")
	if len(keys) > 1 {
		return interview.Start{}, wrong("Idempotency-Key", fault.Say("must be given once", "должен быть указан один раз"))
	}
	s := interview.Start{
		Tenant: v.tenant(), UserID: in.UserID, ExternalID: in.ExternalID, Resume: in.ResumeText, WebhookURL: in.WebhookURL,
		VacancyID: in.VacancyID, Language: interview.Language(in.Language), Key: strings.Join(keys, ""),
		Limits: interview.Limits{
			MaxQuestions: in.MaxQuestions, PerAnswer: seconds(in.AnswerLimit), Total: seconds(in.TotalLimit), RemindAfter: seconds(in.RemindAfter),
		},
	}
	if in.Consent != nil {
		at, err := moment("consent.at", in.Consent.At)
		if err != nil {
			return interview.Start{}, err
		}
		s.Consent = interview.Consent{Version: in.Consent.Version, At: at}
	}
	return s, nil
}

func seconds(n int) time.Duration { return time.Duration(n) * time.Second }

// moment reads a date with a time; an empty text is none.
func moment(path, text string) (time.Time, error) {
	if text == "" {
		return time.Time{}, nil
	}
	at, err := time.Parse(time.RFC3339, text)
	if err != nil || at.Year() < 1 || at.Year() > 9999 {
		return time.Time{}, wrong(path, fault.Say("must be a time like 2026-11-20T09:30:00Z", "должно быть временем вида 2026-11-20T09:30:00Z"))
	}
	return at.UTC(), nil
}

func (f *front) answer(ctx context.Context, v *visit, in continueBody) (acceptedBody, error) {
	if err := findable(in.SessionID); err != nil {
		return acceptedBody{}, err
	}
	receipt, err := f.Room.Answer(ctx, v.tenant(), in.SessionID, interview.Reply{
		AskedID: in.QuestionID, Text: in.UserAnswer, Pasted: in.Pasted, FocusOut: in.FocusOut,
	})
	if err != nil {
		return acceptedBody{}, err
	}
	v.header.Set("Location", statusPath+in.SessionID)
	return acceptedBody{Status: "accepted", Message: "Ответ принят.", SessionID: in.SessionID, Duplicate: receipt.Duplicate}, nil
}
