package interview

import (
	"context"
	"time"

	"kadry/internal/fault"
	"kadry/internal/interview/bank"
	"kadry/internal/interview/invitation"
	"kadry/internal/op"
)

const invitationsPath = "/api/v1/invitations"

// InvitationOperations are the names of what is done with invitations. They are not shown to
// assistants unasked: see room.Room.OwnPaths.
func InvitationOperations() []string {
	return []string{"invite_candidate", "list_invitations", "get_invitation", "reissue_invitation", "revoke_invitation"}
}

// inviting is an operation on invitations: a tool, and a route of the REST contract.
func inviting[In, Out any](spec op.Spec, run func(context.Context, In) (Out, error)) *op.Op {
	spec.Routes, spec.BodyLimit = shown(spec.Name, spec.Routes), routeBody
	return declared(spec, run)
}

type candidateInput struct {
	Name  string `json:"name" min:"1" max:"200" doc:"As people call the candidate."`
	Email string `json:"email,omitzero" max:"200" doc:"Kept; nothing is sent to it."`
}

type inviteInput struct {
	VacancyID     string         `json:"vacancy_id" min:"1" max:"200" doc:"The vacancy to interview for."`
	Candidate     candidateInput `json:"candidate" doc:"Whom."`
	PersonID      string         `json:"person_id,omitzero" max:"200" doc:"Id of the CV base, kept as given."`
	Language      languageName   `json:"language,omitzero" doc:"Of the questions; the vacancy's when left out."`
	ExpiresInDays int            `json:"expires_in_days,omitzero" min:"1" max:"90" default:"14" doc:"How long the interview can be begun."`
	MoreTime      int            `json:"more_time_percent,omitzero" min:"0" max:"300" doc:"Added to every time limit, for a candidate who needs it."`
	MaxQuestions  int            `json:"max_questions,omitzero" min:"1" max:"20" doc:"At most."`
	AnswerMinutes int            `json:"answer_minutes,omitzero" min:"1" max:"1440" doc:"For one answer; no limit when left out."`
	TotalHours    int            `json:"total_hours,omitzero" min:"1" max:"336" doc:"From begin to end, pauses not counted; a week when left out."`
	Message       string         `json:"message,omitzero" max:"2000" doc:"Shown to the candidate."`
	AskedBy       string         `json:"asked_by,omitzero" max:"200" doc:"Who asks, as the candidate sees it."`
}

func (in inviteInput) invite(tenant string) Invite {
	return Invite{Tenant: tenant, VacancyID: in.VacancyID, Days: in.ExpiresInDays, Terms: invitation.Terms{
		Name: in.Candidate.Name, Email: in.Candidate.Email, PersonID: in.PersonID, AskedBy: in.AskedBy, Message: in.Message,
		Language: bank.Language(in.Language), MaxQuestions: in.MaxQuestions, MoreTime: in.MoreTime,
		PerAnswer: time.Duration(in.AnswerMinutes) * time.Minute, Total: time.Duration(in.TotalHours) * time.Hour,
	}}
}

// invitedBody is an invitation with its link.
type invitedBody struct {
	ID        string    `json:"id"`
	URL       string    `json:"url" doc:"The link for the candidate, shown this once."`
	ExpiresAt time.Time `json:"expires_at"`
	Note      string    `json:"note,omitempty"`
}

func (c *handlers) invited(i Invited, lang string) invitedBody {
	base := ""
	if c.room.Address != nil {
		base = c.room.Address()
	}
	body := invitedBody{ID: i.ID, URL: i.Link(base), ExpiresAt: i.ExpiresAt}
	if base == "" {
		body.Note = fault.Say("The address of this server is not known here: put it before the path, or set public_url.",
			"Адрес сервера здесь неизвестен: допишите его перед путём или задайте public_url.").In(lang)
	}
	return body
}

// invitationBody is an invitation without its link.
type invitationBody struct {
	ID         string     `json:"id"`
	Status     string     `json:"status" doc:"sent, opened, consented, answering, finished, withdrawn, expired or revoked."`
	Vacancy    vacancyRef `json:"vacancy"`
	Name       string     `json:"name,omitempty" doc:"Forgotten, with the address and the message, when the candidate withdraws."`
	Email      string     `json:"email,omitempty"`
	PersonID   string     `json:"person_id,omitempty"`
	SessionID  string     `json:"session_id,omitempty" doc:"The interview, once it has begun."`
	Language   string     `json:"language"`
	MoreTime   int        `json:"more_time_percent"`
	AskedBy    string     `json:"asked_by,omitempty"`
	Message    string     `json:"message,omitempty"`
	Consent    string     `json:"consent_version,omitempty"`
	CreatedAt  time.Time  `json:"created_at"`
	ExpiresAt  time.Time  `json:"expires_at"`
	OpenedAt   time.Time  `json:"opened_at,omitzero"`
	ConsentAt  time.Time  `json:"consent_at,omitzero"`
	FinishedAt time.Time  `json:"finished_at,omitzero"`
}

func invitationOf(i invitation.Invitation, now time.Time) invitationBody {
	return invitationBody{
		ID: i.ID, Status: string(i.Status(now)), Vacancy: vacancyRef{i.Vacancy.ID, i.Vacancy.Title, i.Vacancy.Version},
		Name: i.Name, Email: i.Email, PersonID: i.PersonID, SessionID: i.Session, Language: string(i.Language), MoreTime: i.MoreTime,
		AskedBy: i.AskedBy, Message: i.Message, Consent: i.Consent,
		CreatedAt: i.CreatedAt, ExpiresAt: i.ExpiresAt, OpenedAt: i.OpenedAt, ConsentAt: i.ConsentAt, FinishedAt: i.FinishedAt,
	}
}

type invitationsInput struct {
	VacancyID string `json:"vacancy_id,omitzero" max:"200" doc:"Only to interviews for it."`
	PersonID  string `json:"person_id,omitzero" max:"200" doc:"Only of this person: the id of the CV base, or the e-mail."`
	pageWire
}

type invitationsOutput struct {
	Items      []invitationBody `json:"items" doc:"Newest first."`
	HasMore    bool             `json:"has_more"`
	NextCursor string           `json:"next_cursor,omitempty"`
	Note       string           `json:"note,omitempty"`
}

// Condense drops the messages to the candidates.
func (o invitationsOutput) Condense() (invitationsOutput, bool) {
	dropped := false
	for i := range o.Items {
		dropped = dropped || o.Items[i].Message != ""
		o.Items[i].Message = ""
	}
	o.Note = "Shortened to fit: without messages; get_invitation has them."
	return o, dropped
}

type invitationInput struct {
	ID string `json:"id" min:"1" max:"200" doc:"Of the invitation."`
}

type reissueInput struct {
	invitationInput
	ExpiresInDays int `json:"expires_in_days,omitzero" min:"1" max:"90" default:"14" doc:"How long the new link works."`
}

// besideModels are the fronts of what a model that invites has no need of: its list stays short.
var besideModels = []op.Front{op.REST, op.CLI, op.Web}

func (c *handlers) inviteCandidate() *op.Op {
	return inviting(op.Spec{
		Name: "invite_candidate", Title: "Invite a candidate by a link", Effect: op.Creates,
		Doc:    "Makes a link by which one candidate is interviewed in a browser, without signing in. Nothing is sent: pass the link on yourself. It is shown this once; if it is lost, revoke and invite again.",
		Routes: []op.Route{{Method: "POST", Path: invitationsPath, Status: 201}},
	}, func(ctx context.Context, in inviteInput) (invitedBody, error) {
		i, err := c.room.Invite(ctx, in.invite(tenantOf(ctx)))
		if err != nil {
			return invitedBody{}, err
		}
		return c.invited(i, langOf(ctx)), nil
	})
}

func (c *handlers) listInvitations() *op.Op {
	return inviting(op.Spec{
		Name: "list_invitations", Title: "List invitations", Effect: op.Reads,
		Doc:    "Who was invited, to what, and where each invitation stands. Without links.",
		Routes: []op.Route{{Method: "GET", Path: invitationsPath}},
	}, func(ctx context.Context, in invitationsInput) (invitationsOutput, error) {
		asked, before, _, err := in.opened("list_invitations", &in)
		if err != nil {
			return invitationsOutput{}, err
		}
		f := InvitationFilter{Vacancy: in.VacancyID, Person: in.PersonID, Before: before, Limit: in.Limit + 1}
		list, err := c.room.Invitations(ctx, tenantOf(ctx), f)
		if err != nil {
			return invitationsOutput{}, err
		}
		out := invitationsOutput{HasMore: len(list) > in.Limit}
		now := c.room.now()
		for _, i := range list[:min(len(list), in.Limit)] {
			out.Items = append(out.Items, invitationOf(i, now))
		}
		if out.HasMore {
			out.NextCursor = asked.After(out.Items[len(out.Items)-1].ID)
		}
		if len(list) == 0 {
			out.Note = fault.Say("Nobody was invited so; invite_candidate does.", "Таких приглашений нет; пригласить можно через invite_candidate.").In(langOf(ctx))
		}
		return out, nil
	})
}

func (c *handlers) getInvitation() *op.Op {
	return inviting(op.Spec{
		Name: "get_invitation", Title: "Read an invitation", Effect: op.Reads,
		Doc:    "Where it stands, and its interview once that has begun. Without the link.",
		Routes: []op.Route{{Method: "GET", Path: invitationsPath + "/{id}"}},
		Fronts: besideModels,
	}, func(ctx context.Context, in invitationInput) (invitationBody, error) {
		i, err := c.room.Invitation(ctx, tenantOf(ctx), in.ID)
		if err != nil {
			return invitationBody{}, err
		}
		return invitationOf(i, c.room.now()), nil
	})
}

func (c *handlers) reissueInvitation() *op.Op {
	return inviting(op.Spec{
		Name: "reissue_invitation", Title: "Make a new link of an invitation", Effect: op.Updates,
		Doc:    "The old link is dead at once. What was answered stays.",
		Routes: []op.Route{{Method: "POST", Path: invitationsPath + "/{id}/reissue"}},
		Fronts: besideModels,
	}, func(ctx context.Context, in reissueInput) (invitedBody, error) {
		i, err := c.room.Reissue(ctx, tenantOf(ctx), in.ID, in.ExpiresInDays)
		if err != nil {
			return invitedBody{}, err
		}
		return c.invited(i, langOf(ctx)), nil
	})
}

func (c *handlers) revokeInvitation() *op.Op {
	return inviting(op.Spec{
		Name: "revoke_invitation", Title: "Revoke an invitation", Effect: op.Updates,
		Doc:    "Its link is dead at once and for good. An interview that was begun stays. Revoking again changes nothing.",
		Routes: []op.Route{{Method: "POST", Path: invitationsPath + "/{id}/revoke"}},
	}, func(ctx context.Context, in invitationInput) (invitationBody, error) {
		i, err := c.room.Revoke(ctx, tenantOf(ctx), in.ID)
		if err != nil {
			return invitationBody{}, err
		}
		return invitationOf(i, c.room.now()), nil
	})
}
