package replica

import (
	"errors"
	"io"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"
)

func TestLimitsAreGitHubs(t *testing.T) {
	now := smallNow
	s := open(t, Options{Now: func() time.Time { return now }, Limits: Limits{Anonymous: 2, Core: 3, AnonymousSearch: 1, Search: 1, CodeSearch: 1}})
	for i, want := range []string{"1", "0", "0"} {
		got := s.get("/users/ada-example")
		if got.header.Get("X-Ratelimit-Remaining") != want || (got.status == 403) != (i == 2) {
			t.Errorf("request %d: %d, %s left", i+1, got.status, got.header.Get("X-Ratelimit-Remaining"))
		}
	}
	over := s.get("/users/ada-example")
	if message, _ := dig(over.json(t), "message").(string); !strings.HasPrefix(message, "API rate limit exceeded for ") {
		t.Errorf("%s", over.body)
	}
	if got := s.get("/rate_limit"); got.status != 200 || dig(got.json(t), "resources", "core", "remaining") != 0.0 || dig(got.json(t), "resources", "graphql", "limit") != 0.0 {
		t.Errorf("asking for the limit: %d %s", got.status, got.body)
	}
	if got := s.known("/users/ada-example"); got.status != 200 || got.header.Get("X-Ratelimit-Limit") != "3" {
		t.Errorf("with a token: %d of %s", got.status, got.header.Get("X-Ratelimit-Limit"))
	}
	s.known("/search/issues?q=is:pr")
	if got := s.known("/search/issues?q=is:pr"); got.status != 403 || got.header.Get("X-Ratelimit-Resource") != "search" {
		t.Errorf("a search too many: %d", got.status)
	}
	if got := s.get("/search/code?q=pgx"); got.status != 401 || dig(got.json(t), "message") != "Requires authentication" {
		t.Errorf("a search for code without a token: %d %s", got.status, got.body)
	}
	if got := s.get("/users/ada-example", "Authorization", "Bearer other"); got.status != 401 || dig(got.json(t), "message") != "Bad credentials" {
		t.Errorf("an unknown token: %d %s", got.status, got.body)
	}
	now = now.Add(time.Minute)
	if got := s.known("/search/issues?q=is:pr"); got.status != 200 {
		t.Errorf("a minute later: %d", got.status)
	}
	now = now.Add(time.Hour)
	if got := s.get("/users/ada-example"); got.status != 200 {
		t.Errorf("an hour later: %d", got.status)
	}
}

func TestQueriesNeedAToken(t *testing.T) {
	s := open(t, Options{})
	r, _ := http.NewRequest(http.MethodPost, s.http.URL+"/graphql", strings.NewReader(`{"query":"{rateLimit{cost}}"}`))
	if got := s.do(r); got.status != 403 || got.header.Get("X-Ratelimit-Limit") != "0" {
		t.Errorf("%d %s", got.status, got.body)
	}
	r, _ = http.NewRequest(http.MethodGet, s.http.URL+"/users/ada-example", nil)
	r.Header["User-Agent"] = nil
	if got := s.do(r); got.status != 403 {
		t.Errorf("no User-Agent: %d", got.status)
	}
}

func TestUnchangedIsFreeWithATokenOnly(t *testing.T) {
	s := open(t, Options{Tokens: []string{secret, "second"}})
	first := s.known("/repos/ada-example/ledger-kit")
	tag := first.header.Get("Etag")
	again := s.known("/repos/ada-example/ledger-kit", "If-None-Match", tag)
	if again.status != 304 || len(again.body) != 0 || again.header.Get("X-Ratelimit-Remaining") != first.header.Get("X-Ratelimit-Remaining") {
		t.Errorf("%d, %d bytes, %s left after %s", again.status, len(again.body), again.header.Get("X-Ratelimit-Remaining"), first.header.Get("X-Ratelimit-Remaining"))
	}
	if got := s.get("/repos/ada-example/ledger-kit", "If-None-Match", tag, "Authorization", "Bearer second"); got.status != 200 {
		t.Errorf("the tag of another token: %d", got.status)
	}
	plain := s.get("/repos/ada-example/ledger-kit")
	counted := s.get("/repos/ada-example/ledger-kit", "If-None-Match", plain.header.Get("Etag"))
	if counted.status != 304 || counted.header.Get("X-Ratelimit-Remaining") != "58" {
		t.Errorf("without a token: %d, %s left", counted.status, counted.header.Get("X-Ratelimit-Remaining"))
	}
	if c := s.Counts(); c.Free != 1 || c.Requests[Core] != 5 || c.Bytes == 0 || len(c.Paths) != 5 || c.Paths[0] != "GET /repos/ada-example/ledger-kit" {
		t.Errorf("%+v", c)
	}
}

func TestTooManyAtOnceMeetASecondaryLimit(t *testing.T) {
	hold, entered := make(chan struct{}), make(chan struct{}, 8)
	s := open(t, Options{MostConcurrent: 2, Faults: []*Fault{{Path: "/users/ada-example", Match: func(*http.Request) bool {
		entered <- struct{}{}
		<-hold
		return false
	}}}})
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() { s.known("/users/ada-example") })
		<-entered
	}
	got := s.known("/users/bora-sample")
	if got.status != 403 || got.header.Get("Retry-After") != "60" || !strings.Contains(string(got.body), "secondary rate limit") {
		t.Errorf("the third at once: %d %s", got.status, got.body)
	}
	if got := s.get("/codeload/ada-example/ledger-kit/legacy.tar.gz/main"); got.status != 200 {
		t.Errorf("an archive meanwhile: %d", got.status)
	}
	close(hold)
	wg.Wait()
	if got := s.known("/users/bora-sample"); got.status != 200 || s.Counts().MostConcurrent != 3 {
		t.Errorf("after: %d, %d at once", got.status, s.Counts().MostConcurrent)
	}
}

func TestFaultsComeAsScripted(t *testing.T) {
	reset := smallNow.Add(time.Hour)
	for _, c := range []struct {
		name       string
		fault      *Fault
		status     int
		header     string
		value, has string
	}{
		{"primary", PrimaryLimit(403, reset), 403, "X-Ratelimit-Remaining", "0", "API rate limit exceeded"},
		{"secondary", SecondaryLimit(403, "7"), 403, "Retry-After", "7", "secondary rate limit"},
		{"secondary by date", SecondaryLimit(429, reset.Format(http.TimeFormat)), 429, "Retry-After", "Mon, 01 Jun 2026 13:00:00 GMT", "secondary"},
		{"secondary unsaid", SecondaryLimit(429, ""), 429, "Retry-After", "", "secondary"},
		{"token gone", BadCredentials(), 401, "", "", "Bad credentials"},
		{"absent", Absent(), 404, "", "", "Not Found"},
		{"blocked", Blocked(), 451, "", "", "dmca"},
		{"empty", Empty(), 409, "", "", "Git Repository is empty."},
		{"pending", Pending(), 202, "", "", "{}"},
		{"broken", Failure(502), 502, "", "", "Bad Gateway"},
		{"renamed", Renamed("http://x", 202), 301, "Location", "http://x/repositories/202", "Moved Permanently"},
		{"no points", QueryLimit(reset), 200, "X-Ratelimit-Remaining", "0", "RATE_LIMITED"},
	} {
		c.fault.Path, c.fault.From, c.fault.Count = "/repos/ada-example/", 2, 1
		s := open(t, Options{Faults: []*Fault{c.fault}})
		s.known("/users/ada-example")
		before, got, after := s.known("/repos/ada-example/ledger-kit"), s.known("/repos/ada-example/ledger-kit"), s.known("/repos/ada-example/ledger-kit")
		if before.status != 200 || after.status != 200 {
			t.Errorf("%s: around it %d and %d", c.name, before.status, after.status)
		}
		if got.status != c.status || !strings.Contains(string(got.body), c.has) || (c.header != "" && got.header.Get(c.header) != c.value) {
			t.Errorf("%s: %d %v %s", c.name, got.status, got.header, got.body)
		}
	}
}

func TestBodiesAreCutAndDataIsLost(t *testing.T) {
	s := open(t, Options{Faults: []*Fault{{Path: "/codeload/", Break: 100, Count: 1}, {Path: "/graphql", Lose: []string{"user.issues"}}}})
	cut := s.get("/codeload/ada-example/ledger-kit/legacy.tar.gz/main")
	if !errors.Is(cut.err, io.ErrUnexpectedEOF) || len(cut.body) != 100 {
		t.Errorf("%d bytes, %v", len(cut.body), cut.err)
	}
	if whole := s.get("/codeload/ada-example/ledger-kit/legacy.tar.gz/main"); whole.err != nil {
		t.Error(whole.err)
	}
	got := s.ask(`{user(login:"ada-example"){login issues(first:1){totalCount}}}`, nil).json(t)
	if dig(got, "data", "user", "login") != "ada-example" || dig(got, "data", "user", "issues") != nil || dig(got, "errors", 0, "path", 1) != "issues" {
		t.Errorf("%v", got)
	}
}

func TestAClientMayTireOfWaiting(t *testing.T) {
	s := open(t, Options{Latency: time.Nanosecond, Faults: []*Fault{{Path: "/users/", Hang: true}}})
	c := *s.c
	c.Timeout = 20 * time.Millisecond
	if p, err := c.Get(s.http.URL + "/users/ada-example"); err == nil {
		p.Body.Close()
		t.Error("an answer")
	}
	if got := s.known("/repos/ada-example/ledger-kit"); got.status != 200 {
		t.Errorf("%d", got.status)
	}
}

func TestGitHubsOwnNames(t *testing.T) {
	s := New(small(t), Options{Now: func() time.Time { return smallNow }})
	ask := func(host, path string) *recorder {
		r, _ := http.NewRequest(http.MethodGet, "https://"+host+path, http.NoBody)
		r.Header.Set("User-Agent", "test")
		w := newRecorder()
		s.ServeHTTP(w, r)
		return w
	}
	where := ask("api.github.com", "/repos/ada-example/ledger-kit/tarball/main").header.Get("Location")
	if where != "https://codeload.github.com/ada-example/ledger-kit/legacy.tar.gz/main" {
		t.Errorf("archive at %s", where)
	}
	if got := ask("codeload.github.com", "/ada-example/ledger-kit/legacy.tar.gz/main"); got.status != 200 || got.header.Get("Content-Type") != "application/x-gzip" {
		t.Errorf("%d %v", got.status, got.header)
	}
}
