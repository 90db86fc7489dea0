package interviewapi

import (
	"context"
	"net/http"
	"time"

	"kadry/internal/fault"
	"kadry/internal/interview"
	"kadry/internal/interview/bank"
)

const interviewsPath = "/api/v1/interviews"

// standingName is a status as a filter takes it.
type standingName string

func (standingName) Enum() []string {
	return []string{string(interview.Active), string(interview.Waiting), string(interview.Completed), string(interview.Failed)}
}

type listQuery struct {
	UserID    string       `json:"user_id,omitempty" doc:"Only interviews of this candidate."`
	VacancyID string       `json:"vacancy_id,omitempty" doc:"Only interviews for this vacancy."`
	Status    standingName `json:"status,omitempty" doc:"Only interviews with this status."`
	Limit     int          `json:"limit,omitempty" doc:"Interviews on a page." min:"1" max:"200" default:"50"`
	Cursor    string       `json:"cursor,omitempty" doc:"next_cursor of the page before."`
}

// listedBody is an interview in a list.
type listedBody struct {
	SessionID        string      `json:"session_id"`
	Status           string      `json:"status" doc:"active, waiting_for_answer, completed or failed."`
	Stage            string      `json:"stage"`
	EndReason        string      `json:"end_reason,omitempty"`
	Vacancy          *vacancyRef `json:"vacancy,omitempty" doc:"Once it is known."`
	QuestionsPlanned int         `json:"questions_planned"`
	OverallScore     *int        `json:"overall_score,omitempty" doc:"Of a completed interview."`
	Error            *errorBody  `json:"error,omitempty" doc:"Of a failed interview."`
	UserID           string      `json:"user_id"`
	ExternalID       string      `json:"external_id"`
	Language         string      `json:"language"`
	Paused           bool        `json:"paused"`
	CreatedAt        time.Time   `json:"created_at"`
	UpdatedAt        time.Time   `json:"updated_at"`
	EndedAt          time.Time   `json:"ended_at,omitzero"`
	Deadline         time.Time   `json:"deadline,omitzero"`
}

func listed(s interview.Session, lang string) listedBody {
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

type deletedBody struct {
	Deleted int `json:"deleted" doc:"How many were removed, with everything kept of them."`
}

type extendBody struct {
	By int `json:"by_s" doc:"Seconds by which every deadline moves, 60 to 2,592,000." min:"60" max:"2592000"`
}

type overrideIn struct {
	Question   string `json:"question,omitempty" doc:"Id of a question that was marked, or"`
	Competency string `json:"competency,omitempty" doc:"the id of a competency."`
	Anchor     *int   `json:"anchor,omitempty" doc:"The grade of the question, 0 to 4." min:"0" max:"4"`
	Score      *int   `json:"score,omitempty" doc:"The score of the competency, 0 to 100." min:"0" max:"100"`
	Reason     string `json:"reason" doc:"Why, in at most 2,000 characters."`
}

type decisionIn struct {
	Selected bool `json:"selected" doc:"Whether people chose the candidate. Recorded for the bias report; it moves nothing."`
}

func (f *front) interviewRoutes() []route {
	const one = interviewsPath + "/{id}"
	return []route{
		reads(Route{
			Path: interviewsPath, ID: "interviews_list", Tag: toolset, Summary: "List interviews",
			Doc: "Newest first, without conversations and results. A cursor goes on only with the filters it was given for.",
		}, f.list),
		reads(Route{
			Path: one, ID: "interview_get", Tag: toolset, Summary: "Read an interview in full",
			Doc: "The conversation, the plan, every mark with its quotes, and what people said in its place.",
		}, func(ctx context.Context, v *visit, _ none) (fullBody, error) { return f.full(ctx, v, v.id("id")) }),
		changing(Route{Method: http.MethodDelete, Path: one, ID: "interview_delete", Tag: toolset, Summary: "Delete an interview", Doc: "It is removed for good, with its conversation, events and deliveries."},
			func(ctx context.Context, v *visit, _ none) (deletedBody, error) {
				return deletedBody{1}, f.Room.Delete(ctx, v.tenant(), v.id("id"))
			}),
		changing(Route{Method: http.MethodPost, Path: one + "/cancel", ID: "interview_cancel", Tag: toolset, Summary: "Cancel an interview", Doc: "It ends without a result. Cancelling again changes nothing."},
			func(ctx context.Context, v *visit, _ none) (statusBody, error) {
				_, err := f.Room.Cancel(ctx, v.tenant(), v.id("id"))
				return f.after(ctx, v, err)
			}),
		changing(Route{Method: http.MethodPost, Path: one + "/pause", ID: "interview_pause", Tag: toolset, Summary: "Stop the candidate's time", Doc: "Pausing again changes nothing."},
			func(ctx context.Context, v *visit, _ none) (statusBody, error) {
				_, err := f.Room.Pause(ctx, v.tenant(), v.id("id"))
				return f.after(ctx, v, err)
			}),
		changing(Route{Method: http.MethodPost, Path: one + "/resume", ID: "interview_resume", Tag: toolset, Summary: "Go on after a pause", Doc: "Deadlines move by its length."},
			func(ctx context.Context, v *visit, _ none) (statusBody, error) {
				_, err := f.Room.Resume(ctx, v.tenant(), v.id("id"))
				return f.after(ctx, v, err)
			}),
		changing(Route{Method: http.MethodPost, Path: one + "/extend", ID: "interview_extend", Tag: toolset, Summary: "Give more time", Doc: "Every deadline of the interview moves."},
			func(ctx context.Context, v *visit, in extendBody) (statusBody, error) {
				_, err := f.Room.Extend(ctx, v.tenant(), v.id("id"), seconds(in.By))
				return f.after(ctx, v, err)
			}),
		changing(Route{
			Method: http.MethodPost, Path: one + "/overrides", ID: "interview_override", Tag: toolset, Summary: "Put a person's word in the engine's place",
			Doc: "On one question or one competency, with a reason. Both values stay on record; the result is made anew.",
		}, f.overrule),
		changing(Route{Method: http.MethodPost, Path: one + "/decision", ID: "interview_decision", Tag: toolset, Summary: "Record what people decided", Doc: "For the bias report; nothing is sent to anybody."},
			func(ctx context.Context, v *visit, in decisionIn) (fullBody, error) {
				if _, err := f.Room.Decide(ctx, v.tenant(), v.id("id"), interview.Decide{Selected: in.Selected, Who: v.caller.Name}); err != nil {
					return fullBody{}, err
				}
				return f.full(ctx, v, v.id("id"))
			}),
		reads(Route{
			Path: one + "/recompute", ID: "interview_recompute", Tag: toolset, Summary: "Compute the result again",
			Doc: "From the plan and the messages, with the rules of today and without the words of people, beside what is kept.",
		}, f.recompute),
	}
}

func (f *front) list(ctx context.Context, v *visit, q listQuery) (listBody, error) {
	asked := question("interviews", v.tenant(), q.UserID, q.VacancyID, string(q.Status))
	before, err := placeOf(asked, q.Cursor)
	if err != nil {
		return listBody{}, err
	}
	filter := interview.Filter{UserID: q.UserID, Vacancy: q.VacancyID, Status: interview.Status(q.Status), Before: before, Limit: q.Limit}
	list, err := f.Room.Interviews(ctx, v.tenant(), filter)
	if err != nil {
		return listBody{}, err
	}
	body := listBody{Items: make([]listedBody, len(list))}
	for i, s := range list {
		body.Items[i] = listed(s, v.caller.Lang)
	}
	if len(list) == q.Limit {
		filter.Before, filter.Limit = list[len(list)-1].ID, 1
		further, err := f.Room.Interviews(ctx, v.tenant(), filter)
		if err != nil {
			return listBody{}, err
		}
		if body.HasMore = len(further) > 0; body.HasMore {
			body.NextCursor = cursorAt(asked, filter.Before)
		}
	}
	return body, nil
}

// after answers an action with where the interview stands now.
func (f *front) after(ctx context.Context, v *visit, err error) (statusBody, error) {
	if err != nil {
		return statusBody{}, err
	}
	return f.statusOf(ctx, v, v.id("id"))
}

func (f *front) overrule(ctx context.Context, v *visit, in overrideIn) (fullBody, error) {
	o := interview.Override{Question: in.Question, Competency: bank.Competency(in.Competency), Who: v.caller.Name, Reason: in.Reason}
	switch {
	case in.Question != "" && in.Competency == "":
		if in.Anchor == nil || in.Score != nil {
			return fullBody{}, wrong("anchor", fault.Say("is what a question takes", "для вопроса нужно именно это поле"))
		}
		o.Anchor = *in.Anchor
	case in.Competency != "" && in.Question == "":
		if in.Score == nil || in.Anchor != nil {
			return fullBody{}, wrong("score", fault.Say("is what a competency takes", "для компетенции нужно именно это поле"))
		}
		o.Score = *in.Score
	}
	if _, err := f.Room.Overrule(ctx, v.tenant(), v.id("id"), o); err != nil {
		return fullBody{}, err
	}
	return f.full(ctx, v, v.id("id"))
}
