package source_test

import (
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"kadry/internal/codematch/source"
	"kadry/internal/codematch/source/tree"
	"kadry/internal/fault"
)

// behaves answers as git's backend does, but for what a test makes it do.
type behaves struct {
	git   http.Handler
	info  http.HandlerFunc // in place of the list of refs
	pack  http.HandlerFunc // in place of the pack
	asked atomic.Int64
	auth  atomic.Value
}

func (b *behaves) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	b.asked.Add(1)
	b.auth.Store(r.Header.Get("Authorization"))
	switch {
	case strings.HasSuffix(r.URL.Path, "/info/refs") && b.info != nil:
		b.info(w, r)
	case strings.HasSuffix(r.URL.Path, "/git-upload-pack") && b.pack != nil:
		b.pack(w, r)
	default:
		b.git.ServeHTTP(w, r)
	}
}

// half sends the first bytes of what git would, and then what a test does.
func half(git http.Handler, bytes int, then func(http.ResponseWriter, *http.Request)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		whole := httptest.NewRecorder()
		git.ServeHTTP(whole, r)
		w.Header().Set("Content-Type", whole.Header().Get("Content-Type"))
		_, _ = io.CopyN(w, whole.Body, int64(bytes))
		_ = http.NewResponseController(w).Flush()
		then(w, r)
	}
}

func TestOpenRemoteRefuses(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	r := newRepository(t, filepath.Join(folder, "team", "code.git"))
	r.write("a.go", "package a\n")
	r.write("noise.txt", noise(300_000))
	r.commit("first")
	newRepository(t, filepath.Join(folder, "team", "empty.git"))
	git := backend(t, folder)
	status := func(code int) http.HandlerFunc {
		return func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(code) }
	}
	to := func(target string) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, target, http.StatusFound) }
	}
	hang := func(_ http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		<-r.Context().Done()
	}
	breakOff := func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }
	limits := tree.Limits{Silence: 200 * time.Millisecond}
	for name, c := range map[string]struct {
		info, pack http.HandlerFunc
		path, ref  string
		limits     tree.Limits
		kind       fault.Kind
		says       string
	}{
		"no repository":           {path: "/team/none", kind: fault.NotFound, says: "team/none"},
		"asks for a password":     {info: status(http.StatusUnauthorized), kind: fault.NotFound, says: "token"},
		"forbids":                 {info: status(http.StatusForbidden), kind: fault.NotFound},
		"is out of order":         {info: status(http.StatusInternalServerError), kind: fault.Upstream},
		"a page":                  {info: func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "<html>") }, kind: fault.NotFound},
		"no answer of git":        {info: garbage("application/x-git-upload-pack-advertisement", "0008NAK\n"), kind: fault.Upstream},
		"an empty one":            {path: "/team/empty", kind: fault.Conflict, says: "empty"},
		"no such branch":          {ref: "mian", kind: fault.NotFound, says: "mian"},
		"no such commit":          {ref: hash, kind: fault.NotFound},
		"to a private host":       {info: to("http://10.0.0.1/team/code.git/info/refs?service=git-upload-pack"), kind: fault.Upstream, says: "redirects"},
		"to another port":         {info: to("http://127.0.0.1:1/x"), kind: fault.Upstream, says: "redirects"},
		"to a file":               {info: to("file:///etc/passwd"), kind: fault.Upstream, says: "redirects"},
		"the pack elsewhere":      {pack: to("http://169.254.169.254/latest"), kind: fault.Upstream, says: "redirects"},
		"hangs":                   {info: hang, limits: limits, kind: fault.Unavailable, says: "stopped"},
		"hangs with the pack":     {pack: hang, limits: limits, kind: fault.Unavailable, says: "stopped"},
		"hangs half way":          {pack: half(git, 100_000, hang), limits: limits, kind: fault.Unavailable, says: "stopped"},
		"vanishes half way":       {pack: half(git, 100_000, breakOff), kind: fault.Unavailable, says: "broke off"},
		"ends half way":           {pack: half(git, 100_000, func(http.ResponseWriter, *http.Request) {}), kind: fault.Unavailable, says: "broke off"},
		"ends before the pack":    {pack: half(git, 0, func(http.ResponseWriter, *http.Request) {}), kind: fault.Unavailable},
		"sends another pack":      {pack: garbage("application/x-git-upload-pack-result", "00000008NAK\n0022\x01PACK and then something else\n0000"), kind: fault.Upstream},
		"too much comes":          {limits: tree.Limits{Packed: 50_000}, kind: fault.TooLarge, says: "MB"},
		"too many files":          {limits: tree.Limits{Files: 1}, kind: fault.TooLarge, says: "more than 1 files"},
		"too many bytes":          {limits: tree.Limits{Total: 100_000}, kind: fault.TooLarge},
		"unpacks to too much":     {limits: tree.Limits{Unpack: 100_000}, kind: fault.TooLarge},
		"answers, but too slowly": {pack: half(git, 100_000, hang), limits: tree.Limits{Timeout: 300 * time.Millisecond}, kind: fault.Timeout},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := serveBy(t, &behaves{git: git, info: c.info, pack: c.pack})
			if c.path == "" {
				c.path = "/team/code"
			}
			f := fetcher(t, c.limits, server.URL)
			got, err := f.Open(t.Context(), source.Want{Address: parsed(t, server.URL+c.path), Ref: c.ref})
			if err == nil {
				for _, broken := range got.Files {
					err = broken
				}
				_ = got.Close()
			}
			said := fault.From(err)
			if fault.KindOf(err) != c.kind || !strings.Contains(said.Text.EN+" "+said.Hint.EN, c.says) || said.Text.RU == "" {
				t.Errorf("%v; want %s, %q", err, c.kind, c.says)
			}
			if left, _ := filepath.Glob(filepath.Join(f.Folder, "*")); len(left) > 0 {
				t.Errorf("left on disk: %q", left)
			}
		})
	}
}

func garbage(kind, body string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", kind)
		_, _ = io.WriteString(w, body)
	}
}

// noise is text that does not pack well.
func noise(n int) string {
	var b strings.Builder
	for state := uint64(1); b.Len() < n; {
		state = state*6364136223846793005 + 1442695040888963407
		b.WriteByte(byte('!' + state>>33%90))
	}
	return b.String()
}

func TestHostsOffTheList(t *testing.T) {
	t.Parallel()
	f := fetcher(t, tree.Limits{}, "github.com", "localhost")
	for _, place := range []string{"https://gitlab.com/o/n", "http://127.0.0.1/o/n", "http://[::1]/o/n", "https://10.0.0.1/o/n", "https://example.org/a.zip", "https://gitlab.com/o/n/-/blob/main/a.go", "https://localhost/o/n"} {
		w := source.Want{Address: parsed(t, place)}
		if got, err := f.Open(t.Context(), w); fault.KindOf(err) != fault.Denied {
			t.Errorf("Open(%s) = %v, %v", place, got, err)
		}
		if got, err := f.Head(t.Context(), w); fault.KindOf(err) != fault.Denied {
			t.Errorf("Head(%s) = %v, %v", place, got, err)
		}
		if w.Address.Kind == source.Blob {
			if got, err := f.File(t.Context(), w); fault.KindOf(err) != fault.Denied {
				t.Errorf("File(%s) = %v, %v", place, got, err)
			}
		}
	}
}

func TestCallerLeaves(t *testing.T) {
	t.Parallel()
	ctx, leave := context.WithCancel(t.Context())
	server := serveBy(t, http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		leave()
		<-r.Context().Done()
	}))
	_, err := fetcher(t, tree.Limits{}, server.URL).Open(ctx, source.Want{Address: parsed(t, server.URL+"/o/n")})
	if fault.KindOf(err) != fault.Canceled {
		t.Errorf("%v", err)
	}
}

// A token goes to its host, and in no error's words.
func TestToken(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	sample(t, filepath.Join(folder, "o", "n.git"))
	elsewhere := &behaves{git: http.NotFoundHandler()}
	other := serveBy(t, elsewhere)
	own := &behaves{git: backend(t, folder)}
	server := serveBy(t, own)
	own.pack = func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, other.URL+"/x", http.StatusFound) }
	hosts, err := source.ReadHosts([]string{server.URL + "=gitlab", other.URL}, map[string]string{strings.TrimPrefix(server.URL, "http://"): "secret-token"})
	if err != nil {
		t.Fatal(err)
	}
	f := fetcherOf(t, tree.Limits{}, hosts)
	_, err = f.Open(t.Context(), source.Want{Address: parsed(t, server.URL+"/o/n")})
	if err == nil || strings.Contains(err.Error(), "secret-token") {
		t.Errorf("%v", err)
	}
	if got := own.auth.Load(); got != "Basic b2F1dGgyOnNlY3JldC10b2tlbg==" {
		t.Errorf("the host was sent %q", got)
	}
	if n := elsewhere.asked.Load(); n != 0 {
		t.Errorf("another host was asked %d times", n)
	}
}

func TestHead(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	first, second := sample(t, filepath.Join(folder, "team", "code.git"))
	b := &behaves{git: backend(t, folder), pack: func(http.ResponseWriter, *http.Request) { t.Error("a pack was asked for") }}
	server := serveBy(t, b)
	f := fetcher(t, tree.Limits{}, server.URL)
	for ref, want := range map[string]string{"": second, "v1": first, "feature/x": first} {
		got, err := f.Head(t.Context(), source.Want{Address: parsed(t, server.URL+"/team/code"), Ref: ref})
		if err != nil || got != want {
			t.Errorf("Head of %q = %s, %v; want %s", ref, got, err, want)
		}
	}
}
