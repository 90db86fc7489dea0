package e2e

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"kadry/internal/e2e/e2etest"
)

// A caller who is not at this machine reads no file of it, unless the operator opened a
// folder, and then nothing outside of it: not by "..", not by an absolute path, not by a
// link that leads out.
func TestPath_confined(t *testing.T) {
	t.Parallel()
	root, outside := t.TempDir(), t.TempDir()
	secret := filepath.Join(outside, "secret.txt")
	write(t, secret, shortCV(1))
	write(t, filepath.Join(root, "inside.txt"), shortCV(2))
	write(t, filepath.Join(root, "sub", "deep.txt"), shortCV(3))
	for link, target := range map[string]string{"file.txt": secret, "folder": outside, "up": "../../.."} {
		if err := os.Symlink(target, filepath.Join(root, link)); err != nil {
			t.Fatal(err)
		}
	}
	closed, open := e2etest.Serve(t, e2etest.Options{}), e2etest.Serve(t, e2etest.Options{Env: []string{"KADRY_INGEST_ROOT=" + root}})
	remote := closed.REST().As(e2etest.NewToken(t, closed.Home, "ats"))
	remote.Post(t, "ingest_cv", fmt.Sprintf(`{"path":%q}`, root)).Refused(t, 403, "denied")

	remote = open.REST().As(e2etest.NewToken(t, open.Home, "ats"))
	rel, err := filepath.Rel(root, secret)
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{
		secret, outside, rel, "../", "..", root + "/..", root + "/../" + filepath.Base(outside), root + "/file.txt", root + "/folder",
		root + "/up", "file.txt", "folder/secret.txt", root + "-other", "/etc/passwd", "/", "sub/../../x", root + "/sub/../file.txt",
	} {
		got := remote.Post(t, "ingest_cv", fmt.Sprintf(`{"path":%s}`, e2etest.Quoted(t, path)))
		switch {
		case got.Status == 400:
			if strings.Contains(string(got.Body), "Sample Works") {
				t.Errorf("%s: the refusal tells what the file says: %s", path, got.Body)
			}
		case got.Status == 200: // the file is named and not read
			if f := got.Facts(t); f.Added+f.Duplicates > 0 {
				t.Errorf("%s was read: %+v", path, f.Items)
			}
		default:
			t.Errorf("%s: status %d: %s", path, got.Status, got.Body)
		}
	}
	if found := remote.Post(t, "search_by_skills", `{"required_skills":["Go"]}`).Facts(t); found.Total != 0 {
		t.Fatalf("something got in: %+v", found.Candidates)
	}
	for _, c := range []struct {
		path              string
		added, duplicates int
	}{
		{"inside.txt", 1, 0},
		{"sub", 1, 0},
		{root, 0, 2},
		{filepath.Join(root, "sub", "deep.txt"), 0, 1},
	} {
		f := remote.Post(t, "ingest_cv", fmt.Sprintf(`{"path":%q}`, c.path)).Facts(t)
		if f.Added != c.added || f.Duplicates != c.duplicates || f.Rejected != 0 {
			t.Errorf("%s: %+v", c.path, f)
		}
	}
}

func write(t testing.TB, name, content string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
}
