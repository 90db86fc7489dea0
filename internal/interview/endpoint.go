package interview

import (
	"context"
	"fmt"
	"time"

	"kadry/internal/fault"
	"kadry/internal/interview/delivery"
	"kadry/internal/interview/input"
)

// overlapMost bounds the time for which two secrets sign.
const overlapMost = 7 * 24 * time.Hour

// Endpoint returns how the tenant's events are sent.
func (r *Room) Endpoint(ctx context.Context, tenant string) (delivery.Endpoint, error) {
	if r.Endpoints == nil {
		return delivery.Endpoint{}, sendsNothing()
	}
	e, err := r.Endpoints.Endpoint(ctx, tenant)
	if err != nil {
		return delivery.Endpoint{}, fmt.Errorf("interview: endpoint: %w", err)
	}
	return e, nil
}

// SaveEndpoint keeps how the tenant's events are sent from now on; the secret stays.
func (r *Room) SaveEndpoint(ctx context.Context, tenant string, e delivery.Endpoint) (delivery.Endpoint, error) {
	if r.Endpoints == nil {
		return delivery.Endpoint{}, sendsNothing()
	}
	if err := e.Check(); err != nil {
		return delivery.Endpoint{}, err
	}
	if err := r.Endpoints.SaveEndpoint(ctx, tenant, e); err != nil {
		return delivery.Endpoint{}, fmt.Errorf("interview: endpoint: %w", err)
	}
	return r.Endpoint(ctx, tenant)
}

// RotateSecret makes a new signing secret and returns it, the only time it is shown. For
// the overlap, at most a week, the old one signs beside it.
func (r *Room) RotateSecret(ctx context.Context, tenant string, overlap time.Duration) (string, error) {
	if r.Endpoints == nil {
		return "", sendsNothing()
	}
	if err := CheckOverlap(overlap); err != nil {
		return "", err
	}
	secret, err := r.Endpoints.RotateSecret(ctx, tenant, overlap)
	if err != nil {
		return "", fmt.Errorf("interview: secret: %w", err)
	}
	return secret, nil
}

// CheckOverlap refuses a time for which two secrets cannot sign beside each other.
func CheckOverlap(overlap time.Duration) error {
	if overlap < 0 || overlap > overlapMost {
		return fault.Wrong("overlap", input.Within(0, overlapMost))
	}
	return nil
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

func sendsNothing() error {
	return fault.E(fault.Unavailable, fault.Say("This server sends no webhooks.", "Этот сервер не отправляет вебхуки."), nil)
}
