package jobs

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"runtime/debug"
	"time"

	"kadry/internal/fault"
)

// failedEffect is the error of an effect, as against one of the database around it.
type failedEffect struct{ cause error }

func (e *failedEffect) Error() string { return "effect: " + e.cause.Error() }
func (e *failedEffect) Unwrap() error { return e.cause }

// effectTries is how often an effect is run that the database did not let through, before
// the attempt counts as failed.
const effectTries = 3

// lost says of an outcome that it found its lease lost, and has changed nothing.
func lost(err error) bool { return errors.Is(err, ErrLost) }

// settle brings a verdict into the database, however long that is away, and says what came of it.
func (q *Queue) settle(ctx context.Context, h *hold, v verdict) {
	pause := 50 * time.Millisecond
	for tries := 1; ; tries++ {
		err := q.outcomes.Write(ctx, func(ctx context.Context, tx *sql.Tx) error { return q.conclude(ctx, tx, h, v) })
		switch {
		case err == nil:
			q.tell(Event{What: v.what, ID: h.job.ID, Kind: h.job.Kind, Attempt: h.job.Attempt, Err: v.err})
			return
		case errors.Is(err, ErrLost):
			q.tell(Event{What: Lost, ID: h.job.ID, Kind: h.job.Kind, Attempt: h.job.Attempt})
			return
		case ctx.Err() != nil: // the lease runs out and another process does it
			return
		case v.blamed(err, tries):
			v, tries = q.without(h, v, err), 0
			continue
		}
		q.trouble(ctx, "settle", err)
		if !wait(ctx, pause) {
			return
		}
		pause = min(2*pause, time.Second)
	}
}

// blamed says that err is the doing of the effect and not of a database that is away. What
// is neither is the effect's too: it can end the transaction, or spoil it for the commit.
func (v verdict) blamed(err error, tries int) bool {
	if fault.KindOf(err) != fault.Unavailable {
		return v.effect != nil
	}
	_, ofEffect := errors.AsType[*failedEffect](err)
	return ofEffect && tries >= effectTries
}

// without is the verdict when the effect of v does not work: a failed attempt, and in the
// end a funeral without a ceremony.
func (q *Queue) without(h *hold, v verdict, err error) verdict {
	if !v.buried {
		return q.judge(h, nil, err)
	}
	if h.funerals++; h.funerals < 3 {
		return q.bury(h, nil, v.err)
	}
	q.config.Log.Error("a dead job is buried without what its kind does then", "job", h.job.ID, "kind", h.job.Kind, "error", err)
	return verdict{what: Buried, state: Dead, err: v.err}
}

// bury is the verdict of a job that no attempt is left for.
func (q *Queue) bury(h *hold, effect Effect, cause error) verdict {
	v := verdict{what: Buried, state: Dead, err: cause, effect: effect}
	if buried := h.kind.Buried; buried != nil {
		v.buried = true
		v.effect = func(ctx context.Context, tx *sql.Tx) error {
			if effect != nil {
				if err := effect(ctx, tx); err != nil {
					return err
				}
			}
			return buried(ctx, tx, h.job, cause)
		}
	}
	return v
}

// conclude takes the job out of running under the token of its lease, and then runs the effect.
func (q *Queue) conclude(ctx context.Context, tx *sql.Tx, h *hold, v verdict) error {
	now, finished := q.clock.micros(), int64(0)
	if v.state == Done || v.state == Dead {
		finished = now
	}
	result, err := q.texts.conclude.exec(ctx, tx, string(v.state), v.due, v.span, v.attempts, now, finished, brief(v.err), h.job.ID, h.token)
	if err != nil {
		return fmt.Errorf("jobs: conclude %s %d: %w", h.job.Kind, h.job.ID, err)
	}
	switch n, err := result.RowsAffected(); {
	case err != nil:
		return fmt.Errorf("jobs: conclude %s %d: %w", h.job.Kind, h.job.ID, err)
	case n == 0:
		return ErrLost
	}
	if v.effect == nil {
		return nil
	}
	if err := guarded(func() error { return v.effect(ctx, tx) }); err != nil {
		return &failedEffect{err}
	}
	return nil
}

// guarded turns a panic of somebody else's function into its error.
func guarded(fn func() error) (err error) {
	defer func() {
		if said := recover(); said != nil {
			err = fmt.Errorf("jobs: panic: %v\n%s", said, debug.Stack())
		}
	}()
	return fn()
}
