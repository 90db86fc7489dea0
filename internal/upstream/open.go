package upstream

import (
	"cmp"
	"crypto/x509"
	"errors"
	"fmt"
	"net"
	"net/netip"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Open is how deliveries are treated that go where callers say: webhooks, model servers. A
// Policy lists the hosts it reads from; an Open lists, if anything, those it keeps to. What
// the two share is the guard at each dial and the names in metrics and messages. A zero
// field means what its comment says.
type Open struct {
	Name  string   // as of a Policy, and unlike that of any
	Hosts []string // the only hosts, spelled as Policy.Suffixes; empty is every public one
	// Inside are hosts, each as host:port, that may besides lie on private addresses. The
	// link-local range stays shut for them too.
	Inside []string
	// Own are the names and addresses of this server, each with :port where only that port
	// is its own. They are refused even when listed. Names are compared, not resolved, so the
	// addresses belong here too.
	Own         []string
	Ports       []uint16       // allowed besides 80, 443 and those named in Hosts and Inside
	Plain       bool           // http as well as https
	AtOnce      int            // deliveries under way to one host; 0 is 8
	LongestWait time.Duration  // for one of those places, before the caller is told to come later; 0 is 1 s
	Timeout     time.Duration  // of a delivery, from the dial to the end of the answer; 0 is 15 s
	Answer      int64          // bodies up to so many bytes are kept whole in Receipt.Body; 0 keeps the excerpt alone
	UserAgent   string         // "" is "kadry"
	Roots       *x509.CertPool // whom certificates are trusted from; nil is the machine's list
}

// check says what is wrong with an Open as an operator wrote it.
func (o Open) check() error {
	switch {
	case !policyName.MatchString(o.Name):
		return errors.New("the name must be 1-32 of a-z, 0-9 and dashes")
	case o.AtOnce < 0 || o.Answer < 0:
		return errors.New("a limit is negative")
	case o.Timeout < 0 || o.LongestWait < 0:
		return errors.New("a duration is negative")
	case slices.Contains(o.Ports, 0):
		return errors.New("port 0 is none")
	}
	for _, s := range o.Hosts {
		if err := checkSuffix(s, false); err != nil {
			return err
		}
	}
	for _, s := range o.Inside {
		if err := checkSuffix(s, true); err != nil {
			return err
		}
	}
	for _, s := range o.Own {
		if strings.HasPrefix(s, ".") {
			return fmt.Errorf("%q: this server is named host by host", s)
		}
		if err := checkSuffix(bracketed(s), false); err != nil {
			return err
		}
	}
	return nil
}

func (o Open) filled() Open {
	o.AtOnce = cmp.Or(o.AtOnce, 8)
	o.LongestWait = cmp.Or(o.LongestWait, time.Second)
	o.Timeout = cmp.Or(o.Timeout, 15*time.Second)
	o.UserAgent = cmp.Or(o.UserAgent, "kadry")
	return o
}

// bracketed lets a bare IPv6 address pass for a host.
func bracketed(host string) string {
	if ip, err := netip.ParseAddr(host); err == nil && ip.Is6() {
		return net.JoinHostPort(host, "443")
	}
	return host
}

// within reports whether a list of hosts, spelled as Policy.Suffixes, holds this one. A
// name without a port stands for every port that is allowed at all.
func within(list []string, host, port string) bool {
	return slices.ContainsFunc(list, func(s string) bool {
		if strings.HasPrefix(s, ".") {
			return host == s[1:] || strings.HasSuffix(host, s)
		}
		return s == host || s == net.JoinHostPort(host, port)
	})
}

// mayUse reports whether a host may be asked on a port.
func (o Open) mayUse(host, port string) bool {
	if port == "80" || port == "443" {
		return true
	}
	n, err := strconv.ParseUint(port, 10, 16)
	named := net.JoinHostPort(host, port)
	return err == nil && slices.Contains(o.Ports, uint16(n)) || slices.Contains(o.Hosts, named) || slices.Contains(o.Inside, named)
}
