package interviewjobs

import (
	"context"
	"database/sql"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"kadry/internal/fault"
	"kadry/internal/interview"
	"kadry/internal/interview/delivery"
	"kadry/internal/interview/vacancy"
	"kadry/internal/jobs"
	"kadry/internal/store"
)

// together is a vacancies port that breaks for as many callers at one time.
type together struct {
	reading

	gate *sync.WaitGroup
}

func (b together) Vacancies(ctx context.Context, tenant string) ([]vacancy.Vacancy, error) {
	b.gate.Done()
	b.gate.Wait()
	return broken{}.Vacancies(ctx, tenant)
}

// More tasks are given up at one moment than there are connections, and each fails its
// session all the same.
func TestHooks_givesUpManyAtOnce(t *testing.T) {
	conform(t, func(t *testing.T, db *store.DB) {
		const many = 8 // storetest opens four connections
		var gate sync.WaitGroup
		gate.Add(many)
		h := newHouse(t, db, change{
			config: func(c *Config) { c.AtOnce, c.Retry = many, jobs.Schedule{Delays: []time.Duration{}} },
			parts:  func(p *interview.Parts) { p.Vacancies = together{p.Vacancies.(reading), &gate} },
		})
		h.vacancy(t)
		for range many {
			h.start(t)
		}
		begun := time.Now()
		h.run(t)
		for range many {
			if got := h.site.next(t); got["type"] != "error" || got["code"] != "internal" {
				t.Errorf("a receiver hears %v", got)
			}
		}
		if took := time.Since(begun); took > 20*time.Second { // burials that wait for each other take three times 10 s
			t.Errorf("it took %s", took)
		}
	})
}

// A task of a session that needs it no more fails nothing.
func TestHooks_givesUpNothingElse(t *testing.T) {
	conform(t, func(t *testing.T, db *store.DB) {
		h := newHouse(t, db, change{})
		h.vacancy(t)
		h.run(t)
		s := h.start(t)
		h.site.next(t)
		for name, task := range map[string]taskWire{
			"a task of an earlier stage": {Tenant: team, Session: s.ID},
			"an old alarm":               {Tenant: team, Session: s.ID, Alarm: 99},
			"a session that is gone":     {Tenant: team, Session: "0198c1a7-4f3e-7cc2-9a51-5d2f6b0e8a11"},
		} {
			if err := h.bury(t, task); err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
		state, err := h.room.Load(t.Context(), team, s.ID)
		if err != nil || state.Over() {
			t.Errorf("the session is %s, %v", state.Status, err)
		}
	})
}

func (h *house) bury(t *testing.T, task taskWire) error {
	t.Helper()
	return h.DB.Write(t.Context(), func(ctx context.Context, tx *sql.Tx) error {
		return h.giveUp(ctx, tx, jobs.Job{Payload: payloadOf(t, task)}, nil)
	})
}

// A change that was overtaken is made anew without a wait, as long as that is likely to help.
func TestHooks_overtakenChangesAreMadeAnewAtOnce(t *testing.T) {
	conform(t, func(t *testing.T, db *store.DB) {
		h := newHouse(t, db, change{})
		h.vacancy(t)
		s := h.start(t)
		job := jobs.Job{Payload: payloadOf(t, taskWire{Tenant: team, Session: s.ID}), Attempt: 1}
		effect, err := h.advance(t.Context(), job)
		if err != nil || effect == nil {
			t.Fatalf("nothing to do: %v", err)
		}
		if _, err := h.room.Extend(t.Context(), team, s.ID, time.Hour); err != nil {
			t.Fatal(err)
		}
		err = h.DB.Write(t.Context(), func(ctx context.Context, tx *sql.Tx) error { return effect(ctx, tx) })
		if err == nil || !isAtOnce(err) {
			t.Errorf("the overtaken change ends with %v", err)
		}
	})
}

// What of a try-out arrives after it was erased is not kept, and neither is an event of an
// interview that is no try-out.
func TestHooks_receivesNothingElse(t *testing.T) {
	conform(t, func(t *testing.T, db *store.DB) {
		h := newHouse(t, db, change{})
		own := httptest.NewServer(h.Receiver())
		defer own.Close()
		h.Answering(own.URL)
		key := h.vacancy(t)
		try := h.start(t, func(in *interview.Start) { in.WebhookURL, in.Tryout = "", true })
		real := h.start(t)
		h.run(t)
		h.site.next(t)
		event := map[string]delivery.Delivery{}
		for _, s := range []string{try.ID, real.ID} {
			settled(t, func() bool {
				list, err := h.room.DeliveriesOf(t.Context(), team, s)
				if err == nil && len(list) > 0 {
					event[s] = list[0]
				}
				return len(list) > 0
			})
		}
		if got := post(t, own.URL+ReceiverPath+team+"/"+real.ID, event[real.ID].Event, event[real.ID].Body, key); got != http.StatusGone {
			t.Errorf("an event for somebody else: %d", got)
		}
		if err := h.room.Delete(t.Context(), team, try.ID); err != nil {
			t.Fatal(err)
		}
		if got := post(t, try.WebhookURL, event[try.ID].Event, event[try.ID].Body, key); got != http.StatusGone {
			t.Errorf("an event of the erased: %d", got)
		}
		for _, s := range []string{try.ID, real.ID} {
			if got, err := h.Received(t.Context(), team, s); err != nil || len(got) != 0 {
				t.Errorf("kept %v, %v", got, err)
			}
		}
	})
}

// A change of how events are sent that cannot be logged does not take place: a secret that
// nobody was shown would sign.
func TestHooks_logsSettingsWithThem(t *testing.T) {
	conform(t, func(t *testing.T, db *store.DB) {
		h := newHouse(t, db, change{})
		before := h.vacancy(t)
		err := db.Write(t.Context(), func(ctx context.Context, tx *sql.Tx) error {
			_, err := tx.ExecContext(ctx, "DROP TABLE audit_pending")
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		if secret, err := h.room.RotateSecret(t.Context(), team, time.Hour); err == nil || secret != "" {
			t.Errorf("a secret %q, %v", secret, err)
		}
		if _, err := h.room.SaveEndpoint(t.Context(), team, delivery.Endpoint{Shape: "flat"}); err == nil {
			t.Error("settings were saved")
		}
		keys, err := h.Outbox.Keys(t.Context(), team)
		if err != nil || len(keys) != 1 || keys[0].Reveal() != before.Reveal() {
			t.Errorf("%d keys, %v", len(keys), err)
		}
		if e, err := h.Endpoint(t.Context(), team); err != nil || e.Shape != "compat" {
			t.Errorf("shape %s, %v", e.Shape, err)
		}
	})
}

// Deliveries that wait keep nobody from an interview, and a clock that is set back does not
// freeze the count.
func TestHooks_countsTasksAlone(t *testing.T) {
	conform(t, func(t *testing.T, db *store.DB) {
		var ahead time.Duration
		h := newHouse(t, db, change{config: func(c *Config) {
			c.Backlog = 2
			c.Now = func() time.Time { return time.Now().Add(ahead) }
		}})
		h.vacancy(t)
		err := db.Write(t.Context(), func(ctx context.Context, tx *sql.Tx) error {
			for range 3 {
				if _, err := h.Queue.Insert(ctx, tx, jobs.Spec{Kind: "deliver", Payload: struct{}{}}); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		h.start(t)
		h.start(t)
		ahead = -time.Hour
		if err := h.Admit(t.Context()); fault.KindOf(err) != fault.Unavailable {
			t.Errorf("two tasks wait: %v", err)
		}
	})
}

func payloadOf(t *testing.T, task taskWire) json.RawMessage {
	t.Helper()
	text, err := json.Marshal(task)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// isAtOnce tells what jobs.RetryIn(0, ...) made, which has no type of its own outside.
func isAtOnce(err error) bool { return strings.Contains(err.Error(), "(again in 0s)") }

// Interviews are removed while their tasks run and their events leave: nothing of them is
// left anywhere, and nobody waits for long.
func TestHooks_forgetsWhileItWorks(t *testing.T) {
	conform(t, func(t *testing.T, db *store.DB) {
		h := newHouse(t, db, change{})
		h.vacancy(t)
		h.run(t)
		var removing sync.WaitGroup
		begun := time.Now()
		for range 30 {
			s := h.start(t)
			removing.Go(func() {
				if err := h.room.Delete(context.Background(), team, s.ID); err != nil {
					t.Error(err)
				}
			})
		}
		removing.Wait()
		t.Logf("in %s", time.Since(begun))
		for table, of := range map[string]string{
			"interview": "tenant = $1", "outbox_message": "tenant = $1", "outbox_attempt": "tenant = $1", "inbox": "tenant = $1",
			"job": "order_key <> '' AND $1 <> ''",
		} {
			settled(t, func() bool { // a repetition that was on its way ends by itself
				var n int
				err := db.Read(t.Context(), func(ctx context.Context, tx *sql.Tx) error {
					return tx.QueryRowContext(ctx, "SELECT count(*) FROM "+table+" WHERE "+of, team).Scan(&n)
				})
				return err == nil && n == 0
			})
		}
	})
}
