package talentsql

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"kadry/internal/store"
)

// auditLines reads what was done to the data of a tenant, oldest first.
func auditLines(ctx context.Context, db *store.DB, tenant string) (lines []Line, err error) {
	err = db.Read(ctx, func(ctx context.Context, tx *sql.Tx) (err error) {
		lines = nil
		rows, err := tx.QueryContext(ctx,
			"SELECT seq, at, tenant, actor, action, subject_id FROM audit WHERE tenant = $1 ORDER BY seq", tenant)
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, rows.Close()) }()
		for rows.Next() {
			var (
				line Line
				at   int64
			)
			if err := rows.Scan(&line.Seq, &at, &line.Tenant, &line.Actor, &line.Action, &line.Subject); err != nil {
				return err
			}
			line.At = time.UnixMicro(at).UTC()
			lines = append(lines, line)
		}
		return rows.Err()
	})
	return lines, err
}
