package outbox

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"kadry/internal/fault"
	"kadry/internal/store"
)

const (
	// repeats is how often what was delivered once, or refused for good, is tried when it is
	// asked for again. While it is tried it holds up its stream, so it is not for long.
	repeats = 3
	// mostDead bounds what one call of RepeatDead takes up.
	mostDead = 1000
)

// Repeat delivers a message again, with the id and the body it had, whatever became of it. A
// dead one has all its attempts again and goes before the younger ones of its stream that
// wait; any other has three and goes behind them. It answers fault.NotFound, and
// fault.Conflict with ErrPending for one that is on its way anyhow.
func (o *Outbox) Repeat(ctx context.Context, tenant, stream, id string) error {
	return wrap("repeat", o.config.DB.Write(ctx, func(ctx context.Context, tx *sql.Tx) error {
		state, job, err := o.lock(ctx, tx, tenant, id, stream)
		switch {
		case err != nil:
			return err
		case state == "":
			return unknown(id)
		case state == Pending:
			return onItsWay()
		case state == Dead:
			job, err = o.requeue(ctx, tx, tenant, id, stream, job)
		default:
			job, err = o.enqueue(ctx, tx, tenant, id, stream, repeats)
		}
		if err != nil {
			return err
		}
		return o.reopen(ctx, tx, tenant, id, job)
	}))
}

// lock reads how a message stands and keeps it so until the transaction ends; no state is no
// such message.
func (o *Outbox) lock(ctx context.Context, tx *sql.Tx, tenant, id, stream string) (state State, job int64, err error) {
	text := `SELECT state, job FROM outbox_message WHERE tenant = $1 AND id = $2 AND stream = $3`
	if o.config.DB.Engine() == store.PostgreSQL {
		text += " FOR UPDATE"
	}
	err = tx.QueryRowContext(ctx, text, tenant, id, stream).Scan(&state, &job)
	if errors.Is(err, sql.ErrNoRows) {
		return "", 0, nil
	}
	return state, job, err
}

// requeue revives a dead job, or inserts another one when it is kept no longer.
func (o *Outbox) requeue(ctx context.Context, tx *sql.Tx, tenant, id, stream string, job int64) (int64, error) {
	err := o.config.Queue.Requeue(ctx, tx, job)
	if fault.KindOf(err) == fault.NotFound {
		return o.enqueue(ctx, tx, tenant, id, stream, 0)
	}
	return job, err
}

// reopen makes a settled message pending by hand.
func (o *Outbox) reopen(ctx context.Context, tx *sql.Tx, tenant, id string, job int64) error {
	_, err := tx.ExecContext(ctx, `UPDATE outbox_message SET state = 'pending', manual = 1, job = $1, next_at = $2, done_at = 0
		WHERE tenant = $3 AND id = $4`, job, o.now().UnixMicro(), tenant, id)
	return err
}

// RepeatDead delivers again what is dead and was made since, the oldest thousand at most, and
// says how many it were. The order within each stream stays.
func (o *Outbox) RepeatDead(ctx context.Context, tenant string, since time.Time) (int, error) {
	streams, ids, err := o.dead(ctx, tenant, since)
	if err != nil {
		return 0, wrap("repeat dead", err)
	}
	taken := 0
	for _, stream := range streams {
		n, err := o.reviveAll(ctx, tenant, stream, ids[stream])
		if err != nil {
			return taken, wrap("repeat dead", err)
		}
		taken += n
	}
	return taken, nil
}

// dead returns the oldest ones: their streams, and of each its messages in their order.
func (o *Outbox) dead(ctx context.Context, tenant string, since time.Time) (streams []string, ids map[string][]string, err error) {
	first := int64(0)
	if !since.IsZero() {
		first = since.UnixMicro()
	}
	err = o.config.DB.Read(ctx, func(ctx context.Context, tx *sql.Tx) error {
		streams, ids, err = scanDead(tx.QueryContext(ctx, `SELECT stream, id FROM outbox_message
			WHERE tenant = $1 AND state = 'dead' AND made_at >= $2 ORDER BY made_at, seq LIMIT $3`, tenant, first, mostDead))
		return err
	})
	return streams, ids, err
}

func scanDead(rows *sql.Rows, err error) (streams []string, ids map[string][]string, _ error) {
	ids = map[string][]string{}
	err = each(rows, err, func() error {
		var stream, id string
		err := rows.Scan(&stream, &id)
		if ids[stream] == nil {
			streams = append(streams, stream)
		}
		ids[stream] = append(ids[stream], id)
		return err
	})
	return streams, ids, err
}

// reviveAll takes up the dead messages of one stream, all of whose rows it has before its
// first turn for the stream.
func (o *Outbox) reviveAll(ctx context.Context, tenant, stream string, ids []string) (taken int, err error) {
	err = o.config.DB.Write(ctx, func(ctx context.Context, tx *sql.Tx) error {
		var dead []string
		var old []int64 // their jobs
		for _, id := range ids {
			state, job, err := o.lock(ctx, tx, tenant, id, stream)
			if err != nil {
				return err
			}
			if state == Dead {
				dead, old = append(dead, id), append(old, job)
			}
		}
		taken = len(dead)
		return o.revive(ctx, tx, tenant, stream, dead, old)
	})
	return taken, err
}

// revive takes up messages in their order. Behind one whose job is kept no longer the others
// get new jobs too: their old ones would go before it.
func (o *Outbox) revive(ctx context.Context, tx *sql.Tx, tenant, stream string, dead []string, old []int64) (err error) {
	purged := false
	for i, id := range dead {
		job := old[i]
		if purged {
			job, err = o.enqueue(ctx, tx, tenant, id, stream, 0)
		} else {
			job, err = o.requeue(ctx, tx, tenant, id, stream, job)
		}
		if err == nil {
			err = o.reopen(ctx, tx, tenant, id, job)
		}
		if err != nil {
			return err
		}
		purged = job != old[i]
	}
	return nil
}
