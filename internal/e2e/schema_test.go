package e2e

import (
	"bufio"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/google/go-cmp/cmp"
	_ "github.com/jackc/pgx/v5/stdlib"
	"github.com/pressly/goose/v3"
	"golang.org/x/sync/errgroup"

	"kadry/internal/app"
	"kadry/internal/e2e/e2etest"
	"kadry/internal/fault"
	"kadry/internal/jobs"
	"kadry/internal/store"
	"kadry/internal/store/storetest"
)

// migrateURL makes the test binary a process that migrates the database it names.
const migrateURL = "KADRY_TEST_MIGRATE_URL"

// releases is how many versions the one version table of earlier releases had.
const releases = 8

// formerFiles are the files of all schemas under the numbers they had when they shared one
// version table, up to a number.
func formerFiles(t *testing.T, engine store.Engine, upTo int64) fs.FS {
	t.Helper()
	former := fstest.MapFS{}
	for _, s := range app.Schemas() {
		files := names(t, s, engine)
		for i, version := range s.Formerly {
			data, err := fs.ReadFile(s.Files, path.Join(string(engine), files[i]))
			if err != nil {
				t.Fatal(err)
			}
			if version <= upTo {
				former[fmt.Sprintf("%05d_%s.sql", version, s.Name)] = &fstest.MapFile{Data: data}
			}
		}
	}
	if len(former) != int(upTo) {
		t.Fatalf("%d of %d former versions belong to a schema", len(former), upTo)
	}
	return former
}

func names(t *testing.T, s store.Schema, engine store.Engine) (names []string) {
	t.Helper()
	entries, err := fs.ReadDir(s.Files, string(engine))
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}

// kept is a row in a table that is there from a version on.
var kept = []struct {
	since  int64
	table  string
	insert string
}{
	{1, "candidate", `INSERT INTO candidate (id, tenant, sha256, file, format, bytes, pages, ingested_at, tags, warnings, text, record, record_version)
		VALUES ('c-1', 'acme', 'abc', 'a.pdf', 'pdf', 1, 1, 1, '[]', '[]', 'Go', '{}', 1)`},
	{1, "candidate_change", "INSERT INTO candidate_change (tenant, candidate_id, removed, at) VALUES ('acme', 'c-1', FALSE, 1)"},
	{1, "audit", "INSERT INTO audit (at, tenant, actor, action, subject_id) VALUES (1, 'acme', 'me', 'candidate.removed', 'c-0')"},
	{2, "problem_member", "INSERT INTO problem_member (exam, subject, grade, category, position, id) VALUES ('ege', 'math', 0, '1', 0, '77')"},
	{3, "job", `INSERT INTO job (kind, payload, order_key, unique_key, unique_kept, state, due_at, span, attempt, max_attempts, owner, token,
		error, created_at, ready_at, finished_at) VALUES ('note', '{}', '', '', 0, 'ready', 0, 0, 0, 3, '', '', '', 1, 1, 0)`},
	{4, "vacancy", `INSERT INTO vacancy (tenant, id, external_id, version, title, description, requirements, responsibilities, language, level,
		needs, record_version, created_at, updated_at) VALUES ('default', 'v-1', '', 1, 'Go', '', '', '', 'ru', 'mid', '[]', 1, 1, 1)`},
	{5, "outbox_message", `INSERT INTO outbox_message (tenant, id, stream, seq, type, url, route, body, state, count, manual, job, made_at, next_at, done_at)
		SELECT 'acme', 'm-1', 's', 1, 't', 'u', '', $1, 'pending', 0, 0, 1, 1, 1, 0`},
	{6, "audit_pending", "INSERT INTO audit_pending (at, tenant, actor, action, subject, detail) VALUES (1, 'acme', 'me', 'did', 'it', '{}')"},
	{7, "inbox", "INSERT INTO inbox (event, tenant, session, seq, type, body, received) SELECT 'e-1', 'acme', 's-1', 1, 't', $1, 1"},
}

// release makes a database as a release with the former version left it, with rows in it.
func release(t *testing.T, b storetest.Bench, version int64) {
	t.Helper()
	storetest.OpenURL(t, b.URL) // makes the file
	driver, dialect := "sqlite", goose.DialectSQLite3
	if b.Engine == store.PostgreSQL {
		driver, dialect = "pgx", goose.DialectPostgres
	}
	db, err := sql.Open(driver, b.URL)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	provider, err := goose.NewProvider(dialect, db, formerFiles(t, b.Engine, version), goose.WithDisableGlobalRegistry(true))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := provider.Up(t.Context()); err != nil {
		t.Fatal(err)
	}
	for _, row := range kept {
		var args []any
		if strings.Contains(row.insert, "$1") {
			args = []any{[]byte("body")}
		}
		if row.since > version {
			continue
		}
		if _, err := db.ExecContext(t.Context(), row.insert, args...); err != nil {
			t.Fatalf("%s: %v", row.table, err)
		}
	}
}

// wantLatest says that every schema is at its newest version, each version applied once, and
// that the rows of a release are there.
func wantLatest(t *testing.T, db *store.DB, version int64) {
	t.Helper()
	versions, err := db.Version(t.Context(), app.Schemas()...)
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range versions {
		if v.Current != v.Latest {
			t.Errorf("schema %s is %d of %d", v.Schema, v.Current, v.Latest)
		}
		if n := count(t, db, "kadry_version_"+v.Schema); n != v.Latest+1 { // and the zero of a new table
			t.Errorf("schema %s has %d versions, want %d", v.Schema, n, v.Latest+1)
		}
	}
	for _, row := range kept {
		want := int64(1)
		if row.since > version {
			want = 0
		}
		if n := count(t, db, row.table); n != want {
			t.Errorf("%s has %d rows, want %d", row.table, n, want)
		}
	}
}

func count(t *testing.T, db *store.DB, table string) (n int64) {
	t.Helper()
	err := db.Read(t.Context(), func(ctx context.Context, tx *sql.Tx) error {
		return tx.QueryRowContext(ctx, "SELECT COUNT(*) FROM "+table).Scan(&n)
	})
	if err != nil {
		t.Fatalf("%s: %v", table, err)
	}
	return n
}

// Both engines carry the same files, none goes back, and no table refers to one of another owner.
func TestSchemas_files(t *testing.T) {
	t.Parallel()
	made := regexp.MustCompile(`(?i)CREATE TABLE (\w+)`)
	refers := regexp.MustCompile(`(?i)REFERENCES (\w+)`)
	owner := map[string]string{}
	for _, s := range app.Schemas() {
		if diff := cmp.Diff(names(t, s, store.SQLite), names(t, s, store.PostgreSQL)); diff != "" {
			t.Errorf("schema %s has other files on the other engine (-sqlite +postgres):\n%s", s.Name, diff)
		}
		for _, engine := range []store.Engine{store.SQLite, store.PostgreSQL} {
			own := map[string]bool{}
			for _, name := range names(t, s, engine) {
				data, err := fs.ReadFile(s.Files, path.Join(string(engine), name))
				if err != nil {
					t.Fatal(err)
				}
				if regexp.MustCompile(`(?i)\+goose\s+down`).Match(data) {
					t.Errorf("%s of schema %s has a way back", name, s.Name)
				}
				for _, m := range made.FindAllStringSubmatch(string(data), -1) {
					own[m[1]] = true
					if other := owner[m[1]]; other != "" && other != s.Name {
						t.Errorf("schemas %s and %s both make table %s", other, s.Name, m[1])
					}
					owner[m[1]] = s.Name
				}
				for _, m := range refers.FindAllStringSubmatch(string(data), -1) {
					if !own[m[1]] {
						t.Errorf("schema %s refers to %s, which is not its own", s.Name, m[1])
					}
				}
			}
		}
	}
}

// A database of any earlier release keeps what is in it and gets the rest.
func TestSchemas_takeOver(t *testing.T) {
	t.Parallel()
	for version := int64(1); version <= releases; version++ {
		t.Run(fmt.Sprint(version), func(t *testing.T) {
			t.Parallel()
			storetest.Each(t, func(t *testing.T, b storetest.Bench) {
				release(t, b, version)
				db := storetest.OpenURL(t, b.URL)
				before, err := db.Version(t.Context(), app.Schemas()...)
				if err != nil {
					t.Fatal(err)
				}
				found := int64(0)
				for _, v := range before {
					found += v.Current
				}
				if found != version {
					t.Errorf("%d versions are found in a database of version %d: %+v", found, version, before)
				}
				for range 2 { // the second time there is nothing to do
					if err := db.Migrate(t.Context(), app.Schemas()...); err != nil {
						t.Fatal(err)
					}
					wantLatest(t, db, version)
				}
				wantWork(t, db, b.URL, version)
				refusedByReleases(t, db)
			})
		})
	}
}

// wantWork says that the stores work over what was taken over.
func wantWork(t *testing.T, db *store.DB, url string, version int64) {
	t.Helper()
	listed := e2etest.Succeed(t, e2etest.Environment(t.TempDir(), "KADRY_DATABASE_URL="+url), "call", "list_vacancies", `{}`)
	if want := version >= 4; strings.Contains(listed, `"v-1"`) != want {
		t.Errorf("vacancies: %s, want one: %v", listed, want)
	}
	queue, err := jobs.New(db, jobs.Config{})
	if err != nil {
		t.Fatal(err)
	}
	counts, err := queue.Snapshot(t.Context())
	if want := version >= 3; err != nil || (counts["note"].Ready == 1) != want {
		t.Errorf("jobs: %v, %v, want one: %v", counts, err, want)
	}
}

// refusedByReleases says that a program which knows one version table sees a newer database.
func refusedByReleases(t *testing.T, db *store.DB) {
	t.Helper()
	var newest int64
	err := db.Read(t.Context(), func(ctx context.Context, tx *sql.Tx) error {
		return tx.QueryRowContext(ctx, "SELECT MAX(version_id) FROM goose_db_version").Scan(&newest)
	})
	if err != nil || newest <= releases {
		t.Errorf("a release sees version %d, %v, want one it does not know", newest, err)
	}
}

// A database of a newer program is left as it is.
func TestSchemas_newerIsRefused(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, b storetest.Bench) {
		release(t, b, releases)
		db := storetest.OpenURL(t, b.URL)
		applied := "1"
		if b.Engine == store.PostgreSQL {
			applied = "TRUE"
		}
		err := db.Write(t.Context(), func(ctx context.Context, tx *sql.Tx) error {
			_, err := tx.ExecContext(ctx, fmt.Sprintf("INSERT INTO goose_db_version (version_id, is_applied) VALUES (%d, %s)", releases+1, applied))
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		err = db.Migrate(t.Context(), app.Schemas()...)
		if fault.KindOf(err) != fault.Conflict || !strings.Contains(fault.From(err).Text.RU, "более новой") {
			t.Errorf("Migrate = %v, want kind %s", err, fault.Conflict)
		}
		tables := "SELECT COUNT(*) FROM sqlite_master WHERE name LIKE 'kadry_version%'"
		if b.Engine == store.PostgreSQL {
			tables = "SELECT COUNT(*) FROM pg_tables WHERE schemaname = current_schema() AND tablename LIKE 'kadry_version%'"
		}
		var made int
		err = db.Read(t.Context(), func(ctx context.Context, tx *sql.Tx) error { return tx.QueryRowContext(ctx, tables).Scan(&made) })
		if err != nil || made != 0 {
			t.Errorf("%d tables were made in a database that is refused, %v", made, err)
		}
	})
}

// Several processes start on one database of an earlier release at once.
func TestSchemas_takenOverByOne(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, b storetest.Bench) {
		release(t, b, releases)
		var group errgroup.Group
		for range 4 {
			group.Go(func() error {
				db, err := store.Open(t.Context(), store.Config{URL: b.URL, Conns: 2})
				if err != nil {
					return err
				}
				return errors.Join(db.Migrate(t.Context(), app.Schemas()...), db.Close())
			})
		}
		if err := group.Wait(); err != nil {
			t.Fatal(err)
		}
		wantLatest(t, storetest.OpenURL(t, b.URL), releases)
	})
}

// A process that ends between two schemas leaves the rest to the next one.
func TestSchemas_oneAfterAnother(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, b storetest.Bench) {
		release(t, b, 3)
		db := storetest.OpenURL(t, b.URL)
		for n := range app.Schemas() {
			if err := db.Migrate(t.Context(), app.Schemas()[:n+1]...); err != nil {
				t.Fatal(err)
			}
		}
		wantLatest(t, db, 3)
	})
}

func migrateChild(ctx context.Context, url string) int {
	db, err := store.Open(ctx, store.Config{URL: url})
	if err == nil {
		fmt.Println("open")
		err = errors.Join(db.Migrate(ctx, app.Schemas()...), db.Close())
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return 0
}

// A process that is killed while it takes over or migrates loses nothing, and another one
// completes its work.
func TestSchemas_killedInTheMiddle(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, b storetest.Bench) {
		version := int64(rand.IntN(releases) + 1)
		release(t, b, version)
		for round := range 8 {
			killMigration(t, b.URL, time.Duration(round)*3*time.Millisecond)
		}
		db := storetest.OpenURL(t, b.URL)
		if err := db.Migrate(t.Context(), app.Schemas()...); err != nil {
			t.Fatalf("a database of version %d: %v", version, err)
		}
		wantLatest(t, db, version)
	})
}

// killMigration starts a process that migrates and kills it some time after it has begun.
func killMigration(t *testing.T, url string, after time.Duration) {
	t.Helper()
	child := exec.CommandContext(t.Context(), os.Args[0])
	child.Env = append(slices.Clone(os.Environ()), migrateURL+"="+url)
	out, err := child.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := child.Start(); err != nil {
		t.Fatal(err)
	}
	if !bufio.NewScanner(out).Scan() {
		t.Error("the process did not open the database")
	}
	timer := time.AfterFunc(after, func() { _ = child.Process.Kill() }) // it may have ended by itself
	_ = child.Wait()                                                    // killed is how it ends
	timer.Stop()
}
