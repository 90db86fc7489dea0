// Package interviewjobs ties interviews to jobs, webhooks and the audit log: tasks of the
// room become jobs, events become signed deliveries, and what was done becomes entries of
// the audit log, each in the transaction that it belongs to. It holds no rule of an
// interview and sends nothing itself: those are the room's and the outbox's.
package interviewjobs

import (
	"context"
	"database/sql"
	"log/slog"
	"sync"
	"time"

	"kadry/internal/audit"
	"kadry/internal/interview"
	"kadry/internal/interview/session"
	"kadry/internal/jobs"
	"kadry/internal/outbox"
	"kadry/internal/store"
)

// interviews are the stored sessions, as far as a worker of the queue needs them.
type interviews interface {
	// CommitIn keeps a change in the caller's transaction; interview.ErrMoved when the
	// session has moved on.
	CommitIn(ctx context.Context, tx *sql.Tx, c session.Change) error
	// LoadIn returns a session that the caller's transaction is going to change;
	// fault.NotFound when there is none.
	LoadIn(ctx context.Context, tx *sql.Tx, tenant, id string) (session.State, error)
	Sweep(ctx context.Context, now time.Time) (int, error)
}

// Config is what Hooks are made of.
type Config struct {
	DB     *store.DB
	Queue  *jobs.Queue
	Outbox *outbox.Outbox
	Audit  *audit.Log
	Who    func(ctx context.Context) string // the name of the caller; "" is the engine
	// Retain is how many days interviews of tenants without a rule of their own are kept
	// after their end; 0 keeps them.
	Retain int
	AtOnce int // tasks of interviews that this process works at a time; 0 is 8
	// Computes says that tasks wait for no model.
	Computes bool
	Retry    jobs.Schedule // of these tasks; zero is dense, since a candidate waits for the next question
	// Backlog is how many ready jobs may wait before new work is refused; 0 is 10,000.
	Backlog int64
	Log     *slog.Logger
	Now     func() time.Time
}

// Hooks stand between the room and the queue. They are made before the room, which is made
// from parts of them; Handle joins the two.
type Hooks struct {
	Config

	room   *interview.Room
	kept   interviews
	tryout string // where this server's own receiver answers; "" while it has none

	mu      sync.Mutex // guards what follows, and tryout
	looked  time.Time
	looking bool // somebody counts the backlog
	backlog int64
}

// New returns hooks whose tasks wait for Handle.
func New(c Config) *Hooks {
	if c.Backlog == 0 {
		c.Backlog = 10_000
	}
	if c.AtOnce == 0 {
		c.AtOnce = 8
	}
	if c.Now == nil {
		c.Now = time.Now
	}
	if c.Retry.Delays == nil {
		c.Retry = jobs.Schedule{Delays: advanceRetry, Jitter: 0.2}
	}
	return &Hooks{Config: c}
}

// Handle lets the queue work the tasks of a room, whose sessions are stored in kept.
func (c *Hooks) Handle(room *interview.Room, kept interviews) error {
	c.room, c.kept = room, kept
	err := c.Queue.Handle(
		jobs.Kind{Name: advanceKind, Work: c.advance, AtOnce: c.AtOnce, Computes: c.Computes, Retry: c.Retry, Timeout: 5 * time.Minute, Buried: c.giveUp},
		jobs.Kind{Name: sealKind, Work: c.seal, AtOnce: 1, Timeout: time.Minute},
		jobs.Kind{Name: purgeKind, Work: c.purge, AtOnce: 1, Timeout: 30 * time.Minute},
	)
	if err != nil {
		return err
	}
	return c.Queue.Schedule(
		jobs.Periodic{Name: sealKind, Kind: sealKind, Every: sealEvery},
		jobs.Periodic{Name: purgeKind, Kind: purgeKind, Every: purgeEvery},
	)
}

// now is the time as it is stored: UTC, microseconds.
func (c *Hooks) now() time.Time { return c.Now().UTC().Truncate(time.Microsecond) }
