package outbox

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"net/http"
	"strconv"
	"time"

	"kadry/internal/fault"
	"kadry/internal/jobs"
	"kadry/internal/upstream"
	"kadry/internal/webhook"
)

// letter is a message in the hands of one attempt.
type letter struct {
	reference
	url, route string
	body       []byte
	state      State
	job        int64
	manual     bool
	closed     bool // the receiver said in this stream that it wants no more
	endpoint   settings

	way    way
	at     time.Time
	number int // of the attempt
	stamp  webhook.Stamp
}

// held says why a letter does not leave now. Nothing has been written down then.
type held struct{ cause error }

func (h *held) Error() string { return "outbox: held back: " + h.cause.Error() }
func (h *held) Unwrap() error { return h.cause }

// isHeld says of a beginning that nothing was written down.
func isHeld(err error) bool {
	_, is := errors.AsType[*held](err)
	return is
}

// What holds letters back, besides what they cannot be signed for.
var (
	errSettled = errors.New("nothing is left to deliver")
	errClosed  = errors.New("the receiver wants no more of the stream")
	errNoWay   = errors.New("no way for the route is open in this process")
)

// How long a letter waits that could not leave for reasons that are not its receiver's.
const (
	untilWay   = time.Second      // another process may have it, or this one soon
	untilKey   = 30 * time.Second // a person has to do something
	untilStore = time.Second
)

// work makes one attempt to deliver.
func (o *Outbox) work(ctx context.Context, job jobs.Job) (jobs.Effect, error) {
	var ref reference
	if err := json.Unmarshal(job.Payload, &ref); err != nil {
		return nil, jobs.Permanent(wrap("payload", err))
	}
	again, entered := o.places.enter(ref.Tenant, o.config.Now())
	if !entered {
		return nil, o.snooze(ctx, again)
	}
	sent, took := false, time.Duration(0)
	defer func() { o.places.leave(ref.Tenant, sent, took) }()

	l, err := o.begin(ctx, ref, job.ID)
	if err != nil {
		return o.unsent(ctx, ref, err)
	}
	start := time.Now()
	receipt, err := l.way.send(ctx, l.delivery())
	sent, took = receipt.Class != upstream.Waiting && receipt.Class != upstream.Forbidden, time.Since(start)
	return o.judge(ctx, l, job, receipt, err)
}

// begin reads the message and writes the attempt down, in one transaction, so that the
// message was pending when the attempt began.
func (o *Outbox) begin(ctx context.Context, ref reference, job int64) (l letter, err error) {
	err = o.begun.Write(ctx, func(ctx context.Context, tx *sql.Tx) (err error) {
		if l, err = o.load(ctx, tx, ref); err != nil {
			return err
		}
		if err := o.release(&l, job); err != nil {
			return &held{err}
		}
		return o.note(ctx, tx, &l)
	})
	return l, err
}

// release makes a letter ready to leave, or says what holds it back.
func (o *Outbox) release(l *letter, job int64) (err error) {
	way, open := o.way(l.route)
	switch {
	case !l.state.open() || l.job != job:
		return errSettled
	case l.closed && !l.manual:
		return errClosed
	case !open:
		return errNoWay
	}
	l.way = way
	l.stamp, err = o.sign(l.Tenant, l.endpoint, l.Message, l.at, l.body)
	return err
}

// load reads a message with what its sending depends on. One that is gone is settled.
func (o *Outbox) load(ctx context.Context, tx *sql.Tx, ref reference) (letter, error) {
	l := letter{reference: ref, at: o.now()}
	var (
		manual int
		hosts  string
		until  int64
	)
	err := tx.QueryRowContext(ctx, `SELECT m.url, m.route, m.body, m.state, m.job, m.manual,
			COALESCE(e.hosts, '[]'), e.secret, e.previous, COALESCE(e.previous_until, 0),
			EXISTS (SELECT 1 FROM outbox_message g WHERE g.tenant = m.tenant AND g.stream = m.stream AND g.seq < m.seq AND g.state = 'gone'
				AND EXISTS (SELECT 1 FROM outbox_attempt a WHERE a.tenant = g.tenant AND a.message = g.id AND a.status = 410))
		FROM outbox_message m LEFT JOIN outbox_endpoint e ON e.tenant = m.tenant
		WHERE m.tenant = $1 AND m.id = $2`, ref.Tenant, ref.Message).
		Scan(&l.url, &l.route, &l.body, &l.state, &l.job, &manual, &hosts, &l.endpoint.secret, &l.endpoint.previous, &until, &l.closed)
	if errors.Is(err, sql.ErrNoRows) {
		return l, &held{errSettled}
	}
	if err != nil {
		return l, wrap("message "+ref.Message, err)
	}
	// A dead one whose job runs was revived by whoever looks after the queue.
	l.manual, l.endpoint.until = manual == 1 || l.state == Dead, moment(until)
	l.endpoint.hosts, err = readHosts(hosts)
	return l, err
}

// note writes the attempt down.
func (o *Outbox) note(ctx context.Context, tx *sql.Tx, l *letter) error {
	err := tx.QueryRowContext(ctx, `UPDATE outbox_message SET state = 'pending', count = count + 1, manual = $1, next_at = 0, done_at = 0
		WHERE tenant = $2 AND id = $3 AND state IN ('pending', 'dead') RETURNING count`, flag(l.manual), l.Tenant, l.Message).Scan(&l.number)
	if errors.Is(err, sql.ErrNoRows) {
		return &held{errSettled}
	}
	if err == nil {
		_, err = tx.ExecContext(ctx, `INSERT INTO outbox_attempt (tenant, message, number, at, ended, status, class, excerpt, took, manual)
			VALUES ($1, $2, $3, $4, 0, 0, '', '', 0, $5)`, l.Tenant, l.Message, l.number, l.at.UnixMicro(), flag(l.manual))
	}
	return wrap("attempt at "+l.Message, err)
}

// unsent is what becomes of a job whose letter did not leave.
func (o *Outbox) unsent(ctx context.Context, ref reference, err error) (jobs.Effect, error) {
	switch {
	case errors.Is(err, errSettled):
		return nil, nil
	case errors.Is(err, errClosed):
		o.config.Watch(Event{State: Gone})
		return o.settled(ref, Gone), nil
	case errors.Is(err, errNoWay):
		return nil, o.snooze(ctx, untilWay)
	case isHeld(err):
		o.complain(ctx, ref, err)
		return o.postponed(ref, untilKey), o.snooze(ctx, untilKey)
	case fault.KindOf(err) == fault.Unavailable && ctx.Err() == nil:
		return nil, o.snooze(ctx, untilStore)
	}
	return nil, err
}

// complain tells the operator that messages wait for a secret, once for all that wait.
func (o *Outbox) complain(ctx context.Context, ref reference, err error) {
	now := o.config.Now()
	o.mu.Lock()
	due := now.Sub(o.complained).Abs() >= untilKey
	if due {
		o.complained = now
	}
	o.mu.Unlock()
	if due {
		o.config.Log.WarnContext(ctx, "webhooks wait: they cannot be signed", "tenant", ref.Tenant, "message", ref.Message, "cause", err.Error())
	}
}

// snooze puts a job off. Its dates are the database's, whose clock may not agree with ours.
func (o *Outbox) snooze(ctx context.Context, wait time.Duration) error {
	now, err := o.config.DB.Now(ctx)
	if err != nil {
		now = o.config.Now() // the database is away; it will be asked again
	}
	return jobs.Snooze(now.Add(wait))
}

func (l letter) delivery() upstream.Delivery {
	header := http.Header{"Content-Type": {"application/json"}}
	for name, value := range l.stamp.Header() {
		if value != "" {
			header.Set(name, value)
		}
	}
	d := upstream.Delivery{Tenant: l.Tenant, URL: l.url, Header: header, Body: l.body}
	if l.route == "" { // a route has its own bounds, and leads where no tenant's list does
		d.Hosts = l.endpoint.hosts
	}
	return d
}

// sign stamps an attempt. Without a secret it has an id and a time and no signature, where
// that is allowed.
func (o *Outbox) sign(tenant string, s settings, id string, at time.Time, body []byte) (webhook.Stamp, error) {
	keys, err := o.keys(tenant, s, at)
	if err != nil {
		return webhook.Stamp{}, err
	}
	if len(keys) == 0 {
		if !o.config.Unsigned {
			return webhook.Stamp{}, unsigned()
		}
		return webhook.Stamp{ID: id, Timestamp: strconv.FormatInt(at.Unix(), 10)}, nil
	}
	stamp, err := webhook.Sign(id, at, body, keys...)
	return stamp, wrap("sign "+id, err)
}
