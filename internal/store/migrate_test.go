package store_test

import (
	"bytes"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"sync"
	"testing"
	"time"

	"golang.org/x/sync/errgroup"

	"kadry/internal/fault"
	"kadry/internal/store"
	"kadry/internal/store/storetest"
)

func TestMigrate(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, b storetest.Bench) {
		db, err := store.Open(t.Context(), store.Config{URL: b.URL})
		if err != nil {
			t.Fatal(err)
		}
		defer func() {
			if err := db.Close(); err != nil {
				t.Error(err)
			}
		}()
		v, err := db.Version(t.Context())
		if err != nil || v.Current != 0 || v.Latest <= 0 {
			t.Errorf("Version of an empty database = %+v, %v, want 0 and something pending", v, err)
		}
		for range 2 { // the second time there is nothing to do
			if err := db.Migrate(t.Context()); err != nil {
				t.Fatal(err)
			}
			v, err := db.Version(t.Context())
			if err != nil || v.Current != v.Latest {
				t.Errorf("Version after Migrate = %+v, %v, want the latest", v, err)
			}
		}
		write(t, db, "INSERT INTO goose_db_version (version_id, is_applied) VALUES (99999, "+yes(b)+")")
		if err := db.Migrate(t.Context()); fault.KindOf(err) != fault.Conflict {
			t.Errorf("Migrate of a newer database = %v, want kind %s", err, fault.Conflict)
		}
	})
}

func yes(b storetest.Bench) string {
	if b.Engine == store.PostgreSQL {
		return "TRUE"
	}
	return "1"
}

// Several processes start on one empty database at once.
func TestConcurrentStart(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, b storetest.Bench) {
		var (
			group  errgroup.Group
			opened sync.WaitGroup
		)
		const processes = 6
		opened.Add(processes)
		for range processes {
			group.Go(func() error {
				db, err := store.Open(t.Context(), store.Config{URL: b.URL, Conns: 2})
				opened.Done()
				if err != nil {
					return err
				}
				opened.Wait() // so that all of them find nothing migrated yet
				return errors.Join(db.Migrate(t.Context()), db.Close())
			})
		}
		if err := group.Wait(); err != nil {
			t.Fatal(err)
		}
		db := b.Open(t)
		var applied int
		err := db.Read(t.Context(), func(ctx context.Context, tx *sql.Tx) error {
			return tx.QueryRowContext(t.Context(), "SELECT count(*) FROM goose_db_version WHERE version_id = 1").Scan(&applied)
		})
		if err != nil || applied != 1 {
			t.Errorf("migration 1 was applied %d times, %v, want once", applied, err)
		}
	})
}

// Waiting for another process that starts or migrates ends with the caller's patience.
func TestCancelWhileStarting(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, b storetest.Bench) {
		db := b.Open(t)
		release, err := store.LockSchema(db, t.Context())
		if err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
		defer cancel()
		start := time.Now()
		if err := db.Migrate(ctx); fault.KindOf(err) != fault.Timeout {
			t.Errorf("Migrate beside another = %v, want kind %s", err, fault.Timeout)
		}
		if took := time.Since(start); took > 2*time.Second {
			t.Errorf("Migrate took %v to give up", took)
		}
		if err := release(); err != nil {
			t.Error(err)
		}
		if err := db.Migrate(t.Context()); err != nil {
			t.Errorf("Migrate once the other is done = %v", err)
		}
	})
}

// Both engines carry the same migrations, and none goes back.
func TestMigrationFiles(t *testing.T) {
	t.Parallel()
	names := func(engine store.Engine) (names []string) {
		files, err := filepath.Glob(filepath.Join("migrations", string(engine), "*.sql"))
		if err != nil || len(files) == 0 {
			t.Fatalf("migrations of %s: %v, %v", engine, files, err)
		}
		for _, file := range files {
			names = append(names, filepath.Base(file))
			data, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if regexp.MustCompile(`(?i)\+goose\s+down`).Match(data) {
				t.Errorf("%s has a way back", file)
			}
		}
		return names
	}
	lite, pg := names(store.SQLite), names(store.PostgreSQL)
	if len(lite) != len(pg) {
		t.Fatalf("sqlite has %v, postgres %v", lite, pg)
	}
	for i := range lite {
		if lite[i] != pg[i] {
			t.Errorf("migration %d is %s for sqlite and %s for postgres", i, lite[i], pg[i])
		}
	}
}

// The SQLite driver is a translation of C that only works with the libc it was made with.
func TestLibcIsTheOneSQLitePins(t *testing.T) {
	t.Parallel()
	out, err := exec.CommandContext(t.Context(), "go", "list", "-m", "-json", "modernc.org/sqlite", "modernc.org/libc").Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	type module struct{ Path, Version, GoMod string }
	got := map[string]module{}
	for dec := json.NewDecoder(bytes.NewReader(out)); dec.More(); {
		var m module
		if err := dec.Decode(&m); err != nil {
			t.Fatal(err)
		}
		got[m.Path] = m
	}
	pins, err := os.ReadFile(got["modernc.org/sqlite"].GoMod)
	if err != nil {
		t.Fatal(err)
	}
	pin := regexp.MustCompile(`modernc\.org/libc (v\S+)`).FindSubmatch(pins)
	if pin == nil {
		t.Fatal("the go.mod of modernc.org/sqlite names no libc")
	}
	if have, want := got["modernc.org/libc"].Version, string(pin[1]); have != want {
		t.Errorf("go.mod selects libc %s, sqlite %s needs %s", have, got["modernc.org/sqlite"].Version, want)
	}
}
