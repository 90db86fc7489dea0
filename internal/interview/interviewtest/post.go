package interviewtest

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"net/url"
	"slices"
	"time"

	"kadry/internal/fault"
	"kadry/internal/interview/delivery"
	"kadry/internal/interview/session"
)

// post is the outgoing side of a Store: events of sessions with a receiver wait here until
// Deliver answers for the receiver.
type post struct {
	endpoints map[string]delivery.Endpoint
	sent      map[place][]delivery.Delivery // by session
	secrets   int
}

func newPost() post {
	return post{endpoints: map[string]delivery.Endpoint{}, sent: map[place][]delivery.Delivery{}}
}

// announce adds the deliveries of a change.
func (s *Store) announce(c session.Change) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if c.Session.WebhookURL == "" {
		return
	}
	at := place{c.Session.Tenant, c.Session.ID}
	for _, e := range c.Events {
		s.post.sent[at] = append(s.post.sent[at], delivery.Delivery{
			Event: e.ID, Session: e.Session, Seq: e.Seq, Type: e.Type, URL: c.Session.WebhookURL,
			State: delivery.Pending, NextAt: e.At, Body: body(e), MadeAt: e.At,
		})
	}
}

// body has the members of the contract at the top, as far as readers of tests look at them.
func body(e session.Event) string {
	content := map[string]any{"id": e.ID, "session_id": e.Session, "seq": e.Seq, "type": e.Type}
	switch {
	case e.Question != nil:
		content["question"], content["question_id"], content["expected_answer_type"] = e.Question.Text, e.Question.ID, e.Question.Expected
	case e.Analysis != nil:
		content["analysis_result"] = e.Analysis.Report()
	case e.Failure != nil:
		content["message"], content["code"] = e.Failure.Message.EN, e.Failure.Code
	}
	text, _ := json.Marshal(content) // texts and numbers always encode
	return string(text)
}

// Deliver makes one attempt at every pending delivery, answered with a status: 2xx
// delivers, 410 ends, anything else is dead at once.
func (s *Store) Deliver(now time.Time, status int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, list := range s.post.sent {
		for i := range list {
			if d := &list[i]; d.State == delivery.Pending {
				attempt(d, now, status)
			}
		}
	}
}

func attempt(d *delivery.Delivery, now time.Time, status int) {
	d.Count++
	d.Attempts = append(d.Attempts, delivery.Attempt{Number: d.Count, At: now, Ended: true, Status: status, Class: "answered", Took: time.Millisecond})
	d.NextAt, d.DoneAt = time.Time{}, now
	switch {
	case status/100 == 2:
		d.State = delivery.Done
	case status == 410:
		d.State = delivery.Gone
	default:
		d.State = delivery.Dead
	}
}

// Deliveries returns those of a session.
func (s *Store) Deliveries(ctx context.Context, tenant, id string) ([]delivery.Delivery, error) {
	leave, err := s.enter(ctx)
	if err != nil {
		return nil, err
	}
	defer leave()
	return slices.Clone(s.post.sent[place{tenant, id}]), nil
}

// LastDelivery returns the newest one.
func (s *Store) LastDelivery(ctx context.Context, tenant, id string) (delivery.Delivery, error) {
	list, err := s.Deliveries(ctx, tenant, id)
	if err != nil || len(list) == 0 {
		return delivery.Delivery{}, err
	}
	last := list[len(list)-1]
	last.Body, last.Attempts = "", nil
	return last, nil
}

// Redeliver makes one pending again.
func (s *Store) Redeliver(ctx context.Context, tenant, id, event string) error {
	leave, err := s.enter(ctx)
	if err != nil {
		return err
	}
	defer leave()
	list := s.post.sent[place{tenant, id}]
	i := slices.IndexFunc(list, func(d delivery.Delivery) bool { return d.Event == event })
	switch {
	case i < 0:
		return fault.E(fault.NotFound, fault.Say("There is no such delivery.", "Такой доставки нет."), nil)
	case list[i].State == delivery.Pending:
		return fault.E(fault.Conflict, fault.Say("This event is being delivered.", "Это событие уже доставляется."), &session.Refused{Code: session.OnItsWay})
	}
	list[i].State, list[i].DoneAt = delivery.Pending, time.Time{}
	return nil
}

// RedeliverDead makes the dead ones of a tenant pending again.
func (s *Store) RedeliverDead(ctx context.Context, tenant string, since time.Time) (int, error) {
	leave, err := s.enter(ctx)
	if err != nil {
		return 0, err
	}
	defer leave()
	n := 0
	for at, list := range s.post.sent {
		for i := range list {
			if d := &list[i]; at.tenant == tenant && d.State == delivery.Dead && !d.MadeAt.Before(since) {
				d.State, d.DoneAt = delivery.Pending, time.Time{}
				n++
			}
		}
	}
	return n, nil
}

// Test is always answered with 204.
func (s *Store) Test(ctx context.Context, _, url string) (delivery.Delivery, error) {
	leave, err := s.enter(ctx)
	if err != nil {
		return delivery.Delivery{}, err
	}
	defer leave()
	d := delivery.Delivery{Event: "test", Type: delivery.EventTest, URL: url}
	attempt(&d, time.Time{}, 204)
	return d, nil
}

// Accept takes every host, or those of the tenant's endpoint when it names some.
func (s *Store) Accept(ctx context.Context, tenant, raw string) error {
	leave, err := s.enter(ctx)
	if err != nil {
		return err
	}
	defer leave()
	u, err := url.Parse(raw)
	hosts := s.post.endpoints[tenant].Hosts
	if err != nil || len(hosts) > 0 && !slices.Contains(hosts, u.Hostname()) {
		return fault.E(fault.Invalid, fault.Say("webhook_url: this host is not allowed.", "webhook_url: этот узел не разрешён."), err)
	}
	return nil
}

// Tryout is an address that Deliver answers for as for any other.
func (s *Store) Tryout(_ context.Context, _, id string) (string, error) {
	return "http://127.0.0.1:8080/try/" + id, nil
}

// Endpoint returns what was saved.
func (s *Store) Endpoint(ctx context.Context, tenant string) (delivery.Endpoint, error) {
	leave, err := s.enter(ctx)
	if err != nil {
		return delivery.Endpoint{}, err
	}
	defer leave()
	e := s.post.endpoints[tenant]
	e.Shape = cmp.Or(e.Shape, "compat")
	return e, nil
}

// SaveEndpoint keeps all but the secret.
func (s *Store) SaveEndpoint(ctx context.Context, tenant string, e delivery.Endpoint) error {
	leave, err := s.enter(ctx)
	if err != nil {
		return err
	}
	defer leave()
	kept := s.post.endpoints[tenant]
	kept.Shape, kept.Hosts, kept.Retain = e.Shape, slices.Clone(e.Hosts), e.Retain
	s.post.endpoints[tenant] = kept
	return nil
}

// RotateSecret makes another secret each time.
func (s *Store) RotateSecret(ctx context.Context, tenant string, overlap time.Duration) (string, error) {
	leave, err := s.enter(ctx)
	if err != nil {
		return "", err
	}
	defer leave()
	e := s.post.endpoints[tenant]
	now := time.Now().UTC()
	if e.Signed && overlap > 0 {
		e.OldUntil = now.Add(overlap)
	}
	e.Signed, e.SecretSince = true, now
	s.post.endpoints[tenant] = e
	s.post.secrets++
	return fmt.Sprintf("whsec_test%d", s.post.secrets), nil
}

// Received returns what Deliver has delivered of a session.
func (s *Store) Received(ctx context.Context, tenant, id string) ([]delivery.Received, error) {
	leave, err := s.enter(ctx)
	if err != nil {
		return nil, err
	}
	defer leave()
	var list []delivery.Received
	for _, d := range s.post.sent[place{tenant, id}] {
		if d.State == delivery.Done {
			list = append(list, delivery.Received{Event: d.Event, Seq: d.Seq, Type: d.Type, Body: d.Body, At: d.DoneAt})
		}
	}
	return list, nil
}

// place is something of a tenant by its id.
type place struct{ tenant, id string }

// DeliveryLog returns those of all sessions of a tenant, the newest first.
func (s *Store) DeliveryLog(ctx context.Context, tenant string, f delivery.Filter) ([]delivery.Delivery, error) {
	leave, err := s.enter(ctx)
	if err != nil {
		return nil, err
	}
	defer leave()
	var list []delivery.Delivery
	for at, sent := range s.post.sent {
		for _, d := range sent {
			older := f.Before.At.IsZero() || cmp.Or(d.MadeAt.Compare(f.Before.At), cmp.Compare(d.Event, f.Before.Event)) < 0
			if at.tenant == tenant && older && (f.State == "" || d.State == f.State) && !d.MadeAt.Before(f.Since) {
				d.Body, d.Attempts = "", nil
				list = append(list, d)
			}
		}
	}
	slices.SortFunc(list, func(a, b delivery.Delivery) int {
		return cmp.Or(b.MadeAt.Compare(a.MadeAt), cmp.Compare(b.Event, a.Event))
	})
	return list[:min(len(list), f.Limit)], nil
}
