package interviewjobs

import (
	"context"
	"database/sql"
	"fmt"
	"slices"

	"kadry/internal/interview"
	"kadry/internal/interview/invitation"
	"kadry/internal/interview/question"
	"kadry/internal/interview/session"
	"kadry/internal/interview/vacancy"
	"kadry/internal/jobs"
	"kadry/internal/outbox"
)

// orderKey makes the tasks of one session run one after another. Its deliveries do so apart
// from them.
func orderKey(session string) string { return "interview " + session }

// alarmKey is that of a session's dated task, which must not hold up the others.
func alarmKey(session string) string { return "alarm " + session }

// taskWire is a task as it is kept in a job.
type taskWire struct {
	Tenant  string `json:"tenant"`
	Session string `json:"session"`
	Alarm   int    `json:"alarm,omitzero"`
}

func (t taskWire) task() session.Task {
	return session.Task{Tenant: t.Tenant, Session: t.Session, Alarm: t.Alarm}
}

// Opened inserts the first task of a new session.
func (c *Hooks) Opened(ctx context.Context, tx *sql.Tx, o interview.Opening) error {
	if err := c.Audit.Append(ctx, tx, c.opened(ctx, o)); err != nil {
		return err
	}
	return c.enqueue(ctx, tx, o.Task)
}

// Changed inserts what follows from a change: the next tasks, and the deliveries of its
// events where somebody is to be told. On PostgreSQL all take turns for their keys, those of
// the session before that of its deliveries.
func (c *Hooks) Changed(ctx context.Context, tx *sql.Tx, ch session.Change) error {
	if err := c.Audit.Append(ctx, tx, c.changed(ctx, ch)...); err != nil {
		return err
	}
	if err := c.disarm(ctx, tx, ch); err != nil {
		return err
	}
	for _, t := range ch.Tasks {
		if err := c.enqueue(ctx, tx, t); err != nil {
			return err
		}
	}
	if ch.Session.WebhookURL == "" || len(ch.Events) == 0 {
		return nil
	}
	shape, err := c.Outbox.ShapeIn(ctx, tx, ch.Session.Tenant)
	if err != nil {
		return err
	}
	for _, e := range ch.Events {
		body, err := payload(shape, ch.Session, e)
		if err != nil {
			return fmt.Errorf("interviewjobs: payload of event %d: %w", e.Seq, err)
		}
		err = c.Outbox.Add(ctx, tx, outbox.Message{
			ID: e.ID, Tenant: e.Tenant, Stream: e.Session, Seq: e.Seq, Type: string(e.Type),
			URL: ch.Session.WebhookURL, Route: c.route(ch.Session), Body: body, At: e.At,
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// tryoutRoute is the way to this server's own receivers, which the public way refuses.
const tryoutRoute = "tryout"

func (c *Hooks) route(s session.Session) string {
	if s.Tryout || c.ownReceiver(s.WebhookURL) != "" {
		return tryoutRoute
	}
	return ""
}

// disarm withdraws the dated task that a change leaves without a use: another takes its
// place, or the candidate's time stands still or is over. An interview with thirty questions
// would else leave thirty of them behind for days.
func (c *Hooks) disarm(ctx context.Context, tx *sql.Tx, ch session.Change) error {
	s := ch.Session
	rearmed := slices.ContainsFunc(ch.Tasks, func(t session.Task) bool { return t.Alarm != 0 })
	if !rearmed && !s.Over() && ch.Action != session.ActionPaused {
		return nil
	}
	_, err := c.Queue.Withdraw(ctx, tx, alarmKey(s.ID))
	return err
}

// Erasing removes the tasks of sessions, and what they bring forth while it waits for those
// that end at this moment, until there are none.
func (c *Hooks) Erasing(ctx context.Context, tx *sql.Tx, _ string, sessions []string) error {
	keys := make([]string, 0, 2*len(sessions))
	for _, id := range sessions {
		keys = append(keys, orderKey(id), alarmKey(id))
	}
	for {
		if n, err := c.Queue.Erase(ctx, tx, keys...); err != nil || n == 0 {
			return err
		}
	}
}

// Erased removes what the queue, the outbox and the own receiver hold of sessions. Tasks
// are looked for again: a candidate may have answered since Erasing.
func (c *Hooks) Erased(ctx context.Context, tx *sql.Tx, tenant string, sessions []string) error {
	// A test receiver may have got events of any of them; what it holds is a day's notes.
	if err := emptyReceiver(ctx, tx, tenant); err != nil {
		return fmt.Errorf("interviewjobs: empty test receiver: %w", err)
	}
	for _, id := range sessions {
		if _, err := c.Queue.Erase(ctx, tx, orderKey(id), alarmKey(id)); err != nil {
			return err
		}
		if err := c.Outbox.Erase(ctx, tx, tenant, id); err != nil {
			return err
		}
		if err := c.forget(ctx, tx, tenant, id); err != nil {
			return err
		}
		if err := c.Audit.Append(ctx, tx, c.entry(ctx, tenant, "interview.erased", id, nil)); err != nil {
			return err
		}
	}
	return nil
}

// Saved records that a vacancy was saved.
func (c *Hooks) Saved(ctx context.Context, tx *sql.Tx, v vacancy.Vacancy) error {
	return c.Audit.Append(ctx, tx, c.savedVacancy(ctx, v))
}

// Dropped records that a vacancy was removed.
func (c *Hooks) Dropped(ctx context.Context, tx *sql.Tx, tenant, vacancy string) error {
	return c.Audit.Append(ctx, tx, c.entry(ctx, tenant, "vacancy.removed", vacancy, nil))
}

// Invitation records what happened to an invitation.
func (c *Hooks) Invitation(ctx context.Context, tx *sql.Tx, i invitation.Invitation, action interview.InvitationAction) error {
	return c.Audit.Append(ctx, tx, c.invitation(ctx, i, action))
}

// QuestionSaved records that a question of a tenant's own was saved.
func (c *Hooks) QuestionSaved(ctx context.Context, tx *sql.Tx, q question.Question) error {
	return c.Audit.Append(ctx, tx, c.savedQuestion(ctx, q))
}

// QuestionDropped records that a question was deleted.
func (c *Hooks) QuestionDropped(ctx context.Context, tx *sql.Tx, tenant, question string) error {
	return c.Audit.Append(ctx, tx, c.entry(ctx, tenant, "question.deleted", question, nil))
}

// enqueue inserts a task.
func (c *Hooks) enqueue(ctx context.Context, tx *sql.Tx, t session.Task) error {
	spec := jobs.Spec{
		Kind: advanceKind, Tenant: t.Tenant, Payload: taskWire{Tenant: t.Tenant, Session: t.Session, Alarm: t.Alarm},
		OrderKey: orderKey(t.Session), RunAt: t.At,
	}
	if t.Alarm != 0 {
		spec.OrderKey = alarmKey(t.Session)
	}
	_, err := c.Queue.Insert(ctx, tx, spec)
	return err
}
