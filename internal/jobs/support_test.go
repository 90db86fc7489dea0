package jobs

import (
	"context"
	"database/sql"
	"errors"
	"log/slog"
	"sync"
	"testing"
	"time"

	"kadry/internal/store"
	"kadry/internal/store/storetest"
)

// patience is how long a test waits for what must happen; it is for machines that are busy.
const patience = 60 * time.Second

// conform runs a test of what the queue promises on every engine, with an empty database.
func conform(t *testing.T, fn func(t *testing.T, b storetest.Bench, db *store.DB)) {
	t.Helper()
	t.Parallel()
	storetest.Each(t, func(t *testing.T, b storetest.Bench) {
		db := b.Open(t)
		perform(t, db, "CREATE TABLE effect (job BIGINT NOT NULL, attempt BIGINT NOT NULL)")
		fn(t, b, db)
	}, Schema())
}

// process is a queue as one process has it, and what it told.
type process struct {
	*Queue
	db     *store.DB
	events chan Event
}

func newProcess(t testing.TB, db *store.DB, config Config, kinds ...Kind) *process {
	t.Helper()
	p := &process{db: db, events: make(chan Event, 1<<16)}
	config.Watch = func(e Event) { p.events <- e }
	config.Log = slog.New(slog.NewTextHandler(t.Output(), nil))
	q, err := New(db, config)
	if err != nil {
		t.Fatal(err)
	}
	if err := q.Handle(kinds...); err != nil {
		t.Fatal(err)
	}
	p.Queue = q
	return p
}

// start runs the queue until stop is called or the test ends.
func (p *process) start(t testing.TB) (stop func()) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	var run sync.WaitGroup
	run.Go(func() {
		if err := p.Run(ctx); err != nil {
			t.Error(err)
		}
	})
	stop = func() {
		cancel()
		run.Wait()
	}
	t.Cleanup(stop)
	return stop
}

// await returns the next event of the given sort, and passes over others.
func (p *process) await(t testing.TB, what What) Event {
	t.Helper()
	e, _ := p.looks(t, what)
	return e
}

// looks is await, and counts the looks at the queue that found nothing until then.
func (p *process) looks(t testing.TB, what What) (_ Event, idle int) {
	t.Helper()
	limit := time.NewTimer(patience)
	defer limit.Stop()
	for {
		select {
		case e := <-p.events:
			if e.What == what {
				return e, idle
			}
			if e.What == Idle {
				idle++
			}
		case <-limit.C:
			t.Fatalf("no %s in %v", what, patience)
		}
	}
}

// told returns what happened until now, idle looks aside.
func (p *process) told() (events []What) {
	for {
		select {
		case e := <-p.events:
			if e.What != Idle {
				events = append(events, e.What)
			}
		default:
			return events
		}
	}
}

func (p *process) insert(t tester, spec Spec) (id int64) {
	t.Helper()
	write1(t, p.db, func(ctx context.Context, tx *sql.Tx) (err error) {
		id, err = p.Insert(ctx, tx, spec)
		return err
	})
	return id
}

func (p *process) want(t testing.TB, id int64, state State, attempt int) Job {
	t.Helper()
	job, err := p.Get(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	if job.State != state || job.Attempt != attempt {
		t.Errorf("job %d is %s after %d attempts, want %s after %d", id, job.State, job.Attempt, state, attempt)
	}
	return job
}

// note is the effect of the tests: a line for each time it took place.
func note(j Job) Effect {
	return func(ctx context.Context, tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, "INSERT INTO effect (job, attempt) VALUES ($1, $2)", j.ID, j.Attempt)
		return err
	}
}

func effects(t testing.TB, db *store.DB) int64 {
	t.Helper()
	return number(t, db, "SELECT count(*) FROM effect")
}

// noting is a kind that does nothing but its effect.
func noting(name string) Kind {
	return Kind{Name: name, Work: func(_ context.Context, j Job) (Effect, error) { return note(j), nil }}
}

// gate is a handler that tells of each job it begins and works it when it is let.
type gate struct {
	begun chan Job
	open  chan error // one for each job; the handler's error
	ended chan error // why the context of a handler ended before that
}

func newGate() *gate {
	return &gate{begun: make(chan Job, 1000), open: make(chan error, 1000), ended: make(chan error, 1000)}
}

func (g *gate) work(ctx context.Context, j Job) (Effect, error) {
	g.begun <- j
	select {
	case err := <-g.open:
		return note(j), err
	case <-ctx.Done():
		g.ended <- context.Cause(ctx)
		return note(j), ctx.Err()
	}
}

// receive waits for a value as long as a test waits for anything.
func receive[T any](t testing.TB, from <-chan T) T {
	t.Helper()
	select {
	case v := <-from:
		return v
	case <-time.After(patience):
		t.Fatalf("nothing came in %v", patience)
		panic("unreachable")
	}
}

var errTest = errors.New("not today")

// at once is a schedule without waits.
func atOnce(attempts int) Schedule { return Schedule{Delays: make([]time.Duration, attempts-1)} }

// write1 runs fn in a transaction.
func write1(t tester, db *store.DB, fn func(ctx context.Context, tx *sql.Tx) error) {
	t.Helper()
	if err := db.Write(context.Background(), fn); err != nil {
		t.Fatal(err)
	}
}

func perform(t tester, db *store.DB, text string, args ...any) {
	t.Helper()
	write1(t, db, func(ctx context.Context, tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, text, args...)
		return err
	})
}

func number(t tester, db *store.DB, text string, args ...any) (n int64) {
	t.Helper()
	err := db.Read(context.Background(), func(ctx context.Context, tx *sql.Tx) error {
		return tx.QueryRowContext(ctx, text, args...).Scan(&n)
	})
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// tester is what the helpers need of a test, rapid's among them.
type tester interface {
	Helper()
	Fatal(args ...any)
}
