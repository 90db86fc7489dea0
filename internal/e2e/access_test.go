package e2e

import (
	"errors"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"kadry/internal/e2e/e2etest"
)

// Off loopback the server will not start without tokens, and says what to do.
func TestAccess_offLoopback(t *testing.T) {
	t.Parallel()
	home := t.TempDir()
	got := e2etest.Command(t, e2etest.Environment(home), "serve", "--addr", "0.0.0.0:0")
	if got.Code != 3 || !strings.Contains(got.Stderr, "will not listen") || !strings.Contains(got.Stderr, "kadry token create") {
		t.Errorf("exit code %d, %s", got.Code, got.Stderr)
	}
	got = e2etest.Command(t, e2etest.Environment(home, "KADRY_LANG=ru"), "serve", "--addr", "0.0.0.0:0")
	if got.Code != 3 || !strings.Contains(got.Stderr, "не будет слушать") {
		t.Errorf("in Russian: exit code %d, %s", got.Code, got.Stderr)
	}
}

// A token is asked for as soon as one exists, and it dies at once when it is revoked,
// while the server runs.
func TestAccess_tokens(t *testing.T) {
	t.Parallel()
	s := e2etest.Serve(t, e2etest.Options{})
	s.REST().Get(t, "/api/v1/tools").Ok(t)
	ats := e2etest.NewToken(t, s.Home, "ats")

	for name, wrong := range map[string]e2etest.REST{
		"none": s.REST(), "unknown": s.REST().As("kadry_guess"), "cut": s.REST().As(ats[:len(ats)-1]),
	} {
		got := wrong.Get(t, "/api/v1/tools")
		got.Refused(t, 401, "unauthenticated")
		if challenge := got.Header.Get("WWW-Authenticate"); !strings.HasPrefix(challenge, "Bearer") {
			t.Errorf("%s: WWW-Authenticate is %q", name, challenge)
		}
	}
	response, _ := s.MCP("").Send(t, "tools/list", "", e2etest.Request("tools/list", `{}`, `{}`))
	if challenge := response.Header.Get("WWW-Authenticate"); response.StatusCode != 401 || !strings.Contains(challenge, "resource_metadata") {
		t.Errorf("MCP without a token: status %d, WWW-Authenticate %q", response.StatusCode, challenge)
	}
	if got := s.REST().Get(t, "/metrics"); got.Status != 401 {
		t.Errorf("metrics without a token: status %d", got.Status)
	}
	s.AwaitReady(t, http.StatusOK) // whoever checks health has no token

	s.REST().As(ats).Get(t, "/api/v1/tools").Ok(t)
	session := s.MCP("")
	session.Token = ats
	session.Tools(t)
	e2etest.Succeed(t, e2etest.Environment(s.Home), "token", "create", "spare")
	e2etest.Succeed(t, e2etest.Environment(s.Home), "token", "revoke", "ats")
	s.REST().As(ats).Get(t, "/api/v1/tools").Refused(t, 401, "unauthenticated")
	if strings.Contains(s.Log.String(), ats) {
		t.Error("the log holds the token")
	}
	kept, err := os.ReadFile(filepath.Join(s.Home, "tokens.toml"))
	if err != nil || strings.Contains(string(kept), ats[len("kadry_"):]) {
		t.Errorf("the tokens file holds the token itself: %v", err)
	}
}

// A data folder that other users of the machine can look into is named, at the start and by the
// doctor; one that the server makes is not open.
func TestAccess_dataFolder(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		mode os.FileMode // 0 is a folder that is not there
		open bool
	}{"made": {0, false}, "its owner's": {0o700, false}, "the group's": {0o750, true}, "everyone's": {0o755, true}} {
		home := filepath.Join(t.TempDir(), "data")
		if c.mode != 0 {
			if err := errors.Join(os.Mkdir(home, 0o700), os.Chmod(home, c.mode)); err != nil {
				t.Fatal(err)
			}
		}
		s := e2etest.Serve(t, e2etest.Options{Home: home, Env: []string{"KADRY_DATA=" + home}})
		for who, said := range map[string]string{
			"the log":                s.Log.String(),
			"the doctor":             e2etest.Succeed(t, e2etest.Environment(home), "doctor"),
			"the doctor, in Russian": e2etest.Succeed(t, e2etest.Environment(home, "KADRY_LANG=ru"), "doctor"),
		} {
			if told := strings.Contains(said, "chmod 700 "+home); told != c.open {
				t.Errorf("%s, %s: told %t:\n%s", name, who, told, said)
			}
		}
	}
}

// A server that is named to the world, or that a proxy brings requests to, answers nobody but
// this machine until there is a token, over every front, and says so where an operator looks.
func TestAccess_behindAProxyWithoutTokens(t *testing.T) {
	t.Parallel()
	for name, o := range map[string]e2etest.Options{
		"allowed hosts":  {Args: []string{"--allowed-hosts", "kadry.example.org"}},
		"public address": {Env: []string{"KADRY_PUBLIC_URL=https://kadry.example.org"}},
		"only a proxy":   {},
	} {
		s := e2etest.Serve(t, o)
		told := func() bool {
			status := s.REST().With("Accept-Language", "ru").Get(t, "/status")
			return strings.Contains(string(status.Body), "kadry token create") && strings.Contains(s.Log.String(), "kadry token create")
		}
		if named := name != "only a proxy"; told() != named {
			t.Errorf("%s: told at the start: %t", name, !named)
		}
		through := s.REST().With("X-Forwarded-For", "192.0.2.1")
		for _, path := range []string{"/api/v1/tools", "/status", "/openapi.json", "/metrics", "/mcp", "/mcp/talent", "/api/v1/vacancies"} {
			if got := through.Get(t, path); got.Status != http.StatusUnauthorized || !strings.Contains(string(got.Body), "kadry token create") {
				t.Errorf("%s, %s: status %d, %.200s", name, path, got.Status, got.Body)
			}
		}
		if got := through.Post(t, "search_by_skills", `{"required_skills":["Go"]}`); got.Status != http.StatusUnauthorized {
			t.Errorf("%s, a call: status %d", name, got.Status)
		}
		for lang, words := range map[string]string{"ru": "создаёт токен", "en": "creates a token"} {
			got := through.With("Accept-Language", lang).Get(t, "/settings") // led to the sign-in page
			if !strings.Contains(string(got.Body), words) || !strings.Contains(string(got.Body), "kadry token create") {
				t.Errorf("%s, a page in %s: status %d, %.2000s", name, lang, got.Status, got.Body)
			}
		}
		if !told() {
			t.Errorf("%s: not told once a proxy had come:\n%s", name, s.Log)
		}
		s.REST().Get(t, "/api/v1/tools").Ok(t)
		through.As(e2etest.NewToken(t, s.Home, "ats")).Get(t, "/api/v1/tools").Ok(t)
	}
}

// The last token gone, or the file with all of them, must not open the server to everyone who
// was kept out until then.
func TestAccess_lastTokenRevoked(t *testing.T) {
	t.Parallel()
	for name, end := range map[string]func(home string){
		"revoked": func(home string) { e2etest.Succeed(t, e2etest.Environment(home), "token", "revoke", "only") },
		"lost": func(home string) {
			if err := os.Remove(filepath.Join(home, "tokens.toml")); err != nil {
				t.Fatal(err)
			}
		},
	} {
		s := e2etest.Serve(t, e2etest.Options{})
		only := e2etest.NewToken(t, s.Home, "only")
		s.REST().As(only).Get(t, "/api/v1/tools").Ok(t)
		end(s.Home)
		for who, caller := range map[string]e2etest.REST{"the revoked token": s.REST().As(only), "nobody": s.REST()} {
			for _, path := range []string{"/api/v1/tools", "/metrics", "/status", "/openapi.json", "/mcp"} {
				if got := caller.Get(t, path); got.Status != http.StatusUnauthorized {
					t.Errorf("%s, %s on %s: status %d", name, who, path, got.Status)
				}
			}
		}
	}
}

// A token sees the toolsets and effects it was made for, over every front.
func TestAccess_scopes(t *testing.T) {
	t.Parallel()
	s := e2etest.Serve(t, e2etest.Options{})
	reader := e2etest.NewToken(t, s.Home, "reader", "--toolsets", "talent", "--read-only")
	c := s.MCP("")
	c.Token = reader
	want := slices.DeleteFunc(e2etest.ToolsOf(t, "talent"), func(name string) bool {
		return slices.Contains([]string{"ingest_cv", "delete_candidate", "correct_candidate", "link_candidates"}, name)
	})
	if diff := cmp.Diff(want, c.Tools(t)); diff != "" {
		t.Error(diff)
	}
	c.URL = s.URL + "/mcp/hr"
	if response, messages := c.Send(t, "tools/list", "", e2etest.Request("tools/list", `{}`, `{}`)); response.StatusCode == 200 && !strings.Contains(fmt.Sprint(messages), "error") {
		if got := c.Tools(t); len(got) > 0 {
			t.Errorf("/mcp/hr shows %v to a token of talent", got)
		}
	}
	s.REST().As(reader).Post(t, "ingest_cv", `{"text":"Nina Example, Go developer"}`).Refused(t, 403, "denied")
	s.REST().As(reader).Post(t, "get_skill_taxonomy", `{"prefix":"go"}`).Refused(t, 403, "denied")
	s.REST().As(reader).Post(t, "search_by_skills", `{"required_skills":["Go"]}`).Ok(t)
}

// /metrics and /status show a tenant what is its own and an administrator the whole; a token
// that is limited to toolsets needs the scope for /metrics.
func TestAccess_metrics(t *testing.T) {
	t.Parallel()
	s := e2etest.Serve(t, e2etest.Options{Env: []string{"KADRY_WEBHOOK_PLAIN_HTTP=true"}})
	as := func(name string, args ...string) e2etest.REST {
		return s.REST().As(e2etest.NewToken(t, s.Home, append([]string{name}, args...)...))
	}
	acme, globex := as("acme-ats", "--tenant", "acme"), as("globex-ats", "--tenant", "globex")
	acme.Post(t, "search_by_skills", `{"required_skills":["Go"]}`).Ok(t)
	globex.Post(t, "get_skill_taxonomy", `{"prefix":"go"}`).Ok(t)

	const acmes, globexes, whole = `operation="search_by_skills"`, `operation="get_skill_taxonomy"`, "go_goroutines"
	for name, c := range map[string]struct {
		who           e2etest.REST
		want, without []string
	}{
		"acme":              {acme, []string{acmes, "kadry_deliveries"}, []string{globexes, whole, "kadry_jobs", "kadry_upstream", "kadry_cache"}},
		"globex":            {globex, []string{globexes}, []string{acmes, whole}},
		"a scraper of acme": {as("scraper", "--tenant", "acme", "--toolsets", "metrics"), []string{acmes}, []string{globexes, whole}},
		"an administrator":  {as("root", "--admin", "--toolsets", "metrics"), []string{acmes, globexes, whole, "kadry_jobs", `kadry_cache_asked_total{outcome="hit"} 0`}, nil},
	} {
		got := c.who.Get(t, "/metrics")
		got.Ok(t)
		for _, want := range c.want {
			if !strings.Contains(string(got.Body), want) {
				t.Errorf("%s does not see %s", name, want)
			}
		}
		for _, foreign := range c.without {
			if strings.Contains(string(got.Body), foreign) {
				t.Errorf("%s sees %s", name, foreign)
			}
		}
	}
	narrow := as("narrow", "--toolsets", "talent")
	if got := narrow.Get(t, "/metrics"); got.Status != http.StatusForbidden || !strings.Contains(string(got.Body), "--toolsets metrics") {
		t.Errorf("without the scope: status %d, %s", got.Status, got.Body)
	}
	as("scraper-2", "--toolsets", "metrics").Post(t, "search_by_skills", `{"required_skills":["Go"]}`).Refused(t, 403, "denied")

	const warned, rooms = "over http", `"candidates_set_aside"`
	for name, c := range map[string]struct {
		who  e2etest.REST
		want bool
	}{"acme": {acme, false}, "narrow": {narrow, false}, "an administrator": {as("root-2", "--admin"), true}} {
		got := c.who.Get(t, "/status")
		got.Ok(t)
		for _, part := range []string{warned, rooms, `"ready"`, `"backend":"memory"`} {
			if strings.Contains(string(got.Body), part) != c.want {
				t.Errorf("%s sees %s: %s", name, part, got.Body)
			}
		}
		if !strings.Contains(string(got.Body), `"deliveries":{`) {
			t.Errorf("%s: %s", name, got.Body)
		}
	}
}

// Tenants share a server and never see each other: not in a search, not by an id they
// were told, not as a duplicate; the same file is a candidate of each.
func TestAccess_tenants(t *testing.T) {
	t.Parallel()
	s := e2etest.Serve(t, e2etest.Options{})
	acme := s.REST().As(e2etest.NewToken(t, s.Home, "acme-ats", "--tenant", "acme"))
	globex := s.REST().As(e2etest.NewToken(t, s.Home, "globex-ats", "--tenant", "globex"))
	input := fmt.Sprintf(`{"text":%s}`, e2etest.Quoted(t, shortCV(1)))
	mine := acme.Post(t, "ingest_cv", input).Facts(t).Items[0].ID

	if found := globex.Post(t, "search_by_skills", `{"required_skills":["Go"]}`).Facts(t); found.Total != 0 {
		t.Errorf("globex finds %+v", found.Candidates)
	}
	id := fmt.Sprintf(`{"candidate_id":%q}`, mine)
	globex.Post(t, "get_candidate_details", id).Refused(t, 404, "not_found")
	globex.Post(t, "delete_candidate", fmt.Sprintf(`{"candidate_id":%q,"confirm":true}`, mine)).Refused(t, 404, "not_found")
	their := globex.Post(t, "ingest_cv", input).Facts(t).Items[0]
	if their.Status != "added" || their.ID == mine {
		t.Errorf("the same file at globex: %+v, at acme: %s", their, mine)
	}
	globex.Post(t, "compare_candidates", fmt.Sprintf(`{"candidate_ids":[%q,%q]}`, their.ID, mine)).Refused(t, 404, "not_found")
	globex.Post(t, "delete_candidate", fmt.Sprintf(`{"candidate_id":%q,"confirm":true}`, their.ID)).Ok(t)
	acme.Post(t, "get_candidate_details", id).Ok(t)
	if got := acme.Post(t, "search_by_skills", `{"required_skills":["Go"]}`).Facts(t); got.Total != 1 {
		t.Errorf("acme finds %d candidates, want its own one", got.Total)
	}
}

// A page of another site can neither rebind a name to this machine nor call across.
func TestAccess_foreignPages(t *testing.T) {
	t.Parallel()
	s := e2etest.Serve(t, e2etest.Options{})
	evil := "http://evil.example"
	for name, header := range map[string][2]string{
		"host":   {"Host", "evil.example"},
		"origin": {"Origin", evil},
		"site":   {"Sec-Fetch-Site", "cross-site"},
	} {
		for _, path := range []string{"/api/v1/tools/search_by_skills", "/mcp"} {
			got := s.REST().With(header[0], header[1]).Do(t, http.MethodPost, path, strings.NewReader(`{}`))
			if got.Status != 403 {
				t.Errorf("%s on %s: status %d, want 403", name, path, got.Status)
			}
		}
	}
	if got := s.REST().With("Host", "evil.example").Get(t, "/api/v1/tools"); got.Status != 403 {
		t.Errorf("reading through a foreign name: status %d, want 403", got.Status)
	}
	if allow := s.REST().With("Origin", evil).Get(t, "/api/v1/tools").Header.Get("Access-Control-Allow-Origin"); allow != "" {
		t.Errorf("a foreign page may read: Access-Control-Allow-Origin %q", allow)
	}
	behind := e2etest.Serve(t, e2etest.Options{Args: []string{"--allowed-hosts", "kadry.example.org"}})
	token := e2etest.NewToken(t, behind.Home, "ats")
	behind.REST().As(token).With("Host", "kadry.example.org").Get(t, "/api/v1/tools").Ok(t)
	if got := behind.REST().With("Host", "evil.example").Get(t, "/api/v1/tools"); got.Status != 403 {
		t.Errorf("behind a proxy, a foreign name: status %d, want 403", got.Status)
	}
}

// A caller who asks too much is told when to come back, and others are not held up.
func TestAccess_rate(t *testing.T) {
	t.Parallel()
	s := e2etest.Serve(t, e2etest.Options{Env: []string{"KADRY_RATE_PER_MINUTE=30"}})
	eager := s.REST().As(e2etest.NewToken(t, s.Home, "eager"))
	patient := s.REST().As(e2etest.NewToken(t, s.Home, "patient"))
	const query = `{"required_skills":["Go"]}`
	for range 30 {
		got := eager.Post(t, "search_by_skills", query)
		if got.Status == http.StatusOK {
			continue
		}
		got.Refused(t, http.StatusTooManyRequests, "rate_limited")
		if wait, err := strconv.Atoi(got.Header.Get("Retry-After")); err != nil || wait < 1 || wait > 60 {
			t.Errorf("Retry-After is %q", got.Header.Get("Retry-After"))
		}
		patient.Post(t, "search_by_skills", query).Ok(t)
		return
	}
	t.Error("thirty calls at once pass a limit of thirty a minute")
}
