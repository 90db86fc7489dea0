package embedded_test

import (
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"kadry/internal/codematch/feature"
	"kadry/internal/codematch/index"
	"kadry/internal/codematch/index/embedded"
	"kadry/internal/codematch/index/indextest"
	"kadry/internal/codematch/unit"
)

// lifeSize is how many units the measures are promised for.
const lifeSize = 100_000

// toolchain reads the sources of the Go toolchain, then those of the modules on this machine,
// until there are enough units; a folder below src is a repository.
func toolchain(b *testing.B, m *memory, tenant string, units int) (read int64) {
	b.Helper()
	out, err := exec.Command("go", "env", "GOROOT", "GOMODCACHE").Output()
	if err != nil {
		b.Skipf("SKIP: needs the sources of Go: %v", err)
	}
	roots := strings.Fields(string(out))
	repository, made := int64(0), 0
	for _, root := range []string{filepath.Join(roots[0], "src"), filepath.Join(roots[0], "test"), filepath.Join(roots[1], "github.com")} {
		folders, err := os.ReadDir(root)
		if err != nil {
			continue
		}
		for _, folder := range folders {
			if !folder.IsDir() || made >= units {
				continue
			}
			documents, n := folderUnits(b, filepath.Join(root, folder.Name()), repository)
			if len(documents) == 0 {
				continue
			}
			documents = documents[:min(len(documents), units-made)]
			m.put(tenant, repository, 1, documents)
			repository++
			made += len(documents)
			read += n
		}
	}
	if made < units {
		b.Skipf("SKIP: needs more sources than the %d units on this machine", made)
	}
	return read
}

func folderUnits(b *testing.B, root string, repository int64) (documents []index.Document, read int64) {
	b.Helper()
	file := int32(0)
	err := filepath.WalkDir(root, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		src, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		name, _ := filepath.Rel(root, path)
		cut := unit.Split(name, src, unit.Limits{})
		for i, u := range cut.Units {
			documents = append(documents, index.Document{
				Place: index.Place{Repository: repository, File: file, Unit: int32(i)},
				Path:  name, Language: cut.Language, Kind: u.Kind,
				Vector: feature.Of(cut.Language, src[u.Start:u.End]),
			})
		}
		if len(cut.Units) > 0 {
			read += int64(len(src))
			file++
		}
		return nil
	})
	if err != nil {
		b.Fatal(err)
	}
	return documents, read
}

// BenchmarkLifeSize measures what docs/performance.md promises of 100,000 units: the files
// are made, opened and searched, with functions of the index itself as questions.
func BenchmarkLifeSize(b *testing.B) {
	var m memory
	began := time.Now()
	read := toolchain(b, &m, "a", lifeSize)
	b.Logf("%d repositories, %.1f MB of source, cut and read in %v", len(m.tenants["a"]), float64(read)/1e6, time.Since(began))
	questions := functions(&m, 200)
	terms := 0
	for _, c := range m.tenants["a"] {
		for _, d := range c.documents {
			for _, of := range d.Vector {
				terms += len(of)
			}
		}
	}
	b.Logf("%.0f terms a unit", float64(terms)/lifeSize)
	folder := b.TempDir()

	began = time.Now()
	x := start(b, folder, &m)
	if _, err := x.Search(b.Context(), "a", questions[0]); err != nil {
		b.Fatal(err)
	}
	b.Logf("made in %v, %.1f MB of source a second", time.Since(began), float64(read)/1e6/time.Since(began).Seconds())
	if err := x.Close(); err != nil {
		b.Fatal(err)
	}
	for _, c := range m.tenants["a"] {
		clear(c.documents) // the heap that is measured is the index alone
	}
	b.Run("start", func(b *testing.B) { benchmarkStart(b, folder, &m, questions[0]) })
	b.Run("search", func(b *testing.B) { benchmarkSearch(b, start(b, folder, &m), questions) })
	b.Run("search one repository", func(b *testing.B) {
		some := slices.Clone(questions)
		for i := range some {
			some[i].Filter.Repositories = []int64{3}
		}
		benchmarkSearch(b, start(b, folder, &m), some)
	})
	b.Run("search paths", func(b *testing.B) {
		some := slices.Clone(questions)
		for i := range some {
			some[i].Filter.Paths = []string{"**/*_test.go", "internal/**"}
		}
		benchmarkSearch(b, start(b, folder, &m), some)
	})
}

// functions are questions for functions drawn from the units.
func functions(m *memory, n int) (questions []index.Question) {
	random := rand.New(rand.NewPCG(1, 2))
	for len(questions) < n {
		documents := m.tenants["a"][random.Int64N(int64(len(m.tenants["a"])))].documents
		if d := documents[random.IntN(len(documents))]; d.Kind == unit.Function {
			questions = append(questions, indextest.Ask(d.Vector, 300))
		}
	}
	return questions
}

func benchmarkStart(b *testing.B, folder string, m *memory, q index.Question) {
	for b.Loop() {
		var before, after runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&before)
		x := start(b, folder, m)
		if _, err := x.Search(b.Context(), "a", q); err != nil {
			b.Fatal(err)
		}
		runtime.GC()
		runtime.ReadMemStats(&after)
		size := x.Size("a")
		b.ReportMetric(float64(after.HeapAlloc-before.HeapAlloc)/lifeSize, "heap-B/unit")
		b.ReportMetric(float64(size.Mapped)/lifeSize, "mapped-B/unit")
		if err := x.Close(); err != nil {
			b.Fatal(err)
		}
	}
}

func benchmarkSearch(b *testing.B, x *embedded.Index, questions []index.Question) {
	if _, err := x.Search(b.Context(), "a", questions[0]); err != nil {
		b.Fatal(err)
	}
	var took []time.Duration
	for i := 0; b.Loop(); i++ {
		began := time.Now()
		if _, err := x.Search(b.Context(), "a", questions[i%len(questions)]); err != nil {
			b.Fatal(err)
		}
		took = append(took, time.Since(began))
	}
	slices.Sort(took)
	b.ReportMetric(float64(took[len(took)/2].Microseconds())/1000, "p50-ms")
	b.ReportMetric(float64(took[len(took)*95/100].Microseconds())/1000, "p95-ms")
}
