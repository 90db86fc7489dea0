package outbox

import (
	"context"
	"database/sql"
	"time"
)

// Save is SaveIn in a transaction of its own.
func (o *Outbox) Save(ctx context.Context, tenant string, e Endpoint) error {
	return o.config.DB.Write(ctx, func(ctx context.Context, tx *sql.Tx) error { return o.SaveIn(ctx, tx, tenant, e) })
}

// Rotate is RotateIn in a transaction of its own.
func (o *Outbox) Rotate(ctx context.Context, tenant string, overlap time.Duration) (secret string, err error) {
	err = o.config.DB.Write(ctx, func(ctx context.Context, tx *sql.Tx) error {
		secret, err = o.RotateIn(ctx, tx, tenant, overlap)
		return err
	})
	return secret, err
}
