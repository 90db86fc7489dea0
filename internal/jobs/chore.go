package jobs

import (
	"context"
	"database/sql"
	"fmt"
	"time"
)

// chores are what has to be done about the queue besides its jobs. Every process that runs
// does them; what one has done, the others find done.
type chores struct {
	next   time.Time // when they are to be done again, by the monotonic clock
	purged time.Time
	steady bool // the clock was not set back since it was last looked at by rearm
}

// purges is how often finished jobs are looked for whose retention is over.
const purges = time.Minute

// do does what is due: it asks for the time, makes ready what waited long enough and what a
// dead process left, fires periodic jobs and purges.
func (c *chores) do(ctx context.Context, q *Queue) error {
	if time.Until(c.next) > 0 {
		return nil
	}
	c.next = time.Now().Add(q.config.Poll)
	back, err := q.synchronise(ctx)
	if err != nil {
		return err
	}
	if c.steady = c.steady && !back; !c.steady {
		if err := q.rearm(ctx); err != nil {
			return err
		}
		c.steady = true
	}
	next, err := q.sweep(ctx)
	if err != nil {
		return err
	}
	c.next = time.Now().Add(next)
	if err := q.fire(ctx); err != nil {
		return err
	}
	if time.Since(c.purged) < purges {
		return nil
	}
	more, err := q.purge(ctx)
	if err == nil && !more {
		c.purged = time.Now()
	}
	return err
}

// sweep makes ready what is due and what is left, and returns the time until there is more.
func (q *Queue) sweep(ctx context.Context) (next time.Duration, err error) {
	var left []Event
	err = q.db.Write(ctx, func(ctx context.Context, tx *sql.Tx) error {
		next = q.config.Poll
		now := q.clock.micros()
		if _, err := scanReady(tx.QueryContext(ctx, q.texts.due, now)); err != nil {
			return err
		}
		if left, err = scanReady(tx.QueryContext(ctx, q.texts.expired, now)); err != nil {
			return err
		}
		var waiting, running sql.NullInt64
		err := tx.QueryRowContext(ctx, `SELECT (SELECT min(due_at) FROM job WHERE state = 'waiting'),
			(SELECT min(due_at) FROM job WHERE state = 'running')`).Scan(&waiting, &running)
		for _, due := range []sql.NullInt64{waiting, running} {
			if due.Valid {
				next = min(next, time.Duration(due.Int64-now)*time.Microsecond)
			}
		}
		return err
	})
	if err != nil {
		return 0, fmt.Errorf("jobs: sweep: %w", err)
	}
	for _, e := range left {
		q.tell(e)
	}
	return max(next, time.Millisecond), nil
}

// reclaimOnce makes ready what is leased to this identity, which can only be from its past.
func (q *Queue) reclaimOnce(ctx context.Context) error {
	text := `UPDATE job SET state = 'ready', due_at = 0, span = 0, owner = '', token = '', ready_at = $1, ` + lose + `
		WHERE state = 'running' AND owner = $2 RETURNING id, kind, attempt`
	var left []Event
	err := q.db.Write(ctx, func(ctx context.Context, tx *sql.Tx) (err error) {
		left, err = scanReady(tx.QueryContext(ctx, text, q.clock.micros(), q.config.Identity))
		return err
	})
	if err != nil {
		return fmt.Errorf("jobs: reclaim: %w", err)
	}
	for _, e := range left {
		q.tell(e)
	}
	return nil
}

func scanReady(rows *sql.Rows, err error) (events []Event, _ error) {
	if err != nil {
		return nil, err
	}
	err = each(rows, func() error {
		e := Event{What: Requeued}
		err := rows.Scan(&e.ID, &e.Kind, &e.Attempt)
		events = append(events, e)
		return err
	})
	return events, err
}

// rearm sets waits and leases anew that end later than their whole length from now: they
// were set by a clock that has been set back since.
func (q *Queue) rearm(ctx context.Context) error {
	err := q.db.Write(ctx, func(ctx context.Context, tx *sql.Tx) error {
		now := q.clock.micros()
		_, err := tx.ExecContext(ctx, `UPDATE job SET due_at = $1 + span
			WHERE state IN ('waiting', 'running') AND span > 0 AND due_at > $2 + span`, now, now+jump.Microseconds())
		return err
	})
	if err != nil {
		return fmt.Errorf("jobs: rearm: %w", err)
	}
	return nil
}

// purge deletes finished jobs whose retention is over, some at a time.
func (q *Queue) purge(ctx context.Context) (more bool, err error) {
	const some = 1000
	text := fmt.Sprintf(`DELETE FROM job WHERE id IN (SELECT id FROM job
		WHERE finished_at > 0 AND finished_at < $3
			AND (state = 'dead' AND finished_at < $1 OR state <> 'dead' AND finished_at < $2) LIMIT %d)`, some)
	err = q.db.Write(ctx, func(ctx context.Context, tx *sql.Tx) error {
		now := q.clock.micros()
		dead, others := now-q.config.RetainDead.Microseconds(), now-q.config.Retain.Microseconds()
		result, err := tx.ExecContext(ctx, text, dead, others, max(dead, others))
		if err != nil {
			return err
		}
		n, err := result.RowsAffected()
		more = n == some
		return err
	})
	if err != nil {
		return false, fmt.Errorf("jobs: purge: %w", err)
	}
	return more, nil
}
