package talentsql

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"kadry/internal/store"
	"kadry/internal/talent"
)

// change is what the feed keeps of a change: no personal data.
type change struct {
	tenant, id string
	removed    bool
	at         time.Time
}

// announce makes c the candidate's one row in the feed. It comes last in a transaction:
// the turn is taken before the number is drawn and held until the commit, so that a change
// is never visible before one with a lower number.
func (s *Candidates) announce(ctx context.Context, tx *sql.Tx, c change) error {
	if err := s.db.Turn(ctx, tx, feedTurn); err != nil {
		return err
	}
	if _, err := tx.ExecContext(ctx, "DELETE FROM candidate_change WHERE candidate_id = $1", c.id); err != nil {
		return err
	}
	_, err := tx.ExecContext(ctx,
		"INSERT INTO candidate_change (tenant, candidate_id, removed, at) VALUES ($1, $2, $3, $4)",
		c.tenant, c.id, c.removed, c.at.UnixMicro())
	return err
}

// Changes returns at most limit changes of a tenant after seq, oldest first.
func (s *Candidates) Changes(ctx context.Context, tenant string, after int64, limit int) (changes []talent.Change, err error) {
	if !store.IsKey(tenant) || limit <= 0 {
		return nil, nil
	}
	err = s.db.Read(ctx, func(ctx context.Context, tx *sql.Tx) error {
		changes, err = changesAfter(ctx, tx, tenant, after, limit)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("talentsql: changes after %d: %w", after, err)
	}
	return changes, nil
}

// Tenants returns those that have changes. With few tenants and many changes a recursion from one to
// the next reads a row of the index for each, where DISTINCT reads them all.
func (s *Candidates) Tenants(ctx context.Context) (tenants []string, err error) {
	const query = `
		WITH RECURSIVE each (tenant) AS (
			SELECT min(tenant) FROM candidate_change
			UNION ALL
			SELECT (SELECT min(f.tenant) FROM candidate_change f WHERE f.tenant > each.tenant) FROM each WHERE each.tenant IS NOT NULL
		)
		SELECT tenant FROM each WHERE tenant IS NOT NULL`
	if tenants, err = s.texts(ctx, query); err != nil {
		return nil, fmt.Errorf("talentsql: tenants: %w", err)
	}
	return tenants, nil
}

// A removed candidate has no row to join, every other one does: COALESCE is for the removed.
const changesQuery = `
	SELECT f.seq, f.candidate_id, f.removed,
		COALESCE(c.sha256, ''), COALESCE(c.file, ''), COALESCE(c.format, ''), COALESCE(c.bytes, 0),
		COALESCE(c.pages, 0), COALESCE(c.ingested_at, 0), COALESCE(c.tags, ''), COALESCE(c.warnings, ''),
		COALESCE(c.text, ''), COALESCE(c.record, ''), COALESCE(c.record_version, 0), COALESCE(c.rules, '')
	FROM candidate_change f LEFT JOIN candidate c ON c.id = f.candidate_id
	WHERE f.tenant = $1 AND f.seq > $2 ORDER BY f.seq LIMIT $3`

func changesAfter(ctx context.Context, tx *sql.Tx, tenant string, after int64, limit int) (changes []talent.Change, err error) {
	rows, err := tx.QueryContext(ctx, changesQuery, tenant, after, limit)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	var present []row // of the changes that are no removals, in their order
	for rows.Next() {
		var (
			next talent.Change
			r    row
		)
		targets := append([]any{&next.Seq, &next.ID, &next.Removed}, r.targets()[1:]...)
		if err := rows.Scan(targets...); err != nil {
			return nil, err
		}
		changes = append(changes, next)
		if !next.Removed {
			r.id = next.ID
			present = append(present, r)
		}
	}
	if err := rows.Err(); err != nil {
		return nil, err
	}
	people, err := decodeAll(ctx, present)
	if err != nil {
		return nil, err
	}
	if err := attach(ctx, tx, people); err != nil {
		return nil, err
	}
	for i := range changes {
		if !changes[i].Removed {
			changes[i].Candidate, people = &people[0], people[1:]
		}
	}
	return changes, nil
}
