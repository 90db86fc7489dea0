package interviewjobs

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"kadry/internal/fault"
	"kadry/internal/interview"
	"kadry/internal/interview/session"
	"kadry/internal/jobs"
)

// The kinds of jobs beside the outbox's own.
const (
	advanceKind = "advance" // one task of an interview
	sealKind    = "seal"    // chain new entries of the audit log
	purgeKind   = "purge"   // remove what has been kept long enough
)

// How often the chores are done.
const (
	sealEvery  = 10 * time.Second
	purgeEvery = time.Hour
)

// auditKept is how long entries of the audit log are kept.
const auditKept = 3 * 365 * 24 * time.Hour

// atOnce is how many attempts are repeated without a wait after one that found the session
// changed meanwhile: it has not failed, and a candidate waits for the next question.
const atOnce = 3

// advanceRetry begins dense for the same reason.
var advanceRetry = []time.Duration{
	100 * time.Millisecond, 300 * time.Millisecond, time.Second, 2 * time.Second, 5 * time.Second,
	15 * time.Second, time.Minute, 2 * time.Minute, 5 * time.Minute,
}

func readTask(job jobs.Job) (session.Task, error) {
	var w taskWire
	if err := json.Unmarshal(job.Payload, &w); err != nil {
		return session.Task{}, fmt.Errorf("interviewjobs: task of job %d: %w", job.ID, err)
	}
	return w.task(), nil
}

// advance does the next thing that is due in a session. Whoever was faster makes the commit
// fail with interview.ErrMoved; the attempt is repeated over what is there then.
func (c *Hooks) advance(ctx context.Context, job jobs.Job) (jobs.Effect, error) {
	t, err := readTask(job)
	if err != nil {
		return nil, jobs.Permanent(err)
	}
	change, err := c.room.Advance(ctx, t)
	if err != nil || change.Empty() {
		return nil, err
	}
	return func(ctx context.Context, tx *sql.Tx) error {
		err := c.kept.CommitIn(ctx, tx, change)
		switch {
		case fault.KindOf(err) == fault.NotFound:
			return nil // erased meanwhile
		case errors.Is(err, interview.ErrMoved) && job.Attempt <= atOnce:
			return jobs.RetryIn(0, err)
		}
		return err
	}, nil
}

// giveUp fails the session of a task that cannot be done, and so tells its receiver. It
// reads in the transaction that it writes in: a second connection for each burial would
// leave none for any, once there are as many burials as connections.
func (c *Hooks) giveUp(ctx context.Context, tx *sql.Tx, job jobs.Job, _ error) error {
	t, err := readTask(job)
	if err != nil {
		return err
	}
	state, err := c.kept.LoadIn(ctx, tx, t.Tenant, t.Session)
	if fault.KindOf(err) == fault.NotFound {
		return nil
	}
	if err != nil {
		return err
	}
	change, err := c.room.Fail(state, t)
	if err != nil || change.Empty() {
		return err
	}
	return c.kept.CommitIn(ctx, tx, change)
}

func (c *Hooks) seal(ctx context.Context, _ jobs.Job) (jobs.Effect, error) {
	_, err := c.Audit.Seal(ctx)
	return nil, err
}

// purge removes interviews whose time is over, idempotency keys, test receivers and old audit entries.
func (c *Hooks) purge(ctx context.Context, _ jobs.Job) (jobs.Effect, error) {
	tenants, err := c.room.Archive.Tenants(ctx)
	if err != nil {
		return nil, err
	}
	now := c.now()
	for _, tenant := range tenants {
		days, err := c.Retention(ctx, tenant)
		if err != nil {
			return nil, err
		}
		if days == 0 {
			continue
		}
		removed, err := c.room.Purge(ctx, tenant, now.AddDate(0, 0, -days))
		if err != nil {
			return nil, err
		}
		if removed > 0 {
			c.Log.InfoContext(ctx, "interviews removed after their retention", "tenant", tenant, "days", days, "count", removed)
		}
	}
	if _, err := c.kept.Sweep(ctx, now); err != nil {
		return nil, err
	}
	if err := c.sweepReceivers(ctx, now); err != nil {
		return nil, err
	}
	_, err = c.Audit.Prune(ctx, now.Add(-auditKept))
	return nil, err
}

// Retention is how many days the interviews of a tenant are kept after their end; 0 is for ever.
func (c *Hooks) Retention(ctx context.Context, tenant string) (days int, err error) {
	e, err := c.Outbox.Endpoint(ctx, tenant)
	if err != nil || e.Retain > 0 {
		return e.Retain, err
	}
	return c.Retain, nil
}
