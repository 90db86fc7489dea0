package store

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"
)

// SkipLocked ends a SELECT that picks rows for one of several processes to work on, so that
// none waits for what another is picking. SQLite has one writer at a time anyway.
func (db *DB) SkipLocked() string {
	if db.engine == PostgreSQL {
		return " FOR UPDATE SKIP LOCKED"
	}
	return ""
}

// Prepare compiles a statement for use in the transactions of Write, by tx.StmtContext.
// SQLite compiles a text at each use otherwise, which takes longer than most statements do;
// for PostgreSQL, whose driver keeps what it compiled, there is none.
func (db *DB) Prepare(ctx context.Context, text string) (*sql.Stmt, error) {
	if db.engine != SQLite {
		return nil, nil //nolint:nilnil // no statement is what callers then use
	}
	statement, err := db.writer.PrepareContext(ctx, text)
	if err != nil {
		return nil, fold(ctx, fmt.Errorf("store: prepare: %w", err))
	}
	return statement, nil
}

// Now reads the clock that every process on this database goes by: the server's, or the
// machine's own where the database is a file.
func (db *DB) Now(ctx context.Context) (now time.Time, err error) {
	if db.engine != PostgreSQL {
		return time.Now(), nil
	}
	if err := db.reader.QueryRowContext(ctx, "SELECT clock_timestamp()").Scan(&now); err != nil {
		return time.Time{}, fold(ctx, fmt.Errorf("store: clock: %w", err))
	}
	return now, nil
}

// bell is the notification channel of this installation: channels belong to a whole
// database, installations to a schema. The hash keeps it within the length of a name.
const bell = "'kadry_' || $1 || '_' || md5(current_schema())"

// Ring makes every Listen on the same name call back once tx commits. It is a hint: one
// can be lost with a connection, and SQLite has none.
func (db *DB) Ring(ctx context.Context, tx *sql.Tx, name string) error {
	if db.engine != PostgreSQL {
		return nil
	}
	if _, err := tx.ExecContext(ctx, "SELECT pg_notify("+bell+", '')", name); err != nil {
		return fmt.Errorf("store: ring %q: %w", name, err)
	}
	return nil
}

// checkup is how often Listen asks whether its connection still lives.
const checkup = 30 * time.Second

// Listen calls rung after each committed Ring of name, by any process, until ctx ends or
// the connection does. It keeps one connection of the pool to itself. On SQLite it only waits.
func (db *DB) Listen(ctx context.Context, name string, rung func()) error {
	if db.engine != PostgreSQL {
		<-ctx.Done()
		return ctx.Err()
	}
	conn, err := db.reader.Conn(ctx)
	if err != nil {
		return fold(ctx, fmt.Errorf("store: listen: %w", err))
	}
	err = conn.Raw(func(raw any) error {
		wire, ok := raw.(*stdlib.Conn)
		if !ok {
			return fmt.Errorf("store: listen: a connection of type %T", raw)
		}
		// A connection that listens must not go back to the pool: ErrBadConn takes it out.
		return errors.Join(listen(ctx, wire.Conn(), name, rung), driver.ErrBadConn)
	})
	if closed := conn.Close(); !errors.Is(closed, sql.ErrConnDone) {
		err = errors.Join(err, closed)
	}
	return fold(ctx, err)
}

func listen(ctx context.Context, conn *pgx.Conn, name string, rung func()) error {
	var channel string
	if err := conn.QueryRow(ctx, "SELECT "+bell, name).Scan(&channel); err != nil {
		return fmt.Errorf("store: listen: %w", err)
	}
	if _, err := conn.Exec(ctx, "LISTEN "+pgx.Identifier{channel}.Sanitize()); err != nil {
		return fmt.Errorf("store: listen: %w", err)
	}
	for {
		rung() // the first time for what was rung before we listened
		if err := await(ctx, conn); err != nil {
			return fmt.Errorf("store: listen: %w", err)
		}
	}
}

// await returns when the bell rang or a checkup went well.
func await(ctx context.Context, conn *pgx.Conn) error {
	patient, cancel := context.WithTimeout(ctx, checkup)
	defer cancel()
	_, err := conn.WaitForNotification(patient)
	if err != nil && patient.Err() != nil && ctx.Err() == nil {
		hurried, cancel := context.WithTimeout(ctx, 3*time.Second)
		defer cancel()
		return conn.Ping(hurried)
	}
	return err
}
