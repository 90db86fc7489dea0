package task

import (
	"context"
	"database/sql"
	"log/slog"
	"sync"
	"testing"
	"time"

	"kadry/internal/fault"
	"kadry/internal/jobs"
	"kadry/internal/op"
	"kadry/internal/store"
	"kadry/internal/store/storetest"
)

// patience is how long a test waits for what must happen; it is for machines that are busy.
const patience = 60 * time.Second

// conform runs a test on every engine.
func conform(t *testing.T, fn func(t *testing.T, b storetest.Bench, db *store.DB)) {
	t.Helper()
	t.Parallel()
	storetest.Each(t, func(t *testing.T, b storetest.Bench) { fn(t, b, b.Open(t)) }, jobs.Schema(), Schema())
}

// process is tasks as one process has them.
type process struct {
	*Tasks
	t     *testing.T
	queue *jobs.Queue
	ops   *op.Registry
}

// newProcess makes a process that has the operations and works nothing before start.
func newProcess(t *testing.T, db *store.DB, c Config, ops ...*op.Op) *process {
	t.Helper()
	c.DB, c.Pace = db, time.Millisecond
	p := &process{Tasks: New(c), t: t}
	var err error
	if p.ops, err = op.NewRegistry(ops...); err != nil {
		t.Fatal(err)
	}
	p.queue, err = jobs.New(db, jobs.Config{
		Workers: 8, Poll: 20 * time.Millisecond, Lease: 3 * time.Second,
		Log: slog.New(slog.NewTextHandler(t.Output(), nil)),
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := p.Bind(p.queue, &op.Pipeline{}, p.ops, p.ops); err != nil {
		t.Fatal(err)
	}
	return p
}

// start works the queue until stop is called or the test ends.
func (p *process) start() (stop func()) {
	p.t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	var run sync.WaitGroup
	run.Go(func() {
		if err := p.queue.Run(ctx); err != nil {
			p.t.Error(err)
		}
	})
	stop = sync.OnceFunc(func() {
		p.Stop()
		cancel()
		run.Wait()
	})
	p.t.Cleanup(stop)
	return stop
}

func (p *process) submit(ctx context.Context, name, args string) op.Task {
	p.t.Helper()
	o, err := p.ops.Lookup(name)
	if err != nil {
		p.t.Fatal(err)
	}
	task, err := p.Submit(ctx, o, []byte(args))
	if err != nil {
		p.t.Fatal(err)
	}
	return task
}

// until awaits a task that is as wanted.
func (p *process) until(ctx context.Context, id string, wanted func(op.Task) bool) op.Task {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	for seen := int64(0); ; {
		task, err := p.Await(ctx, id, seen, patience)
		if err != nil {
			p.t.Fatalf("awaiting %s, which is %+v: %v", id, task, err)
		}
		if wanted(task) {
			return task
		}
		if task.State.Final() {
			p.t.Fatalf("%s ended as %s: %v", id, task.State, task.Failure)
		}
		seen = task.Revision
	}
}

func (p *process) untilFinal(ctx context.Context, id string) op.Task {
	p.t.Helper()
	return p.until(ctx, id, func(t op.Task) bool { return t.State.Final() })
}

func as(t *testing.T, tenant, name string) context.Context {
	t.Helper()
	return op.WithCaller(t.Context(), op.Caller{Tenant: tenant, Name: name, Lang: "en"})
}

type countInput struct {
	To int `json:"to"`
}

type countOutput struct {
	Reached int      `json:"reached"`
	Begun   int      `json:"begun_at"`
	Lang    string   `json:"lang"`
	Notes   []string `json:"notes"`
}

type countPoint struct{ Next int }

// counting declares a long operation that takes steps, keeps each, and goes on where it
// stopped. step may be nil.
func counting(name string, step func(ctx context.Context, n int) error) *op.Op {
	return op.New(op.Spec{
		Name: name, Toolset: "numbers", Title: "Count", Doc: "Counts.", Effect: op.Creates, Long: true, Timeout: time.Nanosecond,
	}, func(ctx context.Context, in countInput) (countOutput, error) {
		at := op.Checkpoint(ctx)
		var point countPoint
		at.Load(&point)
		out := countOutput{Begun: point.Next, Lang: op.CallerFrom(ctx).Lang}
		for n := point.Next; n < in.To; n++ {
			if step != nil {
				if err := step(ctx, n); err != nil {
					return countOutput{}, err
				}
			}
			out.Reached = n + 1
			op.Progress(ctx)(op.Stage{Done: n + 1, Total: in.To, Text: fault.Say("step %d", "шаг %d", n+1)})
			if err := at.Save(ctx, countPoint{Next: n + 1}, out); err != nil {
				return countOutput{}, err
			}
		}
		return out, nil
	})
}

func number(t *testing.T, db *store.DB, text string, args ...any) (n int64) {
	t.Helper()
	err := db.Read(context.Background(), func(ctx context.Context, tx *sql.Tx) error {
		return tx.QueryRowContext(ctx, text, args...).Scan(&n)
	})
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func perform(t *testing.T, db *store.DB, text string, args ...any) {
	t.Helper()
	err := db.Write(context.Background(), func(ctx context.Context, tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, text, args...)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// receive waits for a value as long as a test waits for anything.
func receive[T any](t *testing.T, from <-chan T) (v T) {
	t.Helper()
	select {
	case v = <-from:
	case <-time.After(patience):
		t.Fatalf("nothing came in %v", patience)
	}
	return v
}
