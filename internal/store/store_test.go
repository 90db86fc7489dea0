package store_test

import (
	"context"
	"database/sql"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"golang.org/x/sync/errgroup"

	"kadry/internal/fault"
	"kadry/internal/store"
	"kadry/internal/store/storetest"
)

// shelve makes a small table of the test's own.
func shelve(t *testing.T, db *store.DB) {
	t.Helper()
	write(t, db, "CREATE TABLE shelf (id INTEGER NOT NULL PRIMARY KEY)")
	write(t, db, "CREATE TABLE book (id INTEGER NOT NULL PRIMARY KEY, shelf INTEGER NOT NULL REFERENCES shelf (id), title TEXT)")
	write(t, db, "INSERT INTO shelf (id) VALUES (1)")
}

func write(t *testing.T, db *store.DB, statement string, args ...any) {
	t.Helper()
	if err := perform(t.Context(), db, statement, args...); err != nil {
		t.Fatalf("%s: %v", statement, err)
	}
}

func perform(ctx context.Context, db *store.DB, statement string, args ...any) error {
	return db.Write(ctx, func(ctx context.Context, tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, statement, args...)
		return err
	})
}

func count(t *testing.T, db *store.DB, table string) (n int) {
	t.Helper()
	err := db.Read(t.Context(), func(ctx context.Context, tx *sql.Tx) error {
		return tx.QueryRowContext(t.Context(), "SELECT count(*) FROM "+table).Scan(&n)
	})
	if err != nil {
		t.Fatalf("count %s: %v", table, err)
	}
	return n
}

func TestAddress(t *testing.T) {
	t.Parallel()
	for _, url := range []string{"", ":memory:", "mysql://host/db", "https://host/db", "postgres://host:port/db"} {
		db, err := store.Open(t.Context(), store.Config{URL: url})
		if fault.KindOf(err) != fault.Invalid {
			t.Errorf("Open(%q) = %v, %v, want an error of kind %s", url, db, err, fault.Invalid)
		}
	}
}

func TestAddressDoesNotLeakPassword(t *testing.T) {
	t.Parallel()
	for _, url := range []string{
		"postgres://kadry:hunter2@127.0.0.1:1/kadry?connect_timeout=x",
		"postgres://kadry:hunter2@127.0.0.1:1/kadry?sslmode=disable",
	} {
		_, err := store.Open(t.Context(), store.Config{URL: url})
		if err == nil || strings.Contains(err.Error(), "hunter2") {
			t.Errorf("Open(%q) = %v, want an error without the password", url, err)
		}
	}
}

func TestSQLiteFile(t *testing.T) {
	t.Parallel()
	for _, address := range []string{
		"kadry.db", "new/folder/", "sub/other.sqlite", "odd ?name#%41.db", "кадры/база.db",
	} {
		t.Run(address, func(t *testing.T) {
			t.Parallel()
			root := t.TempDir()
			path := root + string(filepath.Separator) + address
			storetest.OpenURL(t, path)
			if strings.HasSuffix(address, "/") {
				path = filepath.Join(path, "kadry.db")
			}
			for _, name := range []string{path, path + "-wal", path + "-shm", path + "-lock"} {
				wantMode(t, name, 0o600)
			}
			for dir := filepath.Dir(path); dir != root; dir = filepath.Dir(dir) {
				wantMode(t, dir, 0o700|fs.ModeDir)
			}
		})
	}
}

func wantMode(t *testing.T, name string, want fs.FileMode) {
	t.Helper()
	info, err := os.Stat(name)
	if err != nil {
		t.Error(err)
		return
	}
	if got := info.Mode(); got != want {
		t.Errorf("mode of %s = %v, want %v", name, got, want)
	}
}

func TestSQLiteFolder(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	storetest.OpenURL(t, dir)
	if _, err := os.Stat(filepath.Join(dir, "kadry.db")); err != nil {
		t.Error(err)
	}
}

func TestUnusableFile(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	blocked := filepath.Join(dir, "file")
	if err := os.WriteFile(blocked, []byte(strings.Repeat("this is no database ", 100)), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{blocked, filepath.Join(blocked, "kadry.db")} {
		_, err := store.Open(t.Context(), store.Config{URL: path})
		if fault.KindOf(err) != fault.Unavailable {
			t.Errorf("Open(%q) = %v, want kind %s", path, err, fault.Unavailable)
		}
	}
}

func TestTransaction(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, b storetest.Bench) {
		db := b.Open(t)
		shelve(t, db)
		ctx := t.Context()
		boom := errors.New("boom")
		err := db.Write(ctx, func(ctx context.Context, tx *sql.Tx) error {
			if _, err := tx.ExecContext(ctx, "INSERT INTO shelf (id) VALUES ($1)", 2); err != nil {
				return err
			}
			return boom
		})
		if !errors.Is(err, boom) {
			t.Errorf("Write = %v, want the error of fn", err)
		}
		if got := count(t, db, "shelf"); got != 1 {
			t.Errorf("after a rolled back write there are %d shelves, want 1", got)
		}
		err = db.Read(ctx, func(ctx context.Context, tx *sql.Tx) error {
			_, err := tx.ExecContext(ctx, "INSERT INTO shelf (id) VALUES ($1)", 3)
			return err
		})
		if err == nil {
			t.Error("Read let a write through")
		}
	})
}

func TestReadSeesOneState(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, b storetest.Bench) {
		db := b.Open(t)
		shelve(t, db)
		ctx := t.Context()
		err := db.Read(ctx, func(ctx context.Context, tx *sql.Tx) error {
			var before, after int
			if err := tx.QueryRowContext(ctx, "SELECT count(*) FROM shelf").Scan(&before); err != nil {
				return err
			}
			write(t, db, "INSERT INTO shelf (id) VALUES (2)")
			if err := tx.QueryRowContext(ctx, "SELECT count(*) FROM shelf").Scan(&after); err != nil {
				return err
			}
			if before != after {
				t.Errorf("one read saw %d shelves, then %d", before, after)
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	})
}

func TestConstraints(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, b storetest.Bench) {
		db := b.Open(t)
		shelve(t, db)
		ctx := t.Context()
		if err := perform(ctx, db, "INSERT INTO shelf (id) VALUES (1)"); !errors.Is(err, store.ErrDuplicate) {
			t.Errorf("a second row with one key = %v, want ErrDuplicate", err)
		}
		if err := perform(ctx, db, "INSERT INTO book (id, shelf) VALUES (1, 9)"); !errors.Is(err, store.ErrReference) {
			t.Errorf("a row that points nowhere = %v, want ErrReference", err)
		}
	})
}

func TestCancel(t *testing.T) {
	t.Parallel()
	// Counts far longer than any test runs, unless it is stopped.
	const endless = `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 10000000000) SELECT count(*) FROM n`
	storetest.Each(t, func(t *testing.T, b storetest.Bench) {
		db := b.Open(t)
		ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
		defer cancel()
		err := db.Read(ctx, func(ctx context.Context, tx *sql.Tx) error {
			var n int
			return tx.QueryRowContext(ctx, endless).Scan(&n)
		})
		if fault.KindOf(err) != fault.Timeout {
			t.Errorf("an endless query past its deadline = %v, want kind %s", err, fault.Timeout)
		}
		gone, cancel := context.WithCancel(t.Context())
		cancel()
		if err := perform(gone, db, "SELECT 1"); fault.KindOf(err) != fault.Canceled {
			t.Errorf("a write of a caller who left = %v, want kind %s", err, fault.Canceled)
		}
		if err := db.Ping(t.Context()); err != nil {
			t.Errorf("Ping afterwards = %v", err)
		}
	})
}

func TestDiskFull(t *testing.T) {
	t.Parallel()
	db := storetest.SQLite(t).Open(t)
	shelve(t, db)
	ctx := t.Context()
	err := db.Write(ctx, func(ctx context.Context, tx *sql.Tx) error {
		if _, err := tx.ExecContext(ctx, "PRAGMA max_page_count = 1"); err != nil {
			return err
		}
		_, err := tx.ExecContext(ctx, "INSERT INTO book (id, shelf, title) VALUES (1, 1, $1)", strings.Repeat("x", 1<<20))
		return err
	})
	if fault.KindOf(err) != fault.Unavailable || !strings.Contains(fault.From(err).Text.RU, "место") {
		t.Errorf("a write to a full disk = %v, want the text about space", err)
	}
}

func TestBusy(t *testing.T) {
	t.Parallel()
	b := storetest.SQLite(t)
	b.Open(t)
	hurried, err := store.Open(t.Context(), store.Config{URL: b.URL, LockTimeout: time.Millisecond})
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := hurried.Close(); err != nil {
			t.Error(err)
		}
	}()
	other := storetest.OpenURL(t, b.URL)
	err = other.Write(t.Context(), func(context.Context, *sql.Tx) error {
		err := perform(t.Context(), hurried, "DELETE FROM audit")
		if fault.KindOf(err) != fault.Unavailable || fault.From(err).RetryAfter == 0 {
			t.Errorf("a write beside another process's = %v, want kind %s and a time to retry", err, fault.Unavailable)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// A checkpoint that a reader is in the way of is made up for by a later write.
func TestOwedCheckpoint(t *testing.T) {
	t.Parallel()
	b := storetest.SQLite(t)
	other := b.Open(t)
	db, err := store.Open(t.Context(), store.Config{URL: b.URL, LockTimeout: time.Millisecond})
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	}()
	shelve(t, db)
	err = other.Read(t.Context(), func(ctx context.Context, tx *sql.Tx) error {
		var n int
		if err := tx.QueryRowContext(t.Context(), "SELECT count(*) FROM shelf").Scan(&n); err != nil {
			return err
		}
		write(t, db, "INSERT INTO shelf (id) VALUES (2)")
		if done, err := db.Checkpoint(t.Context()); done || err != nil {
			t.Errorf("Checkpoint under a reader = %v, %v, want false and no error", done, err)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	write(t, db, "INSERT INTO shelf (id) VALUES (3)")
	info, err := os.Stat(b.URL + "-wal")
	if err != nil {
		t.Fatal(err)
	}
	if info.Size() != 0 {
		t.Errorf("the log has %d bytes after the next write, want none", info.Size())
	}
	if done, err := db.Checkpoint(t.Context()); !done || err != nil {
		t.Errorf("Checkpoint = %v, %v, want true", done, err)
	}
}

// Increments that read and write back lose nothing: SQLite runs them one by one,
// PostgreSQL breaks the losers off and Write repeats them.
func TestConcurrentWriters(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, b storetest.Bench) {
		handles := []*store.DB{b.Open(t), b.Open(t)}
		write(t, handles[0], "CREATE TABLE counter (n INTEGER NOT NULL)")
		write(t, handles[0], "INSERT INTO counter (n) VALUES (0)")
		const each, writers = 10, 8
		group, ctx := errgroup.WithContext(t.Context())
		for i := range writers {
			group.Go(func() error {
				for range each {
					if err := increment(ctx, handles[i%2]); err != nil {
						return err
					}
				}
				return nil
			})
		}
		if err := group.Wait(); err != nil {
			t.Fatal(err)
		}
		var got int
		err := handles[0].Read(t.Context(), func(ctx context.Context, tx *sql.Tx) error {
			return tx.QueryRowContext(t.Context(), "SELECT n FROM counter").Scan(&got)
		})
		if err != nil || got != each*writers {
			t.Errorf("counter = %d, %v, want %d", got, err, each*writers)
		}
	})
}

func increment(ctx context.Context, db *store.DB) error {
	return db.Write(ctx, func(ctx context.Context, tx *sql.Tx) error {
		if err := db.Turn(ctx, tx, "counter"); err != nil {
			return err
		}
		var n int
		if err := tx.QueryRowContext(ctx, "SELECT n FROM counter").Scan(&n); err != nil {
			return err
		}
		_, err := tx.ExecContext(ctx, "UPDATE counter SET n = $1", n+1)
		return err
	})
}

// Two transactions that lock two rows in opposite order block each other on PostgreSQL:
// the server ends one of them and Write runs it again.
func TestDeadlock(t *testing.T) {
	t.Parallel()
	db := storetest.PostgreSQL(t).Open(t)
	shelve(t, db)
	write(t, db, "INSERT INTO shelf (id) VALUES (2)")
	write(t, db, "INSERT INTO book (id, shelf, title) VALUES (1, 1, ''), (2, 1, '')")
	bothLocked := make(chan struct{})
	locked := make(chan struct{}, 2)
	go func() {
		defer close(bothLocked)
		<-locked
		<-locked
	}()
	var group errgroup.Group
	for _, order := range [][2]int{{1, 2}, {2, 1}} {
		group.Go(func() error {
			first := true
			return db.Write(t.Context(), func(ctx context.Context, tx *sql.Tx) error {
				for i, id := range order {
					if _, err := tx.ExecContext(t.Context(), "UPDATE book SET title = title || 'x' WHERE id = $1", id); err != nil {
						return err
					}
					if i == 0 && first {
						first = false
						locked <- struct{}{}
						<-bothLocked
					}
				}
				return nil
			})
		})
	}
	if err := group.Wait(); err != nil {
		t.Fatalf("Write = %v, want both done", err)
	}
	var titles string
	err := db.Read(t.Context(), func(ctx context.Context, tx *sql.Tx) error {
		return tx.QueryRowContext(t.Context(), "SELECT string_agg(title, ',') FROM book").Scan(&titles)
	})
	if err != nil || titles != "xx,xx" {
		t.Errorf("titles = %q, %v, want both changed twice", titles, err)
	}
}

func TestPlaceholders(t *testing.T) {
	t.Parallel()
	for want, in := range map[string][2]int{"": {1, 0}, "$1": {1, 1}, "$2, $3, $4": {2, 3}} {
		if got := store.Placeholders(in[0], in[1]); got != want {
			t.Errorf("Placeholders(%d, %d) = %q, want %q", in[0], in[1], got, want)
		}
	}
}

// An address of a server in a form that is not understood must not become a file named
// after its password.
func TestOpen_refusesWhatIsNoPath(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, address := range []string{"", ":memory:", "db.example:5432", "who:s3cret@db.example/kadry", "mysql://who:s3cret@db.example/", "s3cret=1", "file:s3cret"} {
		db, err := store.Open(t.Context(), store.Config{URL: address})
		if fault.KindOf(err) != fault.Invalid || strings.Contains(err.Error(), "s3cret") {
			t.Errorf("%q: %v", address, err)
		}
		if err == nil {
			_ = db.Close()
		}
	}
	// Settings are an address of PostgreSQL: nothing listens there, and nothing is made here.
	for _, address := range []string{
		"host=127.0.0.1 port=1 dbname=kadry password=s3cret", "dbname=kadry host=127.0.0.1 port=1", "connect_timeout=1 host=127.0.0.1 port=1", "host=127.0.0.1 port=one password=s3cret",
	} {
		if _, err := store.Open(t.Context(), store.Config{URL: address, DialTimeout: time.Second, Patience: time.Second}); err == nil || strings.Contains(err.Error(), "s3cret") {
			t.Errorf("%q: %v", address, err)
		}
	}
	if entries, err := os.ReadDir("."); err != nil || len(entries) != 0 {
		t.Errorf("files were made: %v, %v", entries, err)
	}
	for _, address := range []string{"./a=b.db", "kadry.db", filepath.Join(t.TempDir(), "who:x@y")} {
		db, err := store.Open(t.Context(), store.Config{URL: address})
		if err != nil {
			t.Errorf("%q: %v", address, err)
			continue
		}
		if err := errors.Join(db.Writable(t.Context()), db.Close()); err != nil {
			t.Errorf("%q: %v", address, err)
		}
	}
}
