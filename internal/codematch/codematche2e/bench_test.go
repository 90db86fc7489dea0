package codematche2e_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"kadry/internal/e2e/e2etest"
)

// Real code of about 100,000 units: Go's own library, this project and two modules it uses. The library is indexed
// on one core, for a figure a core; then every query goes over HTTP to a server that holds it all.
func BenchmarkLibrary(b *testing.B) {
	home := b.TempDir()
	library := filepath.Join(output(b, "go", "env", "GOROOT"), "src")
	texts := goFiles(b, library)
	taken := indexing(b, home, library)
	b.ReportMetric(float64(size(b, texts))/1e6/taken.Seconds(), "MB/cpu-s")
	b.ReportMetric(indexing(b, home, library).Seconds(), "again-cpu-s")
	more := strings.Fields(output(b, "go", "list", "-m", "-f", "{{.Dir}}", "golang.org/x/tools", "golang.org/x/net"))
	indexing(b, home, append(more, filepath.Join("..", ".."))...)

	rest := e2etest.Serve(b, e2etest.Options{Home: home}).REST()
	units := 0
	for _, r := range listed(b, rest) {
		units += r.Units
	}
	b.ReportMetric(float64(units), "units")
	queries := functions(b, texts, 300)
	similar(b, rest, queries[0]) // maps the index
	for _, verify := range []string{"none", "static"} {
		var took []time.Duration
		for _, q := range queries {
			began := time.Now()
			similar(b, rest, q, "verify", verify)
			took = append(took, time.Since(began))
		}
		slices.Sort(took)
		b.ReportMetric(took[len(took)/2].Seconds()*1000, verify+"-p50-ms")
		b.ReportMetric(took[len(took)*95/100].Seconds()*1000, verify+"-p95-ms")
	}
}

// indexing runs the command on one core and returns the processor time it took.
func indexing(b *testing.B, home string, places ...string) time.Duration {
	b.Helper()
	cmd := exec.CommandContext(b.Context(), e2etest.Kadry, append([]string{"code", "index"}, places...)...)
	cmd.Env = e2etest.Environment(home, "GOMAXPROCS=1")
	if ended := e2etest.Finish(b, cmd); ended.Code != 0 {
		b.Fatal(ended.Stderr)
	}
	return cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
}

func output(b *testing.B, name string, args ...string) string {
	b.Helper()
	text, err := exec.CommandContext(b.Context(), name, args...).Output()
	if err != nil {
		b.Fatal(err)
	}
	return strings.TrimSpace(string(text))
}

func goFiles(b *testing.B, root string) (paths []string) {
	b.Helper()
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err == nil && d.Type().IsRegular() && filepath.Ext(path) == ".go" {
			paths = append(paths, path)
		}
		return err
	})
	if err != nil {
		b.Fatal(err)
	}
	return paths
}

func size(b *testing.B, paths []string) (bytes int64) {
	b.Helper()
	for _, path := range paths {
		info, err := os.Stat(path)
		if err != nil {
			b.Fatal(err)
		}
		bytes += info.Size()
	}
	return bytes
}

// functions returns n functions of 200 to 4,000 bytes from files that lie evenly apart.
func functions(b *testing.B, paths []string, n int) (texts []string) {
	b.Helper()
	for i := 0; i < len(paths) && len(texts) < n; i += max(1, len(paths)/(4*n)) {
		text, err := os.ReadFile(paths[i])
		if err != nil {
			b.Fatal(err)
		}
		fset := token.NewFileSet()
		file, err := parser.ParseFile(fset, "", text, parser.SkipObjectResolution)
		if err != nil {
			continue // files that are wrong on purpose
		}
		for _, d := range file.Decls {
			from, to := fset.Position(d.Pos()).Offset, fset.Position(d.End()).Offset
			if _, ok := d.(*ast.FuncDecl); ok && to-from >= 200 && to-from <= 4000 {
				texts = append(texts, string(text[from:to]))
				break
			}
		}
	}
	return texts
}
