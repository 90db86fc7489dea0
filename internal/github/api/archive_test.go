package api_test

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"io"
	"math/rand/v2"
	"net/http"
	"os"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"kadry/internal/fault"
	"kadry/internal/github"
	"kadry/internal/github/api"
	"kadry/internal/github/replica"
)

const commit = "8320d06003e9a971b7b6fa7bb45d7d6b5c4df588"

// packer writes an archive as a test wants it.
type packer struct {
	t   *testing.T
	out bytes.Buffer
	zip *gzip.Writer
	tar *tar.Writer
}

func newPacker(t *testing.T) *packer {
	t.Helper()
	p := &packer{t: t}
	p.zip = gzip.NewWriter(&p.out)
	p.tar = tar.NewWriter(p.zip)
	return p
}

func (p *packer) entry(h tar.Header, body string) {
	p.t.Helper()
	if h.Mode == 0 && h.Typeflag != tar.TypeXGlobalHeader {
		h.Mode = 0o644
	}
	if err := p.tar.WriteHeader(&h); err != nil {
		p.t.Fatal(err)
	}
	if _, err := io.WriteString(p.tar, body); err != nil {
		p.t.Fatal(err)
	}
}

func (p *packer) file(name, body string) {
	p.t.Helper()
	p.entry(tar.Header{Name: name, Size: int64(len(body))}, body)
}

// global writes the header in which git names the commit.
func (p *packer) global(comment string) {
	p.t.Helper()
	p.entry(tar.Header{Typeflag: tar.TypeXGlobalHeader, PAXRecords: map[string]string{"comment": comment}, Format: tar.FormatPAX}, "")
}

func (p *packer) bytes() []byte {
	p.t.Helper()
	if err := errors.Join(p.tar.Close(), p.zip.Close()); err != nil {
		p.t.Fatal(err)
	}
	return p.out.Bytes()
}

// sending is an archive host that has one archive under every name.
func sending(body []byte) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write(body) })
}

func names(found map[string][]byte) string {
	var list []string
	for name := range found {
		list = append(list, name)
	}
	slices.Sort(list)
	return strings.Join(list, " ")
}

func TestArchive(t *testing.T) {
	t.Parallel()
	s := open(t, setting{folder: t.TempDir()})
	r := s.profile(s.session(), "ada-example").Repositories[0]
	session := s.session()
	found, contents, err := files(t.Context(), session, r)
	if err != nil || names(found) != "Makefile README.md book/book.go book/schema.sql go.mod" || string(found["README.md"]) != "# ledger-kit\n" {
		t.Fatalf("%v, %v", names(found), err)
	}
	want := github.Contents{Repository: ledger, Commit: r.Head, Files: 5, Kept: 5, Bytes: contents.Bytes}
	if contents != want || contents.Bytes == 0 || session.Budget().Requests != 1 || session.Budget().Remaining != -1 {
		t.Errorf("%+v, %+v", contents, session.Budget())
	}
	again := s.session()
	from, contents, err := files(t.Context(), again, r)
	if err != nil || !contents.Cached || contents.Files != 5 || contents.Commit != r.Head || again.Budget().Requests != 0 || s.sent("archives") != 1 {
		t.Errorf("from disk: %+v, %+v, %v", contents, again.Budget(), err)
	}
	for name, body := range found {
		if !bytes.Equal(from[name], body) {
			t.Errorf("%s differs from disk", name)
		}
	}
	if s.authorised["archives"] != 0 || s.authorised["api"] == 0 {
		t.Errorf("the token reached %v", s.authorised)
	}
}

func TestCommitFromArchive(t *testing.T) {
	t.Parallel()
	p := newPacker(t)
	p.global(commit)
	p.file("desk-8320d06/a.py", "import os\n")
	s := open(t, setting{archives: sending(p.bytes()), folder: t.TempDir()})
	r := github.Repository{FullName: desk, PushedAt: morning}
	for _, cached := range []bool{false, true} {
		_, contents, err := files(t.Context(), s.session(), r)
		if err != nil || contents.Commit != commit || contents.Cached != cached {
			t.Errorf("%+v, %v", contents, err)
		}
	}
	r.PushedAt = morning.Add(time.Hour) // pushed to since: what was kept is not of now
	if _, contents, err := files(t.Context(), s.session(), r); err != nil || contents.Cached {
		t.Errorf("after a push: %+v, %v", contents, err)
	}
	r.PushedAt = time.Time{} // nobody knows of when it is
	for range 2 {
		if _, contents, err := files(t.Context(), s.session(), r); err != nil || contents.Cached {
			t.Errorf("without a time: %+v, %v", contents, err)
		}
	}
}

func TestCommitIsNoName(t *testing.T) {
	t.Parallel()
	for _, comment := range []string{"a comment of somebody's", strings.Repeat("a", 1<<16), commit[:39], commit + "\n"} {
		p := newPacker(t)
		p.global(comment)
		p.file("d/a.py", "")
		s := open(t, setting{archives: sending(p.bytes())})
		if _, contents, err := files(t.Context(), s.session(), github.Repository{FullName: desk}); err != nil || contents.Commit != "" {
			t.Errorf("%.50q: %+v, %v", comment, contents, err)
		}
	}
}

func TestNamesAndTypes(t *testing.T) {
	t.Parallel()
	p := newPacker(t)
	p.entry(tar.Header{Typeflag: tar.TypeDir, Name: "top/"}, "")
	p.file("top/good.py", "good\n")
	for _, name := range []string{
		"../escape.py", "top/../escape.py", "top/../../escape.py", "/etc/passwd", "//etc/passwd", "top//double.py", "top/./dot.py", "top/a/../b.py",
		"./top/here.py", "lonely.py", "other/elsewhere.py", "top/back\\slash.py", "top/..", "top/" + strings.Repeat("long/", 300) + "x.py", "top/bad\xff.py",
	} {
		p.file(name, "bad\n")
	}
	p.file("top/good.py", "again\n")
	p.entry(tar.Header{Typeflag: tar.TypeSymlink, Name: "top/link", Linkname: "/etc/passwd"}, "")
	p.entry(tar.Header{Typeflag: tar.TypeLink, Name: "top/hard", Linkname: "../../etc/passwd"}, "")
	p.entry(tar.Header{Typeflag: tar.TypeChar, Name: "top/char", Devmajor: 1, Devminor: 5}, "")
	p.entry(tar.Header{Typeflag: tar.TypeBlock, Name: "top/block"}, "")
	p.entry(tar.Header{Typeflag: tar.TypeFifo, Name: "top/fifo"}, "")
	p.file("top/..dots/файл с пробелом.py", "good too\n")
	p.file("top/empty", "")
	s := open(t, setting{archives: sending(p.bytes())})
	found, contents, err := files(t.Context(), s.session(), github.Repository{FullName: desk})
	if err != nil || names(found) != "..dots/файл с пробелом.py empty good.py" || string(found["good.py"]) != "good\n" || contents.Files != 3 {
		t.Errorf("%q, %+v, %v", names(found), contents, err)
	}
	if found["empty"] == nil {
		t.Error("an empty file is a text")
	}
}

func TestFilesWithoutBody(t *testing.T) {
	t.Parallel()
	p := newPacker(t)
	p.file("top/large.txt", strings.Repeat("a", 1<<20+1))
	p.file("top/just.txt", strings.Repeat("a", 1<<20))
	p.file("top/picture.png", "\x89PNG\x00\x00")
	p.file("top/late.txt", strings.Repeat("a", 8000)+"\x00")
	p.file("top/last.txt", "last")
	s := open(t, setting{archives: sending(p.bytes()), folder: t.TempDir()})
	for _, cached := range []bool{false, true} {
		sizes, kept := map[string]int64{}, map[string]bool{}
		contents, err := s.session().Archive(t.Context(), github.Repository{FullName: desk, Head: commit}, func(f github.File) error {
			sizes[f.Path], kept[f.Path] = f.Size, f.Body != nil
			return nil
		})
		if err != nil || contents.Files != 5 || contents.Kept != 3 || contents.Cached != cached || sizes["large.txt"] != 1<<20+1 || sizes["picture.png"] != 6 {
			t.Errorf("%+v, %v, %v", contents, sizes, err)
		}
		if kept["large.txt"] || kept["picture.png"] || !kept["just.txt"] || !kept["late.txt"] || !kept["last.txt"] {
			t.Errorf("with a body: %v", kept)
		}
	}
}

func TestBomb(t *testing.T) {
	t.Parallel()
	for name, body := range map[string]func(p *packer){
		"one file": func(p *packer) { p.file("top/zeros", strings.Repeat("\x00", 8<<20)) },
		"many files": func(p *packer) {
			p.file("top/first.txt", "text")
			for i := range 64 {
				p.file("top/"+strconv.Itoa(i), strings.Repeat("a", 128<<10))
			}
		},
	} {
		p := newPacker(t)
		body(p)
		folder := t.TempDir()
		s := open(t, setting{archives: sending(p.bytes()), folder: folder, limits: api.Limits{Grace: 1 << 20}})
		_, contents, err := files(t.Context(), s.session(), github.Repository{FullName: desk, Head: commit})
		if err != nil || contents.Cut.EN == "" || contents.Cut.RU == "" || contents.Files > 20 {
			t.Errorf("%s: %+v, %v", name, contents, err)
		}
		nothingKept(t, folder)
	}
}

// TestTrailingBomb: what follows the end of the tar is unpacked for its sum alone, within the same limits.
func TestTrailingBomb(t *testing.T) {
	t.Parallel()
	p := newPacker(t)
	p.file("top/a.py", "a")
	if err := p.tar.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := io.Copy(p.zip, io.LimitReader(zeros{}, 8<<20)); err != nil {
		t.Fatal(err)
	}
	s := open(t, setting{archives: sending(p.bytes()), limits: api.Limits{Grace: 1 << 20}})
	if _, contents, err := files(t.Context(), s.session(), github.Repository{FullName: desk}); err != nil || contents.Cut.EN == "" || contents.Files != 1 {
		t.Errorf("%+v, %v", contents, err)
	}
}

type zeros struct{}

func (zeros) Read(p []byte) (int, error) { clear(p); return len(p), nil }

func TestTooManyFiles(t *testing.T) {
	t.Parallel()
	p := newPacker(t)
	for i := range 601 {
		p.file("top/"+strconv.Itoa(rand.Int())+strconv.Itoa(i), "")
	}
	s := open(t, setting{archives: sending(p.bytes()), limits: api.Limits{Entries: 600}})
	found, contents, err := files(t.Context(), s.session(), github.Repository{FullName: desk})
	if err != nil || contents.Files != 600 || len(found) != 600 || !strings.Contains(contents.Cut.EN, "600") {
		t.Errorf("%+v, %d visited, %v", contents, len(found), err)
	}
}

func TestBrokenArchives(t *testing.T) {
	t.Parallel()
	p := newPacker(t)
	noise := rand.NewChaCha8([32]byte{1})
	for i := range 20 {
		body := make([]byte, 4096)
		_, _ = noise.Read(body)
		p.file("top/"+strconv.Itoa(i), string(body))
	}
	whole := p.bytes()
	torn := slices.Clone(whole)
	torn[len(torn)-6] ^= 1 // its sum
	inner := newPacker(t)
	_, _ = io.WriteString(inner.zip, strings.Repeat("this is no tar", 100))
	for name, body := range map[string][]byte{
		"truncated": whole[:len(whole)/2], "without its end": whole[:len(whole)-3], "a wrong sum": torn, "garbage": []byte("<html>not an archive</html>"),
		"nothing": {}, "no tar inside": inner.bytes(), "one byte": {0x1f},
	} {
		folder := t.TempDir()
		s := open(t, setting{archives: sending(body), folder: folder})
		_, contents, err := files(t.Context(), s.session(), github.Repository{FullName: desk, Head: commit})
		if told := s.refused(err, fault.Upstream); !strings.Contains(told.Text.EN, desk) || contents.Cut.EN != "" {
			t.Errorf("%s: %v, %+v", name, told, contents)
		}
		nothingKept(t, folder)
	}
}

func TestConnectionCut(t *testing.T) {
	t.Parallel()
	s := open(t, setting{options: replica.Options{Faults: []*replica.Fault{{Path: "/codeload/", Break: 100}}}})
	_, _, err := files(t.Context(), s.session(), github.Repository{FullName: desk})
	s.refused(err, fault.Upstream)
}

func TestArchiveRefused(t *testing.T) {
	t.Parallel()
	for status, kind := range map[int]fault.Kind{
		404: fault.NotFound, 451: fault.Denied, 403: fault.Denied, 429: fault.Limited, 500: fault.Upstream, 503: fault.Unavailable,
	} {
		f := replica.Failure(status)
		f.Path = "/codeload/"
		s := open(t, setting{options: replica.Options{Faults: []*replica.Fault{f}}, folder: t.TempDir()})
		_, _, err := files(t.Context(), s.session(), github.Repository{FullName: desk, Head: commit})
		if told := s.refused(err, kind); kind == fault.Limited && told.RetryAfter != time.Minute {
			t.Errorf("%d: after %v", status, told.RetryAfter)
		}
	}
	f := replica.Failure(502)
	f.Path, f.Count = "/codeload/", 2
	s := open(t, setting{options: replica.Options{Faults: []*replica.Fault{f}}})
	session := s.session()
	if found, _, err := files(t.Context(), session, github.Repository{FullName: desk}); err != nil || len(found) != 4 || session.Budget().Requests != 3 {
		t.Errorf("after two failures: %v, %v, %+v", names(found), err, session.Budget())
	}
}

// TestVisitorRefuses: what the visitor returns passes as it is, whatever it is, and nothing is kept.
func TestVisitorRefuses(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	s := open(t, setting{folder: folder})
	for _, want := range []error{
		errors.New("enough"), fault.E(fault.NotFound, fault.Say("no", "нет"), nil), fault.E(fault.Upstream, fault.Say("no", "нет"), nil), fault.E(fault.Limited, fault.Say("no", "нет"), nil), io.EOF,
	} {
		contents, err := s.session().Archive(t.Context(), github.Repository{FullName: desk, Head: commit}, func(github.File) error { return want })
		if !errors.Is(err, want) || fault.KindOf(err) != fault.KindOf(want) || contents.Files != 1 {
			t.Errorf("got %v, want %v; %+v", err, want, contents)
		}
	}
	nothingKept(t, folder)
}

// endless is an archive of so many texts that do not pack well; each tenth is twice as large.
func endless(size int, files int) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		zip, _ := gzip.NewWriterLevel(w, gzip.HuffmanOnly)
		out := tar.NewWriter(zip)
		body := make([]byte, size)
		noise := rand.NewChaCha8([32]byte{2})
		for i := 0; i < files && r.Context().Err() == nil; i++ {
			_, _ = noise.Read(body)
			for j := range body {
				body[j] = max(1, body[j]) // no zero byte: a text
			}
			sent := body
			if i%10 == 9 {
				sent = slices.Concat(body, body)
			}
			if out.WriteHeader(&tar.Header{Name: "top/" + strconv.Itoa(i), Mode: 0o644, Size: int64(len(sent))}) != nil {
				return
			}
			if _, err := out.Write(sent); err != nil {
				return
			}
		}
		_ = out.Close()
		_ = zip.Close()
	})
}

func TestArchiveCanceled(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	s := open(t, setting{archives: endless(100<<10, 1<<30), folder: folder})
	ctx, leave := context.WithCancel(t.Context())
	seen := 0
	_, err := s.session().Archive(ctx, github.Repository{FullName: desk, Head: commit}, func(github.File) error {
		if seen++; seen == 5 {
			leave()
		}
		return nil
	})
	s.refused(err, fault.Canceled)
	if seen > 6 {
		t.Errorf("%d files after the caller left at the fifth", seen)
	}
	nothingKept(t, folder)
}

func TestArchiveHangs(t *testing.T) {
	t.Parallel()
	ctx, leave := context.WithCancel(t.Context())
	hang := &replica.Fault{Path: "/codeload/", Hang: true, Match: func(*http.Request) bool { leave(); return true }}
	folder := t.TempDir()
	s := open(t, setting{options: replica.Options{Faults: []*replica.Fault{hang}}, folder: folder})
	_, _, err := files(ctx, s.session(), github.Repository{FullName: desk, Head: commit})
	s.refused(err, fault.Canceled)
	nothingKept(t, folder)
}

// TestLargeArchive reads some 100 MB as they come; what it holds of them at one time is little.
func TestLargeArchive(t *testing.T) {
	if testing.Short() {
		t.Skip("100 MB")
	}
	folder := t.TempDir()
	s := open(t, setting{archives: endless(1<<20, 100), folder: folder})
	session := s.session()
	runtime.GC()
	var now runtime.MemStats
	runtime.ReadMemStats(&now)
	before, most := now.HeapAlloc, uint64(0)
	contents, err := session.Archive(t.Context(), github.Repository{FullName: desk, Head: commit}, func(github.File) error {
		runtime.ReadMemStats(&now)
		most = max(most, now.HeapAlloc)
		return nil
	})
	if err != nil || contents.Files != 100 || contents.Kept != 90 || contents.Bytes < 100<<20 || contents.Cut.EN != "" {
		t.Fatalf("%+v, %v", contents, err)
	}
	if grown := int64(most) - int64(before); grown > 300<<20 {
		t.Errorf("the heap grew by %d MB over %d MB", grown>>20, contents.Bytes>>20)
	} else {
		t.Logf("%d MB read, the heap grew by at most %d MB", contents.Bytes>>20, grown>>20)
	}
	kept, err := os.ReadDir(folder)
	if err != nil || len(kept) != 1 {
		t.Errorf("kept %v, %v", kept, err)
	}
}

func TestArchiveOverLimits(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	s := open(t, setting{archives: endless(1<<20, 1<<30), folder: folder, limits: api.Limits{Kept: 3 << 20}})
	_, contents, err := files(t.Context(), s.session(), github.Repository{FullName: desk, Head: commit})
	if err != nil || contents.Kept != 3 || contents.Cut.EN == "" {
		t.Errorf("3 MB of texts: %+v, %v", contents, err)
	}
	nothingKept(t, folder)
	s = open(t, setting{archives: endless(1<<20, 1<<30), folder: folder, limits: api.Limits{Archive: 12 << 20}})
	_, contents, err = files(t.Context(), s.session(), github.Repository{FullName: desk, Head: commit})
	if err != nil || contents.Files < 8 || contents.Files > 12 || contents.Bytes != 12<<20 || !strings.Contains(contents.Cut.EN, "12 MB") {
		t.Errorf("12 MB: %+v, %v", contents, err)
	}
	nothingKept(t, folder)
}

func nothingKept(t *testing.T, folder string) {
	t.Helper()
	left, err := os.ReadDir(folder)
	if err != nil || len(left) != 0 {
		t.Errorf("left in the folder: %v, %v", left, err)
	}
}
