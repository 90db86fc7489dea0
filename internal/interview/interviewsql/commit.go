package interviewsql

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"kadry/internal/interview"
	"kadry/internal/interview/analysis"
	"kadry/internal/interview/marking"
	"kadry/internal/interview/session"
	"kadry/internal/store"
)

// Commit keeps a change whole, in a transaction of its own; see CommitIn.
func (s *Interviews) Commit(ctx context.Context, c session.Change) error {
	p, err := prepare(c)
	if err != nil {
		return err
	}
	err = s.write(ctx, func(ctx context.Context, tx *sql.Tx) error { return s.commit(ctx, tx, c, p) })
	if err != nil {
		return fmt.Errorf("interviewsql: commit interview %q: %w", c.Session.ID, err)
	}
	return nil
}

// CommitIn keeps a change within a caller's transaction, behind its other row locks, because
// TxHooks.Changed may take a turn. interview.ErrMoved, and nothing is kept, unless the stored
// version is the one before; fault.NotFound when there is no such session, which may have
// been erased since it was loaded. No change replaces whose a session is, its survey key, its
// resume and when it was created.
func (s *Interviews) CommitIn(ctx context.Context, tx *sql.Tx, c session.Change) error {
	p, err := prepare(c)
	if err != nil {
		return err
	}
	if err := s.commit(ctx, tx, c, p); err != nil {
		return fmt.Errorf("interviewsql: commit interview %q: %w", c.Session.ID, err)
	}
	return nil
}

// prepared is a change in its stored form.
type prepared struct {
	session                            sessionRow
	messages, marks, overrides, events []line
}

// line is a row of what is only ever added: its place and its document.
type line struct {
	seq    int
	record string
}

func prepare(c session.Change) (p prepared, err error) {
	n := c.Session
	if !store.IsKey(n.Tenant) || !store.IsKey(n.ID) || !areStorable(n.Vacancy.ID, n.Plan.Hash) {
		return prepared{}, fmt.Errorf("interviewsql: commit: %w", noSession(n.ID))
	}
	if p.session, err = encodeSession(n); err != nil {
		return prepared{}, err
	}
	var failed []error
	p.messages = lines(c.Messages, &failed, func(m session.Message) (int, any) { return m.Seq, recordMessage(m) })
	p.events = lines(c.Events, &failed, func(e session.Event) (int, any) { return e.Seq, e })
	p.marks = lines(c.Marks, &failed, func(m marking.Mark) (int, any) { return 0, m })
	p.overrides = lines(c.Overrides, &failed, func(o analysis.Override) (int, any) { return 0, o })
	return p, errors.Join(failed...)
}

func lines[T any](in []T, failed *[]error, form func(T) (seq int, record any)) []line {
	out := make([]line, len(in))
	for i, v := range in {
		seq, r := form(v)
		record, err := encode(r)
		if err != nil {
			*failed = append(*failed, err)
		}
		out[i] = line{seq: seq, record: record}
	}
	return out
}

func (s *Interviews) commit(ctx context.Context, tx *sql.Tx, c session.Change, p prepared) error {
	number, err := s.update(ctx, tx, &p.session)
	if err != nil {
		return err
	}
	for _, l := range p.messages {
		if err := s.exec(ctx, tx, insertMessage, number, l.seq, l.record, interviewVersion); err != nil {
			return err
		}
	}
	for place, l := range p.marks {
		if err := s.exec(ctx, tx, insertMark, number, c.Session.Version, place, l.record, interviewVersion); err != nil {
			return err
		}
	}
	for place, l := range p.overrides {
		_, err := tx.ExecContext(ctx, "INSERT INTO interview_override (interview, version, place, record, record_version) VALUES ($1, $2, $3, $4, $5)",
			number, c.Session.Version, place, l.record, interviewVersion)
		if err != nil {
			return err
		}
	}
	for _, l := range p.events {
		if err := s.exec(ctx, tx, insertEvent, number, l.seq, l.record, interviewVersion); err != nil {
			return err
		}
	}
	if err := finishInvitation(ctx, tx, c.Session); err != nil {
		return err
	}
	return tie(ctx, tx, s.ties.Changed, c)
}

// update replaces the session by compare-and-set. What is large is written only when it
// differs from what is kept, which its digest tells.
func (s *Interviews) update(ctx context.Context, tx *sql.Tx, r *sessionRow) (number int64, err error) {
	var planDigest, analysisDigest string
	row := s.queryRow(ctx, tx, updateSession, r.vacancyID, r.status, r.stage, r.version, r.endedAt, r.score,
		r.record, r.recordVersion, r.tenant, r.id, r.version-1)
	switch err := row.Scan(&number, &planDigest, &analysisDigest); {
	case errors.Is(err, sql.ErrNoRows):
		return 0, moved(ctx, tx, r)
	case err != nil:
		return 0, err
	}
	if planDigest == r.planDigest && analysisDigest == r.analysisDigest {
		return number, nil
	}
	_, err = tx.ExecContext(ctx, "UPDATE interview SET plan_hash = $1, plan_digest = $2, analysis_digest = $3 WHERE number = $4",
		r.planHash, r.planDigest, r.analysisDigest, number)
	if err != nil {
		return 0, err
	}
	_, err = tx.ExecContext(ctx, "UPDATE interview_paper SET plan = $1, analysis = $2, record_version = $3 WHERE interview = $4",
		r.plan, r.analysis, r.recordVersion, number)
	return number, err
}

// moved says why no row has the version before.
func moved(ctx context.Context, tx *sql.Tx, r *sessionRow) error {
	var there bool
	row := tx.QueryRowContext(ctx, "SELECT EXISTS (SELECT 1 FROM interview WHERE tenant = $1 AND id = $2)", r.tenant, r.id)
	if err := row.Scan(&there); err != nil {
		return err
	}
	if there {
		return interview.ErrMoved
	}
	return noSession(r.id)
}
