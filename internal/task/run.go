package task

import (
	"context"
	"crypto/rand"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"time"

	"kadry/internal/fault"
	"kadry/internal/jobs"
	"kadry/internal/op"
)

// Why the context of an operation ended before it did.
var (
	errGone    = errors.New("task: it was cancelled, or another attempt has it")
	errStopped = errors.New("task: the process stops")
)

// Stop ends the attempts of this process, which leave their tasks to be gone on with, and
// begins no more; who awaits a task here is sent away. Whoever ends the queue calls it before.
// Stopping again does no harm.
func (t *Tasks) Stop() {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.stopped {
		return
	}
	t.stopped = true
	close(t.stopping)
	for _, end := range t.running {
		end(errStopped)
	}
}

// enter registers an attempt; false when none may begin any more.
func (t *Tasks) enter(a *attempt, end context.CancelCauseFunc) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	if !t.stopped {
		t.running[a.run], t.runs[a.run] = end, a.id
	}
	return !t.stopped
}

func (t *Tasks) leave(a *attempt) {
	t.mu.Lock()
	defer t.mu.Unlock()
	delete(t.running, a.run)
	delete(t.runs, a.run)
}

// end ends the attempts of a task that this process makes.
func (t *Tasks) end(id string, cause error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for run, of := range t.runs {
		if of == id {
			t.running[run](cause)
		}
	}
}

// work is the handler of a task's job: one attempt.
func (t *Tasks) work(ctx context.Context, job jobs.Job) (jobs.Effect, error) {
	var p payload
	if err := json.Unmarshal(job.Payload, &p); err != nil {
		return nil, jobs.Permanent(fmt.Errorf("task: payload: %w", err))
	}
	ctx, end := context.WithCancelCause(ctx)
	defer end(nil)
	a := &attempt{tasks: t, id: p.Task, run: rand.Text(), end: end}
	if !t.enter(a, end) {
		return nil, jobs.Snooze(t.config.Now())
	}
	defer t.leave(a)
	r, err := a.begin(ctx)
	if err != nil || r == nil { // nothing to do: it was cancelled, or forgotten
		return nil, err
	}
	o, err := t.registry.Lookup(r.operation)
	if err != nil {
		return a.fail(fault.E(fault.NotFound, fault.Say("The operation %s is no longer part of this program.", "Операции %s в этой программе больше нет.", r.operation), err)), nil
	}
	result, err := a.call(ctx, o, r)
	return a.outcome(ctx, result, err)
}

// attempt is one run of a task in this process.
type attempt struct {
	tasks   *Tasks
	id, run string
	end     context.CancelCauseFunc

	mu    sync.Mutex
	stage op.Stage
	dirty bool      // stage is not stored yet
	from  op.Stage  // the first one of the attempt, by which the pace is measured
	since time.Time // when that was
}

// begin makes the attempt the one that may write. It returns nil for a task that has ended.
func (a *attempt) begin(ctx context.Context) (begun *row, err error) {
	const text = `UPDATE task SET state = 'running', run = $1, revision = revision + 1, updated_at = $2
		WHERE id = $3 AND finished_at = 0 RETURNING ` + columns
	err = a.tasks.config.DB.Write(ctx, func(ctx context.Context, tx *sql.Tx) error {
		begun = nil
		r, err := scan(tx.QueryRowContext(ctx, text, a.run, micros(a.tasks.config.Now()), a.id))
		if errors.Is(err, sql.ErrNoRows) {
			return nil
		}
		begun = &r
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("task: begin: %w", err)
	}
	a.tasks.bells.ring(a.id)
	return begun, nil
}

// call runs the operation for the task's caller, and tells of its progress meanwhile.
func (a *attempt) call(ctx context.Context, o *op.Op, r *row) (op.Result, error) {
	a.stage = r.stage
	telling, quiet := context.WithCancel(ctx)
	var teller sync.WaitGroup
	teller.Go(func() { a.tell(telling) })
	defer teller.Wait()
	defer quiet()
	ctx = op.WithProgress(op.WithCaller(ctx, r.caller), a.report)
	return a.tasks.pipeline.Call(op.WithCheckpoint(ctx, []byte(r.point), a.save), o, []byte(r.args))
}

// report takes a stage from the operation.
func (a *attempt) report(s op.Stage) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.since.IsZero() || s.Done < a.from.Done || s.Total != a.from.Total {
		a.from, a.since = s, a.tasks.config.Now()
	}
	a.stage, a.dirty = s, true
}

// left is how long the rest takes by the pace so far; the caller holds mu.
func (a *attempt) left() time.Duration {
	done, rest := a.stage.Done-a.from.Done, a.stage.Total-a.stage.Done
	if done <= 0 || rest <= 0 {
		return 0
	}
	return time.Duration(float64(a.tasks.config.Now().Sub(a.since)) / float64(done) * float64(rest))
}

// tell stores stages as they come, not more often than the pace allows.
func (a *attempt) tell(ctx context.Context) {
	pace := time.NewTicker(a.tasks.config.Pace)
	defer pace.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-pace.C:
		}
		a.mu.Lock()
		dirty := a.dirty
		a.mu.Unlock()
		if dirty {
			_ = a.write(ctx, "") // a database that is away for a moment keeps the next one
		}
	}
}

// saveTime bounds the storing of a resume point, which a process that stops still waits for.
const saveTime = 5 * time.Second

// save stores a resume point with the answer so far.
func (a *attempt) save(ctx context.Context, point, partial []byte) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), saveTime)
	defer cancel()
	return a.write(ctx, "point = $9, result = $10, ", storable(string(point), 0), storable(string(partial), 0))
}

// write stores the stage, and what else the attempt has. An attempt that may write no more
// finds its context ended.
func (a *attempt) write(ctx context.Context, further string, args ...any) error {
	a.mu.Lock()
	stage, left := a.stage, a.left()
	a.dirty = false
	a.mu.Unlock()
	text := `UPDATE task SET ` + further + `done = $3, total = $4, text_en = $5, text_ru = $6, remaining = $7,
		revision = revision + 1, updated_at = $8 WHERE id = $1 AND run = $2 AND finished_at = 0`
	args = append([]any{
		a.id, a.run, stage.Done, stage.Total, storable(stage.Text.EN, maxText), storable(stage.Text.RU, maxText),
		left.Microseconds(), micros(a.tasks.config.Now()),
	}, args...)
	rows, err := a.tasks.change(ctx, text, args...)
	switch {
	case err != nil:
		a.mu.Lock()
		a.dirty = true
		a.mu.Unlock()
		return fmt.Errorf("task: progress: %w", err)
	case rows == 0:
		a.end(errGone)
		return errGone
	}
	a.tasks.bells.ring(a.id)
	return nil
}

// maxText is how long the text of a stage may be in bytes.
const maxText = 1000

// outcome is what becomes of a task by what its operation returned.
func (a *attempt) outcome(ctx context.Context, result op.Result, err error) (jobs.Effect, error) {
	cause := context.Cause(ctx)
	switch {
	case err == nil:
		rendered := result.Text
		if rendered == string(result.JSON) {
			rendered = ""
		}
		return a.finish(op.TaskDone, string(result.JSON), rendered, nil), nil
	case errors.Is(cause, errStopped):
		return nil, jobs.Snooze(a.tasks.config.Now())
	case cause != nil: // the lease is lost, the queue stops, or the attempt took too long
		return nil, cause
	}
	// A call in a task has no deadline: what ran out of time is something that it asked.
	if kind := fault.KindOf(err); kind == fault.Unavailable || kind == fault.Timeout {
		return nil, err
	}
	f := fault.From(err)
	if f.Kind == fault.Limited && f.RetryAfter > 0 {
		until := a.tasks.config.Now().Add(f.RetryAfter)
		return a.pause(until), jobs.Snooze(until)
	}
	return a.fail(f), nil
}

// pause says that the task waits. It stays the attempt's until the next one begins.
func (a *attempt) pause(until time.Time) jobs.Effect {
	now := a.tasks.config.Now().UTC()
	layout := "15:04 UTC"
	if until = until.UTC(); until.YearDay() != now.YearDay() {
		layout = "2006-01-02 15:04 UTC"
	}
	text := fault.Say("waits until %s (limit of a foreign system)", "ждёт до %s (лимит внешней системы)", until.Format(layout))
	a.mu.Lock()
	stage := a.stage
	a.mu.Unlock()
	return func(ctx context.Context, tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, `UPDATE task SET done = $3, total = $4, text_en = $5, text_ru = $6, remaining = 0,
			revision = revision + 1, updated_at = $7 WHERE id = $1 AND run = $2 AND finished_at = 0`,
			a.id, a.run, stage.Done, stage.Total, text.EN, text.RU, micros(now))
		if err != nil {
			return fmt.Errorf("task: pause: %w", err)
		}
		a.tasks.bells.ring(a.id)
		return nil
	}
}

func (a *attempt) fail(f *fault.Error) jobs.Effect { return a.finish(op.TaskFailed, "", "", f) }

// finish ends the task under the attempt; one that was cancelled meanwhile stays so. A failed
// task keeps the answer so far.
func (a *attempt) finish(state op.TaskState, result, rendered string, f *fault.Error) jobs.Effect {
	a.mu.Lock()
	stage := a.stage
	a.mu.Unlock()
	return func(ctx context.Context, tx *sql.Tx) error {
		failed := ""
		if f != nil {
			var err error
			if failed, err = writeFailure(f); err != nil {
				return fmt.Errorf("task: failure: %w", err)
			}
		}
		now := a.tasks.config.Now()
		_, err := tx.ExecContext(ctx, `UPDATE task SET state = $3, result = CASE WHEN $4 = '' THEN result ELSE $4 END, rendered = $5, failure = $6,
			done = $7, total = $8, text_en = $9, text_ru = $10, remaining = 0, args = '', point = '',
			revision = revision + 1, updated_at = $11, finished_at = $11, expires_at = $12
			WHERE id = $1 AND run = $2 AND finished_at = 0`,
			a.id, a.run, string(state), storable(result, 0), storable(rendered, 0), failed,
			stage.Done, stage.Total, storable(stage.Text.EN, maxText), storable(stage.Text.RU, maxText),
			micros(now), micros(now.Add(a.tasks.config.Retain)))
		if err != nil {
			return fmt.Errorf("task: finish: %w", err)
		}
		a.tasks.bells.ring(a.id)
		return nil
	}
}

// buried fails a task whose job was given up.
func (t *Tasks) buried(ctx context.Context, tx *sql.Tx, job jobs.Job, cause error) error {
	var p payload
	if err := json.Unmarshal(job.Payload, &p); err != nil {
		return nil //nolint:nilerr // there is no task to tell
	}
	f := fault.E(fault.Internal, fault.Say("It was given up after %d attempts.", "После %d попыток выполнение прекращено.", job.Attempt), cause)
	if known := (*fault.Error)(nil); errors.As(cause, &known) {
		f = known
	}
	failed, err := writeFailure(f)
	if err != nil {
		return fmt.Errorf("task: failure: %w", err)
	}
	now := t.config.Now()
	_, err = tx.ExecContext(ctx, `UPDATE task SET state = 'failed', failure = $2, remaining = 0, args = '', point = '', run = '',
		revision = revision + 1, updated_at = $3, finished_at = $3, expires_at = $4 WHERE id = $1 AND finished_at = 0`,
		p.Task, failed, micros(now), micros(now.Add(t.config.Retain)))
	if err != nil {
		return fmt.Errorf("task: give up: %w", err)
	}
	t.bells.ring(p.Task)
	return nil
}
