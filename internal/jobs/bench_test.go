package jobs

import (
	"context"
	"database/sql"
	"encoding/json"
	"runtime"
	"strconv"
	"sync/atomic"
	"testing"

	"kadry/internal/store"
	"kadry/internal/store/storetest"
)

// engines runs a benchmark on each engine, with eight connections to the server.
func engines(b *testing.B, fn func(b *testing.B, db *store.DB)) {
	b.Helper()
	for engine, bench := range map[store.Engine]func(testing.TB, ...store.Schema) storetest.Bench{
		store.SQLite: storetest.SQLite, store.PostgreSQL: storetest.PostgreSQL,
	} {
		b.Run(string(engine), func(b *testing.B) {
			on := bench(b, Schema())
			on.Open(b) // migrates
			db, err := store.Open(b.Context(), store.Config{URL: on.URL, Conns: 12})
			if err != nil {
				b.Fatal(err)
			}
			defer db.Close()
			perform(b, db, "CREATE TABLE effect (job BIGINT NOT NULL, n BIGINT NOT NULL)")
			fn(b, db)
		})
	}
}

// BenchmarkWork works b.N jobs with eight workers, an effect and its completion in one
// transaction, one run with jobs that have no order and one with those of 500 keys.
func BenchmarkWork(b *testing.B) {
	for _, c := range []struct {
		name string
		keys int
	}{{"unordered", 0}, {"ordered", 500}} {
		b.Run(c.name, func(b *testing.B) {
			engines(b, func(b *testing.B, db *store.DB) { benchWork(b, db, c.keys) })
		})
	}
}

func benchWork(b *testing.B, db *store.DB, keys int) {
	b.Helper()
	ctx, cancel := context.WithCancel(b.Context())
	defer cancel()
	var done atomic.Int64
	q, err := New(db, Config{
		Workers: 8,
		Watch: func(e Event) {
			if e.What == Finished && done.Add(1) == int64(b.N) {
				cancel()
			}
		},
	})
	if err == nil {
		err = q.Handle(Kind{Name: "effect", Work: func(_ context.Context, j Job) (Effect, error) {
			return func(ctx context.Context, tx *sql.Tx) error {
				_, err := tx.ExecContext(ctx, "INSERT INTO effect (job, n) VALUES ($1, $2)", j.ID, j.Attempt)
				return err
			}, nil
		}})
	}
	if err != nil {
		b.Fatal(err)
	}
	for first := 0; first < b.N; first += 1000 {
		write1(b, db, func(ctx context.Context, tx *sql.Tx) error {
			for i := first; i < min(b.N, first+1000); i++ {
				spec := Spec{Kind: "effect", Payload: json.RawMessage(`{"session_id":"0190a5f0-7f3b-7cc0-8000-000000000001"}`)}
				if keys > 0 {
					spec.OrderKey = strconv.Itoa(i % keys)
				}
				if _, err := q.Insert(ctx, tx, spec); err != nil {
					return err
				}
			}
			return nil
		})
	}
	b.ResetTimer()
	if err := q.Run(ctx); err != nil {
		b.Fatal(err)
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "jobs/s")
	b.StopTimer()
	if got := number(b, db, "SELECT count(DISTINCT job) FROM effect"); got != int64(b.N) {
		b.Errorf("%d effects, want %d", got, b.N)
	}
}

// BenchmarkInsert inserts from eight callers, each job in a transaction of its own.
func BenchmarkInsert(b *testing.B) {
	engines(b, func(b *testing.B, db *store.DB) {
		q, err := New(db, Config{})
		if err == nil {
			err = q.Handle(Kind{Name: "effect", Work: func(context.Context, Job) (Effect, error) { return nil, nil }})
		}
		if err != nil {
			b.Fatal(err)
		}
		b.SetParallelism(max(1, 8/runtime.GOMAXPROCS(0)))
		b.RunParallel(func(pb *testing.PB) {
			for pb.Next() {
				err := db.Write(b.Context(), func(ctx context.Context, tx *sql.Tx) error {
					_, err := q.Insert(ctx, tx, Spec{Kind: "effect"})
					return err
				})
				if err != nil {
					b.Error(err)
					return
				}
			}
		})
		b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "inserts/s")
	})
}
