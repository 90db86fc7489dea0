package jobs

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"runtime/debug"
	"sync"
	"time"

	"kadry/internal/fault"
	"kadry/internal/store"
)

// settler commits the outcomes of attempts. PostgreSQL takes many at once and groups their
// flushes itself. SQLite has one writer and a flush for each commit, so there whoever gets
// the turn commits for all that wait; when one of them fails, each is committed alone.
type settler struct {
	db      *store.DB
	grouped bool
	turn    chan struct{}
	mu      sync.Mutex
	waiting []*ending
}

// ending is one outcome on its way into the database.
type ending struct {
	fn   func(ctx context.Context, tx *sql.Tx) error
	err  error
	done chan struct{} // closed once err says how it went
}

func newSettler(db *store.DB) settler {
	return settler{db: db, grouped: db.Engine() == store.SQLite, turn: make(chan struct{}, 1)}
}

// commit runs fn in a transaction, perhaps together with others, none of which can make it fail.
func (s *settler) commit(ctx context.Context, fn func(ctx context.Context, tx *sql.Tx) error) error {
	if !s.grouped {
		return s.db.Write(ctx, fn)
	}
	mine := &ending{fn: fn, done: make(chan struct{})}
	s.mu.Lock()
	s.waiting = append(s.waiting, mine)
	s.mu.Unlock()
	select {
	case <-mine.done:
		return mine.err
	case s.turn <- struct{}{}:
	}
	s.mu.Lock()
	group := s.waiting
	s.waiting = nil
	s.mu.Unlock()
	s.flush(ctx, group)
	<-s.turn
	<-mine.done
	return mine.err
}

func (s *settler) flush(ctx context.Context, group []*ending) {
	err := s.together(ctx, group)
	_, ofEffect := errors.AsType[*failedEffect](err)
	away := !ofEffect && fault.KindOf(err) == fault.Unavailable
	for _, e := range group {
		switch {
		case err == nil: // each has its own by now
		case len(group) == 1, away:
			e.err = err
		default: // one of them spoilt it for all: alone, each spoils its own
			e.err = s.db.Write(ctx, e.fn)
		}
		close(e.done)
	}
}

// together runs the endings in one transaction. Its error is that of any of them, but for
// one that found its lease lost: that one has changed nothing.
func (s *settler) together(ctx context.Context, group []*ending) error {
	if len(group) == 0 { // who had the turn before took ours along
		return nil
	}
	return s.db.Write(ctx, func(ctx context.Context, tx *sql.Tx) error {
		for _, e := range group {
			if e.err = e.fn(ctx, tx); e.err != nil && !errors.Is(e.err, ErrLost) {
				return e.err
			}
		}
		return nil
	})
}

// failedEffect is the error of an effect, as against one of the database around it.
type failedEffect struct{ cause error }

func (e *failedEffect) Error() string { return "effect: " + e.cause.Error() }
func (e *failedEffect) Unwrap() error { return e.cause }

// effectTries is how often an effect is run that the database did not let through, before
// the attempt counts as failed.
const effectTries = 3

// settle brings a verdict into the database, however long that is away, and says what came of it.
func (q *Queue) settle(ctx context.Context, h *hold, v verdict) {
	pause := 50 * time.Millisecond
	for tries := 1; ; tries++ {
		err := q.settler.commit(ctx, func(ctx context.Context, tx *sql.Tx) error { return q.conclude(ctx, tx, h, v) })
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
