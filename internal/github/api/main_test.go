package api_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"

	"kadry/internal/fault"
	"kadry/internal/github"
	"kadry/internal/github/api"
	"kadry/internal/github/replica"
	"kadry/internal/upstream"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

const (
	token      = "token-of-a-test"
	otherToken = "another-token-of-a-test"
	smallWorld = "../replica/testdata/small"
	ledger     = "ada-example/ledger-kit"
	desk       = "orchard-org/weather-desk"
)

// morning is after everything in the small world.
var morning = time.Date(2026, 6, 1, 12, 0, 0, 0, time.UTC)

// clock is the calendar of a test, of both sides.
type clock struct {
	mu sync.Mutex
	at time.Time
}

func (c *clock) now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.at
}

func (c *clock) pass(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.at = c.at.Add(d)
}

// setting is what a scene is made of. Zero fields are the small world as it is, with a token.
type setting struct {
	options  replica.Options
	archives http.Handler // in place of the replica's
	api      http.Handler // likewise
	token    string       // "none" is none
	folder   string       // of archives; "" keeps none
	kept     int64
	limits   api.Limits // of one archive
	uncached bool
	wait     time.Duration // the longest; 0 is the policy's
}

// scene is a client on a copy of GitHub with two addresses, as GitHub has two hosts.
type scene struct {
	*api.Client
	t     *testing.T
	clock *clock
	world *replica.Server
	up    *upstream.Client
	base  string // of the API

	mu         sync.Mutex
	token      string
	log        bytes.Buffer
	authorised map[string]int // requests with the header, by side
	asked      map[string]int // requests, by side
}

func open(t *testing.T, at setting) *scene {
	t.Helper()
	s := &scene{t: t, clock: &clock{at: morning}, token: token, authorised: map[string]int{}, asked: map[string]int{}}
	if at.token != "" {
		s.use(at.token)
	}
	w, err := replica.Load(smallWorld)
	if err != nil {
		t.Fatal(err)
	}
	at.options.Tokens, at.options.Now = []string{token, otherToken}, s.clock.now
	s.world = replica.New(w, at.options)
	if at.api == nil {
		at.api = s.world
	}
	if at.archives == nil {
		at.archives = s.world
	}
	asked, loaded := s.serve("api", at.api), s.serve("archives", at.archives)
	s.base = asked
	policies := api.Policies(asked, s.world.CodeloadBase(loaded))
	for i := range policies {
		policies[i].Backoff = time.Millisecond
		if at.wait > 0 {
			policies[i].LongestWait = at.wait
		}
	}
	folder := t.TempDir()
	if at.uncached {
		folder = ""
	}
	s.up, err = upstream.New(upstream.Config{Policies: policies, Folder: folder, Now: s.clock.now, Logger: slog.New(slog.NewTextHandler(s, nil))})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.up.Close() })
	s.Client, err = api.New(api.Config{
		Upstream: s.up, API: asked, Archives: s.world.CodeloadBase(loaded), Token: s.current, Folder: at.folder, Kept: at.kept, PerArchive: at.limits, Now: s.clock.now,
	})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func (s *scene) serve(side string, h http.Handler) string {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.mu.Lock()
		s.asked[side]++
		if r.Header.Get("Authorization") != "" {
			s.authorised[side]++
		}
		s.mu.Unlock()
		h.ServeHTTP(w, r)
	}))
	s.t.Cleanup(server.Close)
	return server.URL
}

// Write implements io.Writer, for the log.
func (s *scene) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.log.Write(p)
}

func (s *scene) use(token string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.token = token; token == "none" {
		s.token = ""
	}
}

func (s *scene) current() (string, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.token, nil
}

func (s *scene) sent(side string) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.asked[side]
}

func (s *scene) session() *api.Session {
	s.t.Helper()
	session, err := s.Session(s.t.Context())
	if err != nil {
		s.t.Fatal(err)
	}
	return session
}

// profile asks for one that must be there.
func (s *scene) profile(session *api.Session, login string) github.Profile {
	s.t.Helper()
	p, err := session.Profile(s.t.Context(), login)
	if err != nil {
		s.t.Fatal(err)
	}
	return p
}

// refused checks the kind of an error, and that nothing of it and of the log shows a token.
func (s *scene) refused(err error, kind fault.Kind) *fault.Error {
	s.t.Helper()
	if fault.KindOf(err) != kind {
		s.t.Fatalf("got %v, want %s", err, kind)
	}
	told := fault.From(err)
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, text := range []string{fmt.Sprintf("%v %+v", err, told), told.Text.EN, told.Text.RU, told.Hint.EN, told.Hint.RU, s.log.String()} {
		if strings.Contains(text, token) || strings.Contains(text, otherToken) {
			s.t.Errorf("a token shows in %q", text)
		}
	}
	if told.Text.EN == "" || told.Text.RU == "" {
		s.t.Errorf("no words for %v", err)
	}
	return told
}

// files reads an archive into bodies by path; a nil one is a file without.
func files(ctx context.Context, session *api.Session, r github.Repository) (map[string][]byte, github.Contents, error) {
	found := map[string][]byte{}
	var twice error
	contents, err := session.Archive(ctx, r, func(f github.File) error {
		if _, seen := found[f.Path]; seen {
			twice = fmt.Errorf("%s comes twice", f.Path)
		}
		found[f.Path] = f.Body
		return nil
	})
	return found, contents, errors.Join(err, twice)
}
