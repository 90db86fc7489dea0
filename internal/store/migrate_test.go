package store_test

import (
	"bytes"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"sync"
	"testing"
	"testing/fstest"
	"time"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/sync/errgroup"

	"kadry/internal/fault"
	"kadry/internal/store"
	"kadry/internal/store/storetest"
)

// drawers and labels are two owners of tables.
func drawers(files ...string) store.Schema { return schema("drawer", files...) }
func labels(files ...string) store.Schema  { return schema("label", files...) }

// schema has statements as its files, the same for both engines.
func schema(name string, statements ...string) store.Schema {
	files := fstest.MapFS{}
	for i, statement := range statements {
		for _, engine := range []store.Engine{store.SQLite, store.PostgreSQL} {
			file := fmt.Sprintf("%s/%05d_%s.sql", engine, i+1, name)
			files[file] = &fstest.MapFile{Data: []byte("-- +goose Up\n" + statement + ";\n")}
		}
	}
	return store.Schema{Name: name, Files: files}
}

const (
	makeDrawer  = "CREATE TABLE drawer (id INTEGER NOT NULL)"
	widenDrawer = "ALTER TABLE drawer ADD COLUMN width INTEGER"
	makeLabel   = "CREATE TABLE label (id INTEGER NOT NULL)"
)

func wantVersions(t *testing.T, db *store.DB, schemas []store.Schema, want ...store.Version) {
	t.Helper()
	got, err := db.Version(t.Context(), schemas...)
	if diff := cmp.Diff(want, got); err != nil || diff != "" {
		t.Errorf("Version: %v (-want +got):\n%s", err, diff)
	}
}

func TestMigrate(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, b storetest.Bench) {
		db := b.Open(t)
		first := []store.Schema{drawers(makeDrawer), labels(makeLabel)}
		wantVersions(t, db, first, store.Version{Schema: "drawer", Latest: 1}, store.Version{Schema: "label", Latest: 1})
		for range 2 { // the second time there is nothing to do
			if err := db.Migrate(t.Context(), first...); err != nil {
				t.Fatal(err)
			}
			wantVersions(t, db, first, store.Version{Schema: "drawer", Current: 1, Latest: 1}, store.Version{Schema: "label", Current: 1, Latest: 1})
		}
		next := []store.Schema{drawers(makeDrawer, widenDrawer), labels(makeLabel)}
		if err := db.Migrate(t.Context(), next...); err != nil {
			t.Fatal(err)
		}
		write(t, db, "INSERT INTO drawer (id, width) VALUES (1, 60)")

		wantVersions(t, db, first, store.Version{Schema: "drawer", Current: 2, Latest: 1}, store.Version{Schema: "label", Current: 1, Latest: 1})
		err := db.Migrate(t.Context(), append(first, schema("shelf", "CREATE TABLE shelf (id INTEGER)"))...)
		if fault.KindOf(err) != fault.Conflict || !strings.Contains(fault.From(err).Text.EN, "schema drawer is 2, this program knows 1") {
			t.Errorf("Migrate of a newer database = %v, want a %s that names the schema", err, fault.Conflict)
		}
		if err := perform(t.Context(), db, "SELECT 1 FROM kadry_version_shelf"); err == nil {
			t.Error("a database that is refused was touched")
		}
	})
}

func TestMigrate_refusesSchemasThatCollide(t *testing.T) {
	t.Parallel()
	db := storetest.SQLite(t).Open(t)
	twice := drawers(makeDrawer)
	twice.Files.(fstest.MapFS)["sqlite/00001_other.sql"] = &fstest.MapFile{Data: []byte("-- +goose Up\n" + makeLabel + ";\n")}
	gap := labels(makeLabel)
	gap.Files.(fstest.MapFS)["sqlite/00003_label.sql"] = &fstest.MapFile{Data: []byte("-- +goose Up\nSELECT 1;\n")}
	for name, c := range map[string]struct {
		schemas []store.Schema
		want    []string
	}{
		"one name":    {[]store.Schema{drawers(makeDrawer), labels(makeLabel), drawers(makeLabel)}, []string{"1 and 3", `"drawer"`}},
		"one number":  {[]store.Schema{twice}, []string{"00001_drawer.sql", "00001_other.sql"}},
		"a gap":       {[]store.Schema{gap}, []string{"00003_label.sql"}},
		"no files":    {[]store.Schema{{Name: "empty", Files: fstest.MapFS{"sqlite/README": &fstest.MapFile{}}}}, []string{"empty"}},
		"a bad name":  {[]store.Schema{schema("a b", makeDrawer)}, []string{`"a b"`}},
		"no name yet": {[]store.Schema{schema("", makeDrawer)}, []string{`""`}},
	} {
		err := db.Migrate(t.Context(), c.schemas...)
		for _, want := range c.want {
			if err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("%s: Migrate = %v, want it to name %s", name, err, want)
			}
		}
	}
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
				return errors.Join(db.Migrate(t.Context(), drawers(makeDrawer)), db.Close())
			})
		}
		if err := group.Wait(); err != nil {
			t.Fatal(err)
		}
		db := b.Open(t)
		var applied int
		err := db.Read(t.Context(), func(ctx context.Context, tx *sql.Tx) error {
			return tx.QueryRowContext(t.Context(), "SELECT count(*) FROM kadry_version_drawer WHERE version_id = 1").Scan(&applied)
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
