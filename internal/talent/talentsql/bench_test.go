package talentsql

import (
	"runtime"
	"sync/atomic"
	"testing"

	"kadry/internal/store/storetest"
)

// engines runs a benchmark on each engine.
func engines(b *testing.B, fn func(b *testing.B, s *Candidates)) {
	b.Helper()
	b.Run("sqlite", func(b *testing.B) {
		fn(b, NewCandidates(storetest.SQLite(b, Schema()).Open(b), clock))
	})
	b.Run("postgres", func(b *testing.B) {
		fn(b, NewCandidates(storetest.PostgreSQL(b, Schema()).Open(b), clock))
	})
}

// BenchmarkAdd adds CVs of 6 kB, one after another.
func BenchmarkAdd(b *testing.B) {
	engines(b, func(b *testing.B, s *Candidates) {
		for n := 0; b.Loop(); n++ {
			if _, _, err := s.Add(b.Context(), acme, person(n, 6000)); err != nil {
				b.Fatal(err)
			}
		}
		b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "adds/s")
	})
}

// BenchmarkAddAtOnce adds the same from eight callers.
func BenchmarkAddAtOnce(b *testing.B) {
	engines(b, func(b *testing.B, s *Candidates) {
		var next atomic.Int64
		b.SetParallelism(max(1, 8/runtime.GOMAXPROCS(0)))
		b.RunParallel(func(pb *testing.PB) {
			for pb.Next() {
				if _, _, err := s.Add(b.Context(), acme, person(int(next.Add(1)), 6000)); err != nil {
					b.Error(err)
					return
				}
			}
		})
		b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "adds/s")
	})
}

// BenchmarkChanges reads the feed of 10,000 CVs of 6 kB in pages of 1,000, as a start does.
func BenchmarkChanges(b *testing.B) {
	const people, page = 10_000, 1000
	engines(b, func(b *testing.B, s *Candidates) {
		for n := range people {
			if _, _, err := s.Add(b.Context(), acme, person(n, 6000)); err != nil {
				b.Fatal(err)
			}
		}
		for b.Loop() {
			seen, last := 0, int64(0)
			for {
				changes, err := s.Changes(b.Context(), acme, last, page)
				if err != nil {
					b.Fatal(err)
				}
				if len(changes) == 0 {
					break
				}
				seen, last = seen+len(changes), changes[len(changes)-1].Seq
			}
			if seen != people {
				b.Fatalf("%d changes, want %d", seen, people)
			}
		}
	})
}

// BenchmarkRemove erases CVs of 6 kB, each with its checkpoint.
func BenchmarkRemove(b *testing.B) {
	engines(b, func(b *testing.B, s *Candidates) {
		for n := 0; b.Loop(); n++ {
			b.StopTimer()
			if _, _, err := s.Add(b.Context(), acme, person(n, 6000)); err != nil {
				b.Fatal(err)
			}
			b.StartTimer()
			if err := s.Remove(b.Context(), acme, person(n, 6000).ID, "olga"); err != nil {
				b.Fatal(err)
			}
		}
	})
}
