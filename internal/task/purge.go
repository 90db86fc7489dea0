package task

import (
	"context"
	"database/sql"
	"fmt"
	"time"

	"kadry/internal/fault"
	"kadry/internal/jobs"
)

// abandoned is how long an unfinished task may stand still: the machine whose files it needs
// does not come back, or the operator took its job away.
const abandoned = 7 * 24 * time.Hour

// purge forgets tasks whose time is over, and fails those that nobody works.
func (t *Tasks) purge(ctx context.Context, _ jobs.Job) (jobs.Effect, error) {
	now := t.config.Now()
	failed, err := writeFailure(fault.E(fault.Unavailable, fault.Say("No process worked on it for %d days.", "За %d дней ни один процесс за неё не взялся.", int(abandoned.Hours()/24)), nil))
	if err != nil {
		return nil, fmt.Errorf("task: failure: %w", err)
	}
	if _, err := t.change(ctx, `UPDATE task SET state = 'failed', failure = $1, remaining = 0, args = '', point = '', run = '',
		revision = revision + 1, updated_at = $2, finished_at = $2, expires_at = $3 WHERE finished_at = 0 AND updated_at < $4`,
		failed, micros(now), micros(now.Add(t.config.Retain)), micros(now.Add(-abandoned))); err != nil {
		return nil, fmt.Errorf("task: abandon: %w", err)
	}
	for n := int64(1); n > 0; {
		if n, err = t.change(ctx, `DELETE FROM task WHERE id IN (SELECT id FROM task
			WHERE finished_at > 0 AND expires_at <= $1 ORDER BY expires_at LIMIT 500)`, micros(now)); err != nil {
			return nil, fmt.Errorf("task: purge: %w", err)
		}
	}
	return nil, nil
}

// change runs one statement and returns how many rows it changed.
func (t *Tasks) change(ctx context.Context, text string, args ...any) (rows int64, err error) {
	err = t.config.DB.Write(ctx, func(ctx context.Context, tx *sql.Tx) error {
		done, err := tx.ExecContext(ctx, text, args...)
		if err == nil {
			rows, err = done.RowsAffected()
		}
		return err
	})
	return rows, err
}
