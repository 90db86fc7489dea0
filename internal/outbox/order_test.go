package outbox_test

import (
	"context"
	"database/sql"
	"fmt"
	"math/rand/v2"
	"net/http"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"kadry/internal/jobs"
	"kadry/internal/outbox"
	"kadry/internal/store/storetest"
	"kadry/internal/upstream"
	"kadry/internal/webhook"
)

// byStream sorts what arrived, told by streams in the bodies' paths, each id once in the
// order of first arrival. It fails for a body that changed between attempts.
func byStream(t testing.TB, arrived []arrival) map[string][]string {
	t.Helper()
	streams, bodies := map[string][]string{}, map[string]string{}
	for _, a := range arrived {
		before, known := bodies[a.id()]
		if !known {
			bodies[a.id()] = a.body
			streams[a.path[1:]] = append(streams[a.path[1:]], a.id())
		} else if before != a.body {
			t.Errorf("%s came with two bodies: %q, %q", a.id(), before, a.body)
		}
	}
	return streams
}

// ids are those of the first n messages of a stream.
func ids(tenant, stream string, n int) (list []string) {
	for i := range n {
		list = append(list, message(tenant, stream, i+1, "x").ID)
	}
	return list
}

// Receivers that fail by chance get every message of a stream in order; streams go side by
// side. Time passes much quicker, so that retries do not take their hours.
func TestOrder_withinEachStream(t *testing.T) {
	conform(t, func(t *testing.T, b storetest.Bench) {
		const streams, each, failures = 12, 8, 5 // of one message at most: none dies
		answers := []int{200, 200, 200, 500, 503, 302, 0}
		var mu sync.Mutex
		delivered := map[string]int{} // by stream: how many so far; what is tried must be the next
		failed := map[string]int{}    // by id
		r := newReceiver(t, func(_ int, w http.ResponseWriter, r *http.Request) {
			mu.Lock()
			defer mu.Unlock()
			stream, id := r.URL.Path[1:], r.Header.Get(webhook.HeaderID)
			if next := message(acme, stream, delivered[stream]+1, "x").ID; id != next {
				t.Errorf("%s was tried while %s was not delivered", id, next)
			}
			code := answers[rand.IntN(len(answers))]
			if failed[id] == failures {
				code = 200
			}
			switch code {
			case 200:
				delivered[stream]++
			case 0:
				failed[id]++
				panic(http.ErrAbortHandler)
			default:
				failed[id]++
			}
			w.WriteHeader(code)
		})
		o := newOffice(t, b.Open(t), plan{
			receivers: []*receiver{r}, clock: quick(20_000), config: outbox.Config{Unsigned: true, AtOnce: 8, PerTenant: 8},
		})
		for n := range each {
			for s := range streams {
				stream := fmt.Sprint("s", s)
				o.add(t, message(acme, stream, n+1, r.url+"/"+stream))
			}
		}
		o.await(t, streams*each, jobs.Finished)
		for s := range streams {
			stream := fmt.Sprint("s", s)
			if diff := cmp.Diff(ids(acme, stream, each), byStream(t, r.arrived())[stream]); diff != "" {
				t.Errorf("%s: %s", stream, diff)
			}
		}
	})
}

// A tenant whose receiver hangs takes its own places and no others: what another tenant adds
// behind a long row of its messages goes out while all of them hang.
func TestFairness_aHangingReceiverStopsNobodyElse(t *testing.T) {
	conform(t, func(t *testing.T, b storetest.Bench) {
		const waiting = 60
		free := make(chan struct{})
		hanging := newReceiver(t, func(int, http.ResponseWriter, *http.Request) { <-free })
		good := newReceiver(t, status(200))
		o := newOffice(t, b.Open(t), plan{
			receivers: []*receiver{hanging, good}, clock: quick(1), open: upstream.Open{Timeout: 10 * patience, AtOnce: 100},
			config: outbox.Config{Unsigned: true, AtOnce: 8, PerTenant: 2},
		})
		var row []outbox.Message
		for n := range waiting {
			stream := fmt.Sprint("s", n)
			row = append(row, message(acme, stream, 1, hanging.url+"/"+stream))
		}
		o.add(t, row...)
		for range 2 {
			receive(t, hanging.news)
		}
		o.add(t, message(globex, "g1", 1, good.url), message(globex, "g1", 2, good.url))
		for n := range 2 {
			if a := receive(t, good.news); a.id() != ids(globex, "g1", 2)[n] {
				t.Error(a.id())
			}
		}
		if got := hanging.arrived(); len(got) != 2 {
			t.Errorf("%d deliveries of one tenant at a time, want 2", len(got))
		}
		if n := o.count(t, `SELECT count(*) FROM outbox_attempt WHERE tenant = 'acme'`); n != 2 {
			t.Errorf("%d attempts are written down, want 2", n)
		}
		close(free)
		o.await(t, waiting+2, jobs.Finished)
		if n := o.count(t, `SELECT count(*) FROM outbox_message WHERE state = 'delivered' AND count = 1`); n != waiting+2 {
			t.Errorf("%d messages are delivered in one attempt, want %d", n, waiting+2)
		}
	})
}

// While the places of a host are taken a message waits, and that is no attempt.
func TestWaiting_isNotCounted(t *testing.T) {
	conform(t, func(t *testing.T, b storetest.Bench) {
		free := make(chan struct{})
		r := newReceiver(t, func(n int, _ http.ResponseWriter, _ *http.Request) {
			if n == 1 {
				<-free
			}
		})
		o := newOffice(t, b.Open(t), plan{
			receivers: []*receiver{r}, clock: quick(1), open: upstream.Open{Timeout: 10 * patience, AtOnce: 1, LongestWait: time.Millisecond},
			config: outbox.Config{Unsigned: true},
		})
		o.add(t, message(acme, "s1", 1, r.url))
		receive(t, r.news)
		o.add(t, message(globex, "s2", 1, r.url))
		o.await(t, 1, jobs.Snoozed)
		if s := o.stream(t, globex, "s2")[0]; s.State != outbox.Pending || s.Count != 0 || len(s.Attempts) != 0 || s.NextAt.IsZero() {
			t.Errorf("%+v", s)
		}
		if e := receive(t, o.told); e.State != outbox.Pending || e.Class != string(upstream.Waiting) {
			t.Errorf("%+v", e)
		}
		close(free)
		o.await(t, 2, jobs.Finished)
		if s := o.stream(t, globex, "s2")[0]; s.State != outbox.Delivered || s.Count != 1 || s.Attempts[0].Number != 1 {
			t.Errorf("%+v", s)
		}
	})
}

// A message whose route is not open waits for a process that has it.
func TestRoute_waitsUntilItOpens(t *testing.T) {
	conform(t, func(t *testing.T, b storetest.Bench) {
		r := newReceiver(t, status(200))
		o := newOffice(t, b.Open(t), plan{clock: quick(1), config: outbox.Config{Unsigned: true}})
		// The list of the tenant's receivers is for the public way.
		if err := o.Save(t.Context(), acme, outbox.Endpoint{Hosts: []string{"hooks.example.org"}}); err != nil {
			t.Fatal(err)
		}
		m := message(acme, "s1", 1, r.url)
		m.Route = "tryout"
		o.add(t, m)
		o.await(t, 1, jobs.Snoozed)
		if s := o.stream(t, acme, "s1")[0]; s.State != outbox.Pending || s.Count != 0 || s.Route != "tryout" {
			t.Errorf("%+v", s)
		}
		way := wayTo(t, plan{receivers: []*receiver{r}}, o.clock)
		o.Route("tryout", way.Send, way.Check)
		o.await(t, 1, jobs.Finished)
		if s := o.stream(t, acme, "s1")[0]; s.State != outbox.Delivered || s.Count != 1 {
			t.Errorf("%+v", s)
		}
		if err := o.Accept(t.Context(), acme, r.url); err == nil {
			t.Error("a caller may use the way of a route")
		}
	})
}

// An attempt that the end of the process broke off stays without an end and is not counted
// among those the message has; the next process makes another.
func TestStop_leavesTheAttemptOpen(t *testing.T) {
	conform(t, func(t *testing.T, b storetest.Bench) {
		r := newReceiver(t, func(n int, _ http.ResponseWriter, r *http.Request) {
			if n == 1 {
				<-r.Context().Done()
			}
		})
		p := plan{
			receivers: []*receiver{r}, config: outbox.Config{Unsigned: true}, idle: true,
			open: upstream.Open{Timeout: 10 * patience}, jobs: jobs.Config{Grace: 10 * time.Millisecond},
		}
		db := b.Open(t)
		o := newOffice(t, db, p)
		stop := o.start(t)
		o.add(t, message(acme, "s1", 1, r.url))
		receive(t, r.news)
		stop()
		if s := o.stream(t, acme, "s1")[0]; s.State != outbox.Pending || s.Count != 1 || s.Attempts[0].Ended {
			t.Errorf("%+v", s)
		}
		p.idle = false
		next := newOffice(t, db, p)
		if e := next.await(t, 1, jobs.Finished); e.Attempt != 1 {
			t.Errorf("%+v", e)
		}
		s := next.stream(t, acme, "s1")[0]
		if s.State != outbox.Delivered || s.Count != 2 || s.Attempts[0].Ended || !s.Attempts[1].Ended || s.Attempts[1].Number != 2 {
			t.Errorf("%+v", s)
		}
	})
}

// A job whose processes vanish as often as it may be tried takes its message with it.
func TestVanished_isDead(t *testing.T) {
	conform(t, func(t *testing.T, b storetest.Bench) {
		o := newOffice(t, b.Open(t), plan{config: outbox.Config{Unsigned: true}, idle: true})
		o.add(t, message(acme, "s1", 1, "https://hooks.example.org/"))
		o.perform(t, `UPDATE job SET attempt = max_attempts`)
		o.start(t)
		o.await(t, 1, jobs.Buried)
		if s := o.stream(t, acme, "s1")[0]; s.State != outbox.Dead || s.Count != 0 || s.DoneAt.IsZero() {
			t.Errorf("%+v", s)
		}
	})
}

// Erasing removes messages, attempts and jobs of one stream of one tenant, and what was under
// way at the moment leaves nothing.
func TestErase_leavesNothing(t *testing.T) {
	conform(t, func(t *testing.T, b storetest.Bench) {
		free := make(chan struct{})
		r := newReceiver(t, func(_ int, _ http.ResponseWriter, r *http.Request) {
			if r.URL.Path == "/s1" {
				<-free
			}
		})
		o := newOffice(t, b.Open(t), plan{
			receivers: []*receiver{r}, config: outbox.Config{Unsigned: true}, open: upstream.Open{Timeout: 10 * patience},
		})
		o.add(t, message(acme, "s2", 1, r.url+"/s2"))
		o.await(t, 1, jobs.Finished)
		receive(t, r.news)
		o.add(t, message(acme, "s1", 1, r.url+"/s1"), message(acme, "s1", 2, r.url+"/s1"))
		receive(t, r.news)
		erase := func(tenant, stream string) {
			o.write(t, func(ctx context.Context, tx *sql.Tx) error { return o.Erase(ctx, tx, tenant, stream) })
		}
		erase(globex, "s1") // not its own
		erase(acme, "s9")
		if n := o.count(t, `SELECT count(*) FROM job`); n != 3 || len(o.stream(t, acme, "s1")) != 2 {
			t.Errorf("%d jobs", n)
		}
		erase(acme, "s1")
		close(free)
		o.await(t, 1, jobs.Lost)
		for table, want := range map[string]int64{"outbox_message": 1, "outbox_attempt": 1, "job": 1} {
			if n := o.count(t, "SELECT count(*) FROM "+table); n != want {
				t.Errorf("%d rows in %s, want %d", n, table, want)
			}
		}
		if o.states(t, acme, "s2") != "delivered" || len(r.arrived()) != 2 {
			t.Error("the other stream was touched, or an erased message was sent")
		}
	})
}
