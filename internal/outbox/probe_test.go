package outbox_test

import (
	"context"
	"errors"
	"net/http"
	"testing"
	"time"

	"kadry/internal/fault"
	"kadry/internal/outbox"
	"kadry/internal/store/storetest"
	"kadry/internal/upstream"
	"kadry/internal/webhook"
)

func testBody(id string, at time.Time) ([]byte, error) {
	return webhook.Compat.Test(webhook.Event{ID: id, At: at})
}

// A probe is signed like any message, says how it went and leaves no trace.
func TestProbe_isKeptNowhere(t *testing.T) {
	conform(t, func(t *testing.T, b storetest.Bench) {
		r := newReceiver(t, func(n int, w http.ResponseWriter, _ *http.Request) {
			w.WriteHeader([]int{204, 410, 500, 307}[n-1])
		})
		o := newOffice(t, b.Open(t), plan{receivers: []*receiver{r}})
		secret := o.rotate(t, acme, 0)
		for n, want := range []outbox.State{outbox.Delivered, outbox.Gone, outbox.Dead, outbox.Dead} {
			sent, err := o.Probe(t.Context(), acme, r.url, testBody)
			if err != nil {
				t.Fatal(err)
			}
			got := receive(t, r.news)
			if err := webhook.Verify(got.stamp(), []byte(got.body), o.clock.now(), secret); err != nil || got.body != string(sent.Body) || got.id() != sent.ID {
				t.Errorf("%v: %+v", err, got)
			}
			if sent.State != want || len(sent.Attempts) != 1 || sent.Attempts[0].Status != []int{204, 410, 500, 307}[n] || !sent.Attempts[0].Ended {
				t.Errorf("%+v", sent)
			}
		}
		sent, err := o.Probe(t.Context(), acme, "http://nobody.invalid/", testBody)
		if err != nil || sent.State != outbox.Dead || sent.Attempts[0].Class != string(upstream.Unresolved) && sent.Attempts[0].Class != string(upstream.Silent) {
			t.Errorf("%+v, %v", sent, err)
		}
		if _, err := o.Probe(t.Context(), acme, "http://127.0.0.1:9/", testBody); fault.KindOf(err) != fault.Invalid {
			t.Errorf("%v", err)
		}
		broken := errors.New("no body")
		if _, err := o.Probe(t.Context(), acme, r.url, func(string, time.Time) ([]byte, error) { return nil, broken }); !errors.Is(err, broken) {
			t.Errorf("%v", err)
		}
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if _, err := o.Probe(ctx, acme, r.url, testBody); !errors.Is(err, context.Canceled) {
			t.Errorf("%v", err)
		}
		for _, table := range []string{"outbox_message", "outbox_attempt", "job"} {
			if n := o.count(t, "SELECT count(*) FROM "+table); n != 0 {
				t.Errorf("%d rows in %s", n, table)
			}
		}
	})
}
