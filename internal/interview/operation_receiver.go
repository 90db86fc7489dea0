package interview

import (
	"context"
	"strings"
	"time"

	"kadry/internal/interview/delivery"
	"kadry/internal/op"
)

// replyName is how a test receiver answers, as a body takes it.
type replyName string

func (replyName) Enum() []string { return named(delivery.Replies()) }

type receiverBody struct {
	WebhookURL string        `json:"webhook_url" doc:"Give it where a webhook_url is asked; it takes nothing else."`
	Reply      string        `json:"reply" doc:"What it answers: a status, or timeout."`
	MadeAt     time.Time     `json:"made_at"`
	ExpiresAt  time.Time     `json:"expires_at" doc:"A day after it was made."`
	Requests   []requestBody `json:"requests" doc:"The last 20, the newest first."`
}

type requestBody struct {
	Number   int               `json:"number" doc:"From 1, over all that came."`
	At       time.Time         `json:"at"`
	Headers  map[string]string `json:"headers" doc:"Those that a receiver looks at."`
	Body     string            `json:"body" doc:"As it came."`
	Verified bool              `json:"verified" doc:"The signature held by a secret of the moment it came."`
	Reply    string            `json:"reply" doc:"What was answered."`
}

type replyInput struct {
	Reply replyName `json:"reply" doc:"A status, or timeout for no answer in time."`
}

func receiverOf(r delivery.Receiver, err error) (receiverBody, error) {
	b := receiverBody{
		WebhookURL: r.URL, Reply: string(r.Reply), MadeAt: utc(r.MadeAt), ExpiresAt: utc(r.ExpiresAt), Requests: make([]requestBody, len(r.Requests)),
	}
	for i, q := range r.Requests {
		b.Requests[i] = requestBody{q.Number, utc(q.At), q.Header, strings.ToValidUTF8(string(q.Body), "\ufffd"), q.Proven, string(q.Reply)}
	}
	return b, err
}

func (c *handlers) makeReceiver() *op.Op {
	return routed(op.Spec{
		Name: "make_test_receiver", Title: "Make a test receiver", Effect: op.Creates, Scope: op.ScopeAdmin,
		Doc: "An address of this server that keeps the last 20 webhooks sent to it, for a day. It takes the place of the one there was.",
	}, func(ctx context.Context, _ none) (receiverBody, error) {
		return receiverOf(c.room.MakeReceiver(ctx, tenantOf(ctx)))
	})
}

func (c *handlers) getReceiver() *op.Op {
	return routed(op.Spec{
		Name: "get_test_receiver", Title: "What the test receiver got", Effect: op.Reads, Scope: op.ScopeAdmin,
		Doc: "Headers, bytes and whether the signature held.",
	}, func(ctx context.Context, _ none) (receiverBody, error) {
		return receiverOf(c.room.Receiver(ctx, tenantOf(ctx)))
	})
}

func (c *handlers) setReply() *op.Op {
	return routed(op.Spec{
		Name: "set_test_receiver", Title: "Say how the test receiver answers", Effect: op.Updates, Idempotent: true, Scope: op.ScopeAdmin,
		Doc: "To see retries: events of an interview that were answered 500 or not in time are sent again, after 410 none follows.",
	}, func(ctx context.Context, in replyInput) (receiverBody, error) {
		return receiverOf(c.room.SetReply(ctx, tenantOf(ctx), delivery.Reply(in.Reply)))
	})
}

func (c *handlers) dropReceiver() *op.Op {
	return routed(op.Spec{
		Name: "delete_test_receiver", Title: "Delete the test receiver", Effect: op.Destroys, Scope: op.ScopeAdmin,
		Doc: "With everything that it got. Events on their way to it end as gone.",
	}, func(ctx context.Context, _ none) (deletedBody, error) {
		if err := c.room.DropReceiver(ctx, tenantOf(ctx)); err != nil {
			return deletedBody{}, err
		}
		return deletedBody{1}, nil
	})
}
