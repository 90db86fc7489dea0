package invitation

import (
	"time"

	"kadry/internal/fault"
)

// Status is where an invitation stands.
type Status string

// The statuses. The last four do not change any more, but for an expired one that gets a new link.
const (
	Sent      Status = "sent"
	Opened    Status = "opened"
	Consented Status = "consented" // the interview has begun
	Answering Status = "answering"
	Finished  Status = "finished"
	Withdrawn Status = "withdrawn" // by the candidate; the answers are deleted
	Expired   Status = "expired"
	Revoked   Status = "revoked"
)

// Statuses are all of them, in the order they are passed.
func Statuses() []Status {
	return []Status{Sent, Opened, Consented, Answering, Finished, Withdrawn, Expired, Revoked}
}

const (
	// begunKept is how long an interview that was begun can be gone on with by its link, however
	// long it is paused: as long as an interview may take at all.
	begunKept = 90 * 24 * time.Hour
	// finishedKept is how long the link of a finished interview still shows what happens next.
	finishedKept = 7 * 24 * time.Hour
)

// Status is where the invitation stands at a time.
func (i Invitation) Status(now time.Time) Status {
	switch {
	case !i.Withdrawn.IsZero():
		return Withdrawn
	case !i.FinishedAt.IsZero():
		return Finished
	case !i.RevokedAt.IsZero():
		return Revoked
	case !now.Before(i.until()):
		return Expired
	case !i.AnsweredAt.IsZero():
		return Answering
	case !i.ConsentAt.IsZero():
		return Consented
	case !i.OpenedAt.IsZero():
		return Opened
	}
	return Sent
}

// until is when the link of an interview that is not over stops to work.
func (i Invitation) until() time.Time {
	begun := i.ConsentAt.Add(begunKept)
	if i.Session == "" || begun.Before(i.ExpiresAt) {
		return i.ExpiresAt
	}
	return begun
}

// Live tells whether the link leads anywhere at a time.
func (i Invitation) Live(now time.Time) bool {
	switch i.Status(now) {
	case Withdrawn, Expired, Revoked:
		return false
	case Finished:
		return i.RevokedAt.IsZero() && now.Before(i.FinishedAt.Add(finishedKept))
	case Sent, Opened, Consented, Answering:
	}
	return true
}

// OverAt is when the invitation is over and nothing of it is needed any more, as far as that is
// known now: its retention counts from then.
func (i Invitation) OverAt() time.Time {
	switch {
	case !i.Withdrawn.IsZero():
		return i.Withdrawn
	case !i.FinishedAt.IsZero():
		return i.FinishedAt
	case !i.RevokedAt.IsZero():
		return i.RevokedAt
	}
	return i.until()
}

// Reissue gives the invitation a new link until a time; the one before is dead. What is over
// stays so.
func (i *Invitation) Reissue(digest string, now, expires time.Time) error {
	switch st := i.Status(now); st {
	case Finished, Withdrawn, Revoked:
		return over(st)
	case Sent, Opened, Consented, Answering, Expired:
	}
	i.Digest, i.ExpiresAt = digest, expires
	return nil
}

// Revoke ends the invitation for good. Revoking again changes nothing.
func (i *Invitation) Revoke(now time.Time) (changed bool, err error) {
	switch st := i.Status(now); st {
	case Revoked:
		return false, nil
	case Finished, Withdrawn:
		return false, over(st)
	case Sent, Opened, Consented, Answering, Expired:
	}
	i.RevokedAt = now
	return true, nil
}

// Withdraw ends the invitation by the wish of the candidate and forgets what it says of them.
// The id of the CV base stays, so that people see who does not want to be asked again; it goes
// when the person is deleted there.
func (i *Invitation) Withdraw(now time.Time) {
	i.Withdrawn = now
	i.Name, i.Email, i.Message = "", "", ""
}

func over(st Status) error {
	what := map[Status]fault.Text{
		Finished:  fault.Say("The interview of this invitation is finished.", "Интервью по этому приглашению уже закончено."),
		Withdrawn: fault.Say("The candidate has withdrawn; the answers are deleted.", "Кандидат отказался, его ответы удалены."),
		Revoked:   fault.Say("This invitation was revoked.", "Это приглашение отозвано."),
	}
	return fault.E(fault.Conflict, what[st], nil).WithHint(fault.Say("Invite the candidate anew.", "Пригласите кандидата заново."))
}
