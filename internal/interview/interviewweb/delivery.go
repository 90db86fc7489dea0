package interviewweb

import (
	"bytes"
	"context"
	"encoding/json"
	"slices"

	"kadry/internal/fault"
	"kadry/internal/interview/delivery"
	"kadry/internal/webui/kit"
)

// deliveryLog is everything the delivery log of an interview shows.
type deliveryLog struct {
	page    interviewPage
	list    []delivery.Delivery
	problem *fault.Error
}

// deliveries is the delivery log of one interview.
func (w *web) deliveries(s *screen) error { return w.showDeliveries(s, nil) }

func (w *web) showDeliveries(s *screen, problem *fault.Error) error {
	state, err := w.loadInterview(s)
	if err != nil {
		return err
	}
	p := deliveryLog{page: w.newInterviewPage(s, state), problem: problem}
	err = s.Run(opListDeliveries, func(ctx context.Context) (err error) {
		p.list, err = w.room.DeliveriesOf(ctx, s.Caller.Tenant, state.ID)
		return err
	})
	if err != nil {
		return err
	}
	return s.Show(kit.Status(problem), deliveriesScreen(s, p))
}

// redeliver sends one event again, and goes back to the log.
func (w *web) redeliver(s *screen) error {
	id := s.Request.PathValue("id")
	err := s.Run(opRedeliver, func(ctx context.Context) error {
		return w.room.Redeliver(ctx, s.Caller.Tenant, id, s.Request.PathValue("event"))
	})
	if f := conflict(err); f != nil {
		return w.showDeliveries(s, f)
	}
	if err != nil {
		return err
	}
	s.Redirect(interviewPath(id, "deliveries"))
	return nil
}

// attemptClasses are the ways an attempt can end, as the outgoing side names them.
var attemptClasses = []string{"answered", "forbidden", "waiting", "unresolved", "unreachable", "insecure", "broken", "silent"}

// attemptText says in words how an attempt ended.
func (s *screen) attemptText(a delivery.Attempt) string {
	switch {
	case !a.Ended:
		return s.T("interview.attempt.open")
	case a.Status > 0:
		return s.T("interview.attempt.status", "Status", a.Status)
	case slices.Contains(attemptClasses, a.Class):
		return s.T("interview.attempt." + a.Class)
	}
	return a.Class
}

// repeatable reports a delivery that may be sent again: nothing of it is under way.
func repeatable(d delivery.Delivery) bool { return d.State != delivery.Pending }

// deliveryTone is the class of the state of a delivery.
func deliveryTone(d delivery.Delivery) string {
	switch d.State {
	case delivery.Done:
		return "tone-good"
	case delivery.Dead, delivery.Gone:
		return "tone-bad"
	case delivery.Pending:
		if d.Count > 0 {
			return "tone-wait"
		}
	}
	return "tone-none"
}

// indented is JSON laid out to be read; what is none stays as it is.
func indented(text string) string {
	var out bytes.Buffer
	if json.Indent(&out, []byte(text), "", "  ") != nil {
		return text
	}
	return out.String()
}
