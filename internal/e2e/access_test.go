package e2e

import (
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// newToken creates an access token in a data folder and returns it.
func newToken(t testing.TB, home string, args ...string) string {
	t.Helper()
	return strings.TrimSpace(succeed(t, environment(home), append([]string{"token", "create"}, args...)...))
}

// Off loopback the server will not start without tokens, and says what to do.
func TestAccess_offLoopback(t *testing.T) {
	t.Parallel()
	home := t.TempDir()
	got := command(t, environment(home), "serve", "--addr", "0.0.0.0:0")
	if got.code != 3 || !strings.Contains(got.stderr, "will not listen") || !strings.Contains(got.stderr, "kadry token create") {
		t.Errorf("exit code %d, %s", got.code, got.stderr)
	}
	got = command(t, environment(home, "KADRY_LANG=ru"), "serve", "--addr", "0.0.0.0:0")
	if got.code != 3 || !strings.Contains(got.stderr, "не будет слушать") {
		t.Errorf("in Russian: exit code %d, %s", got.code, got.stderr)
	}
}

// A token is asked for as soon as one exists, and it dies at once when it is revoked,
// while the server runs.
func TestAccess_tokens(t *testing.T) {
	t.Parallel()
	s := serve(t, options{})
	s.rest().get(t, "/api/v1/tools").ok(t)
	ats := newToken(t, s.home, "ats")

	for name, wrong := range map[string]rest{
		"none": s.rest(), "unknown": s.rest().as("kadry_guess"), "cut": s.rest().as(ats[:len(ats)-1]),
	} {
		got := wrong.get(t, "/api/v1/tools")
		got.refused(t, 401, "unauthenticated")
		if challenge := got.header.Get("WWW-Authenticate"); !strings.HasPrefix(challenge, "Bearer") {
			t.Errorf("%s: WWW-Authenticate is %q", name, challenge)
		}
	}
	response, _ := s.mcp("").send(t, "tools/list", "", request("tools/list", `{}`, `{}`))
	if challenge := response.Header.Get("WWW-Authenticate"); response.StatusCode != 401 || !strings.Contains(challenge, "resource_metadata") {
		t.Errorf("MCP without a token: status %d, WWW-Authenticate %q", response.StatusCode, challenge)
	}
	if got := s.rest().get(t, "/metrics"); got.status != 401 {
		t.Errorf("metrics without a token: status %d", got.status)
	}
	s.awaitReady(t, http.StatusOK) // whoever checks health has no token

	s.rest().as(ats).get(t, "/api/v1/tools").ok(t)
	session := s.mcp("")
	session.token = ats
	session.tools(t)
	succeed(t, environment(s.home), "token", "create", "spare")
	succeed(t, environment(s.home), "token", "revoke", "ats")
	s.rest().as(ats).get(t, "/api/v1/tools").refused(t, 401, "unauthenticated")
	if strings.Contains(s.log.String(), ats) {
		t.Error("the log holds the token")
	}
	kept, err := os.ReadFile(filepath.Join(s.home, "tokens.toml"))
	if err != nil || strings.Contains(string(kept), ats[len("kadry_"):]) {
		t.Errorf("the tokens file holds the token itself: %v", err)
	}
}

// The last token gone must not open the server to everyone who was kept out until then.
func TestAccess_lastTokenRevoked(t *testing.T) {
	t.Parallel()
	s := serve(t, options{})
	only := newToken(t, s.home, "only")
	s.rest().as(only).get(t, "/api/v1/tools").ok(t)
	succeed(t, environment(s.home), "token", "revoke", "only")
	s.rest().as(only).get(t, "/api/v1/tools").refused(t, 401, "unauthenticated")
}

// A token sees the toolsets and effects it was made for, over every front.
func TestAccess_scopes(t *testing.T) {
	t.Parallel()
	s := serve(t, options{})
	reader := newToken(t, s.home, "reader", "--toolsets", "talent", "--read-only")
	c := s.mcp("")
	c.token = reader
	want := slices.DeleteFunc(slices.Clone(talentTools), func(name string) bool {
		return name == "ingest_cv" || name == "delete_candidate"
	})
	if diff := cmp.Diff(want, c.tools(t)); diff != "" {
		t.Error(diff)
	}
	c.url = s.url + "/mcp/hr"
	if response, messages := c.send(t, "tools/list", "", request("tools/list", `{}`, `{}`)); response.StatusCode == 200 && !strings.Contains(fmt.Sprint(messages), "error") {
		if got := c.tools(t); len(got) > 0 {
			t.Errorf("/mcp/hr shows %v to a token of talent", got)
		}
	}
	s.rest().as(reader).post(t, "ingest_cv", `{"text":"Nina Example, Go developer"}`).refused(t, 403, "denied")
	s.rest().as(reader).post(t, "get_skill_taxonomy", `{"prefix":"go"}`).refused(t, 403, "denied")
	s.rest().as(reader).post(t, "search_by_skills", `{"required_skills":["Go"]}`).ok(t)
}

// Tenants share a server and never see each other: not in a search, not by an id they
// were told, not as a duplicate; the same file is a candidate of each.
func TestAccess_tenants(t *testing.T) {
	t.Parallel()
	s := serve(t, options{})
	acme := s.rest().as(newToken(t, s.home, "acme-ats", "--tenant", "acme"))
	globex := s.rest().as(newToken(t, s.home, "globex-ats", "--tenant", "globex"))
	input := fmt.Sprintf(`{"text":%s}`, quoted(t, shortCV(1)))
	mine := acme.post(t, "ingest_cv", input).facts(t).Items[0].ID

	if found := globex.post(t, "search_by_skills", `{"required_skills":["Go"]}`).facts(t); found.Total != 0 {
		t.Errorf("globex finds %+v", found.Candidates)
	}
	id := fmt.Sprintf(`{"candidate_id":%q}`, mine)
	globex.post(t, "get_candidate_details", id).refused(t, 404, "not_found")
	globex.post(t, "delete_candidate", fmt.Sprintf(`{"candidate_id":%q,"confirm":true}`, mine)).refused(t, 404, "not_found")
	their := globex.post(t, "ingest_cv", input).facts(t).Items[0]
	if their.Status != "added" || their.ID == mine {
		t.Errorf("the same file at globex: %+v, at acme: %s", their, mine)
	}
	globex.post(t, "compare_candidates", fmt.Sprintf(`{"candidate_ids":[%q,%q]}`, their.ID, mine)).refused(t, 404, "not_found")
	globex.post(t, "delete_candidate", fmt.Sprintf(`{"candidate_id":%q,"confirm":true}`, their.ID)).ok(t)
	acme.post(t, "get_candidate_details", id).ok(t)
	if got := acme.post(t, "search_by_skills", `{"required_skills":["Go"]}`).facts(t); got.Total != 1 {
		t.Errorf("acme finds %d candidates, want its own one", got.Total)
	}
}

// A page of another site can neither rebind a name to this machine nor call across.
func TestAccess_foreignPages(t *testing.T) {
	t.Parallel()
	s := serve(t, options{})
	evil := "http://evil.example"
	for name, header := range map[string][2]string{
		"host":   {"Host", "evil.example"},
		"origin": {"Origin", evil},
		"site":   {"Sec-Fetch-Site", "cross-site"},
	} {
		for _, path := range []string{"/api/v1/tools/search_by_skills", "/mcp"} {
			got := s.rest().with(header[0], header[1]).do(t, http.MethodPost, path, strings.NewReader(`{}`))
			if got.status != 403 {
				t.Errorf("%s on %s: status %d, want 403", name, path, got.status)
			}
		}
	}
	if got := s.rest().with("Host", "evil.example").get(t, "/api/v1/tools"); got.status != 403 {
		t.Errorf("reading through a foreign name: status %d, want 403", got.status)
	}
	if allow := s.rest().with("Origin", evil).get(t, "/api/v1/tools").header.Get("Access-Control-Allow-Origin"); allow != "" {
		t.Errorf("a foreign page may read: Access-Control-Allow-Origin %q", allow)
	}
	behind := serve(t, options{args: []string{"--allowed-hosts", "kadry.example.org"}})
	behind.rest().with("Host", "kadry.example.org").get(t, "/api/v1/tools").ok(t)
	if got := behind.rest().with("Host", "evil.example").get(t, "/api/v1/tools"); got.status != 403 {
		t.Errorf("behind a proxy, a foreign name: status %d, want 403", got.status)
	}
}

// A caller who asks too much is told when to come back, and others are not held up.
func TestAccess_rate(t *testing.T) {
	t.Parallel()
	s := serve(t, options{env: []string{"KADRY_RATE_PER_MINUTE=30"}})
	eager := s.rest().as(newToken(t, s.home, "eager"))
	patient := s.rest().as(newToken(t, s.home, "patient"))
	const query = `{"required_skills":["Go"]}`
	for range 30 {
		got := eager.post(t, "search_by_skills", query)
		if got.status == http.StatusOK {
			continue
		}
		got.refused(t, http.StatusTooManyRequests, "rate_limited")
		if wait, err := strconv.Atoi(got.header.Get("Retry-After")); err != nil || wait < 1 || wait > 60 {
			t.Errorf("Retry-After is %q", got.header.Get("Retry-After"))
		}
		patient.post(t, "search_by_skills", query).ok(t)
		return
	}
	t.Error("thirty calls at once pass a limit of thirty a minute")
}
