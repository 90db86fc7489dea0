package interviewjobs

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"net/http/httptest"
	"reflect"
	"strings"
	"testing"
	"time"

	"kadry/internal/audit"
	"kadry/internal/fault"
	"kadry/internal/interview"
	"kadry/internal/interview/analysis"
	"kadry/internal/interview/delivery"
	"kadry/internal/interview/session"
	"kadry/internal/interview/vacancy"
	"kadry/internal/jobs"
	"kadry/internal/store"
	"kadry/internal/webhook"
)

// An interview goes by itself from the start to the end: tasks become jobs, events become
// signed deliveries in order, actions become entries of the audit log.
func TestHooks_carriesAnInterview(t *testing.T) {
	conform(t, func(t *testing.T, db *store.DB) {
		h := newHouse(t, db, change{})
		secret := h.vacancy(t)
		h.run(t)
		s := h.start(t)
		last := h.answerAll(t, s.ID)
		if last["type"] != "end" {
			t.Fatalf("the last event is %v", last)
		}
		state, err := h.room.Load(t.Context(), team, s.ID)
		if err != nil {
			t.Fatal(err)
		}
		wantSame(t, last["analysis_result"], state.Analysis.Report())
		wantSame(t, last["data"].(map[string]any)["analysis_result"], state.Analysis.Report())
		for i, r := range h.site.got {
			stamp := webhook.Stamp{ID: r.Header.Get(webhook.HeaderID), Timestamp: r.Header.Get(webhook.HeaderTimestamp), Signature: r.Header.Get(webhook.HeaderSignature)}
			if err := webhook.Verify(stamp, h.site.body[i], time.Now(), secret); err != nil {
				t.Errorf("delivery %d: %v", i, err)
			}
			var content struct{ Seq int }
			if err := json.Unmarshal(h.site.body[i], &content); err != nil || content.Seq != i+1 {
				t.Errorf("delivery %d is event %d: %v", i, content.Seq, err)
			}
		}
		settled(t, func() bool {
			d, err := h.room.LastDelivery(t.Context(), team, s.ID)
			return err == nil && d.State == delivery.Done && d.Type == session.EventEnd
		})
		wantAudited(t, h, s.ID)
	})
}

func wantSame(t *testing.T, got any, report analysis.Report) {
	t.Helper()
	text, err := json.Marshal(report)
	if err != nil {
		t.Fatal(err)
	}
	var want any
	if err := json.Unmarshal(text, &want); err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("the webhook says %v, the room %v", got, want)
	}
}

// wantAudited checks that the log names every kind of action, holds, and holds no personal data.
func wantAudited(t *testing.T, h *house, session string) {
	t.Helper()
	if _, err := h.Audit.Seal(t.Context()); err != nil {
		t.Fatal(err)
	}
	verdict, err := h.Audit.Verify(t.Context(), audit.Mark{})
	if err != nil || verdict.Broken != nil || verdict.Verified == 0 {
		t.Fatalf("%+v, %v", verdict, err)
	}
	entries, err := h.Audit.List(t.Context(), team, audit.Filter{Subject: session})
	if err != nil {
		t.Fatal(err)
	}
	done := map[string]map[string]string{}
	for _, e := range entries {
		done[e.Action] = e.Detail
		if text, _ := json.Marshal(e); bytes.Contains(text, []byte("Хвостикова")) {
			t.Errorf("personal data in the log: %s", text)
		}
	}
	for action, detail := range map[string]string{
		"interview.accepted": "tryout", "interview.planned": "plan_hash", "interview.notice_shown": "message", "interview.asked": "question",
		"interview.answered": "message", "interview.marked": "bank", "interview.completed": "engine",
	} {
		if done[action][detail] == "" {
			t.Errorf("%s is not in the log with its %s: %v", action, detail, done[action])
		}
	}
}

// A person plays the candidate: the events come back to this server through the same way
// as to any other, and are kept once each.
func TestHooks_receivesTryouts(t *testing.T) {
	conform(t, func(t *testing.T, db *store.DB) {
		h := newHouse(t, db, change{})
		own := httptest.NewServer(h.Receiver())
		defer own.Close()
		if _, err := h.Tryout(t.Context(), team, "s"); fault.KindOf(err) != fault.Unavailable {
			t.Errorf("without an address: %v", err)
		}
		h.Answering(own.URL)
		h.vacancy(t)
		// The houses of these tests may only send to their sites; the receiver is fed by hand.
		s := h.start(t, func(in *interview.Start) { in.WebhookURL, in.Tryout = "", true })
		if want := own.URL + ReceiverPath + team + "/" + s.ID; s.WebhookURL != want {
			t.Errorf("receiver %s, want %s", s.WebhookURL, want)
		}
		h.run(t)
		settled(t, func() bool {
			d, err := h.room.LastDelivery(t.Context(), team, s.ID)
			return err == nil && d.Event != ""
		})
		list, err := h.room.DeliveriesOf(t.Context(), team, s.ID)
		if err != nil {
			t.Fatal(err)
		}
		keys, err := h.Outbox.Keys(t.Context(), team)
		if err != nil {
			t.Fatal(err)
		}
		forged, err := webhook.NewSecret()
		if err != nil {
			t.Fatal(err)
		}
		event := list[0]
		for _, step := range []struct {
			name   string
			id     string
			key    webhook.Secret
			status int
		}{
			{"forged", event.Event, forged, http.StatusUnauthorized},
			{"genuine", event.Event, keys[0], http.StatusNoContent},
			{"again", event.Event, keys[0], http.StatusNoContent},
			{"unknown", "0198c1b9-0000-7000-8000-000000000009", keys[0], http.StatusGone},
		} {
			if got := post(t, s.WebhookURL, step.id, event.Body, step.key); got != step.status {
				t.Errorf("%s: %d, want %d", step.name, got, step.status)
			}
		}
		got, err := h.room.ReceivedBy(t.Context(), team, s.ID)
		if err != nil || len(got) != 1 || got[0].Body != event.Body || got[0].Type != session.EventQuestion || got[0].Seq != 1 {
			t.Errorf("received %+v, %v", got, err)
		}
		if foreign, err := h.room.ReceivedBy(t.Context(), "other", s.ID); err != nil || len(foreign) != 0 {
			t.Errorf("another tenant sees %v, %v", foreign, err)
		}
	})
}

func post(t *testing.T, url, id, body string, key webhook.Secret) int {
	t.Helper()
	stamp, err := webhook.Sign(id, time.Now(), []byte(body), key)
	if err != nil {
		t.Fatal(err)
	}
	r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, url, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	for name, value := range stamp.Header() {
		r.Header.Set(name, value)
	}
	w, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer w.Body.Close()
	return w.StatusCode
}

// Deleting leaves nothing in the queue, the outbox and the inbox, and one entry of the log.
func TestHooks_forgets(t *testing.T) {
	conform(t, func(t *testing.T, db *store.DB) {
		h := newHouse(t, db, change{})
		h.vacancy(t)
		s := h.start(t)
		if err := h.room.Delete(t.Context(), team, s.ID); err != nil {
			t.Fatal(err)
		}
		left, err := h.Queue.List(t.Context(), jobs.Filter{OrderKey: orderKey(s.ID)})
		if err != nil || len(left) != 0 {
			t.Errorf("jobs left: %v, %v", left, err)
		}
		h.run(t)
		s = h.start(t)
		h.answerAll(t, s.ID)
		if n, err := h.room.DeletePerson(t.Context(), team, "u-1"); err != nil || n != 1 {
			t.Errorf("removed %d, %v", n, err)
		}
		sent, err := h.Outbox.Messages(t.Context(), team, s.ID)
		if err != nil || len(sent) != 0 {
			t.Errorf("%d messages left, %v", len(sent), err)
		}
		if _, err := h.Audit.Seal(t.Context()); err != nil {
			t.Fatal(err)
		}
		entries, err := h.Audit.List(t.Context(), team, audit.Filter{Subject: s.ID, Action: "interview.erased"})
		if err != nil || len(entries) != 1 {
			t.Errorf("%d entries, %v", len(entries), err)
		}
	})
}

// What has been kept long enough goes: by the tenant's own rule where there is one.
func TestHooks_purges(t *testing.T) {
	conform(t, func(t *testing.T, db *store.DB) {
		var ahead time.Duration
		h := newHouse(t, db, change{config: func(c *Config) {
			c.Retain = 30
			c.Now = func() time.Time { return time.Now().Add(ahead) }
		}})
		h.vacancy(t)
		h.run(t)
		s := h.start(t)
		h.answerAll(t, s.ID)
		kept := func(after time.Duration) bool {
			ahead = after
			if _, err := h.purge(t.Context(), jobs.Job{}); err != nil {
				t.Fatal(err)
			}
			_, err := h.room.Load(t.Context(), team, s.ID)
			return err == nil
		}
		const day = 24 * time.Hour
		if !kept(29 * day) {
			t.Error("removed before its time")
		}
		if _, err := h.room.SaveEndpoint(t.Context(), team, delivery.Endpoint{Shape: "flat", Retain: 60}); err != nil {
			t.Fatal(err)
		}
		if !kept(59 * day) {
			t.Error("removed by the rule of the server although the tenant has its own")
		}
		if kept(61 * day) {
			t.Error("kept after its time")
		}
	})
}

// A task that cannot be done fails its session, and the receiver hears of it.
func TestHooks_givesUp(t *testing.T) {
	conform(t, func(t *testing.T, db *store.DB) {
		h := newHouse(t, db, change{
			parts:  func(p *interview.Parts) { p.Vacancies = broken{p.Vacancies.(reading)} },
			config: func(c *Config) { c.Retry = jobs.Schedule{Delays: []time.Duration{time.Millisecond}} },
		})
		h.vacancy(t)
		h.run(t)
		s := h.start(t)
		if got := h.site.next(t); got["type"] != "error" || got["code"] != "internal" || got["retryable"] != true {
			t.Errorf("the receiver hears %v", got)
		}
		state, err := h.room.Load(t.Context(), team, s.ID)
		if err != nil || state.Status != session.Failed || state.End != session.EndError {
			t.Errorf("%s, %s, %v", state.Status, state.End, err)
		}
	})
}

// reading is the port that broken breaks: vacancies can be counted and not read.
type reading interface {
	Stamp(ctx context.Context, tenant string) (string, error)
	Vacancies(ctx context.Context, tenant string) ([]vacancy.Vacancy, error)
	Vacancy(ctx context.Context, tenant, id string) (vacancy.Vacancy, error)
	External(ctx context.Context, tenant, externalID string) (vacancy.Vacancy, error)
}

type broken struct{ reading }

func (broken) Vacancies(context.Context, string) ([]vacancy.Vacancy, error) {
	return nil, errors.New("a page of the index is torn")
}

// While too much work waits, nothing is added to it.
func TestHooks_refusesMoreThanItCanDo(t *testing.T) {
	conform(t, func(t *testing.T, db *store.DB) {
		var ahead time.Duration
		h := newHouse(t, db, change{config: func(c *Config) {
			c.Backlog = 2
			c.Now = func() time.Time { return time.Now().Add(ahead) }
		}})
		h.vacancy(t)
		h.start(t)
		h.start(t)
		ahead = time.Minute
		_, err := h.room.Start(t.Context(), interview.Start{Tenant: team, Resume: "Go"})
		if f := fault.From(err); f.Kind != fault.Unavailable || f.RetryAfter <= 0 {
			t.Fatalf("a third start: %v", err)
		}
		h.run(t)
		h.site.next(t)
		h.site.next(t)
		ahead = 2 * time.Minute
		settled(t, func() bool { ahead += time.Second; return h.Admit(t.Context()) == nil })
	})
}

// Nothing is promised to a receiver that could not be signed for.
func TestHooks_asksForASecret(t *testing.T) {
	conform(t, func(t *testing.T, db *store.DB) {
		h := newHouse(t, db, change{})
		_, err := h.room.Start(t.Context(), interview.Start{Tenant: "unsigned", Resume: "Go", WebhookURL: h.site.url})
		refused := (*session.Refused)(nil)
		if !errors.As(err, &refused) || refused.Code != session.NoSecret {
			t.Errorf("got %v", err)
		}
		d, err := h.room.TestDelivery(t.Context(), "unsigned", h.site.url)
		if !errors.As(err, &refused) {
			t.Errorf("a test without a secret: %+v, %v", d, err)
		}
		h.vacancy(t)
		d, err = h.room.TestDelivery(t.Context(), team, h.site.url)
		if err != nil || d.State != delivery.Done || d.Type != delivery.EventTest || len(d.Attempts) != 1 {
			t.Errorf("a test: %+v, %v", d, err)
		}
	})
}
