package outbox

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/url"
	"strings"
	"time"

	"kadry/internal/fault"
	"kadry/internal/jobs"
	"kadry/internal/upstream"
	"kadry/internal/webhook"
)

// Bounds of the wait for a place among the deliveries to a host.
const (
	shortestWait = time.Second
	longestWait  = 5 * time.Second
)

// judge turns what a receiver said into what becomes of the message and of its job.
func (o *Outbox) judge(ctx context.Context, l letter, job jobs.Job, r upstream.Receipt, err error) (jobs.Effect, error) {
	cause := context.Cause(ctx)
	if err != nil && (errors.Is(cause, jobs.ErrStopped) || errors.Is(cause, jobs.ErrLost)) {
		return nil, cause // the attempt stays without an end: nobody knows how far it came
	}
	answer := webhook.Attempt{Status: r.Status, RetryAfter: r.RetryAfter}
	event := Event{State: Pending, Class: string(r.Class), Status: r.Status, Took: r.Took}
	defer func() { o.config.Watch(event) }()
	switch outcome := answer.Outcome(); {
	case r.Class == upstream.Waiting:
		wait := longestWait // without a place to wait for, nothing leaves for a while
		if asked := fault.From(err).RetryAfter; asked > 0 {
			wait = min(max(asked, shortestWait), longestWait)
		}
		return o.undone(l, wait), o.snooze(ctx, wait)
	case r.Class == upstream.Forbidden && fault.KindOf(err) == fault.Invalid:
		// The address itself breaks a rule and will tomorrow. What its name resolves to may be
		// another answer next time, and is tried like any failure.
		event.State = Dead
		o.gaveUp(ctx, l, r)
		return o.failed(l, r, 0), jobs.Permanent(failure(l, r, err))
	case outcome == webhook.Delivered:
		event.State = Delivered
		return o.both(o.ended(l, r), o.settled(l.reference, Delivered)), nil
	case outcome == webhook.Gone:
		event.State = Gone
		return o.both(o.ended(l, r), o.settled(l.reference, Gone)), nil
	}
	wait, again := answer.Wait(job.Attempt, rand.Float64())
	if !again || job.Attempt >= job.MaxAttempts {
		event.State = Dead
		o.gaveUp(ctx, l, r)
		return o.failed(l, r, 0), jobs.Permanent(failure(l, r, err))
	}
	return o.failed(l, r, wait), jobs.RetryIn(wait, failure(l, r, err))
}

func (o *Outbox) gaveUp(ctx context.Context, l letter, r upstream.Receipt) {
	o.config.Log.WarnContext(ctx, "webhook given up", "tenant", l.Tenant, "message", l.Message, "host", hostOf(l.url),
		"class", string(r.Class), "status", r.Status, "attempts", l.number)
}

// failure names an attempt that failed. The path of an address stays out: it may hold a secret.
func failure(l letter, r upstream.Receipt, err error) error {
	if err != nil {
		return wrap("deliver to "+hostOf(l.url), err)
	}
	return fmt.Errorf("outbox: %s answered %d", hostOf(l.url), r.Status)
}

func hostOf(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return ""
	}
	return u.Host
}

// The effects. Each changes nothing when the message was erased meanwhile.

func (o *Outbox) both(first, second jobs.Effect) jobs.Effect {
	return func(ctx context.Context, tx *sql.Tx) error {
		if err := first(ctx, tx); err != nil {
			return err
		}
		return second(ctx, tx)
	}
}

// ended completes the attempt.
func (o *Outbox) ended(l letter, r upstream.Receipt) jobs.Effect {
	return func(ctx context.Context, tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, `UPDATE outbox_attempt SET ended = 1, status = $1, class = $2, excerpt = $3, took = $4
			WHERE tenant = $5 AND message = $6 AND number = $7`,
			r.Status, string(r.Class), kept(r.Excerpt), r.Took.Microseconds(), l.Tenant, l.Message, l.number)
		return wrap("end of the attempt at "+l.Message, err)
	}
}

// settled ends the message.
func (o *Outbox) settled(ref reference, state State) jobs.Effect {
	done := o.now().UnixMicro()
	return func(ctx context.Context, tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, `UPDATE outbox_message SET state = $1, next_at = 0, done_at = $2
			WHERE tenant = $3 AND id = $4 AND state = 'pending'`, string(state), done, ref.Tenant, ref.Message)
		return wrap("end of "+ref.Message, err)
	}
}

// failed completes the attempt; the message stays pending. When no other follows, buried
// makes it dead in the same transaction.
func (o *Outbox) failed(l letter, r upstream.Receipt, wait time.Duration) jobs.Effect {
	return o.both(o.ended(l, r), o.postponed(l.reference, wait))
}

// postponed tells when the message is tried next.
func (o *Outbox) postponed(ref reference, wait time.Duration) jobs.Effect {
	next := o.now().Add(wait).UnixMicro()
	return func(ctx context.Context, tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, `UPDATE outbox_message SET next_at = $1 WHERE tenant = $2 AND id = $3 AND state = 'pending'`,
			next, ref.Tenant, ref.Message)
		return wrap("wait of "+ref.Message, err)
	}
}

// undone takes back an attempt of which no byte left.
func (o *Outbox) undone(l letter, wait time.Duration) jobs.Effect {
	return o.both(o.postponed(l.reference, wait), func(ctx context.Context, tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, `DELETE FROM outbox_attempt WHERE tenant = $1 AND message = $2 AND number = $3`, l.Tenant, l.Message, l.number)
		if err == nil {
			_, err = tx.ExecContext(ctx, `UPDATE outbox_message SET count = count - 1 WHERE tenant = $1 AND id = $2 AND count = $3`,
				l.Tenant, l.Message, l.number)
		}
		return wrap("taking back the attempt at "+l.Message, err)
	})
}

// buried makes the message of a dead job dead, however the job died.
func (o *Outbox) buried(ctx context.Context, tx *sql.Tx, job jobs.Job, _ error) error {
	var ref reference
	if err := json.Unmarshal(job.Payload, &ref); err != nil {
		return wrap("payload", err)
	}
	_, err := tx.ExecContext(ctx, `UPDATE outbox_message SET state = 'dead', next_at = 0, done_at = $1
		WHERE tenant = $2 AND id = $3 AND job = $4 AND state = 'pending'`, o.now().UnixMicro(), ref.Tenant, ref.Message, job.ID)
	return wrap("burial of "+ref.Message, err)
}

// longestExcerpt bounds what is kept of an answer, in bytes.
const longestExcerpt = 1 << 10

// kept is foreign text in a form that every engine keeps.
func kept(text string) string {
	if len(text) > longestExcerpt {
		text = text[:longestExcerpt]
	}
	return strings.ReplaceAll(strings.ToValidUTF8(text, ""), "\x00", "")
}
