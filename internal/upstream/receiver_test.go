package upstream_test

import (
	"net/http"
	"strings"
	"testing"

	"kadry/internal/fault"
	"kadry/internal/upstream"
)

// checker is a client of one Open that dials nothing.
func checker(tb testing.TB, o upstream.Open) *upstream.Client {
	tb.Helper()
	o.Name = "webhook"
	c, err := upstream.New(upstream.Config{Open: []upstream.Open{o}})
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() { _ = c.Close() })
	return c
}

func TestCheck_anyPublicHost(t *testing.T) {
	t.Parallel()
	c := checker(t, upstream.Open{Own: []string{"kadry.example.org", "93.184.216.40", "93.184.216.41:8080", "2606:2800:220:1::9"}, Ports: []uint16{8443}})
	for raw, says := range map[string]string{
		"https://hooks.example.com/a?b=c":                        "",
		"https://HOOKS.example.com.":                             "",
		"https://hooks.example.com:443/":                         "",
		"https://hooks.example.com:8443/":                        "",
		"https://сайт.рф/приём":                                  "",
		"https://93.184.216.34/":                                 "",
		"https://[2606:2800:220:1::1]/":                          "",
		"https://[::ffff:93.184.216.34]/":                        "",
		"https://93.184.216.41/":                                 "",
		"https://xn--80aswg.xn--p1ai/":                           "",
		"":                                                       "begin with https",
		"hooks.example.com":                                      "begin with https",
		"//hooks.example.com/":                                   "begin with https",
		"ftp://hooks.example.com/":                               "begin with https",
		"file:///etc/passwd":                                     "begin with https",
		"gopher://hooks.example.com:443/_x":                      "begin with https",
		"javascript:alert(1)":                                    "begin with https",
		"http://hooks.example.com/":                              "plain http is not allowed",
		"HTTP://hooks.example.com/":                              "plain http is not allowed",
		"https:hooks.example.com":                                "no host",
		"https:///path":                                          "no host",
		"https://%zz/":                                           "not an address",
		"https://a b/":                                           "not an address",
		"https://hooks.example.com/\r\nX: y":                     "not an address",
		"https://hooks.example.com:port/":                        "not an address",
		"https://a..b/":                                          "no host",
		"https://user@hooks.example.com/":                        "user name or password",
		"https://u:p@hooks.example.com/":                         "user name or password",
		"https://@hooks.example.com/":                            "user name or password",
		"https://hooks.example.com@127.0.0.1/":                   "user name or password",
		"https://hooks.example.com/#part":                        "fragment",
		"https://hooks.example.com/#":                            "fragment",
		"https://hooks.example.com:22/":                          "Port 22",
		"https://hooks.example.com:6379/":                        "Port 6379",
		"https://hooks.example.com:0/":                           "Port 0",
		"https://hooks.example.com:99999/":                       "Port 99999",
		"https://kadry.example.org/":                             "this server itself",
		"https://KADRY.example.org./":                            "this server itself",
		"https://93.184.216.40/":                                 "this server itself",
		"https://[::ffff:93.184.216.40]/":                        "this server itself",
		"https://[2606:2800:220:1:0:0:0:9]/":                     "this server itself",
		"https://2130706433/":                                    "usual spelling",
		"https://0x7f000001/":                                    "usual spelling",
		"https://0x7F.1/":                                        "usual spelling",
		"https://0177.0.0.1/":                                    "usual spelling",
		"https://017700000001/":                                  "usual spelling",
		"https://127.1/":                                         "usual spelling",
		"https://127.0.0.1.:443/":                                "private or reserved",
		"https://hooks.example.0/":                               "usual spelling",
		"https://１２７.０.０.１/":                                     "private or reserved",
		"https://127。0。0。1/":                                     "private or reserved",
		"https://①②⑦.0.0.1/":                                     "private or reserved",
		"https://localhost/":                                     "inside a network",
		"https://app.localhost/":                                 "inside a network",
		"https://intranet/":                                      "inside a network",
		"https://printer.local/":                                 "inside a network",
		"https://metadata.google.internal/":                      "inside a network",
		"https://router.home.arpa/":                              "inside a network",
		"https://hidden.onion/":                                  "inside a network",
		"https://[fe80::1%25eth0]/":                              "no host",
		"https://hooks.example.com/" + strings.Repeat("a", 9000): "longer than",
	} {
		err := c.Check(upstream.Delivery{URL: raw})
		refusedAs(t, raw, err, says)
	}
}

func refusedAs(t *testing.T, what string, err error, says string) {
	t.Helper()
	f := fault.From(err)
	switch {
	case says == "" && err != nil:
		t.Errorf("%q: %v", what, err)
	case says == "":
	case f == nil:
		t.Errorf("%q passed, want %q", what, says)
	case f.Kind != fault.Invalid || !strings.Contains(f.Text.EN, says) || f.Text.RU == "":
		t.Errorf("%q: %v, want %q", what, err, says)
	}
}

// privateAddresses are one or more of every range that is not the public internet.
var privateAddresses = []string{
	"0.0.0.0", "0.1.2.3", "10.0.0.1", "10.255.255.255", "100.64.0.1", "100.127.255.255", "127.0.0.1", "127.255.0.1",
	"169.254.169.254", "172.16.0.1", "172.31.255.255", "192.0.0.1", "192.0.2.1", "192.88.99.1", "192.168.0.1", "192.168.255.255",
	"198.18.0.1", "198.19.255.255", "198.51.100.1", "203.0.113.1", "224.0.0.1", "239.255.255.255", "240.0.0.1", "255.255.255.255",
	"::", "::1", "::127.0.0.1", "::ffff:127.0.0.1", "::ffff:7f00:1", "::ffff:10.0.0.1", "::ffff:169.254.169.254",
	"64:ff9b::7f00:1", "64:ff9b:1::1", "100::1", "2001::1", "2001:1ff::1", "2001:db8::1", "2002:7f00:1::", "3fff::1", "3fff:fff::1",
	"4000::1", "5f00::1", "fc00::1", "fd00:ec2::254", "fe80::1", "fec0::1", "ff02::1", "ffff::1",
}

func literal(ip string) string {
	if strings.Contains(ip, ":") {
		return "[" + ip + "]"
	}
	return ip
}

func TestCheck_noPrivateAddress(t *testing.T) {
	t.Parallel()
	c := checker(t, upstream.Open{Plain: true})
	for _, ip := range privateAddresses {
		for _, scheme := range []string{"http://", "https://"} {
			refusedAs(t, ip, c.Check(upstream.Delivery{URL: scheme + literal(ip) + "/"}), "private or reserved")
		}
	}
	for _, ip := range []string{"1.1.1.1", "9.255.255.255", "11.0.0.1", "100.63.0.1", "100.128.0.1", "172.15.0.1", "172.32.0.1", "192.167.1.1", "223.255.255.255", "2600::1", "2003::1"} {
		refusedAs(t, ip, c.Check(upstream.Delivery{URL: "https://" + literal(ip) + "/"}), "")
	}
}

func TestCheck_listsOfHosts(t *testing.T) {
	t.Parallel()
	c := checker(t, upstream.Open{
		Plain: true, Hosts: []string{".example.com", "one.example.org", "two.example.org:9000", "erp", "127.0.0.1"},
		Inside: []string{"127.0.0.1:9001", "crm.local:8080", "own.local:8080"}, Own: []string{"own.local", "127.0.0.1:9002"},
	})
	const off = "list of allowed receivers"
	for _, row := range []struct{ raw, tenants, says string }{
		{"https://example.com/", "", ""},
		{"https://a.b.example.com/", "", ""},
		{"https://one.example.org/", "", ""},
		{"https://two.example.org:9000/", "", ""},
		{"http://erp/", "", ""},
		{"http://127.0.0.1:9001/", "", ""},
		{"http://crm.local:8080/", "", ""},
		{"https://one.example.org/", "one.example.org", ""},
		{"https://a.example.com/", ".example.com", ""},
		{"https://sub.one.example.org/", "", off},
		{"https://badexample.com/", "", off},
		{"https://two.example.org/", "", off},
		{"https://one.example.org:9000/", "", "Port 9000"},
		{"https://evil.example.net/", "evil.example.net", off},
		{"https://a.example.com/", "b.example.com", off},
		{"http://crm.local:8080/", "a.example.com", off},
		{"http://crm.local/", "", off},
		{"http://127.0.0.1/", "", "private or reserved"},
		{"http://127.0.0.1:9002/", "", "this server itself"},
		{"http://own.local:8080/", "", "this server itself"},
	} {
		d := upstream.Delivery{URL: row.raw}
		if row.tenants != "" {
			d.Hosts = []string{row.tenants}
		}
		refusedAs(t, row.raw+" for "+row.tenants, c.Check(d), row.says)
	}
}

func TestCheck_methodAndHeaders(t *testing.T) {
	t.Parallel()
	c := checker(t, upstream.Open{})
	for name, value := range map[string]string{
		"Host": "127.0.0.1", "content-length": "5", "Transfer-Encoding": "chunked", "Connection": "close", "Upgrade": "h2c",
		"Proxy-Authorization": "x", "Bad Name": "x", "": "x", "X-Split": "a\r\nHost: b", "X-Nul": "a\x00b",
	} {
		err := c.Check(upstream.Delivery{URL: "https://hooks.example.com/", Header: http.Header{name: {value}}})
		refusedAs(t, name, err, "header")
		if err != nil && value != "x" && strings.Contains(err.Error(), value) {
			t.Errorf("%q: the value is told: %v", name, err)
		}
	}
	for method, says := range map[string]string{"": "", "PUT": "", "DELETE": "", "CONNECT": "method", "G ET": "method", "A\r\nB": "method"} {
		refusedAs(t, method, c.Check(upstream.Delivery{URL: "https://hooks.example.com/", Method: method}), says)
	}
	if err := c.Check(upstream.Delivery{URL: "https://hooks.example.com/", Policy: "unknown"}); err == nil {
		t.Error("an unknown policy passed")
	}
	err := c.Check(upstream.Delivery{URL: "https://u:hunter2@hooks.example.com:port/"})
	if err == nil || strings.Contains(err.Error(), "hunter2") {
		t.Errorf("%v", err)
	}
}

func TestNew_refusesBadOpens(t *testing.T) {
	t.Parallel()
	for name, open := range map[string][]upstream.Open{
		"no name":             {{}},
		"a name":              {{Name: "Web Hook"}},
		"twice":               {{Name: "a"}, {Name: "a"}},
		"as a policy":         {{Name: "town"}},
		"a host with a path":  {{Name: "a", Hosts: []string{"a.test/x"}}},
		"upper case":          {{Name: "a", Hosts: []string{"A.test"}}},
		"inside without port": {{Name: "a", Inside: []string{"10.0.0.1"}}},
		"own domain":          {{Name: "a", Own: []string{".test"}}},
		"own nonsense":        {{Name: "a", Own: []string{"http://a.test"}}},
		"port 0":              {{Name: "a", Ports: []uint16{0}}},
		"negative":            {{Name: "a", AtOnce: -1}},
		"negative time":       {{Name: "a", Timeout: -1}},
	} {
		c, err := upstream.New(upstream.Config{Policies: []upstream.Policy{plain()}, Open: open})
		if err == nil {
			t.Errorf("%s passed", name)
			_ = c.Close()
		}
	}
}

func FuzzCheck(f *testing.F) {
	for _, raw := range []string{"https://a.test/", "https://[::ffff:127.0.0.1]/", "https://0x7f.1/", "https://сайт.рф/?q= ", "http://u@a.test:80#f", "https://１.0.0.1/", "https://a.test:8443"} {
		f.Add(raw)
	}
	c := checker(f, upstream.Open{Own: []string{"own.test"}})
	f.Fuzz(func(t *testing.T, raw string) {
		err := c.Check(upstream.Delivery{URL: raw})
		if err != nil {
			if fault.KindOf(err) != fault.Invalid {
				t.Errorf("%q: %v", raw, err)
			}
			return
		}
		once, err := upstream.Address(raw)
		if err != nil || !strings.HasPrefix(once, "https://") || strings.ContainsAny(once, " \r\n\x00#") {
			t.Errorf("%q -> %q, %v", raw, once, err)
		}
		if again := c.Check(upstream.Delivery{URL: once}); again != nil {
			t.Errorf("%q passed, %q does not: %v", raw, once, again)
		}
	})
}
