package store

import (
	"context"
	"embed"
	"errors"
	"fmt"
	"io/fs"

	"github.com/pressly/goose/v3"

	"kadry/internal/fault"
)

// The schema, one folder for each engine. Files are only ever added: a database in use
// goes forward, never back.
//
//go:embed migrations
var migrations embed.FS

// Version is how far the schema of a database has come.
type Version struct {
	Current int64 // zero for an empty database
	Latest  int64 // the newest this program knows
}

// Version reads how far the schema has come. In an empty database it makes the table that
// will tell.
func (db *DB) Version(ctx context.Context) (Version, error) {
	provider, err := db.provider()
	if err != nil {
		return Version{}, err
	}
	v, err := readVersion(ctx, provider)
	return v, fold(ctx, err)
}

// Migrate brings the schema to the latest version. Processes that start at the same time
// wait for each other; a database from a newer program is refused untouched.
func (db *DB) Migrate(ctx context.Context) (err error) {
	defer func() { err = fold(ctx, err) }()
	provider, err := db.provider()
	if err != nil {
		return err
	}
	release, err := db.lockSchema(ctx)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, release()) }()

	v, err := readVersion(ctx, provider)
	if err != nil {
		return err
	}
	if v.Current > v.Latest {
		return fault.E(fault.Conflict, fault.Say(
			"The database was written by a newer kadry: its schema is %d, this program knows %d.",
			"База данных создана более новой версией kadry: её схема %d, а программа знает %d.", v.Current, v.Latest), nil).
			WithHint(fault.Say("Run the newer program.", "Запустите более новую версию программы."))
	}
	if _, err := provider.Up(ctx); err != nil {
		return fmt.Errorf("store: migrate: %w", err)
	}
	return nil
}

func (db *DB) provider() (*goose.Provider, error) {
	dialect := goose.DialectSQLite3
	if db.engine == PostgreSQL {
		dialect = goose.DialectPostgres
	}
	files, err := fs.Sub(migrations, "migrations/"+string(db.engine))
	if err != nil {
		return nil, fmt.Errorf("store: migrations: %w", err)
	}
	provider, err := goose.NewProvider(dialect, db.writer, files, goose.WithDisableGlobalRegistry(true))
	if err != nil {
		return nil, fmt.Errorf("store: migrations: %w", err)
	}
	return provider, nil
}

func readVersion(ctx context.Context, provider *goose.Provider) (Version, error) {
	current, latest, err := provider.GetVersions(ctx)
	if err != nil {
		return Version{}, fmt.Errorf("store: schema version: %w", err)
	}
	return Version{Current: current, Latest: latest}, nil
}

// lockSchema keeps other processes from migrating until release is called. The
// migrations themselves run on another connection of the pool.
func (db *DB) lockSchema(ctx context.Context) (release func() error, err error) {
	if db.engine == SQLite {
		return db.file.lock(ctx)
	}
	// A lock of the session, not of a transaction: a transaction that sits idle while a
	// long migration runs would be ended by the server.
	conn, err := db.writer.Conn(ctx)
	if err != nil {
		return nil, fmt.Errorf("store: schema lock: %w", err)
	}
	const key = "hashtext('kadry schema'), hashtext(current_schema())"
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock("+key+")"); err != nil {
		return nil, errors.Join(fmt.Errorf("store: schema lock: %w", err), conn.Close())
	}
	return func() error {
		_, err := conn.ExecContext(context.WithoutCancel(ctx), "SELECT pg_advisory_unlock("+key+")")
		return errors.Join(err, conn.Close())
	}, nil
}
