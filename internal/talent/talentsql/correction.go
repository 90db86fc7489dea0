package talentsql

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"kadry/internal/fault"
	"kadry/internal/store"
	"kadry/internal/talent"
	"kadry/internal/talent/correction"
)

// Actions of audit lines about what is said of a candidate; what it is, they do not tell.
const (
	CandidateCorrected  Action = "candidate.corrected"
	CorrectionTakenBack Action = "candidate.correction_taken_back"
)

// Amend adds and takes back corrections.
func (s *Candidates) Amend(ctx context.Context, tenant, id string, a talent.Amendment) error {
	err := s.db.Write(ctx, func(ctx context.Context, tx *sql.Tx) error {
		if err := present(ctx, tx, tenant, id); err != nil {
			return err
		}
		for _, e := range a.Add {
			if err := insertCorrection(ctx, tx, tenant, id, e); err != nil {
				return err
			}
		}
		for _, number := range a.Take {
			if err := takeBack(ctx, tx, id, number, a.Back); err != nil {
				return err
			}
		}
		if err := s.auditAmendment(ctx, tx, tenant, id, a); err != nil {
			return err
		}
		return s.announce(ctx, tx, change{tenant: tenant, id: id, at: s.now()})
	})
	if err != nil {
		return fmt.Errorf("talentsql: correct candidate %q: %w", id, err)
	}
	return nil
}

// present makes sure that a tenant has a candidate, and keeps it from being removed meanwhile.
func present(ctx context.Context, tx *sql.Tx, tenant, id string) error {
	if !store.IsKey(tenant) || !store.IsKey(id) {
		return unknown(id)
	}
	// Writing to the row is the one lock that both engines have.
	result, err := tx.ExecContext(ctx, "UPDATE candidate SET rules = rules WHERE tenant = $1 AND id = $2", tenant, id)
	if err != nil {
		return err
	}
	if n, err := result.RowsAffected(); err != nil || n == 0 {
		return errors.Join(err, unknown(id))
	}
	return nil
}

func insertCorrection(ctx context.Context, tx *sql.Tx, tenant, id string, e correction.Entry) error {
	value, err := json.Marshal(store.Cleaned(e.Value))
	if err != nil {
		return fmt.Errorf("talentsql: encode a correction: %w", err)
	}
	_, err = tx.ExecContext(ctx, `
		INSERT INTO candidate_correction (tenant, candidate_id, field, value, engine, author, reason, at, back)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, '')`,
		tenant, id, string(e.Field), string(value), string(e.Engine), store.Clean(e.Author), store.Clean(e.Reason), e.At.UnixMicro())
	return err
}

func takeBack(ctx context.Context, tx *sql.Tx, id string, number int64, back correction.Back) error {
	text, err := json.Marshal(store.Cleaned(back))
	if err != nil {
		return fmt.Errorf("talentsql: encode who takes back: %w", err)
	}
	result, err := tx.ExecContext(ctx,
		"UPDATE candidate_correction SET back = $1 WHERE candidate_id = $2 AND id = $3 AND back = ''", string(text), id, number)
	if err != nil {
		return err
	}
	if n, err := result.RowsAffected(); err != nil || n == 0 {
		return errors.Join(err, fault.E(fault.NotFound, fault.Say(
			"The candidate has no correction %d that holds.", "У кандидата нет действующей правки %d.", number), nil))
	}
	return nil
}

func (s *Candidates) auditAmendment(ctx context.Context, tx *sql.Tx, tenant, id string, a talent.Amendment) error {
	line := Line{At: s.now(), Tenant: tenant, Subject: id}
	if len(a.Add) > 0 {
		line.Actor, line.Action = store.Clean(a.Add[0].Author), CandidateCorrected
		if err := line.insert(ctx, tx); err != nil {
			return err
		}
	}
	if len(a.Take) > 0 {
		line.Actor, line.Action = store.Clean(a.Back.Author), CorrectionTakenBack
		return line.insert(ctx, tx)
	}
	return nil
}

// attach gives candidates what is said of them apart from their rows. Most have nothing.
func attach(ctx context.Context, tx *sql.Tx, people []talent.Candidate) error {
	for some := range slices.Chunk(people, batch) {
		ids, to := make([]any, len(some)), make(map[string]*talent.Candidate, len(some))
		for i := range some {
			ids[i], to[some[i].ID] = some[i].ID, &some[i]
		}
		if err := attachCorrections(ctx, tx, ids, to); err != nil {
			return err
		}
		if err := attachLinks(ctx, tx, ids, to); err != nil {
			return err
		}
	}
	return nil
}

func attachCorrections(ctx context.Context, tx *sql.Tx, ids []any, to map[string]*talent.Candidate) (err error) {
	query := "SELECT candidate_id, id, field, value, engine, author, reason, at, back FROM candidate_correction " + //nolint:gosec // placeholders
		"WHERE candidate_id IN (" + store.Placeholders(1, len(ids)) + ") ORDER BY candidate_id, id"
	rows, err := tx.QueryContext(ctx, query, ids...)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	for rows.Next() {
		var (
			id, value, back string
			at              int64
			e               correction.Entry
		)
		if err := rows.Scan(&id, &e.ID, &e.Field, &value, &e.Engine, &e.Author, &e.Reason, &at, &back); err != nil {
			return err
		}
		if err := json.Unmarshal([]byte(value), &e.Value); err != nil {
			return fmt.Errorf("talentsql: correction %d: %w", e.ID, err)
		}
		if back != "" {
			if err := json.Unmarshal([]byte(back), &e.Back); err != nil {
				return fmt.Errorf("talentsql: correction %d: %w", e.ID, err)
			}
		}
		e.At = time.UnixMicro(at).UTC()
		to[id].Corrections = append(to[id].Corrections, e)
	}
	return rows.Err()
}
