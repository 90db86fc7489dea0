package api_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"kadry/internal/github"
	"kadry/internal/github/api"
)

// theKept is the one file in a folder of archives.
func theKept(t *testing.T, folder string) string {
	t.Helper()
	found, err := os.ReadDir(folder)
	if err != nil || len(found) != 1 || !strings.HasSuffix(found[0].Name(), ".tar.zst") {
		t.Fatalf("kept %v, %v", found, err)
	}
	return filepath.Join(folder, found[0].Name())
}

func TestDamagedKeptFile(t *testing.T) {
	t.Parallel()
	r := github.Repository{FullName: desk, Head: commit}
	for name, damage := range map[string]func([]byte) []byte{
		"empty":       func([]byte) []byte { return nil },
		"cut":         func(b []byte) []byte { return b[:len(b)/2] },
		"without end": func(b []byte) []byte { return b[:len(b)-1] },
		"altered":     func(b []byte) []byte { b[len(b)/2] ^= 0x10; return b },
		"garbage":     func([]byte) []byte { return []byte("<html></html>") },
	} {
		folder := t.TempDir()
		s := open(t, setting{folder: folder})
		if _, _, err := files(t.Context(), s.session(), r); err != nil {
			t.Fatal(err)
		}
		path := theKept(t, folder)
		whole, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, damage(whole), 0o600); err != nil {
			t.Fatal(err)
		}
		found, contents, err := files(t.Context(), s.session(), r)
		if err != nil || contents.Cached || len(found) != 4 || s.sent("archives") != 2 {
			t.Errorf("%s: %+v, %v, %v", name, contents, names(found), err)
		}
		if _, contents, err = files(t.Context(), s.session(), r); err != nil || !contents.Cached || contents.Files != 4 {
			t.Errorf("%s, the next time: %+v, %v", name, contents, err)
		}
	}
}

func TestKeptByRepositoryAndCommit(t *testing.T) {
	t.Parallel()
	s := open(t, setting{folder: t.TempDir()})
	for _, c := range []struct {
		repository, head string
		cached           bool
	}{
		{desk, commit, false},
		{"Orchard-Org/Weather-Desk", commit, true}, // GitHub tells no letters apart there
		{ledger, "5848186fe2ef7f831f175815532adccb305b617d", false},
		{desk, "trunk", false},
	} {
		_, contents, err := files(t.Context(), s.session(), github.Repository{FullName: c.repository, Head: c.head})
		if err != nil || contents.Cached != c.cached {
			t.Errorf("%s %s: %+v, %v", c.repository, c.head, contents, err)
		}
	}
}

func TestSweep(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	torn, writing := filepath.Join(folder, "writing-1"), filepath.Join(folder, "writing-2")
	for path, age := range map[string]time.Duration{torn: 2 * time.Hour, writing: 0} {
		if err := os.WriteFile(path, []byte("x"), 0o600); err != nil {
			t.Fatal(err)
		}
		at := time.Now().Add(-age)
		if err := os.Chtimes(path, at, at); err != nil {
			t.Fatal(err)
		}
	}
	const limit = 64 << 10
	s := open(t, setting{archives: endless(10<<10, 1), folder: folder, kept: limit})
	session := s.session()
	read := func(i int) github.Contents {
		_, contents, err := files(t.Context(), session, github.Repository{FullName: desk, Head: fmt.Sprintf("%040d", i)})
		if err != nil {
			t.Fatal(err)
		}
		return contents
	}
	for i := range 20 {
		read(i)
		found, err := os.ReadDir(folder)
		if err != nil {
			t.Fatal(err)
		}
		total := int64(0)
		for _, e := range found {
			info, err := e.Info()
			if err != nil {
				t.Fatal(err)
			}
			if strings.HasSuffix(e.Name(), ".tar.zst") {
				total += info.Size()
				at := info.ModTime().Add(-time.Minute) // used before those that follow
				if err := os.Chtimes(filepath.Join(folder, e.Name()), at, at); err != nil {
					t.Fatal(err)
				}
			}
		}
		if total > limit {
			t.Fatalf("%d bytes kept after %s, over the limit of %d", total, strconv.Itoa(i), limit)
		}
	}
	if !read(19).Cached || read(0).Cached {
		t.Error("the newest is not there, or the oldest is")
	}
	if _, err := os.Stat(torn); !os.IsNotExist(err) {
		t.Errorf("what a kill left is still there: %v", err)
	}
	if _, err := os.Stat(writing); err != nil {
		t.Errorf("what another process is writing was removed: %v", err)
	}
}

// TestFolderGone: that nothing can be kept does not keep anything from being read.
func TestFolderGone(t *testing.T) {
	t.Parallel()
	for name, spoil := range map[string]func(folder string) error{
		"removed": os.RemoveAll,
		"a file in its place": func(folder string) error {
			if err := os.RemoveAll(folder); err != nil {
				return err
			}
			return os.WriteFile(folder, nil, 0o600)
		},
		"a full disk": func(folder string) error {
			if err := os.RemoveAll(folder); err != nil {
				return err
			}
			return os.Symlink("/dev/full", folder)
		},
	} {
		folder := filepath.Join(t.TempDir(), "archives")
		s := open(t, setting{folder: folder})
		if err := spoil(folder); err != nil {
			t.Fatal(err)
		}
		for range 2 {
			found, contents, err := files(t.Context(), s.session(), github.Repository{FullName: desk, Head: commit})
			if err != nil || contents.Cached || len(found) != 4 {
				t.Errorf("%s: %+v, %v", name, contents, err)
			}
		}
	}
	if _, err := api.New(api.Config{Folder: "/dev/null/archives"}); err == nil || !strings.HasPrefix(err.Error(), "api: ") {
		t.Errorf("a folder that cannot be: %v", err)
	}
}

func TestOneArchiveForManyReaders(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	s := open(t, setting{folder: folder})
	session := s.session()
	var all sync.WaitGroup
	for range 12 {
		all.Go(func() {
			found, _, err := files(t.Context(), session, github.Repository{FullName: desk, Head: commit})
			if err != nil || len(found) != 4 {
				t.Errorf("%v, %v", names(found), err)
			}
		})
	}
	all.Wait()
	theKept(t, folder)
}

func TestFullDisk(t *testing.T) {
	t.Parallel()
	full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if err != nil {
		t.Skip("no /dev/full here")
	}
	defer full.Close()
	folder := t.TempDir()
	if api.KeepIn(folder, full, github.File{Path: "a.txt", Size: 5, Body: []byte("hello")}) {
		t.Error("kept on a full disk")
	}
	nothingKept(t, folder)
}
