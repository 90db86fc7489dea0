package task

import (
	"context"
	"database/sql"
	"encoding/base64"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"sync"
	"time"

	"kadry/internal/cursor"
	"kadry/internal/fault"
	"kadry/internal/op"
)

// load reads a task of the caller of ctx.
func (t *Tasks) load(ctx context.Context, id string) (r row, err error) {
	caller := op.CallerFrom(ctx)
	err = t.config.DB.Read(ctx, func(ctx context.Context, tx *sql.Tx) error {
		r, err = find(ctx, tx, caller, id)
		return err
	})
	if err != nil {
		return row{}, fmt.Errorf("task: load: %w", err)
	}
	return r, nil
}

func find(ctx context.Context, tx *sql.Tx, caller op.Caller, id string) (row, error) {
	r, err := scan(tx.QueryRowContext(ctx, "SELECT "+columns+" FROM task WHERE id = $1 AND tenant = $2 AND owner = $3",
		storable(id, 100), caller.Tenant, caller.Name))
	if errors.Is(err, sql.ErrNoRows) {
		return row{}, fault.E(fault.NotFound, fault.Say("There is no task %q of yours: it never was, or is no longer kept.",
			"У вас нет задачи %q: её не было или она уже не хранится.", fault.Clip(id)), nil)
	}
	return r, err
}

// Task implements op.Tasks.
func (t *Tasks) Task(ctx context.Context, id string) (op.Task, error) {
	r, err := t.load(ctx, id)
	if err != nil {
		return op.Task{}, err
	}
	return r.task(), nil
}

// look is how often Await asks for changes that another process made.
const look = 300 * time.Millisecond

// Await implements op.Tasks.
func (t *Tasks) Await(ctx context.Context, id string, seen int64, wait time.Duration) (op.Task, error) {
	limit := time.NewTimer(wait)
	defer limit.Stop()
	poll := time.NewTicker(look)
	defer poll.Stop()
	for over := wait <= 0; ; {
		rung, leave := t.bells.listen(id)
		task, err := t.Task(ctx, id)
		if err != nil || over || task.Revision > seen || task.State.Final() {
			leave()
			return task, err
		}
		select {
		case <-rung:
		case <-poll.C:
		case <-limit.C:
			over = true
		case <-ctx.Done():
			err = ctx.Err()
		case <-t.stopping:
			err = fault.E(fault.Unavailable, fault.Say("The server stops; the task goes on later.", "Сервер останавливается; задача продолжится позже."), nil).After(time.Second)
		}
		leave()
		if err != nil {
			return task, err
		}
	}
}

// Result implements op.Tasks.
func (t *Tasks) Result(ctx context.Context, id string) (op.Result, error) {
	r, err := t.load(ctx, id)
	switch {
	case err != nil:
		return op.Result{}, err
	case r.state == op.TaskFailed:
		return op.Result{}, r.failure
	case r.result == "" && r.state == op.TaskCancelled:
		return op.Result{}, fault.E(fault.Conflict, fault.Say("The task was cancelled.", "Задача отменена."), nil)
	case r.result == "":
		return op.Result{}, fault.E(fault.Conflict, fault.Say("The task has no answer yet.", "Ответа задачи пока нет."), nil).
			WithHint(fault.Say("Ask again when it is done.", "Спросите снова, когда она завершится.")).After(time.Second)
	}
	result := op.Result{JSON: []byte(r.result), Text: r.rendered}
	if result.Text == "" {
		result.Text = r.result
	}
	return result, nil
}

// Cancel implements op.Tasks. The task is cancelled at once; an attempt that runs hears of it
// by the end of its context, and what it still returns is dropped.
func (t *Tasks) Cancel(ctx context.Context, id string) (cancelled op.Task, err error) {
	caller := op.CallerFrom(ctx)
	err = t.config.DB.Write(ctx, func(ctx context.Context, tx *sql.Tx) error {
		now := t.config.Now()
		const text = `UPDATE task SET state = 'cancelled', run = '', remaining = 0, args = '', point = '',
			revision = revision + 1, updated_at = $4, finished_at = $4, expires_at = $5
			WHERE id = $1 AND tenant = $2 AND owner = $3 AND finished_at = 0`
		done, err := tx.ExecContext(ctx, text, storable(id, 100), caller.Tenant, caller.Name, micros(now), micros(now.Add(t.config.Retain)))
		if err != nil {
			return err
		}
		n, err := done.RowsAffected()
		if err != nil {
			return err
		}
		r, err := find(ctx, tx, caller, id)
		cancelled = r.task()
		if err != nil || n == 0 {
			return err
		}
		if _, err = t.queue.Cancel(ctx, tx, r.job); fault.KindOf(err) == fault.NotFound {
			return nil // the queue forgot it before
		}
		return err
	})
	if err != nil {
		return op.Task{}, fmt.Errorf("task: cancel: %w", err)
	}
	if cancelled.State == op.TaskCancelled {
		t.end(id, errGone)
		t.bells.ring(id)
	}
	return cancelled, nil
}

// maxList is the most tasks of one page.
const maxList = 100

// List implements op.Tasks.
func (t *Tasks) List(ctx context.Context, limit int, given string) (tasks []op.Task, next string, err error) {
	caller := op.CallerFrom(ctx)
	limit = min(max(limit, 1), maxList)
	before, id, skip, err := place(given)
	if err != nil {
		return nil, "", err
	}
	text := fmt.Sprintf("SELECT %s FROM task WHERE tenant = $1 AND owner = $2 AND (created_at, id) < ($3, $4) ORDER BY created_at DESC, id DESC LIMIT %d OFFSET %d", columns, limit+1, skip)
	var rows []row
	err = t.config.DB.Read(ctx, func(ctx context.Context, tx *sql.Tx) error {
		rows, err = scanAll(tx.QueryContext(ctx, text, caller.Tenant, caller.Name, before, id))
		return err
	})
	if err != nil {
		return nil, "", fmt.Errorf("task: list: %w", err)
	}
	if len(rows) > limit {
		rows = rows[:limit]
		last := rows[limit-1]
		next = base64.RawURLEncoding.EncodeToString([]byte(strconv.FormatInt(micros(last.created), 10) + " " + last.id))
	}
	for _, r := range rows {
		tasks = append(tasks, r.task())
	}
	return tasks, next, nil
}

func scanAll(rows *sql.Rows, failed error) (all []row, err error) {
	if failed != nil {
		return nil, failed
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	for rows.Next() {
		r, err := scan(rows)
		if err != nil {
			return nil, err
		}
		all = append(all, r)
	}
	return all, rows.Err()
}

// place reads a cursor: the time and id of the last task that was shown.
func place(given string) (before int64, id string, skip int, err error) {
	if skip, ok := cursor.Skip(given); ok || given == "" {
		return 1 << 62, "", skip, nil
	}
	raw, err := base64.RawURLEncoding.DecodeString(given)
	created, id, ok := strings.Cut(string(raw), " ")
	if err == nil && ok {
		before, err = strconv.ParseInt(created, 10, 64)
	}
	if err != nil || !ok {
		return 0, "", 0, fault.E(fault.Invalid, fault.Say("cursor: it is not one of this list", "cursor: он не относится к этому списку"), err)
	}
	return before, storable(id, 100), 0, nil
}

// bells wake those of this process that wait for changes of a task. A change of another
// process is found by looking.
type bells struct {
	mu     sync.Mutex
	byTask map[string]*bell
}

type bell struct {
	rung      chan struct{}
	listeners int
}

// listen returns a channel that is closed at the next change; leave ends the interest in it.
func (b *bells) listen(id string) (rung <-chan struct{}, leave func()) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.byTask == nil {
		b.byTask = map[string]*bell{}
	}
	own := b.byTask[id]
	if own == nil {
		own = &bell{rung: make(chan struct{})}
		b.byTask[id] = own
	}
	own.listeners++
	return own.rung, func() {
		b.mu.Lock()
		defer b.mu.Unlock()
		if own.listeners--; own.listeners == 0 && b.byTask[id] == own {
			delete(b.byTask, id)
		}
	}
}

func (b *bells) ring(id string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if own := b.byTask[id]; own != nil {
		close(own.rung)
		delete(b.byTask, id)
	}
}
