package sdamgia_test

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"kadry/internal/exam/sdamgia"
)

// smallPages are the genuine pages of one problem, else the fixtures.
func smallPages(b *testing.B) []page {
	b.Helper()
	var list []page
	if folder := filepath.Join("..", "..", "..", "..", "shared", "data"); os.Getenv("KADRY_DATA_DIR") != "" || exists(folder) {
		found := genuinePages(b)
		for _, name := range slices.Sorted(maps.Keys(found)) {
			if len(found[name].raw) < 20_000 {
				list = append(list, found[name])
			}
		}
		return list
	}
	for _, f := range pages[:8] {
		raw, err := os.ReadFile(filepath.Join("testdata", "page", f.name+".html"))
		if err != nil {
			b.Fatal(err)
		}
		list = append(list, page{soc, f.at, raw})
	}
	return list
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

func BenchmarkProblems_small(b *testing.B) {
	list := smallPages(b)
	bytes := 0
	for _, p := range list {
		bytes += len(p.raw)
	}
	b.SetBytes(int64(bytes / len(list)))
	b.ReportAllocs()
	i := 0
	for b.Loop() {
		p := list[i%len(list)]
		i++
		if _, err := sdamgia.Problems(p.course, p.at, p.raw); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "pages/s")
}

func BenchmarkProblems_list(b *testing.B) {
	p := genuinePages(b)["rus-ege_test_theme259"]
	b.SetBytes(int64(len(p.raw)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := sdamgia.Problems(p.course, p.at, p.raw); err != nil {
			b.Fatal(err)
		}
	}
}
