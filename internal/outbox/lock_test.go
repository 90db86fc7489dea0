package outbox_test

import (
	"context"
	"database/sql"
	"testing"
	"time"

	"kadry/internal/jobs"
	"kadry/internal/outbox"
	"kadry/internal/store"
	"kadry/internal/store/storetest"
)

// blocked waits until a statement that begins so waits for a lock. SQLite has one writer,
// which waits before it begins.
func (o *office) blocked(t testing.TB, begins string) {
	t.Helper()
	if o.db.Engine() != store.PostgreSQL {
		return
	}
	limit := time.NewTimer(patience)
	defer limit.Stop()
	tick := time.NewTicker(5 * time.Millisecond)
	defer tick.Stop()
	for o.count(t, `SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE $1`, begins+"%") == 0 {
		select {
		case <-tick.C:
		case <-limit.C:
			t.Fatalf("%q waits for nothing", begins)
		}
	}
}

// meanwhile runs fn in a transaction of its own and tells how it went.
func (o *office) meanwhile(t testing.TB, fn func(ctx context.Context, tx *sql.Tx) error) <-chan error {
	t.Helper()
	ctx, done := t.Context(), make(chan error, 1)
	go func() { done <- o.db.Write(ctx, fn) }()
	return done
}

// An attempt that begins while its message is erased leaves nothing behind.
func TestErase_takesAttemptsThatBegin(t *testing.T) {
	conform(t, func(t *testing.T, b storetest.Bench) {
		o := newOffice(t, b.Open(t), plan{config: outbox.Config{Unsigned: true}, idle: true})
		o.add(t, message(acme, "s1", 1, "https://hooks.example.org/"))
		var erased <-chan error
		o.write(t, func(ctx context.Context, tx *sql.Tx) error {
			for _, text := range []string{
				`UPDATE outbox_message SET count = count + 1 WHERE id = 'acme-s1-1'`,
				`INSERT INTO outbox_attempt (tenant, message, number, at, ended, status, class, excerpt, took, manual)
					VALUES ('acme', 'acme-s1-1', 1, 1, 0, 0, '', '', 0, 0)`,
			} {
				if _, err := tx.ExecContext(ctx, text); err != nil {
					return err
				}
			}
			erased = o.meanwhile(t, func(ctx context.Context, tx *sql.Tx) error { return o.Erase(ctx, tx, acme, "s1") })
			o.blocked(t, "DELETE FROM outbox_message")
			return nil
		})
		if err := receive(t, erased); err != nil {
			t.Fatal(err)
		}
		if n := o.count(t, `SELECT (SELECT count(*) FROM outbox_attempt) + (SELECT count(*) FROM outbox_message) + (SELECT count(*) FROM job)`); n != 0 {
			t.Errorf("%d rows are left", n)
		}
	})
}

// What is held is there until the end of the transaction that holds it.
func TestHoldIn_keepsFromErasing(t *testing.T) {
	conform(t, func(t *testing.T, b storetest.Bench) {
		o := newOffice(t, b.Open(t), plan{config: outbox.Config{Unsigned: true}, idle: true})
		m := message(acme, "s1", 1, "https://hooks.example.org/")
		m.Route = "inner"
		o.add(t, m)
		var erased <-chan error
		o.write(t, func(ctx context.Context, tx *sql.Tx) error {
			for _, unknown := range [][3]string{{globex, "s1", m.ID}, {acme, "s2", m.ID}, {acme, "s1", "acme-s1-2"}} {
				if _, found, err := o.HoldIn(ctx, tx, unknown[0], unknown[1], unknown[2]); found || err != nil {
					t.Errorf("%v: found %t, %v", unknown, found, err)
				}
			}
			got, found, err := o.HoldIn(ctx, tx, acme, "s1", m.ID)
			if !found || err != nil || got.Seq != 1 || got.Route != "inner" || got.Type != m.Type || got.URL != m.URL {
				t.Errorf("%+v, %t, %v", got, found, err)
			}
			erased = o.meanwhile(t, func(ctx context.Context, tx *sql.Tx) error { return o.Erase(ctx, tx, acme, "s1") })
			o.blocked(t, "DELETE FROM outbox_message")
			return nil
		})
		if err := receive(t, erased); err != nil {
			t.Fatal(err)
		}
		if n := o.count(t, `SELECT count(*) FROM outbox_message`); n != 0 {
			t.Errorf("%d messages are left", n)
		}
	})
}

// Whoever takes up the dead of a stream has all their rows before its turn for the stream:
// one who repeats a single of them at that moment is not waited for in a circle.
func TestRepeatDead_rowsBeforeTurns(t *testing.T) {
	t.Parallel()
	o := newOffice(t, storetest.PostgreSQL(t, jobs.Schema(), outbox.Schema()).Open(t), plan{config: outbox.Config{Unsigned: true}, idle: true}) // SQLite has no turns
	for n := range 3 {
		o.add(t, message(acme, "s1", n+1, "https://hooks.example.org/"))
	}
	o.perform(t, `UPDATE outbox_message SET state = 'dead'`)
	o.perform(t, `DELETE FROM job`)
	taken := make(chan int, 1)
	tries := 0
	o.write(t, func(ctx context.Context, tx *sql.Tx) error {
		if tries++; tries > 1 {
			return nil
		}
		for _, text := range []string{`SET LOCAL lock_timeout = '200ms'`, `SELECT 1 FROM outbox_message WHERE id = 'acme-s1-2' FOR UPDATE`} {
			if _, err := tx.ExecContext(ctx, text); err != nil {
				return err
			}
		}
		outer := t.Context()
		go func() {
			n, err := o.RepeatDead(outer, acme, time.Time{})
			if err != nil {
				t.Error(err)
			}
			taken <- n
		}()
		o.blocked(t, "SELECT state, job FROM outbox_message")
		return o.db.Turn(ctx, tx, "job hook s1")
	})
	if n := receive(t, taken); n != 3 || tries != 1 {
		t.Errorf("%d were taken up, and %d tries were needed to take a turn", n, tries)
	}
}
