// Package outbox delivers prepared messages to receivers that callers named: durably, in
// order, signed. It knows streams, attempts, addresses and secrets; what a message says and
// why it is sent, those who add it know. The queue that repeats the work is in jobs, the
// form of signatures in webhook, the way out in upstream.
//
// # What is promised
//
// A message is added in the caller's transaction, with the bytes that every attempt sends.
// It is delivered at least once: the attempt is written down before the request leaves, and
// its outcome together with the end of its job. A receiver that is sent something twice can
// tell by the id.
//
// # States
//
//	        Add               2xx
//	(nothing) ───► pending ────────► delivered
//	                │  ▲  │ 410, or a message of the stream before it got one
//	  forbidden, or │  │  └─────────► gone
//	  the last      │  │
//	  attempt       ▼  │ Repeat (from any of the three)
//	               dead
//
// # Order
//
// A message is not tried before every older one of its stream is delivered, dead or gone.
// Streams do not wait for each other.
//
// # Fairness
//
// A process makes at most AtOnce attempts at a time and at most PerTenant for one tenant,
// one alone while the tenant's receivers hang. What finds its tenant's places taken frees
// its worker at once and comes back a little later, the later the more wait; the attempt is
// not counted. So a receiver that hangs costs other tenants nothing.
package outbox

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"kadry/internal/fault"
	"kadry/internal/jobs"
	"kadry/internal/seal"
	"kadry/internal/store"
	"kadry/internal/upstream"
	"kadry/internal/webhook"
)

// Sending is how a delivery leaves, upstream.Client.Send as a rule.
type Sending func(ctx context.Context, d upstream.Delivery) (upstream.Receipt, error)

// Checking tells whether it may, upstream.Client.Check as a rule.
type Checking func(d upstream.Delivery) error

// Config is what an Outbox is made of.
type Config struct {
	DB    *store.DB
	Queue *jobs.Queue // works the deliveries
	Send  Sending     // the public way
	Check Checking
	Seal  *seal.Vault // of the secrets at rest
	// Shared signs for tenants without a secret of their own; zero is none.
	Shared webhook.Secret
	// Unsigned lets messages that nothing can sign leave without a signature, instead of
	// holding them back.
	Unsigned  bool
	AtOnce    int // attempts at a time in this process; 32 when zero
	PerTenant int // of these for one tenant; a quarter when zero
	Now       func() time.Time
	Watch     func(Event) // called after each attempt, from several goroutines; must not block
	Log       *slog.Logger
}

// Event is how one attempt went. It is told before it is committed, for figures alone.
type Event struct {
	State  State  // Pending: it is tried again
	Class  string // how far it came; Waiting says that nothing was sent and nothing counted
	Status int    // 0 unless answered
	Took   time.Duration
}

// What callers tell apart; they are causes of faults.
var (
	ErrUnsigned = errors.New("outbox: nothing to sign with")
	ErrPending  = errors.New("outbox: the message is on its way")
)

// Outbox keeps messages and delivers them. It is safe for concurrent use.
type Outbox struct {
	config Config
	places *places
	begun  *store.Group

	mu         sync.RWMutex
	ways       map[string]way // by route
	complained time.Time      // that something cannot be signed
}

// way is where deliveries of a route leave.
type way struct {
	send  Sending
	check Checking
}

// New returns an outbox whose deliveries the queue works. A queue needs more workers than
// AtOnce, for hanging receivers to leave some to other work.
func New(c Config) (*Outbox, error) {
	if c.DB == nil || c.Queue == nil || c.Send == nil || c.Check == nil || c.Seal == nil {
		return nil, errors.New("outbox: a database, a queue, a way out and a seal are needed")
	}
	if c.AtOnce < 0 || c.PerTenant < 0 {
		return nil, errors.New("outbox: a limit is negative")
	}
	c.AtOnce = cmp.Or(c.AtOnce, 32)
	c.PerTenant = cmp.Or(c.PerTenant, max(1, c.AtOnce/4))
	if c.Now == nil {
		c.Now = time.Now
	}
	if c.Watch == nil {
		c.Watch = func(Event) {}
	}
	if c.Log == nil {
		c.Log = slog.New(slog.DiscardHandler)
	}
	o := &Outbox{
		config: c, places: newPlaces(c.PerTenant), begun: c.DB.NewGroup(isHeld), ways: map[string]way{"": {c.Send, c.Check}},
	}
	return o, c.Queue.Handle(o.kind())
}

// kindName is that of the jobs.
const kindName = "deliver"

// longestAttempt bounds an attempt whatever the way out does. The way's own limit is shorter.
const longestAttempt = 2 * time.Minute

// kind is how the queue works deliveries.
func (o *Outbox) kind() jobs.Kind {
	return jobs.Kind{
		Name: kindName, Work: o.work, Buried: o.buried, AtOnce: o.config.AtOnce, Timeout: longestAttempt,
		// Failures of receivers wait as webhook says; this is for failures of our own.
		Retry: jobs.Schedule{Delays: webhook.Schedule()[1:], Jitter: 0.2},
	}
}

// Route opens a way beside the public one. Messages of a route that this process has no way
// for wait until one opens.
func (o *Outbox) Route(name string, send Sending, check Checking) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.ways[name] = way{send, check}
}

func (o *Outbox) way(route string) (way, bool) {
	o.mu.RLock()
	defer o.mu.RUnlock()
	w, open := o.ways[route]
	return w, open
}

// now is the time as it is stored: UTC, microseconds.
func (o *Outbox) now() time.Time { return o.config.Now().UTC().Truncate(time.Microsecond) }

// moment is the time of a stored number, zero for 0.
func moment(micros int64) time.Time {
	if micros == 0 {
		return time.Time{}
	}
	return time.UnixMicro(micros).UTC()
}

// flag is how yes and no are stored.
func flag(yes bool) int {
	if yes {
		return 1
	}
	return 0
}

// each runs fn for each row and closes the rows.
func each(rows *sql.Rows, err error, fn func() error) error {
	if err != nil {
		return err
	}
	for rows.Next() {
		if err := fn(); err != nil {
			return errors.Join(err, rows.Close())
		}
	}
	return errors.Join(rows.Err(), rows.Close())
}

func unknown(id string) error {
	return fault.E(fault.NotFound, fault.Say("There is no message %[1]q to deliver.", "Сообщения %[1]q для отправки нет.", fault.Clip(id)), nil)
}

func wrap(what string, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("outbox: %s: %w", what, err)
}
