package interviewapi

import (
	"context"
	"net/http"
	"time"

	"kadry/internal/interview"
)

const webhookPath = "/api/v1/webhook"

// shapeName is the form of a payload as a body takes it.
type shapeName string

func (shapeName) Enum() []string { return interview.Shapes() }

type endpointIn struct {
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

type rotateIn struct {
	Overlap int `json:"overlap_s,omitempty" doc:"Seconds for which the old secret signs too, at most a week; a day when left out." min:"0" max:"604800" default:"86400"`
}

type secretBody struct {
	Secret      string    `json:"secret" doc:"Shown this once."`
	SecretSince time.Time `json:"secret_since,omitzero"`
	OldUntil    time.Time `json:"old_secret_until,omitzero"`
}

type testIn struct {
	WebhookURL string `json:"webhook_url"`
}

func (f *front) webhookRoutes() []route {
	return []route{
		reads(Route{Path: webhookPath, ID: "webhook_get", Tag: toolset, Summary: "Read the webhook settings", Doc: "How your events are sent and how long interviews are kept. The secret is never shown again."}, func(ctx context.Context, v *visit, _ none) (endpointBody, error) {
			return endpointOf(f.Room.Endpoint(ctx, v.tenant()))
		}),
		changing(Route{Method: http.MethodPut, Path: webhookPath, ID: "webhook_put", Tag: toolset, Summary: "Change the webhook settings", Doc: "What is left out stays as it is."}, f.saveEndpoint),
		changing(Route{
			Method: http.MethodPost, Path: webhookPath + "/secret", ID: "webhook_secret", Tag: toolset, Status: http.StatusCreated,
			Summary: "Make a new signing secret", Doc: "It is shown once. The old one signs beside it for the overlap, so that receivers can change in peace.",
		}, f.rotate),
		changing(Route{Method: http.MethodPost, Path: webhookPath + "/test", ID: "webhook_test", Tag: toolset, Summary: "Send a test event", Doc: "One attempt, now; the answer says how it went."},
			func(ctx context.Context, v *visit, in testIn) (deliveryBody, error) {
				d, err := f.Room.TestDelivery(ctx, v.tenant(), in.WebhookURL)
				return delivered(d), err
			}),
	}
}

func endpointOf(e interview.Endpoint, err error) (endpointBody, error) {
	return endpointBody{
		Payload: e.Shape, Hosts: present(e.Hosts), Retention: e.Retain,
		Signed: e.Signed, SecretSince: utc(e.SecretSince), OldUntil: utc(e.OldUntil),
	}, err
}

func (f *front) saveEndpoint(ctx context.Context, v *visit, in endpointIn) (endpointBody, error) {
	e, err := f.Room.Endpoint(ctx, v.tenant())
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
	return endpointOf(f.Room.SaveEndpoint(ctx, v.tenant(), e))
}

func (f *front) rotate(ctx context.Context, v *visit, in rotateIn) (secretBody, error) {
	secret, err := f.Room.RotateSecret(ctx, v.tenant(), seconds(in.Overlap))
	if err != nil {
		return secretBody{}, err
	}
	e, err := f.Room.Endpoint(ctx, v.tenant())
	if err != nil {
		// The secret is made and will not be shown again: it matters more than its dates.
		return secretBody{Secret: secret}, nil //nolint:nilerr // see above
	}
	return secretBody{secret, utc(e.SecretSince), utc(e.OldUntil)}, nil
}
