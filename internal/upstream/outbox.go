package upstream

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"strings"
	"sync/atomic"
	"time"

	"kadry/internal/fault"
)

// outbox is an Open at work.
type outbox struct {
	Open
	*tally
	lanes  *lanes
	places *places
	now    func() time.Time
	closed atomic.Bool
}

func newOutbox(o Open, cfg Config, way network) *outbox {
	return &outbox{
		Open: o, tally: newTally(o.Name, cfg.Count), places: newPlaces(o.AtOnce, o.LongestWait), now: cfg.Now,
		lanes: newLanes(func() *http.Transport { return way.transport(o.reach()) }),
	}
}

func (c *Client) outboxOf(name string) (*outbox, error) {
	for _, o := range c.outboxes {
		if name == "" || o.Name == name {
			return o, nil
		}
	}
	return nil, fmt.Errorf("upstream: no deliveries under the name %q", name)
}

func (o *outbox) stat() Stat {
	return Stat{
		Policy: o.Name, Happened: o.snapshot(), InFlight: o.places.inUse(),
		Breaker: "closed", BudgetLeft: -1,
	}
}

func (o *outbox) close() {
	o.closed.Store(true)
	o.lanes.closeIdle()
}

// undelivered tells how far a failed delivery came.
func (o *outbox) undelivered(ctx context.Context, u *url.URL, err error) (Receipt, error) {
	if ctx.Err() != nil {
		return Receipt{Class: Silent}, fmt.Errorf("upstream: %w", ctx.Err())
	}
	class := classOf(err)
	f := failures[class] // the path stays out of the error: addresses of webhooks hold secrets
	return Receipt{Class: class}, fault.E(f.kind, fault.Say(f.en, f.ru, u.Host), fmt.Errorf("upstream: %s: %w", u.Host, err))
}

func classOf(err error) Class {
	var timeout interface{ Timeout() bool }
	name, _ := errors.AsType[*net.DNSError](err)
	connection, _ := errors.AsType[*net.OpError](err)
	switch {
	case prohibited(err):
		return Forbidden
	case name != nil && !name.IsTimeout:
		return Unresolved
	case errors.As(err, &timeout) && timeout.Timeout():
		return Silent
	case untrusted(err):
		return Insecure
	case connection != nil && connection.Op == "dial":
		return Unreachable
	}
	return Broken
}

// untrusted reports whether TLS failed. Some of its errors have no type to ask for, and all
// of them say "tls: ".
func untrusted(err error) bool {
	_, verification := errors.AsType[*tls.CertificateVerificationError](err)
	return verification || errors.Is(err, http.ErrSchemeMismatch) || strings.Contains(err.Error(), "tls: ")
}

var failures = map[Class]struct {
	kind   fault.Kind
	en, ru string
}{
	Forbidden: {
		fault.Denied, "The host %[1]s has an address inside a private network, or of this server, and is not asked.",
		"Адрес узла %[1]s лежит во внутренней сети или принадлежит этому серверу, обращаться к нему нельзя.",
	},
	Unresolved:  {fault.Unavailable, "The name %[1]s does not resolve to an address.", "Для имени %[1]s не находится адреса."},
	Unreachable: {fault.Unavailable, "%[1]s takes no connections.", "%[1]s не принимает соединений."},
	Insecure: {
		fault.Upstream, "No secure connection to %[1]s: its certificate does not hold, or it speaks no TLS 1.2.",
		"Безопасного соединения с %[1]s нет: сертификат не подходит или нет TLS 1.2.",
	},
	Broken: {fault.Unavailable, "%[1]s broke off without an answer.", "%[1]s оборвал соединение, не ответив."},
	Silent: {fault.Unavailable, "%[1]s did not answer in time.", "%[1]s не ответил вовремя."},
}

func notNow() *fault.Error {
	return fault.E(fault.Unavailable, fault.Say("The server works offline or is stopping; nothing is sent.",
		"Сервер работает без сети или останавливается; ничего не отправляется."), nil)
}

func taken(u *url.URL, full crowded) *fault.Error {
	return fault.E(fault.Limited, fault.Say("Too many deliveries to %[1]s are under way.",
		"К %[1]s сейчас идёт слишком много отправок.", u.Host), full).After(full.wait)
}
