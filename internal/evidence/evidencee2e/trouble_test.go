package evidencee2e_test

import (
	"context"
	"fmt"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"kadry/internal/e2e/e2etest"
	"kadry/internal/github/replica"
)

// What is no user name is refused before anybody is asked, whatever it looks like.
func TestEvidence_badNames(t *testing.T) {
	t.Parallel()
	h := smallHub(t)
	s := h.serve(t)
	for _, name := range []string{
		"", " ", "-", "-ada", "ada--example", "ada_example", "ada.example", "ada example", "ада", "ada/ledger", "..", "@", "ada\x00", "ada\nexample", "ada%2e", "ada?x=1",
		"ada#1", "<script>", "https://github.com/", "https://example.org/ada", "$(id)", "ada';--", strings.Repeat("a", 40), strings.Repeat("a", 5000), "🦊", "tidy-helper[bot]", "\u202eada",
	} {
		for operation, input := range map[string]string{
			"analyze_github": object(t, "username", name), "analyze_contribution_quality": object(t, "username", name),
			"search_github_code": strings.TrimSuffix(object(t, "username", name), "}") + `,"code_patterns":["x"]}`,
		} {
			p := s.REST().Post(t, operation, input).Refused(t, 400, "invalid_argument")
			if len(p.Detail) > 500 || strings.ContainsAny(p.Detail, "\x00\n") {
				t.Errorf("%s %.100q: %.600q", operation, name, p.Detail)
			}
		}
	}
	if n := h.Asked(); n != 0 {
		t.Errorf("%d requests for what is no name", n)
	}
}

// Who is not there, or is suspended, which GitHub answers alike, is asked for once; over
// GraphQL and, without a token, over REST.
func TestEvidence_noSuchUser(t *testing.T) {
	t.Parallel()
	for name, token := range map[string]string{"with a token": accepted, "without": ""} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h := smallHub(t)
			s := h.serve(t, "GITHUB_TOKEN="+token)
			for range 2 {
				s.REST().Post(t, "analyze_github", `{"username":"nobody-here"}`).Refused(t, 404, "not_found")
			}
			if n := h.Asked(); n != 1 {
				t.Errorf("%d requests for somebody who is not there", n)
			}
			suspended := `{"username":"cyan-demo"}`
			h.Break(&replica.Fault{Path: "/users/", Status: 404, Body: `{"message":"Not Found"}`}, &replica.Fault{
				Path: "/graphql", Body: `{"data":{"user":null},"errors":[{"type":"NOT_FOUND","path":["user"],"message":"Could not resolve to a User"}]}`,
			})
			s.REST().Post(t, "analyze_github", suspended).Refused(t, 404, "not_found")
		})
	}
}

// An empty repository is no failure of its owner, and is said where it is asked for by name.
func TestEvidence_emptyRepository(t *testing.T) {
	t.Parallel()
	h := smallHub(t)
	s := h.serve(t)
	got := analysisIn(t, s.REST().Post(t, "analyze_github", `{"username":"finn-blank","required_skills":["Go"]}`))
	if got.Read != 0 || got.Partial || len(got.Skills) != 1 || got.Skills[0].Status != "unknown" {
		t.Errorf("%+v", got)
	}
	for _, x := range [][2]string{{"detect_tech_stack", `{"repo_url":"finn-blank/untouched"}`}, {"get_file_contents", `{"repo":"finn-blank/untouched"}`}} {
		a := s.REST().Post(t, x[0], x[1])
		if a.Status >= 500 || a.Status == 200 && strings.Contains(string(a.Body), `"partial_data":true`) {
			t.Errorf("%s: %d %s", x[0], a.Status, a.Body)
		}
		t.Logf("%s: %d %s", x[0], a.Status, a.Body)
	}
}

// A repository over the limit of sizes is not loaded, which is said with its name, and the
// rest is read.
func TestEvidence_vastRepository(t *testing.T) {
	t.Parallel()
	h := peopleHub(t, 1)
	s := h.serve(t)
	got := analysisIn(t, s.REST().Post(t, "analyze_github", `{"username":"`+vast+`","required_skills":["cobra"]}`))
	if got.Read != 1 || got.Failed != 1 || !got.Partial || !names(got.Warnings, vast+"/everything") || got.Skills[0].Score == 0 {
		t.Errorf("%+v", got)
	}
	if n := h.AskedBelow("/codeload/" + vast + "/everything"); n != 0 {
		t.Errorf("it was loaded %d times", n)
	}
}

// names reports whether a warning names a repository.
func names(warnings []string, repository string) bool {
	return slices.ContainsFunc(warnings, func(w string) bool { return strings.HasPrefix(w, repository+": ") })
}

// Whatever goes wrong on the way, what could be read is answered, the rest is named, and asked
// again after the recovery the answer is whole: nothing false was kept.
func TestEvidence_partial(t *testing.T) {
	t.Parallel()
	const input = `{"username":"ada-example","required_skills":["Go","PostgreSQL","FastAPI"]}`
	loaded := func(*http.Request) bool { return true }
	for name, c := range map[string]struct {
		faults []*replica.Fault
		named  string // a repository that the warnings name
	}{
		"a broken archive":         {[]*replica.Fault{{Path: "/codeload/ada-example", Break: 200}}, "ada-example/ledger-kit"},
		"every archive is broken":  {[]*replica.Fault{{Path: "/codeload", Break: 100}}, "orchard-org/weather-desk"},
		"an archive is no archive": {[]*replica.Fault{{Path: "/codeload/orchard-org", Body: "<html>unicorn</html>"}}, "orchard-org/weather-desk"},
		"an archive is gone":       {[]*replica.Fault{{Path: "/codeload/orchard-org", Status: 404, Body: "404: Not Found"}}, "orchard-org/weather-desk"},
		"it was taken down":        {[]*replica.Fault{within(replica.Blocked(), "/codeload/orchard-org", 1)}, "orchard-org/weather-desk"},
		"the token is revoked":     {[]*replica.Fault{within(replica.BadCredentials(), "/graphql", 4)}, ""},
		"no details":               {[]*replica.Fault{within(replica.BadCredentials(), "/graphql", 3)}, ""},
		"nothing after the third":  {[]*replica.Fault{{Match: loaded, From: 4, Status: 500, Body: "{}"}}, "ada-example/ledger-kit"},
		"a limit after the third":  {[]*replica.Fault{within(replica.PrimaryLimit(403, time.Now().Add(time.Hour)), "", 4)}, "ada-example/ledger-kit"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h := smallHub(t)
			s := h.serve(t)
			h.Break(c.faults...)
			got := analysisIn(t, s.REST().Post(t, "analyze_github", input))
			if !got.Partial || len(got.Warnings) == 0 || c.named != "" && !names(got.Warnings, c.named) {
				t.Errorf("partial: %t, read: %d, failed: %d, warnings: %q", got.Partial, got.Read, got.Failed, got.Warnings)
			}
			for _, skill := range got.Skills {
				for _, item := range skill.Items {
					if names(got.Warnings, item.Repository) {
						t.Errorf("%s rests on %s, which could not be read", skill.Skill, item.Repository)
					}
				}
			}
			wantTidy(t, s)
			h.Heal()
			wantWhole(t, h, s, input)
		})
	}
}

// within gives a fault the place where it happens.
func within(f *replica.Fault, path string, from int) *replica.Fault {
	f.Path, f.From = path, from
	return f
}

// wantWhole asks until the server asks again, and compares with one that saw no trouble. A
// limit that lasts an hour is over for a server that is started anew.
func wantWhole(t *testing.T, h hub, s *e2etest.Server, input string) {
	t.Helper()
	s.Stop()
	again := e2etest.Serve(t, e2etest.Options{Home: s.Home, Env: h.env})
	got := analysisIn(t, again.REST().Post(t, "analyze_github", input))
	want := analysisIn(t, smallHub(t).serve(t).REST().Post(t, "analyze_github", input))
	if got.Partial || got.Read != want.Read || len(got.Warnings) > 0 {
		t.Errorf("after the recovery: %+v", got)
	}
	for i := range want.Skills {
		if got.Skills[i].Score != want.Skills[i].Score {
			t.Errorf("%s is %v after the recovery, %v without trouble", want.Skills[i].Skill, got.Skills[i].Score, want.Skills[i].Score)
		}
	}
	wantTidy(t, again)
}

// wantTidy checks that a server left no unfinished archive behind.
func wantTidy(t *testing.T, s *e2etest.Server) {
	t.Helper()
	e2etest.Await(t, func(context.Context) bool { return len(unfinished(t, s.Home)) == 0 })
}

func unfinished(t *testing.T, home string) (left []string) {
	t.Helper()
	err := filepath.WalkDir(filepath.Join(home, "archives"), func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() && !strings.HasSuffix(path, ".tar.zst") {
			left = append(left, path)
		}
		return nil // a file that is gone by now is not left
	})
	if err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	return left
}

// Who goes away in the middle leaves nothing behind: no request, no file, no goroutine.
func TestEvidence_cancelled(t *testing.T) {
	t.Parallel()
	h := smallHub(t)
	s := h.serve(t)
	s.REST().Post(t, "analyze_github", `{"username":"cyan-demo"}`).Ok(t)
	before := goroutines(t, s)
	h.Break(&replica.Fault{Path: "/codeload", Hang: true})
	const left = 20
	for range left {
		ctx, leave := context.WithCancel(t.Context())
		lines := e2etest.Events(ctx, t, s, "analyze_github", `{"username":"ada-example"}`)
		if !e2etest.Until(lines, "event: progress") {
			t.Error("no progress was told")
		}
		e2etest.Await(t, func(context.Context) bool { return h.InFlight() > 0 })
		leave()
		e2etest.Await(t, func(context.Context) bool { return h.InFlight() == 0 })
	}
	wantTidy(t, s)
	e2etest.Await(t, func(context.Context) bool { return goroutines(t, s) < before+2*left }) // connections are kept for a while
	h.Heal()
	if got := analysisIn(t, s.REST().Post(t, "analyze_github", `{"username":"ada-example"}`)); got.Partial || got.Read != 2 {
		t.Errorf("asked again: %+v", got)
	}
}

// goroutines counts those of a server.
func goroutines(t *testing.T, s *e2etest.Server) (n int) {
	t.Helper()
	_, after, _ := strings.Cut(string(s.REST().Get(t, "/metrics").Body), "\ngo_goroutines ")
	if _, err := fmt.Sscan(after, &n); err != nil {
		t.Fatalf("no figure of goroutines in /metrics: %v", err)
	}
	return n
}

// A renamed repository answers under its old name too.
func TestEvidence_renamed(t *testing.T) {
	t.Parallel()
	h := smallHub(t)
	s := h.serve(t)
	const old = "/repos/ada-example/old-kit"
	h.Break(&replica.Fault{
		Path: old, Status: http.StatusMovedPermanently, Body: `{"message":"Moved Permanently"}`,
		Header: http.Header{"Location": {h.API() + "/repositories/201/contents/go.mod"}},
	})
	got := s.REST().Post(t, "get_file_contents", `{"repo":"ada-example/old-kit","path":"go.mod"}`)
	if got.Status != 200 || !strings.Contains(string(got.Body), "jackc/pgx") {
		t.Errorf("%d %s", got.Status, got.Body)
	}
	h.Break(&replica.Fault{Path: old, Status: http.StatusMovedPermanently, Header: http.Header{"Location": {"http://169.254.169.254/latest/meta-data"}}, Body: "{}"})
	if a := s.REST().Post(t, "get_file_contents", `{"repo":"ada-example/old-kit","path":"README.md"}`); a.Status == 200 || a.Status == 500 {
		t.Errorf("followed elsewhere: %d %s", a.Status, a.Body)
	}
}

// A limit is told as one, with the time after which to come back, over every front; meanwhile
// GitHub is left alone.
func TestEvidence_limited(t *testing.T) {
	t.Parallel()
	for name, fault := range map[string]*replica.Fault{
		"used up, 403": replica.PrimaryLimit(403, time.Now().Add(20*time.Minute)), "used up, 429": replica.PrimaryLimit(429, time.Now().Add(20*time.Minute)),
		"too fast": replica.SecondaryLimit(403, "1000"), "of points": replica.QueryLimit(time.Now().Add(20 * time.Minute)),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h := smallHub(t)
			s := h.serve(t)
			h.Break(fault)
			a := s.REST().Post(t, "analyze_github", `{"username":"ada-example"}`)
			a.Refused(t, 429, "rate_limited")
			if after, err := strconv.Atoi(a.Header.Get("Retry-After")); err != nil || after < 900 || after > 1200 {
				t.Errorf("Retry-After: %q", a.Header.Get("Retry-After"))
			}
			text := s.MCP("/github").Call(t, "analyze_contribution_quality", `{"username":"ada-example"}`).Refused(t, "rate_limited")
			if !strings.Contains(text, `"retry_after_s":`) {
				t.Errorf("%s", text)
			}
			if n := h.Asked(); n > 2 {
				t.Errorf("%d requests during the limit", n)
			}
		})
	}
}
