package outbox

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"kadry/internal/fault"
	"kadry/internal/webhook"
)

// Keys returns what a tenant's messages are signed with at the moment: its own secret, behind
// it the one before while that is let sign; the shared one when it has none of its own.
func (o *Outbox) Keys(ctx context.Context, tenant string) ([]webhook.Secret, error) {
	s, err := o.settings(ctx, tenant)
	if err != nil {
		return nil, err
	}
	return o.keys(tenant, s, o.now())
}

// settings are read at every use, so that a change takes effect at once in every process.
func (o *Outbox) settings(ctx context.Context, tenant string) (s settings, err error) {
	err = o.config.DB.Read(ctx, func(ctx context.Context, tx *sql.Tx) error {
		s, err = settingsIn(ctx, tx, tenant)
		return err
	})
	return s, wrap("endpoint", err)
}

func settingsIn(ctx context.Context, tx *sql.Tx, tenant string) (s settings, err error) {
	var (
		hosts string
		until int64
	)
	err = tx.QueryRowContext(ctx, `SELECT hosts, secret, previous, previous_until FROM outbox_endpoint WHERE tenant = $1`, tenant).
		Scan(&hosts, &s.secret, &s.previous, &until)
	if errors.Is(err, sql.ErrNoRows) {
		return settings{}, nil
	}
	if err != nil {
		return settings{}, err
	}
	s.until = moment(until)
	s.hosts, err = readHosts(hosts)
	return s, err
}

func (o *Outbox) keys(tenant string, s settings, now time.Time) (keys []webhook.Secret, err error) {
	sealed := [][]byte{s.secret}
	if s.until.After(now) {
		sealed = append(sealed, s.previous)
	}
	for _, box := range sealed {
		key, err := o.unsealed(tenant, box)
		if err != nil {
			return nil, err
		}
		if key != (webhook.Secret{}) {
			keys = append(keys, key)
		}
	}
	if len(s.secret) == 0 && o.config.Shared != (webhook.Secret{}) {
		keys = append(keys, o.config.Shared)
	}
	return keys, nil
}

// RotateIn makes a new secret for a tenant and returns it, the only time it is shown. For the
// overlap the one that signed until now, the shared one included, signs beside it; one that
// was still kept from an earlier change no longer does.
//
// It works in the caller's transaction, behind its row locks, because it takes a turn
// (store.DB.Turn). The secret is worth nothing before the commit.
func (o *Outbox) RotateIn(ctx context.Context, tx *sql.Tx, tenant string, overlap time.Duration) (string, error) {
	if overlap < 0 {
		return "", invalid("overlap", fault.Say("must not be negative", "не может быть отрицательным"), nil)
	}
	fresh, err := webhook.NewSecret()
	if err != nil {
		return "", err
	}
	if err := o.config.DB.Turn(ctx, tx, "outbox secret "+tenant); err != nil {
		return "", wrap("new secret", err)
	}
	previous, err := o.outgoing(ctx, tx, tenant, overlap)
	if err != nil {
		return "", wrap("new secret", err)
	}
	now, until := o.now(), int64(0)
	if len(previous) > 0 {
		until = now.Add(overlap).UnixMicro()
	}
	_, err = tx.ExecContext(ctx, `INSERT INTO outbox_endpoint (tenant, shape, hosts, retain, secret, made_at, previous, previous_until)
		VALUES ($1, $2, '[]', 0, $3, $4, $5, $6)
		ON CONFLICT (tenant) DO UPDATE SET secret = excluded.secret, made_at = excluded.made_at,
			previous = excluded.previous, previous_until = excluded.previous_until`,
		tenant, string(webhook.Compat), o.sealed(tenant, fresh), now.UnixMicro(), previous, until)
	if err != nil {
		return "", wrap("new secret", err)
	}
	return fresh.Reveal(), nil
}

// outgoing is the secret that a new one takes the place of, sealed; empty when it is to sign
// no more. One that this server cannot open could not sign either.
func (o *Outbox) outgoing(ctx context.Context, tx *sql.Tx, tenant string, overlap time.Duration) ([]byte, error) {
	if overlap == 0 {
		return []byte{}, nil
	}
	s, err := settingsIn(ctx, tx, tenant)
	if err != nil {
		return nil, err
	}
	if len(s.secret) > 0 {
		_, err := o.unsealed(tenant, s.secret)
		return s.secret, err
	}
	if o.config.Shared == (webhook.Secret{}) {
		return []byte{}, nil
	}
	return o.sealed(tenant, o.config.Shared), nil
}
