// Package host says how the policy of a source's host follows from the address an operator gives.
// Every adapter beside it needs that; what else it takes to ask a source is in the adapter.
package host

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
	name, _, err := net.SplitHostPort(u.Host)
	if err != nil {
		return p
	}
	ip, err := netip.ParseAddr(name)
	p.Private = name == "localhost" || err == nil && (ip.IsPrivate() || ip.IsLoopback())
	if name == "localhost" || err == nil && ip.IsLoopback() {
		p.PerSecond, p.Jitter, p.Backoff = 100, 0, 50*time.Millisecond
	}
	return p
}

// Base is an address without the slash at its end.
func Base(address, usual string) string { return strings.TrimRight(cmp.Or(address, usual), "/") }
