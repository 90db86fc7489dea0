package e2e

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"kadry/internal/store/pgtest"
	"kadry/internal/store/storetest"
)

// PostgreSQL that goes away is answered with words and the right status, and a server
// that is up when it comes back needs no restart.
func TestOutage_refused(t *testing.T) {
	t.Parallel()
	s, relay := overRelay(t)
	const query = `{"required_skills":["Go"]}`
	before := s.rest().post(t, "search_by_skills", query).facts(t)
	id := fmt.Sprintf(`{"candidate_id":%q}`, before.Candidates[0].ID)

	relay.Cut()
	for operation, input := range map[string]string{
		"search_by_skills": query, "get_candidate_details": id, "ingest_cv": `{"text":"Nina Example, Go developer"}`,
	} {
		p := s.rest().post(t, operation, input).refused(t, 503, "unavailable")
		if !strings.Contains(p.Detail, "database") || p.Hint == "" {
			t.Errorf("%s: the words are %+v", operation, p)
		}
		s.mcp("").call(t, operation, input).refused(t, "unavailable")
	}
	s.awaitReady(t, http.StatusServiceUnavailable)
	if status, err := probe(t.Context(), s.url+"/healthz"); err != nil || status != http.StatusOK {
		t.Errorf("the process itself is well, yet /healthz: %d, %v", status, err)
	}

	relay.Mend()
	s.awaitReady(t, http.StatusOK)
	if after := s.rest().post(t, "search_by_skills", query).facts(t); after.Total != before.Total || after.Total == 0 {
		t.Errorf("found %d before and %d after", before.Total, after.Total)
	}
	s.rest().post(t, "get_candidate_details", id).ok(t)
}

// A network that swallows everything refuses nothing, and is noticed all the same.
func TestOutage_silent(t *testing.T) {
	t.Parallel()
	s, relay := overRelay(t)
	relay.Silence()
	s.awaitReady(t, http.StatusServiceUnavailable)
	if got := s.rest().post(t, "search_by_skills", `{"required_skills":["Go"]}`); got.status != http.StatusServiceUnavailable {
		t.Errorf("search: status %d, want 503: %s", got.status, got.body)
	}
	relay.Mend()
	s.awaitReady(t, http.StatusOK)
	s.rest().post(t, "search_by_skills", `{"required_skills":["Go"]}`).ok(t)
}

// overRelay starts a server with the bundled CVs that reaches PostgreSQL over a relay.
func overRelay(t *testing.T) (*server, *storetest.Relay) {
	t.Helper()
	r := storetest.NewRelay(t, pgtest.URL(t))
	return serve(t, options{env: []string{"KADRY_DATABASE_URL=" + r.URL}, args: []string{"--sample"}}), r
}
