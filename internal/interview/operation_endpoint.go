package interview

import (
	"context"
	"time"

	"kadry/internal/interview/delivery"
	"kadry/internal/op"
)

const webhookPath = "/api/v1/webhook"

// shapeName is the form of a payload as a body takes it.
type shapeName string

func (shapeName) Enum() []string { return delivery.Shapes() }

type endpointInput struct {
	Payload   shapeName `json:"payload,omitempty" doc:"Where the members of an event stand: at the top and in data, at the top, in data."`
	Hosts     *[]string `json:"hosts,omitempty" doc:"The only receivers; an empty list allows every public one."`
	Retention *int      `json:"retention_days,omitempty" doc:"Days an interview is kept after its end; 0 is the server's own rule." min:"0" max:"3650"`
}

type endpointBody struct {
	Payload     string    `json:"payload"`
	Hosts       []string  `json:"hosts"`
	Retention   int       `json:"retention_days"`
	Signed      bool      `json:"signed" doc:"There is a signing secret; without one no interview with a webhook starts."`
	SecretSince time.Time `json:"secret_since,omitzero"`
	OldUntil    time.Time `json:"old_secret_until,omitzero" doc:"Until then the secret before signs beside it."`
}

type rotateInput struct {
	Overlap int `json:"overlap_s,omitempty" doc:"Seconds for which the old secret signs too, at most a week; a day when left out." min:"0" max:"604800" default:"86400"`
}

type secretBody struct {
	Secret      string    `json:"secret" doc:"Shown this once."`
	SecretSince time.Time `json:"secret_since,omitzero"`
	OldUntil    time.Time `json:"old_secret_until,omitzero"`
}

type testInput struct {
	WebhookURL string `json:"webhook_url"`
}

func (c *handlers) getWebhook() *op.Op {
	return routed(op.Spec{
		Name: "get_webhook", Title: "Read the webhook settings", Effect: op.Reads,
		Doc:    "How your events are sent and how long interviews are kept. The secret is never shown again.",
		Routes: []op.Route{{Method: "GET", Path: webhookPath}},
	}, func(ctx context.Context, _ none) (endpointBody, error) {
		return endpointOf(c.room.Endpoint(ctx, tenantOf(ctx)))
	})
}

func (c *handlers) testWebhook() *op.Op {
	return routed(op.Spec{
		Name: "test_webhook", Title: "Send a test event", Effect: op.Creates, World: true,
		Doc:    "One attempt, now; the answer says how it went.",
		Routes: []op.Route{{Method: "POST", Path: webhookPath + "/test"}},
	}, func(ctx context.Context, in testInput) (deliveryBody, error) {
		d, err := c.room.TestDelivery(ctx, tenantOf(ctx), in.WebhookURL)
		return delivered(d), err
	})
}

func endpointOf(e delivery.Endpoint, err error) (endpointBody, error) {
	return endpointBody{
		Payload: e.Shape, Hosts: e.Hosts, Retention: e.Retain,
		Signed: e.Signed, SecretSince: utc(e.SecretSince), OldUntil: utc(e.OldUntil),
	}, err
}

func (c *handlers) saveWebhook() *op.Op {
	return routed(op.Spec{
		Name: "save_webhook", Title: "Change the webhook settings", Effect: op.Updates, Idempotent: true, Scope: op.ScopeAdmin,
		Doc:    "What is left out stays as it is.",
		Routes: []op.Route{{Method: "PUT", Path: webhookPath}},
	}, func(ctx context.Context, in endpointInput) (endpointBody, error) {
		e, err := c.room.Endpoint(ctx, tenantOf(ctx))
		if err != nil {
			return endpointBody{}, err
		}
		if in.Payload != "" {
			e.Shape = string(in.Payload)
		}
		if in.Hosts != nil {
			e.Hosts = *in.Hosts
		}
		if in.Retention != nil {
			e.Retain = *in.Retention
		}
		return endpointOf(c.room.SaveEndpoint(ctx, tenantOf(ctx), e))
	})
}

func (c *handlers) rotateWebhookSecret() *op.Op {
	return routed(op.Spec{
		Name: "rotate_webhook_secret", Title: "Make a new signing secret", Effect: op.Updates, Scope: op.ScopeAdmin,
		Doc:    "It is shown once. The old one signs beside it for the overlap, so that receivers can change in peace.",
		Routes: []op.Route{{Method: "POST", Path: webhookPath + "/secret", Status: 201}},
	}, func(ctx context.Context, in rotateInput) (secretBody, error) {
		secret, err := c.room.RotateSecret(ctx, tenantOf(ctx), seconds(in.Overlap))
		if err != nil {
			return secretBody{}, err
		}
		e, err := c.room.Endpoint(ctx, tenantOf(ctx))
		if err != nil {
			// The secret is made and will not be shown again: it matters more than its dates.
			return secretBody{Secret: secret}, nil //nolint:nilerr // see above
		}
		return secretBody{secret, utc(e.SecretSince), utc(e.OldUntil)}, nil
	})
}
