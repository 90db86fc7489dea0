package archive_test

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"context"
	"encoding/binary"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/klauspost/compress/zip"
	"github.com/klauspost/compress/zstd"

	"kadry/internal/codematch/source/archive"
	"kadry/internal/codematch/source/tree"
	"kadry/internal/fault"
)

var written = time.Date(2026, 3, 4, 5, 6, 8, 0, time.UTC)

// entry is a member of an archive as a test wants it.
type entry struct {
	name, body string
	kind       byte   // of tar; 0 is a file
	link       string // where a link leads
	pax        map[string]string
}

func tarOf(tb testing.TB, entries ...entry) []byte {
	tb.Helper()
	var b bytes.Buffer
	w := tar.NewWriter(&b)
	for _, e := range entries {
		if e.kind == 0 {
			e.kind = tar.TypeReg
		}
		head := &tar.Header{Name: e.name, Typeflag: e.kind, Linkname: e.link, Size: int64(len(e.body)), Mode: 0o644, ModTime: written, PAXRecords: e.pax}
		if e.kind == tar.TypeXGlobalHeader {
			head = &tar.Header{Typeflag: e.kind, PAXRecords: e.pax}
		}
		if err := w.WriteHeader(head); err != nil {
			tb.Fatal(err)
		}
		if _, err := io.WriteString(w, e.body); err != nil {
			tb.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		tb.Fatal(err)
	}
	return b.Bytes()
}

func gzipped(tb testing.TB, body []byte) []byte {
	tb.Helper()
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	if _, err := w.Write(body); err != nil {
		tb.Fatal(err)
	}
	if err := w.Close(); err != nil {
		tb.Fatal(err)
	}
	return b.Bytes()
}

func zstdOf(tb testing.TB, body []byte) []byte {
	tb.Helper()
	w, err := zstd.NewWriter(nil)
	if err != nil {
		tb.Fatal(err)
	}
	defer w.Close()
	return w.EncodeAll(body, nil)
}

// member is a file of a zip; raw is its name as bytes that are no UTF-8.
type member struct {
	name, body string
	mode       fs.FileMode
	raw        bool
}

func zipOf(tb testing.TB, comment string, members ...member) []byte {
	tb.Helper()
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	if err := w.SetComment(comment); err != nil {
		tb.Fatal(err)
	}
	for _, m := range members {
		head := &zip.FileHeader{Name: m.name, Method: zip.Deflate, Modified: written, NonUTF8: m.raw}
		if m.mode != 0 {
			head.SetMode(m.mode)
		}
		to, err := w.CreateHeader(head)
		if err != nil {
			tb.Fatal(err)
		}
		if _, err := io.WriteString(to, m.body); err != nil {
			tb.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		tb.Fatal(err)
	}
	return b.Bytes()
}

func open(tb testing.TB, name string, body []byte, limits tree.Limits) (*tree.Tree, error) {
	tb.Helper()
	folder := tb.TempDir()
	t, err := archive.Open(tb.Context(), name, bytes.NewReader(body), int64(len(body)), folder, limits)
	if left, _ := filepath.Glob(filepath.Join(folder, "*")); len(left) > 0 {
		tb.Errorf("left on disk: %q", left)
	}
	if err == nil {
		tb.Cleanup(func() { _ = t.Close() })
	}
	return t, err
}

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

// The same files are the same tree, however they are packed and in whatever order.
func TestKinds(t *testing.T) {
	t.Parallel()
	packed := tarOf(t, entry{name: "b.go", body: "b"}, entry{name: "a/", kind: tar.TypeDir}, entry{name: "a/z.go", body: "z"}, entry{name: "a-b.go", body: "ab"})
	want := []string{"a-b.go = ab", "a/z.go = z", "b.go = b"}
	commits := map[string]bool{}
	for name, body := range map[string][]byte{
		"tar": packed, "tar.gz": gzipped(t, packed), "tar.zst": zstdOf(t, packed),
		"zip": zipOf(t, "", member{name: "a-b.go", body: "ab"}, member{name: "a/"}, member{name: "a/z.go", body: "z"}, member{name: "b.go", body: "b"}),
	} {
		got, err := open(t, "code."+name, body, tree.Limits{})
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if diff := cmp.Diff(want, listed(t, got)); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
		if !got.At.Equal(written) || got.Refused != 0 {
			t.Errorf("%s: at %v, %d refused", name, got.At, got.Refused)
		}
		commits[got.Commit] = true
	}
	if len(commits) != 1 {
		t.Errorf("digests: %v", commits)
	}
}

func TestTopFolder(t *testing.T) {
	t.Parallel()
	git := entry{kind: tar.TypeXGlobalHeader, pax: map[string]string{"comment": strings.Repeat("a", 40)}}
	for name, c := range map[string]struct {
		archive string
		body    []byte
		want    []string
	}{
		"of git's tar":      {"x.tar.gz", gzipped(t, tarOf(t, git, entry{name: "n-1/a.go"}, entry{name: "n-1/b/c.go"})), []string{"a.go = ", "b/c.go = "}},
		"of git's zip":      {"x.zip", zipOf(t, strings.Repeat("a", 40), member{name: "n-1/a.go"}), []string{"a.go = "}},
		"of the same name":  {"Project-v2.zip", zipOf(t, "", member{name: "project/a.go"}), []string{"a.go = "}},
		"of another name":   {"x.zip", zipOf(t, "", member{name: "src/a.go"}), []string{"src/a.go = "}},
		"beside a file":     {"project.zip", zipOf(t, "", member{name: "project/a.go"}, member{name: "b.go"}), []string{"b.go = ", "project/a.go = "}},
		"beside a folder":   {"project.zip", zipOf(t, "", member{name: "project/a.go"}, member{name: "q/b.go"}), []string{"project/a.go = ", "q/b.go = "}},
		"named like a file": {"a.zip", zipOf(t, "", member{name: "a"}), []string{"a = "}},
	} {
		got, err := open(t, c.archive, c.body, tree.Limits{})
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if diff := cmp.Diff(c.want, listed(t, got)); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}

func TestHostileTar(t *testing.T) {
	t.Parallel()
	body := tarOf(t,
		entry{name: "../up.go", body: "1"}, entry{name: "/etc/passwd", body: "2"}, entry{name: "a/../../b.go", body: "3"}, entry{name: "C:/win.go", body: "4"},
		entry{name: "good.go", body: "5"}, entry{name: "./good.go", body: "6"}, entry{name: "dir", kind: tar.TypeSymlink, link: "/etc"},
		entry{name: "dir/passwd", body: "7"}, entry{name: "hard.go", kind: tar.TypeLink, link: "/etc/shadow"}, entry{name: "null", kind: tar.TypeChar},
		entry{name: "disk", kind: tar.TypeBlock}, entry{name: "pipe", kind: tar.TypeFifo}, entry{name: ".git/config", body: "8"}, entry{name: "sub/.git", body: "9"},
		entry{name: "caf\xe9.go", body: "10"}, entry{name: `back\slash.go`, body: "11"}, entry{name: "new\nline.go", body: "12"}, entry{name: strings.Repeat("x/", 800) + "y", body: "13"},
		entry{name: "large.txt", body: strings.Repeat("x", 5000)}, entry{name: "vendor/v.go", body: "14"},
	)
	got, err := open(t, "x.tar", body, tree.Limits{File: 2000, Unwanted: func(p string) bool { return strings.HasPrefix(p, "vendor/") }})
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"caf%E9.go = 10", "dir (link 0)", "dir/passwd = 7", "good.go = 5", "hard.go (link 0)", "large.txt (large 5000)", "vendor/v.go (unwanted 2)"}
	if diff := cmp.Diff(want, listed(t, got)); diff != "" {
		t.Error(diff)
	}
	if got.Refused != 11 {
		t.Errorf("%d refused", got.Refused)
	}
}

func TestHostileZip(t *testing.T) {
	t.Parallel()
	body := zipOf(t, "", member{name: "../up.go", body: "1"}, member{name: "/abs.go", body: "2"}, member{name: "a.go", body: "3"}, member{name: "a.go", body: "4"},
		member{name: "link", body: "/etc/passwd", mode: fs.ModeSymlink | 0o777}, member{name: "pipe", mode: fs.ModeNamedPipe}, member{name: "large.txt", body: strings.Repeat("x", 5000)},
		member{name: `win\dows.go`, body: "5"}, member{name: "\xaf\xe0\xa8\xa2\xa5\xe2.go", body: "6", raw: true}, member{name: "привет/мир.go", body: "7"},
		member{name: ".hg/store", body: "8"})
	got, err := open(t, "x.zip", body, tree.Limits{File: 2000})
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"a.go = 3", "large.txt (large 5000)", "link (link 0)", "win/dows.go = 5", "привет.go = 6", "привет/мир.go = 7"}
	if diff := cmp.Diff(want, listed(t, got)); diff != "" {
		t.Error(diff)
	}
	if got.Refused != 4 {
		t.Errorf("%d refused", got.Refused)
	}
}

// A member that is encrypted is told and not read.
func TestEncryptedZip(t *testing.T) {
	t.Parallel()
	body := zipOf(t, "", member{name: "a.go", body: "secret"})
	at := bytes.Index(body, []byte("PK\x01\x02"))
	body[at+8] |= 1
	got, err := open(t, "x.zip", body, tree.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"a.go (unreadable 6)"}, listed(t, got)); diff != "" {
		t.Error(diff)
	}
}

func TestRefuses(t *testing.T) {
	t.Parallel()
	bomb := make([]byte, 64<<20)
	noise := make([]byte, 300<<10)
	_, _ = rand.NewChaCha8([32]byte{1}).Read(noise)
	whole := gzipped(t, tarOf(t, entry{name: "a.go", body: string(noise)}))
	zipped := zipOf(t, "", member{name: "a.go", body: string(noise)})
	lying := bytes.Clone(zipOf(t, "", member{name: "a.go", body: "abc"}))
	binary.LittleEndian.PutUint32(lying[bytes.Index(lying, []byte("PK\x01\x02"))+24:], 1000) // the size that its directory tells
	for name, c := range map[string]struct {
		body   []byte
		limits tree.Limits
		kind   fault.Kind
	}{
		"nothing":               {nil, tree.Limits{}, fault.Invalid},
		"text":                  {[]byte("package a"), tree.Limits{}, fault.Invalid},
		"gzip of text":          {gzipped(t, []byte("package a")), tree.Limits{}, fault.Invalid},
		"rar":                   {[]byte("Rar!\x1a\x07\x01\x00"), tree.Limits{}, fault.Invalid},
		"a cut tar.gz":          {whole[:len(whole)-5000], tree.Limits{}, fault.Invalid},
		"a tar.gz without sum":  {append(bytes.Clone(whole[:len(whole)-8]), 0, 0, 0, 0, 0, 0, 0, 0), tree.Limits{}, fault.Invalid},
		"a cut zip":             {zipped[:len(zipped)/2], tree.Limits{}, fault.Invalid},
		"a zip with wrong size": {lying, tree.Limits{}, fault.Invalid},
		"a bomb of one file":    {gzipped(t, tarOf(t, entry{name: "a", body: string(bomb)})), tree.Limits{File: 128 << 20}, fault.TooLarge},
		"a bomb passed over":    {gzipped(t, tarOf(t, entry{name: "a", body: string(bomb)})), tree.Limits{}, fault.TooLarge},
		"a bomb of zstd":        {zstdOf(t, tarOf(t, entry{name: "a", body: string(bomb)})), tree.Limits{}, fault.TooLarge},
		"a bomb in a zip":       {zipOf(t, "", member{name: "a", body: string(bomb)}), tree.Limits{File: 128 << 20}, fault.TooLarge},
		"a bomb in a gzip":      {gzipped(t, gzipped(t, bomb)), tree.Limits{}, fault.Invalid},
		"too large":             {whole, tree.Limits{Packed: 1000}, fault.TooLarge},
		"too many bytes":        {whole, tree.Limits{Total: 1000}, fault.TooLarge},
		"too much to unpack":    {whole, tree.Limits{Unpack: 1000}, fault.TooLarge},
		"too many files":        {tarOf(t, entry{name: "a"}, entry{name: "b"}), tree.Limits{Files: 1}, fault.TooLarge},
		"too many in a zip":     {zipOf(t, "", member{name: "a"}, member{name: "b"}), tree.Limits{Files: 1}, fault.TooLarge},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, err := open(t, "x", c.body, c.limits)
			if fault.KindOf(err) != c.kind || fault.From(err).Text.RU == "" {
				t.Errorf("%v, %v; want %s", got, err, c.kind)
			}
		})
	}
}

// A file of 200 MB is passed over while it streams, and holds nobody up.
func TestLargeFile(t *testing.T) {
	t.Parallel()
	var b bytes.Buffer
	packer := gzip.NewWriter(&b)
	w := tar.NewWriter(packer)
	const size = 200 << 20
	if err := w.WriteHeader(&tar.Header{Name: "data.bin", Size: size, Mode: 0o644}); err != nil {
		t.Fatal(err)
	}
	noise := make([]byte, 1<<20)
	for i := range noise {
		noise[i] = byte(i * i >> 7 % 251) // packs to a hundredth, as data of a real kind may
	}
	for range size / len(noise) {
		if _, err := w.Write(noise); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.WriteHeader(&tar.Header{Name: "a.go", Size: 1, Mode: 0o644}); err != nil {
		t.Fatal(err)
	}
	if _, err := w.Write([]byte("a")); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if err := packer.Close(); err != nil {
		t.Fatal(err)
	}
	got, err := open(t, "x.tar.gz", b.Bytes(), tree.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"a.go = a", "data.bin (large 209715200)"}, listed(t, got)); diff != "" {
		t.Error(diff)
	}
}

func TestLeaving(t *testing.T) {
	t.Parallel()
	ctx, leave := context.WithCancel(t.Context())
	body := tarOf(t, entry{name: "a.go", body: "a"}, entry{name: "b.go", body: "b"})
	got, err := archive.Open(ctx, "x.tar", bytes.NewReader(body), int64(len(body)), t.TempDir(), tree.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	defer got.Close()
	leave()
	for _, err := range got.Files {
		if fault.KindOf(err) != fault.Canceled {
			t.Errorf("%v", err)
		}
	}
	if _, err := archive.Open(ctx, "x.tar", bytes.NewReader(body), int64(len(body)), t.TempDir(), tree.Limits{}); fault.KindOf(err) != fault.Canceled {
		t.Errorf("%v", err)
	}
	if _, err := archive.Open(t.Context(), "x.tar", bytes.NewReader(body), int64(len(body)), filepath.Join(t.TempDir(), "missing"), tree.Limits{}); err == nil {
		t.Error("a folder that is not there")
	}
}

// Whatever the bytes, what comes out are plain names, sorted, once each, within the limits; and
// nothing panics.
func FuzzOpen(f *testing.F) {
	packed := tarOf(f, entry{name: "b.go", body: "b"}, entry{name: "../c", body: "c"}, entry{name: "d", kind: tar.TypeSymlink, link: "/"})
	for _, seed := range [][]byte{packed, gzipped(f, packed), zstdOf(f, packed), zipOf(f, "", member{name: "a/b.go", body: "b"}, member{name: "../c", body: "c"})} {
		f.Add(seed)
	}
	limits := tree.Limits{File: 1 << 10, Files: 20, Total: 10 << 10, Unpack: 1 << 20}
	folder, err := os.MkdirTemp("", "kadry-fuzz-*")
	if err != nil {
		f.Fatal(err)
	}
	f.Cleanup(func() { _ = os.RemoveAll(folder) })
	f.Fuzz(func(t *testing.T, body []byte) {
		got, err := archive.Open(context.Background(), "x", bytes.NewReader(body), int64(len(body)), folder, limits)
		if err != nil {
			if kind := fault.KindOf(err); kind != fault.Invalid && kind != fault.TooLarge {
				t.Fatalf("%v", err)
			}
			return
		}
		defer got.Close()
		last := ""
		for file, err := range got.Files {
			if err != nil || !tree.Inside(file.Path) || tree.IsControl(file.Path) || file.Path <= last || int64(len(file.Body)) > limits.File {
				t.Fatalf("%q after %q: %v", file.Path, last, err)
			}
			last = file.Path
		}
	})
}
