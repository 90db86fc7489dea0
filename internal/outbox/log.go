package outbox

import (
	"context"
	"database/sql"
	"math"
	"time"
)

// LogFilter selects messages of a tenant over all its streams.
type LogFilter struct {
	State  State     // empty is any
	Since  time.Time // made since; zero is since ever
	Before Place     // only older ones; zero is from the newest
	Limit  int       // at most so many
}

// Place is where a message stands among those of its tenant: by the time it was made, and among
// those of one moment by id.
type Place struct {
	At time.Time
	ID string
}

// Log returns messages of a tenant, the newest first, without bodies and attempts.
func (o *Outbox) Log(ctx context.Context, tenant string, f LogFilter) (list []Sent, err error) {
	var since, before int64 = 0, math.MaxInt64
	if !f.Since.IsZero() {
		since = f.Since.UnixMicro()
	}
	if !f.Before.At.IsZero() {
		before = f.Before.At.UnixMicro()
	}
	err = o.config.DB.Read(ctx, func(ctx context.Context, tx *sql.Tx) error {
		list, err = scanSent(tx.QueryContext(ctx, `SELECT id, stream, seq, type, url, route, state, count, made_at, next_at, done_at, NULL
			FROM outbox_message WHERE tenant = $1 AND ($2 = '' OR state = $2) AND made_at >= $3 AND (made_at < $4 OR made_at = $4 AND id < $5)
			ORDER BY made_at DESC, id DESC LIMIT $6`, tenant, string(f.State), since, before, f.Before.ID, f.Limit))
		return err
	})
	for i := range list {
		list[i].Tenant = tenant
	}
	return list, wrap("log", err)
}
