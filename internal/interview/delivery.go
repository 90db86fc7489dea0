package interview

import (
	"context"
	"fmt"
	"time"

	"kadry/internal/fault"
	"kadry/internal/interview/delivery"
)

// ReceivedBy returns what arrived for the session of a try-out.
func (r *Room) ReceivedBy(ctx context.Context, tenant, id string) ([]delivery.Received, error) {
	if r.Inbox == nil {
		return nil, sendsNothing()
	}
	list, err := r.Inbox.Received(ctx, tenant, id)
	if err != nil {
		return nil, fmt.Errorf("interview: received: %w", err)
	}
	return list, nil
}

// DeliveriesOf returns the deliveries of a session in the order of its events;
// fault.NotFound for an unknown session.
func (r *Room) DeliveriesOf(ctx context.Context, tenant, id string) ([]delivery.Delivery, error) {
	if err := r.exists(ctx, tenant, id); err != nil {
		return nil, err
	}
	if r.Deliveries == nil {
		return nil, nil
	}
	list, err := r.Deliveries.Deliveries(ctx, tenant, id)
	if err != nil {
		return nil, fmt.Errorf("interview: deliveries: %w", err)
	}
	return list, nil
}

// LastDelivery returns the newest delivery of a session, without body and attempts; a zero
// one when nothing was to be sent yet.
func (r *Room) LastDelivery(ctx context.Context, tenant, id string) (delivery.Delivery, error) {
	if r.Deliveries == nil {
		return delivery.Delivery{}, nil
	}
	d, err := r.Deliveries.LastDelivery(ctx, tenant, id)
	if err != nil {
		return delivery.Delivery{}, fmt.Errorf("interview: last delivery: %w", err)
	}
	return d, nil
}

// Redeliver sends an event again, with the id and the body it had.
func (r *Room) Redeliver(ctx context.Context, tenant, id, event string) error {
	if r.Deliveries == nil {
		return sendsNothing()
	}
	if err := r.exists(ctx, tenant, id); err != nil {
		return err
	}
	if err := r.Deliveries.Redeliver(ctx, tenant, id, event); err != nil {
		return fmt.Errorf("interview: redeliver: %w", err)
	}
	return nil
}

// RedeliverDead sends again what was given up since a time, and counts it.
func (r *Room) RedeliverDead(ctx context.Context, tenant string, since time.Time) (int, error) {
	if r.Deliveries == nil {
		return 0, sendsNothing()
	}
	n, err := r.Deliveries.RedeliverDead(ctx, tenant, since)
	if err != nil {
		return 0, fmt.Errorf("interview: redeliver: %w", err)
	}
	return n, nil
}

// TestDelivery makes one attempt to deliver a test event to an address and says how it went.
func (r *Room) TestDelivery(ctx context.Context, tenant, url string) (delivery.Delivery, error) {
	if r.Deliveries == nil || r.Endpoints == nil {
		return delivery.Delivery{}, sendsNothing()
	}
	var c fault.Check
	if url == "" {
		c.Wrong("webhook_url", fault.Say("must not be empty", "не может быть пустым"))
	}
	checkURL(&c, url)
	if err := c.Err(); err != nil {
		return delivery.Delivery{}, err
	}
	if err := r.Endpoints.Accept(ctx, tenant, url); err != nil {
		return delivery.Delivery{}, fmt.Errorf("interview: test: %w", err)
	}
	d, err := r.Deliveries.Test(ctx, tenant, url)
	if err != nil {
		return delivery.Delivery{}, fmt.Errorf("interview: test: %w", err)
	}
	return d, nil
}

// DeliveryLog returns deliveries of all sessions, the newest first, without bodies and attempts.
func (r *Room) DeliveryLog(ctx context.Context, tenant string, f delivery.Filter) ([]delivery.Delivery, error) {
	if r.Deliveries == nil {
		return nil, nil
	}
	list, err := r.Deliveries.DeliveryLog(ctx, tenant, f)
	if err != nil {
		return nil, fmt.Errorf("interview: delivery log: %w", err)
	}
	return list, nil
}
