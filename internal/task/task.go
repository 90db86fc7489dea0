// Package task runs calls of long operations as durable work over the queue: a call is kept
// with who made it, worked by any process that may, and found again by its caller until its
// result is forgotten. What the work is, operations know; how jobs are leased and repeated,
// jobs knows.
//
// # What is promised
//
// A task and its job are stored in one transaction, so a task that was answered survives the
// end of every process. Its end, with the result or the failure, is committed together with
// the end of the job: once, however often the work was begun. Progress, resume points and
// partial answers are fenced by the attempt that writes them; an attempt that lost its lease,
// or whose task was cancelled, writes nothing more and its context ends.
//
// An attempt that a process did not live to end is begun again from the last resume point, and
// so is one that found a system out of reach or too slow, some minutes apart. One that met a limit
// which says when it is renewed pauses until then, as often as it takes, and its stage says so.
// Every other failure is the task's own.
//
// Tasks of a caller who may name files of a machine are worked on that machine.
package task

import (
	"cmp"
	"context"
	"crypto/rand"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	"kadry/internal/fault"
	"kadry/internal/jobs"
	"kadry/internal/op"
	"kadry/internal/store"
)

// Config is what Tasks are made of. Everything but DB has a working zero value.
type Config struct {
	DB        *store.DB
	Host      string        // the name of this machine, by which tasks on its files find it
	AtOnce    int           // in this process; 2 when zero
	Retain    time.Duration // how long a task that has ended is kept; 24 h when zero
	PerCaller int           // unfinished tasks; 1,000 when zero
	PerTenant int           // unfinished tasks; 10,000 when zero
	Pace      time.Duration // least time between two reports of progress; 500 ms when zero
	Now       func() time.Time
}

// Tasks keeps, works and shows tasks; see op.Tasks. It is safe for concurrent use.
type Tasks struct {
	config   Config
	queue    *jobs.Queue
	pipeline *op.Pipeline
	served   *op.Registry // what calls of this process may name
	registry *op.Registry // everything there is
	bells    bells

	stopping chan struct{} // closed by Stop

	mu      sync.Mutex
	stopped bool
	running map[string]context.CancelCauseFunc // by run
	runs    map[string]string                  // task by run
}

var _ op.Tasks = (*Tasks)(nil)

// New returns tasks that need Bind before they are used.
func New(c Config) *Tasks {
	c.AtOnce = cmp.Or(c.AtOnce, 2)
	c.Retain = cmp.Or(c.Retain, 24*time.Hour)
	c.PerCaller = cmp.Or(c.PerCaller, 1000)
	c.PerTenant = cmp.Or(c.PerTenant, 10_000)
	c.Pace = cmp.Or(c.Pace, 500*time.Millisecond)
	if c.Now == nil {
		c.Now = time.Now
	}
	return &Tasks{config: c, stopping: make(chan struct{}), running: map[string]context.CancelCauseFunc{}, runs: map[string]string{}}
}

// Bind joins the tasks to the queue and to what runs a call. Served are the operations that
// this process offers; all of them it works, for processes that offer others.
func (t *Tasks) Bind(queue *jobs.Queue, pipeline *op.Pipeline, served, all *op.Registry) error {
	t.queue, t.pipeline, t.served, t.registry = queue, pipeline, served, all
	retry := jobs.Dense()
	err := queue.Handle(
		jobs.Kind{Name: anywhere, Work: t.work, AtOnce: t.config.AtOnce, Retry: retry, Timeout: longest, Buried: t.buried},
		jobs.Kind{Name: t.here(), Work: t.work, AtOnce: t.config.AtOnce, Retry: retry, Timeout: longest, Buried: t.buried},
		jobs.Kind{Name: purgeKind, Work: t.purge, AtOnce: 1},
	)
	if err != nil {
		return err
	}
	return queue.Schedule(jobs.Periodic{Name: "task.purge", Kind: purgeKind, Every: 10 * time.Minute})
}

const (
	anywhere  = "task"
	purgeKind = "task purge"
	// longest is how long one attempt may take before it is begun again from its resume point.
	longest = 24 * time.Hour
)

// here is the kind of the tasks that only this machine can work.
func (t *Tasks) here() string { return anywhere + " " + t.config.Host }

// maxArgs is the size of arguments in bytes: a task is a request, no place to keep files.
const maxArgs = 1 << 20

type payload struct {
	Task string `json:"task"`
}

// Submit implements op.Tasks. An idempotent call that its caller has under way already is
// answered with the task of it.
func (t *Tasks) Submit(ctx context.Context, o *op.Op, args []byte) (op.Task, error) {
	checked, err := t.pipeline.Accept(ctx, o, args)
	if err != nil {
		return op.Task{}, err
	}
	if len(checked) > maxArgs {
		return op.Task{}, fault.E(fault.TooLarge, fault.Say("The arguments of a task may have %d bytes.", "Аргументы задачи не должны превышать %d байт.", maxArgs), nil)
	}
	now := t.config.Now()
	r, err := t.newRow(op.CallerFrom(ctx), o, checked, now)
	if err != nil {
		return op.Task{}, err
	}
	found := r
	err = t.config.DB.Write(ctx, func(ctx context.Context, tx *sql.Tx) error {
		found = r
		// Counting what is unfinished is exact only while nobody else adds.
		if err := t.config.DB.Turn(ctx, tx, "task "+r.tenant); err != nil {
			return err
		}
		known, err := t.underWay(ctx, tx, r)
		if err != nil || known != nil {
			if known != nil {
				found = *known
			}
			return err
		}
		if err := t.hasRoom(ctx, tx, r); err != nil {
			return err
		}
		kind := anywhere
		if r.caller.Local {
			kind = t.here()
		}
		if found.job, err = t.queue.Insert(ctx, tx, jobs.Spec{Kind: kind, Tenant: r.tenant, Payload: payload{Task: r.id}}); err != nil {
			return err
		}
		return found.insert(ctx, tx)
	})
	if err != nil {
		return op.Task{}, fmt.Errorf("task: submit %s: %w", o.Name, err)
	}
	return found.task(), nil
}

func (t *Tasks) newRow(caller op.Caller, o *op.Op, args []byte, now time.Time) (row, error) {
	r := row{
		id: "task_" + strings.ToLower(rand.Text()), tenant: caller.Tenant, owner: caller.Name, caller: caller,
		operation: o.Name, args: string(args), state: op.TaskQueued, revision: 1, created: now, updated: now,
	}
	if o.Idempotent {
		// All that the answer depends on.
		text, err := json.Marshal([]any{o.Name, string(args), caller.Lang, caller.Budget})
		if err != nil {
			return row{}, fmt.Errorf("task: digest: %w", err)
		}
		sum := sha256.Sum256(text)
		r.digest = hex.EncodeToString(sum[:])
	}
	return r, nil
}

// underWay finds the unfinished task of the same call, nil when there is none.
func (t *Tasks) underWay(ctx context.Context, tx *sql.Tx, r row) (*row, error) {
	if r.digest == "" {
		return nil, nil //nolint:nilnil // no task is what the caller then makes
	}
	known, err := scan(tx.QueryRowContext(ctx, "SELECT "+columns+` FROM task
		WHERE tenant = $1 AND owner = $2 AND digest = $3 AND digest <> '' AND finished_at = 0`, r.tenant, r.owner, r.digest))
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil //nolint:nilnil // as above
	}
	return &known, err
}

// hasRoom refuses a caller or a tenant with too much that is unfinished.
func (t *Tasks) hasRoom(ctx context.Context, tx *sql.Tx, r row) error {
	var own, all int
	const text = `SELECT count(CASE WHEN owner = $2 THEN 1 END), count(*) FROM task WHERE tenant = $1 AND finished_at = 0`
	if err := tx.QueryRowContext(ctx, text, r.tenant, r.owner).Scan(&own, &all); err != nil {
		return err
	}
	if own < t.config.PerCaller && all < t.config.PerTenant {
		return nil
	}
	return fault.E(fault.Limited, fault.Say(
		"Too many unfinished tasks: %d of a caller and %d in all are allowed.",
		"Слишком много незавершённых задач: разрешено %d у одного клиента и %d всего.", t.config.PerCaller, t.config.PerTenant), nil).
		WithHint(fault.Say("Wait for some to end, or cancel them.", "Дождитесь завершения части задач или отмените их.")).After(time.Minute)
}
