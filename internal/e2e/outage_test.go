package e2e

import (
	"context"
	"crypto/rand"
	"database/sql"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"

	_ "github.com/jackc/pgx/v5/stdlib" // the driver

	"kadry/internal/cache/redistest"
	"kadry/internal/e2e/e2etest"
	"kadry/internal/store/pgtest"
	"kadry/internal/store/storetest"
)

// PostgreSQL that goes away is answered with words and the right status, and a server
// that is up when it comes back needs no restart.
func TestOutage_refused(t *testing.T) {
	t.Parallel()
	s, relay := overRelay(t)
	const query = `{"required_skills":["Go"]}`
	before := s.REST().Post(t, "search_by_skills", query).Facts(t)
	id := fmt.Sprintf(`{"candidate_id":%q}`, before.Candidates[0].ID)

	relay.Cut()
	for operation, input := range map[string]string{
		"search_by_skills": query, "get_candidate_details": id, "ingest_cv": `{"text":"Nina Example, Go developer"}`,
	} {
		p := s.REST().Post(t, operation, input).Refused(t, 503, "unavailable")
		if !strings.Contains(p.Detail, "database") || p.Hint == "" {
			t.Errorf("%s: the words are %+v", operation, p)
		}
		s.MCP("").Call(t, operation, input).Refused(t, "unavailable")
	}
	s.AwaitReady(t, http.StatusServiceUnavailable)
	if status, err := e2etest.Probe(t.Context(), s.URL+"/healthz"); err != nil || status != http.StatusOK {
		t.Errorf("the process itself is well, yet /healthz: %d, %v", status, err)
	}

	relay.Mend()
	s.AwaitReady(t, http.StatusOK)
	if after := s.REST().Post(t, "search_by_skills", query).Facts(t); after.Total != before.Total || after.Total == 0 {
		t.Errorf("found %d before and %d after", before.Total, after.Total)
	}
	s.REST().Post(t, "get_candidate_details", id).Ok(t)
}

// A network that swallows everything refuses nothing, and is noticed all the same.
func TestOutage_silent(t *testing.T) {
	t.Parallel()
	s, relay := overRelay(t)
	relay.Silence()
	s.AwaitReady(t, http.StatusServiceUnavailable)
	if got := s.REST().Post(t, "search_by_skills", `{"required_skills":["Go"]}`); got.Status != http.StatusServiceUnavailable {
		t.Errorf("search: status %d, want 503: %s", got.Status, got.Body)
	}
	relay.Mend()
	s.AwaitReady(t, http.StatusOK)
	s.REST().Post(t, "search_by_skills", `{"required_skills":["Go"]}`).Ok(t)
}

// PostgreSQL that an administrator or a failover made read-only is told by /readyz in words, what
// only reads goes on, and the server is ready by itself when writes are taken again.
func TestOutage_readOnly(t *testing.T) {
	t.Parallel()
	address, readOnly := ownDatabase(t)
	s := e2etest.Serve(t, e2etest.Options{Env: []string{"KADRY_DATABASE_URL=" + address}, Args: []string{"--sample"}})
	s.AwaitReady(t, http.StatusOK)

	readOnly("on")
	e2etest.Await(t, func(context.Context) bool { // the cut connections are told first
		got := s.REST().Get(t, "/readyz")
		return got.Status == http.StatusServiceUnavailable && strings.Contains(string(got.Body), "cannot be written")
	})
	s.REST().Post(t, "search_by_skills", `{"required_skills":["Go"]}`).Ok(t)
	s.REST().Post(t, "ingest_cv", `{"text":"Nina Example, Go developer"}`).Refused(t, 503, "unavailable")

	readOnly("off")
	s.AwaitReady(t, http.StatusOK)
	s.REST().Post(t, "ingest_cv", `{"text":"Nina Example, Go developer"}`).Ok(t)
}

// ownDatabase makes a database of the test's own. What is set for it, by readOnly, holds for new
// connections: those that are open are ended, as a failover does.
func ownDatabase(t *testing.T) (address string, readOnly func(setting string)) {
	t.Helper()
	server, err := url.Parse(pgtest.URL(t))
	if err != nil {
		t.Fatal(err)
	}
	admin, err := sql.Open("pgx", server.String())
	if err != nil {
		t.Fatal(err)
	}
	name := "kadry_" + strings.ToLower(rand.Text())
	perform := func(text string) {
		if _, err := admin.ExecContext(context.WithoutCancel(t.Context()), text); err != nil {
			t.Error(err)
		}
	}
	perform("CREATE DATABASE " + name)
	t.Cleanup(func() {
		perform("DROP DATABASE " + name + " WITH (FORCE)")
		_ = admin.Close() // it has done its work
	})
	server.Path, server.RawQuery = "/"+name, ""
	return server.String(), func(setting string) {
		perform("ALTER DATABASE " + name + " SET default_transaction_read_only = " + setting)
		perform("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '" + name + "'")
	}
}

// A cache that is away is for the operator to know and for nobody else to notice: the server
// starts, is ready and answers without it, and finds it when it comes.
func TestOutage_cache(t *testing.T) {
	t.Parallel()
	redis := redistest.Start(t)
	redis.Kill(t)
	s := e2etest.Serve(t, e2etest.Options{Env: []string{"KADRY_REDIS_URL=" + redis.URL}, Args: []string{"--sample"}})
	s.AwaitReady(t, http.StatusOK)
	s.REST().Post(t, "search_by_skills", `{"required_skills":["Go"]}`).Ok(t)
	const metric = `kadry_cache_down{backend="redis"} `
	if status, metrics := string(s.REST().Get(t, "/status").Body), string(s.REST().Get(t, "/metrics").Body); !strings.Contains(status, `"backend":"redis","down":true`) || !strings.Contains(metrics, metric+"1") {
		t.Errorf("nobody is told: %s", status)
	}

	redis.Again(t)
	e2etest.Await(t, func(context.Context) bool {
		return strings.Contains(string(s.REST().Get(t, "/metrics").Body), metric+"0")
	})
	if status := string(s.REST().Get(t, "/status").Body); !strings.Contains(status, `"backend":"redis","down":false`) {
		t.Errorf("it is not found: %s", status)
	}
}

// overRelay starts a server with the bundled CVs that reaches PostgreSQL over a relay.
func overRelay(t *testing.T) (*e2etest.Server, *storetest.Relay) {
	t.Helper()
	r := storetest.NewRelay(t, pgtest.URL(t))
	return e2etest.Serve(t, e2etest.Options{Env: []string{"KADRY_DATABASE_URL=" + r.URL}, Args: []string{"--sample"}}), r
}
