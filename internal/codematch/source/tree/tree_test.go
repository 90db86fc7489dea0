package tree_test

import (
	"context"
	"errors"
	"io"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"
	"pgregory.net/rapid"

	"kadry/internal/codematch/source/tree"
	"kadry/internal/fault"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// What a spool is given in any order comes out by path, as it was; the digest is that of the
// files and not of their order.
func TestSpool(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	rapid.Check(t, func(t *rapid.T) {
		files := rapid.MapOfN(rapid.StringMatching(`[a-c/]{1,4}x`), rapid.String(), 0, 12).Draw(t, "files")
		paths := make([]string, 0, len(files))
		for path := range files {
			paths = append(paths, path)
		}
		slices.Sort(paths)
		commits := map[string]bool{}
		for range 2 {
			spool, err := tree.NewSpool(folder, tree.Limits{})
			if err != nil {
				t.Fatal(err)
			}
			for _, path := range rapid.Permutation(paths).Draw(t, "order") {
				if err := spool.Add(path, int64(len(files[path])), time.Time{}, strings.NewReader(files[path])); err != nil {
					t.Fatal(err)
				}
			}
			made := spool.Tree(context.Background(), "")
			commits[made.Commit] = true
			var got []string
			for f, err := range made.Files {
				if err != nil || string(f.Body) != files[f.Path] || f.Size != int64(len(f.Body)) {
					t.Fatalf("%+v, %v", f, err)
				}
				got = append(got, f.Path)
			}
			if !slices.Equal(got, paths) {
				t.Fatalf("%q, want %q", got, paths)
			}
			if err := made.Close(); err != nil {
				t.Fatal(err)
			}
		}
		if len(commits) != 1 {
			t.Fatalf("one set of files is %v", commits)
		}
	})
	if left, err := os.ReadDir(folder); err != nil || len(left) > 0 {
		t.Errorf("left on disk: %v, %v", left, err)
	}
}

// The digest tells apart what differs in path, content, size or reason.
func TestDigest(t *testing.T) {
	t.Parallel()
	seen := map[string]string{}
	for name, fill := range map[string]func(*tree.Spool) error{
		"nothing":         func(*tree.Spool) error { return nil },
		"a file":          func(s *tree.Spool) error { return s.Add("a", 1, time.Time{}, strings.NewReader("x")) },
		"another name":    func(s *tree.Spool) error { return s.Add("b", 1, time.Time{}, strings.NewReader("x")) },
		"another content": func(s *tree.Spool) error { return s.Add("a", 1, time.Time{}, strings.NewReader("y")) },
		"a link":          func(s *tree.Spool) error { return s.Skip("a", 1, tree.Link) },
		"a large one":     func(s *tree.Spool) error { return s.Skip("a", 1, tree.Large) },
		"a larger one":    func(s *tree.Spool) error { return s.Skip("a", 2, tree.Large) },
	} {
		spool, err := tree.NewSpool(t.TempDir(), tree.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		if err := fill(spool); err != nil {
			t.Fatal(err)
		}
		made := spool.Tree(t.Context(), "")
		if other, ok := seen[made.Commit]; ok {
			t.Errorf("%s and %s are %s", name, other, made.Commit)
		}
		seen[made.Commit] = name
		if err := made.Close(); err != nil {
			t.Error(err)
		}
	}
}

func TestSpoolRefuses(t *testing.T) {
	t.Parallel()
	spool, err := tree.NewSpool(t.TempDir(), tree.Limits{File: 10, Files: 3, Total: 15})
	if err != nil {
		t.Fatal(err)
	}
	defer spool.Close()
	add := func(path string, size int64, body string) error {
		return spool.Add(path, size, time.Time{}, strings.NewReader(body))
	}
	if err := add("short", 5, "abc"); !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("fewer bytes than told: %v", err)
	}
	if err := add("a", 10, strings.Repeat("x", 10)); err != nil {
		t.Fatal(err)
	}
	if err := add("large", 11, ""); err != nil {
		t.Errorf("a large one is passed over: %v", err)
	}
	if err := add("b", 10, strings.Repeat("x", 10)); fault.KindOf(err) != fault.TooLarge {
		t.Errorf("too many bytes: %v", err)
	}
	if err := add("c", 1, "x"); err != nil {
		t.Fatal(err)
	}
	if err := add("d", 1, "x"); fault.KindOf(err) != fault.TooLarge {
		t.Errorf("too many files: %v", err)
	}
	if err := spool.Close(); err != nil {
		t.Error(err)
	}
}

func TestInside(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]bool{
		"a": true, "a/b.go": true, "..a/b": true, ".github/x": true, "привет": true,
		"": false, ".": false, "..": false, "../a": false, "a/../b": false, "/a": false, "a//b": false, "a/": false, "./a": false, `a\b`: false, "c:/a": false,
		"a\x00": false, "a\nb": false, "\xff": false, strings.Repeat("x", 1025): false,
	} {
		if got := tree.Inside(name); got != want {
			t.Errorf("Inside(%.20q) = %v", name, got)
		}
	}
}
