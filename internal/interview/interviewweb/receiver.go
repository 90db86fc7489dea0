package interviewweb

import (
	"context"
	"maps"
	"net/http"
	"slices"
	"strings"

	"kadry/internal/fault"
	"kadry/internal/interview/delivery"
	"kadry/internal/webui/kit"
)

const (
	receiverPath = webhooksPath + "/receiver"
	fieldReply   = "reply"
)

// receiverPage is a test receiver with what it got.
type receiverPage struct {
	kept   *delivery.Receiver // nil: there is none
	failed *fault.Error       // why no test event went out
}

func receiverRoutes(w *web) map[string]func(*screen) error {
	return map[string]func(*screen) error{
		"GET " + receiverPath:              w.receiver,
		"POST " + receiverPath:             w.makeReceiver,
		"POST " + receiverPath + "/reply":  w.setReply,
		"POST " + receiverPath + "/test":   w.testReceiver,
		"POST " + receiverPath + "/delete": w.dropReceiver,
	}
}

// receives reports that a caller may have a test receiver here.
func (s *screen) receives() bool { return s.web.room.Receivers != nil && s.May(opMakeReceiver) }

func (w *web) loadReceiver(s *screen) (p receiverPage, err error) {
	if !s.May(opGetReceiver) {
		return p, kit.Denied()
	}
	err = s.Run(opGetReceiver, func(ctx context.Context) error {
		kept, err := w.room.Receiver(ctx, s.Caller.Tenant)
		if err == nil {
			p.kept = &kept
		}
		return err
	})
	if fault.KindOf(err) == fault.NotFound {
		err = nil
	}
	return p, err
}

func (w *web) receiver(s *screen) error {
	if !s.May(opGetReceiver) {
		return kit.Denied()
	}
	if w.room.Receivers == nil {
		return s.Show(http.StatusOK, noWebhooksPage(s))
	}
	p, err := w.loadReceiver(s)
	if err != nil {
		return err
	}
	return s.Show(http.StatusOK, receiverPageOf(s, p))
}

// change runs an operation on the receiver and leads back to its page.
func (w *web) changeReceiver(s *screen, operation string, run func(ctx context.Context) error) error {
	if !s.May(operation) {
		return kit.Denied()
	}
	if err := s.Run(operation, run); err != nil {
		return err
	}
	s.Redirect(receiverPath)
	return nil
}

func (w *web) makeReceiver(s *screen) error {
	return w.changeReceiver(s, opMakeReceiver, func(ctx context.Context) error {
		_, err := w.room.MakeReceiver(ctx, s.Caller.Tenant)
		return err
	})
}

func (w *web) setReply(s *screen) error {
	return w.changeReceiver(s, opSetReceiver, func(ctx context.Context) error {
		_, err := w.room.SetReply(ctx, s.Caller.Tenant, delivery.Reply(s.Request.PostFormValue(fieldReply)))
		return err
	})
}

func (w *web) dropReceiver(s *screen) error {
	return w.changeReceiver(s, opDropReceiver, func(ctx context.Context) error {
		return w.room.DropReceiver(ctx, s.Caller.Tenant)
	})
}

// testReceiver sends a test event to the receiver, whose page then shows what arrived.
func (w *web) testReceiver(s *screen) error {
	if !s.May(opTestWebhook) {
		return kit.Denied()
	}
	p, err := w.loadReceiver(s)
	if err != nil {
		return err
	}
	if p.kept == nil {
		s.Redirect(receiverPath)
		return nil
	}
	err = s.Run(opTestWebhook, func(ctx context.Context) error {
		_, err := w.room.TestDelivery(ctx, s.Caller.Tenant, p.kept.URL)
		return err
	})
	if err == nil {
		s.Redirect(receiverPath + "#got")
		return nil
	}
	p.failed = fault.From(err)
	return s.Show(kit.Status(p.failed), receiverPageOf(s, p))
}

// headerLines are the headers of a request as they stand in one.
func headerLines(q delivery.Request) string {
	var lines []string
	for _, name := range slices.Sorted(maps.Keys(q.Header)) {
		lines = append(lines, name+": "+q.Header[name])
	}
	return strings.Join(lines, "\n")
}

// bodyText is a body as text, whatever it is.
func bodyText(q delivery.Request) string {
	return inOrder(strings.ToValidUTF8(string(q.Body), "\ufffd"))
}

// verifyShell checks a signature by hand: body.json is the body as it came.
const verifyShell = `secret='whsec_…'; id='…'; timestamp='…'   # webhook-id, webhook-timestamp
key=$(printf %s "${secret#whsec_}" | base64 -d | od -An -v -tx1 | tr -d ' \n')
{ printf '%s.%s.' "$id" "$timestamp"; cat body.json; } |
  openssl dgst -sha256 -mac HMAC -macopt "hexkey:$key" -binary | base64
# prints what follows "v1," in webhook-signature`
