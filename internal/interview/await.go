package interview

import (
	"context"
	"fmt"
	"time"

	"kadry/internal/interview/session"
)

// How often a session is looked at by somebody who waits for it. Another process may be
// the one that moves it on, so there is nothing to be woken by.
const (
	firstLook = 20 * time.Millisecond
	lastLook  = 250 * time.Millisecond
)

// Await returns a session as soon as it is settled, or as it is when the wait is over.
func (r *Room) Await(ctx context.Context, tenant, id string, wait time.Duration) (session.State, error) {
	var s session.State
	return until(ctx, wait, func() (session.State, bool, error) {
		var err error
		if s, err = r.newer(ctx, tenant, id, s); err != nil {
			return session.State{}, false, err
		}
		return s, s.Settled(), nil
	})
}

// newer is a session as it is now: the one that was seen unless it has moved on, so that a
// look at one that stands still costs next to nothing.
func (r *Room) newer(ctx context.Context, tenant, id string, seen session.State) (session.State, error) {
	if seen.ID == "" {
		return r.Load(ctx, tenant, id)
	}
	version, err := r.Sessions.Version(ctx, tenant, id)
	if err != nil {
		return session.State{}, fmt.Errorf("interview: look: %w", err)
	}
	if version == seen.Version {
		return seen, nil
	}
	return r.Load(ctx, tenant, id)
}

// AwaitEvents returns the events of a session after a number as soon as there is one, the
// session is over, or the wait is.
func (r *Room) AwaitEvents(ctx context.Context, tenant, id string, after, limit int, wait time.Duration) ([]session.Event, error) {
	var s session.State
	return until(ctx, wait, func() ([]session.Event, bool, error) {
		var err error
		if s, err = r.newer(ctx, tenant, id, s); err != nil {
			return nil, false, err
		}
		if s.EventCount <= after {
			return nil, s.Over(), nil
		}
		events, err := r.eventsAfter(ctx, tenant, id, after, limit)
		return events, len(events) > 0, err
	})
}

// until looks again and again, less and less often.
func until[T any](ctx context.Context, wait time.Duration, look func() (T, bool, error)) (T, error) {
	over := time.NewTimer(wait)
	defer over.Stop()
	pause := firstLook
	for {
		seen, enough, err := look()
		if err != nil || enough || wait <= 0 {
			return seen, err
		}
		again := time.NewTimer(pause)
		select {
		case <-ctx.Done():
			again.Stop()
			return seen, ctx.Err()
		case <-over.C:
			again.Stop()
			return seen, nil
		case <-again.C:
			pause = min(2*pause, lastLook)
		}
	}
}
