package upstream

import (
	"context"
	"errors"
	"net"
	"net/http"
	"net/netip"
	"strconv"
	"syscall"
	"time"

	"code.dny.dev/ssrf"
)

const (
	dialTimeout    = 10 * time.Second
	idleTimeout    = 90 * time.Second
	longestHeaders = 256 << 10
)

// network is how connections are made. The zero value is the machine's own; tests put an
// invented resolver, an observer of dials or a network in memory in its place.
type network struct {
	resolver *net.Resolver
	dial     dialFunc
	dialled  control // asked after the guard agreed
}

type (
	dialFunc func(ctx context.Context, network, address string) (net.Conn, error)
	control  func(network, address string, c syscall.RawConn) error
)

// The addresses a host named by the operator may have besides public ones. The link-local
// range, where clouds keep their credentials, stays shut for everybody.
var (
	privateV4 = []netip.Prefix{
		netip.MustParsePrefix("10.0.0.0/8"), netip.MustParsePrefix("100.64.0.0/10"), netip.MustParsePrefix("127.0.0.0/8"),
		netip.MustParsePrefix("172.16.0.0/12"), netip.MustParsePrefix("192.168.0.0/16"),
	}
	privateV6 = []netip.Prefix{netip.MustParsePrefix("::1/128"), netip.MustParsePrefix("fc00::/7")}
)

// dialer returns how a policy's connections are opened. The check is made on the address
// that is about to be connected to, after resolution, so a name that resolves differently
// the second time gains nothing.
func (n network) dialer(p Policy) dialFunc {
	if n.dial != nil {
		return n.dial
	}
	public := n.guarded(ssrf.New(ssrf.WithPorts(p.ports()...)))
	private := n.guarded(ssrf.New(ssrf.WithAnyPort(),
		ssrf.WithAllowedV4Prefixes(privateV4...), ssrf.WithAllowedV6Prefixes(privateV6...)))
	return func(ctx context.Context, network, address string) (net.Conn, error) {
		if p.Private && p.names(address) {
			return private.DialContext(ctx, network, address)
		}
		return public.DialContext(ctx, network, address)
	}
}

func (n network) guarded(guard *ssrf.Guardian) *net.Dialer {
	return &net.Dialer{
		Timeout:  dialTimeout,
		Resolver: n.resolver,
		Control: func(network, address string, c syscall.RawConn) error {
			if err := guard.Safe(network, address, c); err != nil || n.dialled == nil {
				return err
			}
			return n.dialled(network, address, c)
		},
	}
}

// ports are those a policy's hosts may be asked on: the standard ones and those named.
func (p Policy) ports() []uint16 {
	ports := []uint16{80, 443}
	for _, s := range p.Suffixes {
		_, port, err := net.SplitHostPort(s)
		if err != nil {
			continue
		}
		if n, err := strconv.ParseUint(port, 10, 16); err == nil {
			ports = append(ports, uint16(n))
		}
	}
	return ports
}

// transport returns a policy's connections: no proxy (the guard would see only the proxy's
// address), headers bounded. It stands without an http.Client, whose redirects and cookies
// are not wanted.
func (n network) transport(p Policy) *http.Transport {
	return &http.Transport{
		Proxy:                  nil,
		DialContext:            n.dialer(p),
		ForceAttemptHTTP2:      true,
		MaxIdleConnsPerHost:    p.AtOnce,
		IdleConnTimeout:        idleTimeout,
		TLSHandshakeTimeout:    dialTimeout,
		MaxResponseHeaderBytes: longestHeaders,
	}
}

// prohibited reports whether a connection was refused by the guard.
func prohibited(err error) bool {
	return errors.Is(err, ssrf.ErrProhibitedIP) || errors.Is(err, ssrf.ErrProhibitedPort) ||
		errors.Is(err, ssrf.ErrProhibitedNetwork) || errors.Is(err, ssrf.ErrInvalidHostPort)
}
