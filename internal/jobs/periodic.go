package jobs

import (
	"context"
	"database/sql"
	"fmt"
	"slices"
	"time"
)

// Periodic inserts a job at every tick: the multiples of Every since 1970, UTC, so that a
// day's tick is midnight. Over all processes together a tick is fired once; of those that
// went by while no process ran, one is. A tick is left out while the job of an earlier one
// is unfinished.
type Periodic struct {
	Name    string // unique in the database
	Kind    string
	Every   time.Duration // a second at least
	Payload any
}

func (q *Queue) check(p Periodic) error {
	if p.Name == "" || p.Every < time.Second {
		return fmt.Errorf("jobs: periodic %q needs a name and a second at least, it has %v", p.Name, p.Every)
	}
	if slices.ContainsFunc(q.chores, func(other Periodic) bool { return other.Name == p.Name }) {
		return fmt.Errorf("jobs: two periodic jobs %q", p.Name)
	}
	_, err := q.prepare(p.spec())
	return err
}

func (p Periodic) spec() Spec {
	return Spec{Kind: p.Kind, Payload: p.Payload, Unique: "periodic " + p.Name}
}

// fire inserts the jobs whose tick has come and was fired by nobody.
func (q *Queue) fire(ctx context.Context) error {
	for _, p := range q.chores {
		tick := q.clock.micros() / p.Every.Microseconds()
		if q.ticks[p.Name] == tick {
			continue
		}
		id, err := q.fireOnce(ctx, p, tick)
		if err != nil {
			return fmt.Errorf("jobs: periodic %s: %w", p.Name, err)
		}
		q.ticks[p.Name] = tick
		if id != 0 {
			q.tell(Event{What: Fired, ID: id, Kind: p.Kind})
		}
	}
	return nil
}

// fireOnce returns 0 when another process has fired the tick. A recorded tick of the far
// future is from before the clock was set back; the next one may be from a faster clock.
func (q *Queue) fireOnce(ctx context.Context, p Periodic, tick int64) (id int64, err error) {
	const text = `INSERT INTO job_tick (name, tick) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET tick = excluded.tick
		WHERE job_tick.tick < excluded.tick OR job_tick.tick > excluded.tick + 1`
	err = q.db.Write(ctx, func(ctx context.Context, tx *sql.Tx) error {
		id = 0
		result, err := tx.ExecContext(ctx, text, p.Name, tick)
		if err != nil {
			return err
		}
		if n, err := result.RowsAffected(); err != nil || n == 0 {
			return err
		}
		id, err = q.Insert(ctx, tx, p.spec())
		return err
	})
	return id, err
}
