package upstream

import (
	"bytes"
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
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

// reach says where a group of connections may lead and what they carry.
type reach struct {
	ports   []uint16       // of public addresses
	private []string       // each host:port that may lie on a private address besides
	own     []string       // this server's own names and addresses, spelled as Open.Own: refused everywhere
	roots   *x509.CertPool // nil is the machine's list
	perHost int            // idle connections kept to one host
	most    int            // and in all; 0 is unlimited
	headers int64          // bytes of an answer's header
	plain   bool           // bodies are read as they come, compressed or not
}

func (p Policy) reach() reach {
	r := reach{ports: ports(p.Suffixes), perHost: p.AtOnce, headers: longestHeaders}
	if p.Private {
		r.private = p.Suffixes
	}
	return r
}

func (o Open) reach() reach {
	return reach{
		ports: append(ports(o.Hosts, o.Inside), o.Ports...), private: o.Inside, own: o.Own, roots: o.Roots,
		perHost: o.AtOnce, most: 2 * o.AtOnce, headers: longestAnswer, plain: true,
	}
}

// ports are the standard ones and those that lists of hosts name. Which host may be asked on
// which of them is decided before, when its address is read.
func ports(lists ...[]string) []uint16 {
	all := []uint16{80, 443}
	for _, s := range slices.Concat(lists...) {
		_, port, err := net.SplitHostPort(s)
		if err != nil {
			continue
		}
		if n, err := strconv.ParseUint(port, 10, 16); err == nil {
			all = append(all, uint16(n))
		}
	}
	return all
}

// dialer returns how connections are opened. The check is made on the address that is about
// to be connected to, after resolution, so a name that resolves differently the second time
// gains nothing.
func (n network) dialer(r reach) dialFunc {
	if n.dial != nil {
		return n.dial
	}
	public := n.guarded(r.own, ssrf.New(ssrf.WithPorts(r.ports...)))
	private := n.guarded(r.own, ssrf.New(ssrf.WithAnyPort(),
		ssrf.WithAllowedV4Prefixes(privateV4...), ssrf.WithAllowedV6Prefixes(privateV6...)))
	return func(ctx context.Context, network, address string) (net.Conn, error) {
		if slices.Contains(r.private, address) {
			return private.DialContext(ctx, network, address)
		}
		return public.DialContext(ctx, network, address)
	}
}

func (n network) guarded(own []string, guard *ssrf.Guardian) *net.Dialer {
	return &net.Dialer{
		Timeout:  dialTimeout,
		Resolver: n.resolver,
		Control: func(network, address string, c syscall.RawConn) error {
			at, err := netip.ParseAddrPort(address)
			if err == nil && within(own, at.Addr().Unmap().String(), strconv.Itoa(int(at.Port()))) {
				return errOwnAddress
			}
			if err := guard.Safe(network, address, c); err != nil || n.dialled == nil {
				return err
			}
			return n.dialled(network, address, c)
		},
	}
}

// transport returns a group of connections: no proxy (the guard would see only the proxy's
// address), headers bounded, TLS 1.2 or newer. It stands without an http.Client, whose
// redirects and cookies are not wanted.
func (n network) transport(r reach) *http.Transport {
	return &http.Transport{
		Proxy:                  nil,
		DialContext:            n.dialer(r),
		ForceAttemptHTTP2:      true,
		DisableCompression:     r.plain,
		TLSClientConfig:        &tls.Config{MinVersion: tls.VersionTLS12, RootCAs: r.roots},
		MaxIdleConns:           r.most,
		MaxIdleConnsPerHost:    r.perHost,
		IdleConnTimeout:        idleTimeout,
		TLSHandshakeTimeout:    dialTimeout,
		MaxResponseHeaderBytes: r.headers,
	}
}

// ask makes one request. Of the headers the later ones replace the earlier.
func ask(ctx context.Context, wire *http.Transport, method string, u *url.URL, body []byte, headers ...http.Header) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, method, u.String(), bytes.NewReader(body))
	if err != nil {
		return nil, &unsendable{err}
	}
	for _, header := range headers {
		for name, values := range header {
			req.Header[http.CanonicalHeaderKey(name)] = slices.Clone(values)
		}
	}
	return wire.RoundTrip(req)
}

// unsendable is the error of a request that could not be made of its parts.
type unsendable struct{ cause error }

func (e *unsendable) Error() string { return e.cause.Error() }
func (e *unsendable) Unwrap() error { return e.cause }

var errOwnAddress = errors.New("upstream: an address of this server")

// prohibited reports whether a connection was refused by the guard.
func prohibited(err error) bool {
	return errors.Is(err, ssrf.ErrProhibitedIP) || errors.Is(err, ssrf.ErrProhibitedPort) ||
		errors.Is(err, ssrf.ErrProhibitedNetwork) || errors.Is(err, ssrf.ErrInvalidHostPort) || errors.Is(err, errOwnAddress)
}
