package interview

import (
	"context"
	"time"

	"kadry/internal/cursor"
	"kadry/internal/fault"
	"kadry/internal/interview/analysis"
	"kadry/internal/interview/bank"
	"kadry/internal/interview/session"
	"kadry/internal/op"
)

type listInput struct {
	UserID    string     `json:"user_id,omitempty" doc:"Only interviews of this candidate."`
	VacancyID string     `json:"vacancy_id,omitempty" doc:"Only interviews for this vacancy."`
	Status    statusName `json:"status,omitempty" doc:"Only interviews with this status."`
	Limit     int        `json:"limit,omitempty" doc:"Interviews on a page." min:"1" max:"200" default:"50"`
	cursor.Page
}

// listedBody is an interview in a list.
type listedBody struct {
	SessionID        string      `json:"session_id"`
	Status           string      `json:"status" doc:"active, waiting_for_answer, completed or failed."`
	Stage            string      `json:"stage"`
	EndReason        string      `json:"end_reason,omitempty"`
	Vacancy          *vacancyRef `json:"vacancy,omitempty" doc:"Once it is known."`
	QuestionsPlanned int         `json:"questions_planned"`
	OverallScore     *int        `json:"overall_score,omitempty" doc:"Of a completed "`
	Error            *errorBody  `json:"error,omitempty" doc:"Of a failed "`
	UserID           string      `json:"user_id"`
	ExternalID       string      `json:"external_id"`
	Language         string      `json:"language"`
	Paused           bool        `json:"paused"`
	CreatedAt        time.Time   `json:"created_at"`
	UpdatedAt        time.Time   `json:"updated_at"`
	EndedAt          time.Time   `json:"ended_at,omitzero"`
	Deadline         time.Time   `json:"deadline,omitzero"`
}

func sessionOf(s session.Session, lang string) listedBody {
	b := sessionBody(s, lang)
	item := listedBody{
		SessionID: b.SessionID, Status: b.Status, Stage: b.Stage, EndReason: b.EndReason, Vacancy: b.Vacancy,
		QuestionsPlanned: b.QuestionsPlanned, Error: b.Error, UserID: b.UserID, ExternalID: b.ExternalID, Language: b.Language,
		Paused: b.Paused, CreatedAt: b.CreatedAt, UpdatedAt: b.UpdatedAt, EndedAt: b.EndedAt, Deadline: b.Deadline,
	}
	if shown := s.Shown(); shown != nil {
		item.OverallScore = &shown.OverallScore
	}
	return item
}

type listBody struct {
	Items      []listedBody `json:"items" doc:"Newest first."`
	HasMore    bool         `json:"has_more"`
	NextCursor string       `json:"next_cursor,omitempty"`
}

type extendInput struct {
	sessionInput
	By int `json:"by_s" doc:"Seconds by which every deadline moves, 60 to 2,592,000." min:"60" max:"2592000"`
}

type overruleInput struct {
	sessionInput
	Question   string `json:"question,omitempty" doc:"Id of a question that was marked, or"`
	Competency string `json:"competency,omitempty" doc:"the id of a competency."`
	Anchor     *int   `json:"anchor,omitempty" doc:"The grade of the question, 0 to 4." min:"0" max:"4"`
	Score      *int   `json:"score,omitempty" doc:"The score of the competency, 0 to 100." min:"0" max:"100"`
	Reason     string `json:"reason" doc:"Why, in at most 2,000 characters."`
}

type decideInput struct {
	sessionInput
	Selected bool `json:"selected" doc:"Whether people chose the candidate. Recorded for the bias report; it moves nothing."`
}

func (c *handlers) listSessions() *op.Op {
	return routed(op.Spec{
		Name: "list_sessions", Title: "List interviews", Effect: op.Reads, Fronts: []op.Front{op.REST},
		Doc:    "Newest first, without conversations and results. A cursor goes on only with the filters it was given for.",
		Routes: []op.Route{{Method: "GET", Path: interviewsPath}},
	}, c.list)
}

func (c *handlers) list(ctx context.Context, in listInput) (listBody, error) {
	asked := cursor.Ask("interviews", tenantOf(ctx), in.UserID, in.VacancyID, string(in.Status))
	before, skip, err := in.Begin(asked)
	if err != nil {
		return listBody{}, err
	}
	filter := Filter{UserID: in.UserID, Vacancy: in.VacancyID, Status: session.Status(in.Status), Before: before, Skip: skip, Limit: in.Limit}
	list, err := c.room.Interviews(ctx, tenantOf(ctx), filter)
	if err != nil {
		return listBody{}, err
	}
	var body listBody
	for _, s := range list {
		body.Items = append(body.Items, sessionOf(s, langOf(ctx)))
	}
	if len(list) < in.Limit {
		return body, nil
	}
	filter.Before, filter.Skip, filter.Limit = list[len(list)-1].ID, 0, 1
	further, err := c.room.Interviews(ctx, tenantOf(ctx), filter)
	if body.HasMore = len(further) > 0; body.HasMore {
		body.NextCursor = asked.After(filter.Before)
	}
	return body, err
}

func (c *handlers) getSession() *op.Op {
	return routed(op.Spec{
		Name: "get_session", Title: "Read an interview in full", Effect: op.Reads,
		Doc:    "The conversation, the plan, every mark with its quotes, and what people said in its place.",
		Routes: []op.Route{{Method: "GET", Path: sessionPath}},
	}, func(ctx context.Context, in sessionInput) (fullBody, error) { return c.full(ctx, in.ID) })
}

func (c *handlers) deleteInterview() *op.Op {
	return routed(op.Spec{
		Name: "delete_interview", Title: "Delete an interview", Effect: op.Destroys,
		Doc:    "It is removed for good, with its conversation, events and deliveries.",
		Routes: []op.Route{{Method: "DELETE", Path: sessionPath}},
	}, func(ctx context.Context, in sessionInput) (deletedBody, error) {
		return deletedBody{1}, c.room.Delete(ctx, tenantOf(ctx), in.ID)
	})
}

func (c *handlers) cancelInterview() *op.Op {
	return routed(op.Spec{
		Name: "cancel_interview", Title: "Cancel an interview", Effect: op.Updates, Idempotent: true,
		Doc:    "It ends without a result. Cancelling again changes nothing.",
		Routes: []op.Route{{Method: "POST", Path: sessionPath + "/cancel"}},
	}, func(ctx context.Context, in sessionInput) (statusBody, error) {
		_, err := c.room.Cancel(ctx, tenantOf(ctx), in.ID)
		return c.after(ctx, in.ID, err)
	})
}

func (c *handlers) pauseInterview() *op.Op {
	return routed(op.Spec{
		Name: "pause_interview", Title: "Stop the candidate's time", Effect: op.Updates, Idempotent: true,
		Doc:    "Pausing again changes nothing.",
		Routes: []op.Route{{Method: "POST", Path: sessionPath + "/pause"}},
	}, func(ctx context.Context, in sessionInput) (statusBody, error) {
		_, err := c.room.Pause(ctx, tenantOf(ctx), in.ID)
		return c.after(ctx, in.ID, err)
	})
}

func (c *handlers) resumeInterview() *op.Op {
	return routed(op.Spec{
		Name: "resume_interview", Title: "Go on after a pause", Effect: op.Updates,
		Doc:    "Deadlines move by its length.",
		Routes: []op.Route{{Method: "POST", Path: sessionPath + "/resume"}},
	}, func(ctx context.Context, in sessionInput) (statusBody, error) {
		_, err := c.room.Resume(ctx, tenantOf(ctx), in.ID)
		return c.after(ctx, in.ID, err)
	})
}

func (c *handlers) extendInterview() *op.Op {
	return routed(op.Spec{
		Name: "extend_interview", Title: "Give more time", Effect: op.Updates,
		Doc:    "Every deadline of the interview moves.",
		Routes: []op.Route{{Method: "POST", Path: sessionPath + "/extend"}},
	}, func(ctx context.Context, in extendInput) (statusBody, error) {
		_, err := c.room.Extend(ctx, tenantOf(ctx), in.ID, seconds(in.By))
		return c.after(ctx, in.ID, err)
	})
}

// after answers an action with where the interview stands now.
func (c *handlers) after(ctx context.Context, id string, err error) (statusBody, error) {
	if err != nil {
		return statusBody{}, err
	}
	return c.statusOf(ctx, id)
}

func (c *handlers) decideInterview() *op.Op {
	return routed(op.Spec{
		Name: "decide_interview", Title: "Record what people decided", Effect: op.Updates, Idempotent: true,
		Doc:    "For the bias report; nothing is sent to anybody.",
		Routes: []op.Route{{Method: "POST", Path: sessionPath + "/decision"}},
	}, func(ctx context.Context, in decideInput) (fullBody, error) {
		if _, err := c.room.Decide(ctx, tenantOf(ctx), in.ID, session.Decide{Selected: in.Selected, Who: op.CallerFrom(ctx).Name}); err != nil {
			return fullBody{}, err
		}
		return c.full(ctx, in.ID)
	})
}

func (c *handlers) overruleMark() *op.Op {
	return routed(op.Spec{
		Name: "overrule_mark", Title: "Put a person's word in the engine's place", Effect: op.Updates,
		Doc:    "On one question or one competency, with a reason. Both values stay on record; the result is made anew.",
		Routes: []op.Route{{Method: "POST", Path: sessionPath + "/overrides"}},
	}, c.overrule)
}

func (c *handlers) overrule(ctx context.Context, in overruleInput) (fullBody, error) {
	o := analysis.Override{Question: in.Question, Competency: bank.Competency(in.Competency), Who: op.CallerFrom(ctx).Name, Reason: in.Reason}
	switch {
	case in.Question != "" && in.Competency == "":
		if in.Anchor == nil || in.Score != nil {
			return fullBody{}, fault.Wrong("anchor", fault.Say("is what a question takes", "для вопроса нужно именно это поле"))
		}
		o.Anchor = *in.Anchor
	case in.Competency != "" && in.Question == "":
		if in.Score == nil || in.Anchor != nil {
			return fullBody{}, fault.Wrong("score", fault.Say("is what a competency takes", "для компетенции нужно именно это поле"))
		}
		o.Score = *in.Score
	}
	if _, err := c.room.Overrule(ctx, tenantOf(ctx), in.ID, o); err != nil {
		return fullBody{}, err
	}
	return c.full(ctx, in.ID)
}
