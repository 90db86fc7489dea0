package outbox_test

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"kadry/internal/fault"
	"kadry/internal/jobs"
	"kadry/internal/outbox"
	"kadry/internal/store/storetest"
	"kadry/internal/upstream"
	"kadry/internal/webhook"
)

// A message arrives with the bytes it was added with, signed, and is written down as delivered.
func TestDelivery_signedAndAsGiven(t *testing.T) {
	conform(t, func(t *testing.T, b storetest.Bench) {
		r := newSecureReceiver(t, func(_ int, w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("X-Private", "not to be kept")
			w.WriteHeader(http.StatusAccepted)
			_, _ = w.Write([]byte("спасибо\x1b[31m"))
		})
		o := newOffice(t, b.Open(t), plan{receivers: []*receiver{r}})
		secret := o.rotate(t, acme, 0)
		m := message(acme, "s1", 1, r.url+"/hook?token=abc")
		o.add(t, m)
		o.await(t, 1, jobs.Finished)

		got := receive(t, r.news)
		if got.body != string(m.Body) || got.id() != m.ID || got.path != "/hook" {
			t.Errorf("%+v", got)
		}
		if err := webhook.Verify(got.stamp(), []byte(got.body), o.clock.now(), secret); err != nil {
			t.Error(err)
		}
		if err := webhook.Verify256(got.stamp().Signature256, []byte(got.body), secret); err != nil {
			t.Error(err)
		}
		if got.header.Get("Content-Type") != "application/json" || got.header.Get("User-Agent") != "kadry-test" {
			t.Error(got.header)
		}
		want := []outbox.Sent{{
			Message: m, State: outbox.Delivered, Count: 1, DoneAt: o.clock.now(),
			Attempts: []outbox.Attempt{{Number: 1, At: o.clock.now(), Ended: true, Status: 202, Class: "answered", Excerpt: "спасибо[31m"}},
		}}
		list := o.stream(t, acme, "s1")
		if len(list) != 1 || len(list[0].Attempts) != 1 || list[0].Attempts[0].Took <= 0 {
			t.Fatalf("%+v", list)
		}
		list[0].Attempts[0].Took = 0
		if diff := cmp.Diff(want, list); diff != "" {
			t.Error(diff)
		}
		last, found, err := o.Last(t.Context(), acme, "s1")
		if err != nil || !found || last.ID != m.ID || last.State != outbox.Delivered || last.Body != nil || last.Attempts != nil {
			t.Errorf("%+v, %t, %v", last, found, err)
		}
		if _, found, err := o.Last(t.Context(), globex, "s1"); found || err != nil {
			t.Errorf("another tenant's: %t, %v", found, err)
		}
		for tenant, delivered := range map[string]int64{"": 1, acme: 1, globex: 0} {
			counts, err := o.Stats(t.Context(), tenant)
			if diff := cmp.Diff(map[outbox.State]int64{outbox.Pending: 0, outbox.Delivered: delivered, outbox.Dead: 0, outbox.Gone: 0}, counts); diff != "" || err != nil {
				t.Errorf("of %q: %s, %v", tenant, diff, err)
			}
		}
		if e := receive(t, o.told); e.State != outbox.Delivered || e.Status != 202 || e.Class != "answered" || e.Took <= 0 {
			t.Errorf("%+v", e)
		}
		all, err := o.queue.List(t.Context(), jobs.Filter{})
		if err != nil || len(all) != 1 || string(all[0].Payload) != `{"tenant":"acme","message":"acme-s1-1"}` || all[0].OrderKey != "hook s1" {
			t.Errorf("%+v, %v", all, err)
		}
	})
}

// An attempt is on record when its request arrives.
func TestAttempt_isWrittenDownBefore(t *testing.T) {
	conform(t, func(t *testing.T, b storetest.Bench) {
		var o *office
		begun := make(chan int64, 1)
		r := newReceiver(t, func(int, http.ResponseWriter, *http.Request) {
			begun <- o.count(t, `SELECT count(*) FROM outbox_attempt WHERE message = 'acme-s1-1' AND ended = 0`)
		})
		o = newOffice(t, b.Open(t), plan{receivers: []*receiver{r}, config: outbox.Config{Unsigned: true}})
		o.add(t, message(acme, "s1", 1, r.url))
		if n := receive(t, begun); n != 1 {
			t.Errorf("%d attempts were on record", n)
		}
		o.await(t, 1, jobs.Finished)
	})
}

// What is added in a transaction that fails is never sent.
func TestAdd_isPartOfTheTransaction(t *testing.T) {
	conform(t, func(t *testing.T, b storetest.Bench) {
		r := newReceiver(t, status(204))
		o := newOffice(t, b.Open(t), plan{receivers: []*receiver{r}, config: outbox.Config{Unsigned: true}})
		broken := errors.New("not this time")
		err := o.db.Write(t.Context(), func(ctx context.Context, tx *sql.Tx) error {
			return errors.Join(o.Add(ctx, tx, message(acme, "s1", 1, r.url)), broken)
		})
		if !errors.Is(err, broken) {
			t.Fatal(err)
		}
		o.add(t, message(acme, "s2", 1, r.url))
		o.await(t, 1, jobs.Finished)
		if diff := cmp.Diff([]string{"acme-s2-1"}, r.ids()); diff != "" || len(o.stream(t, acme, "s1")) != 0 {
			t.Error(diff)
		}
		for name, spoil := range map[string]func(*outbox.Message){
			"no id": func(m *outbox.Message) { m.ID = "" }, "a dotted id": func(m *outbox.Message) { m.ID = "a.b" },
			"no stream": func(m *outbox.Message) { m.Stream = "" }, "no number": func(m *outbox.Message) { m.Seq = 0 },
			"no body": func(m *outbox.Message) { m.Body = nil }, "no address": func(m *outbox.Message) { m.URL = "" },
			"no time": func(m *outbox.Message) { m.At = time.Time{} }, "the id of another": func(m *outbox.Message) { m.ID = "acme-s2-1" },
			"the number of another": func(m *outbox.Message) { m.Stream = "s2" },
		} {
			m := message(acme, "s3", 1, r.url)
			spoil(&m)
			if err := o.db.Write(t.Context(), func(ctx context.Context, tx *sql.Tx) error { return o.Add(ctx, tx, m) }); err == nil {
				t.Errorf("%s passed", name)
			}
		}
	})
}

// Every way in which a receiver can answer, and what becomes of the message at once.
func TestAnswers_ofAllSorts(t *testing.T) {
	conform(t, func(t *testing.T, b storetest.Bench) {
		inside := newReceiver(t, status(204)) // what a redirect leads to
		header := func(code int, name, value string) behaviour {
			return func(_ int, w http.ResponseWriter, _ *http.Request) {
				w.Header().Set(name, value)
				w.WriteHeader(code)
			}
		}
		var hanging *receiver
		until := func(write string) behaviour {
			return func(_ int, w http.ResponseWriter, r *http.Request) {
				if write != "" {
					_, _ = w.Write([]byte(write))
					_ = http.NewResponseController(w).Flush()
				}
				select {
				case <-hanging.leave:
				case <-r.Context().Done():
				}
			}
		}
		date := standing().now().Add(20 * time.Minute).Format(http.TimeFormat)
		rows := []struct {
			name   string
			behave behaviour
			state  outbox.State
			status int
			class  upstream.Class
			wait   time.Duration // of a failure: at least so long, at most a fifth and a second more
		}{
			{"ok", status(200), outbox.Delivered, 200, upstream.Answered, 0},
			{"huge", func(_ int, w http.ResponseWriter, _ *http.Request) {
				_, _ = w.Write([]byte(strings.Repeat("ы", 1<<20)))
			}, outbox.Delivered, 200, upstream.Answered, 0},
			{"slow-body", until("begun"), outbox.Delivered, 200, upstream.Answered, 0},
			{"nul", func(_ int, w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte("a\x00b")) }, outbox.Delivered, 200, upstream.Answered, 0},
			{"error", status(500), outbox.Pending, 500, upstream.Answered, 2 * time.Second},
			{"refusal", status(400), outbox.Pending, 400, upstream.Answered, 2 * time.Second},
			{"reset", func(int, http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }, outbox.Pending, 0, upstream.Broken, 2 * time.Second},
			{"hang", until(""), outbox.Pending, 0, upstream.Silent, 2 * time.Second},
			{"redirect", header(307, "Location", inside.url+"/inside"), outbox.Pending, 307, upstream.Answered, 2 * time.Second},
			{"gone", status(410), outbox.Gone, 410, upstream.Answered, 0},
			{"limit", status(429), outbox.Pending, 429, upstream.Answered, 2 * time.Second},
			{"limit-seconds", header(429, "Retry-After", "90"), outbox.Pending, 429, upstream.Answered, 90 * time.Second},
			{"limit-date", header(503, "Retry-After", date), outbox.Pending, 503, upstream.Answered, 20 * time.Minute},
			{"limit-years", header(429, "Retry-After", "999999999"), outbox.Pending, 429, upstream.Answered, time.Hour},
			{"limit-nonsense", header(429, "Retry-After", "-soon"), outbox.Pending, 429, upstream.Answered, 2 * time.Second},
			{"error-asks", header(500, "Retry-After", "3000"), outbox.Pending, 500, upstream.Answered, 2 * time.Second}, // not one that is overloaded
		}
		behaviours := map[string]behaviour{}
		hanging = newReceiver(t, func(n int, w http.ResponseWriter, r *http.Request) {
			behaviours[strings.TrimPrefix(r.URL.Path, "/")](n, w, r)
		})
		stranger := newSecureReceiver(t, status(200)) // whose certificate nobody signed
		stranger.roots = nil
		o := newOffice(t, b.Open(t), plan{
			receivers: []*receiver{hanging, stranger, inside}, idle: true,
			open: upstream.Open{Timeout: 4 * time.Second, AtOnce: 50}, config: outbox.Config{PerTenant: 32, Unsigned: true}, jobs: jobs.Config{Workers: 32},
		})
		for _, row := range rows {
			behaviours[row.name] = row.behave
			o.add(t, message(acme, row.name, 1, hanging.url+"/"+row.name))
		}
		o.add(t, message(acme, "insecure", 1, stranger.url), message(acme, "nobody", 1, "http://127.0.0.1:1/"))
		o.start(t)
		o.await(t, len(rows)+2, jobs.Finished, jobs.Retried, jobs.Buried)

		for _, row := range rows {
			s := o.stream(t, acme, row.name)[0]
			a := s.Attempts[0]
			if s.State != row.state || a.Status != row.status || a.Class != string(row.class) || !a.Ended || len(s.Attempts) != 1 {
				t.Errorf("%s: %+v", row.name, s)
			}
			wait := s.NextAt.Sub(s.Attempts[0].At)
			if row.wait == 0 && !s.NextAt.IsZero() || row.wait > 0 && (wait < row.wait*8/10 || wait > row.wait*12/10+time.Second) {
				t.Errorf("%s: the next attempt is due in %s, want about %s", row.name, wait, row.wait)
			}
			if len(a.Excerpt) > 1<<10 || strings.ContainsAny(a.Excerpt, "\x00\ufffd") {
				t.Errorf("%s: excerpt %q", row.name, a.Excerpt)
			}
		}
		if s := o.stream(t, acme, "insecure")[0]; s.State != outbox.Pending || s.Attempts[0].Class != string(upstream.Insecure) {
			t.Errorf("%+v", s)
		}
		// A private address that nobody allowed: never dialled, and dead at once.
		if s := o.stream(t, acme, "nobody")[0]; s.State != outbox.Dead || s.Attempts[0].Class != string(upstream.Forbidden) || s.Count != 1 {
			t.Errorf("%+v", s)
		}
		if got := inside.arrived(); len(got) != 0 {
			t.Errorf("a redirect was followed: %v", got)
		}
		for _, row := range rows {
			if row.name == "limit-years" && o.stream(t, acme, row.name)[0].NextAt.After(o.clock.now().Add(72*time.Minute)) {
				t.Error("an absurd Retry-After was believed")
			}
		}
	})
}

// A receiver that fails for ever is tried as often as promised, with the same bytes and its
// own time each, and the message behind it goes out when it is given up.
func TestSchedule_deadAfterTheLast(t *testing.T) {
	conform(t, func(t *testing.T, b storetest.Bench) {
		r := newReceiver(t, func(_ int, w http.ResponseWriter, r *http.Request) {
			if r.URL.Path == "/bad" {
				w.WriteHeader(500)
			}
		})
		o := newOffice(t, b.Open(t), plan{receivers: []*receiver{r}})
		secret := o.rotate(t, acme, 0)
		o.add(t, message(acme, "s1", 1, r.url+"/bad"), message(acme, "s1", 2, r.url+"/good"))
		schedule := webhook.Schedule()
		for n := range schedule {
			if n == len(schedule)-1 {
				o.await(t, 1, jobs.Buried)
				continue
			}
			o.await(t, 1, jobs.Retried)
			s := o.stream(t, acme, "s1")
			if s[0].State != outbox.Pending || s[0].Count != n+1 || s[1].Count != 0 {
				t.Fatalf("after attempt %d: %+v", n+1, s)
			}
			o.clock.set(s[0].NextAt.Add(time.Second)) // the queue counts by itself between two looks at the clock
		}
		o.await(t, 1, jobs.Finished)
		list := o.stream(t, acme, "s1")
		if list[0].State != outbox.Dead || list[0].DoneAt.IsZero() || !list[0].NextAt.IsZero() || list[1].State != outbox.Delivered {
			t.Errorf("%+v", list)
		}
		for n, a := range list[0].Attempts {
			if a.Number != n+1 || !a.Ended || a.Status != 500 || a.Manual {
				t.Errorf("attempt %d: %+v", n+1, a)
			}
			if n == 0 {
				continue
			}
			gap := a.At.Sub(list[0].Attempts[n-1].At)
			if low, high := schedule[n]*8/10, schedule[n]*12/10+2*time.Second; gap < low || gap > high {
				t.Errorf("attempt %d came %s after the one before, want %s to %s", n+1, gap, low, high)
			}
		}
		times := map[string]bool{}
		got := r.arrived()
		if len(got) != len(schedule)+1 || got[len(got)-1].path != "/good" {
			t.Fatalf("%d requests", len(got))
		}
		for n, a := range got[:len(schedule)] {
			if a.id() != "acme-s1-1" || a.body != got[0].body || webhook.Verify(a.stamp(), []byte(a.body), list[0].Attempts[n].At, secret) != nil {
				t.Errorf("request %d: %+v", n+1, a)
			}
			times[a.stamp().Timestamp] = true
		}
		if len(times) != len(schedule) {
			t.Errorf("%d requests have %d times", len(schedule), len(times))
		}
		if dead, err := o.queue.List(t.Context(), jobs.Filter{State: jobs.Dead}); err != nil || len(dead) != 1 || strings.Contains(dead[0].Error, "/bad") {
			t.Errorf("%+v, %v", dead, err)
		}
	})
}

// Whoever answers 410 hears no more of the stream, and of that one alone.
func TestGone_closesItsStream(t *testing.T) {
	conform(t, func(t *testing.T, b storetest.Bench) {
		r := newReceiver(t, func(n int, w http.ResponseWriter, r *http.Request) {
			if r.URL.Path == "/left" && n == 1 {
				w.WriteHeader(410)
			}
		})
		o := newOffice(t, b.Open(t), plan{receivers: []*receiver{r}, config: outbox.Config{Unsigned: true}})
		left := r.url + "/left"
		o.add(t, message(acme, "s1", 1, left), message(acme, "s1", 2, left), message(acme, "s1", 3, left))
		o.await(t, 3, jobs.Finished)
		o.add(t, message(acme, "s2", 1, r.url+"/stays"))
		o.await(t, 1, jobs.Finished)
		if got := o.states(t, acme, "s1"); got != "gone gone gone" || o.states(t, acme, "s2") != "delivered" {
			t.Errorf("%s, %s", got, o.states(t, acme, "s2"))
		}
		if diff := cmp.Diff([]string{"acme-s1-1", "acme-s2-1"}, r.ids()); diff != "" {
			t.Error(diff)
		}
		// By hand one is sent all the same, and the stream stays closed to the rest.
		if err := o.Repeat(t.Context(), acme, "s1", "acme-s1-2"); err != nil {
			t.Fatal(err)
		}
		o.await(t, 1, jobs.Finished)
		o.add(t, message(acme, "s1", 4, left))
		o.await(t, 1, jobs.Finished)
		if got := o.states(t, acme, "s1"); got != "gone delivered gone gone" {
			t.Error(got)
		}
		// Once the refused one is taken after all, the stream is open again.
		if err := o.Repeat(t.Context(), acme, "s1", "acme-s1-1"); err != nil {
			t.Fatal(err)
		}
		o.await(t, 1, jobs.Finished)
		o.add(t, message(acme, "s1", 5, left))
		o.await(t, 1, jobs.Finished)
		if got := o.states(t, acme, "s1"); got != "delivered delivered gone gone delivered" {
			t.Error(got)
		}
	})
}

// Without a secret a message waits, unsent and uncounted, until there is one; where it is
// allowed it leaves without signatures.
func TestUnsigned_waitsUnlessAllowed(t *testing.T) {
	conform(t, func(t *testing.T, b storetest.Bench) {
		r := newReceiver(t, status(200))
		db := b.Open(t)
		o := newOffice(t, db, plan{receivers: []*receiver{r}})
		err := o.Accept(t.Context(), acme, r.url)
		if !errors.Is(err, outbox.ErrUnsigned) || fault.KindOf(err) != fault.Conflict || fault.From(err).Hint.RU == "" {
			t.Errorf("%v", err)
		}
		if _, err := o.Probe(t.Context(), acme, r.url, testBody); !errors.Is(err, outbox.ErrUnsigned) {
			t.Errorf("%v", err)
		}
		o.add(t, message(acme, "s1", 1, r.url))
		o.await(t, 1, jobs.Snoozed)
		if s := o.stream(t, acme, "s1")[0]; s.State != outbox.Pending || s.Count != 0 || len(s.Attempts) != 0 || s.NextAt.IsZero() {
			t.Errorf("%+v", s)
		}
		secret := o.rotate(t, acme, 0)
		o.clock.set(time.Now().Add(time.Hour)) // a snooze is a date of the database's clock
		o.await(t, 1, jobs.Finished)
		got := receive(t, r.news)
		if err := webhook.Verify(got.stamp(), []byte(got.body), o.clock.now(), secret); err != nil {
			t.Error(err)
		}
		if s := o.stream(t, acme, "s1")[0]; s.State != outbox.Delivered || s.Count != 1 {
			t.Errorf("%+v", s)
		}
		if err := o.Accept(t.Context(), acme, r.url); err != nil {
			t.Error(err)
		}
	})
}

func TestUnsigned_sendsWithoutSignatures(t *testing.T) {
	conform(t, func(t *testing.T, b storetest.Bench) {
		r := newReceiver(t, status(200))
		o := newOffice(t, b.Open(t), plan{receivers: []*receiver{r}, config: outbox.Config{Unsigned: true}})
		if err := o.Accept(t.Context(), acme, r.url); err != nil {
			t.Error(err)
		}
		o.add(t, message(acme, "s1", 1, r.url))
		got := receive(t, r.news)
		if got.id() == "" || got.stamp().Timestamp != fmt.Sprint(o.clock.now().Unix()) ||
			got.header.Values(webhook.HeaderSignature) != nil || got.header.Values(webhook.HeaderSignature256) != nil {
			t.Error(got.header)
		}
	})
}

// A name that resolves into a private network is not dialled. The next answer of the name
// server may be another, so the message is tried as often as after every failure.
func TestAnswers_privateAnswerOfANameServer(t *testing.T) {
	conform(t, func(t *testing.T, b storetest.Bench) {
		o := newOffice(t, b.Open(t), plan{idle: true, config: outbox.Config{Unsigned: true}})
		private := fault.E(fault.Denied, fault.Say("The name resolves into a private network.", "Имя ведёт во внутреннюю сеть."), nil)
		o.Route("resolved", func(context.Context, upstream.Delivery) (upstream.Receipt, error) {
			return upstream.Receipt{Class: upstream.Forbidden}, private
		}, nil)
		m := message(acme, "s1", 1, "https://receiver.example/")
		m.Route = "resolved"
		o.add(t, m)
		o.start(t)
		o.await(t, 1, jobs.Retried, jobs.Buried)
		if s := o.stream(t, acme, "s1")[0]; s.State != outbox.Pending || s.Attempts[0].Class != string(upstream.Forbidden) || s.Count != 1 || s.NextAt.IsZero() {
			t.Errorf("%+v", s)
		}
	})
}
