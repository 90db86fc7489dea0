package marketsql

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"kadry/internal/store"
)

// Credentials keeps what sources gave this server to be known by, sealed by whoever hands it
// over.
type Credentials struct{ db *store.DB }

// NewCredentials returns the credentials of db.
func NewCredentials(db *store.DB) *Credentials { return &Credentials{db} }

// heldFor is longer than asking a source takes; a process that vanished meanwhile is waited
// for as long.
const heldFor = 2 * time.Minute

// heldAgain is how often a held credential is looked at.
const heldAgain = 200 * time.Millisecond

// Load returns the sealed credential of a source, nil where there is none.
func (c *Credentials) Load(ctx context.Context, source string) (sealed []byte, err error) {
	err = c.db.Read(ctx, func(ctx context.Context, tx *sql.Tx) error {
		err := tx.QueryRowContext(ctx, "SELECT sealed FROM market_credential WHERE source = $1", source).Scan(&sealed)
		if errors.Is(err, sql.ErrNoRows) {
			return nil
		}
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("marketsql: credential of %s: %w", source, err)
	}
	return sealed, nil
}

// Replace keeps what next makes of the credential of the moment. One process at a time does
// that; no transaction stays open meanwhile, since next asks a foreign system.
func (c *Credentials) Replace(ctx context.Context, source string, next func(sealed []byte) ([]byte, error)) (err error) {
	if err := c.hold(ctx, source); err != nil {
		return err
	}
	sealed, err := c.Load(ctx, source)
	if err == nil {
		sealed, err = next(sealed)
	}
	kept := context.WithoutCancel(ctx) // a caller who left must not hold it for minutes
	if err != nil {
		return errors.Join(err, c.write(kept, "UPDATE market_credential SET held_until = 0 WHERE source = $1", source))
	}
	return c.write(kept, "UPDATE market_credential SET held_until = 0, sealed = $2 WHERE source = $1", source, sealed)
}

// hold waits until nobody else replaces the credential.
func (c *Credentials) hold(ctx context.Context, source string) error {
	if err := c.write(ctx, "INSERT INTO market_credential (source, sealed, held_until) VALUES ($1, $2, 0) ON CONFLICT DO NOTHING", source, []byte{}); err != nil {
		return err
	}
	for {
		now, err := c.db.Now(ctx)
		if err != nil {
			return fmt.Errorf("marketsql: credential of %s: %w", source, err)
		}
		var held bool
		err = c.db.Write(ctx, func(ctx context.Context, tx *sql.Tx) error {
			result, err := tx.ExecContext(ctx, "UPDATE market_credential SET held_until = $2 WHERE source = $1 AND held_until < $3",
				source, now.Add(heldFor).UnixMicro(), now.UnixMicro())
			if err != nil {
				return err
			}
			n, err := result.RowsAffected()
			held = n == 1
			return err
		})
		if err != nil || held {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(heldAgain):
		}
	}
}

func (c *Credentials) write(ctx context.Context, query string, args ...any) error {
	err := c.db.Write(ctx, func(ctx context.Context, tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, query, args...)
		return err
	})
	if err != nil {
		return fmt.Errorf("marketsql: credential: %w", err)
	}
	return nil
}
