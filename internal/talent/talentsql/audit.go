package talentsql

import (
	"context"
	"database/sql"
	"time"
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

func (l Line) insert(ctx context.Context, tx *sql.Tx) error {
	_, err := tx.ExecContext(ctx,
		"INSERT INTO audit (at, tenant, actor, action, subject_id) VALUES ($1, $2, $3, $4, $5)",
		l.At.UnixMicro(), l.Tenant, l.Actor, string(l.Action), l.Subject)
	return err
}
