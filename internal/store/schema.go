package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"regexp"
	"slices"

	"github.com/pressly/goose/v3"
	"github.com/pressly/goose/v3/database"
)

// Schema is the tables of one owner: a room, or a piece of infrastructure. No table of one
// refers to a table of another, so that each goes forward by itself.
type Schema struct {
	Name string // of its version table too: kadry_version_<name>

	// Files are sqlite/*.sql and postgres/*.sql, numbered from 1 and the same for both. They are
	// only ever added: a database in use goes forward, never back.
	Files fs.FS

	// Formerly are the numbers that its first files had while all schemas shared one version
	// table. A database of that time has them applied already; see takeOver.
	Formerly []int64
}

// The common version table of earlier releases.
const (
	sharedTable  = "goose_db_version"
	sharedLatest = 8 // the last version that was ever given in it

	// divided is written there when the schemas are taken over: a program of that time sees a
	// newer database and refuses it.
	divided = 1_000_000_000
)

// Version is how far a schema of a database has come.
type Version struct {
	Schema  string
	Current int64 // zero where there is nothing of it
	Latest  int64 // the newest this program knows
}

// ledger is a schema with the table of its applied versions in one database.
type ledger struct {
	Schema
	table    database.Store
	provider *goose.Provider

	own     bool  // the table of its versions is there
	current int64 // as that table says, or else the common one of earlier releases
}

var schemaName = regexp.MustCompile(`^[a-z][a-z0-9_]*$`)

// ledgers checks the schemas and makes each ready to be brought forward.
func (db *DB) ledgers(schemas []Schema) ([]ledger, error) {
	list := make([]ledger, 0, len(schemas))
	for i, s := range schemas {
		same := func(other Schema) bool { return other.Name == s.Name }
		if at := slices.IndexFunc(schemas[:i], same); at >= 0 {
			return nil, fmt.Errorf("store: schemas %d and %d are both named %q", at+1, i+1, s.Name)
		}
		if !schemaName.MatchString(s.Name) {
			return nil, fmt.Errorf("store: a schema cannot be named %q", s.Name)
		}
		files, err := fs.Sub(s.Files, string(db.engine))
		if err != nil {
			return nil, fmt.Errorf("store: schema %s: %w", s.Name, err)
		}
		table, err := database.NewStore(db.dialect(), "kadry_version_"+s.Name)
		if err != nil {
			return nil, fmt.Errorf("store: schema %s: %w", s.Name, err)
		}
		provider, err := goose.NewProvider(goose.DialectCustom, db.writer, files, goose.WithStore(table), goose.WithDisableGlobalRegistry(true))
		if err != nil {
			return nil, fmt.Errorf("store: schema %s: %w", s.Name, err)
		}
		for n, source := range provider.ListSources() {
			if source.Version != int64(n)+1 {
				return nil, fmt.Errorf("store: schema %s: %s is not numbered %d", s.Name, source.Path, n+1)
			}
		}
		list = append(list, ledger{Schema: s, table: table, provider: provider})
	}
	return list, nil
}

func (db *DB) dialect() database.Dialect {
	if db.engine == PostgreSQL {
		return database.DialectPostgres
	}
	return database.DialectSQLite3
}

// latest is the number of the last file.
func (l ledger) latest() int64 { return int64(len(l.provider.ListSources())) }

// read finds out how far the schema has come. shared are the common versions.
func (l *ledger) read(ctx context.Context, db *DB, tx *sql.Tx, shared []int64) (err error) {
	if l.own, err = db.hasTable(ctx, tx, l.table.Tablename()); err != nil {
		return err
	}
	if l.own {
		l.current, err = l.table.GetLatestVersion(ctx, tx)
		return err
	}
	l.current = 0
	for l.current < int64(len(l.Formerly)) && slices.Contains(shared, l.Formerly[l.current]) {
		l.current++
	}
	return nil
}

// sharedVersions are those in the common version table of earlier releases; none where there
// is no such table.
func (db *DB) sharedVersions(ctx context.Context, tx *sql.Tx) (versions []int64, err error) {
	if there, err := db.hasTable(ctx, tx, sharedTable); err != nil || !there {
		return nil, err
	}
	rows, err := tx.QueryContext(ctx, "SELECT version_id FROM "+sharedTable+" WHERE version_id > 0 ORDER BY version_id")
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	for rows.Next() {
		var v int64
		if err := rows.Scan(&v); err != nil {
			return nil, err
		}
		versions = append(versions, v)
	}
	return versions, rows.Err()
}

func (db *DB) hasTable(ctx context.Context, tx *sql.Tx, name string) (there bool, err error) {
	query := "SELECT EXISTS (SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = $1)"
	if db.engine == PostgreSQL {
		query = "SELECT EXISTS (SELECT 1 FROM pg_tables WHERE schemaname = current_schema() AND tablename = $1)"
	}
	err = tx.QueryRowContext(ctx, query, name).Scan(&there)
	return there, err
}
