package api_test

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"path"
	"regexp"
	"strings"
	"testing"

	"kadry/internal/github/api"
)

var hexadecimal = regexp.MustCompile(`^([0-9a-f]{40}([0-9a-f]{24})?)?$`)

// FuzzUnpack reads bytes as an archive, and as the tar in one.
func FuzzUnpack(f *testing.F) {
	for _, headers := range [][]tar.Header{
		{{Name: "top/a.py", Size: 3}, {Name: "top/b/c.py", Size: 0}},
		{{Typeflag: tar.TypeXGlobalHeader, PAXRecords: map[string]string{"comment": commit}, Format: tar.FormatPAX}, {Name: "top/a.py", Size: 3}},
		{{Name: "top/" + strings.Repeat("long/", 60) + "a.py", Size: 3, Format: tar.FormatPAX}, {Name: "top/ф.py", Size: 3, Format: tar.FormatGNU}},
		{{Name: "../a.py", Size: 3}, {Name: "/a.py", Size: 3}, {Name: "top/l", Typeflag: tar.TypeSymlink, Linkname: "/etc/passwd"}, {Name: "top/d/", Typeflag: tar.TypeDir}},
	} {
		var out bytes.Buffer
		w := tar.NewWriter(&out)
		for _, h := range headers {
			if err := w.WriteHeader(&h); err != nil {
				f.Fatal(err)
			}
			_, _ = w.Write(make([]byte, h.Size))
		}
		_ = w.Close()
		f.Add(out.Bytes())
		f.Add(gzipped(out.Bytes()))
		f.Add(out.Bytes()[:700])
	}
	f.Add([]byte{})
	f.Add([]byte("\x1f\x8b"))
	f.Fuzz(func(t *testing.T, data []byte) {
		for _, packed := range [][]byte{data, gzipped(data)} {
			found, told, _ := api.Unpack(packed)
			if !hexadecimal.MatchString(told) {
				t.Errorf("commit %q", told)
			}
			seen := map[string]bool{}
			for _, file := range found {
				outside := file.Path == "" || strings.HasPrefix(file.Path, "/") || file.Path == ".." || strings.HasPrefix(file.Path, "../") || path.Clean(file.Path) != file.Path
				if outside || seen[file.Path] || strings.ContainsAny(file.Path, "\x00\\") || len(file.Path) > 1024 {
					t.Errorf("path %q", file.Path)
				}
				seen[file.Path] = true
				if file.Size < 0 || file.Body != nil && (int64(len(file.Body)) != file.Size || file.Size > 1<<20) {
					t.Errorf("%q: %d bytes of %d", file.Path, len(file.Body), file.Size)
				}
			}
		}
	})
}

func gzipped(b []byte) []byte {
	var out bytes.Buffer
	w, _ := gzip.NewWriterLevel(&out, gzip.BestSpeed)
	_, _ = w.Write(b)
	_ = w.Close()
	return out.Bytes()
}

// FuzzAnswer: an answer that may be kept can be used as well, and whatever is missing has a name.
func FuzzAnswer(f *testing.F) {
	for _, seed := range []string{
		``, `null`, `{}`, `{"data":null}`, `{"data":{"user":{"login":"a"}}}`, `{"data":{},"errors":[]}`,
		`{"data":{"user":null},"errors":[{"type":"NOT_FOUND","path":["user"],"message":"Could not resolve to a User"}]}`,
		`{"data":{"r0":null},"errors":[{"type":"NOT_FOUND","path":["r0"],"message":"Could not resolve to a Repository"}]}`,
		`{"errors":[{"type":"RATE_LIMITED","message":"API rate limit exceeded"}]}`,
		`{"data":{"user":{}},"errors":[{"path":["user","repositories","nodes",3,"languages"],"message":"timeout"}]}`,
		`{"data":null,"errors":[{"path":[{"a":1},null,3.5],"type":"X"}]}`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		kept, used, missing, judged := api.Judge(body)
		if kept && (!used || len(missing) > 0) {
			t.Errorf("%q is kept, used %v, missing %v", body, used, missing)
		}
		if used && !judged {
			t.Errorf("%q is used after a strange verdict", body)
		}
	})
}
