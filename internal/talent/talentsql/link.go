package talentsql

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"time"

	"kadry/internal/store"
	"kadry/internal/talent"
)

// Actions of audit lines about two candidates; a line a candidate.
const (
	CandidateLinked   Action = "candidate.linked"
	CandidateApart    Action = "candidate.held_apart"
	CandidateUnlinked Action = "candidate.unlinked"
)

// Link keeps or forgets what was decided of two candidates.
func (s *Candidates) Link(ctx context.Context, tenant, id, other string, l *talent.Link, actor string) error {
	pair := []string{id, other}
	slices.Sort(pair)
	err := s.db.Write(ctx, func(ctx context.Context, tx *sql.Tx) error {
		for _, id := range pair { // in one order everywhere, so that two calls do not wait for each other
			if err := present(ctx, tx, tenant, id); err != nil {
				return err
			}
		}
		if _, err := tx.ExecContext(ctx, "DELETE FROM candidate_link WHERE first_id = $1 AND other_id = $2", pair[0], pair[1]); err != nil {
			return err
		}
		line := Line{At: s.now(), Tenant: tenant, Actor: store.Clean(actor), Action: CandidateUnlinked}
		if l != nil {
			line.Action = CandidateApart
			if l.Same {
				line.Action = CandidateLinked
			}
			if err := insertLink(ctx, tx, tenant, pair, *l); err != nil {
				return err
			}
		}
		for _, line.Subject = range pair {
			if err := line.insert(ctx, tx); err != nil {
				return err
			}
			if err := s.announce(ctx, tx, change{tenant: tenant, id: line.Subject, at: line.At}); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("talentsql: link candidates %q and %q: %w", id, other, err)
	}
	return nil
}

func insertLink(ctx context.Context, tx *sql.Tx, tenant string, pair []string, l talent.Link) error {
	_, err := tx.ExecContext(ctx, `
		INSERT INTO candidate_link (tenant, first_id, other_id, same, author, reason, at) VALUES ($1, $2, $3, $4, $5, $6, $7)`,
		tenant, pair[0], pair[1], l.Same, store.Clean(l.Author), store.Clean(l.Reason), l.At.UnixMicro())
	return err
}

// forget removes what is said of a candidate who is removed, and returns the candidates who
// were linked to it.
func forget(ctx context.Context, tx *sql.Tx, id string) (linked []string, err error) {
	if _, err := tx.ExecContext(ctx, "DELETE FROM candidate_correction WHERE candidate_id = $1", id); err != nil {
		return nil, err
	}
	var one talent.Candidate
	if err := attachLinks(ctx, tx, []any{id}, map[string]*talent.Candidate{id: &one}); err != nil {
		return nil, err
	}
	for _, l := range one.Links {
		linked = append(linked, l.Other)
	}
	_, err = tx.ExecContext(ctx, "DELETE FROM candidate_link WHERE first_id = $1 OR other_id = $1", id)
	return linked, err
}

func attachLinks(ctx context.Context, tx *sql.Tx, ids []any, to map[string]*talent.Candidate) (err error) {
	const columns = "SELECT first_id, other_id, same, author, reason, at FROM candidate_link WHERE "
	of := " IN (" + store.Placeholders(1, len(ids)) + ")"
	// UNION drops the second of two rows when both candidates are asked for.
	rows, err := tx.QueryContext(ctx, columns+"first_id"+of+" UNION "+columns+"other_id"+of+" ORDER BY 1, 2", ids...)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	for rows.Next() {
		var (
			pair [2]string
			at   int64
			l    talent.Link
		)
		if err := rows.Scan(&pair[0], &pair[1], &l.Same, &l.Author, &l.Reason, &at); err != nil {
			return err
		}
		l.At = time.UnixMicro(at).UTC()
		for i, id := range pair {
			if c := to[id]; c != nil {
				l.Other = pair[1-i]
				c.Links = append(c.Links, l)
			}
		}
	}
	return rows.Err()
}
