package talentsql

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

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

// Changes returns at most limit changes after seq, oldest first, over all tenants.
func (s *Candidates) Changes(ctx context.Context, after int64, limit int) (changes []talent.Change, err error) {
	if limit <= 0 {
		return nil, nil
	}
	err = s.db.Read(ctx, func(ctx context.Context, tx *sql.Tx) error {
		changes, err = changesAfter(ctx, tx, after, limit)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("talentsql: changes after %d: %w", after, err)
	}
	return changes, nil
}

func changesAfter(ctx context.Context, tx *sql.Tx, after int64, limit int) (changes []talent.Change, err error) {
	// A removed candidate has no row to join, every other one does: COALESCE is for the removed.
	const query = `
		SELECT f.seq, f.tenant, f.candidate_id, f.removed,
			COALESCE(c.sha256, ''), COALESCE(c.file, ''), COALESCE(c.format, ''), COALESCE(c.bytes, 0),
			COALESCE(c.pages, 0), COALESCE(c.ingested_at, 0), COALESCE(c.tags, ''), COALESCE(c.warnings, ''),
			COALESCE(c.text, ''), COALESCE(c.record, ''), COALESCE(c.record_version, 0), COALESCE(c.rules, '')
		FROM candidate_change f LEFT JOIN candidate c ON c.id = f.candidate_id
		WHERE f.seq > $1 ORDER BY f.seq LIMIT $2`
	rows, err := tx.QueryContext(ctx, query, after, limit)
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
		targets := append([]any{&next.Seq, &next.Tenant, &next.ID, &next.Removed}, r.targets()[1:]...)
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
	people, err := decodeAll(present)
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
