package interviewsql

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strconv"

	"kadry/internal/interview"
	"kadry/internal/store"
)

// versioned is a table whose rows a tenant has by id, each kept version after version. A table
// of stamps beside it, its name with "_stamp", tells when any row of a tenant has changed.
type versioned string

const (
	vacancyTable  versioned = "vacancy"
	questionTable versioned = "question"
)

// stamp changes with every saved and every removed row of a tenant and is empty exactly when
// there is none.
func (t versioned) stamp(ctx context.Context, db *store.DB, tenant string) (string, error) {
	if !store.IsKey(tenant) {
		return "", nil
	}
	var changes, kept int64
	err := db.Read(ctx, func(ctx context.Context, tx *sql.Tx) error {
		row := tx.QueryRowContext(ctx, "SELECT changes, kept FROM "+string(t)+"_stamp WHERE tenant = $1", tenant) //nolint:gosec // names of our own tables
		if err := row.Scan(&changes, &kept); err != nil && !errors.Is(err, sql.ErrNoRows) {
			return err
		}
		return nil
	})
	if err != nil {
		return "", fmt.Errorf("interviewsql: stamp of %s: %w", t, err)
	}
	if kept == 0 {
		return "", nil
	}
	return strconv.FormatInt(changes, 10), nil
}

// put keeps a row and marks the tenant's as changed, see putVersion.
func (t versioned) put(ctx context.Context, tx *sql.Tx, tenant string, version int, insert, update string, args ...any) error {
	if err := putVersion(ctx, tx, version, insert, update, args...); err != nil {
		return err
	}
	added := 0
	if version == 1 {
		added = 1
	}
	return t.changed(ctx, tx, tenant, added)
}

// drop removes a row; none is the error when the tenant has none with the id.
func (t versioned) drop(ctx context.Context, tx *sql.Tx, tenant, id string, none error) error {
	result, err := tx.ExecContext(ctx, "DELETE FROM "+string(t)+" WHERE tenant = $1 AND id = $2", tenant, id) //nolint:gosec // names of our own tables
	if err != nil {
		return err
	}
	if n, err := result.RowsAffected(); err != nil || n == 0 {
		return errors.Join(err, none)
	}
	return t.changed(ctx, tx, tenant, -1)
}

// changed marks the rows of a tenant as changed; added is by how many they became more.
func (t versioned) changed(ctx context.Context, tx *sql.Tx, tenant string, added int) error {
	stamps := string(t) + "_stamp"
	//nolint:gosec // names of our own tables
	_, err := tx.ExecContext(ctx, "INSERT INTO "+stamps+" (tenant, changes, kept) VALUES ($1, 1, $2) ON CONFLICT (tenant) "+
		"DO UPDATE SET changes = "+stamps+".changes + 1, kept = "+stamps+".kept + excluded.kept", tenant, added)
	return err
}

// putVersion runs insert for version 1 and update for a later one. Both have args as their
// parameters; the one after them in update is the version that must be there now.
// interview.ErrMoved when another one is.
func putVersion(ctx context.Context, tx *sql.Tx, version int, insert, update string, args ...any) error {
	query := insert
	if version > 1 {
		query, args = update, append(args, version-1)
	}
	result, err := tx.ExecContext(ctx, query, args...)
	if err != nil {
		return err
	}
	if n, err := result.RowsAffected(); err != nil || n == 0 {
		return errors.Join(err, interview.ErrMoved)
	}
	return nil
}
