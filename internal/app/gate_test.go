package app

import (
	"log/slog"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"kadry/internal/access"
	"kadry/internal/fault"
	"kadry/internal/obs"
	"kadry/internal/op"
	"kadry/internal/restapi"
)

// setting is one gate with a front behind it that answers who called.
type setting struct {
	gate  *gate
	token string
	path  string // of the tokens file
}

func set(t *testing.T, loopback bool, grants ...access.Grant) *setting {
	t.Helper()
	path := filepath.Join(t.TempDir(), "tokens.toml")
	tokens, err := access.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	s := &setting{path: path, gate: &gate{tokens: tokens, loopback: loopback, requests: newRequests(), bodies: newUploads(), log: slog.New(slog.DiscardHandler), metrics: obs.NewMetrics()}}
	if s.gate.sameOrigin, err = s.gate.protection(); err != nil {
		t.Fatal(err)
	}
	for _, g := range grants {
		if s.token, err = tokens.Create(g, time.Now()); err != nil {
			t.Fatal(err)
		}
	}
	return s
}

func (s *setting) ask(change func(*http.Request)) *httptest.ResponseRecorder {
	front := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		c := op.CallerFrom(r.Context())
		_, _ = w.Write([]byte(strings.Join([]string{c.Name, c.Tenant, c.Lang}, " "))) // a recorder never fails
	})
	r := httptest.NewRequest(http.MethodPost, "http://127.0.0.1:8080/api/v1/tools", nil)
	r.RemoteAddr = "127.0.0.1:4711"
	change(r)
	w := httptest.NewRecorder()
	s.gate.through("rest", front, restapi.WriteProblem).ServeHTTP(w, r)
	return w
}

func TestGate_lets(t *testing.T) {
	t.Parallel()
	ats := access.Grant{Name: "ats", Tenant: "acme"}
	for name, c := range map[string]struct {
		loopback bool
		grants   []access.Grant
		change   func(s *setting, r *http.Request)
		status   int
		body     string
	}{
		"the person at the machine": {true, nil, func(*setting, *http.Request) {}, 200, "local default en"},
		"in Russian":                {true, nil, func(_ *setting, r *http.Request) { r.Header.Set("Accept-Language", "ru-RU,ru;q=0.9,en;q=0.5") }, 200, "local default ru"},
		"the language chosen on the pages": {true, nil, func(_ *setting, r *http.Request) {
			r.AddCookie(&http.Cookie{Name: "kadry_lang", Value: "ru"})
		}, 200, "local default ru"},
		"a token": {false, []access.Grant{ats}, func(s *setting, r *http.Request) {
			r.Header.Set("Authorization", "bearer  "+s.token)
		}, 200, "ats acme en"},
		"a token in a cookie": {false, []access.Grant{ats}, func(s *setting, r *http.Request) {
			r.AddCookie(&http.Cookie{Name: tokenCookie, Value: s.token})
		}, 200, "ats acme en"},
		"nobody without a token where tokens exist": {true, []access.Grant{ats}, func(*setting, *http.Request) {}, 401, "A token is needed."},
		"no wrong token": {false, []access.Grant{ats}, func(s *setting, r *http.Request) {
			r.Header.Set("Authorization", "Bearer "+s.token+"x")
		}, 401, "A token is needed."},
		"no foreign host on loopback": {true, nil, func(_ *setting, r *http.Request) { r.Host = "evil.example" }, 403, "host"},
		"no foreign page":             {true, nil, func(_ *setting, r *http.Request) { r.Header.Set("Origin", "https://evil.example") }, 403, "another site"},
		"localhost by any name":       {true, nil, func(_ *setting, r *http.Request) { r.Host = "localhost:1" }, 200, "local default en"},
		"the IPv6 loopback":           {true, nil, func(_ *setting, r *http.Request) { r.Host = "[::1]:8080" }, 200, "local default en"},
		"any host off loopback, token": {false, []access.Grant{ats}, func(s *setting, r *http.Request) {
			r.Host = "kadry.example"
			r.Header.Set("Authorization", "Bearer "+s.token)
		}, 200, "ats acme en"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := set(t, c.loopback, c.grants...)
			w := s.ask(func(r *http.Request) { c.change(s, r) })
			if w.Code != c.status || !strings.Contains(w.Body.String(), c.body) {
				t.Errorf("got %d %s, want %d with %q", w.Code, w.Body, c.status, c.body)
			}
			if w.Header().Get("X-Request-Id") == "" {
				t.Error("the answer has no request id")
			}
		})
	}
}

func TestGate_allowsTheHostsItWasTold(t *testing.T) {
	t.Parallel()
	s := set(t, true, access.Grant{Name: "ats", Tenant: "acme"})
	s.gate.allowedHosts = []string{"kadry.example"}
	for host, want := range map[string]int{"kadry.example": 200, "KADRY.example:443": 200, "127.0.0.1": 200, "other.example": 403} {
		got := s.ask(func(r *http.Request) { r.Host = host; r.Header.Set("Authorization", "Bearer "+s.token) }).Code
		if got != want {
			t.Errorf("%s: got %d, want %d", host, got, want)
		}
	}
}

func TestGate_welcomesPagesOfListedOrigins(t *testing.T) {
	t.Parallel()
	s := set(t, false, access.Grant{Name: "ats", Tenant: "acme"})
	s.gate.origins = []string{"https://ats.example"}
	var err error
	if s.gate.sameOrigin, err = s.gate.protection(); err != nil {
		t.Fatal(err)
	}
	ask := s.ask(func(r *http.Request) { r.Method = http.MethodOptions; r.Header.Set("Origin", "https://ats.example") })
	if ask.Code != http.StatusNoContent || ask.Header().Get("Access-Control-Allow-Origin") != "https://ats.example" {
		t.Errorf("asking first: %d %v", ask.Code, ask.Header())
	}
	call := s.ask(func(r *http.Request) {
		r.Header.Set("Origin", "https://ats.example")
		r.Header.Set("Authorization", "Bearer "+s.token)
	})
	if call.Code != http.StatusOK {
		t.Errorf("calling: %d %s", call.Code, call.Body)
	}
	foreign := s.ask(func(r *http.Request) {
		r.Header.Set("Origin", "https://evil.example")
		r.Header.Set("Authorization", "Bearer "+s.token)
	})
	if foreign.Code != http.StatusForbidden || foreign.Header().Get("Access-Control-Allow-Origin") != "" {
		t.Errorf("another origin: %d %v", foreign.Code, foreign.Header())
	}
	s.gate.origins = []string{"no scheme"}
	if _, err := s.gate.protection(); fault.KindOf(err) != fault.Invalid {
		t.Errorf("a broken origin: %v", err)
	}
}

func TestGate_survivesAFrontThatPanics(t *testing.T) {
	t.Parallel()
	s := set(t, true)
	w := httptest.NewRecorder()
	front := http.HandlerFunc(func(http.ResponseWriter, *http.Request) { panic("nil map") })
	r := httptest.NewRequest(http.MethodGet, "http://127.0.0.1/", nil)
	r.RemoteAddr = "127.0.0.1:4711"
	s.gate.through("rest", front, restapi.WriteProblem).ServeHTTP(w, r)
	if w.Code != http.StatusInternalServerError || strings.Contains(w.Body.String(), "nil map") {
		t.Errorf("got %d %s", w.Code, w.Body)
	}
}

func TestLimiter(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		l := newLimiter(60)
		greedy, modest := op.Caller{Name: "greedy"}, op.Caller{Name: "modest"}
		for i := range 12 {
			if err := l.allow(t.Context(), greedy, nil); err != nil {
				t.Fatalf("call %d: %v", i, err)
			}
		}
		err := l.allow(t.Context(), greedy, nil)
		if f := fault.From(err); err == nil || f.Kind != fault.Limited || f.RetryAfter < time.Second {
			t.Errorf("the 13th call at once: %v", err)
		}
		if err := l.allow(t.Context(), modest, nil); err != nil {
			t.Errorf("another caller pays for the first: %v", err)
		}
		<-time.After(2 * time.Second) // on the clock of the bubble
		if err := l.allow(t.Context(), greedy, nil); err != nil {
			t.Errorf("after two seconds: %v", err)
		}
	})
}
