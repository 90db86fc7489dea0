package courier

import (
	"context"
	"database/sql"
	"fmt"

	"kadry/internal/interview"
	"kadry/internal/jobs"
	"kadry/internal/outbox"
)

// Order keys: the tasks of one session run one after another, and so do its deliveries,
// apart from each other.
func orderKey(session string) string { return "interview " + session }

// taskWire is a task as it is kept in a job.
type taskWire struct {
	Tenant  string `json:"tenant"`
	Session string `json:"session"`
	Alarm   int    `json:"alarm,omitzero"`
}

func (t taskWire) task() interview.Task {
	return interview.Task{Tenant: t.Tenant, Session: t.Session, Alarm: t.Alarm}
}

// Opened inserts the first task of a new session.
func (c *Courier) Opened(ctx context.Context, tx *sql.Tx, o interview.Opening) error {
	if err := c.Audit.Append(ctx, tx, c.opened(ctx, o)); err != nil {
		return err
	}
	return c.enqueue(ctx, tx, o.Task)
}

// Changed inserts what follows from a change: the next tasks, and the deliveries of its
// events where somebody is to be told. On PostgreSQL both take turns for their keys, always
// in this order.
func (c *Courier) Changed(ctx context.Context, tx *sql.Tx, ch interview.Change) error {
	if err := c.Audit.Append(ctx, tx, c.changed(ctx, ch)...); err != nil {
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
			return fmt.Errorf("courier: payload of event %d: %w", e.Seq, err)
		}
		err = c.Outbox.Add(ctx, tx, outbox.Message{
			ID: e.ID, Tenant: e.Tenant, Stream: e.Session, Seq: e.Seq, Type: string(e.Type),
			URL: ch.Session.WebhookURL, Route: route(ch.Session), Body: body, At: e.At,
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// tryoutRoute is the way to this server's own receiver, which the public way refuses.
const tryoutRoute = "tryout"

func route(s interview.Session) string {
	if s.Tryout {
		return tryoutRoute
	}
	return ""
}

// Erased removes what the queue, the outbox and the own receiver hold of sessions. The
// dated tasks that remain hold the id of a session and find nothing.
func (c *Courier) Erased(ctx context.Context, tx *sql.Tx, tenant string, sessions []string) error {
	for _, id := range sessions {
		if _, err := c.queue.Erase(ctx, tx, orderKey(id)); err != nil {
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
func (c *Courier) Saved(ctx context.Context, tx *sql.Tx, v interview.Vacancy) error {
	return c.Audit.Append(ctx, tx, c.savedVacancy(ctx, v))
}

// Dropped records that a vacancy was removed.
func (c *Courier) Dropped(ctx context.Context, tx *sql.Tx, tenant, vacancy string) error {
	return c.Audit.Append(ctx, tx, c.entry(ctx, tenant, "vacancy.removed", vacancy, nil))
}

// enqueue inserts a task. Dated ones have no order: one that waits for its date must not
// hold up the others, and of two only the newer is not stale.
func (c *Courier) enqueue(ctx context.Context, tx *sql.Tx, t interview.Task) error {
	spec := jobs.Spec{
		Kind: advanceKind, Payload: taskWire{Tenant: t.Tenant, Session: t.Session, Alarm: t.Alarm},
		OrderKey: orderKey(t.Session), RunAt: t.At,
	}
	if t.Alarm != 0 {
		spec.OrderKey = ""
	}
	_, err := c.queue.Insert(ctx, tx, spec)
	return err
}
