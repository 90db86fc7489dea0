package interviewjobs

import (
	"context"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"kadry/internal/fault"
	"kadry/internal/interview"
	"kadry/internal/interview/delivery"
	"kadry/internal/linktoken"
	"kadry/internal/store"
	"kadry/internal/upstream"
	"kadry/internal/webhook"
)

// answeringHouse is a house whose test receivers answer, by the way that the server has to them.
func answeringHouse(t *testing.T, db *store.DB, with change) (h *house, own string) {
	t.Helper()
	h = newHouse(t, db, with)
	server := httptest.NewServer(h.TestReceivers())
	t.Cleanup(server.Close)
	host := strings.TrimPrefix(server.URL, "http://")
	client, err := upstream.New(upstream.Config{Open: []upstream.Open{{Name: tryoutRoute, Hosts: []string{host}, Inside: []string{host}, Plain: true}}, Logger: h.Log})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = client.Close() })
	h.Outbox.Route(tryoutRoute, client.Send, client.Check)
	h.Answering(server.URL)
	return h, server.URL
}

func gotBy(t *testing.T, h *house) []delivery.Request {
	t.Helper()
	r, err := h.room.Receiver(t.Context(), team)
	if err != nil {
		t.Fatal(err)
	}
	return r.Requests
}

// A test event arrives as at a foreign receiver, and is answered as the receiver was told to.
func TestTestReceiver_showsWhatArrives(t *testing.T) {
	conform(t, func(t *testing.T, db *store.DB) {
		h, own := answeringHouse(t, db, change{})
		h.vacancy(t)
		r, err := h.room.MakeReceiver(t.Context(), team)
		if err != nil || !strings.HasPrefix(r.URL, own+TestReceiverPath) || len(r.Requests) != 0 {
			t.Fatalf("%+v, %v", r, err)
		}
		d, err := h.room.TestDelivery(t.Context(), team, r.URL)
		if err != nil || d.State != delivery.Done {
			t.Fatalf("%+v, %v", d, err)
		}
		got := gotBy(t, h)
		if len(got) != 1 || !got[0].Proven || string(got[0].Body) != d.Body || got[0].Header[webhook.HeaderID] != d.Event || got[0].Header[webhook.HeaderSignature] == "" {
			t.Errorf("got %+v of %+v", got, d)
		}
		for reply, want := range map[delivery.Reply]delivery.State{delivery.Fails: delivery.Dead, delivery.Leaves: delivery.Gone, delivery.Takes: delivery.Done} {
			if _, err := h.room.SetReply(t.Context(), team, reply); err != nil {
				t.Fatal(err)
			}
			if d, err := h.room.TestDelivery(t.Context(), team, r.URL); err != nil || d.State != want || gotBy(t, h)[0].Reply != reply {
				t.Errorf("%s: %+v, %v", reply, d, err)
			}
		}
		for _, wrong := range []delivery.Reply{"", "200", "302"} {
			if _, err := h.room.SetReply(t.Context(), team, wrong); fault.KindOf(err) != fault.Invalid {
				t.Errorf("%q: %v", wrong, err)
			}
		}
	})
}

// The exception for own addresses is that of a working receiver of the tenant, and no other.
func TestTestReceiver_opensNothingElse(t *testing.T) {
	conform(t, func(t *testing.T, db *store.DB) {
		h, own := answeringHouse(t, db, change{})
		h.vacancy(t)
		if _, err := h.room.RotateSecret(t.Context(), "other", 0); err != nil {
			t.Fatal(err)
		}
		r, err := h.room.MakeReceiver(t.Context(), team)
		if err != nil {
			t.Fatal(err)
		}
		unknown, err := linktoken.New()
		if err != nil {
			t.Fatal(err)
		}
		for _, address := range []string{
			own, own + "/", own + "/settings", own + TestReceiverPath, own + TestReceiverPath + unknown.Reveal(),
			r.URL + "/", r.URL + "?a=b", r.URL + "x", r.URL + "/../../settings", strings.Replace(r.URL, TestReceiverPath, TestReceiverPath+"../", 1),
		} {
			if _, err := h.room.TestDelivery(t.Context(), team, address); fault.KindOf(err) != fault.Invalid {
				t.Errorf("%s: %v", address, err)
			}
			if _, err := h.room.Start(t.Context(), interview.Start{Tenant: team, UserID: "u", WebhookURL: address, Resume: "Go, 6 лет"}); fault.KindOf(err) != fault.Invalid {
				t.Errorf("an interview to %s: %v", address, err)
			}
		}
		if _, err := h.room.TestDelivery(t.Context(), "other", r.URL); fault.KindOf(err) != fault.Invalid {
			t.Errorf("another tenant sends: %v", err)
		}
		if _, err := h.room.Receiver(t.Context(), "other"); fault.KindOf(err) != fault.NotFound {
			t.Errorf("another tenant sees: %v", err)
		}
		if got := gotBy(t, h); len(got) != 0 {
			t.Errorf("arrived: %+v", got)
		}
	})
}

// Whatever comes, little is kept of it, and nothing that could be a credential.
func TestTestReceiver_isBounded(t *testing.T) {
	conform(t, func(t *testing.T, db *store.DB) {
		h, _ := answeringHouse(t, db, change{})
		h.vacancy(t)
		r, err := h.room.MakeReceiver(t.Context(), team)
		if err != nil {
			t.Fatal(err)
		}
		forged, err := webhook.NewSecret()
		if err != nil {
			t.Fatal(err)
		}
		if got := post(t, r.URL, "msg_1", "{}", forged); got != http.StatusNoContent {
			t.Errorf("forged: %d", got)
		}
		if got := gotBy(t, h); len(got) != 1 || got[0].Proven {
			t.Errorf("forged: %+v", got)
		}
		if got := post(t, r.URL, "msg_1", strings.Repeat("x", longestRequest+1), forged); got != http.StatusRequestEntityTooLarge {
			t.Errorf("too large: %d", got)
		}
		limited := false
		for range 40 {
			limited = post(t, r.URL, "msg_1", "{}", forged) == http.StatusTooManyRequests || limited
		}
		if !limited {
			t.Error("42 requests at once are all taken")
		}
		header := http.Header{"Cookie": {"a=b"}, "Authorization": {"Bearer x"}, "User-Agent": {"a\x00b\xff" + strings.Repeat("c", 2*longestValue)}}
		for range requestsKept + 5 {
			if _, err := h.box(t.Context(), team, h.ownReceiver(r.URL), header, []byte{0, 0xff}); err != nil {
				t.Fatal(err)
			}
		}
		got := gotBy(t, h)
		if len(got) != requestsKept || got[0].Number <= got[1].Number || len(got[0].Header) != 1 || len(got[0].Header["User-Agent"]) > longestValue {
			t.Errorf("%d kept, the first %+v", len(got), got[0])
		}
	})
}

// Events of an interview arrive too, and go when it is erased; so does the receiver.
func TestTestReceiver_forgets(t *testing.T) {
	conform(t, func(t *testing.T, db *store.DB) {
		var ahead atomic.Int64
		h, _ := answeringHouse(t, db, change{config: func(c *Config) {
			c.Now = func() time.Time { return time.Now().Add(time.Duration(ahead.Load())) }
		}})
		h.vacancy(t)
		r, err := h.room.MakeReceiver(t.Context(), team)
		if err != nil {
			t.Fatal(err)
		}
		h.run(t)
		s := h.start(t, func(in *interview.Start) { in.WebhookURL = r.URL })
		settled(t, func() bool {
			d, err := h.room.LastDelivery(t.Context(), team, s.ID)
			return err == nil && d.State == delivery.Done
		})
		if got := gotBy(t, h); len(got) != 1 || !got[0].Proven || !strings.Contains(string(got[0].Body), s.ID) {
			t.Errorf("got %+v", got)
		}
		if err := h.room.Delete(t.Context(), team, s.ID); err != nil {
			t.Fatal(err)
		}
		if got := gotBy(t, h); len(got) != 0 {
			t.Errorf("left %+v", got)
		}
		if err := h.room.DropReceiver(t.Context(), team); err != nil {
			t.Fatal(err)
		}
		key, err := webhook.NewSecret()
		if err != nil {
			t.Fatal(err)
		}
		if got := post(t, r.URL, "msg_1", "{}", key); got != http.StatusGone {
			t.Errorf("after the deletion: %d", got)
		}
		if err := h.room.DropReceiver(t.Context(), team); fault.KindOf(err) != fault.NotFound {
			t.Errorf("deleted again: %v", err)
		}
		if r, err = h.room.MakeReceiver(t.Context(), team); err != nil {
			t.Fatal(err)
		}
		ahead.Store(int64(receiverLives))
		if got := post(t, r.URL, "msg_1", "{}", key); got != http.StatusGone {
			t.Errorf("after its day: %d", got)
		}
		if err := h.sweepReceivers(t.Context(), h.now()); err != nil {
			t.Fatal(err)
		}
		ahead.Store(0)
		if _, err := h.room.Receiver(t.Context(), team); fault.KindOf(err) != fault.NotFound {
			t.Errorf("after the sweep: %v", err)
		}
	})
}

// One that hangs ends with its caller, and only so many hang at once.
func TestTestReceiver_hangsWithinBounds(t *testing.T) {
	t.Parallel()
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	hanging := make(chan struct{}, 1)
	r := httptest.NewRequestWithContext(gone, http.MethodPost, "/", nil)
	answer(httptest.NewRecorder(), r, delivery.Hangs, hanging)
	if len(hanging) != 0 {
		t.Error("the place is not given back")
	}
	hanging <- struct{}{}
	w := httptest.NewRecorder()
	answer(w, httptest.NewRequestWithContext(t.Context(), http.MethodPost, "/", nil), delivery.Hangs, hanging)
	if w.Code != http.StatusServiceUnavailable {
		t.Errorf("one too many: %d", w.Code)
	}
}
