// Package store opens the database, runs transactions and migrations, and says what a
// failure of the database means. SQLite and PostgreSQL stand behind one DB: the same SQL
// text runs on both, and what differs between them is here. It knows no table but those that
// count versions; each room brings its own tables, as a Schema, and keeps its queries.
package store

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"kadry/internal/fault"
)

// Engine names the database behind a DB.
type Engine string

// The engines.
const (
	SQLite     Engine = "sqlite"
	PostgreSQL Engine = "postgres"
)

// Config says which database to open. Everything but URL has a working zero value.
type Config struct {
	URL         string        // postgres://..., or the path of an SQLite file or of the folder that holds kadry.db
	Conns       int           // connections to PostgreSQL at most, readers of SQLite at most; 8 when zero
	DialTimeout time.Duration // for one new connection to PostgreSQL, name lookup and login included; 3 s when zero
	Patience    time.Duration // for one transaction with its retries; 10 s when zero
	LockTimeout time.Duration // how long a statement of SQLite waits for another process; 5 s when zero
}

// DB is an open database. It is safe for concurrent use and recovers by itself when a
// PostgreSQL server goes away and comes back.
type DB struct {
	engine Engine
	writer *sql.DB // SQLite: exactly one connection, so that writers queue here and not on the file lock
	reader *sql.DB // PostgreSQL: the same pool as writer
	file   sqliteFile

	patience time.Duration

	// owed is set while erased bytes may still stand in SQLite's log; see Checkpoint.
	owed atomic.Bool
}

// Open connects to the database of cfg, creating an SQLite file that is not there yet.
// It changes no schema: call Migrate next.
func Open(ctx context.Context, cfg Config) (*DB, error) {
	// Two at least: a migration runs on one connection while another holds its lock.
	cfg.Conns = max(2, cmp.Or(cfg.Conns, 8))
	cfg.DialTimeout = cmp.Or(cfg.DialTimeout, 3*time.Second)
	cfg.LockTimeout = cmp.Or(cfg.LockTimeout, 5*time.Second)
	cfg.Patience = cmp.Or(cfg.Patience, 10*time.Second)

	scheme, _, isURL := strings.Cut(cfg.URL, "://")
	switch {
	case scheme == "postgres" || scheme == "postgresql" || !isURL && settingForm.MatchString(cfg.URL):
		return openPostgres(ctx, cfg)
	case isURL || !isPath(cfg.URL):
		return nil, fault.E(fault.Invalid, fault.Say(
			"The database address must be a postgres:// address, settings as in host=... dbname=..., a file or a folder.",
			"Адрес базы данных — это адрес postgres://, параметры вида host=... dbname=..., файл или папка."), nil).
			WithHint(fault.Say("A file whose name has one of : = @ in it is written with its folder: ./name.",
				"Файл, в имени которого есть знак : = или @, пишется вместе с папкой: ./имя."))
	}
	return openSQLite(ctx, cfg)
}

// settingForm is the beginning of a PostgreSQL address in the form of settings.
var settingForm = regexp.MustCompile(`(?s)^\s*(?:[a-z_]+\s*=.*\s)?(?:host|hostaddr|port|dbname|user|password|service|sslmode)\s*=`)

// isPath tells a file or a folder from an address of a server written in a form that is not
// understood, whose password would become the name of a file.
func isPath(address string) bool {
	return address != "" && (filepath.IsAbs(address) || filepath.VolumeName(address) != "" || strings.HasPrefix(address, ".") || !strings.ContainsAny(address, ":=@"))
}

// Engine tells which database this is, for the few statements that differ.
func (db *DB) Engine() Engine { return db.engine }

// Ping asks the database for a sign of life.
func (db *DB) Ping(ctx context.Context) error {
	return fold(ctx, db.reader.PingContext(ctx))
}

// Writable makes a write that changes nothing, so that a full disk or a database that became
// read-only is known before a caller loses something.
func (db *DB) Writable(ctx context.Context) error {
	return db.Write(ctx, func(ctx context.Context, tx *sql.Tx) error {
		if db.engine == PostgreSQL {
			// A transaction that is read-only may still do what writes to the log alone.
			var readOnly bool
			const text = `SELECT current_setting('transaction_read_only')::bool, pg_current_xact_id()::text || pg_logical_emit_message(true, 'kadry', 'writable')`
			err := tx.QueryRowContext(ctx, text).Scan(&readOnly, new(string))
			if err == nil && readOnly {
				err = unreachable(errors.New("store: the database makes transactions read-only"))
			}
			return err
		}
		var version int
		if err := tx.QueryRowContext(ctx, `PRAGMA user_version`).Scan(&version); err != nil {
			return err
		}
		_, err := tx.ExecContext(ctx, `PRAGMA user_version = `+strconv.Itoa(version)) // writes the first page again
		return err
	})
}

// Close waits for running transactions and closes every connection. Closing the last
// connection to an SQLite file also empties and deletes its log.
func (db *DB) Close() error {
	if db.reader == db.writer {
		return db.writer.Close()
	}
	return errors.Join(db.reader.Close(), db.writer.Close())
}
