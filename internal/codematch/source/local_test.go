package source_test

import (
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"kadry/internal/codematch/source"
	"kadry/internal/codematch/source/tree"
	"kadry/internal/fault"
)

func open(tb testing.TB, f *source.Fetcher, w source.Want) *tree.Tree {
	tb.Helper()
	got, err := f.Open(tb.Context(), w)
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() {
		if err := got.Close(); err != nil {
			tb.Error(err)
		}
	})
	return got
}

func here(tb testing.TB, path string) source.Want {
	tb.Helper()
	return source.Want{Address: parsed(tb, path), AtMachine: true}
}

func TestOpenLocalRepository(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	dir := filepath.Join(folder, "code")
	first, second := sample(t, dir)
	r := repository{t, dir}
	r.git("worktree", "add", "-q", filepath.Join(folder, "linked"), "feature/x")
	r.git("clone", "-q", "--bare", dir, filepath.Join(folder, "bare"))
	r.git("clone", "-q", "--shared", dir, filepath.Join(folder, "shared"))
	r.git("repack", "-q", "-a", "-d")
	r.git("pack-refs", "--all")
	r.write("a.go", "changed and not committed")
	r.write("new.go", "not added")
	f := fetcher(t, tree.Limits{File: 2000})
	old := []string{"a-b/c.go = package c\n", "a.go = package a\n", "a/b.go = package b\n"}
	whole := []string{
		"a-b/c.go = package c\n", "a.go = package a\n", "a/b.go = package b // new\n", "large.txt (large 5000)", "link (link 0)", "vendor/sub (submodule 0)",
	}
	for name, c := range map[string]struct {
		dir, ref, commit, branch string
		files                    []string
	}{
		"its head":     {"code", "", second, "main", whole},
		"a tag":        {"code", "v1", first, "v1", old},
		"a branch":     {"code", "feature/x", first, "feature/x", old},
		"a commit":     {"code", first[:7], first, "", old},
		"a worktree":   {"linked", "", first, "feature/x", old},
		"a bare one":   {"bare", "", second, "main", whole},
		"a shared one": {"shared", "", second, "main", whole},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := here(t, filepath.Join(folder, c.dir))
			w.Ref = c.ref
			got := open(t, f, w)
			if got.Commit != c.commit || got.Branch != c.branch {
				t.Errorf("commit %s, branch %q; want %s, %q", got.Commit, got.Branch, c.commit, c.branch)
			}
			if diff := cmp.Diff(c.files, listed(t, got)); diff != "" {
				t.Error(diff)
			}
			if head, err := f.Head(t.Context(), w); err != nil || head != c.commit {
				t.Errorf("Head = %s, %v", head, err)
			}
		})
	}
}

func TestOpenLocalRefuses(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	newRepository(t, filepath.Join(folder, "empty"))
	sample(t, filepath.Join(folder, "code"))
	broken := filepath.Join(folder, "broken")
	sample(t, broken)
	if err := os.RemoveAll(filepath.Join(broken, ".git", "objects")); err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(folder, "plain", "a.go"), "package a")
	write(t, filepath.Join(folder, "text.zip"), "no archive at all")
	listener, err := net.Listen("unix", filepath.Join(folder, "socket"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = listener.Close() })
	f := fetcher(t, tree.Limits{})
	for name, c := range map[string]struct {
		ref  string
		kind fault.Kind
	}{
		"empty": {kind: fault.Conflict}, "missing": {kind: fault.NotFound}, "code": {ref: "nope", kind: fault.NotFound},
		"broken": {kind: fault.NotFound}, "plain": {ref: "main", kind: fault.Invalid}, "text.zip": {kind: fault.Invalid}, "socket": {kind: fault.Invalid},
	} {
		w := here(t, filepath.Join(folder, name))
		w.Ref = c.ref
		if got, err := f.Open(t.Context(), w); fault.KindOf(err) != c.kind {
			t.Errorf("%s: %v, %v; want %s", name, got, err, c.kind)
		}
	}
}

func write(tb testing.TB, path, body string) {
	tb.Helper()
	repository{tb, filepath.Dir(path)}.write(filepath.Base(path), body)
}

func TestOpenFolder(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	for name, body := range map[string]string{
		"b.go": "b", "a/z.go": "z", "a-b/c.go": "c", "large.txt": strings.Repeat("x", 3000), ".svn/entries": "12", "deep/.git": "gitdir: ../x",
		"model.bin": "version https://git-lfs.github.com/spec/v1\noid sha256:1\nsize 5\n", "vendor/v.go": "v",
	} {
		write(t, filepath.Join(folder, filepath.FromSlash(name)), body)
	}
	for name, target := range map[string]string{"passwd": "/etc/passwd", "up": "..", "loop": ".", "gone": "nowhere"} {
		if err := os.Symlink(target, filepath.Join(folder, name)); err != nil {
			t.Fatal(err)
		}
	}
	f := fetcher(t, tree.Limits{File: 2000, Unwanted: func(path string) bool { return strings.HasPrefix(path, "vendor/") }})
	got := open(t, f, here(t, folder))
	want := []string{
		"a-b/c.go = c", "a/z.go = z", "b.go = b", "gone (link 0)", "large.txt (large 3000)", "loop (link 0)", "model.bin (pointer 63)",
		"passwd (link 0)", "up (link 0)", "vendor/v.go (unwanted 1)",
	}
	if diff := cmp.Diff(want, listed(t, got)); diff != "" {
		t.Error(diff)
	}
	if !tree.IsDigest(got.Commit) || got.At.IsZero() {
		t.Errorf("commit %q at %v", got.Commit, got.At)
	}
	head := func() string {
		commit, err := f.Head(t.Context(), here(t, folder))
		if err != nil {
			t.Fatal(err)
		}
		return commit
	}
	if again := head(); again != got.Commit {
		t.Errorf("the same files are %s and %s", got.Commit, again)
	}
	write(t, filepath.Join(folder, "b.go"), "B")
	if again := head(); again == got.Commit {
		t.Error("another content has the same digest")
	}
	if diff := cmp.Diff(want, listed(t, got)); diff != "" {
		t.Error("what was opened changed with the folder:", diff)
	}
}

// Who is not at the machine reads below the roots, wherever links and git's own pointers lead.
func TestRoots(t *testing.T) {
	t.Parallel()
	outside, root := t.TempDir(), t.TempDir()
	sample(t, filepath.Join(outside, "secret"))
	sample(t, filepath.Join(root, "code"))
	write(t, filepath.Join(root, "a.go"), "package a\n")
	write(t, filepath.Join(outside, "b.go"), "package b\n")
	write(t, filepath.Join(root, "pointed", ".git"), "gitdir: "+filepath.Join(outside, "secret", ".git")+"\n")
	repository{t, outside}.git("clone", "-q", "--shared", filepath.Join(outside, "secret"), filepath.Join(root, "shared"))
	repository{t, filepath.Join(outside, "secret")}.git("worktree", "add", "-q", filepath.Join(root, "linked"), "feature/x")
	for name, target := range map[string]string{"link": outside, "link.go": filepath.Join(outside, "b.go"), "inner": filepath.Join(root, "code")} {
		if err := os.Symlink(target, filepath.Join(root, name)); err != nil {
			t.Fatal(err)
		}
	}
	f := fetcher(t, tree.Limits{})
	f.Roots = []string{root}
	for path, kind := range map[string]fault.Kind{
		filepath.Join(root, "code"): "", root: "", filepath.Join(root, "inner"): "",
		outside: fault.Denied, filepath.Join(outside, "secret"): fault.Denied, root + "/../" + filepath.Base(outside): fault.Denied, root + "x": fault.Denied,
		"/": fault.Denied, "/etc": fault.Denied, filepath.Join(root, "link"): fault.Denied, filepath.Join(root, "link", "secret"): fault.Denied,
		filepath.Join(root, "pointed"): fault.Denied, filepath.Join(root, "shared"): fault.Denied, filepath.Join(root, "linked"): fault.Denied,
		filepath.Join(root, "missing"): fault.NotFound,
	} {
		w := here(t, path)
		w.AtMachine = false
		got, err := f.Open(t.Context(), w)
		if fault.KindOf(err) != kind {
			t.Errorf("Open(%s) = %v, want %q", path, err, kind)
		}
		if err == nil && got.Close() != nil {
			t.Errorf("%s does not close", path)
		}
	}
	for path, kind := range map[string]fault.Kind{
		filepath.Join(root, "a.go"): "", filepath.Join(root, "link.go"): fault.Denied, filepath.Join(outside, "b.go"): fault.Denied, "/etc/passwd": fault.Denied,
	} {
		w := here(t, path)
		w.AtMachine = false
		if _, err := f.File(t.Context(), w); fault.KindOf(err) != kind {
			t.Errorf("File(%s) = %v, want %q", path, err, kind)
		}
	}
	f.Roots = nil
	if _, err := f.Open(t.Context(), source.Want{Address: parsed(t, root)}); fault.KindOf(err) != fault.Denied {
		t.Errorf("without roots: %v", err)
	}
}

func TestLocalFile(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	for name, body := range map[string]string{"a.go": "1\n2\n3", "empty.go": "", "binary": "a\x00b", "large.go": strings.Repeat("x", 3000)} {
		write(t, filepath.Join(folder, name), body)
	}
	f := fetcher(t, tree.Limits{File: 2000})
	for link, want := range map[string]string{
		"a.go": "1\n2\n3 0-0 ", "a.go#L2-L9": "1\n2\n3 2-3 ", "a.go#L3": "1\n2\n3 3-3 ", "a.go#L4": " 0-0 invalid_argument", "empty.go": " 0-0 ",
		"binary": " 0-0 invalid_argument", "large.go": " 0-0 too_large", "": " 0-0 invalid_argument", "none": " 0-0 not_found",
	} {
		got, err := f.File(t.Context(), here(t, filepath.Join(folder, "")+"/"+link))
		if told := fmt.Sprintf("%s %d-%d %s", got.Body, got.First, got.Last, fault.KindOf(err)); told != want {
			t.Errorf("%s: %q, want %q (%v)", link, told, want, err)
		}
	}
}
