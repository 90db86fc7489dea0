package jobs

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"kadry/internal/fault"
	"kadry/internal/store"
	"kadry/internal/store/storetest"
)

func TestCancel(t *testing.T) {
	conform(t, func(t *testing.T, _ storetest.Bench, db *store.DB) {
		p := newProcess(t, db, Config{}, noting("note"))
		cancel := func(id int64) (was bool, err error) {
			err = db.Write(t.Context(), func(ctx context.Context, tx *sql.Tx) error {
				was, err = p.Cancel(ctx, tx, id)
				return err
			})
			return was, err
		}
		ready := p.insert(t, Spec{Kind: "note", Unique: "u"})
		waiting := p.insert(t, Spec{Kind: "note", RunAt: time.Now().Add(time.Hour)})
		for _, id := range []int64{ready, waiting} {
			if was, err := cancel(id); err != nil || !was {
				t.Errorf("cancel = %v, %v, want it ended", was, err)
			}
			p.want(t, id, Cancelled, 0)
			if was, err := cancel(id); err != nil || was {
				t.Errorf("cancel again = %v, %v, want nothing to end", was, err)
			}
		}
		if again := p.insert(t, Spec{Kind: "note", Unique: "u"}); again == ready {
			t.Error("a cancelled job holds its unique key")
		}
		_, err := cancel(1 << 40)
		wantFault(t, "cancel of nothing", err, fault.NotFound)
		_, err = p.Get(t.Context(), 1<<40)
		wantFault(t, "get of nothing", err, fault.NotFound)
	})
}

// What waits under a key is withdrawn, and nothing else; one that another transaction has in
// its hands is not waited for.
func TestWithdraw(t *testing.T) {
	conform(t, func(t *testing.T, _ storetest.Bench, db *store.DB) {
		p := newProcess(t, db, Config{}, noting("note"))
		withdraw := func(key string) (n int, err error) {
			err = db.Write(t.Context(), func(ctx context.Context, tx *sql.Tx) error {
				n, err = p.Withdraw(ctx, tx, key)
				return err
			})
			return n, err
		}
		hour := time.Now().Add(time.Hour)
		waiting := p.insert(t, Spec{Kind: "note", OrderKey: "a", RunAt: hour})
		others := []int64{
			p.insert(t, Spec{Kind: "note", OrderKey: "a"}), p.insert(t, Spec{Kind: "note", OrderKey: "b", RunAt: hour}), p.insert(t, Spec{Kind: "note", RunAt: hour}),
		}
		if db.Engine() == store.PostgreSQL {
			undo := errors.New("undo")
			err := db.Write(t.Context(), func(ctx context.Context, tx *sql.Tx) error {
				_, err := tx.ExecContext(ctx, "UPDATE job SET state = 'ready' WHERE id = $1", waiting)
				if n, failed := withdraw("a"); n != 0 || failed != nil {
					t.Errorf("withdrew %d that another transaction changes, %v", n, failed)
				}
				return errors.Join(err, undo)
			})
			if !errors.Is(err, undo) {
				t.Fatal(err)
			}
		}
		if n, err := withdraw("a"); n != 1 || err != nil {
			t.Errorf("withdrew %d, %v, want 1", n, err)
		}
		if n, err := withdraw("a"); n != 0 || err != nil {
			t.Errorf("withdrew %d, %v, want none", n, err)
		}
		if _, err := p.Get(t.Context(), waiting); fault.KindOf(err) != fault.NotFound {
			t.Errorf("what was withdrawn: %v", err)
		}
		for _, id := range others {
			if _, err := p.Get(t.Context(), id); err != nil {
				t.Errorf("another job: %v", err)
			}
		}
		if _, err := withdraw(""); err == nil {
			t.Error("everything without a key can be withdrawn")
		}
	})
}

func wantFault(t *testing.T, what string, err error, kind fault.Kind) {
	t.Helper()
	f := fault.From(err)
	if f == nil || f.Kind != kind || f.Text.EN == "" || f.Text.RU == "" {
		t.Errorf("%s = %v, want kind %s in two languages", what, err, kind)
	}
}

func TestDeadLetters_areListedAndRequeued(t *testing.T) {
	conform(t, func(t *testing.T, _ storetest.Bench, db *store.DB) {
		p := newProcess(t, db, Config{}, noting("mail"), noting("hook"))
		var ids []int64
		for i := range 7 {
			kind := []string{"mail", "hook"}[i%2]
			ids = append(ids, p.insert(t, Spec{Kind: kind, OrderKey: fmt.Sprint("k", i%3), Unique: fmt.Sprint("u", i), Attempts: 5}))
		}
		for dead := 0; dead < len(ids); {
			for _, h := range p.claimAll(t) {
				p.settle(t.Context(), h, p.judge(h, nil, Permanent(errTest)))
				dead++
			}
		}
		alive := p.insert(t, Spec{Kind: "mail", OrderKey: "k0"})

		list := func(f Filter) (ids []int64) {
			t.Helper()
			f.State = Dead
			jobs, err := p.List(t.Context(), f)
			if err != nil {
				t.Fatal(err)
			}
			for _, j := range jobs {
				ids = append(ids, j.ID)
			}
			return ids
		}
		for _, c := range []struct {
			name string
			f    Filter
			want []int64
		}{
			{"all", Filter{}, ids},
			{"a page", Filter{Limit: 3}, ids[:3]},
			{"the next", Filter{Limit: 3, After: ids[2]}, ids[3:6]},
			{"of a kind", Filter{Kind: "hook"}, []int64{ids[1], ids[3], ids[5]}},
			{"of a key", Filter{OrderKey: "k0"}, []int64{ids[0], ids[3], ids[6]}},
			{"of neither", Filter{Kind: "fax"}, nil},
		} {
			if got := list(c.f); !slices.Equal(got, c.want) {
				t.Errorf("%s: %v, want %v", c.name, got, c.want)
			}
		}
		if _, err := p.List(t.Context(), Filter{State: "gone'"}); err == nil {
			t.Error("a state that is none is accepted")
		}

		requeue := func(id int64) error {
			return db.Write(t.Context(), func(ctx context.Context, tx *sql.Tx) error { return p.Requeue(ctx, tx, id) })
		}
		perform(t, db, "UPDATE job SET lost = 40 WHERE id = $1", ids[0])
		if err := requeue(ids[0]); err != nil {
			t.Fatal(err)
		}
		p.want(t, ids[0], Ready, 0)
		if lost := number(t, db, "SELECT lost FROM job WHERE id = $1", ids[0]); lost != 0 {
			t.Errorf("%d vanished processes still count against a job that begins anew", lost)
		}
		wantFault(t, "requeue of one that is ready", requeue(ids[0]), fault.Conflict)
		wantFault(t, "requeue of nothing", requeue(1<<40), fault.NotFound)
		p.insert(t, Spec{Kind: "hook", Unique: "u1"})
		wantFault(t, "requeue beside a newer one", requeue(ids[1]), fault.Conflict)

		bulk := func(f Filter) (n int) {
			t.Helper()
			write1(t, db, func(ctx context.Context, tx *sql.Tx) (err error) {
				n, err = p.RequeueAll(ctx, tx, f)
				return err
			})
			return n
		}
		if n := bulk(Filter{Kind: "mail", Limit: 1}); n != 1 {
			t.Errorf("%d of mail were requeued, want 1", n)
		}
		p.want(t, ids[2], Ready, 0)
		if n := bulk(Filter{}); n != 4 {
			t.Errorf("%d were requeued, want 4: the others are ready, or have a newer one", n)
		}
		if got := list(Filter{}); !slices.Equal(got, ids[1:2]) {
			t.Errorf("dead are %v, want %v", got, ids[1:2])
		}
		p.want(t, alive, Ready, 0)
	})
}

// Of two dead jobs that did the same work, one is repeated.
func TestRequeueAll_repeatsTheSameWorkOnce(t *testing.T) {
	conform(t, func(t *testing.T, _ storetest.Bench, db *store.DB) {
		p := newProcess(t, db, Config{}, noting("mail"))
		var ids []int64
		for range 2 {
			ids = append(ids, p.insert(t, Spec{Kind: "mail", Unique: "u"}))
			for _, h := range p.claimAll(t) {
				p.settle(t.Context(), h, p.judge(h, nil, Permanent(errTest)))
			}
		}
		write1(t, db, func(ctx context.Context, tx *sql.Tx) error {
			n, err := p.RequeueAll(ctx, tx, Filter{})
			if n != 1 {
				err = errors.Join(err, fmt.Errorf("%d were requeued", n))
			}
			return err
		})
		p.want(t, ids[0], Dead, 1)
		p.want(t, ids[1], Ready, 0)
	})
}

// Two processes, two hours: each tick's job is inserted once, one tick of those that were
// missed, and none beside an unfinished one.
func TestPeriodic_firesOnceOverAllProcesses(t *testing.T) {
	conform(t, func(t *testing.T, b storetest.Bench, db *store.DB) {
		clock := newShifted()
		tidying := func(db *store.DB) *process {
			p := newProcess(t, db, Config{Clock: clock.now}, noting("tidy"))
			if err := p.Schedule(Periodic{Name: "tidy up", Kind: "tidy", Every: time.Hour}); err != nil {
				t.Fatal(err)
			}
			return p
		}
		processes := []*process{tidying(db), tidying(b.Open(t))}
		tick := func(by time.Duration, want int64) {
			t.Helper()
			clock.set(by)
			for _, p := range processes {
				if _, err := p.synchronise(t.Context()); err != nil {
					t.Fatal(err)
				}
				if err := p.fire(t.Context()); err != nil {
					t.Fatal(err)
				}
			}
			if got := number(t, db, "SELECT count(*) FROM job"); got != want {
				t.Errorf("%v: %d jobs so far, want %d", by, got, want)
			}
		}
		finish := func() {
			for _, h := range processes[0].claimAll(t) {
				processes[0].settle(t.Context(), h, verdict{what: Finished, state: Done})
			}
		}
		tick(0, 1)
		finish()
		tick(0, 1)
		tick(time.Hour, 2)
		tick(2*time.Hour, 2) // the one before is unfinished
		finish()
		tick(9*time.Hour, 3)
		finish()
		tick(8*time.Hour, 3)  // a slower clock
		tick(-9*time.Hour, 4) // set back: it ticks on from there
		finish()
		tick(-8*time.Hour, 5)

		fresh := tidying(b.Open(t))
		if _, err := fresh.synchronise(t.Context()); err != nil {
			t.Fatal(err)
		}
		if err := fresh.fire(t.Context()); err != nil {
			t.Fatal(err)
		}
		if got := number(t, db, "SELECT count(*) FROM job"); got != 5 {
			t.Errorf("a process that starts fires again: %d jobs", got)
		}
	})
}

func TestPurge_afterTheRetention(t *testing.T) {
	conform(t, func(t *testing.T, _ storetest.Bench, db *store.DB) {
		clock := newShifted()
		p := newProcess(t, db, Config{Clock: clock.now, Retain: time.Hour, RetainDead: 3 * time.Hour}, noting("a"))
		done, dead := p.insert(t, Spec{Kind: "a", Unique: "u", Kept: true}), p.insert(t, Spec{Kind: "a"})
		for _, h := range p.claimAll(t) {
			v := verdict{what: Finished, state: Done}
			if h.job.ID == dead {
				v = verdict{what: Buried, state: Dead}
			}
			p.settle(t.Context(), h, v)
		}
		ready := p.insert(t, Spec{Kind: "a"})
		for _, c := range []struct {
			after time.Duration
			want  []int64
		}{
			{30 * time.Minute, []int64{done, dead, ready}},
			{2 * time.Hour, []int64{dead, ready}},
			{4 * time.Hour, []int64{ready}},
		} {
			clock.set(c.after)
			if _, err := p.synchronise(t.Context()); err != nil {
				t.Fatal(err)
			}
			if more, err := p.purge(t.Context()); err != nil || more {
				t.Fatalf("purge = %v, %v", more, err)
			}
			var got []int64
			jobs, err := p.List(t.Context(), Filter{})
			for _, j := range jobs {
				got = append(got, j.ID)
			}
			if err != nil || !slices.Equal(got, c.want) {
				t.Errorf("after %v there are %v, %v, want %v", c.after, got, err, c.want)
			}
		}
		if again := p.insert(t, Spec{Kind: "a", Unique: "u", Kept: true}); again == done {
			t.Error("a purged job holds its key")
		}
	})
}

func TestSnapshot(t *testing.T) {
	conform(t, func(t *testing.T, _ storetest.Bench, db *store.DB) {
		clock := newShifted()
		p := newProcess(t, db, Config{Clock: clock.now}, noting("a"), noting("b"))
		outcomes := []verdict{{what: Finished, state: Done}, {what: Retried, state: Waiting, due: 1 << 60}, {what: Buried, state: Dead, err: errTest}}
		for range outcomes {
			p.insert(t, Spec{Kind: "a"})
		}
		for i, h := range p.claimAll(t) {
			p.settle(t.Context(), h, outcomes[i])
		}
		p.insert(t, Spec{Kind: "a"})
		p.claimAll(t)
		p.insert(t, Spec{Kind: "b"})
		p.insert(t, Spec{Kind: "b"})
		clock.set(time.Minute)
		if _, err := p.synchronise(t.Context()); err != nil {
			t.Fatal(err)
		}
		got, err := p.Snapshot(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if want := (Count{Waiting: 1, Running: 1, Dead: 1, Done: 1, Failed: 2, Retried: 1}); got["a"] != want {
			t.Errorf("a: %+v, want %+v", got["a"], want)
		}
		b := got["b"]
		if b.Ready != 2 || b.OldestReady < time.Minute || b.OldestReady > time.Minute+patience {
			t.Errorf("b: %+v, want two that are ready for a minute", b)
		}
	})
}
