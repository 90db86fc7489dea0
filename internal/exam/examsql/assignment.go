package examsql

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"time"

	"kadry/internal/exam/assignment"
	"kadry/internal/fault"
	"kadry/internal/store"
)

// Record writes down, in the transaction of a write, what a teacher did to an assignment. It is
// told no name of a pupil and no link.
type Record func(ctx context.Context, tx *sql.Tx, tenant, action, subject string, detail map[string]string) error

// The actions that are recorded.
const (
	AssignmentMade      = "assignment.made"
	AssignmentWithdrawn = "assignment.withdrawn"
	AssignmentDeleted   = "assignment.deleted"
	PaperDeleted        = "assignment.paper_deleted"
	CandidateForgotten  = "assignment.candidate_forgotten"
)

// Assignments keeps tests that are out and the papers of pupils.
type Assignments struct {
	db     *store.DB
	record Record
}

// NewAssignments returns those of db, whose changes by teachers are recorded.
func NewAssignments(db *store.DB, record Record) *Assignments { return &Assignments{db, record} }

func micros(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return t.UnixMicro()
}

func fromMicros(n int64) time.Time {
	if n == 0 {
		return time.Time{}
	}
	return time.UnixMicro(n).UTC()
}

func noAssignment() error {
	return fault.E(fault.NotFound, fault.Say("There is no such test.", "Такой работы нет."), nil)
}

// Put keeps new assignments, all or none.
func (s *Assignments) Put(ctx context.Context, list []assignment.Assignment) error {
	err := s.db.Write(ctx, func(ctx context.Context, tx *sql.Tx) error {
		for _, a := range list {
			record, err := json.Marshal(store.Cleaned(a.Terms))
			if err != nil {
				return err
			}
			if _, err := tx.ExecContext(ctx, `INSERT INTO assignment (tenant, id, digest, candidate, record, created_at, expires_at, withdrawn_at, over_at)
				VALUES ($1, $2, $3, $4, $5, $6, $7, 0, $7)`, a.Tenant, a.ID, a.Digest, a.Candidate, string(record), micros(a.CreatedAt), micros(a.ExpiresAt)); err != nil {
				return err
			}
			err = s.record(ctx, tx, a.Tenant, AssignmentMade, a.ID, map[string]string{
				"problems": strconv.Itoa(len(a.Problems)), "one_pupil": strconv.FormatBool(a.Pupil != ""), "expires": a.ExpiresAt.Format(time.RFC3339),
			})
			if err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("examsql: put assignments: %w", err)
	}
	return nil
}

const assignmentColumns = "a.tenant, a.id, a.digest, a.candidate, a.record, a.created_at, a.expires_at, a.withdrawn_at"

type row interface{ Scan(into ...any) error }

func scanAssignment(r row, more ...any) (a assignment.Assignment, err error) {
	var candidate, record string
	var created, expires, withdrawn int64
	if err := r.Scan(append([]any{&a.Tenant, &a.ID, &a.Digest, &candidate, &record, &created, &expires, &withdrawn}, more...)...); err != nil {
		return a, err
	}
	a.CreatedAt, a.ExpiresAt, a.WithdrawnAt = fromMicros(created), fromMicros(expires), fromMicros(withdrawn)
	if err := json.Unmarshal([]byte(record), &a.Terms); err != nil {
		return a, fmt.Errorf("assignment %q: %w", a.ID, err)
	}
	a.Candidate = candidate
	return a, nil
}

func (s *Assignments) one(ctx context.Context, where string, args ...any) (a assignment.Assignment, err error) {
	err = s.db.Read(ctx, func(ctx context.Context, tx *sql.Tx) error {
		a, err = scanAssignment(tx.QueryRowContext(ctx, "SELECT "+assignmentColumns+" FROM assignment a WHERE "+where, args...))
		if errors.Is(err, sql.ErrNoRows) {
			return noAssignment()
		}
		return err
	})
	if err != nil {
		return assignment.Assignment{}, fmt.Errorf("examsql: assignment: %w", err)
	}
	return a, nil
}

// Assignment returns one of a tenant.
func (s *Assignments) Assignment(ctx context.Context, tenant, id string) (assignment.Assignment, error) {
	if !store.IsKey(tenant) || !store.IsKey(id) {
		return assignment.Assignment{}, noAssignment()
	}
	return s.one(ctx, "a.tenant = $1 AND a.id = $2", tenant, id)
}

// ByDigest returns the one of any tenant whose link has a digest.
func (s *Assignments) ByDigest(ctx context.Context, digest string) (assignment.Assignment, error) {
	return s.one(ctx, "a.digest = $1", digest)
}

// Assignments lists those of a tenant, newest first; only those of a candidate where one is named.
func (s *Assignments) Assignments(ctx context.Context, tenant, candidate string, limit int) (list []assignment.Listed, err error) {
	if candidate != "" && !store.IsKey(candidate) {
		return nil, nil
	}
	const query = "SELECT " + assignmentColumns + `,
		(SELECT COUNT(*) FROM assignment_paper p WHERE p.tenant = a.tenant AND p.assignment = a.id),
		(SELECT COUNT(*) FROM assignment_paper p WHERE p.tenant = a.tenant AND p.assignment = a.id AND p.sent_at > 0)
		FROM assignment a WHERE a.tenant = $1 AND ($2 = '' OR a.candidate = $2) ORDER BY a.created_at DESC, a.id LIMIT $3`
	err = s.rows(ctx, func(r row) error {
		var one assignment.Listed
		var err error
		one.Assignment, err = scanAssignment(r, &one.Papers, &one.Sent)
		list = append(list, one)
		return err
	}, query, tenant, candidate, limit)
	if err != nil {
		return nil, fmt.Errorf("examsql: list assignments: %w", err)
	}
	return list, nil
}

// rows reads every row of a query.
func (s *Assignments) rows(ctx context.Context, scan func(row) error, query string, args ...any) error {
	return s.db.Read(ctx, func(ctx context.Context, tx *sql.Tx) (err error) {
		rows, err := tx.QueryContext(ctx, query, args...)
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, rows.Close()) }()
		for rows.Next() {
			if err := scan(rows); err != nil {
				return err
			}
		}
		return rows.Err()
	})
}

// Withdraw ends a link at a time; one that is over already stays so.
func (s *Assignments) Withdraw(ctx context.Context, tenant, id string, at time.Time) error {
	return s.change(ctx, change{tenant, id, AssignmentWithdrawn, nil}, func(ctx context.Context, tx *sql.Tx) (sql.Result, error) {
		return tx.ExecContext(ctx, `UPDATE assignment SET withdrawn_at = CASE WHEN withdrawn_at = 0 THEN $3 ELSE withdrawn_at END,
			over_at = CASE WHEN over_at < $3 THEN over_at ELSE $3 END WHERE tenant = $1 AND id = $2`, tenant, id, micros(at))
	})
}

// Delete removes an assignment with its papers.
func (s *Assignments) Delete(ctx context.Context, tenant, id string) error {
	return s.change(ctx, change{tenant, id, AssignmentDeleted, nil}, func(ctx context.Context, tx *sql.Tx) (sql.Result, error) {
		if _, err := tx.ExecContext(ctx, "DELETE FROM assignment_paper WHERE tenant = $1 AND assignment = $2", tenant, id); err != nil {
			return nil, err
		}
		return tx.ExecContext(ctx, "DELETE FROM assignment WHERE tenant = $1 AND id = $2", tenant, id)
	})
}

// Forget removes the assignments of a candidate with their papers.
func (s *Assignments) Forget(ctx context.Context, tenant, candidate string) error {
	if !store.IsKey(candidate) {
		return nil
	}
	gone := int64(0)
	err := s.db.Write(ctx, func(ctx context.Context, tx *sql.Tx) error {
		if _, err := tx.ExecContext(ctx, `DELETE FROM assignment_paper WHERE tenant = $1
			AND assignment IN (SELECT id FROM assignment WHERE tenant = $1 AND candidate = $2)`, tenant, candidate); err != nil {
			return err
		}
		result, err := tx.ExecContext(ctx, "DELETE FROM assignment WHERE tenant = $1 AND candidate = $2", tenant, candidate)
		if err != nil {
			return err
		}
		if gone, err = result.RowsAffected(); err != nil || gone == 0 {
			return err
		}
		return s.record(ctx, tx, tenant, CandidateForgotten, candidate, map[string]string{"assignments": strconv.FormatInt(gone, 10)})
	})
	if err == nil && gone > 0 {
		_, err = s.db.Checkpoint(context.WithoutCancel(ctx))
	}
	if err != nil {
		return fmt.Errorf("examsql: forget a candidate: %w", err)
	}
	return nil
}

// DeletePaper removes one paper.
func (s *Assignments) DeletePaper(ctx context.Context, tenant, id, paper string) error {
	return s.change(ctx, change{tenant, id, PaperDeleted, map[string]string{"paper": paper}}, func(ctx context.Context, tx *sql.Tx) (sql.Result, error) {
		return tx.ExecContext(ctx, "DELETE FROM assignment_paper WHERE tenant = $1 AND assignment = $2 AND id = $3", tenant, id, paper)
	})
}

// change is what a teacher does to an assignment.
type change struct {
	tenant, id, action string
	detail             map[string]string
}

// change runs a statement that has to find its row, and lets nothing of what it removed stay on disk.
func (s *Assignments) change(ctx context.Context, c change, run func(context.Context, *sql.Tx) (sql.Result, error)) error {
	err := s.db.Write(ctx, func(ctx context.Context, tx *sql.Tx) error {
		result, err := run(ctx, tx)
		if err != nil {
			return err
		}
		if n, err := result.RowsAffected(); err != nil || n == 0 {
			return errors.Join(err, noAssignment())
		}
		return s.record(ctx, tx, c.tenant, c.action, c.id, c.detail)
	})
	if err == nil {
		_, err = s.db.Checkpoint(context.WithoutCancel(ctx))
	}
	if err != nil {
		return fmt.Errorf("examsql: %s: %w", c.action, err)
	}
	return nil
}

// Purge removes the assignments that were over before a time, with their papers.
func (s *Assignments) Purge(ctx context.Context, before time.Time) (gone int, err error) {
	err = s.db.Write(ctx, func(ctx context.Context, tx *sql.Tx) error {
		if _, err := tx.ExecContext(ctx, `DELETE FROM assignment_paper WHERE EXISTS (SELECT 1 FROM assignment a
			WHERE a.tenant = assignment_paper.tenant AND a.id = assignment_paper.assignment AND a.over_at < $1)`, micros(before)); err != nil {
			return err
		}
		result, err := tx.ExecContext(ctx, "DELETE FROM assignment WHERE over_at < $1", micros(before))
		if err != nil {
			return err
		}
		n, err := result.RowsAffected()
		gone = int(n)
		return err
	})
	if err == nil && gone > 0 {
		_, err = s.db.Checkpoint(context.WithoutCancel(ctx))
	}
	if err != nil {
		return 0, fmt.Errorf("examsql: purge assignments: %w", err)
	}
	return gone, nil
}

// PutPaper keeps a paper in the place of its version before, none for version 1. The row of the
// assignment is locked first, so that a link takes no paper too many and none after it was deleted.
func (s *Assignments) PutPaper(ctx context.Context, p assignment.Paper, most int) error {
	answers, err := json.Marshal(store.Cleaned(p.Answers))
	if err != nil {
		return fmt.Errorf("examsql: paper: %w", err)
	}
	marks, err := json.Marshal(store.Cleaned(append([]assignment.Mark{}, p.Marks...)))
	if err != nil {
		return fmt.Errorf("examsql: paper: %w", err)
	}
	err = s.db.Write(ctx, func(ctx context.Context, tx *sql.Tx) error {
		if p.Version > 1 {
			result, err := tx.ExecContext(ctx, `UPDATE assignment_paper SET version = $4, answers = $5, marks = $6, sent_at = $7
				WHERE tenant = $1 AND assignment = $2 AND id = $3 AND version = $4 - 1`,
				p.Tenant, p.Assignment, p.ID, p.Version, string(answers), string(marks), micros(p.SentAt))
			if err != nil {
				return err
			}
			if n, err := result.RowsAffected(); err != nil || n == 0 {
				return errors.Join(err, assignment.ErrMoved)
			}
			return nil
		}
		locked, err := tx.ExecContext(ctx, "UPDATE assignment SET id = id WHERE tenant = $1 AND id = $2", p.Tenant, p.Assignment)
		if err != nil {
			return err
		}
		if n, err := locked.RowsAffected(); err != nil || n == 0 {
			return errors.Join(err, noAssignment())
		}
		var n int
		if err := tx.QueryRowContext(ctx, "SELECT COUNT(*) FROM assignment_paper WHERE tenant = $1 AND assignment = $2", p.Tenant, p.Assignment).Scan(&n); err != nil {
			return err
		}
		if n >= most {
			return fault.E(fault.Limited, fault.Say("This link has no place for one more.", "По этой ссылке мест больше нет."), nil)
		}
		_, err = tx.ExecContext(ctx, `INSERT INTO assignment_paper (tenant, assignment, id, digest, version, name, answers, marks, begun_at, sent_at)
			VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
			p.Tenant, p.Assignment, p.ID, p.Digest, p.Version, store.Clean(p.Name), string(answers), string(marks), micros(p.BegunAt), micros(p.SentAt))
		return err
	})
	if errors.Is(err, store.ErrDuplicate) {
		err = fmt.Errorf("%w: %w", assignment.ErrMoved, err)
	}
	if err != nil {
		return fmt.Errorf("examsql: put paper: %w", err)
	}
	return nil
}

const paperColumns = "SELECT tenant, assignment, id, digest, version, name, answers, marks, begun_at, sent_at FROM assignment_paper WHERE "

func scanPaper(r row) (p assignment.Paper, err error) {
	var answers, marks string
	var begun, sent int64
	if err := r.Scan(&p.Tenant, &p.Assignment, &p.ID, &p.Digest, &p.Version, &p.Name, &answers, &marks, &begun, &sent); err != nil {
		return p, err
	}
	p.BegunAt, p.SentAt = fromMicros(begun), fromMicros(sent)
	return p, errors.Join(json.Unmarshal([]byte(answers), &p.Answers), json.Unmarshal([]byte(marks), &p.Marks))
}

// Paper returns one by the digest of its own token.
func (s *Assignments) Paper(ctx context.Context, tenant, id, digest string) (p assignment.Paper, err error) {
	err = s.db.Read(ctx, func(ctx context.Context, tx *sql.Tx) error {
		p, err = scanPaper(tx.QueryRowContext(ctx, paperColumns+"tenant = $1 AND assignment = $2 AND digest = $3", tenant, id, digest))
		if errors.Is(err, sql.ErrNoRows) {
			return noAssignment()
		}
		return err
	})
	if err != nil {
		return assignment.Paper{}, fmt.Errorf("examsql: paper: %w", err)
	}
	return p, nil
}

// Papers lists those of an assignment by name.
func (s *Assignments) Papers(ctx context.Context, tenant, id string) (list []assignment.Paper, err error) {
	err = s.rows(ctx, func(r row) error {
		p, err := scanPaper(r)
		list = append(list, p)
		return err
	}, paperColumns+"tenant = $1 AND assignment = $2 ORDER BY name, begun_at, id", tenant, id)
	if err != nil {
		return nil, fmt.Errorf("examsql: papers: %w", err)
	}
	return list, nil
}
