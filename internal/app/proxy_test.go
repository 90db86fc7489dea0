package app

import (
	"net/http"
	"net/http/httptest"
	"testing"

	"kadry/internal/access"
)

func TestProxies_tellTheClient(t *testing.T) {
	t.Parallel()
	trusted, err := readProxies([]string{"10.1.0.0/16", "192.0.2.9", "2001:db8:1::/48"})
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		peer      string
		forwarded []string // headers, in their order
		want      string
	}{
		"nobody between":                         {"203.0.113.7:5000", nil, "203.0.113.7:0"},
		"a stranger's word":                      {"203.0.113.7:5000", []string{"198.51.100.1"}, "203.0.113.7:0"},
		"a stranger inside the network":          {"10.2.0.1:5000", []string{"198.51.100.1"}, "10.2.0.1:0"},
		"a proxy of this machine":                {"127.0.0.1:5000", []string{"198.51.100.1"}, "198.51.100.1:0"},
		"over IPv6":                              {"[::1]:5000", []string{"198.51.100.1"}, "198.51.100.1:0"},
		"a proxy that was named":                 {"192.0.2.9:5000", []string{"198.51.100.1"}, "198.51.100.1:0"},
		"what the client wrote before":           {"127.0.0.1:5000", []string{"1.1.1.1, 10.1.0.1, 198.51.100.1"}, "198.51.100.1:0"},
		"what it wrote as a header of its own":   {"127.0.0.1:5000", []string{"1.1.1.1", "198.51.100.1"}, "198.51.100.1:0"},
		"two proxies":                            {"127.0.0.1:5000", []string{"1.1.1.1, 198.51.100.1, 10.1.0.1"}, "198.51.100.1:0"},
		"two proxies, one of them unknown":       {"127.0.0.1:5000", []string{"198.51.100.1, 10.2.0.1"}, "10.2.0.1:0"},
		"with a port":                            {"127.0.0.1:5000", []string{"198.51.100.1:4711"}, "198.51.100.1:0"},
		"IPv6 with a port":                       {"127.0.0.1:5000", []string{"[2001:db8::7]:4711"}, "[2001:db8::]:0"},
		"IPv4 as IPv6":                           {"127.0.0.1:5000", []string{"::ffff:198.51.100.1"}, "198.51.100.1:0"},
		"one of a customer's many IPv6":          {"[2001:db8:0:5:a:b:c:d]:5000", nil, "[2001:db8:0:5::]:0"},
		"no address":                             {"127.0.0.1:5000", []string{"198.51.100.1, unknown"}, "127.0.0.1:0"},
		"nothing":                                {"127.0.0.1:5000", []string{""}, "127.0.0.1:0"},
		"only proxies":                           {"127.0.0.1:5000", []string{"10.1.0.1"}, "10.1.0.1:0"},
		"a peer that is no address of a network": {"@", []string{"198.51.100.1"}, "@"},
	} {
		r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/", nil)
		r.RemoteAddr = c.peer
		for _, text := range c.forwarded {
			r.Header.Add("X-Forwarded-For", text)
		}
		if got := trusted.client(r); got != c.want {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
	}
	for _, text := range []string{"", "proxy.example", "10.0.0.0/33", "10.0.0.1:80"} {
		if _, err := readProxies([]string{text}); err == nil {
			t.Errorf("%q was read", text)
		}
	}
}

// Whoever tries tokens through a proxy is told apart from the others behind it, and gets no
// further by what they write into the header.
func TestGate_countsGuessesByTheClient(t *testing.T) {
	t.Parallel()
	s := set(t, true, access.Grant{Name: "ats", Tenant: "acme"})
	s.gate.failures = newFailures()
	ask := func(forwarded ...string) int {
		return s.ask(func(r *http.Request) {
			r.Header.Set("Authorization", "Bearer wrong")
			r.Header["X-Forwarded-For"] = forwarded
		}).Code
	}
	for n := range failuresPerMinute {
		ask("192.0.2."+string(rune('0'+n%10)), "203.0.113.9")
	}
	if got := ask("192.0.2.200", "203.0.113.9"); got != http.StatusTooManyRequests {
		t.Errorf("one guess too many: %d", got)
	}
	if got := ask("203.0.113.9, 203.0.113.10"); got != http.StatusUnauthorized {
		t.Errorf("another one behind the proxy: %d", got)
	}
}

func TestLowered_leadsToThePage(t *testing.T) {
	t.Parallel()
	for path, want := range map[string]string{"/I/Ab-c_D": "/i/Ab-c_D", "/I/a/answer?x=1": "/i/a/answer?x=1", "/I//evil.example": "/i/evil.example", "/I/%3Cb%3E": "/i/%3Cb%3E"} {
		w := httptest.NewRecorder()
		lowered("/i/").ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), http.MethodPost, path, nil))
		if w.Code != http.StatusPermanentRedirect || w.Header().Get("Location") != want || w.Header().Get("Referrer-Policy") != "no-referrer" {
			t.Errorf("%s: %d to %q", path, w.Code, w.Header().Get("Location"))
		}
	}
}
