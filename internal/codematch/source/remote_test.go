package source_test

import (
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"kadry/internal/codematch/source"
	"kadry/internal/codematch/source/tree"
)

// sample is a repository with what repositories have: folders that sort unlike their names,
// a link, a submodule, a large file, branches with slashes, tags, two commits.
func sample(tb testing.TB, dir string) (first, second string) {
	tb.Helper()
	r := newRepository(tb, dir)
	r.write("a.go", "package a\n")
	r.write("a/b.go", "package b\n")
	r.write("a-b/c.go", "package c\n")
	first = r.commit("first")
	r.git("tag", "-a", "v1", "-m", "one")
	r.write("large.txt", strings.Repeat("x", 5000))
	r.write("a/b.go", "package b // new\n")
	r.git("update-index", "--add", "--cacheinfo", "160000,"+first+",vendor/sub")
	r.git("update-index", "--add", "--cacheinfo", "120000,"+r.git("hash-object", "-w", "a.go")+",link")
	r.git("add", "a", "large.txt")
	r.git("commit", "-q", "-m", "second")
	second = r.git("rev-parse", "HEAD")
	r.git("branch", "feature/x", first)
	return first, second
}

func TestOpenRemote(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	first, second := sample(t, filepath.Join(folder, "team", "code.git"))
	server := serve(t, folder)
	f := fetcher(t, tree.Limits{File: 2000}, server.URL)
	old := []string{"a-b/c.go = package c\n", "a.go = package a\n", "a/b.go = package b\n"}
	for name, c := range map[string]struct {
		path, ref      string
		commit, branch string
		files          []string
	}{
		"default branch": {"/team/code", "", second, "main", []string{
			"a-b/c.go = package c\n", "a.go = package a\n", "a/b.go = package b // new\n", "large.txt (large -1)", "link (link 0)", "vendor/sub (submodule 0)",
		}},
		"annotated tag":      {"/team/code", "v1", first, "v1", old},
		"branch":             {"/team/code.git", "feature/x", first, "feature/x", old},
		"whole hash":         {"/team/code", first, first, "", old},
		"short hash":         {"/team/code", first[:8], first, "", old},
		"link with a branch": {"/team/code/tree/feature/x/a", "", first, "feature/x", old},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, err := f.Open(t.Context(), source.Want{Address: parsed(t, server.URL+c.path), Ref: c.ref})
			if err != nil {
				t.Fatal(err)
			}
			defer got.Close()
			if got.Commit != c.commit || got.Branch != c.branch || !got.At.Equal(time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)) {
				t.Errorf("commit %s, branch %q, at %v; want %s, %q", got.Commit, got.Branch, got.At, c.commit, c.branch)
			}
			if diff := cmp.Diff(c.files, listed(t, got)); diff != "" {
				t.Error(diff)
			}
			if diff := cmp.Diff(c.files, listed(t, got)); diff != "" {
				t.Error("the second time:", diff)
			}
		})
	}
}

// A host that can leave nothing out sends its large files too; they are passed over here.
func TestOpenRemoteWithoutFilter(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	dir := filepath.Join(folder, "o", "n.git")
	_, second := sample(t, dir)
	repository{t, dir}.git("config", "uploadpack.allowFilter", "false")
	repository{t, dir}.write("noise.bin", noise(3<<20))
	repository{t, dir}.git("add", "noise.bin")
	repository{t, dir}.git("commit", "-q", "-m", "third")
	server := serve(t, folder)
	var came int64
	f := fetcher(t, tree.Limits{File: 2000, Entry: 10_000}, server.URL)
	got := open(t, f, source.Want{Address: parsed(t, server.URL+"/o/n"), Report: func(done, _ int64) { came = done }})
	want := []string{
		"a-b/c.go = package c\n", "a.go = package a\n", "a/b.go = package b // new\n", "large.txt (large 5000)", "link (link 0)", "noise.bin (large 3145728)", "vendor/sub (submodule 0)",
	}
	if diff := cmp.Diff(want, listed(t, got)); diff != "" {
		t.Error(diff)
	}
	if got.Commit == second || came < 1<<20 {
		t.Errorf("commit %s after %d bytes", got.Commit, came)
	}
}
