package upstream

import (
	"cmp"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"golang.org/x/net/idna"

	"kadry/internal/fault"
)

// longestURL is over what any site accepts (8 kB is the usual limit of a request line).
const longestURL = 8 << 10

var policyName = regexp.MustCompile(`^[a-z0-9]([a-z0-9-]{0,30}[a-z0-9])?$`)

// check says what is wrong with a policy as an operator wrote it.
func (p Policy) check() error {
	switch {
	case !policyName.MatchString(p.Name):
		return errors.New("the name must be 1-32 of a-z, 0-9 and dashes")
	case len(p.Suffixes) == 0:
		return errors.New("no hosts")
	case p.Below != "" && !strings.HasPrefix(p.Below, "/"):
		return errors.New("the path begins with a slash")
	case p.PerSecond < 0 || p.AtOnce < 0 || p.Daily < 0 || p.Attempts < 0 || p.MaxBytes < 0:
		return errors.New("a limit is negative")
	case p.Backoff < 0 || p.Timeout < 0 || p.Negative < 0 || p.LongestWait < 0:
		return errors.New("a duration is negative")
	case p.Jitter < 0 || p.Jitter > 1:
		return errors.New("jitter must be 0-1")
	}
	for name := range p.Header {
		switch http.CanonicalHeaderKey(name) {
		case "Accept-Encoding", "Host", "Connection", "Range", "If-None-Match", "If-Modified-Since":
			return fmt.Errorf("the header %s is not the operator's to set", name)
		}
	}
	for _, s := range p.Suffixes {
		if err := checkSuffix(s, p.Private); err != nil {
			return err
		}
	}
	return nil
}

func checkSuffix(s string, private bool) error {
	host, port, err := net.SplitHostPort(s)
	if err != nil {
		host, port = strings.TrimPrefix(s, "."), "443"
		if private {
			return fmt.Errorf("%q: a private host is named as host:port", s)
		}
	}
	_, badPort := strconv.ParseUint(port, 10, 16)
	u, err := address("http://" + net.JoinHostPort(host, port))
	if err != nil || badPort != nil || u.Hostname() != host {
		return fmt.Errorf("%q is not a host in lower case, \".domain\" or host:port", s)
	}
	return nil
}

// filled returns the policy with its zero fields set to what they stand for.
func (p Policy) filled() Policy {
	p.AtOnce = cmp.Or(p.AtOnce, 2)
	p.Attempts = cmp.Or(p.Attempts, 4)
	p.Backoff = cmp.Or(p.Backoff, time.Second)
	p.Timeout = cmp.Or(p.Timeout, 30*time.Second)
	p.MaxBytes = cmp.Or(p.MaxBytes, 16<<20)
	p.LongestWait = cmp.Or(p.LongestWait, time.Minute)
	p.UserAgent = cmp.Or(p.UserAgent, "kadry")
	return p
}

// covers reports whether the policy is for the host, port and path of an address made by address.
func (p Policy) covers(u *url.URL) bool {
	if !strings.HasPrefix(u.Path, p.Below) {
		return false
	}
	host, port := u.Hostname(), portOf(u)
	return (port == "80" || port == "443") && within(p.Suffixes, host, port) || slices.Contains(p.Suffixes, net.JoinHostPort(host, port))
}

// route finds the policy of an address. The address comes back in the one spelling under
// which copies are kept.
func (c *Client) route(raw string) (*url.URL, *site, error) {
	u, err := address(raw)
	if err != nil {
		return nil, nil, fault.E(fault.Invalid, fault.Say("This is not an address that can be asked for.", "Это не адрес, по которому можно обратиться."), err).
			WithHint(fault.Say("Give an http or https address with a host and without a name and password.",
				"Нужен адрес http или https с именем узла, без имени пользователя и пароля."))
	}
	for _, s := range c.sites {
		if s.covers(u) {
			return u, s, nil
		}
	}
	c.count(Event{What: Denied})
	return nil, nil, fault.E(fault.Denied, fault.Say("The host %[1]s is not on the list of those that may be asked.",
		"Узла %[1]s нет в списке тех, к кому разрешено обращаться.", u.Host), nil)
}

// address reads an http or https address and spells it one way: lower-case ASCII host
// without a final dot, no standard port, no fragment, "/" for an empty path.
func address(raw string) (*url.URL, error) {
	if len(raw) > longestURL {
		return nil, fmt.Errorf("upstream: address of %d bytes", len(raw))
	}
	u, err := url.Parse(raw)
	if err != nil {
		return nil, fmt.Errorf("upstream: %w", err)
	}
	if (u.Scheme != "http" && u.Scheme != "https") || u.Opaque != "" || u.User != nil {
		return nil, errors.New("upstream: not a plain http or https address")
	}
	host, err := hostOf(u)
	if err != nil {
		return nil, err
	}
	port := u.Port()
	if port == "" || (u.Scheme == "http" && port == "80") || (u.Scheme == "https" && port == "443") {
		u.Host = host
		if strings.Contains(host, ":") {
			u.Host = "[" + host + "]"
		}
	} else {
		u.Host = net.JoinHostPort(host, port)
	}
	u.Fragment, u.RawFragment = "", ""
	if u.Path == "" {
		u.Path = "/"
	}
	u.RawQuery = escaped(u.RawQuery)
	return u, nil
}

// escaped spells out the bytes of a query that may not stand in a request line, and leaves
// the rest as the caller wrote it.
func escaped(query string) string {
	var b strings.Builder
	for i := range len(query) {
		if c := query[i]; c <= ' ' || c >= 0x7f || strings.IndexByte(`"<>\^`+"`{|}", c) >= 0 {
			fmt.Fprintf(&b, "%%%02X", c)
		} else {
			b.WriteByte(c)
		}
	}
	return b.String()
}

func hostOf(u *url.URL) (string, error) {
	host := u.Hostname()
	if ip, err := netip.ParseAddr(host); err == nil && ip.Zone() == "" {
		return ip.String(), nil
	}
	host, err := idna.Lookup.ToASCII(strings.TrimSuffix(host, "."))
	if err == nil {
		host, err = idna.Lookup.ToASCII(host) // bytes that are no text pass once, and are no host
	}
	if err != nil {
		return "", fmt.Errorf("upstream: host: %w", err)
	}
	if host == "" || strings.HasPrefix(host, ".") || strings.HasSuffix(host, ".") || strings.Contains(host, "..") {
		return "", errors.New("upstream: address without a whole host")
	}
	return strings.ToLower(host), nil
}

func portOf(u *url.URL) string {
	switch {
	case u.Port() != "":
		return u.Port()
	case u.Scheme == "http":
		return "80"
	}
	return "443"
}
