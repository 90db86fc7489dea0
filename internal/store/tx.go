package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/sethvargo/go-retry"
)

// retries bound how often a transaction is run again. Each idle connection that died with
// the server costs one, so there are more of them than a lock conflict alone would need.
const retries = 10

// Write runs fn in a transaction that is committed when fn returns nil and rolled back
// otherwise. fn can run more than once, after PostgreSQL broke the transaction off
// (serialisation, deadlock, a connection lost before the commit was sent), so it must
// have no effect but through tx. The errors of the database come back folded: see fold.
//
// A connection lost during the commit itself leaves it open whether the transaction took
// place; such an error is not retried here, and writers make their statements safe to repeat.
func (db *DB) Write(ctx context.Context, fn func(ctx context.Context, tx *sql.Tx) error) error {
	err := db.patiently(ctx, func(ctx context.Context) error {
		return once(ctx, db.writer, nil, fn)
	})
	if err == nil && db.owed.Load() {
		// Whatever keeps the log busy now, the checkpoint stays owed and is tried again.
		_, _ = db.checkpoint(context.WithoutCancel(ctx), 0)
	}
	return err
}

// Read runs fn in a read-only transaction: all its queries see one state of the database.
// Like with Write, fn can run more than once.
func (db *DB) Read(ctx context.Context, fn func(ctx context.Context, tx *sql.Tx) error) error {
	options := sql.TxOptions{ReadOnly: true}
	if db.engine == PostgreSQL {
		options.Isolation = sql.LevelRepeatableRead
	}
	return db.patiently(ctx, func(ctx context.Context) error {
		return once(ctx, db.reader, &options, fn)
	})
}

// Each gives every row of a query.
func Each(ctx context.Context, tx *sql.Tx, query string, args []any, take func(row *sql.Rows) error) (err error) {
	rows, err := tx.QueryContext(ctx, query, args...)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	for rows.Next() {
		if err := take(rows); err != nil {
			return err
		}
	}
	return rows.Err()
}

// patiently repeats a transaction within the patience of db and folds its error. A server
// that accepted the connection and then went silent is out of reach like one that is gone:
// without a bound of our own, a caller would wait for the end of its own deadline.
func (db *DB) patiently(ctx context.Context, fn retry.RetryFunc) error {
	bounded, cancel := context.WithTimeout(ctx, db.patience)
	defer cancel()
	err := repeat(bounded, fn)
	if err != nil && bounded.Err() != nil && ctx.Err() == nil {
		return unreachable(err)
	}
	return fold(ctx, err)
}

func once(ctx context.Context, pool *sql.DB, options *sql.TxOptions, fn func(ctx context.Context, tx *sql.Tx) error) error {
	tx, err := pool.BeginTx(ctx, options)
	if err != nil {
		return again(fmt.Errorf("store: begin: %w", err))
	}
	// After a commit the rollback does nothing; on a broken connection there is nothing
	// left to roll back.
	defer func() { _ = tx.Rollback() }()
	if err := fn(ctx, tx); err != nil {
		return again(err)
	}
	if err := tx.Commit(); err != nil {
		err = fmt.Errorf("store: commit: %w", err)
		if isConflict(err) {
			return retry.RetryableError(err)
		}
		return err
	}
	return nil
}

// again marks err as worth another run when the whole transaction certainly did not take
// place and the cause is a passing one.
func again(err error) error {
	if isConflict(err) || isStale(err) {
		return retry.RetryableError(err)
	}
	return err
}

func repeat(ctx context.Context, fn retry.RetryFunc) error {
	pause := retry.WithCappedDuration(200*time.Millisecond, retry.NewExponential(2*time.Millisecond))
	return retry.Do(ctx, retry.WithMaxRetries(retries, retry.WithFullJitter(pause)), fn)
}

// Turn makes transactions that name the same thing commit one after another: it waits
// until every other transaction that took its turn has ended. SQLite has one writer at a
// time anyway. A turn is taken after all row locks, else two transactions can block each other.
func (db *DB) Turn(ctx context.Context, tx *sql.Tx, thing string) error {
	if db.engine != PostgreSQL {
		return nil
	}
	// The schema is part of the key: two installations in one database do not wait for each other.
	const wait = "SELECT pg_advisory_xact_lock(hashtext($1), hashtext(current_schema()))"
	if _, err := tx.ExecContext(ctx, wait, thing); err != nil {
		return fmt.Errorf("store: turn %q: %w", thing, err)
	}
	return nil
}

// Placeholders returns n placeholders for an IN list, the first one numbered first:
// "$2, $3, $4" for (2, 3).
func Placeholders(first, n int) string {
	var b strings.Builder
	for i := range n {
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteByte('$')
		b.WriteString(strconv.Itoa(first + i))
	}
	return b.String()
}
