package e2e

import (
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// What is generated from the declarations and kept in the checkout is current: schemas,
// the OpenAPI document, the reference page and the table of settings.
func TestDrift(t *testing.T) {
	t.Parallel()
	fresh := t.TempDir()
	readme, err := os.ReadFile(filepath.Join(checkout, "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(fresh, "README.md"), readme, 0o600); err != nil {
		t.Fatal(err)
	}
	succeed(t, environment(t.TempDir()), "docs", "--write", fresh)

	made := files(t, fresh)
	for name, want := range made {
		if diff := cmp.Diff(want, contentOf(t, name)); diff != "" {
			t.Errorf("%s is not current, run `make gen` (-generated +kept):\n%.2000s", name, diff)
		}
	}
	// A file of an operation that is gone must go too.
	for name := range files(t, filepath.Join(checkout, "api")) {
		if _, there := made["api/"+name]; !there {
			t.Errorf("api/%s is generated from nothing", name)
		}
	}
}

func contentOf(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(checkout, filepath.FromSlash(name)))
	if err != nil {
		t.Errorf("%s: %v", name, err)
	}
	return string(text)
}

// files reads every file below a folder.
func files(t *testing.T, folder string) map[string]string {
	t.Helper()
	all := map[string]string{}
	tree := os.DirFS(folder)
	err := fs.WalkDir(tree, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		text, err := fs.ReadFile(tree, name)
		all[name] = string(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}
