package outbox_test

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"kadry/internal/fault"
	"kadry/internal/jobs"
	"kadry/internal/outbox"
	"kadry/internal/store/storetest"
	"kadry/internal/webhook"
)

// A repetition keeps id and body whatever became of the message, and says that it was asked for.
func TestRepeat_keepsIDAndBody(t *testing.T) {
	conform(t, func(t *testing.T, b storetest.Bench) {
		r := newReceiver(t, status(200))
		o := newOffice(t, b.Open(t), plan{receivers: []*receiver{r}})
		secret := o.rotate(t, acme, 0)
		o.add(t, message(acme, "s1", 1, r.url))
		o.await(t, 1, jobs.Finished)
		o.clock.step(time.Hour)
		if err := o.Repeat(t.Context(), acme, "s1", "acme-s1-1"); err != nil {
			t.Fatal(err)
		}
		o.await(t, 1, jobs.Finished)
		got := r.arrived()
		if len(got) != 2 || got[0].id() != got[1].id() || got[0].body != got[1].body || got[0].stamp().Timestamp == got[1].stamp().Timestamp {
			t.Errorf("%+v", got)
		}
		if err := webhook.Verify(got[1].stamp(), []byte(got[1].body), o.clock.now(), secret); err != nil {
			t.Error(err)
		}
		s := o.stream(t, acme, "s1")[0]
		if s.State != outbox.Delivered || s.Count != 2 || s.Attempts[0].Manual || !s.Attempts[1].Manual || s.Attempts[1].Number != 2 {
			t.Errorf("%+v", s)
		}
		for _, unknown := range [][3]string{{acme, "s1", "acme-s1-2"}, {acme, "s2", "acme-s1-1"}, {globex, "s1", "acme-s1-1"}} {
			if err := o.Repeat(t.Context(), unknown[0], unknown[1], unknown[2]); fault.KindOf(err) != fault.NotFound {
				t.Errorf("%v: %v", unknown, err)
			}
		}
	})
}

// Dead messages are taken up in the order of their streams, before the younger ones that wait,
// also when the queue no longer keeps some of their jobs.
func TestRepeatDead_keepsTheOrder(t *testing.T) {
	conform(t, func(t *testing.T, b storetest.Bench) {
		r := newReceiver(t, status(200))
		o := newOffice(t, b.Open(t), plan{receivers: []*receiver{r}, config: outbox.Config{Unsigned: true}, jobs: jobs.Config{Workers: 1}})
		ctx := t.Context()
		// Nobody may be asked but others.test, so everything is dead at once.
		if err := o.Save(ctx, acme, outbox.Endpoint{Hosts: []string{"others.test"}}); err != nil {
			t.Fatal(err)
		}
		var want []string
		for _, stream := range []string{"s1", "s2"} {
			for n := range 4 {
				m := message(acme, stream, n+1, r.url)
				m.At = m.At.Add(time.Duration(n) * time.Minute)
				o.add(t, m)
				want = append(want, m.ID)
			}
		}
		early := message(acme, "s0", 1, r.url)
		early.At = early.At.Add(-time.Hour)
		o.add(t, early)
		o.await(t, 9, jobs.Buried)
		if got := o.states(t, acme, "s1") + " " + o.states(t, acme, "s2"); got != "dead dead dead dead dead dead dead dead" {
			t.Fatal(got)
		}
		if err := o.Save(ctx, acme, outbox.Endpoint{}); err != nil {
			t.Fatal(err)
		}
		if n, err := o.RepeatDead(ctx, globex, time.Time{}); n != 0 || err != nil {
			t.Errorf("another tenant's: %d, %v", n, err)
		}
		o.perform(t, `DELETE FROM job WHERE id = (SELECT job FROM outbox_message WHERE id = 'acme-s2-2')`)
		if n, err := o.RepeatDead(ctx, acme, standing().now()); n != 8 || err != nil {
			t.Fatalf("%d, %v", n, err)
		}
		o.await(t, 8, jobs.Finished)
		for _, stream := range []string{"s1", "s2"} {
			var got, wanted []string
			for _, a := range r.arrived() {
				if a.id()[:7] == "acme-"+stream {
					got = append(got, a.id())
				}
			}
			for _, id := range want {
				if id[:7] == "acme-"+stream {
					wanted = append(wanted, id)
				}
			}
			if diff := cmp.Diff(wanted, got); diff != "" {
				t.Errorf("%s: %s", stream, diff)
			}
		}
		if got := o.states(t, acme, "s0"); got != "dead" {
			t.Errorf("one made before the time is %s", got)
		}
		if s := o.stream(t, acme, "s1")[0]; s.Count != 2 || !s.Attempts[1].Manual {
			t.Errorf("%+v", s)
		}
	})
}

// One that died goes before the younger ones of its stream that wait for their turn.
func TestRepeat_ofADeadOneGoesFirst(t *testing.T) {
	conform(t, func(t *testing.T, b storetest.Bench) {
		r := newReceiver(t, status(200))
		db := b.Open(t)
		o := newOffice(t, db, plan{receivers: []*receiver{r}, config: outbox.Config{Unsigned: true}, idle: true})
		o.add(t, message(acme, "s1", 1, r.url), message(acme, "s1", 2, r.url))
		o.perform(t, `UPDATE job SET state = 'dead', finished_at = 1 WHERE id = (SELECT job FROM outbox_message WHERE seq = 1)`)
		o.perform(t, `UPDATE outbox_message SET state = 'dead' WHERE seq = 1`)
		if err := o.Repeat(t.Context(), acme, "s1", "acme-s1-1"); err != nil {
			t.Fatal(err)
		}
		if err := o.Repeat(t.Context(), acme, "s1", "acme-s1-1"); !errors.Is(err, outbox.ErrPending) || fault.KindOf(err) != fault.Conflict {
			t.Errorf("%v", err)
		}
		o.start(t)
		o.await(t, 2, jobs.Finished)
		if diff := cmp.Diff([]string{"acme-s1-1", "acme-s1-2"}, r.ids()); diff != "" {
			t.Error(diff)
		}
	})
}

// Who looks after the queue can revive a dead delivery there too.
func TestRequeue_byTheQueueItself(t *testing.T) {
	conform(t, func(t *testing.T, b storetest.Bench) {
		r := newReceiver(t, status(200))
		o := newOffice(t, b.Open(t), plan{receivers: []*receiver{r}, config: outbox.Config{Unsigned: true}})
		if err := o.Save(t.Context(), acme, outbox.Endpoint{Hosts: []string{"others.test"}}); err != nil {
			t.Fatal(err)
		}
		o.add(t, message(acme, "s1", 1, r.url))
		dead := o.await(t, 1, jobs.Buried)
		if err := o.Save(t.Context(), acme, outbox.Endpoint{}); err != nil {
			t.Fatal(err)
		}
		o.write(t, func(ctx context.Context, tx *sql.Tx) error { return o.queue.Requeue(ctx, tx, dead.ID) })
		o.await(t, 1, jobs.Finished)
		if got := o.states(t, acme, "s1"); got != "delivered" || !slices.Equal(r.ids(), []string{"acme-s1-1"}) {
			t.Errorf("%s, %v", got, r.ids())
		}
	})
}

// A repetition of what was delivered once is given up soon: the stream waits for it.
func TestRepeat_holdsItsStreamUpForAShortTime(t *testing.T) {
	conform(t, func(t *testing.T, b storetest.Bench) {
		seen := map[string]bool{} // a receiver that refuses what it has; requests come one by one
		r := newReceiver(t, func(_ int, w http.ResponseWriter, r *http.Request) {
			if id := r.Header.Get(webhook.HeaderID); seen[id] {
				w.WriteHeader(409)
			} else {
				seen[id] = true
			}
		})
		o := newOffice(t, b.Open(t), plan{receivers: []*receiver{r}, config: outbox.Config{Unsigned: true}})
		o.add(t, message(acme, "s1", 1, r.url))
		o.await(t, 1, jobs.Finished)
		if err := o.Repeat(t.Context(), acme, "s1", "acme-s1-1"); err != nil {
			t.Fatal(err)
		}
		o.add(t, message(acme, "s1", 2, r.url))
		for range 2 {
			o.await(t, 1, jobs.Retried)
			o.clock.step(15 * time.Second)
		}
		o.await(t, 1, jobs.Buried)
		o.await(t, 1, jobs.Finished)
		if got := o.states(t, acme, "s1"); got != "dead delivered" {
			t.Error(got)
		}
	})
}

// Of many who ask for the same repetition one gets it.
func TestRepeat_askedForAtOnce(t *testing.T) {
	conform(t, func(t *testing.T, b storetest.Bench) {
		o := newOffice(t, b.Open(t), plan{config: outbox.Config{Unsigned: true}, idle: true})
		o.add(t, message(acme, "s1", 1, "https://hooks.example.org/"))
		o.perform(t, `UPDATE outbox_message SET state = 'delivered'`)
		answers := make(chan error, 8)
		for range cap(answers) {
			go func() { answers <- o.Repeat(t.Context(), acme, "s1", "acme-s1-1") }()
		}
		taken := 0
		for range cap(answers) {
			switch err := receive(t, answers); {
			case err == nil:
				taken++
			case !errors.Is(err, outbox.ErrPending):
				t.Error(err)
			}
		}
		if n := o.count(t, `SELECT count(*) FROM job`); taken != 1 || n != 2 {
			t.Errorf("%d repetitions were taken, and there are %d jobs", taken, n)
		}
	})
}

// One call takes up a thousand at most, and the next one goes on.
func TestRepeatDead_isBounded(t *testing.T) {
	conform(t, func(t *testing.T, b storetest.Bench) {
		o := newOffice(t, b.Open(t), plan{config: outbox.Config{Unsigned: true}, idle: true})
		var all []outbox.Message
		for n := range 1003 {
			m := message(acme, fmt.Sprint("s", n%50), n/50+1, "https://hooks.example.org/")
			m.At = m.At.Add(time.Duration(n) * time.Second)
			all = append(all, m)
		}
		for part := range slices.Chunk(all, 100) {
			o.add(t, part...)
		}
		o.perform(t, `UPDATE outbox_message SET state = 'dead'`)
		o.perform(t, `UPDATE job SET state = 'dead', finished_at = 1`)
		for _, want := range []int{1000, 3, 0} {
			if n, err := o.RepeatDead(t.Context(), acme, time.Time{}); n != want || err != nil {
				t.Errorf("%d, %v; want %d", n, err, want)
			}
		}
		if n := o.count(t, `SELECT count(*) FROM job WHERE state = 'ready'`); n != 1003 {
			t.Errorf("%d jobs are ready", n)
		}
	})
}
