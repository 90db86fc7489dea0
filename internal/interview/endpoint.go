package interview

import (
	"context"
	"fmt"
	"time"

	"kadry/internal/fault"
	"kadry/internal/interview/input"
)

// Endpoint is how the events of a tenant are sent, and how long its interviews are kept.
type Endpoint struct {
	Shape  string   // of the payload: compat, flat or envelope
	Hosts  []string // the only receivers; empty is any public one
	Retain int      // days that an interview is kept after its end; 0 is the server's own rule

	Signed      bool      // there is a secret; read only
	SecretSince time.Time // when it was made; read only
	OldUntil    time.Time // until when the one before signs beside it; zero when none does; read only
}

// Bounds of an endpoint.
const (
	maxHosts    = 50
	maxHost     = 253
	retainMost  = 3650               // days
	overlapMost = 7 * 24 * time.Hour // of two secrets
)

// Shapes are the forms of a payload: the members at the top and in `data`, at the top
// alone, in `data` alone.
func Shapes() []string { return []string{"compat", "flat", "envelope"} }

// Endpoint returns how the tenant's events are sent.
func (r *Room) Endpoint(ctx context.Context, tenant string) (Endpoint, error) {
	if r.Endpoints == nil {
		return Endpoint{}, sendsNothing()
	}
	e, err := r.Endpoints.Endpoint(ctx, tenant)
	if err != nil {
		return Endpoint{}, fmt.Errorf("interview: endpoint: %w", err)
	}
	return e, nil
}

// SaveEndpoint keeps how the tenant's events are sent from now on; the secret stays.
func (r *Room) SaveEndpoint(ctx context.Context, tenant string, e Endpoint) (Endpoint, error) {
	if r.Endpoints == nil {
		return Endpoint{}, sendsNothing()
	}
	var c fault.Check
	input.OneOf(&c, "payload", e.Shape, Shapes())
	if len(e.Hosts) > maxHosts {
		c.Wrong("hosts", fault.Say("must have at most %d items, got %d", "не больше %d элементов, передано %d", maxHosts, len(e.Hosts)))
	}
	for _, host := range e.Hosts {
		if input.Blank(host) || len(host) > maxHost || host != input.Clean(host) {
			c.Wrong("hosts", fault.Say("%q is no host", "%q — не имя узла", fault.Clip(host)))
		}
	}
	input.Between(&c, "retention_days", e.Retain, retainMost)
	if err := c.Err(); err != nil {
		return Endpoint{}, err
	}
	if err := r.Endpoints.SaveEndpoint(ctx, tenant, e); err != nil {
		return Endpoint{}, fmt.Errorf("interview: endpoint: %w", err)
	}
	return r.Endpoint(ctx, tenant)
}

// RotateSecret makes a new signing secret and returns it, the only time it is shown. For
// the overlap, at most a week, the old one signs beside it.
func (r *Room) RotateSecret(ctx context.Context, tenant string, overlap time.Duration) (string, error) {
	if r.Endpoints == nil {
		return "", sendsNothing()
	}
	if overlap < 0 || overlap > overlapMost {
		return "", fault.Wrong("overlap", input.Within(0, overlapMost))
	}
	secret, err := r.Endpoints.RotateSecret(ctx, tenant, overlap)
	if err != nil {
		return "", fmt.Errorf("interview: secret: %w", err)
	}
	return secret, nil
}

func (r *Room) tryout(ctx context.Context, tenant, session string) (string, error) {
	if r.Endpoints == nil {
		return "", sendsNothing()
	}
	url, err := r.Endpoints.Tryout(ctx, tenant, session)
	if err != nil {
		return "", fmt.Errorf("interview: try-out: %w", err)
	}
	return url, nil
}
