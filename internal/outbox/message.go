package outbox

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"regexp"
	"time"

	"kadry/internal/fault"
	"kadry/internal/jobs"
	"kadry/internal/store"
)

// Message is what is to be delivered.
type Message struct {
	ID     string // of the tenant's messages this one's alone; the webhook-id of every attempt
	Tenant string
	Stream string // messages of one are delivered in the order of their adding
	Seq    int    // 1, 2, 3 ... in the stream
	Type   string
	URL    string
	Route  string // "" is the public way, any other one that Route opened
	Body   []byte // sent byte for byte
	At     time.Time
}

// State is what became of a message; see the package comment.
type State string

// The states.
const (
	Pending   State = "pending"
	Delivered State = "delivered"
	Dead      State = "dead"
	Gone      State = "gone"
)

// open says that an attempt may be made.
func (s State) open() bool { return s == Pending || s == Dead }

// Sent is a message and how its delivery stands.
type Sent struct {
	Message
	State    State
	Count    int       // attempts begun
	NextAt   time.Time // of the next one; zero when none waits
	DoneAt   time.Time // when it was delivered or given up
	Attempts []Attempt // oldest first
}

// Attempt is one try. One without an end was under way when its process died: nobody knows
// whether it arrived.
type Attempt struct {
	Number  int // from 1, over all repetitions by hand
	At      time.Time
	Ended   bool
	Status  int    // of the answer; 0 when there was none
	Class   string // how far it came, as upstream.Class
	Excerpt string // the beginning of the answer, at most 1 KiB of foreign text
	Took    time.Duration
	Manual  bool // asked for by hand
}

// plainID keeps ids fit for headers and for the text that is signed.
var plainID = regexp.MustCompile(`^[A-Za-z0-9_-]{1,128}$`)

func (m Message) check() error {
	if !plainID.MatchString(m.ID) || m.Stream == "" || m.Seq < 1 || m.URL == "" || len(m.Body) == 0 || m.At.IsZero() {
		return fmt.Errorf("outbox: message %q %d of stream %q is not whole", m.ID, m.Seq, m.Stream)
	}
	return nil
}

// orderKey makes the queue keep the order of a stream.
func orderKey(stream string) string { return "hook " + stream }

// reference is what a job says: nothing of a person.
type reference struct {
	Tenant  string `json:"tenant"`
	Message string `json:"message"`
}

// Add takes a message to be delivered once the caller's transaction is committed. On
// PostgreSQL it takes a turn for the stream (store.DB.Turn), so it comes after the row locks
// of the transaction.
func (o *Outbox) Add(ctx context.Context, tx *sql.Tx, m Message) error {
	if err := m.check(); err != nil {
		return err
	}
	job, err := o.enqueue(ctx, tx, m.Tenant, m.ID, m.Stream, 0)
	if err != nil {
		return wrap("add", err)
	}
	_, err = tx.ExecContext(ctx, `INSERT INTO outbox_message
		(tenant, id, stream, seq, type, url, route, body, state, count, manual, job, made_at, next_at, done_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, 'pending', 0, 0, $9, $10, $11, 0)`,
		m.Tenant, m.ID, m.Stream, m.Seq, m.Type, m.URL, m.Route, m.Body, job, m.At.UnixMicro(), o.now().UnixMicro())
	return wrap("add", err)
}

// enqueue inserts the job of a message; 0 attempts is the whole schedule.
func (o *Outbox) enqueue(ctx context.Context, tx *sql.Tx, tenant, id, stream string, attempts int) (job int64, err error) {
	return o.config.Queue.Insert(ctx, tx, jobs.Spec{
		Kind: kindName, Tenant: tenant, Payload: reference{tenant, id}, OrderKey: orderKey(stream), Attempts: attempts,
	})
}

// Erase removes the messages of a stream with their bodies, attempts and jobs. What is under
// way at the moment may still arrive; nothing is kept of it.
func (o *Outbox) Erase(ctx context.Context, tx *sql.Tx, tenant, stream string) error {
	// The key of the jobs does not hold the tenant: one without such a stream must not reach
	// the jobs of another.
	var known bool
	const mine = `SELECT EXISTS (SELECT 1 FROM outbox_message WHERE tenant = $1 AND stream = $2)`
	if err := tx.QueryRowContext(ctx, mine, tenant, stream).Scan(&known); err != nil || !known {
		return wrap("erase", err)
	}
	if _, err := o.config.Queue.Erase(ctx, tx, orderKey(stream)); err != nil {
		return wrap("erase", err)
	}
	// The attempts go with their messages, and so do those that begin at this moment.
	_, err := tx.ExecContext(ctx, `DELETE FROM outbox_message WHERE tenant = $1 AND stream = $2`, tenant, stream)
	return wrap("erase", err)
}

// HoldIn returns a message without body and attempts, and keeps it from being erased until
// the caller's transaction ends; found is false when the stream has none with the id.
func (o *Outbox) HoldIn(ctx context.Context, tx *sql.Tx, tenant, stream, id string) (m Message, found bool, err error) {
	text := `SELECT seq, type, url, route FROM outbox_message WHERE tenant = $1 AND id = $2 AND stream = $3`
	if o.config.DB.Engine() == store.PostgreSQL {
		text += " FOR SHARE"
	}
	m = Message{ID: id, Tenant: tenant, Stream: stream}
	err = tx.QueryRowContext(ctx, text, tenant, id, stream).Scan(&m.Seq, &m.Type, &m.URL, &m.Route)
	if errors.Is(err, sql.ErrNoRows) {
		return Message{}, false, nil
	}
	return m, err == nil, wrap("message "+id, err)
}

// Messages returns those of a stream in their order, with bodies and attempts.
func (o *Outbox) Messages(ctx context.Context, tenant, stream string) (list []Sent, err error) {
	err = o.config.DB.Read(ctx, func(ctx context.Context, tx *sql.Tx) error {
		list, err = scanSent(tx.QueryContext(ctx, `SELECT id, stream, seq, type, url, route, state, count, made_at, next_at, done_at, body
			FROM outbox_message WHERE tenant = $1 AND stream = $2 ORDER BY seq`, tenant, stream))
		if err != nil {
			return err
		}
		return attempts(ctx, tx, tenant, stream, list)
	})
	for i := range list {
		list[i].Tenant = tenant
	}
	return list, wrap("messages", err)
}

// Last returns the newest message of a stream without body and attempts; found is false when
// the stream has none.
func (o *Outbox) Last(ctx context.Context, tenant, stream string) (last Sent, found bool, err error) {
	err = o.config.DB.Read(ctx, func(ctx context.Context, tx *sql.Tx) error {
		list, err := scanSent(tx.QueryContext(ctx, `SELECT id, stream, seq, type, url, route, state, count, made_at, next_at, done_at, NULL
			FROM outbox_message WHERE tenant = $1 AND stream = $2 ORDER BY seq DESC LIMIT 1`, tenant, stream))
		if found = len(list) > 0; found {
			last = list[0]
			last.Tenant = tenant
		}
		return err
	})
	return last, found, wrap("last message", err)
}

func scanSent(rows *sql.Rows, err error) (list []Sent, _ error) {
	err = each(rows, err, func() error {
		var (
			s                Sent
			made, next, done int64
		)
		err := rows.Scan(&s.ID, &s.Stream, &s.Seq, &s.Type, &s.URL, &s.Route, &s.State, &s.Count, &made, &next, &done, &s.Body)
		s.At, s.NextAt, s.DoneAt = moment(made), moment(next), moment(done)
		list = append(list, s)
		return err
	})
	return list, err
}

// attempts adds those of a stream to its messages.
func attempts(ctx context.Context, tx *sql.Tx, tenant, stream string, list []Sent) error {
	of, err := scanAttempts(tx.QueryContext(ctx, `SELECT a.message, a.number, a.at, a.ended, a.status, a.class, a.excerpt, a.took, a.manual
		FROM outbox_attempt a JOIN outbox_message m ON m.tenant = a.tenant AND m.id = a.message
		WHERE m.tenant = $1 AND m.stream = $2 ORDER BY m.seq, a.number`, tenant, stream))
	for i := range list {
		list[i].Attempts = of[list[i].ID]
	}
	return err
}

func scanAttempts(rows *sql.Rows, err error) (of map[string][]Attempt, _ error) {
	of = map[string][]Attempt{}
	err = each(rows, err, func() error {
		var (
			a             Attempt
			message       string
			begun, took   int64
			ended, manual int
		)
		err := rows.Scan(&message, &a.Number, &begun, &ended, &a.Status, &a.Class, &a.Excerpt, &took, &manual)
		a.At, a.Took, a.Ended, a.Manual = moment(begun), time.Duration(took)*time.Microsecond, ended == 1, manual == 1
		of[message] = append(of[message], a)
		return err
	})
	return of, err
}

// Stats counts the messages of a tenant, or of all under "", by state; every state is there.
func (o *Outbox) Stats(ctx context.Context, tenant string) (counts map[State]int64, err error) {
	text, args := `SELECT state, count(*) FROM outbox_message GROUP BY state`, []any{}
	if tenant != "" {
		text, args = `SELECT state, count(*) FROM outbox_message WHERE tenant = $1 GROUP BY state`, []any{tenant}
	}
	err = o.config.DB.Read(ctx, func(ctx context.Context, tx *sql.Tx) error {
		counts, err = scanCounts(tx.QueryContext(ctx, text, args...))
		return err
	})
	return counts, wrap("stats", err)
}

func scanCounts(rows *sql.Rows, err error) (counts map[State]int64, _ error) {
	counts = map[State]int64{Pending: 0, Delivered: 0, Dead: 0, Gone: 0}
	err = each(rows, err, func() error {
		var (
			s State
			n int64
		)
		err := rows.Scan(&s, &n)
		counts[s] = n
		return err
	})
	return counts, err
}

func onItsWay() error {
	return fault.E(fault.Conflict, fault.Say("This message is on its way already.", "Это сообщение уже отправляется."), ErrPending)
}
