package jobs

import (
	"context"
	"database/sql"
	"errors"
	"testing"
	"time"

	"kadry/internal/store"
	"kadry/internal/store/storetest"
)

// aFew is how many looks at the queue may find nothing that is due: one that was under way,
// one for the clock and one for the news.
const aFew = 3

// A process that vanished holds a lease, and another one takes the job over when it ends and
// not before; what the first one then still wants to commit is refused.
func TestLease_ofAVanishedProcess(t *testing.T) {
	conform(t, func(t *testing.T, b storetest.Bench, db *store.DB) {
		const lease = time.Hour
		clock := newShifted()
		config := Config{Lease: lease, Poll: 20 * time.Millisecond, Clock: clock.now}
		gone, p := newProcess(t, b.Open(t), config, noting("note")), newProcess(t, db, config, noting("note"))
		id := p.insert(t, Spec{Kind: "note", OrderKey: "k"})
		next := p.insert(t, Spec{Kind: "note", OrderKey: "k"})
		held := gone.claimAll(t)
		p.start(t)
		clock.set(lease - time.Minute)
		p.told()
		for range aFew {
			p.await(t, Idle)
		}
		p.want(t, id, Running, 1)
		p.told()
		clock.set(lease + time.Second)
		if e, idle := p.looks(t, Requeued); e.ID != id || e.Attempt != 0 || idle > aFew {
			t.Errorf("took over %+v after %d looks, want job %d with its attempt given back", e, idle, id)
		}
		for _, want := range []int64{id, next} {
			if e := p.await(t, Finished); e.ID != want {
				t.Errorf("%d was worked, want %d", e.ID, want)
			}
		}
		gone.settle(t.Context(), held[0], verdict{what: Finished, state: Done, effect: note(held[0].job)})
		if told := gone.told(); len(told) != 1 || told[0] != Lost {
			t.Errorf("the vanished process was told %v, want %s", told, Lost)
		}
		if j := p.want(t, id, Done, 1); j.Error != vanished {
			t.Errorf("the job's last error is %q, want %q", j.Error, vanished)
		}
		if got := effects(t, db); got != 2 {
			t.Errorf("%d effects of two jobs", got)
		}
	})
}

// What a process held before it was killed is its own again as soon as it is back.
func TestLease_ownIsTakenBackAtStart(t *testing.T) {
	conform(t, func(t *testing.T, b storetest.Bench, db *store.DB) {
		config := Config{Lease: time.Hour}
		config.Identity = "other"
		other := newProcess(t, b.Open(t), config, noting("note"))
		config.Identity = "worker-1"
		before, p := newProcess(t, b.Open(t), config, noting("note")), newProcess(t, db, config, noting("note"))
		foreign := p.insert(t, Spec{Kind: "note"})
		other.claimAll(t)
		id := p.insert(t, Spec{Kind: "note"})
		before.claimAll(t)
		p.start(t)
		if e := p.await(t, Requeued); e.ID != id {
			t.Errorf("took back %+v, want %d", e, id)
		}
		if e := p.await(t, Finished); e.ID != id {
			t.Errorf("worked %+v, want %d", e, id)
		}
		p.want(t, foreign, Running, 1)
	})
}

// Handlers that run longer than the lease keep it, as long as their process lives.
func TestLease_isRenewedWhileHandlersRun(t *testing.T) {
	conform(t, func(t *testing.T, b storetest.Bench, db *store.DB) {
		const lease = 3 * time.Second
		g := newGate()
		slow, config := Kind{Name: "slow", Work: g.work}, Config{Lease: lease, Poll: 100 * time.Millisecond}
		p, rival := newProcess(t, db, config, slow), newProcess(t, b.Open(t), config, slow)
		id := p.insert(t, Spec{Kind: "slow"})
		p.start(t)
		receive(t, g.begun)
		rival.start(t)
		renewed := time.Now().Add(lease + lease/2)
		for time.Now().Before(renewed) {
			rival.await(t, Idle)
		}
		g.open <- nil
		p.await(t, Finished)
		p.want(t, id, Done, 1)
		if told := rival.told(); len(told) != 0 {
			t.Errorf("the rival did %v", told)
		}
	})
}

// A handler whose lease was taken away learns of it at the next heartbeat, and nothing it
// did is kept; the same for one whose job was cancelled or erased.
func TestLease_lostWhileTheHandlerRuns(t *testing.T) {
	conform(t, func(t *testing.T, _ storetest.Bench, db *store.DB) {
		g := newGate()
		p := newProcess(t, db, Config{Lease: 300 * time.Millisecond}, Kind{Name: "slow", Work: g.work})
		p.start(t)
		for name, take := range map[string]func(ctx context.Context, tx *sql.Tx, id int64) error{
			"taken over": func(ctx context.Context, tx *sql.Tx, id int64) error {
				_, err := tx.ExecContext(ctx, "UPDATE job SET owner = 'rival', token = 'x', due_at = due_at + 60000000 WHERE id = $1", id)
				return err
			},
			"cancelled": func(ctx context.Context, tx *sql.Tx, id int64) error {
				was, err := p.Cancel(ctx, tx, id)
				if !was {
					err = errors.Join(err, errors.New("the running job counts as finished"))
				}
				return err
			},
			"erased": func(ctx context.Context, tx *sql.Tx, _ int64) error {
				n, err := p.Erase(ctx, tx, "person 7")
				if n != 1 {
					err = errors.Join(err, errors.New("not erased"))
				}
				return err
			},
		} {
			id := p.insert(t, Spec{Kind: "slow", OrderKey: map[bool]string{true: "person 7"}[name == "erased"]})
			receive(t, g.begun)
			write1(t, db, func(ctx context.Context, tx *sql.Tx) error { return take(ctx, tx, id) })
			if cause := receive(t, g.ended); !errors.Is(cause, ErrLost) {
				t.Errorf("%s: the handler ended by %v, want %v", name, cause, ErrLost)
			}
			if e := p.await(t, Lost); e.ID != id {
				t.Errorf("%s: lost %+v", name, e)
			}
		}
		if got := effects(t, db); got != 0 {
			t.Errorf("%d effects were kept", got)
		}
	})
}

// A job that kills its processes is buried by one that only looks at how often it was tried.
func TestLease_ofAJobThatKills(t *testing.T) {
	conform(t, func(t *testing.T, _ storetest.Bench, db *store.DB) {
		g := newGate()
		p := newProcess(t, db, Config{}, Kind{
			Name: "deadly", Work: g.work, Retry: atOnce(2),
			Buried: func(ctx context.Context, tx *sql.Tx, j Job, _ error) error { return note(j)(ctx, tx) },
		})
		id := p.insert(t, Spec{Kind: "deadly"})
		perform(t, db, "UPDATE job SET lost = "+forgiven+" - 1")
		for range 3 { // the first of them is forgiven
			p.claimAll(t) // and vanishes
			perform(t, db, "UPDATE job SET due_at = 1")
			if _, err := p.sweep(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		p.start(t)
		p.await(t, Buried)
		p.want(t, id, Dead, 3)
		if len(g.begun) != 0 || effects(t, db) != 1 {
			t.Errorf("it was begun %d times more, and buried with %d ceremonies", len(g.begun), effects(t, db))
		}
	})
}

// shifted is a database clock that a test sets.
type shifted struct{ by chan time.Duration }

func newShifted() *shifted {
	s := &shifted{make(chan time.Duration, 1)}
	s.by <- 0
	return s
}

func (s *shifted) set(by time.Duration) {
	<-s.by
	s.by <- by
}

func (s *shifted) now(context.Context) (time.Time, error) {
	by := <-s.by
	s.by <- by
	return time.Now().Add(by), nil
}

// The clock is set back an hour: what is ready stays ready, a retry and a dead process's
// lease wait no longer than they were to, and a date moves with the clock.
func TestClock_setBack(t *testing.T) {
	conform(t, func(t *testing.T, _ storetest.Bench, db *store.DB) {
		clock := newShifted()
		g := newGate()
		config := Config{Clock: clock.now, Poll: 50 * time.Millisecond, Lease: 1500 * time.Millisecond}
		p := newProcess(t, db, config, Kind{Name: "gate", Work: g.work, Retry: Schedule{Delays: []time.Duration{1500 * time.Millisecond}}})
		gone := newProcess(t, db, config, noting("left"))
		left := gone.insert(t, Spec{Kind: "left"})
		gone.claimAll(t)
		date := p.insert(t, Spec{Kind: "gate", RunAt: time.Now().Add(30 * time.Minute)})
		retried := p.insert(t, Spec{Kind: "gate"})
		g.open <- errTest
		p.start(t)
		p.await(t, Retried)
		receive(t, g.begun)

		clock.set(-time.Hour)
		ready := p.insert(t, Spec{Kind: "gate"})
		begun := time.Now()
		for _, want := range []int64{ready, retried} {
			if j := receive(t, g.begun); j.ID != want {
				t.Errorf("%d began, want %d", j.ID, want)
			}
			g.open <- nil
		}
		if e := p.await(t, Requeued); e.ID != left {
			t.Errorf("%d was left, want %d", e.ID, left)
		}
		if took := time.Since(begun); took > patience/2 {
			t.Errorf("it took %v", took)
		}
		p.want(t, date, Waiting, 0)

		clock.set(time.Hour) // and forward again: the date has come
		if j := receive(t, g.begun); j.ID != date {
			t.Errorf("%d began, want %d", j.ID, date)
		}
		g.open <- nil
		p.await(t, Finished)
	})
}

func TestClock_countsOnByItself(t *testing.T) {
	t.Parallel()
	var c clock
	said := time.Date(2030, 1, 1, 0, 0, 0, 0, time.UTC)
	for _, step := range []struct {
		said time.Time
		back bool
	}{
		{said, false},
		{said.Add(time.Hour), false},
		{said.Add(time.Hour - jump/2), false}, // a clock that is corrected a little was not set back
		{said, true},
	} {
		if back := c.set(step.said); back != step.back {
			t.Errorf("%v: set back %v, want %v", step.said, back, step.back)
		}
		if ahead := c.now().Sub(step.said); ahead < 0 || ahead > jump {
			t.Errorf("%v: it is %v later at once", step.said, ahead)
		}
	}
}
