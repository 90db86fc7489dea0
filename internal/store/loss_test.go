package store_test

import (
	"context"
	"database/sql"
	"errors"
	"net"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"kadry/internal/fault"
	"kadry/internal/store"
	"kadry/internal/store/storetest"
)

// behindRelay opens a PostgreSQL database over a relay that can be cut, and once directly.
func behindRelay(t *testing.T) (remote, direct *store.DB, r *storetest.Relay) {
	t.Helper()
	b := storetest.PostgreSQL(t)
	direct = b.Open(t)
	r = storetest.NewRelay(t, b.URL)
	return storetest.OpenURL(t, r.URL), direct, r
}

func wantUnreachable(t *testing.T, what string, err error) {
	t.Helper()
	if fault.KindOf(err) != fault.Unavailable {
		t.Errorf("%s = %v, want kind %s", what, err, fault.Unavailable)
		return
	}
	f := fault.From(err)
	if f.Text.EN == "" || f.Text.RU == "" || f.Hint.RU == "" || f.RetryAfter == 0 {
		t.Errorf("%s says too little: %+v", what, f)
	}
}

func TestServerGoneAndBack(t *testing.T) {
	t.Parallel()
	db, _, relay := behindRelay(t)
	shelve(t, db)
	for range 2 {
		relay.Cut()
		start := time.Now()
		wantUnreachable(t, "Ping", db.Ping(t.Context()))
		wantUnreachable(t, "Write", perform(t.Context(), db, "INSERT INTO shelf (id) VALUES (9)"))
		wantUnreachable(t, "Read", db.Read(t.Context(), func(context.Context, *sql.Tx) error { return nil }))
		_, err := db.Version(t.Context())
		wantUnreachable(t, "Version", err)
		if took := time.Since(start); took > 3*time.Second {
			t.Errorf("four calls to a server that is gone took %v", took)
		}
		relay.Mend()
		if got := count(t, db, "shelf"); got != 1 {
			t.Errorf("once the server is back there are %d shelves, want 1", got)
		}
	}
}

func TestOpenWithoutServer(t *testing.T) {
	t.Parallel()
	_, err := store.Open(t.Context(), store.Config{URL: "postgres://kadry@127.0.0.1:1/kadry"})
	wantUnreachable(t, "Open", err)
}

// A server that accepts and says nothing costs a call the dial timeout and no more.
func TestSilentServer(t *testing.T) {
	t.Parallel()
	var config net.ListenConfig
	listener, err := config.Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = listener.Close() }()
	start := time.Now()
	_, err = store.Open(t.Context(), store.Config{
		URL:         "postgres://kadry@" + listener.Addr().String() + "/kadry?sslmode=prefer",
		DialTimeout: 100 * time.Millisecond,
	})
	wantUnreachable(t, "Open", err)
	if took := time.Since(start); took > 2*time.Second {
		t.Errorf("Open took %v", took)
	}
}

func TestRefusedLogin(t *testing.T) {
	t.Parallel()
	address, err := url.Parse(storetest.PostgreSQL(t).URL)
	if err != nil {
		t.Fatal(err)
	}
	address.Path = "/there_is_no_such_database"
	_, err = store.Open(t.Context(), store.Config{URL: address.String()})
	if fault.KindOf(err) != fault.Unavailable || !strings.Contains(fault.From(err).Hint.EN, "database name") {
		t.Errorf("Open of a database that is not there = %v, want a hint at its name", err)
	}
}

// The connection breaks while a transaction is under way: nothing of it stays, and once the
// server is back the next attempt of the same Write goes through.
func TestCutInsideTransaction(t *testing.T) {
	t.Parallel()
	db, direct, relay := behindRelay(t)
	shelve(t, db)
	ctx := t.Context()
	runs := 0
	err := db.Write(ctx, func(ctx context.Context, tx *sql.Tx) error {
		runs++
		if _, err := tx.ExecContext(ctx, "INSERT INTO shelf (id) VALUES ($1)", 10+runs); err != nil {
			return err
		}
		if runs == 1 {
			relay.Cut()
			relay.Mend()
		}
		_, err := tx.ExecContext(ctx, "INSERT INTO shelf (id) VALUES ($1)", 20+runs)
		return err
	})
	if err != nil || runs != 2 {
		t.Errorf("Write = %v after %d runs, want success in the second", err, runs)
	}
	if got := count(t, direct, "shelf"); got != 3 {
		t.Errorf("there are %d shelves, want the first and the two of the second run", got)
	}
}

// An administrator ends every connection of ours: no caller notices.
func TestTerminatedBackends(t *testing.T) {
	t.Parallel()
	b := storetest.PostgreSQL(t)
	address, err := url.Parse(b.URL)
	if err != nil {
		t.Fatal(err)
	}
	query := address.Query()
	query.Set("application_name", query.Get("search_path"))
	address.RawQuery = query.Encode()
	db, admin := storetest.OpenURL(t, address.String()), b.Open(t)
	shelve(t, db)

	fillPool(t, db)
	terminate(t, admin, query.Get("application_name"))
	if got := count(t, db, "shelf"); got != 1 {
		t.Errorf("after the connections were ended there are %d shelves, want 1", got)
	}
	fillPool(t, db)
	terminate(t, admin, query.Get("application_name"))
	write(t, db, "INSERT INTO shelf (id) VALUES (2)")
}

// fillPool leaves as many idle connections as the pool holds.
func fillPool(t *testing.T, db *store.DB) {
	t.Helper()
	var (
		group sync.WaitGroup
		open  sync.WaitGroup
	)
	errs := make([]error, 4)
	open.Add(len(errs))
	for i := range errs {
		group.Go(func() {
			var once sync.Once
			errs[i] = db.Read(t.Context(), func(context.Context, *sql.Tx) error {
				once.Do(open.Done)
				open.Wait()
				return nil
			})
		})
	}
	group.Wait()
	if err := errors.Join(errs...); err != nil {
		t.Fatal(err)
	}
}

func terminate(t *testing.T, admin *store.DB, application string) {
	t.Helper()
	err := admin.Read(t.Context(), func(ctx context.Context, tx *sql.Tx) error {
		var ended int
		// The second argument waits, in milliseconds, until the backend is really gone.
		err := tx.QueryRowContext(t.Context(),
			"SELECT count(pg_terminate_backend(pid, 5000)) FROM pg_stat_activity WHERE application_name = $1",
			application).Scan(&ended)
		if err == nil && ended == 0 {
			err = errors.New("no connection was there to end")
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}
