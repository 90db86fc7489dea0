// Package source is what the adapters of the market's sources share: how the policy of a host
// follows from the address an operator gives. Each source is a package below it, which turns one
// foreign system into postings.
package source

import (
	"cmp"
	"net"
	"net/netip"
	"net/url"
	"strings"
	"time"

	"kadry/internal/upstream"
)

// At completes a policy for an address, "" is the usual one. A host with a port is the operator's
// own and may lie on a private address; one on this machine is asked fast, since nobody else pays
// for it.
func At(p upstream.Policy, address, usual string) upstream.Policy {
	u, err := url.Parse(cmp.Or(address, usual))
	if err != nil || u.Host == "" {
		p.Suffixes = []string{address} // refused by name when the policy is checked
		return p
	}
	p.Suffixes = []string{strings.ToLower(u.Host)}
	host, _, err := net.SplitHostPort(u.Host)
	if err != nil {
		return p
	}
	ip, err := netip.ParseAddr(host)
	p.Private = host == "localhost" || err == nil && (ip.IsPrivate() || ip.IsLoopback())
	if host == "localhost" || err == nil && ip.IsLoopback() {
		p.PerSecond, p.Jitter, p.Backoff = 100, 0, 50*time.Millisecond
	}
	return p
}

// Base is an address without the slash at its end.
func Base(address, usual string) string { return strings.TrimRight(cmp.Or(address, usual), "/") }
