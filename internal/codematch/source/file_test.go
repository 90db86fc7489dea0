package source_test

import (
	"io"
	"net/http"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"kadry/internal/codematch/source"
	"kadry/internal/codematch/source/tree"
	"kadry/internal/fault"
)

// forge serves repositories by git, and files as the forges do: at a commit, by the given ways.
type forge struct {
	git   http.Handler
	files map[string]string // by address
	mu    sync.Mutex
	asked []string
}

func (f *forge) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if strings.Contains(r.URL.Path, ".git/") {
		f.git.ServeHTTP(w, r)
		return
	}
	f.mu.Lock()
	f.asked = append(f.asked, r.URL.RequestURI()+" "+r.Header.Get("Private-Token")+r.Header.Get("Authorization"))
	f.mu.Unlock()
	if body, ok := f.files[r.URL.RequestURI()]; ok {
		_, _ = io.WriteString(w, body)
		return
	}
	http.NotFound(w, r)
}

func TestFileOfForge(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	first, _ := sample(t, filepath.Join(folder, "o", "n.git"))
	for name, c := range map[string]struct{ runs, token, link, asked string }{
		"gitlab":         {"gitlab", "", "/o/n/-/blob/feature/x/a/b%20c.go#L1", "/o/n/-/raw/" + first + "/a/b%20c.go "},
		"gitlab, closed": {"gitlab", "t", "/o/n/-/blob/v1/a/b%20c.go", "/api/v4/projects/o%2Fn/repository/files/a%2Fb%20c.go/raw?ref=" + first + " t"},
		"gitea":          {"gitea", "", "/o/n/src/branch/feature/x/a/b.go", "/o/n/raw/commit/" + first + "/a/b.go "},
		"gitea, closed":  {"gitea", "t", "/o/n/src/tag/v1/a/b.go", "/api/v1/repos/o/n/raw/a/b.go?ref=" + first + " token t"},
		"github":         {"github", "", "/o/n/blob/feature/x/a/b.go", "/o/n/raw/" + first + "/a/b.go "},
		"bitbucket":      {"bitbucket", "t", "/o/n/src/" + first + "/a/b.go", "/o/n/raw/" + first + "/a/b.go Bearer t"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			way, _, _ := strings.Cut(c.asked, " ")
			forge := &forge{git: backend(t, folder), files: map[string]string{way: "package b\n"}}
			server := serveBy(t, forge)
			tokens := map[string]string{}
			if c.token != "" {
				tokens[strings.TrimPrefix(server.URL, "http://")] = c.token
			}
			hosts, err := source.ReadHosts([]string{server.URL + "=" + c.runs}, tokens)
			if err != nil {
				t.Fatal(err)
			}
			a := parsed(t, server.URL+c.link)
			if c.runs == "bitbucket" { // whose links look like those of nobody else
				a.Kind, a.Name, a.Ref, a.Path = source.Blob, "o/n", first, "a/b.go"
			}
			got, err := fetcherOf(t, tree.Limits{}, hosts).File(t.Context(), source.Want{Address: hosts.Settle(a)})
			if err != nil {
				t.Fatal(err)
			}
			if string(got.Body) != "package b\n" || got.Commit != first || !strings.HasPrefix(got.Address.Path, "a/b") {
				t.Errorf("%+v", got)
			}
			if diff := cmp.Diff([]string{c.asked}, forge.asked); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// A host without pages gives files by git alone.
func TestFileByGit(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	first, _ := sample(t, filepath.Join(folder, "o", "n.git"))
	server := serve(t, folder)
	f := fetcher(t, tree.Limits{File: 2000}, server.URL+"=git")
	for path, want := range map[string]struct {
		body string
		kind fault.Kind
	}{
		"a/b.go": {"package b // new\n", ""}, "none.go": {"", fault.NotFound}, "large.txt": {"", fault.TooLarge}, "link": {"", fault.Invalid},
		"": {"", fault.Invalid}, "a": {"", fault.NotFound},
	} {
		a := parsed(t, server.URL+"/o/n")
		a.Kind, a.Path = source.Blob, path
		got, err := f.File(t.Context(), source.Want{Address: a})
		if string(got.Body) != want.body || fault.KindOf(err) != want.kind {
			t.Errorf("%s: %q, %v", path, got.Body, err)
		}
	}
	a := parsed(t, server.URL+"/o/n")
	a.Kind, a.Path = source.Blob, "a/b.go"
	got, err := f.File(t.Context(), source.Want{Address: a, Ref: "v1"})
	if err != nil || string(got.Body) != "package b\n" || got.Commit != first {
		t.Errorf("at v1: %+v, %v", got, err)
	}
	if _, err := f.File(t.Context(), source.Want{Address: parsed(t, server.URL+"/o/n")}); fault.KindOf(err) != fault.Invalid {
		t.Errorf("a repository is no file: %v", err)
	}
}

func TestFileOfForgeRefuses(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	first, _ := sample(t, filepath.Join(folder, "o", "n.git"))
	server := serveBy(t, &forge{git: backend(t, folder), files: map[string]string{
		"/o/n/raw/commit/" + first + "/large.go": strings.Repeat("x", 3000), "/o/n/raw/commit/" + first + "/binary": "a\x00",
	}})
	f := fetcher(t, tree.Limits{File: 2000}, server.URL)
	for path, kind := range map[string]fault.Kind{
		"tag/v1/none.go": fault.NotFound, "tag/v1/large.go": fault.TooLarge, "tag/v1/binary": fault.Invalid, "branch/none/a.go": fault.NotFound,
	} {
		if _, err := f.File(t.Context(), source.Want{Address: parsed(t, server.URL+"/o/n/src/"+path)}); fault.KindOf(err) != kind {
			t.Errorf("%s: %v, want %s", path, err, kind)
		}
	}
}
