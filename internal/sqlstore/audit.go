package sqlstore

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"kadry/internal/store"
)

// Action names what an audit line tells of.
type Action string

// CandidateRemoved is the erasure of everything known of a candidate.
const CandidateRemoved Action = "candidate.removed"

// Line is one line of the audit log: who did what to which thing, and none of its data.
type Line struct {
	Seq     int64
	At      time.Time
	Tenant  string
	Actor   string
	Action  Action
	Subject string // id
}

// Audit reads the log of what was done to data.
type Audit struct{ db *store.DB }

// NewAudit returns the audit log of db.
func NewAudit(db *store.DB) *Audit { return &Audit{db: db} }

// Lines returns at most limit lines of a tenant after seq, oldest first.
func (a *Audit) Lines(ctx context.Context, tenant string, after int64, limit int) (lines []Line, err error) {
	if limit <= 0 || !isKey(tenant) {
		return nil, nil
	}
	err = a.db.Read(ctx, func(tx *sql.Tx) error {
		lines, err = linesAfter(ctx, tx, tenant, after, limit)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("sqlstore: audit after %d: %w", after, err)
	}
	return lines, nil
}

func linesAfter(ctx context.Context, tx *sql.Tx, tenant string, after int64, limit int) (lines []Line, err error) {
	const query = `
		SELECT seq, at, tenant, actor, action, subject_id FROM audit
		WHERE tenant = $1 AND seq > $2 ORDER BY seq LIMIT $3`
	rows, err := tx.QueryContext(ctx, query, tenant, after, limit)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	for rows.Next() {
		var (
			line Line
			at   int64
		)
		if err := rows.Scan(&line.Seq, &at, &line.Tenant, &line.Actor, &line.Action, &line.Subject); err != nil {
			return nil, err
		}
		line.At = time.UnixMicro(at).UTC()
		lines = append(lines, line)
	}
	return lines, rows.Err()
}

func (l Line) insert(ctx context.Context, tx *sql.Tx) error {
	_, err := tx.ExecContext(ctx,
		"INSERT INTO audit (at, tenant, actor, action, subject_id) VALUES ($1, $2, $3, $4, $5)",
		l.At.UnixMicro(), l.Tenant, l.Actor, string(l.Action), l.Subject)
	return err
}
