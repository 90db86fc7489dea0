package outbox

import (
	"context"
	"time"

	"github.com/google/uuid"

	"kadry/internal/fault"
	"kadry/internal/upstream"
	"kadry/internal/webhook"
)

// Probe makes one attempt to deliver a test message, now and past the queue, signed as any
// other. Nothing of it is kept. The body is made for the id and the time of the attempt. An
// attempt that failed is no error; one that was not made is.
func (o *Outbox) Probe(ctx context.Context, tenant, url string, body func(id string, at time.Time) ([]byte, error)) (Sent, error) {
	return o.ProbeBy(ctx, tenant, "", url, body)
}

// ProbeBy is Probe by a route, whose own bounds hold in the place of the tenant's.
func (o *Outbox) ProbeBy(ctx context.Context, tenant, route, url string, body func(id string, at time.Time) ([]byte, error)) (Sent, error) {
	by, open := o.way(route)
	if !open {
		return Sent{}, wrap("test", fault.E(fault.Unavailable, fault.Say("This server cannot send there now.", "Этот сервер сейчас не может отправить туда."), errNoWay))
	}
	s, err := o.settings(ctx, tenant)
	if err != nil {
		return Sent{}, err
	}
	if route != "" {
		s.hosts = nil
	}
	if err := permitted(by.check, tenant, s, url); err != nil {
		return Sent{}, err
	}
	unique, err := uuid.NewV7()
	if err != nil {
		return Sent{}, wrap("id", err)
	}
	l := letter{reference: reference{tenant, unique.String()}, url: url, route: route, endpoint: s, at: o.now()}
	if l.body, err = body(l.Message, l.at); err != nil {
		return Sent{}, wrap("test message", err)
	}
	if l.stamp, err = o.sign(tenant, s, l.Message, l.at, l.body); err != nil {
		return Sent{}, err
	}
	r, err := by.send(ctx, l.delivery())
	if err != nil && (ctx.Err() != nil || r.Class == upstream.Waiting) {
		return Sent{}, wrap("test", err)
	}
	return o.probed(l, r), nil
}

func (o *Outbox) probed(l letter, r upstream.Receipt) Sent {
	state := Dead
	switch outcome := (webhook.Attempt{Status: r.Status}).Outcome(); {
	case outcome == webhook.Delivered:
		state = Delivered
	case outcome == webhook.Gone:
		state = Gone
	}
	return Sent{
		Message: Message{ID: l.Message, Tenant: l.Tenant, Seq: 1, Type: string(webhook.TypeTest), URL: l.url, Body: l.body, At: l.at},
		State:   state, Count: 1, DoneAt: o.now(),
		Attempts: []Attempt{{
			Number: 1, At: l.at, Ended: true, Status: r.Status, Class: string(r.Class), Excerpt: kept(r.Excerpt), Took: r.Took, Manual: true,
		}},
	}
}
