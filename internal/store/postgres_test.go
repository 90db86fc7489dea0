package store_test

import (
	"context"
	"database/sql"
	"errors"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"kadry/internal/fault"
	"kadry/internal/store"
	"kadry/internal/store/storetest"
)

// A limit that the server's administrator set counts like the caller's own deadline.
func TestStatementTimeout(t *testing.T) {
	t.Parallel()
	db := storetest.PostgreSQL(t).Open(t)
	err := db.Read(t.Context(), func(ctx context.Context, tx *sql.Tx) error {
		if _, err := tx.ExecContext(t.Context(), "SET LOCAL statement_timeout = 20"); err != nil {
			return err
		}
		_, err := tx.ExecContext(t.Context(), "SELECT pg_sleep(60)")
		return err
	})
	if fault.KindOf(err) != fault.Timeout {
		t.Errorf("a statement over the server's limit = %v, want kind %s", err, fault.Timeout)
	}
}

// A database that takes no writes, as one is made for a while by an administrator or after a
// failover, is known before a caller loses something.
func TestWritable_readOnlyDatabase(t *testing.T) {
	t.Parallel()
	address, err := url.Parse(storetest.PostgreSQL(t).URL)
	if err != nil {
		t.Fatal(err)
	}
	for setting, want := range map[string]fault.Kind{"off": "", "on": fault.Unavailable} {
		query := address.Query()
		query.Set("default_transaction_read_only", setting)
		address.RawQuery = query.Encode()
		db, err := store.Open(t.Context(), store.Config{URL: address.String()})
		if err != nil {
			t.Fatal(err)
		}
		for range 2 { // it holds for as long as the setting
			if err := db.Writable(t.Context()); fault.KindOf(err) != want {
				t.Errorf("read-only %s: %v", setting, err)
			}
		}
		if err := errors.Join(db.Ping(t.Context()), db.Close()); err != nil {
			t.Errorf("read-only %s: %v", setting, err)
		}
	}
}

// A process that freezes inside a transaction does not hold its locks for ever; when it
// wakes up it runs the transaction again.
func TestFrozenTransaction(t *testing.T) {
	t.Parallel()
	db := storetest.PostgreSQL(t).Open(t)
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	var limit string
	runs := 0
	err := db.Write(ctx, func(ctx context.Context, tx *sql.Tx) error {
		runs++
		if runs == 1 {
			if err := tx.QueryRowContext(ctx, "SHOW idle_in_transaction_session_timeout").Scan(&limit); err != nil {
				return err
			}
			if err := freeze(ctx, db, tx); err != nil {
				return err
			}
		}
		_, err := tx.ExecContext(ctx, "SELECT 1")
		return err
	})
	if err != nil || runs != 2 {
		t.Errorf("Write = %v after %d runs, want success in the second", err, runs)
	}
	if limit != "30s" {
		t.Errorf("the server waits %q for a frozen transaction, want 30s", limit)
	}
}

// freeze shortens the server's patience with tx and returns once it has ended it.
func freeze(ctx context.Context, db *store.DB, tx *sql.Tx) error {
	var pid int
	if err := tx.QueryRowContext(ctx, "SELECT pg_backend_pid()").Scan(&pid); err != nil {
		return err
	}
	if _, err := tx.ExecContext(ctx, "SET LOCAL idle_in_transaction_session_timeout = 1"); err != nil {
		return err
	}
	for alive := 1; alive > 0; {
		err := db.Read(ctx, func(ctx context.Context, other *sql.Tx) error {
			return other.QueryRowContext(ctx, "SELECT count(*) FROM pg_stat_activity WHERE pid = $1", pid).Scan(&alive)
		})
		if err != nil {
			return err
		}
	}
	return nil
}

func TestWrongEncoding(t *testing.T) {
	t.Parallel()
	b := storetest.PostgreSQL(t)
	address, err := url.Parse(b.URL)
	if err != nil {
		t.Fatal(err)
	}
	name := address.Query().Get("search_path") + "_latin1"
	admin, err := pgx.Connect(t.Context(), b.URL)
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := admin.Close(context.WithoutCancel(t.Context())); err != nil {
			t.Error(err)
		}
	}()
	// Creating a database cannot be part of a transaction, so this does not go through Write.
	const latin1 = " ENCODING 'LATIN1' LC_COLLATE 'C' LC_CTYPE 'C' TEMPLATE template0"
	if _, err := admin.Exec(t.Context(), "CREATE DATABASE "+name+latin1); err != nil {
		t.Skipf("needs the right to create databases: %v", err)
	}
	defer func() {
		if _, err := admin.Exec(context.WithoutCancel(t.Context()), "DROP DATABASE "+name); err != nil {
			t.Error(err)
		}
	}()
	address.Path = "/" + name
	_, err = store.Open(t.Context(), store.Config{URL: address.String()})
	if fault.KindOf(err) != fault.Conflict || !strings.Contains(fault.From(err).Text.RU, "LATIN1") {
		t.Errorf("Open of a LATIN1 database = %v, want it refused by name", err)
	}
}

// A server that took the query and never answers is out of reach, long before the caller's
// own deadline; the connection is given up and the next call works.
func TestPatience(t *testing.T) {
	t.Parallel()
	db, err := store.Open(t.Context(), store.Config{URL: storetest.PostgreSQL(t).URL, Patience: 300 * time.Millisecond})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	start := time.Now()
	err = db.Read(t.Context(), func(ctx context.Context, tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, "SELECT pg_sleep(60)")
		return err
	})
	wantUnreachable(t, "Read", err)
	if took := time.Since(start); took > 20*time.Second {
		t.Errorf("the call took %v", took)
	}
	if err := db.Ping(t.Context()); err != nil {
		t.Errorf("after a lost query: %v", err)
	}
}
