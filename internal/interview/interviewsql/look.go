package interviewsql

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"kadry/internal/store"
)

const versionOfSession = "SELECT version FROM interview WHERE tenant = $1 AND id = $2"

// Version returns the version of a session and reads nothing else of it; fault.NotFound
// when the tenant has none with the id.
func (s *Interviews) Version(ctx context.Context, tenant, id string) (version int, err error) {
	if !store.IsKey(tenant) || !store.IsKey(id) {
		return 0, noSession(id)
	}
	err = s.db.Read(ctx, func(ctx context.Context, tx *sql.Tx) error {
		err := tx.QueryRowContext(ctx, versionOfSession, tenant, id).Scan(&version)
		if errors.Is(err, sql.ErrNoRows) {
			return noSession(id)
		}
		return err
	})
	if err != nil {
		return 0, fmt.Errorf("interviewsql: version of interview %q: %w", id, err)
	}
	return version, nil
}
