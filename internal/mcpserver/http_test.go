package mcpserver

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"kadry/internal/op"
)

// status of one tools/list under the headers of w.
func (w *wire) status(t *testing.T) int {
	t.Helper()
	return w.post(t, "tools/list", "", w.body("tools/list", "{}")).status
}

func (w *wire) with(header, value string) *wire {
	copied := *w
	copied.header = w.header.Clone()
	copied.header.Set(header, value)
	return &copied
}

func serveWith(t *testing.T, change func(*Config)) string {
	t.Helper()
	config := sampleConfig(t, newSlow())
	change(&config)
	s, err := New(config)
	if err != nil {
		t.Fatal(err)
	}
	return serveAs(t, s, op.Caller{})
}

func TestHTTP_foreignHost(t *testing.T) {
	t.Parallel()
	plain := serveWith(t, func(*Config) {})
	behind := serveWith(t, func(c *Config) { c.AllowedHosts = []string{"Kadry.example", "proxy.example:8443"} })
	for _, c := range []struct {
		url, host string
		want      int
	}{
		{plain, "", 200},
		{plain, "localhost:1", 200},
		{plain, "evil.example", 403},
		{plain, "kadry.example", 403},
		{behind, "", 200},
		{behind, "kadry.example", 200},
		{behind, "KADRY.example:443", 200},
		{behind, "proxy.example:8443", 200},
		{behind, "[::1]:8080", 200},
		{behind, "proxy.example", 403},
		{behind, "evil.example", 403},
		{behind, "kadry.example.evil.example", 403},
	} {
		for _, w := range eachRevision(t, c.url) {
			t.Run(w.revision, func(t *testing.T) {
				if got := w.with("Host", c.host).status(t); got != c.want {
					t.Errorf("%s: status %d, want %d", c.host, got, c.want)
				}
			})
		}
	}
}

func TestHTTP_foreignOrigin(t *testing.T) {
	t.Parallel()
	url := serveWith(t, func(c *Config) { c.AllowedOrigins = []string{"https://app.example"} })
	own := strings.TrimSuffix(url, MountPath)
	for origin, want := range map[string]int{
		"": 200, own: 200, "https://app.example": 200,
		"https://evil.example": 403, "http://app.example": 403, "null": 403,
	} {
		for _, w := range eachRevision(t, url) {
			t.Run(w.revision, func(t *testing.T) {
				if got := w.with("Origin", origin).status(t); got != want {
					t.Errorf("%q: status %d, want %d", origin, got, want)
				}
			})
		}
	}
}

func TestHTTP_foreignOriginMayNotReadStreamsEither(t *testing.T) {
	t.Parallel()
	url := serveWith(t, func(*Config) {})
	r := legacy(t, url, "{}").with("Origin", "https://evil.example").request(t, "", "", "")
	r.Method = http.MethodGet
	if got := do(t, r); got.status != http.StatusForbidden {
		t.Errorf("status %d, want 403", got.status)
	}
}

func TestHTTP_preflight(t *testing.T) {
	t.Parallel()
	url := serveWith(t, func(c *Config) { c.AllowedOrigins = []string{"https://app.example"} })
	for origin, want := range map[string]struct {
		status int
		allow  string
	}{
		"https://app.example":  {http.StatusNoContent, "https://app.example"},
		"https://evil.example": {http.StatusForbidden, ""},
	} {
		r := modern(url).with("Origin", origin).request(t, "", "", "")
		r.Method = http.MethodOptions
		r.Header.Set("Access-Control-Request-Headers", "mcp-method")
		got := do(t, r)
		if allow := got.header.Get("Access-Control-Allow-Origin"); got.status != want.status || allow != want.allow {
			t.Errorf("%s: status %d allowing %q, want %+v", origin, got.status, allow, want)
		}
	}
}

func TestHTTP_bodyLimit(t *testing.T) {
	t.Parallel()
	url := serveWith(t, func(c *Config) { c.BodyLimit = 4096 })
	for _, w := range eachRevision(t, url) {
		t.Run(w.revision, func(t *testing.T) {
			body := w.body("tools/call", fmt.Sprintf(`{"name":"find_people","arguments":{"skills":[%q]}}`, strings.Repeat("x", 5000)))
			if got := w.post(t, "tools/call", "find_people", body).status; got != http.StatusRequestEntityTooLarge {
				t.Errorf("status %d, want 413", got)
			}
		})
	}
}

func TestHTTP_clientThatLeavesCancelsItsCall(t *testing.T) {
	t.Parallel()
	hold := newSlow()
	s, err := New(sampleConfig(t, hold))
	if err != nil {
		t.Fatal(err)
	}
	w := modern(serveAs(t, s, op.Caller{}))
	ctx, leave := context.WithCancel(t.Context())
	r := w.request(t, "tools/call", "wait_long", w.body("tools/call", `{"name":"wait_long","arguments":{}}`)).WithContext(ctx)
	gone := make(chan struct{})
	go func() {
		defer close(gone)
		if _, err := fetch(r); !errors.Is(err, context.Canceled) {
			t.Errorf("the client got %v", err)
		}
	}()
	<-hold.entered
	leave()
	if cause := <-hold.left; !errors.Is(cause, context.Canceled) {
		t.Errorf("the call ended by %v, want it cancelled", cause)
	}
	<-gone
}

func TestSession_anotherCallerCannotUseIt(t *testing.T) {
	t.Parallel()
	s := newSample(t)
	handler, err := s.Handler()
	if err != nil {
		t.Fatal(err)
	}
	callers := map[string]op.Caller{
		"alice":         {Name: "alice", Tenant: "one"},
		"alice, narrow": {Name: "alice", Tenant: "one", Toolsets: []string{"talent"}},
		"bob":           {Name: "bob", Tenant: "one"},
		"other alice":   {Name: "alice", Tenant: "two"},
	}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		handler.ServeHTTP(w, r.WithContext(op.WithCaller(r.Context(), callers[r.Header.Get("X-Who")])))
	}))
	t.Cleanup(server.Close)
	w := &wire{url: server.URL + MountPath, revision: legacyRevision, header: http.Header{"X-Who": {"alice"}}}
	w.session = openSession(t, w)
	for who, want := range map[string]int{"alice": 200, "alice, narrow": 404, "bob": 404, "other alice": 404} {
		if got := w.with("X-Who", who).status(t); got != want {
			t.Errorf("%s: status %d, want %d", who, got, want)
		}
	}
	elsewhere := *w
	elsewhere.url += "/talent"
	if got := elsewhere.status(t); got != 404 {
		t.Errorf("at another address: status %d, want 404", got)
	}
	if err := s.Close(t.Context()); err != nil {
		t.Error(err)
	}
	if s.sessions.open() != 0 {
		t.Errorf("%d sessions after Close", s.sessions.open())
	}
}

const initialize = `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"test","version":"1"}}}`

func openSession(t *testing.T, w *wire) string {
	t.Helper()
	return w.post(t, "initialize", "", initialize).header.Get("Mcp-Session-Id")
}

func TestSession_vanishedClientsAreForgotten(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		config := sampleConfig(t, newSlow())
		config.SessionTimeout = time.Minute
		s, err := New(config)
		if err != nil {
			t.Fatal(err)
		}
		handler, err := s.Handler()
		if err != nil {
			t.Fatal(err)
		}
		w := &wire{url: "http://localhost" + MountPath, revision: legacyRevision, header: http.Header{}}
		for range 3 {
			r := w.request(t, "initialize", "", `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"test","version":"1"}}}`)
			answer := httptest.NewRecorder()
			handler.ServeHTTP(answer, r)
			if answer.Code != http.StatusOK {
				t.Fatalf("status %d: %s", answer.Code, answer.Body)
			}
		}
		<-time.After(59 * time.Second)
		synctest.Wait()
		if s.sessions.open() != 3 {
			t.Errorf("%d sessions before the timeout, want 3", s.sessions.open())
		}
		<-time.After(2 * time.Second)
		synctest.Wait()
		if s.sessions.open() != 0 {
			t.Errorf("%d sessions after the timeout, want none", s.sessions.open())
		}
	})
}

func TestSession_thereIsALimit(t *testing.T) {
	t.Parallel()
	url := serveWith(t, func(c *Config) { c.MaxSessions = 2 })
	first := legacy(t, url, "{}")
	legacy(t, url, "{}")
	third := &wire{url: url, revision: legacyRevision, header: http.Header{}}
	if id := openSession(t, third); id != "" {
		t.Errorf("a third session %q was opened", id)
	}
	if got := first.status(t); got != http.StatusOK {
		t.Errorf("an open session answers %d", got)
	}
	if got := modern(url).status(t); got != http.StatusOK {
		t.Errorf("the newest revision answers %d", got)
	}
}

// The sessions of one tenant are bounded, and take none from another.
func TestSession_eachTenantHasItsShare(t *testing.T) {
	t.Parallel()
	config := sampleConfig(t, newSlow())
	config.TenantSessions = 2
	s, err := New(config)
	if err != nil {
		t.Fatal(err)
	}
	hostile := &wire{url: serveAs(t, s, op.Caller{Name: "a", Tenant: "hostile"}), revision: legacyRevision, header: http.Header{}}
	good := *hostile
	good.url = serveAs(t, s, op.Caller{Name: "a", Tenant: "good"})
	for range 2 {
		if id := openSession(t, hostile); id == "" {
			t.Fatal("no session was opened")
		}
	}
	got := hostile.post(t, "initialize", "", initialize)
	if got.status != http.StatusTooManyRequests || got.header.Get("Retry-After") != "60" || !strings.Contains(string(got.body), "Too many sessions") {
		t.Errorf("a third session: status %d, %v, %s", got.status, got.header, got.body)
	}
	if id := openSession(t, &good); id == "" {
		t.Error("another tenant opens no session")
	}
}

func TestHTTP_requestsOfTheNewestRevisionLeaveNoSession(t *testing.T) {
	t.Parallel()
	s := newSample(t)
	w := modern(serveAs(t, s, op.Caller{}))
	for range 5 {
		w.ask(t, "server/discover", "", "{}")
		w.list(t, "tools/list")
	}
	if s.sessions.open() != 0 {
		t.Errorf("%d sessions", s.sessions.open())
	}
}

func TestHTTP_errorsAlwaysHaveACode(t *testing.T) {
	t.Parallel()
	url := serveAs(t, newSample(t), op.Caller{})
	for _, w := range eachRevision(t, url) {
		t.Run(w.revision, func(t *testing.T) {
			for _, c := range []struct{ method, name, params string }{
				{"tools/call", "x", `{"name":5}`},
				{"tools/call", "x", `{}`},
				{"prompts/get", "screen_candidate", `{"name":"screen_candidate","arguments":{"skill":5}}`},
				{"prompts/get", "x", `{"name":"x"}`},
				{"resources/read", "x", `{"uri":["x"]}`},
				{"tools/list", "", `{"cursor":5}`},
				{"tools/list", "", `{"cursor":"???"}`},
				{"completion/complete", "", `{"argument":{"name":"a","value":"b"}}`},
				{"completion/complete", "", `{"ref":{"type":"x"},"argument":{"name":"a","value":"b"}}`},
				{"resources/subscribe", "", `{"uri":"kadry://nowhere/at/all"}`},
			} {
				answer, _ := w.ask(t, c.method, c.name, c.params)
				if answer.Error == nil || answer.Error.Code > -32000 {
					t.Errorf("%s %s: got %+v", c.method, c.params, answer)
				}
			}
		})
	}
	outside := &wire{url: url, revision: legacyRevision, header: http.Header{}}
	if answer, _ := outside.ask(t, "tools/list", "", "{}"); answer.Error == nil || answer.Error.Code != -32600 {
		t.Errorf("before initialize: got %+v", answer)
	}
	if answer, _ := outside.ask(t, "ping", "", "{}"); answer.Error != nil {
		t.Errorf("ping before initialize: got %+v", answer.Error)
	}
}

func TestHTTP_whatIsNoMessage(t *testing.T) {
	t.Parallel()
	url := serveAs(t, newSample(t), op.Caller{})
	for _, w := range append(eachRevision(t, url), &wire{url: url, revision: legacyRevision, header: http.Header{}}) {
		for name, c := range map[string]struct {
			body string
			code int
			id   string
		}{
			"not JSON":       {`{"a"`, -32700, "null"},
			"nothing":        {``, -32700, "null"},
			"not JSON-RPC":   {`{"a":1}`, -32600, "null"},
			"with an id":     {`{"id":3}`, -32600, "3"},
			"a word":         {`"x"`, -32600, "null"},
			"null":           {`null`, -32600, "null"},
			"version 1":      {`{"jsonrpc":"1.0","id":4,"method":"tools/list"}`, -32600, "4"},
			"an odd id":      {`{"jsonrpc":"2.0","id":{},"method":"tools/list"}`, -32600, "null"},
			"an odd method":  {`{"jsonrpc":"2.0","id":4,"method":5}`, -32600, "4"},
			"a batch":        {`[{"jsonrpc":"2.0","id":3,"method":"tools/list"}]`, -32600, "null"},
			"an empty batch": {`[]`, -32600, "null"},
			"array params":   {`{"jsonrpc":"2.0","id":"p","method":"tools/call","params":[1]}`, -32602, `"p"`},
			"string params":  {`{"jsonrpc":"2.0","id":5,"method":"tools/list","params":"x"}`, -32602, "5"},
			"no id":          {`{"jsonrpc":"2.0","method":"tools/list"}`, -32600, "null"},
		} {
			got := w.post(t, "tools/list", "", c.body)
			messages := parse(t, got.body)
			if len(messages) != 1 || messages[0].Error == nil || messages[0].Error.Code != c.code || string(messages[0].ID) != c.id {
				t.Errorf("%s, session %t, %s: status %d, %s", w.revision, w.session != "", name, got.status, got.body)
			}
		}
	}
}

func TestSession_protocolErrors(t *testing.T) {
	t.Parallel()
	w := legacy(t, serveAs(t, newSample(t), op.Caller{}), "{}")
	again := `{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"test","version":"1"}}`
	if answer, _ := w.ask(t, "initialize", "", again); answer.Error == nil || answer.Error.Code != -32600 {
		t.Errorf("a second initialize: %+v", answer)
	}
	if answer, _ := w.ask(t, "no/such", "", "{}"); answer.Error == nil || answer.Error.Code != -32601 || string(answer.ID) != "7" {
		t.Errorf("an unknown method: %+v", answer)
	}
	if got := w.status(t); got != http.StatusOK {
		t.Errorf("afterwards: status %d", got)
	}
}

// A client of the older revisions listens on a stream and sends nothing for hours.
func TestSession_livesAsLongAsItsStream(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		config := sampleConfig(t, newSlow())
		config.SessionTimeout = time.Minute
		s, err := New(config)
		if err != nil {
			t.Fatal(err)
		}
		handler, err := s.Handler()
		if err != nil {
			t.Fatal(err)
		}
		w := &wire{url: "http://localhost" + MountPath, revision: legacyRevision, header: http.Header{}}
		opened := httptest.NewRecorder()
		handler.ServeHTTP(opened, w.request(t, "initialize", "", `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"test","version":"1"}}}`))
		w.session = opened.Header().Get("Mcp-Session-Id")
		ctx, leave := context.WithCancel(t.Context())
		stream := w.request(t, "", "", "").WithContext(ctx)
		stream.Method = http.MethodGet
		left := make(chan struct{})
		go func() {
			defer close(left)
			handler.ServeHTTP(httptest.NewRecorder(), stream)
		}()
		<-time.After(5 * time.Minute)
		synctest.Wait()
		if s.sessions.open() != 1 {
			t.Error("the session ended under the stream of its client")
		}
		leave()
		<-left
		<-time.After(61 * time.Second)
		synctest.Wait()
		if s.sessions.open() != 0 {
			t.Error("the session outlives a client that left")
		}
		if err := s.Close(t.Context()); err != nil {
			t.Error(err)
		}
	})
}

// A client of the older TypeScript SDK takes an error for no answer and comes back for the
// rest of the stream; without the end it would open streams until it is refused.
func TestSession_nothingIsLeftOfAnAnsweredStream(t *testing.T) {
	t.Parallel()
	w := legacy(t, serveAs(t, newSample(t), op.Caller{}), "{}")
	got := w.post(t, "tools/call", "no_such", w.body("tools/call", `{"name":"no_such","arguments":{}}`))
	var last string
	for line := range strings.Lines(string(got.body)) {
		if id, ok := strings.CutPrefix(line, "id: "); ok {
			last = strings.TrimSpace(id)
		}
	}
	back := w.with("Last-Event-ID", last).request(t, "", "", "")
	back.Method = http.MethodGet
	if got := do(t, back); last == "" || got.status != http.StatusNoContent {
		t.Errorf("after event %q: status %d %s", last, got.status, got.body)
	}
}

func TestSession_cancelledCallIsNotAnswered(t *testing.T) {
	t.Parallel()
	hold := newSlow()
	s, err := New(sampleConfig(t, hold))
	if err != nil {
		t.Fatal(err)
	}
	w := legacy(t, serveAs(t, s, op.Caller{}), "{}")
	ended := make(chan answer, 1)
	r := w.request(t, "tools/call", "wait_long", w.body("tools/call", `{"name":"wait_long","arguments":{}}`))
	go func() {
		got, err := fetch(r)
		if err != nil {
			t.Error(err)
		}
		ended <- got
	}()
	<-hold.entered
	w.post(t, "notifications/cancelled", "", `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":7}}`)
	<-hold.left
	got := <-ended
	if body := string(got.body); strings.Contains(body, `"id":7`) || strings.Contains(body, `"error"`) {
		t.Errorf("the stream carries %s", body)
	}
	for line := range strings.Lines(string(got.body)) {
		if id, ok := strings.CutPrefix(line, "id: "); ok {
			back := w.with("Last-Event-ID", strings.TrimSpace(id)).request(t, "", "", "")
			back.Method = http.MethodGet
			if got := do(t, back); strings.Contains(string(got.body), `"id":7`) {
				t.Errorf("coming back for it: status %d %s", got.status, got.body)
			}
		}
	}
}
