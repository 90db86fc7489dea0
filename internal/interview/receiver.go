package interview

import (
	"context"
	"fmt"

	"kadry/internal/fault"
	"kadry/internal/interview/delivery"
	"kadry/internal/interview/input"
)

// MakeReceiver makes a test receiver for a tenant, in the place of the one there was.
func (r *Room) MakeReceiver(ctx context.Context, tenant string) (delivery.Receiver, error) {
	if r.Receivers == nil {
		return delivery.Receiver{}, sendsNothing()
	}
	kept, err := r.Receivers.MakeReceiver(ctx, tenant)
	if err != nil {
		return delivery.Receiver{}, fmt.Errorf("interview: test receiver: %w", err)
	}
	return kept, nil
}

// Receiver returns the test receiver of a tenant with what it got; fault.NotFound when there is
// none that works.
func (r *Room) Receiver(ctx context.Context, tenant string) (delivery.Receiver, error) {
	if r.Receivers == nil {
		return delivery.Receiver{}, sendsNothing()
	}
	kept, err := r.Receivers.TestReceiver(ctx, tenant)
	if err != nil {
		return delivery.Receiver{}, fmt.Errorf("interview: test receiver: %w", err)
	}
	return kept, nil
}

// SetReply says how the test receiver answers from now on.
func (r *Room) SetReply(ctx context.Context, tenant string, reply delivery.Reply) (delivery.Receiver, error) {
	if r.Receivers == nil {
		return delivery.Receiver{}, sendsNothing()
	}
	var c fault.Check
	if reply == "" {
		c.Wrong("reply", fault.Say("must not be empty", "не может быть пустым"))
	}
	input.OneOf(&c, "reply", reply, delivery.Replies())
	if err := c.Err(); err != nil {
		return delivery.Receiver{}, err
	}
	if err := r.Receivers.SetReply(ctx, tenant, reply); err != nil {
		return delivery.Receiver{}, fmt.Errorf("interview: test receiver: %w", err)
	}
	return r.Receiver(ctx, tenant)
}

// DropReceiver removes the test receiver with what it got; fault.NotFound when there is none.
func (r *Room) DropReceiver(ctx context.Context, tenant string) error {
	if r.Receivers == nil {
		return sendsNothing()
	}
	if err := r.Receivers.DropReceiver(ctx, tenant); err != nil {
		return fmt.Errorf("interview: test receiver: %w", err)
	}
	return nil
}
