package interviewweb

import (
	"context"
	"net/http"
	"strconv"
	"strings"
	"time"

	"kadry/internal/fault"
	"kadry/internal/interview/delivery"
	"kadry/internal/interview/session"
	"kadry/internal/webui/kit"
)

const webhooksPath = "/webhooks"

// Fields of the settings of webhooks. The room names its findings by the same words.
const (
	fieldShape   = "payload"
	fieldHosts   = "hosts"
	fieldRetain  = "retention_days"
	fieldOverlap = "overlap"
	fieldHook    = "webhook_url"
)

// overlaps are how long an old secret may sign beside a new one.
var overlaps = []time.Duration{24 * time.Hour, time.Hour, 7 * 24 * time.Hour, 0}

// endpointPage is everything the settings of webhooks show.
type endpointPage struct {
	endpoint delivery.Endpoint
	hosts    string // as they were written
	retain   string
	fault    *fault.Error // of the settings
	secret   string       // a new one, shown on this page alone
	overlap  time.Duration
	url      string // that a test event went to
	tested   *delivery.Delivery
	failed   *fault.Error // why no test event went out
	notice   string
}

// pageOf is the page of an endpoint as it is kept.
func pageOf(e delivery.Endpoint) endpointPage {
	p := endpointPage{endpoint: e, hosts: strings.Join(e.Hosts, "\n")}
	if e.Retain > 0 {
		p.retain = strconv.Itoa(e.Retain)
	}
	return p
}

// sends reports that this server sends webhooks at all.
func (w *web) sends() bool { return w.room.Endpoints != nil && w.room.Deliveries != nil }

// loadEndpoint loads the settings for a caller who may change them.
func (w *web) loadEndpoint(s *screen) (e delivery.Endpoint, err error) {
	if !s.May(opSaveWebhook) {
		return e, kit.Denied()
	}
	err = s.Run(opGetWebhook, func(ctx context.Context) (err error) {
		e, err = w.room.Endpoint(ctx, s.Caller.Tenant)
		return err
	})
	return e, err
}

// webhooks is the page of how events are sent.
func (w *web) webhooks(s *screen) error {
	if !s.May(opSaveWebhook) {
		return kit.Denied()
	}
	if !w.sends() {
		return s.Show(http.StatusOK, noWebhooksPage(s))
	}
	e, err := w.loadEndpoint(s)
	if err != nil {
		return err
	}
	p := pageOf(e)
	if s.Request.URL.Query().Has("saved") {
		p.notice = "webhook.saved"
	}
	return s.Show(http.StatusOK, webhooksPage(s, p))
}

// saveWebhooks keeps the shape, the hosts and the days.
func (w *web) saveWebhooks(s *screen) error {
	e, err := w.loadEndpoint(s)
	if err != nil {
		return err
	}
	p := pageOf(e)
	p.endpoint.Shape, p.hosts, p.retain = s.Request.PostFormValue(fieldShape), lines(s.Request.PostFormValue(fieldHosts)), strings.TrimSpace(s.Request.PostFormValue(fieldRetain))
	p.endpoint.Hosts = strings.FieldsFunc(p.hosts, func(r rune) bool { return strings.ContainsRune("\n,; \t", r) })
	p.endpoint.Retain = 0
	if p.retain != "" {
		if p.endpoint.Retain, err = strconv.Atoi(p.retain); err != nil {
			p.endpoint.Retain = -1 // refused with the others
		}
	}
	err = s.Run(opSaveWebhook, func(ctx context.Context) error {
		_, err := w.room.SaveEndpoint(ctx, s.Caller.Tenant, p.endpoint)
		return err
	})
	if err == nil {
		s.Redirect(webhooksPath + "?saved=1")
		return nil
	}
	p.fault = fault.From(err)
	return s.Show(kit.Status(p.fault), webhooksPage(s, p))
}

// rotateSecret makes a new secret and shows it, this once: the answer is kept by nobody.
func (w *web) rotateSecret(s *screen) error {
	before, err := w.loadEndpoint(s)
	if err != nil {
		return err
	}
	overlap, err := time.ParseDuration(s.Request.PostFormValue(fieldOverlap))
	if err != nil {
		overlap = 0
	}
	if !before.Signed {
		overlap = 0
	}
	var secret string
	err = s.Run(opRotateSecret, func(ctx context.Context) (err error) {
		secret, err = w.room.RotateSecret(ctx, s.Caller.Tenant, overlap)
		return err
	})
	if err != nil {
		return err
	}
	e, err := w.loadEndpoint(s)
	if err != nil {
		e = before // the secret must be shown in any case: there is no second time
	}
	p := pageOf(e)
	p.secret, p.overlap = secret, overlap
	return s.Show(http.StatusOK, secretPage(s, p))
}

// testWebhook sends a test event to an address and shows what happened.
func (w *web) testWebhook(s *screen) error {
	e, err := w.loadEndpoint(s)
	if err != nil {
		return err
	}
	p := pageOf(e)
	p.url = strings.TrimSpace(s.Request.PostFormValue(fieldHook))
	var d delivery.Delivery
	err = s.Run(opTestWebhook, func(ctx context.Context) (err error) {
		d, err = w.room.TestDelivery(ctx, s.Caller.Tenant, p.url)
		return err
	})
	if err != nil {
		p.failed = fault.From(err)
	} else {
		p.tested = &d
	}
	return s.Show(kit.Status(p.failed), webhooksPage(s, p))
}

// wrong is what is wrong with a field.
func (p endpointPage) wrong(field string) (fault.Text, bool) {
	return vacancyForm{fault: p.fault}.wrong(field)
}

// failedText says why no test event went out.
func (s *screen) failedText(f *fault.Error) string {
	if refusedFor(f, session.NoSecret) {
		return s.T("webhook.noSecretYet")
	}
	if len(f.Fields) > 0 {
		return s.Say(f.Fields[0].Text)
	}
	return s.Say(f.Text)
}

// lastTry is the last attempt of a delivery; an empty one when there was none.
func lastTry(d delivery.Delivery) delivery.Attempt {
	if len(d.Attempts) == 0 {
		return delivery.Attempt{}
	}
	return d.Attempts[len(d.Attempts)-1]
}

// testedText says in words how far a test event came.
func (s *screen) testedText(d delivery.Delivery) string {
	a := lastTry(d)
	if a.Status == 0 {
		return s.classText(a.Class)
	}
	switch {
	case a.Status/100 == 2:
		return s.T("webhook.answered2xx")
	case a.Status/100 == 3:
		return s.T("webhook.answered3xx")
	case a.Status == http.StatusGone:
		return s.T("webhook.answered410")
	case a.Status == http.StatusUnauthorized || a.Status == http.StatusForbidden:
		return s.T("webhook.answered401")
	}
	return s.T("webhook.answeredOther")
}

// classText says how far an attempt came that got no answer.
func (s *screen) classText(class string) string {
	key := "webhook.class." + class
	if text := s.T(key); text != key {
		return text
	}
	return s.T("webhook.classOther", "Class", class)
}

// overlapText is a choice of how long two secrets sign.
func (s *screen) overlapText(d time.Duration) string {
	switch {
	case d == 0:
		return s.T("webhook.overlapNone")
	case d < 24*time.Hour:
		return s.N("webhook.hours", int(d/time.Hour))
	}
	return s.N("webhook.days", int(d/(24*time.Hour)))
}

// secretState says what signs at present.
func (s *screen) secretState(e delivery.Endpoint) string {
	switch {
	case !e.Signed:
		return s.T("webhook.secretNone")
	case e.OldUntil.IsZero():
		return s.T("webhook.secretSince", "When", s.Moment(e.SecretSince))
	}
	return s.T("webhook.secretBoth", "When", s.Moment(e.SecretSince), "Until", s.Moment(e.OldUntil))
}
