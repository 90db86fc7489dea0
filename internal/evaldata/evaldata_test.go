package evaldata_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"kadry/internal/evaldata"
)

func folder(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

type row struct{ N int }

func TestFilesAndLines(t *testing.T) {
	t.Parallel()
	dir := folder(t, map[string]string{"b.jsonl": `{"n":3}`, "a/x.jsonl": "{\"n\":1}\n\n {\"n\":2}\r\n", "a/deep/y.txt": ""})
	if err := os.Symlink(dir, filepath.Join(dir, "a", "circle")); err != nil {
		t.Fatal(err)
	}
	files, err := evaldata.Files(dir)
	if err != nil || len(files) < 3 || files[0] == "" {
		t.Fatalf("got %v, %v", files, err)
	}
	plain := []string{}
	for _, name := range files {
		if !strings.Contains(name, "circle") {
			plain = append(plain, name)
		}
	}
	if diff := cmp.Diff([]string{"a/deep/y.txt", "a/x.jsonl", "b.jsonl"}, plain); diff != "" {
		t.Error(diff)
	}
	rows, err := evaldata.Lines[row](dir, "a/x.jsonl", "b.jsonl")
	if diff := cmp.Diff([]row{{1}, {2}, {3}}, rows); err != nil || diff != "" {
		t.Error(err, diff)
	}
}

func TestLines_saysWhere(t *testing.T) {
	t.Parallel()
	dir := folder(t, map[string]string{"bad.jsonl": "{\"n\":1}\n{\"n\":\"x\"}\n"})
	for name, want := range map[string]string{"bad.jsonl": `file "bad.jsonl": line 2`, "none.jsonl": `file "none.jsonl"`} {
		if _, err := evaldata.Lines[row](dir, name); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := evaldata.Files(filepath.Join(dir, "none")); err == nil {
		t.Error("a folder that is not there has files")
	}
}
