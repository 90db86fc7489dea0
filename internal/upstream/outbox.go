package upstream

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"syscall"
	"time"

	"code.dny.dev/ssrf"

	"kadry/internal/fault"
)

// outbox is an Open at work.
type outbox struct {
	Open
	lanes  *lanes
	places *places
	tally  *tally
	now    func() time.Time
	count  func(Event)
	closed atomic.Bool
}

func newOutbox(o Open, cfg Config, way network) *outbox {
	return &outbox{
		Open: o, places: newPlaces(o.AtOnce, o.LongestWait), tally: newTally(), now: cfg.Now, count: cfg.Count,
		lanes: newLanes(func() *http.Transport { return way.outward(o) }),
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

func (o *outbox) tell(what string) {
	o.tally.add(what)
	o.count(Event{Policy: o.Name, What: what})
}

func (o *outbox) stat() Stat {
	return Stat{
		Policy: o.Name, Happened: o.tally.snapshot(), InFlight: o.places.inUse(),
		Breaker: "closed", BudgetLeft: -1,
	}
}

func (o *outbox) close() {
	o.closed.Store(true)
	o.lanes.closeIdle()
}

// outward returns the connections of one tenant: no proxy (the guard would see only the
// proxy's address), no transparent decompression, TLS 1.2 or newer with the certificate
// verified.
func (n network) outward(o Open) *http.Transport {
	return &http.Transport{
		Proxy:                  nil,
		DialContext:            n.receivers(o),
		ForceAttemptHTTP2:      true,
		DisableCompression:     true,
		TLSClientConfig:        &tls.Config{MinVersion: tls.VersionTLS12, RootCAs: o.Roots},
		MaxIdleConns:           2 * o.AtOnce,
		MaxIdleConnsPerHost:    o.AtOnce,
		IdleConnTimeout:        idleTimeout,
		TLSHandshakeTimeout:    dialTimeout,
		MaxResponseHeaderBytes: longestAnswer,
	}
}

// receivers is dialer for an Open: the same guard, and this server's own addresses shut.
func (n network) receivers(o Open) dialFunc {
	if n.dial != nil {
		return n.dial
	}
	public := n.guarded(ssrf.New(ssrf.WithPorts(o.ports()...)))
	private := n.guarded(ssrf.New(ssrf.WithAnyPort(),
		ssrf.WithAllowedV4Prefixes(privateV4...), ssrf.WithAllowedV6Prefixes(privateV6...)))
	for _, d := range []*net.Dialer{public, private} {
		safe := d.Control
		d.Control = func(network, address string, c syscall.RawConn) error {
			at, err := netip.ParseAddrPort(address)
			if err == nil && within(o.Own, at.Addr().Unmap().String(), strconv.Itoa(int(at.Port()))) {
				return errOwnAddress
			}
			return safe(network, address, c)
		}
	}
	return func(ctx context.Context, network, address string) (net.Conn, error) {
		if slices.Contains(o.Inside, address) {
			return private.DialContext(ctx, network, address)
		}
		return public.DialContext(ctx, network, address)
	}
}

var errOwnAddress = errors.New("upstream: an address of this server")

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
	case prohibited(err) || errors.Is(err, errOwnAddress):
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
