package interviewsql

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"kadry/internal/fault"
	"kadry/internal/interview"
	"kadry/internal/interview/question"
	"kadry/internal/store"
)

// QuestionStamp changes with every saved and every removed question of a tenant's own and is
// empty exactly when there is none.
func (s *Interviews) QuestionStamp(ctx context.Context, tenant string) (string, error) {
	return questionTable.stamp(ctx, s.db, tenant)
}

// Questions returns all of a tenant, by id.
func (s *Interviews) Questions(ctx context.Context, tenant string) (list []question.Question, err error) {
	if !store.IsKey(tenant) {
		return nil, nil
	}
	err = s.db.Read(ctx, func(ctx context.Context, tx *sql.Tx) error {
		list, err = questionRows(ctx, tx, tenant)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("interviewsql: read questions: %w", err)
	}
	return list, nil
}

func questionRows(ctx context.Context, tx *sql.Tx, tenant string) (list []question.Question, err error) {
	rows, err := tx.QueryContext(ctx, "SELECT id, version, record, record_version, created_at, updated_at FROM question WHERE tenant = $1 ORDER BY id", tenant)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	for rows.Next() {
		q := question.Question{Tenant: tenant}
		var id, record string
		var version, recordVersion int
		var created, updated int64
		if err := rows.Scan(&id, &version, &record, &recordVersion, &created, &updated); err != nil {
			return nil, err
		}
		if err := decode(recordVersion, record, &q.Content); err != nil {
			return nil, fmt.Errorf("question %q: %w", id, err)
		}
		q.ID, q.Version, q.CreatedAt, q.UpdatedAt = id, version, fromMicros(created), fromMicros(updated)
		list = append(list, q)
	}
	return list, rows.Err()
}

// PutQuestion keeps a question in the place of its version before, none for version 1.
// interview.ErrMoved when another version is there.
func (s *Interviews) PutQuestion(ctx context.Context, q question.Question) error {
	if !store.IsKey(q.Tenant) || !store.IsKey(q.ID) {
		return fault.E(fault.Invalid, fault.Say("A question needs an owner and an id.", "Вопросу нужны владелец и идентификатор."), nil)
	}
	record, err := encode(q.Content)
	if err != nil {
		return err
	}
	if !store.IsStorable(record) {
		return fault.E(fault.Invalid, fault.Say("The texts of a question must be text.", "В вопросе должны быть только тексты."), nil)
	}
	err = s.write(ctx, func(ctx context.Context, tx *sql.Tx) error {
		if err := putQuestion(ctx, tx, q, record); err != nil {
			return err
		}
		return tie(ctx, tx, s.ties.QuestionSaved, q)
	})
	if errors.Is(err, store.ErrDuplicate) {
		err = fmt.Errorf("%w: %w", interview.ErrMoved, err)
	}
	if err != nil {
		return fmt.Errorf("interviewsql: put question %q: %w", q.ID, err)
	}
	return nil
}

func putQuestion(ctx context.Context, tx *sql.Tx, q question.Question, record string) error {
	return questionTable.put(ctx, tx, q.Tenant, q.Version,
		"INSERT INTO question (tenant, id, version, record, record_version, created_at, updated_at) VALUES ($1, $2, $3, $4, $5, $6, $7)",
		`UPDATE question SET version = $3, record = $4, record_version = $5, created_at = $6, updated_at = $7
			WHERE tenant = $1 AND id = $2 AND version = $8`,
		q.Tenant, q.ID, q.Version, record, interviewVersion, micros(q.CreatedAt), micros(q.UpdatedAt))
}

// DropQuestion removes a question for good; fault.NotFound when the tenant has none with the id.
func (s *Interviews) DropQuestion(ctx context.Context, tenant, id string) error {
	if !store.IsKey(tenant) || !store.IsKey(id) {
		return noQuestion(id)
	}
	err := s.write(ctx, func(ctx context.Context, tx *sql.Tx) error {
		if err := questionTable.drop(ctx, tx, tenant, id, noQuestion(id)); err != nil {
			return err
		}
		if s.ties.QuestionDropped == nil {
			return nil
		}
		return s.ties.QuestionDropped(ctx, tx, tenant, id)
	})
	if err != nil {
		return fmt.Errorf("interviewsql: drop question %q: %w", id, err)
	}
	return nil
}

func noQuestion(id string) error {
	return fault.E(fault.NotFound, fault.Say("There is no question %q of your own.", "Своего вопроса %q нет.", fault.Clip(store.Clean(id))), nil).
		WithHint(fault.Say("list_questions has the ids.", "Идентификаторы есть в list_questions."))
}
