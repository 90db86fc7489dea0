package interview

import (
	"context"

	"kadry/internal/fault"
	"kadry/internal/interview/session"
	"kadry/internal/op"
)

type interviewsInput struct {
	Status    statusName `json:"status,omitzero" doc:"Only these."`
	VacancyID string     `json:"vacancy_id,omitzero" max:"200" doc:"Only for this vacancy."`
	UserID    string     `json:"user_id,omitzero" max:"200" doc:"Only of this candidate."`
	pageWire
}

type interviewsOutput struct {
	Items      []interviewItem `json:"items"`
	HasMore    bool            `json:"has_more"`
	NextCursor string          `json:"next_cursor,omitempty"`
	Note       string          `json:"note,omitempty"`
}

// interviewItem is an interview in a list. The score is over what was answered: coverage
// says how much of the plan that is.
type interviewItem struct {
	SessionID  string    `json:"session_id"`
	Status     string    `json:"status"`
	Stage      string    `json:"stage"`
	UserID     string    `json:"user_id,omitempty"`
	Name       string    `json:"candidate_name,omitempty" doc:"If given."`
	ExternalID string    `json:"external_id,omitempty"`
	Vacancy    *pinFacts `json:"vacancy,omitempty"`
	Score      *int      `json:"overall_score,omitempty"`
	Coverage   float64   `json:"coverage,omitzero"`
	Review     bool      `json:"human_review_required"`
	CreatedAt  string    `json:"created_at"`
	EndedAt    string    `json:"ended_at,omitempty"`
}

func (c *handlers) listInterviews() *op.Op {
	return declared(op.Spec{
		Name: "list_interviews", Title: "List interviews", Effect: op.Reads,
		Doc:      "Interviews, newest first, with status and score. Scores compare only within one vacancy and language; they rank nobody by themselves.",
		Examples: []op.Example{{Title: "The finished ones", Input: `{"status":"completed","limit":5}`}},
	}, func(ctx context.Context, in interviewsInput) (interviewsOutput, error) {
		asked, place, skip, err := in.opened("list_interviews", &in)
		if err != nil {
			return interviewsOutput{}, err
		}
		list, err := c.room.Interviews(ctx, tenantOf(ctx), Filter{
			UserID: in.UserID, Vacancy: in.VacancyID, Status: session.Status(in.Status), Before: place, Skip: skip, Limit: in.Limit + 1, // one more tells whether there is more
		})
		if err != nil {
			return interviewsOutput{}, err
		}
		out := interviewsOutput{HasMore: len(list) > in.Limit}
		for _, s := range list[:min(in.Limit, len(list))] {
			out.Items = append(out.Items, itemOf(s))
		}
		if out.HasMore {
			out.NextCursor = asked.After(list[in.Limit-1].ID)
		}
		if len(list) == 0 && place == "" && skip == 0 {
			out.Note = fault.Say("No interview fits; without filters all are listed, and start_interview begins one.",
				"Подходящих интервью нет; без фильтров вернутся все, новое начинает start_interview.").In(langOf(ctx))
		}
		return out, nil
	})
}

func itemOf(s session.Session) interviewItem {
	item := interviewItem{
		SessionID: s.ID, Status: string(s.Status), Stage: string(s.Stage), UserID: s.UserID, Name: s.Name, ExternalID: s.ExternalID,
		Vacancy: pinOf(s.Vacancy), CreatedAt: stamp(s.CreatedAt), EndedAt: stamp(s.EndedAt),
	}
	if a := s.Shown(); a != nil {
		item.Score, item.Coverage, item.Review = &a.OverallScore, a.Coverage, a.HumanReview
	}
	return item
}
