package store_test

import (
	"context"
	"database/sql"
	"errors"
	"testing"
	"time"

	"kadry/internal/fault"
	"kadry/internal/store"
	"kadry/internal/store/storetest"
)

// listening starts a Listen whose calls arrive on rung, and returns once it listens.
func listening(t *testing.T, db *store.DB, name string) (rung chan struct{}, ended chan error, stop func()) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	rung, ended = make(chan struct{}, 100), make(chan error, 1)
	go func() { ended <- db.Listen(ctx, name, func() { rung <- struct{}{} }) }()
	wantRing(t, rung)
	return rung, ended, cancel
}

func wantRing(t *testing.T, rung <-chan struct{}) {
	t.Helper()
	select {
	case <-rung:
	case <-time.After(30 * time.Second):
		t.Fatal("nothing rang")
	}
}

// A bell rings for what is committed, of this name and in this installation.
func TestListen(t *testing.T) {
	t.Parallel()
	b := storetest.PostgreSQL(t)
	db, other, elsewhere := b.Open(t), b.Open(t), storetest.PostgreSQL(t).Open(t)
	rung, ended, stop := listening(t, db, "work")

	ring := func(db *store.DB, name string, result error) {
		t.Helper()
		err := db.Write(t.Context(), func(ctx context.Context, tx *sql.Tx) error {
			return errors.Join(db.Ring(ctx, tx, name), result)
		})
		if !errors.Is(err, result) {
			t.Fatal(err)
		}
	}
	ring(other, "work", errors.New("rolled back"))
	ring(other, "play", nil)
	ring(elsewhere, "work", nil)
	ring(other, "work", nil)
	wantRing(t, rung)
	ring(db, "work", nil)
	wantRing(t, rung)

	stop()
	if err := <-ended; !errors.Is(err, context.Canceled) {
		t.Errorf("Listen ended with %v, want %v", err, context.Canceled)
	}
	if len(rung) != 0 {
		t.Errorf("%d rings too many", len(rung))
	}
	// The connection that listened is not used for anything else.
	fillPool(t, db)
}

func TestListen_endsWithTheConnection(t *testing.T) {
	t.Parallel()
	db, _, relay := behindRelay(t)
	_, ended, stop := listening(t, db, "work")
	defer stop()
	relay.Cut()
	wantUnreachable(t, "Listen", <-ended)
	wantUnreachable(t, "Now", func() error { _, err := db.Now(t.Context()); return err }())
	relay.Mend()
	_, ended, stop = listening(t, db, "work")
	stop()
	<-ended
}

// SQLite has no bells: Listen waits for its end, and Ring does nothing.
func TestListen_onSQLite(t *testing.T) {
	t.Parallel()
	db := storetest.SQLite(t).Open(t)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := db.Listen(ctx, "work", func() { t.Error("it rang") }); fault.KindOf(err) != fault.Canceled {
		t.Errorf("Listen = %v", err)
	}
	if err := db.Write(t.Context(), func(ctx context.Context, tx *sql.Tx) error { return db.Ring(ctx, tx, "work") }); err != nil {
		t.Error(err)
	}
}

// The clock is one, and near that of the tests' machine.
func TestNow(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, b storetest.Bench) {
		db, before := b.Open(t), time.Now()
		first, err := db.Now(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		second, err := db.Now(t.Context())
		if err != nil || second.Before(first) || first.Before(before.Add(-time.Minute)) || time.Since(second) < -time.Minute {
			t.Errorf("it is %v, then %v, %v; here %v", first, second, err, before)
		}
	})
}

// A picker passes over what another transaction has picked.
func TestSkipLocked(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, b storetest.Bench) {
		db := b.Open(t)
		shelve(t, db)
		write(t, db, "INSERT INTO shelf (id) VALUES (2)")
		pick := func(ctx context.Context, tx *sql.Tx) (id int) {
			t.Helper()
			if err := tx.QueryRowContext(ctx, "SELECT id FROM shelf ORDER BY id LIMIT 1"+db.SkipLocked()).Scan(&id); err != nil {
				t.Error(err)
			}
			return id
		}
		if err := db.Write(t.Context(), func(ctx context.Context, tx *sql.Tx) error {
			first := pick(ctx, tx)
			if b.Engine == store.SQLite { // a second picker would wait
				return nil
			}
			return db.Write(ctx, func(ctx context.Context, tx *sql.Tx) error {
				if second := pick(ctx, tx); second == first {
					t.Errorf("both picked %d", first)
				}
				return nil
			})
		}); err != nil {
			t.Error(err)
		}
	})
}

// A prepared statement takes part in the transactions of Write.
func TestPrepare(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, b storetest.Bench) {
		db := b.Open(t)
		shelve(t, db)
		statement, err := db.Prepare(t.Context(), "INSERT INTO shelf (id) VALUES ($1)")
		if err != nil || (statement == nil) != (b.Engine == store.PostgreSQL) {
			t.Fatalf("Prepare = %v, %v", statement, err)
		}
		if statement == nil {
			return
		}
		defer statement.Close()
		for i, result := range []error{nil, errors.New("rolled back"), nil} {
			err := db.Write(t.Context(), func(ctx context.Context, tx *sql.Tx) error {
				_, err := tx.StmtContext(ctx, statement).ExecContext(ctx, 10+i) //nolint:sqlclosecheck // it ends with the transaction
				return errors.Join(err, result)
			})
			if !errors.Is(err, result) {
				t.Fatal(err)
			}
		}
		if got := count(t, db, "shelf"); got != 3 {
			t.Errorf("%d shelves, want 3", got)
		}
		broken, err := db.Prepare(t.Context(), "SELECT FROM WHERE")
		if err == nil {
			defer broken.Close()
			t.Error("a text that is no SQL is prepared")
		}
	})
}
