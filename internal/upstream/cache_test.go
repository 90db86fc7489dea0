package upstream_test

import (
	"bytes"
	"fmt"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"kadry/internal/fault"
	"kadry/internal/upstream"
)

func files(t *testing.T, folder string) map[string]fs.FileInfo {
	t.Helper()
	all := map[string]fs.FileInfo{}
	err := filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := entry.Info()
		all[path] = info
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func TestCache_isItsOwnersAlone(t *testing.T) {
	t.Parallel()
	folder := filepath.Join(t.TempDir(), "new", "cache")
	p := plain()
	p.Daily = 9
	c := client(t, newTown(t, text("page")), upstream.Config{Folder: folder}, p)
	if _, err := c.Get(t.Context(), page("a")); err != nil {
		t.Fatal(err)
	}
	regular := 0
	for path, info := range files(t, folder) {
		want := fs.FileMode(0o600)
		if info.IsDir() {
			want = 0o700
		} else {
			regular++
		}
		if info.Mode().Perm() != want {
			t.Errorf("%s: %s", path, info.Mode())
		}
	}
	if regular != 2 { // the copy and the budget
		t.Errorf("%d files", regular)
	}
}

// A copy cut at any byte, or with any byte changed, is absent, and the next answer heals it.
func TestCache_takesADamagedCopyForNone(t *testing.T) {
	t.Parallel()
	w := newTown(t, text("page"))
	c := client(t, w, upstream.Config{Folder: t.TempDir()}, plain())
	ask := page("a")
	if _, err := c.Get(t.Context(), ask); err != nil {
		t.Fatal(err)
	}
	path := c.CopyFile(ask)
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	damage := [][]byte{nil, append(bytes.Clone(whole), 'x'), []byte("not a copy"), bytes.Repeat([]byte{0}, len(whole))}
	for i := 0; i < len(whole); i += 7 {
		changed := bytes.Clone(whole)
		changed[i] ^= 0x20
		damage = append(damage, whole[:i], changed)
	}
	for _, file := range damage {
		if err := os.WriteFile(path, file, 0o600); err != nil {
			t.Fatal(err)
		}
		before := w.requests()
		for range 2 {
			if res, err := c.Get(t.Context(), ask); err != nil || string(res.Body) != "page" {
				t.Fatalf("%+v, %v", res, err)
			}
		}
		if n := w.requests() - before; n != 1 {
			t.Errorf("%d requests for a copy of %d bytes of %d", n, len(file), len(whole))
		}
	}
}

func TestCache_takesAnotherPagesCopyForNone(t *testing.T) {
	t.Parallel()
	w := newTown(t, func(rw http.ResponseWriter, r *http.Request) { _, _ = rw.Write([]byte(r.URL.Path)) })
	c := client(t, w, upstream.Config{Folder: t.TempDir()}, plain())
	for _, path := range []string{"a", "b"} {
		if _, err := c.Get(t.Context(), page(path)); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Rename(c.CopyFile(page("a")), c.CopyFile(page("b"))); err != nil {
		t.Fatal(err)
	}
	if res, err := c.Get(t.Context(), page("b")); err != nil || string(res.Body) != "/b" {
		t.Errorf("%+v, %v", res, err)
	}
}

func TestCache_staysBelowItsLimitAndDropsTheLeastUsed(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	w := newTown(t, text(strings.Repeat("x", 10_000)))
	const limit = 400_000
	c := client(t, w, upstream.Config{Folder: folder, CacheBytes: limit}, plain())
	old := time.Now().Add(-48 * time.Hour)
	torn := filepath.Join(folder, "ab", "writing-1")
	if err := os.MkdirAll(filepath.Dir(torn), 0o700); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{torn, filepath.Join(folder, "ab", "writing-2")} {
		if err := os.WriteFile(path, nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Chtimes(torn, old, old); err != nil {
		t.Fatal(err)
	}
	for i := range 100 {
		ask := page(fmt.Sprint(i))
		if _, err := c.Get(t.Context(), ask); err != nil {
			t.Fatal(err)
		}
		used := old.Add(time.Duration(i) * time.Minute)
		if err := os.Chtimes(c.CopyFile(ask), used, used); err != nil {
			t.Fatal(err)
		}
		if _, err := c.Get(t.Context(), page("0")); err != nil { // in use all the time
			t.Fatal(err)
		}
	}
	var total int64
	for path, info := range files(t, folder) {
		if !info.IsDir() {
			total += info.Size()
		}
		if path == torn {
			t.Error("what a killed writer left stays for ever")
		}
	}
	if total > limit || total < limit/2 {
		t.Errorf("%d bytes, limit %d", total, limit)
	}
	before := w.requests()
	for path, asked := range map[string]int{"0": 0, "99": 0, "95": 0, "1": 1, "20": 1} {
		if _, err := c.Get(t.Context(), page(path)); err != nil {
			t.Fatal(err)
		}
		if n := w.requests() - before; n != asked {
			t.Errorf("page %s: %d requests, want %d", path, n, asked)
		}
		before = w.requests()
	}
	if _, err := os.Stat(filepath.Join(folder, "ab", "writing-2")); err != nil {
		t.Error("a file being written was removed")
	}
}

func TestCache_isSharedByClients(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	w := newTown(t, text(strings.Repeat("page ", 500)))
	var all sync.WaitGroup
	for range 4 {
		c := client(t, w, upstream.Config{Folder: folder, CacheBytes: 30_000}, plain())
		all.Go(func() {
			for i := range 60 {
				if res, err := c.Get(t.Context(), page(fmt.Sprint(i%15))); err != nil || len(res.Body) != 2500 {
					t.Errorf("%d bytes, %v", len(res.Body), err)
				}
			}
		})
	}
	all.Wait()
}

// A disk that takes nothing costs the cache, not the answer.
func TestCache_failingDiskIsNobodysFailure(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	p := plain()
	p.Daily = 2
	c := client(t, newTown(t, text("page")), upstream.Config{Folder: folder}, p)
	if err := os.RemoveAll(folder); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(folder, nil, 0o600); err != nil { // a file where the folder was
		t.Fatal(err)
	}
	for range 2 {
		if res, err := c.Get(t.Context(), page("a")); err != nil || string(res.Body) != "page" {
			t.Errorf("%+v, %v", res, err)
		}
	}
	if _, err := c.Get(t.Context(), page("a")); fault.KindOf(err) != fault.Limited {
		t.Errorf("the budget ends with the disk: %v", err)
	}
	if _, err := upstream.New(upstream.Config{Folder: folder}); err == nil {
		t.Error("a folder that is none is accepted at the start")
	}
}

func FuzzDecodeCopy(f *testing.F) {
	for _, body := range []string{"", "page", "a\nb\n", "\x00\xff"} {
		file, err := upstream.EncodeCopy("page https://a.test/", http.Header{"Etag": {`"1"`}}, []byte(body), time.Unix(1e9, 0).UTC())
		if err != nil {
			f.Fatal(err)
		}
		f.Add(file)
		f.Add(file[:len(file)/2])
	}
	f.Add([]byte("kadry copy 1 \n"))
	f.Add([]byte("{\"name\":\"x\",\"header\":null}\nbody"))
	f.Fuzz(func(t *testing.T, file []byte) {
		if _, _, _, err := upstream.DecodeCopy(file); err != nil {
			file = upstream.Sealed(file) // past the digest, to what it guards
		}
		name, body, again, err := upstream.DecodeCopy(file)
		if err != nil {
			return
		}
		name2, body2, _, err := upstream.DecodeCopy(again)
		if err != nil || name2 != name || !bytes.Equal(body, body2) {
			t.Errorf("%q, %q, %v", name2, body2, err)
		}
		for _, at := range []int{0, len(file) / 2, len(file) - 1} {
			changed := bytes.Clone(file)
			changed[at] ^= 1
			if _, _, _, err := upstream.DecodeCopy(changed); err == nil {
				t.Errorf("a changed byte %d goes unseen", at)
			}
		}
	})
}

func BenchmarkGet_copyOf10kB(b *testing.B) {
	w := newTown(b, text(strings.Repeat("страница ", 10_000/17)))
	c := client(b, w, upstream.Config{Folder: b.TempDir(), CacheBytes: 1 << 30}, plain())
	for b.Loop() {
		if _, err := c.Get(b.Context(), page("a?search=x")); err != nil {
			b.Fatal(err)
		}
	}
	if n := w.requests(); n != 1 {
		b.Errorf("%d requests", n)
	}
}
