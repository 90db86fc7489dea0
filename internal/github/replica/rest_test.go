package replica

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"net/http"
	"strings"
	"testing"
)

func TestPagesFollowLinks(t *testing.T) {
	s := open(t, Options{})
	path, seen := "/repos/ada-example/ledger-kit/commits?author=ada-example&per_page=25", map[string]bool{}
	pages := 0
	for path != "" {
		got := s.known(path)
		list, _ := got.json(t).([]any)
		for _, c := range list {
			seen[dig(c, "sha").(string)] = true
		}
		path, pages = "", pages+1
		for one := range strings.SplitSeq(got.header.Get("Link"), ", ") {
			if address, rel, _ := strings.Cut(one, "; "); rel == `rel="next"` {
				path = strings.TrimPrefix(strings.Trim(address, "<>"), s.http.URL)
			}
		}
	}
	if pages != 3 || len(seen) != 60 {
		t.Errorf("%d commits on %d pages, want 60 on 3", len(seen), pages)
	}
	one := s.known("/repos/ada-example/ledger-kit/commits?author=ada-example&per_page=1")
	if link := one.header.Get("Link"); !strings.Contains(link, "page=60&per_page=1>; rel=\"last\"") {
		t.Errorf("Link %q does not tell 60 commits", link)
	}
	if link := s.known("/users/ada-example/repos").header.Get("Link"); link != "" {
		t.Errorf("one page has Link %q", link)
	}
}

func TestCommitsAreSelected(t *testing.T) {
	s := open(t, Options{})
	for path, want := range map[string]int{
		"/repos/ada-example/ledger-kit/commits?per_page=100":                                                                          64,
		"/repos/ada-example/ledger-kit/commits?per_page=100&author=grace-mock":                                                        4,
		"/repos/ada-example/ledger-kit/commits?per_page=100&author=nobody-here":                                                       0,
		"/repos/ada-example/ledger-kit/commits?per_page=100&path=Makefile":                                                            4,
		"/repos/orchard-org/weather-desk/commits?per_page=100&path=desk":                                                              20,
		"/repos/orchard-org/weather-desk/commits?per_page=100&path=des":                                                               0,
		"/repos/ada-example/ledger-kit/commits?per_page=100&author=ada-example&since=2024-01-01T00:00:00Z&until=2024-12-31T23:59:59Z": 26,
		"/repos/dmitri-fixture/weather-desk/commits?author=dmitri-fixture":                                                            0,
	} {
		if got := len(s.known(path).json(t).([]any)); got != want {
			t.Errorf("%s: %d commits, want %d", path, got, want)
		}
	}
	stranger := s.known("/repos/orchard-org/weather-desk/commits?path=Dockerfile").json(t)
	if dig(stranger, 0, "author") != nil || dig(stranger, 0, "commit", "author", "name") != "a-stranger" {
		t.Errorf("an author without an account: %v", dig(stranger, 0))
	}
}

func TestRefusalsSayWhatGitHubSays(t *testing.T) {
	s := open(t, Options{})
	for _, c := range []struct {
		path, message string
		status        int
	}{
		{"/users/nobody-here", "Not Found", 404},
		{"/repos/ada-example/none", "Not Found", 404},
		{"/nowhere", "Not Found", 404},
		{"/repos/finn-blank/untouched/commits", "Git Repository is empty.", 409},
		{"/repos/finn-blank/untouched/git/trees/main", "Git Repository is empty.", 409},
		{"/repos/finn-blank/untouched/contents", "This repository is empty.", 404},
		{"/repos/ada-example/ledger-kit/contents/book?ref=other", "No commit found for the ref other", 404},
		{"/repos/ada-example/ledger-kit/commits/0000000000000000000000000000000000000000", "No commit found for SHA: 0000000000000000000000000000000000000000", 422},
		{"/search/issues?q=author:nobody-here", "Validation Failed", 422},
		{"/search/commits?q=", "Validation Failed", 422},
		{"/search/code?q=" + strings.Repeat("a", 257), "Validation Failed", 422},
		{"/search/commits?q=author:ada-example&page=11&per_page=100", "Only the first 1000 search results are available", 422},
	} {
		got := s.known(c.path)
		if got.status != c.status || dig(got.json(t), "message") != c.message || dig(got.json(t), "status") != fmt.Sprint(c.status) {
			t.Errorf("%s: %d %s", c.path, got.status, got.body)
		}
	}
	if got := s.known("/repos/finn-blank/untouched/contributors"); got.status != http.StatusNoContent {
		t.Errorf("contributors of an empty repository: %d", got.status)
	}
	if got := s.known("/repos/finn-blank/untouched/languages"); string(got.body) != "{}\n" {
		t.Errorf("languages of an empty repository: %s", got.body)
	}
}

func TestFilesAreGits(t *testing.T) {
	s := open(t, Options{})
	file := s.known("/repos/ada-example/ledger-kit/contents/README.md").json(t)
	content, err := base64.StdEncoding.DecodeString(strings.ReplaceAll(dig(file, "content").(string), "\n", ""))
	if err != nil || string(content) != "# ledger-kit\n" {
		t.Errorf("content %q, %v", content, err)
	}
	// git hash-object of these 13 bytes
	if want := gitBlob("# ledger-kit\n"); dig(file, "sha") != want {
		t.Errorf("sha %v, want %s", dig(file, "sha"), want)
	}
	tree := s.known("/repos/ada-example/ledger-kit/git/trees/HEAD").json(t)
	var book string
	for _, e := range dig(tree, "tree").([]any) {
		if dig(e, "path") == "book" {
			book = dig(e, "sha").(string)
		}
	}
	below := s.known("/repos/ada-example/ledger-kit/git/trees/" + book).json(t)
	if dig(below, "tree", 0, "path") != "book.go" || dig(below, "tree", 1, "path") != "schema.sql" {
		t.Errorf("tree of a folder: %v", below)
	}
}

func gitBlob(s string) string { return digest(fmt.Sprintf("blob %d\x00%s", len(s), s)) }

func TestTarballLiesElsewhere(t *testing.T) {
	s := open(t, Options{})
	got := s.known("/repos/ada-example/ledger-kit/tarball")
	where := got.header.Get("Location")
	if want := s.CodeloadBase(s.http.URL) + "/ada-example/ledger-kit/legacy.tar.gz/refs/heads/main"; got.status != 302 || where != want {
		t.Fatalf("%d %s, want 302 %s", got.status, where, want)
	}
	remaining := s.known("/rate_limit").header.Get("X-Ratelimit-Remaining")
	archive := s.get(strings.TrimPrefix(where, s.http.URL))
	if archive.status != 200 || !bytes.HasPrefix(archive.body, []byte{0x1f, 0x8b}) || archive.header.Get("X-Ratelimit-Limit") != "" {
		t.Errorf("archive: %d %v", archive.status, archive.header)
	}
	if got := s.known("/rate_limit").header.Get("X-Ratelimit-Remaining"); got != remaining {
		t.Errorf("the archive was counted: %s, then %s", remaining, got)
	}
	if got := s.get("/codeload/ada-example/ledger-kit/legacy.tar.gz/other"); got.status != 404 {
		t.Errorf("another ref: %d", got.status)
	}
	if got := s.get("/codeload/finn-blank/untouched/legacy.tar.gz/main"); got.status != 404 {
		t.Errorf("an empty repository: %d", got.status)
	}
}

func TestSearches(t *testing.T) {
	s := open(t, Options{})
	for path, want := range map[string]float64{
		"/search/issues?q=author:ada-example+is:pr":                                                           2,
		"/search/issues?q=author:ada-example+is:pr+is:merged":                                                 1,
		"/search/issues?q=author:ada-example+is:pr+-is:merged":                                                1,
		"/search/issues?q=author:ada-example+is:issue":                                                        1,
		"/search/issues?q=reviewed-by:ada-example":                                                            1,
		"/search/issues?q=commenter:bora-sample":                                                              2,
		"/search/issues?q=author:ada-example+created:>=2026-01-01":                                            2,
		"/search/issues?q=forecasts+repo:orchard-org/weather-desk":                                            1,
		"/search/commits?q=author:ada-example":                                                                66,
		"/search/commits?q=author:ada-example+org:orchard-org":                                                6,
		"/search/commits?q=author:ada-example+author-date:2024-01-01..2024-12-31+repo:ada-example/ledger-kit": 26,
		"/search/commits?q=author:dmitri-fixture":                                                             0,
		"/search/code?q=FastAPI+user:orchard-org":                                                             2,
		"/search/code?q=FastAPI+user:dmitri-fixture":                                                          0,
		"/search/code?q=pgx+extension:go":                                                                     1,
		"/search/code?q=pgx+filename:go.mod":                                                                  1,
		"/search/code?q=pgx.Conn+nosuch:thing":                                                                0,
	} {
		got := s.known(path)
		if n := dig(got.json(t), "total_count"); n != want {
			t.Errorf("%s: %v, want %v", path, n, want)
		}
		if k := got.header.Get("X-Ratelimit-Resource"); k == "core" {
			t.Errorf("%s counted as %s", path, k)
		}
		s.limits = newLimits(Limits{}) // a minute passes
	}
}

// TestForksAreSearchedForCommits: GitHub shows a commit once in each repository that has it.
func TestForksAreSearchedForCommits(t *testing.T) {
	t.Parallel()
	s := open(t, Options{})
	fork := s.world.repository("dmitri-fixture", "weather-desk")
	who := s.world.account("dmitri-fixture")
	for i := range 7 {
		fork.commits = append(fork.commits, &commit{
			sha: fmt.Sprintf("%040d", i), at: smallNow.AddDate(0, 0, -i), work: &work{login: who.Login, who: who, repo: fork},
		})
	}
	got := s.known("/search/commits?q=author:dmitri-fixture+merge:false&sort=author-date&order=desc&per_page=100").json(t)
	if dig(got, "total_count") != 7.0 || dig(got, "items", 0, "repository", "fork") != true || dig(got, "items", 0, "repository", "full_name") != "dmitri-fixture/weather-desk" {
		t.Errorf("%v", got)
	}
}

func TestEventsAreOfNinetyDays(t *testing.T) {
	s := open(t, Options{})
	kinds := map[string]int{}
	for _, e := range s.known("/users/cyan-demo/events/public?per_page=100").json(t).([]any) {
		kinds[dig(e, "type").(string)]++
		if at := dig(e, "created_at").(string); at < "2026-03-03" {
			t.Errorf("an event of %s", at)
		}
	}
	if kinds["PushEvent"] == 0 || kinds["PullRequestEvent"] != 1 {
		t.Errorf("events %v", kinds)
	}
}
