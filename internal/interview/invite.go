package interview

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"kadry/internal/fault"
	"kadry/internal/interview/bank"
	"kadry/internal/interview/input"
	"kadry/internal/interview/invitation"
	"kadry/internal/interview/plan"
	"kadry/internal/interview/vacancy"
	"kadry/internal/linktoken"
)

// Invite asks for an invitation.
type Invite struct {
	Tenant    string
	VacancyID string
	Days      int // that the link works; 0 is invitation.DaysDefault
	invitation.Terms
}

// Invited is an invitation with its link, which nobody can see again.
type Invited struct {
	invitation.Invitation
	Token linktoken.Token
}

// InvitationPath is where the pages of candidates lie, with the token behind it.
const InvitationPath = "/i/"

// Link is the whole address of an invitation at a server.
func (i Invited) Link(base string) string {
	return strings.TrimSuffix(base, "/") + InvitationPath + i.Token.Reveal()
}

// InvitationAction names what happened to an invitation, for the audit log.
type InvitationAction string

// The actions.
const (
	InvitationSent      InvitationAction = "sent"
	InvitationReissued  InvitationAction = "reissued"
	InvitationRevoked   InvitationAction = "revoked"
	InvitationOpened    InvitationAction = "opened"
	InvitationConsented InvitationAction = "consented"
	InvitationBegun     InvitationAction = "begun"
	InvitationAnswering InvitationAction = "answering"
	InvitationLanguage  InvitationAction = "language_chosen"
	InvitationWithdrawn InvitationAction = "withdrawn"
	InvitationErased    InvitationAction = "erased"
)

// Invite makes an invitation with a link that works from now on.
func (r *Room) Invite(ctx context.Context, in Invite) (Invited, error) {
	in.Terms = in.Clean()
	days := cmp.Or(in.Days, invitation.DaysDefault)
	var c fault.Check
	in.Check(&c)
	invitation.CheckDays(&c, days)
	input.Between(&c, "max_questions", in.MaxQuestions, plan.MaxQuestions)
	if err := c.Err(); err != nil {
		return Invited{}, err
	}
	v, err := r.Vacancy(ctx, in.Tenant, in.VacancyID)
	if err != nil {
		return Invited{}, err
	}
	if in.Language == "" {
		in.Language = cmp.Or(v.Language, bank.English)
	}
	now := r.now()
	i := invitation.Invitation{
		Tenant: in.Tenant, Version: 1, Vacancy: vacancy.Pin{ID: v.ID, Title: v.Title, Version: v.Version}, Terms: in.Terms,
		CreatedAt: now, ExpiresAt: now.AddDate(0, 0, days),
	}
	if i.ID, err = r.NewID(); err != nil {
		return Invited{}, err
	}
	token, err := linktoken.New()
	if err != nil {
		return Invited{}, err
	}
	i.Digest = token.Digest()
	if err := r.Invited.PutInvitation(ctx, i, InvitationSent); err != nil {
		return Invited{}, fmt.Errorf("interview: invite: %w", err)
	}
	return Invited{i, token}, nil
}

// InvitationFilter selects invitations; an empty field selects any.
type InvitationFilter struct {
	Vacancy    string
	Person     string // id of the CV base, or address
	Session    string
	Before     string    // id: only older ones
	OverBefore time.Time // those without an interview that were over before a time
	Limit      int       // at most so many; 1-200
}

// Invitations lists the invitations of a tenant, newest first.
func (r *Room) Invitations(ctx context.Context, tenant string, f InvitationFilter) ([]invitation.Invitation, error) {
	if f.Limit < 1 || f.Limit > maxPage {
		return nil, fault.Wrong("limit", fault.Say("must be 1-%d, got %d", "должно быть от 1 до %d, передано %d", maxPage, f.Limit))
	}
	list, err := r.Invited.Invitations(ctx, tenant, f)
	if err != nil {
		return nil, fmt.Errorf("interview: invitations: %w", err)
	}
	return list, nil
}

// Invitation returns one; fault.NotFound for an unknown id and for another tenant's alike.
func (r *Room) Invitation(ctx context.Context, tenant, id string) (invitation.Invitation, error) {
	i, err := r.Invited.Invitation(ctx, tenant, id)
	if err != nil {
		return invitation.Invitation{}, fmt.Errorf("interview: invitation: %w", err)
	}
	return i, nil
}

// Reissue gives an invitation a new link; the one before is dead when it returns.
func (r *Room) Reissue(ctx context.Context, tenant, id string, days int) (Invited, error) {
	days = cmp.Or(days, invitation.DaysDefault)
	var c fault.Check
	if invitation.CheckDays(&c, days); c.Err() != nil {
		return Invited{}, c.Err()
	}
	token, err := linktoken.New()
	if err != nil {
		return Invited{}, err
	}
	now := r.now()
	i, err := r.amend(ctx, tenant, id, func(i *invitation.Invitation) (InvitationAction, error) {
		return InvitationReissued, i.Reissue(token.Digest(), now, now.AddDate(0, 0, days))
	})
	return Invited{i, token}, err
}

// Revoke ends an invitation: its link is dead when it returns. An interview that was begun
// stays, and nobody can go on with it by the link.
func (r *Room) Revoke(ctx context.Context, tenant, id string) (invitation.Invitation, error) {
	return r.amend(ctx, tenant, id, func(i *invitation.Invitation) (InvitationAction, error) {
		changed, err := i.Revoke(r.now())
		if err != nil || !changed {
			return "", err
		}
		return InvitationRevoked, nil
	})
}

// amend changes an invitation, anew whenever somebody else has meanwhile. An empty action
// changes nothing.
func (r *Room) amend(ctx context.Context, tenant, id string, change func(*invitation.Invitation) (InvitationAction, error)) (invitation.Invitation, error) {
	for range commitTries {
		i, err := r.Invitation(ctx, tenant, id)
		if err != nil {
			return invitation.Invitation{}, err
		}
		action, err := change(&i)
		if err != nil || action == "" {
			return i, err
		}
		i.Version++
		switch err := r.Invited.PutInvitation(ctx, i, action); {
		case err == nil:
			return i, nil
		case !errors.Is(err, ErrMoved):
			return invitation.Invitation{}, fmt.Errorf("interview: invitation: %w", err)
		}
	}
	return invitation.Invitation{}, fault.E(fault.Unavailable,
		fault.Say("The invitation is changing too fast just now.", "Приглашение сейчас меняется слишком быстро."), ErrMoved).After(time.Second)
}

// deleteInvitations removes the invitations of a person, by the id of the CV base or by the
// address, with their interviews, and counts what went.
func (r *Room) deleteInvitations(ctx context.Context, tenant, person string) (int, error) {
	removed := 0
	if r.Invited == nil {
		return 0, nil
	}
	for {
		list, err := r.Invited.Invitations(ctx, tenant, InvitationFilter{Person: person, Limit: maxPage})
		if err != nil || len(list) == 0 {
			return removed, err
		}
		var sessions, ids []string
		for _, i := range list {
			ids = append(ids, i.ID)
			if i.Session != "" {
				sessions = append(sessions, i.Session)
			}
		}
		if err := r.Archive.Erase(ctx, tenant, sessions); err != nil {
			return removed, err
		}
		if err := r.Invited.EraseInvitations(ctx, tenant, ids); err != nil {
			return removed, err
		}
		removed += len(list)
	}
}

// purgeInvitations removes the invitations that were over before a time and came to no
// interview; the others go with their interview.
func (r *Room) purgeInvitations(ctx context.Context, tenant string, before time.Time) (int, error) {
	removed := 0
	if r.Invited == nil {
		return 0, nil
	}
	for {
		list, err := r.Invited.Invitations(ctx, tenant, InvitationFilter{OverBefore: before, Limit: maxPage})
		if err != nil || len(list) == 0 {
			return removed, err
		}
		ids := make([]string, len(list))
		for n, i := range list {
			ids[n] = i.ID
		}
		if err := r.Invited.EraseInvitations(ctx, tenant, ids); err != nil {
			return removed, err
		}
		removed += len(ids)
	}
}
