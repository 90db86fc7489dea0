package jobs

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strings"

	"kadry/internal/fault"
	"kadry/internal/store"
)

// Get returns a job, or fault.NotFound for one that never was or is purged.
func (q *Queue) Get(ctx context.Context, id int64) (job Job, err error) {
	err = q.db.Read(ctx, func(ctx context.Context, tx *sql.Tx) error {
		found, err := scanJobs(tx.QueryContext(ctx, "SELECT "+columns+" FROM job WHERE id = $1", id))
		if err != nil {
			return err
		}
		if len(found) == 0 {
			return unknown(id)
		}
		job = found[0]
		return nil
	})
	if err != nil {
		return Job{}, fmt.Errorf("jobs: get %d: %w", id, err)
	}
	return job, nil
}

func unknown(id int64) error {
	return fault.E(fault.NotFound, fault.Say(
		"There is no job %d: it never was, or is no longer kept.",
		"Задания %d нет: его не было или оно уже не хранится.", id), nil)
}

// Filter chooses jobs; an empty field chooses all.
type Filter struct {
	State    State
	Kind     string
	OrderKey string
	After    int64 // ids greater than this
	Limit    int   // 100 when zero
}

// where returns the conditions of f, their arguments numbered from 1.
func (f Filter) where() (text string, args []any) {
	conditions := []string{"id > $1"}
	args = []any{f.After}
	for _, c := range []struct{ column, value string }{{"kind", f.Kind}, {"order_key", f.OrderKey}} {
		if c.value != "" {
			args = append(args, c.value)
			conditions = append(conditions, fmt.Sprintf("%s = $%d", c.column, len(args)))
		}
	}
	return strings.Join(conditions, " AND "), args
}

func (f Filter) limit() int {
	if f.Limit <= 0 {
		return 100
	}
	return f.Limit
}

// List returns jobs by id, dead letters for instance. For the next page, After is the last id.
func (q *Queue) List(ctx context.Context, f Filter) (jobs []Job, err error) {
	where, args := f.where()
	switch f.State {
	case "":
	case Ready, Waiting, Running, Done, Dead, Cancelled:
		where += " AND state = '" + string(f.State) + "'" // a literal: the partial indexes go by it
	default:
		return nil, fmt.Errorf("jobs: list: no state %q", f.State)
	}
	err = q.db.Read(ctx, func(ctx context.Context, tx *sql.Tx) error {
		jobs, err = scanJobs(tx.QueryContext(ctx,
			fmt.Sprintf("SELECT %s FROM job WHERE %s ORDER BY id LIMIT %d", columns, where, f.limit()), args...))
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("jobs: list: %w", err)
	}
	return jobs, nil
}

// Cancel ends an unfinished job; nothing of an attempt that runs will be kept, and its
// handler hears of it at the next heartbeat. It says false when the job is finished, and
// fault.NotFound when there is none.
func (q *Queue) Cancel(ctx context.Context, tx *sql.Tx, id int64) (bool, error) {
	const text = `UPDATE job SET state = 'cancelled', due_at = 0, span = 0, owner = '', token = '', finished_at = $1
		WHERE id = $2 AND finished_at = 0`
	n, err := q.change(ctx, tx, text, q.clock.micros(), id)
	if err != nil {
		return false, fmt.Errorf("jobs: cancel %d: %w", id, err)
	}
	if n > 0 {
		return true, nil
	}
	var state State
	err = tx.QueryRowContext(ctx, "SELECT state FROM job WHERE id = $1", id).Scan(&state)
	if errors.Is(err, sql.ErrNoRows) {
		return false, unknown(id)
	}
	return false, err
}

// revive picks dead jobs to be ready again with all their attempts. A job stays dead while another
// holds its unique key; of several dead ones with the same key the last is revived.
const revive = `SELECT j.id, j.kind, j.tenant, 0 AS attempt FROM job j WHERE j.state = 'dead' AND %s AND NOT (j.unique_key <> '' AND EXISTS (
		SELECT 1 FROM job u WHERE u.kind = j.kind AND u.unique_key = j.unique_key AND u.id <> j.id
		AND (u.finished_at = 0 OR u.unique_kept = 1 OR u.state = 'dead' AND u.id > j.id)))
	ORDER BY j.id LIMIT %d`

func (q *Queue) reviveText(now, where string, limit int) string {
	return "WITH " + placed(q.db, fmt.Sprintf(revive, where, limit)) + " UPDATE job SET state = 'ready', attempt = 0, lost = 0, ready_at = " +
		now + ", finished_at = 0, turn = placed.turn FROM placed WHERE job.id = placed.id"
}

// Requeue makes a dead job ready again, before the younger ones of its order key. It
// answers fault.NotFound when there is no such job and fault.Conflict when it is not dead
// or another job holds its unique key.
func (q *Queue) Requeue(ctx context.Context, tx *sql.Tx, id int64) error {
	n, err := q.change(ctx, tx, q.reviveText("$1", "j.id = $2", 1), q.clock.micros(), id)
	if err != nil || n > 0 {
		return err
	}
	var state State
	err = tx.QueryRowContext(ctx, "SELECT state FROM job WHERE id = $1", id).Scan(&state)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return unknown(id)
	case err != nil:
		return fmt.Errorf("jobs: requeue %d: %w", id, err)
	case state != Dead:
		return fault.E(fault.Conflict, fault.Say(
			"Job %d is %s; only a dead one can be requeued.",
			"Задание %d в состоянии %s; повторить можно только отказавшее (dead).", id, state), nil)
	}
	return fault.E(fault.Conflict, fault.Say(
		"Job %d is not repeated: a newer one does the same work.",
		"Задание %d не повторяется: ту же работу делает более новое.", id), nil)
}

// RequeueAll is Requeue for the dead jobs that f chooses, State aside, and returns how many it were.
func (q *Queue) RequeueAll(ctx context.Context, tx *sql.Tx, f Filter) (int, error) {
	where, args := f.where()
	args = append(args, q.clock.micros())
	n, err := q.change(ctx, tx, q.reviveText(fmt.Sprintf("$%d", len(args)), where, f.limit()), args...)
	if err != nil {
		return 0, fmt.Errorf("jobs: requeue: %w", err)
	}
	return n, nil
}

// Erase deletes every job of some order keys with its payload, running ones included, whose
// outcome then is lost. It waits for outcomes that are being committed. It returns how many
// it were.
func (q *Queue) Erase(ctx context.Context, tx *sql.Tx, orderKeys ...string) (erased int, err error) {
	if len(orderKeys) == 0 || slices.Contains(orderKeys, "") {
		return 0, errors.New("jobs: erase: no order key")
	}
	for some := range slices.Chunk(orderKeys, 500) {
		args := make([]any, len(some))
		for i, key := range some {
			args[i] = key
		}
		n, err := q.change(ctx, tx, eraseText(len(some)), args...)
		if err != nil {
			return 0, fmt.Errorf("jobs: erase: %w", err)
		}
		erased += n
	}
	return erased, nil
}

// eraseText names the condition of the partial index.
func eraseText(keys int) string {
	return "DELETE FROM job WHERE order_key <> '' AND order_key IN (" + store.Placeholders(1, keys) + ")"
}

// Withdraw deletes the jobs of an order key that wait for their time, and returns how many
// it were. One whose time has just come, and that another transaction has in its hands,
// stays: Withdraw waits for nobody, so it can stand anywhere in a transaction.
func (q *Queue) Withdraw(ctx context.Context, tx *sql.Tx, orderKey string) (int, error) {
	if orderKey == "" {
		return 0, errors.New("jobs: withdraw: no order key")
	}
	text := `DELETE FROM job WHERE id IN (SELECT id FROM job WHERE order_key = $1 AND order_key <> '' AND finished_at = 0
		AND state = 'waiting'` + q.db.SkipLocked() + ")"
	n, err := q.change(ctx, tx, text, orderKey)
	if err != nil {
		return 0, fmt.Errorf("jobs: withdraw: %w", err)
	}
	return n, nil
}

// change runs a statement after whose commit there may be other work than before.
func (q *Queue) change(ctx context.Context, tx *sql.Tx, text string, args ...any) (int, error) {
	result, err := tx.ExecContext(ctx, text, args...)
	if err != nil {
		return 0, err
	}
	n, err := result.RowsAffected()
	if err != nil || n == 0 {
		return 0, err
	}
	return int(n), q.ring(ctx, tx)
}
