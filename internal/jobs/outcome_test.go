package jobs

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"kadry/internal/store"
	"kadry/internal/store/storetest"
)

// webhook is a schedule as a delivery wants it, dense at first because a person waits.
var webhook = Schedule{Jitter: 0.2, Delays: []time.Duration{
	2 * time.Second, 10 * time.Second, 30 * time.Second, 2 * time.Minute, 10 * time.Minute, 30 * time.Minute,
	2 * time.Hour, 6 * time.Hour, 12 * time.Hour,
}}

func TestSchedule_waitsAsWritten(t *testing.T) {
	t.Parallel()
	if got := webhook.attempts(); got != 10 {
		t.Errorf("%d attempts, want 10", got)
	}
	for attempt := 1; attempt <= 12; attempt++ {
		want := webhook.Delays[min(attempt, 9)-1]
		shortest, longest := time.Duration(1<<62), time.Duration(0)
		for range 300 {
			wait := webhook.after(attempt)
			shortest, longest = min(shortest, wait), max(longest, wait)
		}
		low, high := want*8/10, want*12/10
		if shortest < low || longest > high || longest-shortest < (high-low)/2 {
			t.Errorf("after attempt %d: %v to %v, want about %v to %v", attempt, shortest, longest, low, high)
		}
	}
	if got := (Schedule{}).after(1); got != 0 {
		t.Errorf("no schedule waits %v", got)
	}
}

// Each way an attempt can end, with what is kept of it.
func TestWork_outcomes(t *testing.T) {
	later := time.Now().Add(time.Hour).Truncate(time.Second)
	refuse := func(context.Context, *sql.Tx) error { return errTest }
	for name, c := range map[string]struct {
		work    Handler
		what    What
		state   State
		attempt int
		effects int64
		err     string
	}{
		"done":                   {func(_ context.Context, j Job) (Effect, error) { return note(j), nil }, Finished, Done, 1, 1, ""},
		"done without an effect": {func(context.Context, Job) (Effect, error) { return nil, nil }, Finished, Done, 1, 0, ""},
		"failed":                 {func(_ context.Context, j Job) (Effect, error) { return note(j), errTest }, Retried, Waiting, 1, 1, "not today"},
		"failed, asked to wait": {func(_ context.Context, j Job) (Effect, error) {
			return nil, fmt.Errorf("receiver: %w", RetryIn(time.Hour, errTest))
		}, Retried, Waiting, 1, 0, "receiver: not today (again in 1h0m0s)"},
		"failed, asked to try at once": {func(_ context.Context, j Job) (Effect, error) {
			if j.Attempt > 1 {
				return note(j), nil
			}
			return func(context.Context, *sql.Tx) error { return RetryIn(0, errTest) }, nil
		}, Finished, Done, 2, 1, "effect: not today (again in 0s)"},
		"snoozed":  {func(_ context.Context, j Job) (Effect, error) { return note(j), Snooze(later) }, Snoozed, Waiting, 0, 1, ""},
		"for good": {func(_ context.Context, j Job) (Effect, error) { return note(j), Permanent(errTest) }, Buried, Dead, 1, 1, "not today (for good)"},
		"panic":    {func(context.Context, Job) (Effect, error) { panic("spoilt") }, Retried, Waiting, 1, 0, "panic: spoilt"},
		"effect fails": {func(_ context.Context, j Job) (Effect, error) {
			return func(ctx context.Context, tx *sql.Tx) error { return errors.Join(note(j)(ctx, tx), errTest) }, nil
		}, Retried, Waiting, 1, 0, "effect: not today"},
		"effect panics": {func(_ context.Context, j Job) (Effect, error) {
			return func(context.Context, *sql.Tx) error { var p *Job; _ = p.ID; return nil }, nil
		}, Retried, Waiting, 1, 0, "nil pointer"},
		"effect breaks the SQL": {func(_ context.Context, j Job) (Effect, error) {
			return func(ctx context.Context, tx *sql.Tx) error {
				_, err := tx.ExecContext(ctx, "INSERT INTO nowhere VALUES (1)")
				return errors.Join(err, note(j)(ctx, tx))
			}, nil
		}, Retried, Waiting, 1, 0, "nowhere"},
		"effect of a failure fails": {func(context.Context, Job) (Effect, error) { return refuse, Permanent(errors.New("first")) }, Retried, Waiting, 1, 0, "effect: not today"},
		"error of hostile bytes": {func(context.Context, Job) (Effect, error) {
			return nil, errors.New("a\x00b\xff" + strings.Repeat("ж", 3000))
		}, Retried, Waiting, 1, 0, "abж"},
		"timeout": {func(ctx context.Context, _ Job) (Effect, error) { <-ctx.Done(); return nil, ctx.Err() }, Retried, Waiting, 1, 0, "deadline"},
	} {
		t.Run(name, func(t *testing.T) {
			conform(t, func(t *testing.T, _ storetest.Bench, db *store.DB) {
				kind := Kind{Name: "kind", Work: c.work, Retry: Schedule{Delays: []time.Duration{time.Hour}}}
				if name == "timeout" {
					kind.Timeout = time.Millisecond
				}
				p := newProcess(t, db, Config{}, kind)
				id := p.insert(t, Spec{Kind: "kind"})
				p.start(t)
				p.await(t, c.what)
				j := p.want(t, id, c.state, c.attempt)
				if !strings.Contains(j.Error, c.err) || (j.Error == "") != (c.err == "") || len(j.Error) > maxError {
					t.Errorf("error %q, want one with %q", j.Error, c.err)
				}
				if got := effects(t, db); got != c.effects {
					t.Errorf("%d effects, want %d", got, c.effects)
				}
				if wait := time.Until(j.Due); c.state == Waiting && (wait < 50*time.Minute || wait > 70*time.Minute) {
					t.Errorf("waits %v, want about an hour", wait)
				}
				if j.Finished.IsZero() != (c.state == Waiting) {
					t.Errorf("finished %v in state %s", j.Finished, j.State)
				}
			})
		})
	}
}

// Who only made way for somebody faster has not failed: that is counted as no failure, until no
// attempt is left.
func TestRepeated_isNoFailure(t *testing.T) {
	conform(t, func(t *testing.T, _ storetest.Bench, db *store.DB) {
		p := newProcess(t, db, Config{}, Kind{Name: "late", Retry: atOnce(3), Work: func(context.Context, Job) (Effect, error) {
			return func(context.Context, *sql.Tx) error { return RetryIn(0, errTest) }, nil
		}})
		id := p.insert(t, Spec{Kind: "late"})
		p.start(t)
		p.await(t, Repeated)
		p.await(t, Repeated)
		p.await(t, Buried)
		p.want(t, id, Dead, 3)
		if k := p.kinds["late"]; k.failed.Load() != 1 || k.retried.Load() != 0 {
			t.Errorf("%d failed, %d retried", k.failed.Load(), k.retried.Load())
		}
	})
}

// A job is tried as often as it may be and then dead, in one transaction with what its
// kind does about that.
func TestBuried_afterTheLastAttempt(t *testing.T) {
	conform(t, func(t *testing.T, _ storetest.Bench, db *store.DB) {
		ceremonies, refusals := 0, 1
		fail := func(context.Context, Job) (Effect, error) { return nil, errTest }
		p := newProcess(t, db, Config{Workers: 1}, Kind{Name: "mourned", Work: fail, Retry: atOnce(3), Buried: func(ctx context.Context, tx *sql.Tx, j Job, cause error) error {
			if !errors.Is(cause, errTest) || j.Attempt != 3 {
				t.Errorf("buried at attempt %d for %v", j.Attempt, cause)
			}
			if refusals--; refusals >= 0 { // a passing failure of the ceremony does not lose it
				return errors.Join(note(j)(ctx, tx), errTest)
			}
			ceremonies++
			return note(j)(ctx, tx)
		}},
			Kind{Name: "unmourned", Work: fail, Retry: atOnce(1), Buried: func(ctx context.Context, tx *sql.Tx, j Job, _ error) error {
				return errors.Join(note(j)(ctx, tx), errTest) // always
			}})
		p.start(t)
		id := p.insert(t, Spec{Kind: "mourned"})
		if e := p.await(t, Buried); e.ID != id || !errors.Is(e.Err, errTest) {
			t.Errorf("buried %+v", e)
		}
		p.want(t, id, Dead, 3)
		if effects(t, db) != 1 || ceremonies != 1 {
			t.Errorf("%d ceremonies left %d notes, want 1", ceremonies, effects(t, db))
		}
		id = p.insert(t, Spec{Kind: "unmourned"})
		p.await(t, Buried)
		p.want(t, id, Dead, 1)
		if got := effects(t, db); got != 1 {
			t.Errorf("a ceremony that failed left its note: %d", got)
		}
	})
}

// Of jobs that end at once some have effects that fail; the others are not harmed.
func TestWork_effectsDoNotHarmEachOther(t *testing.T) {
	conform(t, func(t *testing.T, _ storetest.Bench, db *store.DB) {
		const n = 120
		p := newProcess(t, db, Config{Workers: 16}, Kind{Name: "mixed", Retry: atOnce(2), Work: func(_ context.Context, j Job) (Effect, error) {
			switch {
			case j.ID%4 == 0 && j.Attempt == 1:
				return func(ctx context.Context, tx *sql.Tx) error { return errors.Join(note(j)(ctx, tx), errTest) }, nil
			case j.ID%7 == 0 && j.Attempt == 1:
				return func(_ context.Context, tx *sql.Tx) error { return tx.Rollback() }, nil
			}
			return note(j), nil
		}})
		for range n {
			p.insert(t, Spec{Kind: "mixed"})
		}
		p.start(t)
		for range n {
			p.await(t, Finished)
		}
		if got := number(t, db, "SELECT count(DISTINCT job) FROM effect"); got != n || effects(t, db) != n {
			t.Errorf("%d effects of %d jobs, want %d of each", effects(t, db), got, n)
		}
		if got := number(t, db, "SELECT count(*) FROM effect WHERE attempt = 2"); got != n/4+n/7-n/28 {
			t.Errorf("%d jobs took a second attempt, want %d", got, n/4+n/7-n/28)
		}
	})
}
