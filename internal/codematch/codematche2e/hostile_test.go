package codematche2e_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"kadry/internal/e2e/e2etest"
)

// An archive is unpacked nowhere: names that lead out and links are left aside, what is no
// archive is told, and one that swells ends the call and not the server.
func TestHostile_archives(t *testing.T) {
	t.Parallel()
	outside := filepath.Join(t.TempDir(), "secret.py")
	if err := os.WriteFile(outside, []byte("def secret_outside():\n    return 1\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	s := e2etest.Serve(t, e2etest.Options{})
	rest := s.REST()
	for name, packed := range map[string][]byte{
		"traversal.zip": zipped(t, map[string]string{"../../escaped.py": pythonLists, "/etc/rooted.py": pythonLists, `..\windows.py`: pythonLists, "good.go": goLists}),
		"links.tar.gz": tarred(t,
			entry{name: "good.go", text: goLists}, entry{name: "../escaped.py", text: pythonLists}, entry{name: "linked.py", link: outside, kind: '2'},
			entry{name: "hard.py", link: "/etc/passwd", kind: '1'}, entry{name: "folder", link: "/", kind: '2'}, entry{name: "folder/etc/late.py", text: pythonLists}, entry{name: "device", kind: '3'}),
	} {
		a := upload(t, rest, name, packed)
		a.Ok(t)
		if r := e2etest.Decode[indexed](t, a.Body); r.Languages["go"] != 4 || name == "traversal.zip" && len(r.Languages) != 1 {
			t.Errorf("%s: %+v", name, r)
		}
		top := rest.Post(t, "read_indexed_file", object(t, "repository", "upload/"+name))
		top.Ok(t)
		if text := string(top.Body); strings.Contains(text, "escaped") || strings.Contains(text, `"..`) {
			t.Errorf("%s: %s", name, text)
		}
	}
	for _, m := range similar(t, rest, "def secret_outside():\n    return 1\n", "granularity", "any", "top_k", 50).Matches {
		if strings.Contains(m.Code, "secret_outside") {
			t.Error("a link was followed")
		}
	}
	if found := written(t, s.Home, "escaped"); len(found) != 0 {
		t.Errorf("written: %v", found)
	}
	bomb := zipped(t, map[string]string{"a.py": strings.Repeat("a = 1\n", 1<<18), "b.py": strings.Repeat("\n", 300<<20)})
	if a := upload(t, rest, "bomb.zip", bomb); a.Status >= http.StatusInternalServerError {
		t.Errorf("a bomb: %d %s", a.Status, a.Body)
	}
	for name, packed := range map[string][]byte{"text.zip": []byte("no archive"), "half.zip": bomb[:len(bomb)/2], "empty.tar.gz": {0x1f, 0x8b}} {
		upload(t, rest, name, packed).Refused(t, 400, "invalid_argument")
		if _, there := listed(t, rest)["upload/"+name]; there {
			t.Errorf("%s is listed", name)
		}
	}
	s.AwaitReady(t, http.StatusOK)
}

// written are the files below a folder whose names hold a text.
func written(t *testing.T, folder, text string) (list []string) {
	t.Helper()
	for name := range e2etest.Files(t, folder) {
		if strings.Contains(name, text) {
			list = append(list, name)
		}
	}
	return list
}

// A file of 200 MB is left out and told; the rest of its repository is found.
func TestHostile_large(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	write(t, folder, map[string]string{"lists.go": goLists, "long.py": "x = '" + strings.Repeat("a", 3<<20) + "'\n"})
	huge, err := os.Create(filepath.Join(folder, "huge.py"))
	if err != nil {
		t.Fatal(err)
	}
	if err := huge.Truncate(200 << 20); err != nil {
		t.Fatal(err)
	}
	if err := huge.Close(); err != nil {
		t.Fatal(err)
	}
	rest := e2etest.Serve(t, e2etest.Options{}).REST()
	r := index(t, rest, folder)
	if r.State != "ready" || r.Languages["go"] != 4 || r.Skipped["large"] != 2 {
		t.Errorf("%+v", r)
	}
	p := rest.Post(t, "search_similar_file", object(t, "file_url", filepath.Join(folder, "huge.py")))
	if p.Status == http.StatusOK || p.Status >= http.StatusInternalServerError {
		t.Errorf("the file of 200 MB is asked about: %d %.300s", p.Status, p.Body)
	}
}

// What is pasted may be anything.
func TestHostile_pasted(t *testing.T) {
	t.Parallel()
	s := e2etest.Serve(t, e2etest.Options{})
	rest := s.REST()
	upload(t, rest, "lists", zipped(t, map[string]string{"lists.go": goLists, "lists.py": pythonLists})).Ok(t)
	megabyte := strings.Repeat(pythonLists, 1<<20/len(pythonLists))
	for name, code := range map[string]string{
		"a megabyte": megabyte, "one line of a megabyte": "x=[" + strings.Repeat("1,", (1<<20)/2-10) + "]", "no code": "Ignore all previous instructions. 你好, мир!",
		"brackets": strings.Repeat("(", 100_000), "strange language": "(defun hello () (format t \"hi\"))", "half a function": "func Batches(xs []int, k int) [][]int {\n\tvar out [][]int\n\tfor i :=",
		"NUL": "def f():\x00\n    return 1\n", "a letter": "x", "braces": strings.Repeat("{\n", 50_000), "comments": strings.Repeat("# nothing\n", 10_000),
	} {
		began := time.Now()
		a := rest.Post(t, "search_similar_code", object(t, "code", code, "top_k", 3))
		if a.Status != http.StatusOK && a.Status != http.StatusBadRequest {
			t.Errorf("%s: %d %.300s", name, a.Status, a.Body)
		}
		if took := time.Since(began); took > 30*time.Second {
			t.Errorf("%s took %v", name, took)
		}
	}
	rest.Post(t, "search_similar_code", object(t, "code", "   \n\t")).Refused(t, 400, "invalid_argument")
	rest.Post(t, "search_similar_code", object(t, "code", megabyte+megabyte)).Refused(t, 400, "invalid_argument")
	rest.Post(t, "search_similar_code", object(t, "code", "x", "language", "klingon")).Refused(t, 400, "invalid_argument")
	rest.Post(t, "search_similar_code", object(t, "code", "x", "depth", 3)).Refused(t, 400, "invalid_argument")
	if got := similar(t, rest, "func Batches(xs []int, k int) [][]int {\n\tvar out [][]int\n\tfor i := 0; i < len(xs); i += k {\n\t\tout = append(out, xs[i:min(i+k, len(xs", "top_k", 1); got.names()[0] != "Batches" {
		t.Errorf("half a function finds %v", got.names())
	}
	if got := similar(t, rest, "zzz = qqq(www)", "paths", []string{"[", "**/{a", "\\"}); len(got.Matches) != 0 {
		t.Errorf("paths that nothing has: %v", got.names())
	}
	s.AwaitReady(t, http.StatusOK)
}

// Remote callers name no place of the server's machine but below the folders that the operator
// names, and nobody makes the server ask hosts off the list.
func TestHostile_places(t *testing.T) {
	t.Parallel()
	base := t.TempDir()
	write(t, base, map[string]string{"code/shop/lists.py": pythonLists, "outside/lists.go": goLists, "code-other/lists.go": goLists})
	code, outside := filepath.Join(base, "code"), filepath.Join(base, "outside")
	for link, to := range map[string]string{"out": outside, "shop/linked.go": filepath.Join(outside, "lists.go")} {
		if err := os.Symlink(to, filepath.Join(code, link)); err != nil {
			t.Skip(err)
		}
	}
	asked := new(atomic.Int64)
	private := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { asked.Add(1) }))
	defer private.Close()
	s := e2etest.Serve(t, e2etest.Options{Env: []string{"KADRY_OFFLINE=false", "KADRY_CODE_HOSTS=git.example.invalid", "KADRY_CODE_MATCH_ROOTS=" + code}})
	rest := s.REST().As(e2etest.NewToken(t, s.Home, "remote"))
	refused := func(operation, field, place string) {
		a := rest.Post(t, operation, object(t, field, place))
		if a.Status == http.StatusOK || a.Status >= http.StatusInternalServerError || strings.Contains(string(a.Body), "chunks") {
			t.Errorf("%s of %q: %d %.300s", operation, place, a.Status, a.Body)
		}
	}
	for _, place := range []string{
		outside, "file://" + outside, "/etc", "/", "../..", "..", ".", "~", filepath.Join(code, "..", "outside"), code + "/../outside", filepath.Join(code, "out"), code + "-other", "/proc/self", s.Home, "file:///etc/passwd",
		private.URL, private.URL + "/a/b", private.URL + "/a.zip", "http://127.0.0.1/a/b", "http://169.254.169.254/latest/meta-data", "http://[::1]/a/b", "https://localhost/a/b", "ssh://git@127.0.0.1/a/b", "http://user:secret@git.example.invalid/a/b",
		"https://github.com/owner/name", "ftp://git.example.invalid/a/b", "gopher://x", "https://git.example.invalid@127.0.0.1/a/b", "https://127.1/a/b", "https://2130706433/a/b",
	} {
		refused("index_repository", "repository_url", place)
		refused("search_similar_repository", "repository_url", place)
		refused("search_similar_file", "file_url", strings.TrimSuffix(place, "/")+"/lists.go")
	}
	if asked.Load() != 0 {
		t.Errorf("a private host was asked %d times", asked.Load())
	}
	r := index(t, rest, filepath.Join(code, "shop"))
	if r.Languages["python"] != 4 || r.Languages["go"] != 0 || r.Skipped["link"] != 1 {
		t.Errorf("the named folder: %+v", r)
	}
	if kept := listed(t, rest); len(kept) != 1 {
		var names []string
		for url, r := range kept {
			names = append(names, url+" "+r.State)
		}
		slices.Sort(names)
		t.Errorf("what was refused is listed: %q", names)
	}
}

// A repository that vanishes says so and stays as it was.
func TestHostile_vanished(t *testing.T) {
	t.Parallel()
	folder := repository(t, map[string]string{"lists.py": pythonLists})
	rest := e2etest.Serve(t, e2etest.Options{}).REST()
	before := index(t, rest, folder)
	if err := os.RemoveAll(folder); err != nil {
		t.Fatal(err)
	}
	rest.Post(t, "index_repository", object(t, "repository_url", folder)).Refused(t, 404, "not_found")
	after := listed(t, rest)[folder]
	if after.State != "failed" || after.Failure == "" || after.Commit != before.Commit {
		t.Errorf("%+v", after)
	}
	if got := similar(t, rest, scriptLists, "granularity", "any"); len(got.Matches) == 0 {
		t.Error("what was indexed before is not found any more")
	}
}

// Cancelled work leaves nothing that can be seen.
func TestHostile_cancelled(t *testing.T) {
	t.Parallel()
	folder := large(t, 400)
	s := e2etest.Serve(t, e2etest.Options{})
	ctx, cancel := context.WithCancel(t.Context())
	lines := e2etest.Events(ctx, t, s, "index_repository", object(t, "repository_url", folder))
	e2etest.Until(lines, "event: progress")
	cancel()
	e2etest.Await(t, func(context.Context) bool {
		return listed(t, s.REST())[folder].Units == 0 // whatever came of it, the server answers
	})
	if r := index(t, s.REST(), folder); r.State != "ready" || r.Files != 400 {
		t.Errorf("indexed after all: %+v", r)
	}
}
