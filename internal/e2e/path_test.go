package e2e

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
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
	closed, open := serve(t, options{}), serve(t, options{env: []string{"KADRY_INGEST_ROOT=" + root}})
	remote := closed.rest().as(newToken(t, closed.home, "ats"))
	remote.post(t, "ingest_cv", fmt.Sprintf(`{"path":%q}`, root)).refused(t, 403, "denied")

	remote = open.rest().as(newToken(t, open.home, "ats"))
	rel, err := filepath.Rel(root, secret)
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{
		secret, outside, rel, "../", "..", root + "/..", root + "/../" + filepath.Base(outside), root + "/file.txt", root + "/folder",
		root + "/up", "file.txt", "folder/secret.txt", root + "-other", "/etc/passwd", "/", "sub/../../x", root + "/sub/../file.txt",
	} {
		got := remote.post(t, "ingest_cv", fmt.Sprintf(`{"path":%s}`, quoted(t, path)))
		switch {
		case got.status == 400:
			if strings.Contains(string(got.body), "Sample Works") {
				t.Errorf("%s: the refusal tells what the file says: %s", path, got.body)
			}
		case got.status == 200: // the file is named and not read
			if f := got.facts(t); f.Added+f.Duplicates > 0 {
				t.Errorf("%s was read: %+v", path, f.Items)
			}
		default:
			t.Errorf("%s: status %d: %s", path, got.status, got.body)
		}
	}
	if found := remote.post(t, "search_by_skills", `{"required_skills":["Go"]}`).facts(t); found.Total != 0 {
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
		f := remote.post(t, "ingest_cv", fmt.Sprintf(`{"path":%q}`, c.path)).facts(t)
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
