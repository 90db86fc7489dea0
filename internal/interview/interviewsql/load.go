package interviewsql

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"kadry/internal/interview/analysis"
	"kadry/internal/interview/marking"
	"kadry/internal/interview/session"
	"kadry/internal/store"
)

// Load returns a session with its conversation; fault.NotFound when the tenant has none
// with the id.
func (s *Interviews) Load(ctx context.Context, tenant, id string) (session.State, error) {
	var k kept
	err := s.db.Read(ctx, func(ctx context.Context, tx *sql.Tx) (err error) {
		k, err = loadKept(ctx, tx, tenant, id)
		return err
	})
	if err != nil {
		return session.State{}, fmt.Errorf("interviewsql: load interview %q: %w", id, err)
	}
	return k.decode()
}

// LoadIn is Load within a caller's transaction that is going to change the session: until
// its end nobody else does, so that CommitIn finds the version that was loaded.
func (s *Interviews) LoadIn(ctx context.Context, tx *sql.Tx, tenant, id string) (session.State, error) {
	if s.db.Engine() == store.PostgreSQL && store.IsKey(tenant) && store.IsKey(id) {
		// A statement of its own: one that had to wait would join what was there before.
		if _, err := tx.ExecContext(ctx, "SELECT 1 FROM interview WHERE tenant = $1 AND id = $2 FOR UPDATE", tenant, id); err != nil {
			return session.State{}, fmt.Errorf("interviewsql: hold interview %q: %w", id, err)
		}
	}
	k, err := loadKept(ctx, tx, tenant, id)
	if err != nil {
		return session.State{}, fmt.Errorf("interviewsql: load interview %q: %w", id, err)
	}
	return k.decode()
}

// kept is a session with its conversation as they are stored.
type kept struct {
	row  sessionRow
	told []told
}

func loadKept(ctx context.Context, tx *sql.Tx, tenant, id string) (k kept, err error) {
	if !store.IsKey(tenant) || !store.IsKey(id) {
		return kept{}, noSession(id)
	}
	if k.row, err = loadRow(ctx, tx, tenant, id); err != nil {
		return kept{}, err
	}
	k.told, err = loadConversation(ctx, tx, k.row.number)
	return k, err
}

func (k kept) decode() (state session.State, err error) {
	if state.Session, err = k.row.decode(); err != nil {
		return session.State{}, err
	}
	for _, t := range k.told {
		if err := t.addTo(&state); err != nil {
			return session.State{}, fmt.Errorf("interviewsql: interview %q: %w", k.row.id, err)
		}
	}
	return state, nil
}

const sessionByID = "SELECT " + sessionColumns + ", p.resume FROM interview i JOIN interview_paper p ON p.interview = i.number " +
	"WHERE i.tenant = $1 AND i.id = $2"

func loadRow(ctx context.Context, tx *sql.Tx, tenant, id string) (r sessionRow, err error) {
	err = tx.QueryRowContext(ctx, sessionByID, tenant, id).Scan(append(r.targets(), &r.resume)...)
	if errors.Is(err, sql.ErrNoRows) {
		return sessionRow{}, noSession(id)
	}
	return r, err
}

// The parts of a conversation as its query numbers them.
const (
	toldMessage = iota + 1
	toldMark
	toldOverride
)

const conversation = `SELECT 1, seq, 0, record, record_version FROM interview_message WHERE interview = $1
	UNION ALL SELECT 2, version, place, record, record_version FROM interview_mark WHERE interview = $1
	UNION ALL SELECT 3, version, place, record, record_version FROM interview_override WHERE interview = $1
	ORDER BY 1, 2, 3`

// told is a message, a mark or an override as it is kept.
type told struct {
	part, seq, place int
	record           string
	recordVersion    int
}

func loadConversation(ctx context.Context, tx *sql.Tx, number int64) (list []told, err error) {
	rows, err := tx.QueryContext(ctx, conversation, number)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	for rows.Next() {
		var t told
		if err := rows.Scan(&t.part, &t.seq, &t.place, &t.record, &t.recordVersion); err != nil {
			return nil, err
		}
		list = append(list, t)
	}
	return list, rows.Err()
}

func (t told) addTo(s *session.State) error {
	switch t.part {
	case toldMessage:
		var r messageRecord
		if err := decode(t.recordVersion, t.record, &r); err != nil {
			return fmt.Errorf("message %d: %w", t.seq, err)
		}
		s.Messages = append(s.Messages, r.message(t.seq))
	case toldMark:
		var m marking.Mark
		if err := decode(t.recordVersion, t.record, &m); err != nil {
			return fmt.Errorf("mark of version %d: %w", t.seq, err)
		}
		s.Marks = append(s.Marks, m)
	case toldOverride:
		var o analysis.Override
		if err := decode(t.recordVersion, t.record, &o); err != nil {
			return fmt.Errorf("override of version %d: %w", t.seq, err)
		}
		s.Overrides = append(s.Overrides, o)
	}
	return nil
}
