package app

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"kadry/internal/op"
	"kadry/internal/room"
)

// asker lets a room call the operations of others that it declares; see room.House. The
// caller's rate was counted with the call that the room is answering.
func (h *house) asker(r room.Room) func(ctx context.Context, operation string, in, out any) error {
	return func(ctx context.Context, operation string, in, out any) error {
		if !slices.Contains(r.Asks, operation) {
			return fmt.Errorf("app: %s asks for %s, which it does not declare", r.Name, operation)
		}
		o, err := h.inner.Lookup(operation)
		if err != nil {
			return fmt.Errorf("app: %s asks for %s: %w", r.Name, operation, room.ErrAbsent)
		}
		args, err := json.Marshal(in)
		if err != nil {
			return fmt.Errorf("app: %s asks for %s: %w", r.Name, operation, err)
		}
		caller := op.CallerFrom(ctx)
		if len(caller.Toolsets) > 0 {
			caller.Toolsets = append(slices.Clone(caller.Toolsets), o.Toolset)
		}
		caller.Budget = -1
		pipeline := &op.Pipeline{Observe: h.pipeline.Observe}
		result, err := pipeline.Call(op.WithCaller(op.Inside(ctx), caller), o, args)
		if err != nil {
			return err
		}
		if err := json.Unmarshal(result.JSON, out); err != nil {
			return fmt.Errorf("app: %s asks for %s: %w", r.Name, operation, err)
		}
		return nil
	}
}
