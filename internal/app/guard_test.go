package app

import (
	"bytes"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"kadry/internal/access"
	"kadry/internal/fault"
	"kadry/internal/obs"
	"kadry/internal/restapi"
)

// While no token exists only this machine is answered, and everyone else is told what to do.
func TestGate_withoutTokensOnlyThisMachine(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		peer, host, header string
		here               bool
	}{
		"directly":                    {"127.0.0.1:4711", "127.0.0.1:8080", "", true},
		"over IPv6":                   {"[::1]:4711", "[::1]:8080", "", true},
		"by name":                     {"127.0.0.1:4711", "localhost:8080", "", true},
		"by a public name":            {"127.0.0.1:4711", "kadry.example", "", false},
		"from elsewhere":              {"192.0.2.1:4711", "127.0.0.1:8080", "", false},
		"proxy, own Host":             {"127.0.0.1:4711", "127.0.0.1:8080", "X-Forwarded-For", false},
		"proxy that tells the scheme": {"127.0.0.1:4711", "127.0.0.1:8080", "X-Forwarded-Proto", false},
		"proxy that tells the prefix": {"127.0.0.1:4711", "127.0.0.1:8080", "x-forwarded-prefix", false},
		"proxy, standard header":      {"127.0.0.1:4711", "127.0.0.1:8080", "Forwarded", false},
		"proxy, only Via":             {"127.0.0.1:4711", "127.0.0.1:8080", "Via", false},
		"proxy that says nothing":     {"127.0.0.1:4711", "127.0.0.1:8080", "HTTP/1.0", false},
		"proxy, only X-Real-IP":       {"127.0.0.1:4711", "127.0.0.1:8080", "X-Real-IP", false},
	} {
		for lang, words := range map[string]string{"en": "no access token yet", "ru": "Токенов доступа ещё нет"} {
			s := set(t, true)
			s.gate.allowedHosts = []string{"kadry.example"}
			got := s.ask(func(r *http.Request) {
				r.RemoteAddr, r.Host = c.peer, c.host
				r.Header.Set("Accept-Language", lang)
				if c.header == "HTTP/1.0" {
					r.Proto, r.ProtoMinor = c.header, 0
				} else if c.header != "" {
					r.Header.Set(c.header, "") // that it is there is enough
				}
			})
			if c.here && (got.Code != http.StatusOK || !strings.HasPrefix(got.Body.String(), "local ")) {
				t.Errorf("%s: got %d %s", name, got.Code, got.Body)
			}
			if !c.here && (got.Code != http.StatusUnauthorized || !strings.Contains(got.Body.String(), words) || !strings.Contains(got.Body.String(), "kadry token create")) {
				t.Errorf("%s: got %d %s", name, got.Code, got.Body)
			}
			if told := len(s.gate.shut()) > 0; told == c.here {
				t.Errorf("%s: told to the operator: %t", name, told)
			}
		}
	}
}

// A server that was closed once does not open again while it runs, whatever happens to its
// tokens file; one that has only just seen a token come and go neither.
func TestGate_staysClosed(t *testing.T) {
	t.Parallel()
	revoke := func(path string) error {
		tokens, err := access.Open(path)
		return errors.Join(err, tokens.Revoke("only"))
	}
	for name, c := range map[string]struct {
		asked bool // while the token exists
		end   func(path string) error
	}{
		"revoked":                     {true, revoke},
		"the file is gone":            {true, os.Remove},
		"the file is empty":           {true, func(path string) error { return os.Truncate(path, 0) }},
		"revoked before anyone asked": {false, revoke},
	} {
		s := set(t, true)
		ask := func() int { return s.ask(func(*http.Request) {}).Code }
		if got := ask(); got != http.StatusOK {
			t.Fatalf("%s: without a token ever: %d", name, got)
		}
		other, err := access.Open(s.path) // another process makes it
		if err != nil {
			t.Fatal(err)
		}
		if _, err := other.Create(access.Grant{Name: "only", Tenant: "acme"}, time.Now()); err != nil {
			t.Fatal(err)
		}
		if c.asked && ask() != http.StatusUnauthorized {
			t.Errorf("%s: open beside a token", name)
		}
		if err := c.end(s.path); err != nil {
			t.Fatal(err)
		}
		if got := ask(); got != http.StatusUnauthorized {
			t.Errorf("%s: got %d", name, got)
		}
	}
}

// A tokens file that cannot be read must not open the server, and must not go unnoticed.
func TestGate_tellsTheLogWhyNobodyGetsIn(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "tokens.toml")
	tokens, err := access.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte("[[token"), 0o600); err != nil {
		t.Fatal(err)
	}
	var log bytes.Buffer
	g := gate{tokens: tokens, loopback: true, log: slog.New(slog.NewTextHandler(&log, nil)), metrics: obs.NewMetrics()}
	front := http.HandlerFunc(func(http.ResponseWriter, *http.Request) { t.Error("somebody got in") })
	w := httptest.NewRecorder()
	g.through("rest", front, restapi.WriteProblem).ServeHTTP(w, httptest.NewRequest(http.MethodPost, "http://127.0.0.1/", nil))
	if w.Code != http.StatusInternalServerError || strings.Contains(w.Body.String(), "tokens.toml") {
		t.Errorf("got %d %s", w.Code, w.Body)
	}
	if strings.Count(log.String(), "tokens.toml") != 1 || strings.Count(log.String(), "\n") != 1 {
		t.Errorf("log: %s", log.String())
	}
}

func TestTokenCreate_refusesAToolsetNobodyServes(t *testing.T) {
	t.Parallel()
	home := t.TempDir()
	run := func(args ...string) (int, string, string) {
		var out, said bytes.Buffer
		code := Run(t.Context(), Env{
			Args: append([]string{"--data", home}, args...), In: io.NopCloser(strings.NewReader("")), Out: &out, Err: &said,
			Lookup: func(string) (string, bool) { return "", false },
		})
		return code, out.String(), said.String()
	}
	code, out, said := run("token", "create", "ats", "--toolsets", "taskks")
	if code != fault.AnswerTo(fault.Invalid).Exit || out != "" || !strings.Contains(said, "tasks") {
		t.Errorf("got %d, %q, %q", code, out, said)
	}
	if code, out, said = run("token", "create", "ats", "--toolsets", "tasks"); code != 0 || !strings.HasPrefix(out, "kadry_") {
		t.Errorf("got %d, %q, %q", code, out, said)
	}
	if code, out, said = run("token", "list"); code != 0 || strings.Count(out, "\n") != 2 {
		t.Errorf("got %d, %q, %q", code, out, said)
	}
}
