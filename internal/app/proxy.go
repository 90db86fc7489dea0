package app

import (
	"net/http"
	"net/netip"
	"strings"

	"kadry/internal/fault"
)

// proxies are the networks of the proxies that are believed when they say whom they speak for.
// This machine always is.
type proxies []netip.Prefix

// readProxies reads addresses and networks as an operator writes them.
func readProxies(list []string) (proxies, error) {
	var read proxies
	for _, text := range list {
		network, err := netip.ParsePrefix(text)
		if err != nil {
			var alone netip.Addr
			if alone, err = netip.ParseAddr(text); err == nil {
				network, err = alone.Prefix(alone.BitLen())
			}
		}
		if err != nil {
			return nil, usage(fault.Say("trusted_proxies: %q is neither an address nor a network like 10.0.0.0/8.",
				"trusted_proxies: %q — это не адрес и не сеть вида 10.0.0.0/8.", text), err)
		}
		read = append(read, network)
	}
	return read, nil
}

func (p proxies) trust(a netip.Addr) bool {
	if a.IsLoopback() {
		return true
	}
	for _, network := range p {
		if network.Contains(a) {
			return true
		}
	}
	return false
}

// client is whom a request comes from. Every proxy writes its peer at the end of
// X-Forwarded-For, so the list is read from there for as long as the writer is trusted; what
// stands before was written by the client. An address of IPv6 stands for its network of 64
// bits, which is what one customer gets.
func (p proxies) client(r *http.Request) string {
	peer, err := netip.ParseAddrPort(r.RemoteAddr)
	if err != nil {
		return r.RemoteAddr
	}
	at := peer.Addr().Unmap().WithZone("")
	named := strings.Split(strings.Join(r.Header.Values("X-Forwarded-For"), ","), ",")
	for i := len(named) - 1; i >= 0 && p.trust(at); i-- {
		next, ok := forwarded(strings.TrimSpace(named[i]))
		if !ok {
			break
		}
		at = next
	}
	if at.Is6() && !at.IsLoopback() {
		at = netip.PrefixFrom(at, 64).Masked().Addr()
	}
	return netip.AddrPortFrom(at, 0).String()
}

// forwarded reads an entry of X-Forwarded-For; some proxies write the port too.
func forwarded(text string) (netip.Addr, bool) {
	a, err := netip.ParseAddr(strings.Trim(text, "[]"))
	if err != nil {
		with, err := netip.ParseAddrPort(text)
		if err != nil {
			return netip.Addr{}, false
		}
		a = with.Addr()
	}
	return a.Unmap().WithZone(""), true
}
