package sdamgia

import (
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"time"

	"kadry/internal/upstream"
)

// The kinds of pages, each with a lifetime of its own.
const (
	problemKind   upstream.Kind = "problem"
	searchKind    upstream.Kind = "search"
	listKind      upstream.Kind = "list" // a page of a category, or all of it on paper
	catalogueKind upstream.Kind = "catalogue"
	variantKind   upstream.Kind = "test"
	fileKind      upstream.Kind = "file"
	formulaKind   upstream.Kind = "formula"
)

// Limits are what an operator may change of how the site is treated. A zero field takes
// the default of Policy.
type Limits struct {
	PerSecond float64 // requests
	AtOnce    int     // requests in flight
	Daily     int     // requests a day
	UserAgent string  // should name the operator and a way to write to them
}

// Policy is how the site is treated. It is a free service run by few people, whose terms
// restrict copying, so the defaults are slower than the site would bear:
//
//   - one request a second, up to half a second later by chance, and two in flight: a crawl
//     of ten thousand pages at one request in two or three seconds was never turned away;
//   - 5,000 requests a day: every category of three subjects on print pages, and what people
//     ask beside it, with room to spare;
//   - ten seconds for a request, four tries, one, two and four seconds apart, and nobody kept
//     waiting over half a minute;
//   - robots.txt honoured, an honest name;
//   - pages up to MaxPage: the largest genuine one has 1.14 MB.
//
// A mirror on the operator's own machine is asked ten times a second, and again after a tenth of
// one: nobody else pays for it.
//
// A problem keeps for 30 days, since texts hardly change and a fresh copy can be asked for;
// lists, tests and the catalogue for a day, a search for an hour. Formulas and files keep
// for ever: their addresses change with what they hold. That nothing stands under an
// address is remembered for an hour.
func Policy(base Base, m Limits) upstream.Policy {
	const day = 24 * time.Hour
	p := upstream.Policy{
		Name:        "sdamgia",
		Suffixes:    base.Allowed(),
		PerSecond:   1,
		Jitter:      0.5,
		AtOnce:      2,
		Daily:       5000,
		Attempts:    4,
		Backoff:     time.Second,
		Timeout:     10 * time.Second,
		MaxBytes:    MaxPage,
		UserAgent:   "kadry (assistant to teachers; one request a second)",
		Robots:      true,
		Header:      http.Header{"Accept-Language": {"ru"}},
		Negative:    time.Hour,
		LongestWait: 30 * time.Second,
		Lifetimes: map[upstream.Kind]time.Duration{
			problemKind: 30 * day, searchKind: time.Hour, listKind: day, catalogueKind: day, variantKind: day,
			fileKind: upstream.Forever, formulaKind: upstream.Forever,
		},
	}
	p.Private = base.named()
	if base.loopback() {
		p.PerSecond, p.Jitter, p.Backoff = 10, 0, 100*time.Millisecond
	}
	if m.PerSecond > 0 {
		p.PerSecond = m.PerSecond
	}
	if m.AtOnce > 0 {
		p.AtOnce = m.AtOnce
	}
	if m.Daily > 0 {
		p.Daily = m.Daily
	}
	if m.UserAgent != "" {
		p.UserAgent = m.UserAgent
	}
	return p
}

// named reports a mirror at one host that the operator wrote out, which may then lie on a
// private address.
func (b Base) named() bool { return b.template != "" && !strings.Contains(b.hostTemplate(), "{") }

// loopback reports a mirror on this machine.
func (b Base) loopback() bool {
	if !b.named() {
		return false
	}
	name := (&url.URL{Host: b.hostTemplate()}).Hostname()
	at, err := netip.ParseAddr(name)
	return name == "localhost" || err == nil && at.IsLoopback()
}

// hostTemplate is the host and port of the template.
func (b Base) hostTemplate() string {
	_, rest, _ := strings.Cut(b.template, "://")
	host, _, _ := strings.Cut(rest, "/")
	return host
}

// Allowed lists the hosts the base leads to, as a policy names them: suffixes with a dot,
// or a host with its port.
func (b Base) Allowed() []string {
	host := b.hostTemplate()
	switch {
	case b.template == "" || host == "{host}":
		return hosts()
	case !b.named():
		return []string{host[strings.LastIndexByte(host, '}')+1:]}
	}
	at := url.URL{Host: host}
	port := at.Port()
	if port == "" {
		port = "443"
		if strings.HasPrefix(b.template, "http://") {
			port = "80"
		}
	}
	return []string{net.JoinHostPort(at.Hostname(), port)}
}
