package upstream

import (
	"errors"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"regexp"
	"slices"
	"strings"

	"code.dny.dev/ssrf"
	"golang.org/x/net/http/httpguts"

	"kadry/internal/fault"
)

// insideNames are domains that exist only within a network or a machine (RFC 6761, 6762,
// 7686, 8375 and ICANN's reservation of .internal).
var insideNames = []string{".localhost", ".local", ".internal", ".home.arpa", ".onion"}

// spelledNumber is a last label by which some resolvers read a whole name as an IPv4
// address: 2130706433, 0x7f000001, 0177.0.0.1, 127.1.
var spelledNumber = regexp.MustCompile(`^(0x[0-9a-f]*|[0-9]+)$`)

var (
	publicOnly   = ssrf.New()
	notAnAddress = fault.Say("This is not an address.", "Это не адрес.")
)

// Check says, without dialing, whether a delivery may be sent: for the moment a caller
// hands over an address. nil promises nothing of what its name will resolve to, which is
// looked at on every dial. The error is fault.Invalid with a text for the caller.
func (c *Client) Check(d Delivery) error {
	o, err := c.outboxOf(d.Policy)
	if err != nil {
		return err
	}
	_, err = o.receiver(d)
	return err
}

// receiver reads the address of a delivery, and refuses what may not be dialled.
func (o *outbox) receiver(d Delivery) (*url.URL, error) {
	if err := sendable(d); err != nil {
		return nil, err
	}
	u, err := o.readable(d.URL)
	if err != nil {
		return nil, err
	}
	host, port := u.Hostname(), portOf(u)
	if ip, err := netip.ParseAddr(host); err == nil {
		host = ip.Unmap().String()
	}
	inside := slices.Contains(o.Inside, net.JoinHostPort(host, port))
	switch {
	case within(o.Own, host, port):
		return nil, refused(fault.Say("%[1]s is this server itself.", "%[1]s — это сам этот сервер.", u.Host), nil)
	case !o.mayUse(host, port):
		return nil, refused(fault.Say("Port %[1]s is not allowed: use 443 or 80.", "Порт %[1]s не разрешён: используйте 443 или 80.", port), nil)
	case len(o.Hosts) > 0 && !within(o.Hosts, host, port) && !inside, len(d.Hosts) > 0 && !within(d.Hosts, host, port):
		return nil, refused(fault.Say("The host %[1]s is not on the list of allowed receivers.",
			"Узла %[1]s нет в списке разрешённых получателей.", host), nil)
	case inside:
		return u, nil
	}
	if err := public(host, within(o.Hosts, host, port)); err != nil {
		return nil, err
	}
	return u, nil
}

// readable reads an address as it was given and names the first thing that is wrong.
func (o *outbox) readable(raw string) (*url.URL, error) {
	given, err := url.Parse(raw)
	switch {
	case len(raw) > longestURL:
		return nil, refused(fault.Say("The address is longer than %[1]d bytes.", "Адрес длиннее %[1]d байт.", longestURL), nil)
	case err != nil:
		return nil, refused(notAnAddress, unquoted(err))
	case given.Scheme == "http" && !o.Plain:
		return nil, refused(fault.Say("The address must begin with https://: plain http is not allowed here.",
			"Адрес должен начинаться с https://: обычный http здесь не разрешён."), nil)
	case given.Scheme != "http" && given.Scheme != "https":
		return nil, refused(fault.Say("The address must begin with https://.", "Адрес должен начинаться с https://."), nil)
	case given.User != nil:
		return nil, refused(fault.Say("The address must not hold a user name or password.",
			"В адресе не должно быть имени пользователя и пароля."), nil)
	case strings.Contains(raw, "#"):
		return nil, refused(fault.Say("The address must not hold a fragment (the part after #).",
			"В адресе не должно быть фрагмента (части после #)."), nil)
	}
	u, err := address(raw)
	if err != nil {
		return nil, refused(fault.Say("The address names no host that can be asked.",
			"В адресе нет узла, к которому можно обратиться."), err)
	}
	return u, nil
}

// public refuses a host that can be seen, without resolving it, to lie inside a network.
func public(host string, listed bool) error {
	if ip, err := netip.ParseAddr(host); err == nil {
		if err := publicOnly.SafeAddr(ip); err != nil {
			return refused(fault.Say("The address %[1]s lies in a private or reserved network.",
				"Адрес %[1]s лежит во внутренней или служебной сети.", host), err)
		}
		return nil
	}
	last := host[strings.LastIndexByte(host, '.')+1:]
	switch {
	case spelledNumber.MatchString(last):
		return refused(fault.Say("%[1]s is neither a host name nor an IP address in its usual spelling.",
			"%[1]s — не имя узла и не IP-адрес в обычной записи.", fault.Clip(host)), nil)
	case listed:
		return nil
	case last == host, slices.ContainsFunc(insideNames, func(s string) bool { return strings.HasSuffix(host, s) }):
		return refused(fault.Say("%[1]s is a name inside a network, not a public host.",
			"%[1]s — имя внутри сети, а не общедоступный узел.", fault.Clip(host)), nil)
	}
	return nil
}

// connectionHeaders are kept from callers: what the connection needs to itself.
var connectionHeaders = []string{
	"Host", "Connection", "Content-Length", "Transfer-Encoding", "Te", "Trailer", "Upgrade", "Keep-Alive", "Expect",
	"Proxy-Connection", "Proxy-Authorization", "Accept-Encoding",
}

// sendable checks method and headers. Values stay out of the error: they may be secrets.
func sendable(d Delivery) error {
	if d.Method == http.MethodConnect || d.Method != "" && !httpguts.ValidHeaderFieldName(d.Method) {
		return refused(fault.Say("The method %[1]q cannot be sent.", "Метод %[1]q отправить нельзя.", fault.Clip(d.Method)), nil)
	}
	for name, values := range d.Header {
		bad := !httpguts.ValidHeaderFieldName(name) || slices.Contains(connectionHeaders, http.CanonicalHeaderKey(name)) ||
			slices.ContainsFunc(values, func(v string) bool { return !httpguts.ValidHeaderFieldValue(v) })
		if bad {
			return refused(fault.Say("The header %[1]q cannot be sent.", "Заголовок %[1]q отправить нельзя.", fault.Clip(name)), nil)
		}
	}
	return nil
}

func refused(text fault.Text, cause error) *fault.Error { return fault.E(fault.Invalid, text, cause) }

// unquoted takes the address out of the error of its parser: it may hold a password.
func unquoted(err error) error {
	if parsing, ok := errors.AsType[*url.Error](err); ok {
		return parsing.Err
	}
	return err
}
