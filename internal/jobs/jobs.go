// Package jobs is a small durable queue in the program's own database, SQLite or
// PostgreSQL, for work that must outlive the process that accepted it. It knows how work
// is kept, claimed, repeated and given up; what the work is, handlers know. HTTP delivery,
// models and interviews live with those who insert the jobs.
//
// # What is promised
//
// A job is inserted in the caller's transaction: it is there if and only if what the
// transaction says is there. A handler works without a transaction, as long as it needs,
// and returns an [Effect], which is committed in one transaction with the outcome of the
// attempt. So an effect takes place exactly once, however often the work was begun; what a
// handler does outside the database, a POST for instance, happens at least once.
//
// # States
//
//	           Insert                   claim                    nil
//	(nothing) ───────► ready ─────────────────────► running ───────────► done
//	    │                ▲  ▲                        │ │ │ │
//	    │ RunAt          │  │ interrupted by Run's   │ │ │ │ permanent, or the last attempt
//	    ▼        due     │  │ end, or lease expired  │ │ │ └───────────► dead
//	 waiting ────────────┘  └────────────────────────┘ │ │                 │
//	    ▲                                              │ │     Requeue     │
//	    │        error: by the kind's schedule; Snooze │ │  ready ◄────────┘
//	    └──────────────────────────────────────────────┘ │
//	                                                     └─ Cancel ──► cancelled
//
// Cancel also ends a ready or waiting job. Done, dead and cancelled jobs are purged when
// their retention is over; Erase deletes jobs of an order key in any state, Withdraw those
// that wait.
//
// # Leases
//
// A claim gives the job a lease under a token that no other claim has, and counts the
// attempt. The process renews its leases three times within their length while handlers
// run. Whoever finds a lease run out, any process, makes the job ready again, and the first
// forty times that happens to a job the attempt is not counted; a process
// that starts under an identity takes back at once what it held under it before. Every
// outcome is fenced by the token: a worker that lost its lease, or whose job was cancelled
// or erased, commits nothing, and its handler's context ends with [ErrLost].
//
// # Order
//
// Jobs with the same order key run one at a time, in the order of their ids: a job is not
// claimed before every older one of its key is done, dead or cancelled. Insert takes a turn
// for the key, so that ids become visible in their order. A dead job that is requeued goes
// before the younger ones that still wait.
//
// # Turns
//
// Of the ready jobs of a kind each tenant has its share: a job that gets ready takes the turn
// after the last ready one of its tenant, and jobs are claimed by turn, then by id. So a tenant
// with ten thousand jobs delays the one job of another by what runs already and by one job of
// each tenant. What a failed attempt repeats later stands in a line of its own beside the first
// attempts of its tenant; what is repeated at once, or was interrupted, keeps its turn. Kinds
// share the workers of a process in the same way.
//
// # Time
//
// Times are the database's: each process asks for them about once a poll and counts with
// its own monotonic clock between, so that clocks of machines need not agree. A ready job
// is ready whatever the time. Leases and retries keep their length beside their end: an end
// that is further away than its length shows that the clock was set back, and is set anew,
// so nothing waits longer than it was meant to. Only dates (RunAt, Snooze) move with the
// clock. A clock set forward ends leases early, which costs repeated work and no effect.
package jobs

import (
	"cmp"
	"context"
	"crypto/rand"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"kadry/internal/store"
	"kadry/internal/turn"
)

// State is where a job stands; see the package comment.
type State string

// The states. Ready, Waiting and Running are the unfinished ones.
const (
	Ready     State = "ready"
	Waiting   State = "waiting"
	Running   State = "running"
	Done      State = "done"
	Dead      State = "dead"
	Cancelled State = "cancelled"
)

// Job is one piece of work as it is kept.
type Job struct {
	ID          int64
	Kind        string
	Tenant      string // "" is none
	Payload     json.RawMessage
	OrderKey    string // "" is none
	UniqueKey   string // "" is none
	State       State
	Attempt     int // begun so far, the running one included; snoozes, interruptions and processes that vanished are not counted
	MaxAttempts int
	Error       string    // of the last attempt that failed, at most 1,000 bytes
	Due         time.Time // Waiting: when it gets ready; Running: when the lease ends; else zero
	Created     time.Time
	Finished    time.Time // zero while unfinished

	turn int64 // see turnOf
}

// Handler works one job. A nil error is done; any other is a failed attempt, unless it is
// made by [Snooze], [RetryIn] or [Permanent]. The effect, which may be nil, is committed
// together with that outcome, whichever it is.
//
// The context ends with the attempt's timeout, when the lease is lost (cause [ErrLost]) and
// when Run's grace is over (cause [ErrStopped]); an error after that last is no failure.
type Handler func(ctx context.Context, job Job) (Effect, error)

// Effect is what an attempt changes in the database. Like any function given to
// store.DB.Write it can run more than once and must act through tx alone. On SQLite it may
// share its transaction with effects of other jobs; when one of them fails, the others are
// run again without it. An effect that fails leaves nothing, and makes the attempt a failed one.
type Effect func(ctx context.Context, tx *sql.Tx) error

// Kind is a sort of jobs and how they are worked. Zero fields mean what their comments say.
type Kind struct {
	Name    string
	Work    Handler
	AtOnce  int           // in this process; 0 is as many as the queue has workers
	Retry   Schedule      // zero is Dense
	Timeout time.Duration // of one attempt; 0 is 10 min
	// Computes says that the work keeps a processor busy and waits for nobody: an attempt begins
	// when its tenant may have one.
	Computes bool
	// Buried runs in the transaction that makes a job dead, be it by its last error or
	// because the processes that worked on it vanished. When it fails three times the job
	// is buried without it, and that is logged.
	Buried func(ctx context.Context, tx *sql.Tx, job Job, cause error) error
}

// Config is what a Queue is made of. Every zero value works.
type Config struct {
	Workers int           // jobs at once in this process, all kinds together; 8 when zero
	Lease   time.Duration // how long a job of a process that died stays its own; 15 s when zero
	// Poll is how often the queue is looked at without being woken; 500 ms when zero. The
	// lease of a dead process is noticed within this time of its end.
	Poll       time.Duration
	Grace      time.Duration // for running handlers when Run is to end; 15 s when zero
	Retain     time.Duration // how long done and cancelled jobs are kept; 24 h when zero
	RetainDead time.Duration // how long dead ones are; 30 days when zero
	// Identity names this process and no other one that lives: what is leased to the name
	// when Run starts is taken back at once. Empty is a name of its own for each Queue.
	Identity string
	Turns    *turn.Turns  // what attempts take to compute; nil lets all begin
	Log      *slog.Logger // discards when nil; lines hold ids and kinds, never payloads
	Watch    func(Event)  // called for each event of this process, from several goroutines; must not block
	// Clock replaces the database's; tests step it.
	Clock func(ctx context.Context) (time.Time, error)
}

// Queue inserts jobs and, in processes that call Run, works them. It is safe for concurrent use.
type Queue struct {
	db       *store.DB
	config   Config
	kinds    map[string]*kind
	order    []*kind // as they were added
	chores   []Periodic
	texts    statements
	clock    clock
	outcomes *store.Group
	wake     chan struct{} // holds one: there may be work
	ran      atomic.Bool
	ticks    map[string]int64 // the last one seen of each periodic job; Run's own
	rotation rotation         // Run's own
	begun    map[string]bool  // kinds whose virtual time is kept in the database; Run's own

	mu    sync.Mutex
	holds map[*hold]struct{}
}

// kind is a Kind at work.
type kind struct {
	Kind
	done, failed, retried atomic.Int64
	running               int // guarded by Queue.mu
}

// New returns the queue in db, which knows no kinds yet: see Handle.
func New(db *store.DB, config Config) (*Queue, error) {
	config.Workers = cmp.Or(config.Workers, 8)
	config.Lease = cmp.Or(config.Lease, 15*time.Second)
	config.Poll = cmp.Or(config.Poll, 500*time.Millisecond)
	config.Grace = cmp.Or(config.Grace, 15*time.Second)
	config.Retain = cmp.Or(config.Retain, 24*time.Hour)
	config.RetainDead = cmp.Or(config.RetainDead, 30*24*time.Hour)
	config.Identity = cmp.Or(config.Identity, "~"+rand.Text())
	if config.Log == nil {
		config.Log = slog.New(slog.DiscardHandler)
	}
	if config.Clock == nil {
		config.Clock = db.Now
	}
	q := &Queue{
		db: db, config: config, kinds: map[string]*kind{}, holds: map[*hold]struct{}{},
		wake: make(chan struct{}, 1), outcomes: db.NewGroup(lost), ticks: map[string]int64{},
		rotation: rotation{next: map[string]int64{}}, begun: map[string]bool{},
	}
	if config.Workers < 0 || min(config.Lease, config.Poll, config.Grace, config.Retain, config.RetainDead) <= 0 {
		return nil, errors.New("jobs: a negative number or time in the configuration")
	}
	q.clock.set(time.Now())
	q.texts = write(db, 0)
	return q, nil
}

// errRuns refuses what comes too late.
var errRuns = errors.New("jobs: the queue runs already, or did")

// Handle adds kinds to the queue, before Run and before jobs of them are inserted. A process
// that only inserts needs them too.
func (q *Queue) Handle(kinds ...Kind) error {
	if q.ran.Load() {
		return errRuns
	}
	for _, k := range kinds {
		if err := q.add(k); err != nil {
			return err
		}
	}
	q.texts = write(q.db, len(q.order))
	return nil
}

// Schedule adds periodic jobs of kinds the queue knows, before Run.
func (q *Queue) Schedule(periodic ...Periodic) error {
	if q.ran.Load() {
		return errRuns
	}
	for _, p := range periodic {
		if err := q.check(p); err != nil {
			return err
		}
		q.chores = append(q.chores, p)
	}
	return nil
}

func (q *Queue) add(k Kind) error {
	if k.Name == "" || k.Work == nil || k.AtOnce < 0 || k.Timeout < 0 {
		return fmt.Errorf("jobs: kind %q needs a name, a handler and no negative numbers", k.Name)
	}
	if _, twice := q.kinds[k.Name]; twice {
		return fmt.Errorf("jobs: two kinds %q", k.Name)
	}
	k.AtOnce = cmp.Or(k.AtOnce, q.config.Workers)
	k.Timeout = cmp.Or(k.Timeout, 10*time.Minute)
	if k.Retry.Delays == nil {
		k.Retry = Dense()
	}
	q.order = append(q.order, &kind{Kind: k})
	q.kinds[k.Name] = q.order[len(q.order)-1]
	return nil
}

// stir makes Run look for work now.
func (q *Queue) stir() {
	select {
	case q.wake <- struct{}{}:
	default: // it is to look already
	}
}
