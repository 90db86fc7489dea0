// Package interviewsql keeps vacancies and interviews in SQL: their tables, queries and
// stored form, one text for SQLite and PostgreSQL. How a database is opened and locked is in
// store; what the data mean is in the room.
package interviewsql

import (
	"context"
	"database/sql"
	"sync/atomic"

	"kadry/internal/fault"
	"kadry/internal/interview"
	"kadry/internal/interview/invitation"
	"kadry/internal/interview/question"
	"kadry/internal/interview/session"
	"kadry/internal/interview/vacancy"
	"kadry/internal/store"
)

// Interviews keeps vacancies, interviews and surveys: the ports vacancies, catalogue,
// sessions, archive and surveys of the room.
type Interviews struct {
	db       *store.DB
	ties     TxHooks
	compiled atomic.Pointer[compiled]
}

// TxHooks is what else must happen in the transactions of the interviews, such as inserting
// their tasks. Each but Erasing is called after the rows are written, because what it does may take a
// turn (store.DB.Turn), which comes after all row locks. Nil functions do nothing. A
// transaction can run more than once, and so can they.
type TxHooks struct {
	Opened  func(ctx context.Context, tx *sql.Tx, o interview.Opening) error // a session was created
	Changed func(ctx context.Context, tx *sql.Tx, c session.Change) error
	// Erasing comes before the rows of the sessions are removed, and Erased again after that:
	// whoever works a task holds the task before the session, and so must this.
	Erasing func(ctx context.Context, tx *sql.Tx, tenant string, sessions []string) error
	Erased  func(ctx context.Context, tx *sql.Tx, tenant string, sessions []string) error // those that were there
	Saved   func(ctx context.Context, tx *sql.Tx, v vacancy.Vacancy) error
	Dropped func(ctx context.Context, tx *sql.Tx, tenant, vacancy string) error

	Invitation func(ctx context.Context, tx *sql.Tx, i invitation.Invitation, action interview.InvitationAction) error

	QuestionSaved   func(ctx context.Context, tx *sql.Tx, q question.Question) error
	QuestionDropped func(ctx context.Context, tx *sql.Tx, tenant, question string) error
}

// NewInterviews returns the interviews of db.
func NewInterviews(db *store.DB, ties TxHooks) *Interviews {
	return &Interviews{db: db, ties: ties}
}

// frequent names the statements that every step of an interview goes through.
type frequent int

const (
	createSession frequent = iota
	createPaper
	updateSession
	insertMessage
	insertMark
	insertEvent
	frequents
)

var frequentTexts = [frequents]string{
	createSession: `INSERT INTO interview (tenant, id, user_id, survey_key, vacancy_id, status, stage, version, created_at, ended_at,
			score, plan_hash, plan_digest, analysis_digest, record, record_version)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16) RETURNING number`,
	createPaper: "INSERT INTO interview_paper (interview, plan, analysis, record_version, resume) VALUES ($1, $2, $3, $4, $5)",
	updateSession: `UPDATE interview SET vacancy_id = $1, status = $2, stage = $3, version = $4, ended_at = $5, score = $6,
			record = $7, record_version = $8
		WHERE tenant = $9 AND id = $10 AND version = $11 RETURNING number, plan_digest, analysis_digest`,
	insertMessage: "INSERT INTO interview_message (interview, seq, record, record_version) VALUES ($1, $2, $3, $4)",
	insertMark:    "INSERT INTO interview_mark (interview, version, place, record, record_version) VALUES ($1, $2, $3, $4, $5)",
	insertEvent:   "INSERT INTO interview_event (interview, seq, record, record_version) VALUES ($1, $2, $3, $4)",
}

// compiled are the frequent statements as SQLite keeps them; nil where there is no need.
type compiled [frequents]*sql.Stmt

// write runs fn in a transaction, with the frequent statements compiled. They are compiled
// here because the one connection that writes must be free for it; without them the work is
// only slower. They are closed with the database.
func (s *Interviews) write(ctx context.Context, fn func(ctx context.Context, tx *sql.Tx) error) error {
	if s.compiled.Load() == nil {
		s.compile(ctx)
	}
	return s.db.Write(ctx, fn)
}

func (s *Interviews) compile(ctx context.Context) {
	var all compiled
	for i, text := range frequentTexts {
		statement, err := s.db.Prepare(ctx, text) //nolint:sqlclosecheck // it is closed with the database
		if err != nil {                           // the next write tries again, and tells what is the matter
			all.close()
			return
		}
		all[i] = statement
	}
	if !s.compiled.CompareAndSwap(nil, &all) {
		all.close()
	}
}

func (c *compiled) close() {
	for _, statement := range c {
		if statement != nil {
			_ = statement.Close() // nobody used it
		}
	}
}

func (s *Interviews) exec(ctx context.Context, tx *sql.Tx, which frequent, args ...any) error {
	if all := s.compiled.Load(); all != nil && all[which] != nil {
		_, err := tx.StmtContext(ctx, all[which]).ExecContext(ctx, args...) //nolint:sqlclosecheck // it ends with the transaction
		return err
	}
	_, err := tx.ExecContext(ctx, frequentTexts[which], args...)
	return err
}

func (s *Interviews) queryRow(ctx context.Context, tx *sql.Tx, which frequent, args ...any) *sql.Row {
	if all := s.compiled.Load(); all != nil && all[which] != nil {
		return tx.StmtContext(ctx, all[which]).QueryRowContext(ctx, args...) //nolint:sqlclosecheck // it ends with the transaction
	}
	return tx.QueryRowContext(ctx, frequentTexts[which], args...)
}

func noSession(id string) error {
	return fault.E(fault.NotFound, fault.Say("There is no interview %q.", "Интервью %q нет.", fault.Clip(store.Clean(id))), nil)
}

func noVacancy(id string) error {
	return fault.E(fault.NotFound, fault.Say("There is no vacancy %q.", "Вакансии %q нет.", fault.Clip(store.Clean(id))), nil)
}

// areStorable says that both engines take all the texts as they are.
func areStorable(texts ...string) bool {
	for _, text := range texts {
		if !store.IsStorable(text) {
			return false
		}
	}
	return true
}
