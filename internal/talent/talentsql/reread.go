package talentsql

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strings"

	"kadry/internal/store"
	"kadry/internal/talent"
)

// Unread returns ids of candidates whose record other rules made than those named.
func (s *Candidates) Unread(ctx context.Context, tenant, rules, after string, limit int) (ids []string, err error) {
	if !store.IsKey(tenant) || limit <= 0 {
		return nil, nil
	}
	ids, err = s.texts(ctx, `
		SELECT id FROM candidate WHERE tenant = $1 AND id > $2 AND (rules <> $3 OR $3 = '') ORDER BY id LIMIT $4`,
		tenant, store.Clean(after), rules, limit)
	if err != nil {
		return nil, fmt.Errorf("talentsql: candidates of other rules: %w", err)
	}
	return ids, nil
}

// texts reads a query for one column of text.
func (s *Candidates) texts(ctx context.Context, query string, args ...any) (list []string, err error) {
	err = s.db.Read(ctx, func(ctx context.Context, tx *sql.Tx) (err error) {
		list = nil // Read may begin again
		rows, err := tx.QueryContext(ctx, query, args...)
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, rows.Close()) }()
		for rows.Next() {
			var text string
			if err := rows.Scan(&text); err != nil {
				return err
			}
			list = append(list, text)
		}
		return rows.Err()
	})
	return list, err
}

// Reread puts other records in the place of those kept.
func (s *Candidates) Reread(ctx context.Context, tenant string, list []talent.Candidate) (kept int, err error) {
	rows := make([]row, len(list))
	for i, c := range list {
		if rows[i], err = encodeRow(c); err != nil {
			return 0, err
		}
	}
	slices.SortFunc(rows, func(a, b row) int { return strings.Compare(a.id, b.id) })
	err = s.db.Write(ctx, func(ctx context.Context, tx *sql.Tx) error {
		// All rows are locked, in one order, before the turn of the feed is taken: whoever
		// corrects a candidate takes them in this order too.
		changed, err := updateRecords(ctx, tx, tenant, rows)
		kept = len(changed)
		for _, id := range changed {
			if err == nil {
				err = s.announce(ctx, tx, change{tenant: tenant, id: id, at: s.now()})
			}
		}
		return err
	})
	if err != nil {
		return 0, fmt.Errorf("talentsql: keep %d records: %w", len(list), err)
	}
	return kept, nil
}

// updateRecords returns the ids of those that are still there.
func updateRecords(ctx context.Context, tx *sql.Tx, tenant string, rows []row) (changed []string, err error) {
	for _, r := range rows {
		result, err := tx.ExecContext(ctx,
			"UPDATE candidate SET record = $1, record_version = $2, rules = $3 WHERE tenant = $4 AND id = $5",
			r.record, r.recordVersion, r.rules, tenant, r.id)
		if err != nil {
			return nil, err
		}
		n, err := result.RowsAffected()
		if err != nil {
			return nil, err
		}
		if n > 0 {
			changed = append(changed, r.id)
		}
	}
	return changed, nil
}
