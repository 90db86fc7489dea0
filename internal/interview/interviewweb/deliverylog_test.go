package interviewweb_test

import (
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"kadry/internal/op"
	"kadry/internal/webui/webtest"
)

// The log of all deliveries narrows by state, leads to the interview, and sends again what was
// chosen.
func TestDeliveryLog_sendsChosenAgain(t *testing.T) {
	t.Parallel()
	c := casesOf(t, "sent")
	id, pages := c.ids["sent"], c.pages(t, webtest.Everyone)
	all := webtest.Ask(t, pages, "GET", "/developers/deliveries?state=dead", "")
	webtest.Wants(t, all.Page, "Delivery log", "not delivered, given up")
	if !strings.Contains(all.Page, `href="/interviews/`+id+`/deliveries"`) {
		t.Error("a delivery does not lead to its interview")
	}
	if none := webtest.Ask(t, pages, "GET", "/developers/deliveries?state=gone", "", webtest.Russian...).Page; strings.Contains(none, id) {
		t.Error("another state is shown")
	}
	chosen := regexp.MustCompile(`name="event" value="([^"]+)"`).FindStringSubmatch(all.Page)
	if chosen == nil {
		t.Fatal("nothing can be chosen")
	}
	again := webtest.Ask(t, pages, "POST", "/developers/deliveries", url.Values{"event": {chosen[1], id + "/unknown"}}.Encode())
	if to := again.Header.Get("Location"); to != "/developers/deliveries?redelivered=1&left=1" {
		t.Fatalf("%d, led to %q", again.StatusCode, to)
	}
	webtest.Wants(t, webtest.Ask(t, pages, "GET", "/developers/deliveries?redelivered=1&left=1", "").Page, "1 event is on its way again. 1 was left")
	for _, form := range []string{"", strings.Repeat("event=x%2Fy&", 51)} {
		if got := webtest.Ask(t, pages, "POST", "/developers/deliveries", form); got.StatusCode != http.StatusBadRequest {
			t.Errorf("%.20q: %d", form, got.StatusCode)
		}
	}
	if got := webtest.Ask(t, pages, "GET", "/developers/deliveries?state=lost", ""); got.StatusCode != http.StatusBadRequest {
		t.Errorf("an unknown state: %d", got.StatusCode)
	}
}

// The first page names what was not delivered and what waits, each with the way there, and the
// search box finds vacancies by title and interviews by candidate.
func TestHome_namesWhatNeedsAPerson(t *testing.T) {
	t.Parallel()
	c := casesOf(t, "sent", "pending")
	pages := c.pages(t, webtest.Everyone)
	home := webtest.Ask(t, pages, "GET", "/", "").Page
	webtest.Wants(t, home, "Webhooks that did not arrive", "ats.example", "Waiting for answers", "webhook-6", "Vacancies")
	if !strings.Contains(home, `href="/interviews/`+c.ids["sent"]+`/deliveries"`) || strings.Contains(home, "token=secret") {
		t.Error("the failed delivery has no way to it, or shows the secret of its address")
	}
	found := webtest.Ask(t, pages, "GET", "/search?q=webhook-6", "").Page
	if !strings.Contains(found, `href="/interviews/`+c.ids["pending"]+`"`) {
		t.Error("an interview is not found by its candidate")
	}
	hr := c.pages(t, op.Caller{Name: "hr", Tenant: "default", Toolsets: []string{"talent"}})
	if closed := webtest.Ask(t, hr, "GET", "/", "").Page; strings.Contains(closed, "webhook-6") || strings.Contains(closed, "problem") {
		t.Error("what is closed to the caller is shown, or said to have failed")
	}
}
