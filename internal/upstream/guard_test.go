package upstream_test

import (
	"context"
	"encoding/binary"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"golang.org/x/net/dns/dnsmessage"

	"kadry/internal/fault"
	"kadry/internal/upstream"
)

func TestRoute_onlyHostsOfAPolicy(t *testing.T) {
	t.Parallel()
	w := newTown(t, text("page"))
	p := plain()
	p.Suffixes = []string{".town.test", "api.other.test", "named.test:9000", "xn--80aswg.test"}
	c := client(t, w, upstream.Config{}, p)
	for raw, want := range map[string]fault.Kind{
		"http://town.test/":                             "",
		"http://a.b.town.test/":                         "",
		"http://TOWN.test./":                            "",
		"http://town.test:80/":                          "",
		"http://api.other.test":                         "",
		"http://named.test:9000/":                       "",
		"http://сайт.test/":                             "",
		"http://front.town.test/?q=где тут":             "",
		"http://town.test:8080/":                        fault.Denied,
		"http://sub.api.other.test/":                    fault.Denied,
		"http://named.test/":                            fault.Denied,
		"http://nottown.test/":                          fault.Denied,
		"http://town.test.evil.example/":                fault.Denied,
		"http://evil.example/?x=.town.test":             fault.Denied,
		"http://evil.example#.town.test":                fault.Denied,
		"http://127.0.0.1/":                             fault.Denied,
		"http://[::1]/":                                 fault.Denied,
		"http://2130706433/":                            fault.Denied,
		"http://user@town.test/":                        fault.Invalid,
		"http://town.test@evil.example/":                fault.Invalid,
		"ftp://town.test/":                              fault.Invalid,
		"file:///etc/passwd":                            fault.Invalid,
		"javascript:alert(1)":                           fault.Invalid,
		"//town.test/":                                  fault.Invalid,
		"http:town.test":                                fault.Invalid,
		"http:///page":                                  fault.Invalid,
		"http://town.test:x/":                           fault.Invalid,
		"http://town test/":                             fault.Invalid,
		"http://[fe80::1%25eth0]/":                      fault.Invalid,
		"http://town.test/\x00":                         fault.Invalid,
		"http://%zz/":                                   fault.Invalid,
		"":                                              fault.Invalid,
		"http://town.test/" + strings.Repeat("a", 9000): fault.Invalid,
	} {
		before := w.dials.Load()
		_, err := c.Get(t.Context(), upstream.Request{URL: raw, Kind: "unkept"})
		if fault.KindOf(err) != want {
			t.Errorf("%q: %v, want %q", raw, err, want)
		}
		if want != "" && w.dials.Load() != before {
			t.Errorf("%q was dialled", raw)
		}
	}
}

func TestAddress_hasOneSpelling(t *testing.T) {
	t.Parallel()
	for raw, want := range map[string]string{
		"HTTP://Town.Test":                   "http://town.test/",
		"https://town.test:443/a?b=c#d":      "https://town.test/a?b=c",
		"http://town.test:443/":              "http://town.test:443/",
		"https://town.test./?q=два слова":    "https://town.test/?q=%D0%B4%D0%B2%D0%B0%20%D1%81%D0%BB%D0%BE%D0%B2%D0%B0",
		"https://town.test/?q=a+b%20c&d":     "https://town.test/?q=a+b%20c&d",
		"http://[2001:DB8:0::1]:8080/":       "http://[2001:db8::1]:8080/",
		"http://[2001:db8::1]":               "http://[2001:db8::1]/",
		"https://town.test/путь":             "https://town.test/%D0%BF%D1%83%D1%82%D1%8C",
		"https://math-ege.town.test/problem": "https://math-ege.town.test/problem",
	} {
		got, err := upstream.Address(raw)
		if err != nil || got != want {
			t.Errorf("%q: %q, %v, want %q", raw, got, err, want)
		}
		if twice, err := upstream.Address(got); err != nil || twice != got {
			t.Errorf("%q is spelled anew: %q, %v", got, twice, err)
		}
	}
}

func FuzzAddress(f *testing.F) {
	for _, raw := range []string{"http://a.test/", "https://[::1]:9/x?y#z", "http://сайт.рф/?q= ", "http://a.test:80", "http://1.2.3.4/%2e", "http://a.test/?\x7f", "http://..", "http://0\x91"} {
		f.Add(raw)
	}
	f.Fuzz(func(t *testing.T, raw string) {
		once, err := upstream.Address(raw)
		if err != nil {
			return
		}
		if twice, err := upstream.Address(once); err != nil || twice != once {
			t.Errorf("%q -> %q -> %q, %v", raw, once, twice, err)
		}
		if strings.ContainsAny(once, " \r\n\x00#@") && !strings.Contains(raw, "@") {
			t.Errorf("%q -> %q", raw, once)
		}
	})
}

// resolver answers every A question with the next of the addresses, the last one for ever.
func resolver(t *testing.T, addresses ...string) *net.Resolver {
	t.Helper()
	var asked atomic.Int64
	var serving sync.WaitGroup
	t.Cleanup(serving.Wait)
	return &net.Resolver{PreferGo: true, Dial: func(context.Context, string, string) (net.Conn, error) {
		ours, theirs := net.Pipe()
		serving.Go(func() {
			defer theirs.Close()
			answerNames(theirs, func() netip.Addr {
				n := int(asked.Add(1)) - 1
				return netip.MustParseAddr(addresses[min(n, len(addresses)-1)])
			})
		})
		return ours, nil
	}}
}

func answerNames(conn net.Conn, next func() netip.Addr) {
	for {
		var size [2]byte
		if _, err := io.ReadFull(conn, size[:]); err != nil {
			return
		}
		question := make([]byte, binary.BigEndian.Uint16(size[:]))
		if _, err := io.ReadFull(conn, question); err != nil {
			return
		}
		var m dnsmessage.Message
		if m.Unpack(question) != nil {
			return
		}
		m.Response, m.Additionals = true, nil
		if q := m.Questions[0]; q.Type == dnsmessage.TypeA {
			m.Answers = []dnsmessage.Resource{{
				Header: dnsmessage.ResourceHeader{Name: q.Name, Class: q.Class, TTL: 0},
				Body:   &dnsmessage.AResource{A: next().As4()},
			}}
		}
		packed, err := m.Pack()
		if err != nil {
			return
		}
		if _, err := conn.Write(append(binary.BigEndian.AppendUint16(nil, uint16(len(packed))), packed...)); err != nil {
			return
		}
	}
}

var errSeen = errors.New("seen, and not let through")

// watched is a client of public.test that dials nothing but what seen agrees to.
func watched(t *testing.T, p upstream.Policy, names *net.Resolver, seen func(address string) error) *upstream.Client {
	t.Helper()
	c, err := upstream.NewWatched(upstream.Config{Policies: []upstream.Policy{p}}, names,
		func(_, address string, _ syscall.RawConn) error { return seen(address) })
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.Close() })
	return c
}

func TestGuard_deniesEveryPrivateAddress(t *testing.T) {
	t.Parallel()
	for _, ip := range []string{
		"0.0.0.0", "0.1.2.3", "10.1.2.3", "100.64.0.1", "127.0.0.1", "127.1.2.3", "169.254.169.254", "172.16.0.1", "192.0.0.1",
		"192.0.2.1", "192.168.1.1", "198.18.0.1", "198.51.100.1", "203.0.113.1", "224.0.0.1", "240.0.0.1", "255.255.255.255",
	} {
		p := upstream.Policy{Name: "public", Suffixes: []string{"public.test"}, Attempts: 3}
		c := watched(t, p, resolver(t, ip), func(address string) error {
			t.Errorf("%s would be dialled", address)
			return errSeen
		})
		if _, err := c.Get(t.Context(), upstream.Request{URL: "http://public.test/"}); fault.KindOf(err) != fault.Denied {
			t.Errorf("%s: %v", ip, err)
		}
	}
}

func TestGuard_seesTheAddressOfEachDial(t *testing.T) {
	t.Parallel()
	inside := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { t.Error("the inside was reached") }))
	t.Cleanup(inside.Close)
	var dialled []string
	p := upstream.Policy{Name: "public", Suffixes: []string{"public.test"}, Attempts: 3, Backoff: time.Millisecond}
	c := watched(t, p, resolver(t, "93.184.216.34", "127.0.0.1"), func(address string) error {
		dialled = append(dialled, address)
		return errSeen
	})
	_, err := c.Get(t.Context(), upstream.Request{URL: "http://public.test/"})
	if fault.KindOf(err) != fault.Denied || len(dialled) != 1 || dialled[0] != "93.184.216.34:80" {
		t.Errorf("dialled %v, %v", dialled, err)
	}
}

// A host that is named may be private; what it redirects to, or resolves beside it, may not.
func TestGuard_privateHostsAreThoseNamed(t *testing.T) {
	t.Parallel()
	other := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { t.Error("a host off the list was reached") }))
	t.Cleanup(other.Close)
	named := httptest.NewServer(http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/away" {
			http.Redirect(rw, r, other.URL, http.StatusFound)
			return
		}
		_, _ = io.WriteString(rw, "hello")
	}))
	t.Cleanup(named.Close)
	host := strings.TrimPrefix(named.URL, "http://")
	p := upstream.Policy{Name: "named", Suffixes: []string{host}, Private: true, Attempts: 1}
	c, err := upstream.New(upstream.Config{Policies: []upstream.Policy{p}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.Close() })
	if res, err := c.Get(t.Context(), upstream.Request{URL: named.URL}); err != nil || string(res.Body) != "hello" {
		t.Fatalf("%+v, %v", res, err)
	}
	_, err = c.Get(t.Context(), upstream.Request{URL: named.URL + "/away"})
	if f := fault.From(err); f.Kind != fault.Upstream || !strings.Contains(f.Text.EN, "list of hosts") {
		t.Errorf("redirect: %v", err)
	}
	if _, err := c.Get(t.Context(), upstream.Request{URL: other.URL}); fault.KindOf(err) != fault.Denied {
		t.Errorf("another port of the same machine: %v", err)
	}

	p.Private = false
	open := watched(t, p, nil, func(address string) error {
		t.Errorf("%s would be dialled", address)
		return errSeen
	})
	if _, err := open.Get(t.Context(), upstream.Request{URL: named.URL}); fault.KindOf(err) != fault.Denied {
		t.Errorf("named, but not as private: %v", err)
	}
}

// Where clouds keep their credentials nobody gets, named or not.
func TestGuard_linkLocalStaysShut(t *testing.T) {
	t.Parallel()
	p := upstream.Policy{Name: "named", Suffixes: []string{"meta.test:80", "lan.test:8080"}, Private: true, Attempts: 1}
	var dialled []string
	c := watched(t, p, resolver(t, "169.254.169.254", "192.168.0.7"), func(address string) error {
		dialled = append(dialled, address)
		return errSeen
	})
	if _, err := c.Get(t.Context(), upstream.Request{URL: "http://meta.test/"}); fault.KindOf(err) != fault.Denied {
		t.Errorf("%v", err)
	}
	if _, err := c.Get(t.Context(), upstream.Request{URL: "http://lan.test:8080/"}); fault.KindOf(err) != fault.Unavailable {
		t.Errorf("%v", err)
	}
	if len(dialled) != 1 || dialled[0] != "192.168.0.7:8080" {
		t.Errorf("dialled %v", dialled)
	}
}

func TestGuard_obeysNoProxy(t *testing.T) { // not parallel: the environment is the process's
	proxy := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { t.Error("a proxy was asked") }))
	t.Cleanup(proxy.Close)
	t.Setenv("HTTP_PROXY", proxy.URL)
	t.Setenv("http_proxy", proxy.URL)
	p := upstream.Policy{Name: "public", Suffixes: []string{"public.test"}, Attempts: 1}
	var dialled []string
	c := watched(t, p, resolver(t, "93.184.216.34"), func(address string) error {
		dialled = append(dialled, address)
		return errSeen
	})
	_, _ = c.Get(t.Context(), upstream.Request{URL: "http://public.test/"})
	if len(dialled) != 1 || dialled[0] != "93.184.216.34:80" {
		t.Errorf("dialled %v", dialled)
	}
}
