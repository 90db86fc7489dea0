package e2e

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"kadry/internal/e2e/e2etest"
)

// What is generated from the declarations and kept in the checkout is current: schemas,
// the OpenAPI document, the reference page and the table of settings.
func TestDrift(t *testing.T) {
	t.Parallel()
	fresh := t.TempDir()
	readme, err := os.ReadFile(filepath.Join(e2etest.Checkout, "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(fresh, "README.md"), readme, 0o600); err != nil {
		t.Fatal(err)
	}
	e2etest.Succeed(t, e2etest.Environment(t.TempDir()), "docs", "--write", fresh)

	made := e2etest.Files(t, fresh)
	for name, want := range made {
		if diff := cmp.Diff(want, contentOf(t, name)); diff != "" {
			t.Errorf("%s is not current, run `make gen` (-generated +kept):\n%.2000s", name, diff)
		}
	}
	// A file of an operation that is gone must go too.
	for name := range e2etest.Files(t, filepath.Join(e2etest.Checkout, "api")) {
		if _, there := made["api/"+name]; !there {
			t.Errorf("api/%s is generated from nothing", name)
		}
	}
}

func contentOf(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(e2etest.Checkout, filepath.FromSlash(name)))
	if err != nil {
		t.Errorf("%s: %v", name, err)
	}
	return string(text)
}
