package interviewsql

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"kadry/internal/fault"
	"kadry/internal/interview"
	"kadry/internal/interview/session"
	"kadry/internal/store"
)

// Create keeps a new session. When its key is in use it returns the session that was created
// under it, or interview.ErrKeyReused if that was for another request.
func (s *Interviews) Create(ctx context.Context, o interview.Opening) (kept session.Session, err error) {
	n := o.Session
	if !store.IsKey(n.Tenant) || !store.IsKey(n.ID) || !areStorable(n.UserID, n.SurveyKey, n.Vacancy.ID, n.Plan.Hash, o.Key, o.Request) {
		return session.Session{}, fault.E(fault.Invalid, fault.Say(
			"An interview needs an owner and an id, and its names must be text.",
			"Интервью нужны владелец и идентификатор, а имена в нём должны быть текстом."), nil)
	}
	row, err := encodeSession(n)
	if err != nil {
		return session.Session{}, err
	}
	err = s.write(ctx, func(ctx context.Context, tx *sql.Tx) error {
		kept = n
		if o.Key != "" {
			first, err := claimKey(ctx, tx, o)
			if err != nil || first.ID != "" {
				kept = first
				return err
			}
		}
		if err := s.insert(ctx, tx, &row); err != nil {
			return err
		}
		return tie(ctx, tx, s.ties.Opened, o)
	})
	switch {
	case errors.Is(err, store.ErrDuplicate):
		return session.Session{}, fault.E(fault.Conflict, fault.Say(
			"Another interview is kept under this id.", "Под этим идентификатором хранится другое интервью."), err)
	case err != nil:
		return session.Session{}, fmt.Errorf("interviewsql: create interview %q: %w", n.ID, err)
	}
	return kept, nil
}

// tie calls one of TxHooks.
func tie[T any](ctx context.Context, tx *sql.Tx, fn func(ctx context.Context, tx *sql.Tx, what T) error, what T) error {
	if fn == nil {
		return nil
	}
	return fn(ctx, tx, what)
}

func (s *Interviews) insert(ctx context.Context, tx *sql.Tx, r *sessionRow) error {
	row := s.queryRow(ctx, tx, createSession, r.tenant, r.id, r.userID, r.surveyKey, r.vacancyID, r.status, r.stage, r.version,
		r.createdAt, r.endedAt, r.score, r.planHash, r.planDigest, r.analysisDigest, r.record, r.recordVersion)
	if err := row.Scan(&r.number); err != nil {
		return err
	}
	return s.exec(ctx, tx, createPaper, r.number, r.plan, r.analysis, r.recordVersion, r.resume)
}

// claimKey takes the key of an opening, or returns the session that has it. Of several
// transactions that want one key the first gets it; the others wait for its end here.
func claimKey(ctx context.Context, tx *sql.Tx, o interview.Opening) (first session.Session, err error) {
	const claim = `
		INSERT INTO interview_key (tenant, key, request, session, until) VALUES ($1, $2, $3, $4, $5)
		ON CONFLICT (tenant, key) DO UPDATE SET request = excluded.request, session = excluded.session, until = excluded.until
		WHERE interview_key.until <= $6`
	tenant := o.Session.Tenant
	for {
		result, err := tx.ExecContext(ctx, claim, tenant, o.Key, o.Request, o.Session.ID, o.Until.UnixMicro(), o.Session.CreatedAt.UnixMicro())
		if err != nil {
			return session.Session{}, err
		}
		if n, err := result.RowsAffected(); err != nil || n == 1 {
			return session.Session{}, err
		}
		var request, id string
		row := tx.QueryRowContext(ctx, "SELECT request, session FROM interview_key WHERE tenant = $1 AND key = $2", tenant, o.Key)
		switch err := row.Scan(&request, &id); {
		case errors.Is(err, sql.ErrNoRows): // erased in between: the key is free
			continue
		case err != nil:
			return session.Session{}, err
		case request != o.Request:
			return session.Session{}, interview.ErrKeyReused
		}
		kept, err := loadRow(ctx, tx, tenant, id)
		if err != nil {
			return session.Session{}, err
		}
		return kept.decode()
	}
}

// Sweep forgets the idempotency keys that have run out and counts them.
func (s *Interviews) Sweep(ctx context.Context, now time.Time) (swept int, err error) {
	err = s.write(ctx, func(ctx context.Context, tx *sql.Tx) error {
		result, err := tx.ExecContext(ctx, "DELETE FROM interview_key WHERE until <= $1", now.UnixMicro())
		if err != nil {
			return err
		}
		n, err := result.RowsAffected()
		swept = int(n)
		return err
	})
	if err != nil {
		return 0, fmt.Errorf("interviewsql: sweep keys: %w", err)
	}
	return swept, nil
}
