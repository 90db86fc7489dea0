package jobs

import (
	"context"
	"database/sql"
	"errors"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"kadry/internal/store"
	"kadry/internal/store/storetest"
)

// At the end running handlers come to theirs, and nothing else is begun.
func TestRun_drains(t *testing.T) {
	conform(t, func(t *testing.T, _ storetest.Bench, db *store.DB) {
		g := newGate()
		p := newProcess(t, db, Config{Workers: 2}, Kind{Name: "gate", Work: g.work})
		var ids []int64
		for range 4 {
			ids = append(ids, p.insert(t, Spec{Kind: "gate"}))
		}
		stop := p.start(t)
		receive(t, g.begun)
		receive(t, g.begun)
		var stopped sync.WaitGroup
		stopped.Go(stop)
		g.open <- nil
		g.open <- nil
		stopped.Wait()
		for i, id := range ids {
			want, attempt := Done, 1
			if i >= 2 {
				want, attempt = Ready, 0
			}
			p.want(t, id, want, attempt)
		}
		if err := p.Run(t.Context()); err == nil {
			t.Error("a queue ran twice")
		}
	})
}

// Handlers that outlast the grace end, and their jobs are as if they had not begun; one
// that comes to its end all the same is done.
func TestRun_givesBackWhatOutlastsTheGrace(t *testing.T) {
	conform(t, func(t *testing.T, _ storetest.Bench, db *store.DB) {
		g := newGate()
		stubborn := func(ctx context.Context, j Job) (Effect, error) {
			g.begun <- j
			<-ctx.Done()
			return note(j), nil
		}
		p := newProcess(t, db, Config{Grace: time.Millisecond}, Kind{Name: "gate", Work: g.work}, Kind{Name: "stubborn", Work: stubborn})
		given := p.insert(t, Spec{Kind: "gate", Attempts: 1})
		done := p.insert(t, Spec{Kind: "stubborn"})
		stop := p.start(t)
		receive(t, g.begun)
		receive(t, g.begun)
		stop()
		if cause := receive(t, g.ended); !errors.Is(cause, ErrStopped) {
			t.Errorf("the handler ended by %v, want %v", cause, ErrStopped)
		}
		p.want(t, given, Ready, 0)
		p.want(t, done, Done, 1)
		if got := effects(t, db); got != 1 {
			t.Errorf("%d effects, want that of the one that is done", got)
		}
	})
}

// What was claimed when the end came, and not begun, is given back at once.
func TestRun_givesBackWhatIsNotBegun(t *testing.T) {
	conform(t, func(t *testing.T, _ storetest.Bench, db *store.DB) {
		p := newProcess(t, db, Config{}, noting("note"))
		id := p.insert(t, Spec{Kind: "note"})
		over, cancel := context.WithCancel(t.Context())
		cancel()
		var workers sync.WaitGroup
		if err := p.fill(over, t.Context(), &workers); err != nil {
			t.Fatal(err)
		}
		workers.Wait()
		p.want(t, id, Ready, 0)
		if told := p.told(); len(told) != 2 || told[1] != Released {
			t.Errorf("told %v, want it claimed and released", told)
		}
	})
}

func TestRun_boundsWhatRunsAtOnce(t *testing.T) {
	conform(t, func(t *testing.T, _ storetest.Bench, db *store.DB) {
		wide, narrow := newGate(), newGate()
		var all, few crowd
		p := newProcess(t, db, Config{Workers: 5}, Kind{Name: "wide", Work: all.counted(wide.work)},
			Kind{Name: "narrow", Work: all.counted(few.counted(narrow.work)), AtOnce: 2})
		for range 10 {
			p.insert(t, Spec{Kind: "narrow"})
		}
		p.start(t)
		receive(t, narrow.begun)
		receive(t, narrow.begun)
		for range 10 {
			p.insert(t, Spec{Kind: "wide"})
		}
		for range 3 { // the narrow kind's backlog, which is older, leaves room for the other
			receive(t, wide.begun)
		}
		for range 10 {
			narrow.open <- nil
			p.await(t, Finished)
			wide.open <- nil
			p.await(t, Finished)
		}
		if all.most.Load() != 5 || few.most.Load() != 2 {
			t.Errorf("%d ran at once and %d of the narrow kind, want 5 and 2", all.most.Load(), few.most.Load())
		}
	})
}

// crowd counts the handlers that run at once.
type crowd struct{ now, most atomic.Int64 }

func (c *crowd) counted(work Handler) Handler {
	return func(ctx context.Context, j Job) (Effect, error) {
		now := c.now.Add(1)
		defer c.now.Add(-1)
		for most := c.most.Load(); now > most && !c.most.CompareAndSwap(most, now); {
			most = c.most.Load()
		}
		return work(ctx, j)
	}
}

// The server goes away while jobs run and comes back: what had ended meanwhile is
// committed once, and the rest goes on.
func TestRun_databaseAwayAndBack(t *testing.T) {
	t.Parallel()
	b := storetest.PostgreSQL(t, Schema())
	direct := b.Open(t)
	perform(t, direct, "CREATE TABLE effect (job BIGINT NOT NULL, attempt BIGINT NOT NULL)")
	relay := storetest.NewRelay(t, b.URL)
	g := newGate()
	gate, config := Kind{Name: "gate", Work: g.work}, Config{Poll: 50 * time.Millisecond, Lease: time.Minute}
	p := newProcess(t, storetest.OpenURL(t, relay.URL, Schema()), config, gate)
	near := newProcess(t, direct, config, gate)
	ids := []int64{near.insert(t, Spec{Kind: "gate", OrderKey: "k"}), near.insert(t, Spec{Kind: "gate", OrderKey: "k"})}
	p.start(t)
	for round, id := range ids {
		receive(t, g.begun)
		relay.Cut()
		g.open <- nil
		for refused := relay.Refused.Load(); relay.Refused.Load() < refused+3; {
			<-time.After(10 * time.Millisecond)
		}
		near.want(t, id, Running, 1)
		relay.Mend()
		p.await(t, Finished)
		near.want(t, id, Done, 1)
		if got := effects(t, direct); got != int64(round+1) {
			t.Errorf("%d effects of %d jobs", got, round+1)
		}
	}
}

// Another process writes for a long time to the same file.
func TestRun_databaseLocked(t *testing.T) {
	t.Parallel()
	b := storetest.SQLite(t, Schema())
	db := b.Open(t)
	perform(t, db, "CREATE TABLE effect (job BIGINT NOT NULL, attempt BIGINT NOT NULL)")
	impatient, err := store.Open(t.Context(), store.Config{URL: b.URL, LockTimeout: 10 * time.Millisecond})
	if err != nil {
		t.Fatal(err)
	}
	defer impatient.Close()
	g := newGate()
	gate := Kind{Name: "gate", Work: g.work}
	p, other := newProcess(t, impatient, Config{Poll: 50 * time.Millisecond}, gate), newProcess(t, db, Config{}, gate)
	id := other.insert(t, Spec{Kind: "gate"})
	stop := p.start(t)
	defer stop()
	receive(t, g.begun)
	write1(t, db, holdFor(t, func() {
		g.open <- nil
		<-time.After(300 * time.Millisecond)
	}))
	p.await(t, Finished)
	other.want(t, id, Done, 1)
	if got := effects(t, db); got != 1 {
		t.Errorf("%d effects", got)
	}
}

// holdFor is a transaction that writes, and holds the file while fn runs.
func holdFor(t *testing.T, fn func()) func(ctx context.Context, tx *sql.Tx) error {
	t.Helper()
	return func(ctx context.Context, tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, "DELETE FROM effect")
		fn()
		return err
	}
}
