package outbox_test

import (
	"context"
	"database/sql"
	"fmt"
	"testing"
	"time"

	"kadry/internal/jobs"
	"kadry/internal/outbox"
	"kadry/internal/store"
	"kadry/internal/store/storetest"
	"kadry/internal/upstream"
)

// BenchmarkDeliver delivers b.N messages of 200 streams to a receiver on this machine, signed,
// each attempt written down before it is made and after it.
func BenchmarkDeliver(b *testing.B) {
	for engine, bench := range map[store.Engine]func(testing.TB, ...store.Schema) storetest.Bench{
		store.SQLite: storetest.SQLite, store.PostgreSQL: storetest.PostgreSQL,
	} {
		b.Run(string(engine), func(b *testing.B) {
			r := newReceiver(b, status(204))
			on := bench(b, jobs.Schema(), outbox.Schema())
			on.Open(b) // migrates
			db, err := store.Open(b.Context(), store.Config{URL: on.URL, Conns: 16})
			if err != nil {
				b.Fatal(err)
			}
			defer db.Close()
			o := newOffice(b, db, plan{
				receivers: []*receiver{r}, clock: quick(1), idle: true, open: upstream.Open{AtOnce: 64},
				config: outbox.Config{PerTenant: 32}, jobs: jobs.Config{Workers: 32},
			})
			o.rotate(b, acme, 0)
			for first := 0; first < b.N; first += 1000 {
				o.write(b, func(ctx context.Context, tx *sql.Tx) error {
					for n := first; n < min(b.N, first+1000); n++ {
						if err := o.Add(ctx, tx, message(acme, fmt.Sprint("s", n%200), n/200+1, r.url)); err != nil {
							return err
						}
					}
					return nil
				})
			}
			b.ResetTimer()
			stop := o.start(b)
			start := time.Now()
			o.await(b, b.N, jobs.Finished)
			b.ReportMetric(float64(b.N)/time.Since(start).Seconds(), "messages/s")
			b.StopTimer()
			stop()
			if n := len(r.arrived()); n != b.N {
				b.Errorf("%d requests, want %d", n, b.N)
			}
		})
	}
}
