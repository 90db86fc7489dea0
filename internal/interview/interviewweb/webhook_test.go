package interviewweb_test

import (
	"context"
	"net/http"
	"regexp"
	"strings"
	"testing"
	"time"

	"kadry/internal/fault"
	"kadry/internal/interview"
	"kadry/internal/interview/delivery"
	"kadry/internal/interview/interviewtest"
	"kadry/internal/interview/interviewweb"
	"kadry/internal/interview/session"
	"kadry/internal/webui/webtest"
)

func TestWebhooks_showTheSecretOnce(t *testing.T) {
	t.Parallel()
	l := newTryouts(t)
	pages := l.pages(t, webtest.Everyone)
	webtest.Wants(t, webtest.Ask(t, pages, "GET", "/webhooks", "", webtest.Russian...).Page, "Секрета ещё нет", "Создать новый секрет", "Форма сообщения")
	got := webtest.Ask(t, pages, "POST", "/webhooks/secret", "overlap=24h0m0s", webtest.Russian...)
	status(t, "a new secret", got, http.StatusOK)
	webtest.Wants(t, got.Page, "whsec_test1", "Он показан только на этой странице", "Как проверить подпись", "webhook-id.webhook-timestamp.body", "Других секретов, которые подписывают, больше нет")
	if got.Header.Get("Cache-Control") != "no-store" {
		t.Error("a cache may keep the secret")
	}
	page := webtest.Ask(t, pages, "GET", "/webhooks", "", webtest.Russian...).Page
	lacks(t, page, "whsec_")
	webtest.Wants(t, page, "Подписывает один секрет", "Старый секрет подписывает вместе с новым ещё")
	got = webtest.Ask(t, pages, "POST", "/webhooks/secret", "overlap=24h0m0s")
	webtest.Wants(t, got.Page, "whsec_test2", "The old secret signs beside it until")
	webtest.Wants(t, webtest.Ask(t, pages, "GET", "/webhooks", "").Page, "the old one signs beside it until")
	got = webtest.Ask(t, pages, "POST", "/webhooks/secret", "overlap=9999h")
	status(t, "a year of overlap", got, http.StatusBadRequest)
	lacks(t, got.Page, "whsec_")
}

func TestWebhooks_settingsAreKeptOrRefused(t *testing.T) {
	t.Parallel()
	l := newTryouts(t)
	pages := l.pages(t, webtest.Everyone)
	got := webtest.Ask(t, pages, "POST", "/webhooks", form("payload", "flat", "hosts", "ats.example\r\n hr.example, ", "retention_days", "90"))
	if to := got.Header.Get("Location"); to != "/webhooks?saved=1" {
		t.Fatalf("%d to %q: %s", got.StatusCode, to, webtest.Text(got.Page))
	}
	page := webtest.Ask(t, pages, "GET", "/webhooks?saved=1", "").Page
	webtest.Wants(t, page, "Saved. It applies from the next event on.", "ats.example hr.example")
	if !regexp.MustCompile(`value="flat" checked`).MatchString(page) || !strings.Contains(page, `value="90"`) {
		t.Error("the page does not show what is kept")
	}
	evil := `<script>alert(1)</script>`
	for name, tt := range map[string]struct{ sent, says string }{
		"another shape":   {form("payload", "xml"), "must be one of compat, flat, envelope"},
		"no number":       {form("payload", "flat", "retention_days", "soon"), "must be 0-3650"},
		"too long":        {form("payload", "flat", "retention_days", "9999"), "must be 0-3650"},
		"many hosts":      {form("payload", "flat", "hosts", strings.Repeat("a.example\n", 51)), "must have at most 50 items"},
		"a hidden letter": {form("payload", "flat", "hosts", "a\u202e.example"), "is no host"},
		"markup":          {form("payload", "flat", "hosts", strings.Repeat(evil, 20)), "is no host"},
	} {
		got := webtest.Ask(t, pages, "POST", "/webhooks", tt.sent)
		status(t, name, got, http.StatusBadRequest)
		webtest.Wants(t, got.Page, tt.says, "Something in the form needs another look")
		lacks(t, got.Page, "<script>alert")
	}
	if e, err := l.room.Endpoint(t.Context(), "default"); err != nil || e.Shape != "flat" || len(e.Hosts) != 2 || e.Retain != 90 {
		t.Errorf("kept %+v, %v", e, err)
	}
}

// testDeliveries answers test events as receivers do.
type testDeliveries struct {
	*interviewtest.Store
	attempt delivery.Attempt
	state   delivery.State
	err     error
}

func (p *testDeliveries) Test(_ context.Context, _, url string) (delivery.Delivery, error) {
	if p.err != nil {
		return delivery.Delivery{}, p.err
	}
	return delivery.Delivery{Event: "e", Type: delivery.EventTest, URL: url, State: p.state, Count: 1, Attempts: []delivery.Attempt{p.attempt}}, nil
}

func TestWebhooks_testSaysWhatHappened(t *testing.T) {
	t.Parallel()
	p := &testDeliveries{}
	l := newTryouts(t, func(parts *interview.Parts) {
		p.Store = parts.Deliveries.(*interviewtest.Store)
		parts.Deliveries = p
	})
	pages := l.pages(t, webtest.Everyone)
	send := func(url string) webtest.Answer {
		return webtest.Ask(t, pages, "POST", "/webhooks/test", form("webhook_url", url))
	}
	evil := "<script>alert(1)</script>\u202e" + strings.Repeat("x", 900)
	for name, tt := range map[string]struct {
		state   delivery.State
		attempt delivery.Attempt
		says    []string
	}{
		"taken":       {delivery.Done, delivery.Attempt{Status: 204, Class: "answered", Took: 87 * time.Millisecond}, []string{"Your receiver took the event", "Status 204", "87"}},
		"moved":       {delivery.Dead, delivery.Attempt{Status: 302, Class: "answered"}, []string{"redirects are not followed"}},
		"unsigned":    {delivery.Dead, delivery.Attempt{Status: 401, Class: "answered", Excerpt: evil}, []string{"check its secret", "<script>alert(1)</script>"}},
		"gone":        {delivery.Gone, delivery.Attempt{Status: 410, Class: "answered"}, []string{"wants no more events"}},
		"broken":      {delivery.Dead, delivery.Attempt{Status: 500, Class: "answered"}, []string{"but not with 2xx"}},
		"silent":      {delivery.Dead, delivery.Attempt{Class: "silent", Took: 15 * time.Second}, []string{"No answer within the time allowed", "15"}},
		"forbidden":   {delivery.Dead, delivery.Attempt{Class: "forbidden"}, []string{"is not allowed"}},
		"a new class": {delivery.Dead, delivery.Attempt{Class: "eaten"}, []string{"It did not get through: eaten"}},
	} {
		p.state, p.attempt = tt.state, tt.attempt
		got := send("https://ats.example/hook")
		status(t, name, got, http.StatusOK)
		webtest.Wants(t, got.Page, append(tt.says, "https://ats.example/hook")...)
		lacks(t, got.Page, "<script>alert")
	}
	for url, says := range map[string]string{"": "must not be empty", "laravel": "must be an http or https address", "https://a:b@x.example/": "must not hold a password"} {
		got := send(url)
		status(t, url, got, http.StatusBadRequest)
		webtest.Wants(t, got.Page, "Nothing was sent.", says)
	}
	p.err = fault.E(fault.Conflict, fault.Say("No secret.", "Секрета нет."), &session.Refused{Code: session.NoSecret})
	got := send("https://ats.example/hook")
	status(t, "no secret", got, http.StatusConflict)
	webtest.Wants(t, got.Page, "There is no signing secret yet; make one first.")
}

func TestWebhooks_sayWhatIsRiskyAndWhatIsMissing(t *testing.T) {
	t.Parallel()
	l := newTryouts(t)
	risky := l.pages(t, webtest.Everyone, func(c *interviewweb.Config) {
		c.WebhookRisks = []fault.Text{fault.Say("Plain http is allowed.", "Разрешён http без шифрования.")}
	})
	webtest.Wants(t, webtest.Ask(t, risky, "GET", "/webhooks", "", webtest.Russian...).Page, "делают вебхуки менее безопасными", "Разрешён http без шифрования.")
	lacks(t, webtest.Text(webtest.Ask(t, l.pages(t, webtest.Everyone), "GET", "/webhooks", "").Page), "less safe")
	silent := newTryouts(t, func(p *interview.Parts) { p.Deliveries, p.Endpoints, p.Inbox = nil, nil, nil })
	pages := silent.pages(t, webtest.Everyone)
	webtest.Wants(t, webtest.Ask(t, pages, "GET", "/webhooks", "").Page, "This server sends no webhooks")
	for _, target := range []string{"/webhooks", "/webhooks/secret", "/webhooks/test"} {
		status(t, target, webtest.Ask(t, pages, "POST", target, "payload=flat"), http.StatusServiceUnavailable)
	}
	silent.vacancy(t, "default", goVacancy)
	got := webtest.Ask(t, pages, "POST", "/try", form("resume_text", "Go", "consent", "1"))
	status(t, "a try-out without a receiver", got, http.StatusServiceUnavailable)
	webtest.Wants(t, got.Page, "This server sends no webhooks.")
	l.store.Fail(goneDatabase())
	status(t, "without storage", webtest.Ask(t, l.pages(t, webtest.Everyone), "GET", "/webhooks", ""), http.StatusServiceUnavailable)
}
