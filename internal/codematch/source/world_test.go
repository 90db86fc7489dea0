package source_test

import (
	"fmt"
	"net/http"
	"net/http/cgi"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"kadry/internal/codematch/source"
	"kadry/internal/codematch/source/tree"
	"kadry/internal/upstream"
)

// repository is one made with the git binary.
type repository struct {
	tb  testing.TB
	dir string
}

func newRepository(tb testing.TB, dir string) repository {
	tb.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		tb.Skip("no git on this machine")
	}
	r := repository{tb, dir}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		tb.Fatal(err)
	}
	r.git("init", "-q", "-b", "main")
	for name, value := range map[string]string{
		"uploadpack.allowFilter": "true", "uploadpack.allowReachableSHA1InWant": "true", "http.uploadpack": "true",
		"user.name": "Ada", "user.email": "ada@example.org", "gc.auto": "0",
	} {
		r.git("config", name, value)
	}
	return r
}

func (r repository) git(args ...string) string {
	r.tb.Helper()
	command := exec.Command("git", args...)
	command.Dir = r.dir
	command.Env = append(os.Environ(), "GIT_CONFIG_NOSYSTEM=1", "GIT_CONFIG_GLOBAL="+os.DevNull,
		"GIT_AUTHOR_DATE=2026-01-02T03:04:05Z", "GIT_COMMITTER_DATE=2026-01-02T03:04:05Z")
	out, err := command.CombinedOutput()
	if err != nil {
		r.tb.Fatalf("git %s: %v\n%s", strings.Join(args, " "), err, out)
	}
	return strings.TrimSpace(string(out))
}

func (r repository) write(name, body string) {
	r.tb.Helper()
	path := filepath.Join(r.dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		r.tb.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(body), 0o600); err != nil {
		r.tb.Fatal(err)
	}
}

// commit commits everything there is and returns its hash.
func (r repository) commit(message string) string {
	r.tb.Helper()
	r.git("add", "-A")
	r.git("commit", "-q", "--allow-empty", "-m", message)
	return r.git("rev-parse", "HEAD")
}

// serve serves the repositories below a folder as git's own http-backend does.
func serve(tb testing.TB, folder string) *httptest.Server {
	tb.Helper()
	return serveBy(tb, backend(tb, folder))
}

func backend(tb testing.TB, folder string) http.Handler {
	tb.Helper()
	core, err := exec.Command("git", "--exec-path").Output()
	if err != nil {
		tb.Skip("no git on this machine")
	}
	program := filepath.Join(strings.TrimSpace(string(core)), "git-http-backend")
	if _, err := os.Stat(program); err != nil {
		tb.Skip("no git http-backend on this machine")
	}
	return &cgi.Handler{
		Path: program, Env: []string{
			"GIT_PROJECT_ROOT=" + folder, "GIT_HTTP_EXPORT_ALL=1", "GIT_CONFIG_NOSYSTEM=1", "GIT_CONFIG_GLOBAL=" + os.DevNull,
			"GIT_CONFIG_COUNT=1", "GIT_CONFIG_KEY_0=safe.directory", "GIT_CONFIG_VALUE_0=*",
		},
	}
}

func serveBy(tb testing.TB, handler http.Handler) *httptest.Server {
	tb.Helper()
	server := httptest.NewServer(handler)
	tb.Cleanup(server.Close)
	return server
}

// fetcher reads from the hosts that the operator writes.
func fetcher(tb testing.TB, limits tree.Limits, written ...string) *source.Fetcher {
	tb.Helper()
	hosts, err := source.ReadHosts(written, nil)
	if err != nil {
		tb.Fatal(err)
	}
	return fetcherOf(tb, limits, hosts)
}

func fetcherOf(tb testing.TB, limits tree.Limits, hosts source.Hosts) *source.Fetcher {
	tb.Helper()
	policies := hosts.Policies(limits)
	for i := range policies {
		policies[i].Attempts = 1
	}
	client, err := upstream.New(upstream.Config{Policies: policies})
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() { _ = client.Close() })
	return &source.Fetcher{Upstream: client, Hosts: hosts, Folder: tb.TempDir(), Limits: limits}
}

func parsed(tb testing.TB, text string) source.Address {
	tb.Helper()
	a, err := source.Parse(text)
	if err != nil {
		tb.Fatalf("Parse(%q): %v", text, err)
	}
	return a
}

// listed is a tree as lines: path and body, or path and why there is none.
func listed(tb testing.TB, t *tree.Tree) []string {
	tb.Helper()
	var lines []string
	for f, err := range t.Files {
		if err != nil {
			tb.Fatal(err)
		}
		line := f.Path + " = " + string(f.Body)
		if f.Skipped != "" {
			line = fmt.Sprintf("%s (%s %d)", f.Path, f.Skipped, f.Size)
		}
		lines = append(lines, line)
	}
	return lines
}
