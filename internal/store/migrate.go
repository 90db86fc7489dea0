package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"

	"github.com/pressly/goose/v3/database"

	"kadry/internal/fault"
)

// Version reads how far each schema has come and changes nothing.
func (db *DB) Version(ctx context.Context, schemas ...Schema) ([]Version, error) {
	list, err := db.ledgers(schemas)
	if err != nil {
		return nil, err
	}
	err = db.Read(ctx, func(ctx context.Context, tx *sql.Tx) error {
		_, err := db.readAll(ctx, tx, list)
		return err
	})
	if err != nil {
		return nil, err
	}
	versions := make([]Version, len(list))
	for i, l := range list {
		versions[i] = Version{Schema: l.Name, Current: l.current, Latest: l.latest()}
	}
	return versions, nil
}

// readAll finds out how far the schemas have come, and returns the common versions.
func (db *DB) readAll(ctx context.Context, tx *sql.Tx, list []ledger) (shared []int64, err error) {
	if shared, err = db.sharedVersions(ctx, tx); err != nil {
		return nil, fmt.Errorf("store: schema version: %w", err)
	}
	for i := range list {
		if err := list[i].read(ctx, db, tx, shared); err != nil {
			return nil, fmt.Errorf("store: version of schema %s: %w", list[i].Name, err)
		}
	}
	return shared, nil
}

// Migrate brings each schema to its latest version, in the order given. Processes that start
// at the same time wait for each other; a database from a newer program is refused untouched.
func (db *DB) Migrate(ctx context.Context, schemas ...Schema) (err error) {
	defer func() { err = fold(ctx, err) }()
	list, err := db.ledgers(schemas)
	if err != nil {
		return err
	}
	release, err := db.lockSchema(ctx)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, release()) }()

	if err := db.takeOver(ctx, list); err != nil {
		return err
	}
	for _, l := range list {
		if l.current == l.latest() {
			continue // goose would read every file to find out the same
		}
		if _, err := l.provider.Up(ctx); err != nil {
			return fmt.Errorf("store: migrate schema %s: %w", l.Name, err)
		}
	}
	return nil
}

// takeOver makes the version tables that are not there yet. What the common version table of
// earlier releases says of a schema is written into its own, so that nothing is run twice. It
// all happens in one transaction: a process that is killed has done it or not.
func (db *DB) takeOver(ctx context.Context, list []ledger) error {
	tx, err := db.writer.BeginTx(ctx, nil)
	if err != nil {
		return fmt.Errorf("store: take over schemas: %w", err)
	}
	defer func() { _ = tx.Rollback() }() // after a commit it does nothing
	shared, err := db.readAll(ctx, tx, list)
	if err != nil {
		return err
	}
	if err := refuseNewer(list, shared); err != nil {
		return err
	}
	for _, l := range list {
		if err := l.begin(ctx, tx); err != nil {
			return fmt.Errorf("store: take over schema %s: %w", l.Name, err)
		}
	}
	if err := db.divide(ctx, tx, shared); err != nil {
		return fmt.Errorf("store: take over schemas: %w", err)
	}
	if err := tx.Commit(); err != nil {
		return fmt.Errorf("store: take over schemas: %w", err)
	}
	return nil
}

// refuseNewer looks at the common versions only where a schema is to be taken over from them.
func refuseNewer(list []ledger, shared []int64) error {
	for _, l := range list {
		if l.current > l.latest() {
			return newer(l.Name, l.current, l.latest())
		}
		for _, v := range shared {
			if !l.own && v > sharedLatest && v != divided {
				return newer(sharedTable, v, sharedLatest)
			}
		}
	}
	return nil
}

func newer(schema string, is, known int64) error {
	return fault.E(fault.Conflict, fault.Say(
		"The database was written by a newer kadry: its schema %s is %d, this program knows %d.",
		"База данных создана более новой версией kadry: её схема %s — %d, а программа знает %d.", schema, is, known), nil).
		WithHint(fault.Say("Run the newer program.", "Запустите более новую версию программы."))
}

// begin makes the version table unless it is there, with what was found applied.
func (l ledger) begin(ctx context.Context, tx *sql.Tx) error {
	if l.own {
		return nil
	}
	if err := l.table.CreateVersionTable(ctx, tx); err != nil {
		return err
	}
	for v := range l.current + 1 { // goose begins with 0
		if err := l.table.Insert(ctx, tx, database.InsertRequest{Version: v}); err != nil {
			return err
		}
	}
	return nil
}

// divide keeps programs away that know only the common version table, where there is one.
func (db *DB) divide(ctx context.Context, tx *sql.Tx, shared []int64) error {
	if len(shared) == 0 || slices.Contains(shared, divided) {
		return nil
	}
	table, err := database.NewStore(db.dialect(), sharedTable)
	if err != nil {
		return err
	}
	return table.Insert(ctx, tx, database.InsertRequest{Version: divided})
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
