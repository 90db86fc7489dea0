package interviewjobs

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"kadry/internal/fault"
	"kadry/internal/interview/delivery"
	"kadry/internal/interview/session"
	"kadry/internal/outbox"
	"kadry/internal/webhook"
)

// Deliveries returns the deliveries of a session.
func (c *Hooks) Deliveries(ctx context.Context, tenant, id string) ([]delivery.Delivery, error) {
	sent, err := c.Outbox.Messages(ctx, tenant, id)
	if err != nil {
		return nil, err
	}
	list := make([]delivery.Delivery, len(sent))
	for i, s := range sent {
		list[i] = deliveryOf(s)
	}
	return list, nil
}

// LastDelivery returns the newest delivery of a session.
func (c *Hooks) LastDelivery(ctx context.Context, tenant, id string) (delivery.Delivery, error) {
	sent, found, err := c.Outbox.Last(ctx, tenant, id)
	if err != nil || !found {
		return delivery.Delivery{}, err
	}
	return deliveryOf(sent), nil
}

// Redeliver sends an event again.
func (c *Hooks) Redeliver(ctx context.Context, tenant, id, event string) error {
	err := c.Outbox.Repeat(ctx, tenant, id, event)
	if errors.Is(err, outbox.ErrPending) {
		return fault.E(fault.Conflict, fault.Say("This event is being delivered.", "Это событие уже доставляется."),
			&session.Refused{Code: session.OnItsWay})
	}
	return err
}

// RedeliverDead sends what was given up again.
func (c *Hooks) RedeliverDead(ctx context.Context, tenant string, since time.Time) (int, error) {
	return c.Outbox.RepeatDead(ctx, tenant, since)
}

// Test makes one attempt to deliver a test event.
func (c *Hooks) Test(ctx context.Context, tenant, url string) (delivery.Delivery, error) {
	e, err := c.Outbox.Endpoint(ctx, tenant)
	if err != nil {
		return delivery.Delivery{}, err
	}
	route := ""
	if c.ownReceiver(url) != "" {
		route = tryoutRoute
	}
	sent, err := c.Outbox.ProbeBy(ctx, tenant, route, url, func(id string, at time.Time) ([]byte, error) {
		return e.Shape.Test(webhook.Event{ID: id, Seq: 1, At: at})
	})
	if err != nil {
		return delivery.Delivery{}, err
	}
	d := deliveryOf(sent)
	d.Type = delivery.EventTest
	return d, nil
}

// Accept tells whether events of a tenant may be sent to an address.
func (c *Hooks) Accept(ctx context.Context, tenant, url string) error {
	var err error
	if token := c.ownReceiver(url); token == "" {
		err = c.Outbox.Accept(ctx, tenant, url)
	} else if own, failed := c.owns(ctx, tenant, token); failed != nil {
		return failed
	} else if !own {
		return fault.Wrong("webhook_url", fault.Say("is no test receiver of yours that works", "не ваш действующий проверочный приёмник"))
	} else {
		err = c.Outbox.AcceptBy(ctx, tenant)
	}
	if errors.Is(err, outbox.ErrUnsigned) {
		return unsigned()
	}
	return err
}

func unsigned() error {
	return fault.E(fault.Conflict, fault.Say("There is no secret to sign webhooks with.", "Нет секрета, чтобы подписывать вебхуки."),
		&session.Refused{Code: session.NoSecret}).
		WithHint(fault.Say("Make one: `kadry webhook secret`, or POST /api/v1/webhook/secret.",
			"Создайте его: `kadry webhook secret` или POST /api/v1/webhook/secret."))
}

// Endpoint returns how the events of a tenant are sent.
func (c *Hooks) Endpoint(ctx context.Context, tenant string) (delivery.Endpoint, error) {
	e, err := c.Outbox.Endpoint(ctx, tenant)
	if err != nil {
		return delivery.Endpoint{}, err
	}
	return delivery.Endpoint{
		Shape: string(e.Shape), Hosts: e.Hosts, Retain: e.Retain, Signed: e.Signed, SecretSince: e.SecretSince, OldUntil: e.OldUntil,
	}, nil
}

// SaveEndpoint keeps how they are sent from now on.
func (c *Hooks) SaveEndpoint(ctx context.Context, tenant string, e delivery.Endpoint) error {
	kept := outbox.Endpoint{Shape: webhook.Shape(e.Shape), Hosts: e.Hosts, Retain: e.Retain}
	return c.DB.Write(ctx, func(ctx context.Context, tx *sql.Tx) error {
		if err := c.Outbox.SaveIn(ctx, tx, tenant, kept); err != nil {
			return err
		}
		return c.Audit.Append(ctx, tx, c.entry(ctx, tenant, "webhook.settings_saved", tenant, nil))
	})
}

// RotateSecret makes a new secret.
func (c *Hooks) RotateSecret(ctx context.Context, tenant string, overlap time.Duration) (secret string, err error) {
	err = c.DB.Write(ctx, func(ctx context.Context, tx *sql.Tx) error {
		if secret, err = c.Outbox.RotateIn(ctx, tx, tenant, overlap); err != nil {
			return err
		}
		return c.Audit.Append(ctx, tx, c.entry(ctx, tenant, "webhook.secret_made", tenant, nil))
	})
	if err != nil {
		return "", err
	}
	return secret, nil
}

func deliveryOf(s outbox.Sent) delivery.Delivery {
	d := delivery.Delivery{
		Event: s.ID, Session: s.Stream, Seq: s.Seq, Type: session.EventType(s.Type), URL: s.URL,
		State: delivery.State(s.State), Count: s.Count, NextAt: s.NextAt, Body: string(s.Body), MadeAt: s.At, DoneAt: s.DoneAt,
	}
	for _, a := range s.Attempts {
		d.Attempts = append(d.Attempts, delivery.Attempt{
			Number: a.Number, At: a.At, Ended: a.Ended, Status: a.Status, Class: a.Class, Excerpt: a.Excerpt, Took: a.Took, Manual: a.Manual,
		})
	}
	return d
}

// DeliveryLog returns deliveries of all sessions of a tenant, the newest first.
func (c *Hooks) DeliveryLog(ctx context.Context, tenant string, f delivery.Filter) ([]delivery.Delivery, error) {
	sent, err := c.Outbox.Log(ctx, tenant, outbox.LogFilter{
		State: outbox.State(f.State), Since: f.Since, Before: outbox.Place{At: f.Before.At, ID: f.Before.Event}, Limit: f.Limit,
	})
	if err != nil {
		return nil, err
	}
	list := make([]delivery.Delivery, len(sent))
	for i, s := range sent {
		list[i] = deliveryOf(s)
	}
	return list, nil
}
