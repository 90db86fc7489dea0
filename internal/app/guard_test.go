package app

import (
	"bytes"
	"errors"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
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
		"proxy, only X-Real-IP":       {"127.0.0.1:4711", "127.0.0.1:8080", "X-Real-IP", false},
	} {
		for lang, words := range map[string]string{"en": "no access token yet", "ru": "Токенов доступа ещё нет"} {
			s := set(t, true)
			s.gate.allowedHosts = []string{"kadry.example"}
			got := s.ask(func(r *http.Request) {
				r.RemoteAddr, r.Host = c.peer, c.host
				r.Header.Set("Accept-Language", lang)
				if c.header != "" {
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

func TestAdmit_endsABodyThatNeverComes(t *testing.T) {
	t.Parallel()
	ended := make(chan error, 1)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		defer newUploads().admit(w, r, 20*time.Millisecond)()
		_, err := io.ReadAll(r.Body)
		ended <- err
	}))
	defer server.Close()
	conn, err := net.Dial("tcp", server.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	if _, err := io.WriteString(conn, "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nhalf"); err != nil {
		t.Fatal(err)
	}
	if err := <-ended; !errors.Is(err, os.ErrDeadlineExceeded) {
		t.Errorf("got %v", err)
	}
}

// The clock of the body must not run on into the answer.
func TestAdmit_leavesTheAnswerItsTime(t *testing.T) {
	t.Parallel()
	const limit = 100 * time.Millisecond
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		defer newUploads().admit(w, r, limit)()
		body, err := io.ReadAll(r.Body)
		select {
		case <-time.After(2 * limit):
		case <-r.Context().Done():
			err = errors.Join(err, r.Context().Err())
		}
		_, _ = io.WriteString(w, string(body)+" "+strconv.FormatBool(err == nil))
	}))
	defer server.Close()
	for range 2 { // the second goes over the same connection
		response, err := server.Client().Post(server.URL, "text/plain", strings.NewReader("whole"))
		if err != nil {
			t.Fatal(err)
		}
		got, err := io.ReadAll(response.Body)
		if err != nil || string(got) != "whole true" {
			t.Errorf("got %q, %v", got, err)
		}
		if err := response.Body.Close(); err != nil {
			t.Error(err)
		}
	}
}

// Large bodies are read a few at a time; small ones never wait for them.
func TestAdmit_seatsLargeBodies(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		l := newUploads()
		read := func(size int) (leave func(), err error) {
			r := httptest.NewRequest(http.MethodPost, "/", io.LimitReader(endless{}, int64(size)))
			leave = l.admit(httptest.NewRecorder(), r, bodyTime)
			_, err = io.Copy(io.Discard, r.Body)
			return leave, err
		}
		var seated []func()
		for i := range largeAtOnce {
			leave, err := read(2 * largeBody)
			if err != nil {
				t.Fatalf("body %d: %v", i, err)
			}
			seated = append(seated, leave)
		}
		if _, err := read(largeBody / 2); err != nil {
			t.Errorf("a small body: %v", err)
		}
		start := time.Now()
		leave, err := read(2 * largeBody)
		leave() // a request without a seat gives none back
		if f := fault.From(err); f.Kind != fault.Unavailable || f.RetryAfter == 0 || time.Since(start) != bodyWait {
			t.Errorf("one too many: %v after %v", err, time.Since(start))
		}
		seated[0]()
		if _, err := read(2 * largeBody); err != nil {
			t.Errorf("after a seat got free: %v", err)
		}
	})
}

// endless never runs dry.
type endless struct{}

func (endless) Read(p []byte) (int, error) { return len(p), nil }

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
