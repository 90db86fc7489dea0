package market

import (
	"context"

	"kadry/internal/fault"
	"kadry/internal/market/archive"
	"kadry/internal/op"
)

type listInput struct{}

type listOutput struct {
	Items []archive.Kept `json:"items" doc:"Newest first."`
	Total int            `json:"total"`
}

// Condense keeps the newer half.
func (o listOutput) Condense() (listOutput, bool) {
	if len(o.Items) < 2 {
		return o, false
	}
	o.Items = o.Items[:len(o.Items)/2]
	return o, true
}

func (h *handlers) listSnapshots() *op.Op {
	return op.New(op.Spec{
		Name: "list_market_snapshots", Toolset: toolset, Title: "Kept market snapshots", Effect: op.Reads,
		Doc:      "Names what is kept of the market: answers of sources, each with its day, and imported files. They answer when nothing can be asked live, and trends are made of them.",
		Examples: []op.Example{{Title: "What is kept", Input: `{}`}},
	}, func(ctx context.Context, _ listInput) (listOutput, error) {
		kept, err := h.Archive.List(ctx, op.CallerFrom(ctx).Tenant)
		return listOutput{Items: kept, Total: len(kept)}, err
	})
}

type deleteInput struct {
	ID      string `json:"snapshot_id" min:"1" max:"40" doc:"From list_market_snapshots."`
	Confirm bool   `json:"confirm,omitzero" doc:"true deletes; there is no undo."`
}

type deleteOutput struct {
	ID string `json:"snapshot_id"`
}

func (h *handlers) deleteSnapshot() *op.Op {
	return op.New(op.Spec{
		Name: "delete_market_snapshot", Toolset: toolset, Title: "Delete a market snapshot", Effect: op.Destroys, Idempotent: true,
		Doc: "Deletes one kept snapshot for good: its postings no longer answer and trends no longer see them.",
	}, func(ctx context.Context, in deleteInput) (deleteOutput, error) {
		if !in.Confirm {
			return deleteOutput{}, fault.E(fault.Invalid, fault.Say("Deleting cannot be undone: call again with confirm=true.", "Удаление необратимо: повторите вызов с confirm=true."), nil)
		}
		gone, err := h.Archive.Delete(ctx, op.CallerFrom(ctx).Tenant, in.ID)
		if err == nil && !gone {
			err = fault.E(fault.NotFound, fault.Say("There is no snapshot %q.", "Снимка «%s» нет.", fault.Clip(in.ID)), nil)
		}
		return deleteOutput{ID: in.ID}, err
	})
}
