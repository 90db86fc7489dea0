package interview

import (
	"context"
	"errors"
	"fmt"

	"kadry/internal/fault"
	"kadry/internal/interview/bank"
	"kadry/internal/interview/invitation"
	"kadry/internal/interview/session"
	"kadry/internal/linktoken"
)

// What a candidate can do with a link. Each call finds the invitation by its token anew, so
// that a link which was revoked or replaced is dead for the next one.

// deadLink is the one answer to every link that leads nowhere: expired, used up, revoked, of
// another server or guessed. It says nothing of anybody.
func deadLink(cause error) error {
	return fault.E(fault.NotFound, fault.Say("This link does not work.", "Эта ссылка не работает."), cause)
}

// ByLink returns the invitation of a link that works; fault.NotFound, in the same words, of
// every other.
func (r *Room) ByLink(ctx context.Context, token linktoken.Token) (invitation.Invitation, error) {
	i, err := r.Invited.InvitationBy(ctx, token.Digest())
	if kind := fault.KindOf(err); err != nil && kind != fault.NotFound {
		return invitation.Invitation{}, fmt.Errorf("interview: link: %w", err)
	}
	if !token.Fits(i.Digest) || err != nil || !i.Live(r.now()) {
		return invitation.Invitation{}, deadLink(nil)
	}
	return i, nil
}

// Prospect is what a candidate should know before the interview begins.
type Prospect struct {
	Questions int  // planned; probes not counted
	Minutes   int  // about how long the answers to all of them take
	Days      int  // that answers are kept after the end; 0 is until somebody deletes them
	Model     bool // a model reads the answers beside the rules
}

// minutesEach is about how long somebody writes the five to eight sentences of an answer.
const minutesEach = 4

// Prospect tells what comes of an invitation; fault.NotFound when its vacancy is gone.
func (r *Room) Prospect(ctx context.Context, i invitation.Invitation) (Prospect, error) {
	v, err := r.Vacancy(ctx, i.Tenant, i.Vacancy.ID)
	if fault.KindOf(err) == fault.NotFound {
		return Prospect{}, deadLink(err)
	}
	if err != nil {
		return Prospect{}, err
	}
	made, _, err := r.Preview(ctx, i.Tenant, v, i.Language, i.MaxQuestions)
	if err != nil {
		return Prospect{}, err
	}
	p := Prospect{Questions: made.Planned(), Minutes: made.Planned() * minutesEach, Model: r.Rater != nil}
	if r.Retention != nil {
		if p.Days, err = r.Retention(ctx, i.Tenant); err != nil {
			return Prospect{}, fmt.Errorf("interview: retention: %w", err)
		}
	}
	return p, nil
}

// Opened notes that the page of an invitation was shown, the first time.
func (r *Room) Opened(ctx context.Context, i invitation.Invitation) (invitation.Invitation, error) {
	if !i.OpenedAt.IsZero() {
		return i, nil
	}
	return r.amend(ctx, i.Tenant, i.ID, func(i *invitation.Invitation) (InvitationAction, error) {
		if !i.OpenedAt.IsZero() {
			return "", nil
		}
		i.OpenedAt = r.now()
		return InvitationOpened, nil
	})
}

// ReadIn keeps the language that a candidate reads the page in, whichever device opens it.
func (r *Room) ReadIn(ctx context.Context, i invitation.Invitation, lang bank.Language) error {
	_, err := r.amend(ctx, i.Tenant, i.ID, func(i *invitation.Invitation) (InvitationAction, error) {
		if i.Reads() == lang {
			return "", nil
		}
		i.Shown = lang
		return InvitationLanguage, nil
	})
	return err
}

// Begin keeps the consent of a candidate and starts the interview. Beginning again changes
// nothing: the interview is the one of the first time.
func (r *Room) Begin(ctx context.Context, i invitation.Invitation) (invitation.Invitation, error) {
	if i.Session != "" {
		return i, nil
	}
	if _, err := r.Prospect(ctx, i); err != nil { // the vacancy is there
		return i, err
	}
	if err := r.Admit(ctx); err != nil {
		return i, err
	}
	// The consent is kept first: the start below is asked for with its time, so that one that
	// was cut off between the two is the same request under the same key.
	agreed, err := r.amend(ctx, i.Tenant, i.ID, func(i *invitation.Invitation) (InvitationAction, error) {
		if !i.ConsentAt.IsZero() {
			return "", nil
		}
		i.ConsentAt, i.Consent = r.now(), invitation.ConsentVersion
		return InvitationConsented, nil
	})
	if err != nil {
		return i, err
	}
	s, err := r.Start(ctx, Start{
		Tenant: i.Tenant, UserID: i.Candidate(), VacancyID: i.Vacancy.ID, Language: i.Language, Limits: i.Limits(),
		Consent: session.Consent{Version: agreed.Consent, At: agreed.ConsentAt}, Key: "invitation " + i.ID,
		Invitation: i.ID, Name: i.Name,
	})
	if err != nil {
		return i, err
	}
	return r.amend(ctx, i.Tenant, i.ID, func(i *invitation.Invitation) (InvitationAction, error) {
		if i.Session != "" {
			return "", nil
		}
		i.Session = s.ID
		return InvitationBegun, nil
	})
}

// Reply takes the answer of an invited candidate.
func (r *Room) Reply(ctx context.Context, i invitation.Invitation, reply session.Reply) error {
	if _, err := r.Answer(ctx, i.Tenant, i.Session, reply); err != nil {
		return err
	}
	if i.AnsweredAt.IsZero() {
		_, err := r.amend(ctx, i.Tenant, i.ID, func(i *invitation.Invitation) (InvitationAction, error) {
			if !i.AnsweredAt.IsZero() {
				return "", nil
			}
			i.AnsweredAt = r.now()
			return InvitationAnswering, nil
		})
		if err != nil {
			return err
		}
	}
	return r.dropDraft(ctx, i, reply.AskedID)
}

// dropDraft forgets the draft of a question that has its answer. One of the next question,
// written meanwhile on another device, stays.
func (r *Room) dropDraft(ctx context.Context, i invitation.Invitation, asked string) error {
	d, err := r.Draft(ctx, i)
	if err != nil || d.AskedID != asked {
		return err
	}
	if err := r.Invited.PutDraft(ctx, i.Tenant, i.ID, invitation.Draft{}); err != nil {
		return fmt.Errorf("interview: draft: %w", err)
	}
	return nil
}

// Draft is the answer that a candidate has written and not given; a zero one when there is none.
func (r *Room) Draft(ctx context.Context, i invitation.Invitation) (invitation.Draft, error) {
	d, err := r.Invited.Draft(ctx, i.Tenant, i.ID)
	if err != nil {
		return invitation.Draft{}, fmt.Errorf("interview: draft: %w", err)
	}
	return d, nil
}

// KeepDraft keeps what a candidate has written so far to the open question, so that another
// device goes on with it. A fault.Conflict when the question is not open any more.
func (r *Room) KeepDraft(ctx context.Context, i invitation.Invitation, asked, text string) error {
	d := invitation.Draft{AskedID: asked, Text: text, At: r.now()}
	if err := d.Check(); err != nil {
		return err
	}
	s, err := r.Load(ctx, i.Tenant, i.Session)
	if err != nil {
		return err
	}
	if s.Current == nil || s.Current.ID != asked {
		return s.Refuse(session.NotWaiting, fault.Say("This question is not open any more.", "Этот вопрос уже не открыт."))
	}
	if err := r.Invited.PutDraft(ctx, i.Tenant, i.ID, d); err != nil {
		return fmt.Errorf("interview: draft: %w", err)
	}
	return nil
}

// Withdraw ends an invitation by the wish of the candidate: the interview is removed with
// everything kept of it, the link is dead and the invitation names nobody. What is finished is withdrawn by people.
func (r *Room) Withdraw(ctx context.Context, i invitation.Invitation) error {
	for range commitTries {
		now := r.now()
		if !i.Live(now) || i.Status(now) == invitation.Finished {
			return deadLink(nil)
		}
		i.Withdraw(now)
		i.Version++
		err := r.Invited.WithdrawInvitation(ctx, i)
		if err == nil {
			return nil
		}
		if !errors.Is(err, ErrMoved) {
			return fmt.Errorf("interview: withdraw: %w", err)
		}
		if i, err = r.Invitation(ctx, i.Tenant, i.ID); err != nil {
			return err
		}
	}
	return fault.E(fault.Unavailable, fault.Say("Try again in a moment.", "Повторите через минуту."), ErrMoved)
}
