// Package storetest runs one and the same test on every engine: SQLite in the test's own
// folder and PostgreSQL in a schema of the test's own. Whatever an adapter promises is
// tested through it. It is imported by tests only.
package storetest

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"kadry/internal/store"
	"kadry/internal/store/pgtest"
)

// Bench is the workbench of one test on one engine.
type Bench struct {
	Engine  store.Engine
	URL     string // of an empty database that is the test's own
	Schemas []store.Schema
}

// Each runs fn as a parallel subtest on each engine, with the tables of schemas.
func Each(t *testing.T, fn func(t *testing.T, b Bench), schemas ...store.Schema) {
	t.Helper()
	t.Run(string(store.SQLite), func(t *testing.T) {
		t.Parallel()
		fn(t, SQLite(t, schemas...))
	})
	t.Run(string(store.PostgreSQL), func(t *testing.T) {
		t.Parallel()
		fn(t, PostgreSQL(t, schemas...))
	})
}

// SQLite returns a bench whose database is a file that is not there yet.
func SQLite(t testing.TB, schemas ...store.Schema) Bench {
	t.Helper()
	return Bench{Engine: store.SQLite, URL: filepath.Join(t.TempDir(), "kadry.db"), Schemas: schemas}
}

// PostgreSQL returns a bench on a server, or skips the test where there is none.
func PostgreSQL(t testing.TB, schemas ...store.Schema) Bench {
	t.Helper()
	return Bench{Engine: store.PostgreSQL, URL: pgtest.URL(t), Schemas: schemas}
}

// Open opens the bench's database like one process of several does, brings its schemas up
// to date and closes it at the end of the test.
func (b Bench) Open(t testing.TB) *store.DB {
	t.Helper()
	if b.Engine == store.SQLite && len(b.Schemas) > 0 {
		p, err := templateOf(b.Schemas)
		if err != nil {
			t.Fatal(err)
		}
		if err := p.CopyTo(b.URL); err != nil && !errors.Is(err, fs.ErrExist) {
			t.Fatal(err)
		}
	}
	return OpenURL(t, b.URL, b.Schemas...)
}

// OpenURL opens any database for a test.
func OpenURL(t testing.TB, url string, schemas ...store.Schema) *store.DB {
	t.Helper()
	config := store.Config{URL: url, Conns: 4}
	if !strings.Contains(url, "://") {
		// SQLite lets waiting processes in by chance; a loaded machine makes that wait long.
		config.LockTimeout, config.Patience = 20*time.Second, 40*time.Second
	}
	db, err := store.Open(t.Context(), config)
	if err != nil {
		t.Fatalf("open: %v", err)
	}
	t.Cleanup(func() {
		if err := db.Close(); err != nil {
			t.Errorf("close: %v", err)
		}
	})
	if err := db.Migrate(t.Context(), schemas...); err != nil {
		t.Fatalf("migrate: %v", err)
	}
	return db
}

// Raw returns everything that SQLite keeps on disk for a database.
func Raw(t rapid.TB, url string) []byte {
	t.Helper()
	files, err := filepath.Glob(url + "*")
	if err != nil || len(files) < 2 {
		t.Fatalf("files of %s: %v, %v", url, files, err)
	}
	var all []byte
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, data...)
	}
	return all
}
