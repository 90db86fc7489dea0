package source_test

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"io"
	"net/http"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"kadry/internal/codematch/source"
	"kadry/internal/codematch/source/tree"
	"kadry/internal/fault"
)

// packedCode is an archive with one file.
func packedCode(tb testing.TB) []byte {
	tb.Helper()
	var b bytes.Buffer
	packer := gzip.NewWriter(&b)
	w := tar.NewWriter(packer)
	body := noise(100_000)
	if err := w.WriteHeader(&tar.Header{Name: "a.go", Size: int64(len(body)), Mode: 0o644}); err != nil {
		tb.Fatal(err)
	}
	if _, err := io.WriteString(w, body); err != nil {
		tb.Fatal(err)
	}
	if err := w.Close(); err != nil {
		tb.Fatal(err)
	}
	if err := packer.Close(); err != nil {
		tb.Fatal(err)
	}
	return b.Bytes()
}

func TestOpenArchive(t *testing.T) {
	t.Parallel()
	body := packedCode(t)
	server := serveBy(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.RequestURI() != "/files/a%20b.tar.gz?key=1" {
			http.NotFound(w, r)
			return
		}
		http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(body))
	}))
	f := fetcher(t, tree.Limits{}, server.URL)
	var done, total int64
	w := source.Want{Address: parsed(t, server.URL+"/files/a%20b.tar.gz?key=1"), Report: func(d, n int64) { done, total = d, n }}
	got := open(t, f, w)
	if lines := listed(t, got); len(lines) != 1 || !strings.HasPrefix(lines[0], "a.go = ") {
		t.Errorf("%.80q", lines)
	}
	if done != int64(len(body)) || total != done {
		t.Errorf("reported %d of %d", done, total)
	}
	if head, err := f.Head(t.Context(), w); err != nil || head != got.Commit {
		t.Errorf("%s, %v", head, err)
	}
	path := filepath.Join(t.TempDir(), "code.tgz")
	write(t, path, string(body))
	if here := open(t, f, here(t, path)); here.Commit != got.Commit {
		t.Error("the same archive on this machine is another tree")
	}
	sent, err := f.Unpack(t.Context(), "code.tgz", bytes.NewReader(body), int64(len(body)))
	if err != nil {
		t.Fatal(err)
	}
	if sent.Commit != got.Commit || sent.Close() != nil {
		t.Error("the same archive that was sent is another tree")
	}
}

func TestOpenArchiveRefuses(t *testing.T) {
	t.Parallel()
	body := packedCode(t)
	for name, c := range map[string]struct {
		answer http.HandlerFunc
		limits tree.Limits
		kind   fault.Kind
	}{
		"gone": {http.NotFound, tree.Limits{}, fault.NotFound},
		"elsewhere": {func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, "http://127.0.0.1:1/x.zip", http.StatusFound)
		}, tree.Limits{}, fault.Upstream},
		"a page":   {func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "<html>") }, tree.Limits{}, fault.Invalid},
		"too much": {func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write(body) }, tree.Limits{Packed: 1000}, fault.TooLarge},
		"breaks off": {func(w http.ResponseWriter, _ *http.Request) {
			_, _ = w.Write(body[:50_000])
			_ = http.NewResponseController(w).Flush()
			panic(http.ErrAbortHandler)
		}, tree.Limits{}, fault.Unavailable},
		"hangs": {func(w http.ResponseWriter, r *http.Request) {
			_, _ = w.Write(body[:50_000])
			_ = http.NewResponseController(w).Flush()
			<-r.Context().Done()
		}, tree.Limits{Silence: 200 * time.Millisecond}, fault.Unavailable},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := serveBy(t, c.answer)
			f := fetcher(t, c.limits, server.URL)
			if got, err := f.Open(t.Context(), source.Want{Address: parsed(t, server.URL+"/x.tar.gz")}); fault.KindOf(err) != c.kind {
				t.Errorf("%v, %v; want %s", got, err, c.kind)
			}
			left, err := filepath.Glob(filepath.Join(f.Folder, "*"))
			if diff := cmp.Diff([]string(nil), left); diff != "" || err != nil {
				t.Errorf("left on disk: %s %v", diff, err)
			}
		})
	}
}
