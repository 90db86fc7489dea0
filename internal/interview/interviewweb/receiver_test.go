package interviewweb_test

import (
	"context"
	"net/http"
	"testing"
	"time"

	"kadry/internal/fault"
	"kadry/internal/interview"
	"kadry/internal/interview/delivery"
	"kadry/internal/op"
	"kadry/internal/webui/webtest"
)

// receivers is one test receiver that got something foreign.
type receivers struct{ kept *delivery.Receiver }

func (r *receivers) MakeReceiver(context.Context, string) (delivery.Receiver, error) {
	r.kept = &delivery.Receiver{URL: "https://kadry.example/try/receiver/token", Reply: delivery.Takes, MadeAt: asOf, ExpiresAt: asOf.Add(24 * time.Hour), Requests: []delivery.Request{
		{Number: 2, At: asOf, Header: map[string]string{"webhook-id": "msg_2"}, Body: []byte("<script>alert(1)</script>\xff"), Reply: delivery.Fails},
		{Number: 1, At: asOf, Header: map[string]string{"webhook-id": "msg_1"}, Body: []byte(`{"type":"test"}`), Proven: true, Reply: delivery.Takes},
	}}
	return *r.kept, nil
}

func (r *receivers) TestReceiver(context.Context, string) (delivery.Receiver, error) {
	if r.kept == nil {
		return delivery.Receiver{}, fault.E(fault.NotFound, fault.Say("None.", "Нет."), nil)
	}
	return *r.kept, nil
}

func (r *receivers) SetReply(_ context.Context, _ string, reply delivery.Reply) error {
	r.kept.Reply = reply
	return nil
}

func (r *receivers) DropReceiver(context.Context, string) error {
	r.kept = nil
	return nil
}

func TestReceiver_isMadeSetAndDeleted(t *testing.T) {
	t.Parallel()
	r := &receivers{}
	l := newTryouts(t, func(p *interview.Parts) { p.Receivers = r })
	pages := l.pages(t, webtest.Everyone)
	webtest.Wants(t, webtest.Ask(t, pages, "GET", "/webhooks", "", webtest.Russian...).Page, "Возьмите проверочный")
	webtest.Wants(t, webtest.Ask(t, pages, "GET", "/webhooks/receiver", "", webtest.Russian...).Page, "Проверочного приёмника нет", "Создать проверочный приёмник")
	status(t, "made", webtest.Ask(t, pages, "POST", "/webhooks/receiver", ""), http.StatusSeeOther)
	page := webtest.Ask(t, pages, "GET", "/webhooks/receiver", "").Page
	webtest.Wants(t, page, "https://kadry.example/try/receiver/token", "the signature holds", "the signature does not hold", "webhook-id: msg_2", "answer: 500, an error")
	lacks(t, page, "<script>alert")
	status(t, "set", webtest.Ask(t, pages, "POST", "/webhooks/receiver/reply", form("reply", "410")), http.StatusSeeOther)
	if r.kept.Reply != delivery.Leaves {
		t.Errorf("answers %s", r.kept.Reply)
	}
	status(t, "set to nonsense", webtest.Ask(t, pages, "POST", "/webhooks/receiver/reply", form("reply", "302")), http.StatusBadRequest)
	status(t, "deleted", webtest.Ask(t, pages, "POST", "/webhooks/receiver/delete", ""), http.StatusSeeOther)
	if r.kept != nil {
		t.Error("it is still there")
	}
}

func TestReceiver_isForAdministrators(t *testing.T) {
	t.Parallel()
	r := &receivers{}
	l := newTryouts(t, func(p *interview.Parts) { p.Receivers = r })
	pages := l.pages(t, op.Caller{Name: "writer", Tenant: "default"})
	for _, ask := range [][2]string{{"GET", ""}, {"POST", ""}, {"POST", "/reply"}, {"POST", "/delete"}} {
		if got := webtest.Ask(t, pages, ask[0], "/webhooks/receiver"+ask[1], ""); got.StatusCode != http.StatusForbidden {
			t.Errorf("%s: %d", ask, got.StatusCode)
		}
	}
	if r.kept != nil {
		t.Error("somebody without the right made one")
	}
}
