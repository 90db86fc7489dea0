package interviewjobs

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"time"

	"kadry/internal/fault"
	"kadry/internal/interview/delivery"
	"kadry/internal/interview/session"
	"kadry/internal/webhook"
)

// ReceiverPath is where this server receives the events of try-outs, with tenant and session
// behind it.
const ReceiverPath = "/try/hook/"

// maxHook bounds the body of a webhook that is received, in bytes.
const maxHook = 1 << 20

// Answering says at which address the receiver of this process answers.
func (c *Hooks) Answering(base string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.tryout = strings.TrimSuffix(base, "/")
}

// Tryout returns the address of the own receiver for a session. What it gets is signed like
// everything else, so a tenant without a secret gets one.
func (c *Hooks) Tryout(ctx context.Context, tenant, id string) (string, error) {
	c.mu.Lock()
	base := c.tryout
	c.mu.Unlock()
	if base == "" {
		return "", fault.E(fault.Unavailable, fault.Say("There is no page here to try an interview on.", "Здесь нет страницы, чтобы попробовать интервью."), nil).
			WithHint(fault.Say("Start the server with `kadry serve`.", "Запустите сервер: `kadry serve`."))
	}
	keys, err := c.Outbox.Keys(ctx, tenant)
	if err != nil {
		return "", err
	}
	if len(keys) == 0 {
		if _, err := c.RotateSecret(ctx, tenant, 0); err != nil {
			return "", err
		}
	}
	return base + ReceiverPath + url.PathEscape(tenant) + "/" + id, nil
}

// Receiver receives the events of try-outs, and no others, as a foreign receiver would: it
// verifies the signature over the raw body, keeps an event once however often it comes, and
// answers 204.
func (c *Hooks) Receiver() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("POST "+ReceiverPath+"{tenant}/{session}", func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxHook))
		if err != nil {
			http.Error(w, "the body cannot be read", http.StatusBadRequest)
			return
		}
		stamp := webhook.Stamp{
			ID: r.Header.Get(webhook.HeaderID), Timestamp: r.Header.Get(webhook.HeaderTimestamp), Signature: r.Header.Get(webhook.HeaderSignature),
		}
		switch err := c.receive(r.Context(), r.PathValue("tenant"), r.PathValue("session"), stamp, body); {
		case err == nil:
			w.WriteHeader(http.StatusNoContent)
		case fault.KindOf(err) == fault.Unauthenticated:
			http.Error(w, "the signature does not hold", http.StatusUnauthorized)
		case fault.KindOf(err) == fault.NotFound:
			http.Error(w, "no such event", http.StatusGone)
		default:
			c.Log.ErrorContext(r.Context(), "webhook of a try-out not kept", "cause", err.Error())
			http.Error(w, "not now", http.StatusServiceUnavailable)
		}
	})
	return mux
}

func (c *Hooks) receive(ctx context.Context, tenant, id string, stamp webhook.Stamp, body []byte) error {
	keys, err := c.Outbox.Keys(ctx, tenant)
	if err != nil {
		return err
	}
	if err := webhook.Verify(stamp, body, c.now(), keys...); err != nil {
		return err
	}
	return c.DB.Write(ctx, func(ctx context.Context, tx *sql.Tx) error {
		// Held until the end, so that an erasure at this moment finds what is kept here.
		event, known, err := c.Outbox.HoldIn(ctx, tx, tenant, id, stamp.ID)
		if err != nil {
			return err
		}
		if !known || event.Route != tryoutRoute {
			return fault.E(fault.NotFound, fault.Say("There is no such event.", "Такого события нет."), nil)
		}
		_, err = tx.ExecContext(ctx, `INSERT INTO inbox (event, tenant, session, seq, type, body, received)
			VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (event) DO NOTHING`,
			event.ID, tenant, id, event.Seq, event.Type, body, c.now().UnixMicro())
		if err != nil {
			return fmt.Errorf("interviewjobs: keep event: %w", err)
		}
		return nil
	})
}

// Received returns what arrived for a session, in the order of its events.
func (c *Hooks) Received(ctx context.Context, tenant, id string) ([]delivery.Received, error) {
	var list []delivery.Received
	err := c.DB.Read(ctx, func(ctx context.Context, tx *sql.Tx) (err error) {
		list = nil
		rows, err := tx.QueryContext(ctx, `SELECT event, seq, type, body, received FROM inbox
			WHERE tenant = $1 AND session = $2 ORDER BY seq`, tenant, id)
		if err != nil {
			return fmt.Errorf("interviewjobs: received: %w", err)
		}
		defer func() { err = errors.Join(err, rows.Close()) }()
		for rows.Next() {
			var r delivery.Received
			var kind string
			var body []byte
			var at int64
			if err := rows.Scan(&r.Event, &r.Seq, &kind, &body, &at); err != nil {
				return fmt.Errorf("interviewjobs: received: %w", err)
			}
			r.Type, r.Body, r.At = session.EventType(kind), string(body), time.UnixMicro(at).UTC()
			list = append(list, r)
		}
		return rows.Err()
	})
	return list, err
}

func (c *Hooks) forget(ctx context.Context, tx *sql.Tx, tenant, id string) error {
	if _, err := tx.ExecContext(ctx, `DELETE FROM inbox WHERE tenant = $1 AND session = $2`, tenant, id); err != nil {
		return fmt.Errorf("interviewjobs: forget: %w", err)
	}
	return nil
}
