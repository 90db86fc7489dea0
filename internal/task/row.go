package task

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"kadry/internal/fault"
	"kadry/internal/op"
)

// row is a task as it is kept.
type row struct {
	id, tenant, owner, operation string
	caller                       op.Caller
	args, digest                 string
	job                          int64
	state                        op.TaskState
	run                          string
	stage                        op.Stage
	left                         time.Duration
	revision                     int64
	point                        string
	result, rendered             string
	failure                      *fault.Error
	created, updated             time.Time
	finished, expires            time.Time
}

// columns are those of row, in the order of scan and insert.
const columns = `id, tenant, owner, caller, operation, args, digest, job, state, run, done, total, text_en, text_ru, remaining,
	revision, point, result, rendered, failure, created_at, updated_at, finished_at, expires_at`

func (r *row) insert(ctx context.Context, tx *sql.Tx) error {
	caller, err := json.Marshal(r.caller)
	if err != nil {
		return fmt.Errorf("task: caller: %w", err)
	}
	_, err = tx.ExecContext(ctx, "INSERT INTO task ("+columns+`)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, '', 0, 0, '', '', 0, $10, '', '', '', '', $11, $12, 0, 0)`,
		r.id, r.tenant, r.owner, string(caller), r.operation, r.args, r.digest, r.job, string(r.state), r.revision,
		micros(r.created), micros(r.updated))
	return err
}

// scanner is a row of a query.
type scanner interface{ Scan(into ...any) error }

func scan(from scanner) (r row, err error) {
	var (
		caller, failed                            string
		left, created, updated, finished, expires int64
	)
	err = from.Scan(&r.id, &r.tenant, &r.owner, &caller, &r.operation, &r.args, &r.digest, &r.job, &r.state, &r.run,
		&r.stage.Done, &r.stage.Total, &r.stage.Text.EN, &r.stage.Text.RU, &left,
		&r.revision, &r.point, &r.result, &r.rendered, &failed, &created, &updated, &finished, &expires)
	if err != nil {
		return row{}, err
	}
	if err := json.Unmarshal([]byte(caller), &r.caller); err != nil {
		return row{}, fmt.Errorf("task: caller of %s: %w", r.id, err)
	}
	if failed != "" {
		if r.failure, err = readFailure(failed); err != nil {
			return row{}, fmt.Errorf("task: failure of %s: %w", r.id, err)
		}
	}
	r.left = time.Duration(left) * time.Microsecond
	r.created, r.updated, r.finished, r.expires = moment(created), moment(updated), moment(finished), moment(expires)
	return r, nil
}

// task is what its caller sees of it.
func (r *row) task() op.Task {
	return op.Task{
		ID: r.id, Operation: r.operation, State: r.state, Stage: r.stage, Left: r.left, Revision: r.revision,
		Failure: r.failure, Created: r.created, Updated: r.updated, Expires: r.expires,
	}
}

// failure is a fault without its cause, which was for the log.
type failure struct {
	Kind       fault.Kind    `json:"kind"`
	Text       fault.Text    `json:"text"`
	Hint       fault.Text    `json:"hint,omitzero"`
	RetryAfter time.Duration `json:"retry_after,omitzero"`
	Candidates []string      `json:"candidates,omitempty"`
	Fields     []fault.Field `json:"fields,omitempty"`
}

func writeFailure(f *fault.Error) (string, error) {
	text, err := json.Marshal(failure{f.Kind, f.Text, f.Hint, f.RetryAfter, f.Candidates, f.Fields})
	return string(text), err
}

func readFailure(text string) (*fault.Error, error) {
	var f failure
	if err := json.Unmarshal([]byte(text), &f); err != nil {
		return nil, err
	}
	return &fault.Error{Kind: f.Kind, Text: f.Text, Hint: f.Hint, RetryAfter: f.RetryAfter, Candidates: f.Candidates, Fields: f.Fields}, nil
}

// storable is a text in a form that every engine keeps, and no longer than it may be; 0 is no limit.
func storable(text string, most int) string {
	if most > 0 && len(text) > most {
		text = text[:most]
	}
	return strings.ReplaceAll(strings.ToValidUTF8(text, ""), "\x00", "")
}

func micros(t time.Time) int64 { return t.UnixMicro() }

// moment is the time of a column, zero for 0.
func moment(micros int64) time.Time {
	if micros == 0 {
		return time.Time{}
	}
	return time.UnixMicro(micros).UTC()
}
