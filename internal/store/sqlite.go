package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"github.com/sethvargo/go-retry"
	"modernc.org/sqlite"
)

// fileName is the database's name when the address is a folder.
const fileName = "kadry.db"

// sqliteFile is the place of an SQLite database and how long to wait for its locks.
type sqliteFile struct {
	path string // absolute
	wait time.Duration
}

func openSQLite(ctx context.Context, cfg Config) (*DB, error) {
	file, err := prepareFile(cfg.URL, cfg.LockTimeout)
	if err != nil {
		return nil, fold(ctx, err)
	}
	// Two processes that both turn a new file into a WAL database get in each other's way
	// without a chance to wait, so that step is taken one at a time.
	release, err := file.lock(ctx)
	if err != nil {
		return nil, fold(ctx, err)
	}
	db, err := openFile(ctx, file, cfg)
	if err := errors.Join(err, release()); err != nil {
		if db != nil {
			err = errors.Join(err, db.Close())
		}
		return nil, fold(ctx, err)
	}
	return db, nil
}

func openFile(ctx context.Context, file sqliteFile, cfg Config) (*DB, error) {
	writer, err := file.pool(1, url.Values{"_txlock": {"immediate"}, "_journal_mode": {"WAL"}})
	if err != nil {
		return nil, err
	}
	if err := writer.PingContext(ctx); err != nil {
		return nil, errors.Join(fmt.Errorf("store: open %q: %w", file.path, err), writer.Close())
	}
	reader, err := file.pool(cfg.Conns, url.Values{"_query_only": {"1"}})
	if err != nil {
		return nil, errors.Join(err, writer.Close())
	}
	db := &DB{engine: SQLite, writer: writer, reader: reader, file: file, patience: cfg.Patience}
	// A process that died between an erasure and its checkpoint left the bytes in the log.
	if _, err := db.checkpoint(ctx, 0); err != nil {
		return nil, errors.Join(err, db.Close())
	}
	return db, nil
}

// prepareFile resolves address to a file and makes sure that it exists and that only its
// owner can read what is created. SQLite gives its log files the mode of the database.
func prepareFile(address string, wait time.Duration) (sqliteFile, error) {
	path, err := filepath.Abs(address)
	if err != nil {
		return sqliteFile{}, fmt.Errorf("store: path %q: %w", address, err)
	}
	info, err := os.Stat(path)
	isDir := err == nil && info.IsDir()
	if isDir || os.IsPathSeparator(address[len(address)-1]) {
		path = filepath.Join(path, fileName)
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return sqliteFile{}, fmt.Errorf("store: data folder: %w", err)
	}
	file := sqliteFile{path: path, wait: wait}
	for _, name := range []string{file.path, file.lockPath()} {
		f, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE, 0o600)
		if err != nil {
			return sqliteFile{}, fmt.Errorf("store: database file: %w", err)
		}
		if err := f.Close(); err != nil {
			return sqliteFile{}, fmt.Errorf("store: database file: %w", err)
		}
	}
	return file, nil
}

func (f sqliteFile) lockPath() string { return f.path + "-lock" }

// pool opens at most conns connections. What every connection has in common:
// synchronous=FULL, because a CV that was answered as kept, and one that was answered as
// erased, must stay so through a power cut; secure_delete, because erased text must not
// stay readable in free pages; temp_store=MEMORY, so that no text spills into other files.
func (f sqliteFile) pool(conns int, params url.Values) (*sql.DB, error) {
	params.Set("_busy_timeout", strconv.FormatInt(f.wait.Milliseconds(), 10))
	params.Set("_foreign_keys", "1")
	params.Set("_synchronous", "FULL")
	params.Set("_dqs", "0")
	params.Set("_error_rc", "1")
	params["_pragma"] = []string{"secure_delete(ON)", "temp_store(MEMORY)"}
	return dial(f.path, conns, params)
}

func dial(path string, conns int, params url.Values) (*sql.DB, error) {
	// A URI keeps '?', '#' and '%' of a path from being read as parameters.
	dsn := url.URL{Scheme: "file", OmitHost: true, Path: filepath.ToSlash(path), RawQuery: params.Encode()}
	connector, err := sqlite.NewConnector(dsn.String())
	if err != nil {
		return nil, fmt.Errorf("store: path %q: %w", path, err)
	}
	db := sql.OpenDB(connector)
	db.SetMaxOpenConns(conns)
	db.SetMaxIdleConns(conns)
	return db, nil
}

// lock holds off every other process that opens or migrates the same file until release
// is called. The lock is one of SQLite's own on an empty database beside the real one: it
// works wherever SQLite works and the system frees it when the process dies. SQLite's own
// waiting cannot be cancelled and a migration can be long, so the waiting is done here.
func (f sqliteFile) lock(ctx context.Context) (release func() error, err error) {
	db, err := dial(f.lockPath(), 1, url.Values{"_txlock": {"exclusive"}})
	if err != nil {
		return nil, err
	}
	var tx *sql.Tx
	err = retry.Do(ctx, retry.NewConstant(20*time.Millisecond), func(ctx context.Context) (err error) {
		if tx, err = db.BeginTx(ctx, nil); isBusy(err) {
			return retry.RetryableError(err)
		}
		return err
	})
	if err != nil {
		return nil, errors.Join(fmt.Errorf("store: lock %q: %w", f.lockPath(), err), db.Close())
	}
	return func() error {
		// A rollback that fails, because ctx is over already, still frees the lock by Close.
		_ = tx.Rollback()
		return db.Close()
	}, nil
}

// Checkpoint moves SQLite's log into the database file and empties it, so that bytes which
// were erased before are in neither. While a read holds the log it waits for the lock
// timeout; after that done is false and the checkpoint is owed: the next Write, Open or
// Close settles it. On PostgreSQL there is nothing to do.
func (db *DB) Checkpoint(ctx context.Context) (done bool, err error) {
	if db.engine != SQLite {
		return true, nil
	}
	done, err = db.checkpoint(ctx, db.file.wait)
	return done, fold(ctx, err)
}

func (db *DB) checkpoint(ctx context.Context, wait time.Duration) (done bool, err error) {
	db.owed.Store(true)
	conn, err := db.writer.Conn(ctx)
	if err != nil {
		return false, fmt.Errorf("store: checkpoint: %w", err)
	}
	defer func() { err = errors.Join(err, conn.Close()) }()

	if err := setBusyTimeout(ctx, conn, wait); err != nil {
		return false, err
	}
	var busy, frames, moved int
	row := conn.QueryRowContext(ctx, "PRAGMA wal_checkpoint(TRUNCATE)")
	err = row.Scan(&busy, &frames, &moved)
	if isBusy(err) {
		busy, err = 1, nil
	}
	if err != nil {
		err = fmt.Errorf("store: checkpoint: %w", err)
	}
	// The connection goes back to the pool of writers, which wait.
	err = errors.Join(err, setBusyTimeout(context.WithoutCancel(ctx), conn, db.file.wait))
	if err != nil || busy != 0 {
		return false, err
	}
	db.owed.Store(false)
	return true, nil
}

func setBusyTimeout(ctx context.Context, conn *sql.Conn, wait time.Duration) error {
	_, err := conn.ExecContext(ctx, "PRAGMA busy_timeout = "+strconv.FormatInt(wait.Milliseconds(), 10))
	if err != nil {
		return fmt.Errorf("store: busy timeout: %w", err)
	}
	return nil
}
