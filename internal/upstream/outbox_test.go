package upstream_test

import (
	"context"
	"crypto/tls"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"syscall"
	"testing"

	"kadry/internal/fault"
	"kadry/internal/upstream"
)

func TestSend_guardOfEveryAddress(t *testing.T) {
	t.Parallel()
	for _, ip := range privateAddresses {
		if strings.Contains(ip, ":") {
			continue // the resolver of these tests knows IPv4 alone; TestSend_guardOfLiterals has the rest
		}
		c := guarded(t, upstream.Open{}, resolver(t, ip), func(address string) error {
			t.Errorf("%s would be dialled", address)
			return errSeen
		})
		r, err := c.Send(t.Context(), upstream.Delivery{URL: "https://public.test/"})
		if fault.KindOf(err) != fault.Denied || r.Class != upstream.Forbidden {
			t.Errorf("%s: %+v, %v", ip, r, err)
		}
	}
}

// The address check is not the only wall: with it out of the way (the host is listed as a
// name that a private address hides behind) the dial is refused all the same.
func TestSend_guardOfLiterals(t *testing.T) {
	t.Parallel()
	for _, ip := range privateAddresses {
		if err := upstream.DialReceiver(t.Context(), upstream.Open{}, net.JoinHostPort(ip, "443")); !upstream.Prohibited(err) {
			t.Errorf("%s: %v", ip, err)
		}
	}
	for _, port := range []string{"22", "25", "6379", "8080"} {
		if err := upstream.DialReceiver(t.Context(), upstream.Open{}, "93.184.216.34:"+port); !upstream.Prohibited(err) {
			t.Errorf("port %s: %v", port, err)
		}
	}
}

// guarded delivers with names resolved by names, and dials nothing but what seen agrees to.
func guarded(t *testing.T, o upstream.Open, names *net.Resolver, seen func(address string) error) *upstream.Client {
	t.Helper()
	o.Name = "webhook"
	c, err := upstream.NewWatched(upstream.Config{Open: []upstream.Open{o}}, names,
		func(_, address string, _ syscall.RawConn) error { return seen(address) })
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.Close() })
	return c
}

func TestSend_rebindingGainsNothing(t *testing.T) {
	t.Parallel()
	var dialled []string
	c := guarded(t, upstream.Open{}, resolver(t, "93.184.216.34", "127.0.0.1"), func(address string) error {
		dialled = append(dialled, address)
		return errSeen
	})
	d := upstream.Delivery{URL: "https://public.test/"}
	if err := c.Check(d); err != nil {
		t.Fatal(err)
	}
	if r, err := c.Send(t.Context(), d); r.Class != upstream.Unreachable {
		t.Errorf("first: %+v, %v", r, err)
	}
	if r, err := c.Send(t.Context(), d); r.Class != upstream.Forbidden || fault.KindOf(err) != fault.Denied {
		t.Errorf("second: %+v, %v", r, err)
	}
	if len(dialled) != 1 || dialled[0] != "93.184.216.34:443" {
		t.Errorf("dialled %v", dialled)
	}
}

func TestSend_ownAddressBehindAName(t *testing.T) {
	t.Parallel()
	o := upstream.Open{Own: []string{"93.184.216.34", "93.184.216.35:443"}, Ports: []uint16{8443}}
	c := guarded(t, o, resolver(t, "93.184.216.34", "93.184.216.35"), func(string) error { return errSeen })
	for _, url := range []string{"https://public.test/", "https://public.test/"} {
		if r, err := c.Send(t.Context(), upstream.Delivery{URL: url}); r.Class != upstream.Forbidden || fault.KindOf(err) != fault.Denied {
			t.Errorf("%s: %+v, %v", url, r, err)
		}
	}
	if r, _ := c.Send(t.Context(), upstream.Delivery{URL: "https://public.test:8443/"}); r.Class != upstream.Unreachable {
		t.Errorf("another port of an address that is own on one: %+v", r)
	}
}

func TestSend_nameWithoutAddress(t *testing.T) {
	t.Parallel()
	none := &net.Resolver{PreferGo: true, Dial: func(context.Context, string, string) (net.Conn, error) { return nil, errDown }}
	c := guarded(t, upstream.Open{}, none, func(string) error { return errSeen })
	r, err := c.Send(t.Context(), upstream.Delivery{URL: "https://public.test/hook/s3cret-path?key=s3cret"})
	if r.Class != upstream.Unresolved || fault.KindOf(err) != fault.Unavailable || strings.Contains(err.Error(), "s3cret") {
		t.Errorf("%+v, %v", r, err)
	}
}

func TestSend_obeysNoProxy(t *testing.T) { // not parallel: the environment is the process's
	for _, name := range []string{"HTTP_PROXY", "http_proxy", "HTTPS_PROXY", "https_proxy", "ALL_PROXY"} {
		t.Setenv(name, "http://93.184.216.99:3128")
	}
	var dialled []string
	c := guarded(t, upstream.Open{}, resolver(t, "93.184.216.34"), func(address string) error {
		dialled = append(dialled, address)
		return errSeen
	})
	_, _ = c.Send(t.Context(), upstream.Delivery{URL: "https://public.test/"})
	if len(dialled) != 1 || dialled[0] != "93.184.216.34:443" {
		t.Errorf("dialled %v", dialled)
	}
}

// secure starts a receiver with a certificate for 127.0.0.1 and returns an Open that
// trusts it and may reach it.
func secure(t *testing.T, handler http.HandlerFunc, change func(*tls.Config)) (*httptest.Server, upstream.Open) {
	t.Helper()
	server := httptest.NewUnstartedServer(handler)
	server.Config.ErrorLog = log.New(io.Discard, "", 0)
	server.TLS = &tls.Config{}
	if change != nil {
		change(server.TLS)
	}
	server.StartTLS()
	t.Cleanup(server.Close)
	return server, upstream.Open{
		Name: "webhook", Inside: []string{strings.TrimPrefix(server.URL, "https://")},
		Roots: server.Client().Transport.(*http.Transport).TLSClientConfig.RootCAs,
	}
}

func opened(t *testing.T, open ...upstream.Open) *upstream.Client {
	t.Helper()
	c, err := upstream.New(upstream.Config{Open: open})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.Close() })
	return c
}

func TestSend_verifiesTLS(t *testing.T) {
	t.Parallel()
	fine := func(rw http.ResponseWriter, _ *http.Request) { rw.WriteHeader(http.StatusNoContent) }
	server, o := secure(t, fine, nil)
	if r, err := opened(t, o).Send(t.Context(), upstream.Delivery{URL: server.URL}); err != nil || r.Status != 204 {
		t.Fatalf("%+v, %v", r, err)
	}
	stranger := o
	stranger.Roots = nil
	old, oldOpen := secure(t, fine, func(c *tls.Config) { c.MinVersion, c.MaxVersion = tls.VersionTLS10, tls.VersionTLS11 })
	plainServer := httptest.NewServer(http.HandlerFunc(fine))
	t.Cleanup(plainServer.Close)
	host := strings.TrimPrefix(plainServer.URL, "http://")
	for name, row := range map[string]struct {
		open upstream.Open
		url  string
	}{
		"a stranger's certificate": {stranger, server.URL},
		"TLS 1.1":                  {oldOpen, old.URL},
		"no TLS":                   {upstream.Open{Name: "webhook", Inside: []string{host}}, "https://" + host},
	} {
		r, err := opened(t, row.open).Send(t.Context(), upstream.Delivery{URL: row.url})
		if r.Class != upstream.Insecure || fault.KindOf(err) != fault.Upstream {
			t.Errorf("%s: %+v, %v", name, r, err)
		}
	}
}

// A redirect to the inside is an answer; the body is not posted a second time.
func TestSend_redirectInsideIsNotFollowed(t *testing.T) {
	t.Parallel()
	inside := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { t.Error("the inside was reached") }))
	t.Cleanup(inside.Close)
	server, o := secure(t, func(rw http.ResponseWriter, r *http.Request) {
		http.Redirect(rw, r, inside.URL, http.StatusTemporaryRedirect)
	}, nil)
	r, err := opened(t, o).Send(t.Context(), upstream.Delivery{URL: server.URL, Body: []byte("{}")})
	if err != nil || r.Status != http.StatusTemporaryRedirect {
		t.Errorf("%+v, %v", r, err)
	}
}

func TestSend_insideHostsAreThoseNamed(t *testing.T) {
	t.Parallel()
	other := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { t.Error("a host not named was reached") }))
	t.Cleanup(other.Close)
	server, o := secure(t, func(http.ResponseWriter, *http.Request) {}, nil)
	o.Plain = true
	c := opened(t, o)
	if _, err := c.Send(t.Context(), upstream.Delivery{URL: other.URL}); fault.KindOf(err) != fault.Invalid {
		t.Errorf("another port of the machine: %v", err)
	}
	port := server.URL[strings.LastIndexByte(server.URL, ':'):]
	if r, err := c.Send(t.Context(), upstream.Delivery{URL: "https://localhost" + port}); fault.KindOf(err) != fault.Invalid {
		t.Errorf("another name of it: %+v, %v", r, err)
	}
	o.Inside = []string{"169.254.169.254:80"}
	if r, err := opened(t, o).Send(t.Context(), upstream.Delivery{URL: "http://169.254.169.254/latest"}); r.Class != upstream.Forbidden || fault.KindOf(err) != fault.Denied {
		t.Errorf("where clouds keep credentials: %+v, %v", r, err)
	}
}

func TestSend_connectionsStayWithTheTenant(t *testing.T) {
	t.Parallel()
	var mu sync.Mutex
	from := map[string]map[string]bool{} // tenant -> the ports its requests came from
	server, o := secure(t, func(_ http.ResponseWriter, r *http.Request) {
		mu.Lock()
		defer mu.Unlock()
		tenant := r.Header.Get("X-Tenant")
		if from[tenant] == nil {
			from[tenant] = map[string]bool{}
		}
		from[tenant][r.RemoteAddr] = true
	}, nil)
	second := o
	second.Name = "other"
	c := opened(t, o, second)
	for range 3 {
		for _, d := range []upstream.Delivery{{Tenant: "a"}, {Tenant: "b"}, {Policy: "other", Tenant: "a"}} {
			d.URL, d.Header = server.URL, http.Header{"X-Tenant": {d.Policy + "/" + d.Tenant}}
			if r, err := c.Send(t.Context(), d); err != nil || r.Status != 200 {
				t.Fatalf("%+v, %v", r, err)
			}
		}
	}
	seen := map[string]string{}
	for tenant, ports := range from {
		if len(ports) != 1 {
			t.Errorf("%s: %d connections", tenant, len(ports))
		}
		for port := range ports {
			if seen[port] != "" {
				t.Errorf("%s and %s share a connection", tenant, seen[port])
			}
			seen[port] = tenant
		}
	}
}

func TestSend_keepsFewTenantsConnections(t *testing.T) {
	t.Parallel()
	w := newTown(t, text("ok"))
	c := sender(t, w, upstream.Open{})
	for n := range 200 {
		d := hook("a")
		d.Tenant = fmt.Sprint(n)
		if _, err := c.Send(t.Context(), d); err != nil {
			t.Fatal(err)
		}
	}
	if n := upstream.Lanes(c); n != 64 {
		t.Errorf("%d lanes", n)
	}
}
