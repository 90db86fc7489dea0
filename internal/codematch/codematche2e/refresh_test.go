package codematche2e_test

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"net/http"
	"net/http/cgi"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"kadry/internal/e2e/e2etest"
)

// forge serves the repositories below a folder as git's own http-backend does, and returns its
// address.
func forge(t *testing.T, folder string) string {
	t.Helper()
	core, err := exec.CommandContext(t.Context(), "git", "--exec-path").Output()
	if err != nil {
		t.Skip("no git on this machine")
	}
	program := filepath.Join(strings.TrimSpace(string(core)), "git-http-backend")
	if _, err := os.Stat(program); err != nil {
		t.Skip("no git http-backend on this machine")
	}
	server := httptest.NewServer(&cgi.Handler{Path: program, Stderr: io.Discard, Env: []string{
		"GIT_PROJECT_ROOT=" + folder, "GIT_HTTP_EXPORT_ALL=1", "GIT_CONFIG_NOSYSTEM=1", "GIT_CONFIG_GLOBAL=" + os.DevNull,
		"GIT_CONFIG_COUNT=2", "GIT_CONFIG_KEY_0=safe.directory", "GIT_CONFIG_VALUE_0=*", "GIT_CONFIG_KEY_1=uploadpack.allowFilter", "GIT_CONFIG_VALUE_1=true",
	}})
	t.Cleanup(server.Close)
	return server.URL
}

const hookSecret = "shared-with-the-forge"

// A forge that tells of a push, signed as GitHub or GitLab signs, has the repository looked at
// again; without a right signature nothing happens.
func TestRefresh(t *testing.T) {
	t.Parallel()
	base := t.TempDir()
	work := filepath.Join(base, "acme", "lists")
	write(t, work, map[string]string{"lists.py": pythonLists})
	git(t, work, "init", "-q", "-b", "main")
	first := commit(t, work)
	url := forge(t, base)
	s := e2etest.Serve(t, e2etest.Options{Env: []string{
		"KADRY_OFFLINE=false", "KADRY_SDAMGIA_BASE_URL=http://127.0.0.1:1/{host}", "KADRY_CODE_HOSTS=" + url, "KADRY_CODE_WEBHOOK_SECRET=" + hookSecret,
	}})
	rest := s.REST()
	address := url + "/acme/lists"
	r := index(t, rest, address+".git")
	if r.Commit != first || r.Branch != "main" || r.Languages["python"] != 4 || r.URL != strings.TrimPrefix(address, "http://") {
		t.Fatalf("%+v", r)
	}
	if again := index(t, rest, address); again.Changed {
		t.Errorf("once more: %+v", again)
	}
	commitIs := func(want string) {
		t.Helper()
		e2etest.Await(t, func(context.Context) bool { return listed(t, rest)[r.URL].Commit == want })
	}
	deliver := func(body string, header ...string) int {
		t.Helper()
		to := rest
		for i := 0; i+1 < len(header); i += 2 {
			to = to.With(header[i], header[i+1])
		}
		return to.Do(t, http.MethodPost, "/api/v1/code/refresh", strings.NewReader(body)).Status
	}

	write(t, work, map[string]string{"lists.go": goLists})
	second := commit(t, work)
	github := `{"ref":"refs/heads/main","after":"` + second + `","repository":{"html_url":"` + address + `","clone_url":"` + address + `.git","default_branch":"main"}}`
	for name, signature := range map[string]string{"none": "", "another secret": signed("other", github), "another body": signed(hookSecret, github+" "), "no number": "sha256=zz"} {
		if status := deliver(github, "X-GitHub-Event", "push", "X-Hub-Signature-256", signature); status != http.StatusUnauthorized {
			t.Errorf("signature %s: %d", name, status)
		}
	}
	if status := deliver(github, "X-GitHub-Event", "push", "X-Hub-Signature-256", signed(hookSecret, github)); status != http.StatusAccepted {
		t.Errorf("GitHub: %d", status)
	}
	commitIs(second)

	write(t, work, map[string]string{"Parts.java": javaLists})
	third := commit(t, work)
	gitlab := `{"object_kind":"push","ref":"refs/heads/main","after":"` + third + `","checkout_sha":"` + third + `","project":{"web_url":"` + address + `","git_http_url":"` + address + `.git","default_branch":"main"}}`
	if status := deliver(gitlab, "X-Gitlab-Event", "Push Hook", "X-Gitlab-Token", "other"); status != http.StatusUnauthorized {
		t.Errorf("GitLab with another secret: %d", status)
	}
	if status := deliver(gitlab, "X-Gitlab-Event", "Push Hook", "X-Gitlab-Token", hookSecret); status != http.StatusAccepted {
		t.Errorf("GitLab: %d", status)
	}
	commitIs(third)
	if got := similar(t, rest, javaLists, "languages", []string{"java"}, "granularity", "any"); len(got.Matches) == 0 {
		t.Error("what was pushed is not found")
	}
	s.Stop()
	if strings.Contains(s.Log.String(), hookSecret) {
		t.Error("the secret stands in the log")
	}
}

// A file of an indexed repository is read from the mirror, wherever the repository is: GitHub is
// out of reach here, and every other system.
func TestContents_mirrored(t *testing.T) {
	t.Parallel()
	base := t.TempDir()
	work := filepath.Join(base, "acme", "lists")
	write(t, work, map[string]string{"src/lists.py": pythonLists})
	git(t, work, "init", "-q", "-b", "main")
	head := commit(t, work)
	url := forge(t, base)
	rest := e2etest.Serve(t, e2etest.Options{Env: []string{
		"KADRY_OFFLINE=false", "KADRY_SDAMGIA_BASE_URL=http://127.0.0.1:1/{host}", "KADRY_GITHUB_API_URL=http://127.0.0.1:1", "KADRY_CODE_HOSTS=" + url,
	}}).REST()
	remote := index(t, rest, url+"/acme/lists").URL
	index(t, rest, work)
	upload(t, rest, "sent", zipped(t, map[string]string{"lists.py": pythonLists})).Ok(t)
	type contents struct {
		Repository, Type, Ref, Commit string
		File                          struct{ Path, Content string }
		Entries                       []struct{ Name, Type string }
	}
	read := func(pairs ...any) contents {
		t.Helper()
		a := rest.Post(t, "get_file_contents", object(t, pairs...))
		a.Ok(t)
		return e2etest.Decode[contents](t, a.Body)
	}
	for name, c := range map[string]struct {
		asked []any
		want  string
	}{
		"of a forge":        {[]any{"repo", remote, "path", "src/lists.py"}, remote},
		"by owner and name": {[]any{"owner", "acme", "repo", "lists", "path", "src/lists.py", "branch", "main"}, remote},
		"by its whole link": {[]any{"repo", url + "/acme/lists.git", "path", "src/lists.py", "ref", head}, remote},
		"a folder":          {[]any{"repo", work, "path", "/src/lists.py"}, work},
		"sent along":        {[]any{"repo", "upload/sent", "path", "lists.py"}, "upload/sent"},
	} {
		got := read(c.asked...)
		if got.Repository != c.want || got.Type != "file" || got.File.Content != pythonLists || got.Commit == "" {
			t.Errorf("%s: %+v", name, got)
		}
	}
	if got := read("repo", remote); got.Type != "dir" || got.Commit != head || got.Ref != "main" || len(got.Entries) != 1 || got.Entries[0].Name != "src" || got.Entries[0].Type != "dir" {
		t.Errorf("the root: %+v", got)
	}
	if a := rest.Post(t, "get_file_contents", object(t, "repo", remote, "path", "src/lists.py", "ref", "other")); a.Status == http.StatusOK {
		t.Errorf("another branch than the indexed one: %s", a.Body)
	}
}

// signed is GitHub's signature of a body.
func signed(secret, body string) string {
	sum := hmac.New(sha256.New, []byte(secret))
	sum.Write([]byte(body))
	return "sha256=" + hex.EncodeToString(sum.Sum(nil))
}
