package interview

import (
	"context"
	"time"

	"kadry/internal/fault"
	"kadry/internal/interview/analysis"
	"kadry/internal/interview/bank"
	"kadry/internal/interview/session"
	"kadry/internal/op"
)

type startInput struct {
	Resume         string       `json:"resume_text" min:"1" max:"200000" doc:"The CV as text."`
	VacancyID      string       `json:"vacancy_id,omitzero" max:"200" doc:"Left out: what suits the resume best."`
	UserID         string       `json:"user_id,omitzero" max:"200" doc:"Candidate in your system."`
	Name           string       `json:"candidate_name,omitzero" max:"200" doc:"For people."`
	ExternalID     string       `json:"external_id,omitzero" max:"200" doc:"Interview in your system."`
	Language       languageName `json:"language,omitzero" doc:"Of the resume when left out."`
	MaxQuestions   int          `json:"max_questions,omitzero" min:"1" max:"20" doc:"At most."`
	WebhookURL     string       `json:"webhook_url,omitzero" max:"2000" doc:"Where questions and the result go; left out: these tools answer them."`
	IdempotencyKey string       `json:"idempotency_key,omitzero" max:"200" doc:"Same key and request within a day: same interview."`
	ConsentVersion string       `json:"consent_version,omitzero" max:"200" doc:"Of the text agreed to."`
}

func (in startInput) start(tenant string) Start {
	return Start{
		Tenant: tenant, UserID: in.UserID, Name: in.Name, ExternalID: in.ExternalID, Resume: in.Resume, WebhookURL: in.WebhookURL,
		VacancyID: in.VacancyID, Language: bank.Language(in.Language), Limits: session.Limits{MaxQuestions: in.MaxQuestions},
		Consent: session.Consent{Version: in.ConsentVersion}, Key: in.IdempotencyKey,
	}
}

type startOutput struct {
	turnFacts
	Notice string    `json:"notice,omitempty"`
	Fit    *fitFacts `json:"fit,omitempty"`
	Note   string    `json:"note,omitempty"`
}

// Condense drops how the resume fits the vacancy.
func (o startOutput) Condense() (startOutput, bool) {
	dropped := o.Fit != nil
	o.Fit = nil
	o.Note = "Shortened to fit: without fit; get_interview has it."
	return o, dropped
}

func (c *handlers) startInterview() *op.Op {
	return declared(op.Spec{
		Name: "start_interview", Title: "Start an interview", Effect: op.Creates, World: true,
		Doc: "Begins an interview of one candidate and, without webhook_url, answers the first question with the notice to tell the candidate. " +
			"The questions are the engine's: never add, reword or grade any.",
		Examples: []op.Example{{
			Title: "Without a webhook",
			Input: `{"resume_text":"Nora Quill\nFrontend developer, 4 years\n\nSkills: React, TypeScript, JavaScript, REST, Git, testing\n\nExperience\nApril 2022 - present. Willow & Wick, frontend developer\nBooking form in React and TypeScript, component tests.","user_id":"sample-nora","candidate_name":"Nora Quill","language":"en","idempotency_key":"sample-waiting"}`,
		}},
	}, func(ctx context.Context, in startInput) (startOutput, error) {
		tenant := tenantOf(ctx)
		begun, err := c.room.Start(ctx, in.start(tenant))
		if err != nil {
			return startOutput{}, err
		}
		s, err := c.await(ctx, begun, fault.Say("The vacancy is being matched.", "Подбирается вакансия."))
		if err != nil {
			return startOutput{}, err
		}
		return startOutput{turnFacts: turnOf(s, langOf(ctx)), Notice: noticeOf(s), Fit: c.fitOf(s.Session)}, nil
	})
}

// await returns a session when it is settled. Where a webhook tells what comes next, and
// on a pause, nobody waits.
func (c *handlers) await(ctx context.Context, s session.Session, busy fault.Text) (session.State, error) {
	wait := c.room.Patience
	if s.WebhookURL != "" || s.Settled() {
		wait = 0
	}
	if deadline, ok := ctx.Deadline(); ok { // the state so far is worth more than a timeout
		wait = min(wait, max(0, time.Until(deadline)-time.Second))
	}
	report := op.Progress(ctx)
	report(op.Stage{Done: 1, Total: 2, Text: busy})
	state, err := c.room.Await(ctx, s.Tenant, s.ID, wait)
	if err != nil {
		return session.State{}, err
	}
	if state.Settled() {
		report(op.Stage{Done: 2, Total: 2, Text: fault.Say("Done.", "Готово.")})
	}
	return state, nil
}

type continueInput struct {
	SessionID  string     `json:"session_id" min:"1" max:"200" doc:"The interview."`
	UserAnswer string     `json:"user_answer,omitzero" max:"20000" doc:"The candidate's words, unchanged."`
	QuestionID string     `json:"question_id,omitzero" max:"200" doc:"Of the question answered; guards against answering another."`
	Action     actionName `json:"action,omitzero" default:"answer" doc:"cancel ends without a result; a candidate who wants to stop answers \"stop\"."`
}

type continueOutput struct {
	Accepted  bool `json:"accepted"`
	Duplicate bool `json:"duplicate"`
	turnFacts
	Result *analysis.Report `json:"result,omitempty"`
	Note   string           `json:"note,omitempty"`
}

// Condense drops the questions of the result.
func (o continueOutput) Condense() (continueOutput, bool) {
	if o.Result == nil || len(o.Result.Questions)+len(o.Result.Gaps) == 0 {
		return o, false
	}
	short := *o.Result
	short.Questions, short.Gaps = []analysis.ReportQuestion{}, []analysis.ReportQuestion{}
	o.Result, o.Note = &short, "Shortened to fit: without questions; get_interview has them."
	return o, true
}

func (c *handlers) continueInterview() *op.Op {
	return declared(op.Spec{
		Name: "continue_interview", Title: "Answer, pause, resume or cancel", Effect: op.Updates, World: true,
		Doc: "Passes on the candidate's answer and answers the next question, or the result after the last one. An answer sent twice counts once; an accepted one does not change.",
	}, func(ctx context.Context, in continueInput) (continueOutput, error) {
		receipt, err := c.act(ctx, in)
		if err != nil {
			return continueOutput{}, err
		}
		s, err := c.await(ctx, receipt.Session, fault.Say("The answer is being read.", "Ответ читается."))
		if err != nil {
			return continueOutput{}, err
		}
		out := continueOutput{Accepted: true, Duplicate: receipt.Duplicate, turnFacts: turnOf(s, langOf(ctx))}
		if receipt.Duplicate && in.QuestionID == "" {
			out.Note = fault.Say("Taken for a repetition of the answer before; with the question_id of the open question the same words answer it.",
				"Принято как повтор предыдущего ответа; с question_id открытого вопроса те же слова станут ответом на него.").In(langOf(ctx))
		}
		if shown := s.Shown(); shown != nil {
			report := shown.Report()
			report.Evidence = []analysis.ReportEvidence{} // for those who decide, through get_interview
			out.Result = &report
		}
		return out, nil
	})
}

// act does what the caller asks of a session.
func (c *handlers) act(ctx context.Context, in continueInput) (Receipt, error) {
	if in.Action != doAnswer && in.UserAnswer != "" {
		return Receipt{}, fault.Wrong("user_answer", fault.Say("goes with action=answer alone", "передаётся только с action=answer"))
	}
	tenant := tenantOf(ctx)
	switch in.Action {
	case doPause:
		s, err := c.room.Pause(ctx, tenant, in.SessionID)
		return Receipt{Session: s}, err
	case doResume:
		s, err := c.room.Resume(ctx, tenant, in.SessionID)
		return Receipt{Session: s}, err
	case doCancel:
		s, err := c.room.Cancel(ctx, tenant, in.SessionID)
		return Receipt{Session: s}, err
	case doAnswer:
	}
	return c.room.Answer(ctx, tenant, in.SessionID, session.Reply{AskedID: in.QuestionID, Text: in.UserAnswer})
}

// answerWait is the patience of a call unless a room is given another.
const answerWait = 8 * time.Second
