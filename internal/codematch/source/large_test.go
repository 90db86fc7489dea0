package source_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"kadry/internal/codematch/source"
	"kadry/internal/codematch/source/tree"
)

// BenchmarkOpen reads Go's own source: as a folder, a repository of this machine and one that is
// served. Run it with -benchtime=1x.
func BenchmarkOpen(b *testing.B) {
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		b.Skip("no go on this machine")
	}
	folder := b.TempDir()
	dir := filepath.Join(folder, "go.git")
	if err := os.CopyFS(dir, os.DirFS(filepath.Join(strings.TrimSpace(string(root)), "src"))); err != nil {
		b.Fatal(err)
	}
	r := newRepository(b, dir)
	r.commit("all of it")
	r.git("repack", "-q", "-a", "-d")
	server := serve(b, folder)
	f := fetcher(b, tree.Limits{}, server.URL)
	plain := filepath.Join(folder, "plain")
	if err := os.Rename(filepath.Join(dir, ".git"), filepath.Join(folder, "git")); err != nil {
		b.Fatal(err)
	}
	if err := os.Rename(dir, plain); err != nil {
		b.Fatal(err)
	}
	if err := os.Rename(filepath.Join(folder, "git"), dir); err != nil {
		b.Fatal(err)
	}
	for name, w := range map[string]source.Want{
		"folder": here(b, plain), "local": here(b, dir), "remote": {Address: parsed(b, server.URL+"/go")},
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				start := time.Now()
				t, err := f.Open(b.Context(), w)
				if err != nil {
					b.Fatal(err)
				}
				opened := time.Since(start)
				files, bytes := 0, int64(0)
				for file, err := range t.Files {
					if err != nil {
						b.Fatal(err)
					}
					files, bytes = files+1, bytes+int64(len(file.Body))
				}
				b.ReportMetric(opened.Seconds(), "s-to-open")
				b.ReportMetric(float64(bytes)/(1<<20)/time.Since(start).Seconds(), "MB/s")
				b.ReportMetric(float64(files), "files")
				if err := t.Close(); err != nil {
					b.Fatal(err)
				}
			}
		})
		b.Run(fmt.Sprintf("%s-head", name), func(b *testing.B) {
			for b.Loop() {
				if _, err := f.Head(b.Context(), w); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
