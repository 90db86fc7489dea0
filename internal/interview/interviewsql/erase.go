package interviewsql

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"time"

	"kadry/internal/store"
)

// idsAtOnce bounds the placeholders of one query; both engines take many more.
const idsAtOnce = 500

// Erase removes sessions with everything kept of them, leaves a tombstone of each and makes
// sure that the erased bytes are not left in SQLite's files. Where a long read of another
// process holds the log, that last step is done with the next write. Unknown ids are passed
// over.
func (s *Interviews) Erase(ctx context.Context, tenant string, ids []string) error {
	ids = slices.DeleteFunc(slices.Clone(ids), func(id string) bool { return !store.IsKey(id) })
	if !store.IsKey(tenant) || len(ids) == 0 {
		return nil
	}
	now, err := s.db.Now(ctx)
	if err != nil {
		return fmt.Errorf("interviewsql: erase interviews: %w", err)
	}
	for some := range slices.Chunk(ids, idsAtOnce) {
		err := s.write(ctx, func(ctx context.Context, tx *sql.Tx) error { return s.erase(ctx, tx, tenant, some, now) })
		if err != nil {
			return fmt.Errorf("interviewsql: erase %d interviews: %w", len(ids), err)
		}
	}
	// The deletion is committed: the caller going away must not leave the bytes behind.
	if _, err := s.db.Checkpoint(context.WithoutCancel(ctx)); err != nil {
		return fmt.Errorf("interviewsql: erase %d interviews: %w", len(ids), err)
	}
	return nil
}

func (s *Interviews) erase(ctx context.Context, tx *sql.Tx, tenant string, ids []string, now time.Time) error {
	if err := s.erasing(ctx, tx, tenant, ids); err != nil {
		return err
	}
	gone, err := deleteSessions(ctx, tx, tenant, ids)
	if err != nil || len(gone) == 0 {
		return err
	}
	var there []string
	for _, g := range gone {
		if err := g.forget(ctx, tx, tenant, now); err != nil {
			return err
		}
		there = append(there, g.id)
	}
	if s.ties.Erased == nil {
		return nil
	}
	return s.ties.Erased(ctx, tx, tenant, there)
}

// erasing tells which of the sessions are there and about to be removed.
func (s *Interviews) erasing(ctx context.Context, tx *sql.Tx, tenant string, ids []string) error {
	if s.ties.Erasing == nil {
		return nil
	}
	args := []any{tenant}
	for _, id := range ids {
		args = append(args, id)
	}
	there, err := column(ctx, tx, "SELECT id FROM interview WHERE tenant = $1 AND id IN ("+store.Placeholders(2, len(ids))+")", args...)
	if err != nil || len(there) == 0 {
		return err
	}
	return s.ties.Erasing(ctx, tx, tenant, there)
}

// erased is what is known of a session that was deleted.
type erased struct {
	id, surveyKey, vacancyID, planHash string
	createdAt, endedAt                 int64
}

// deleteSessions deletes the sessions, and with them every row that refers to them. A commit
// that is under way in another transaction is waited for, and what it adds goes too.
func deleteSessions(ctx context.Context, tx *sql.Tx, tenant string, ids []string) (gone []erased, err error) {
	args := []any{tenant}
	for _, id := range ids {
		args = append(args, id)
	}
	rows, err := tx.QueryContext(ctx, deleteByIDs(len(ids)), args...)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	for rows.Next() {
		var g erased
		if err := rows.Scan(&g.id, &g.surveyKey, &g.vacancyID, &g.planHash, &g.createdAt, &g.endedAt); err != nil {
			return nil, err
		}
		gone = append(gone, g)
	}
	return gone, rows.Err()
}

func deleteByIDs(n int) string {
	return "DELETE FROM interview WHERE tenant = $1 AND id IN (" + store.Placeholders(2, n) + ") " +
		"RETURNING id, survey_key, vacancy_id, plan_hash, created_at, ended_at"
}

// forget removes what names a deleted session otherwise, and sets its tombstone.
func (g erased) forget(ctx context.Context, tx *sql.Tx, tenant string, now time.Time) error {
	if _, err := tx.ExecContext(ctx, "DELETE FROM interview_key WHERE tenant = $1 AND session = $2", tenant, g.id); err != nil {
		return err
	}
	if _, err := tx.ExecContext(ctx, "DELETE FROM interview_survey WHERE tenant = $1 AND survey_key = $2", tenant, g.surveyKey); err != nil {
		return err
	}
	if _, err := tx.ExecContext(ctx, "DELETE FROM invitation WHERE tenant = $1 AND session = $2", tenant, g.id); err != nil {
		return err
	}
	_, err := tx.ExecContext(ctx, `
		INSERT INTO interview_tombstone (tenant, id, vacancy_id, plan_hash, created_at, ended_at, erased_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7)
		ON CONFLICT (tenant, id) DO UPDATE SET vacancy_id = excluded.vacancy_id, plan_hash = excluded.plan_hash,
			created_at = excluded.created_at, ended_at = excluded.ended_at, erased_at = excluded.erased_at`,
		tenant, g.id, g.vacancyID, g.planHash, g.createdAt, g.endedAt, now.UnixMicro())
	return err
}
