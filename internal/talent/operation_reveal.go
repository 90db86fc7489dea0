package talent

import (
	"context"
	"fmt"

	"kadry/internal/op"
)

type revealInput struct {
	ID string `json:"candidate_id" min:"1" max:"100" doc:"Whom."`
}

type revealOutput struct {
	ID   string `json:"candidate_id"`
	Name string `json:"name" doc:"Empty where the CV gives none."`
}

func (d *handlers) revealCandidate() *op.Op {
	return op.New(op.Spec{
		Name: "reveal_candidate", Toolset: talentToolset, Title: "End the blind review of a person", Effect: op.Reads,
		Fronts: []op.Front{op.REST, op.CLI, op.Web},
		Doc:    "Says who a person of a blind review is. The audit log keeps who asked and when.",
	}, func(ctx context.Context, in revealInput) (revealOutput, error) {
		caller := from(ctx)
		name, err := d.base.Reveal(ctx, caller.Tenant, in.ID, caller.Name)
		return revealOutput{ID: in.ID, Name: name}, err
	})
}

// Reveal says who a candidate is, after it is written down that somebody asked.
func (b *Base) Reveal(ctx context.Context, tenant, id, actor string) (name string, err error) {
	c, err := b.stored(ctx, tenant, id)
	if err != nil {
		return "", err
	}
	if b.Revealed != nil {
		if err := b.Revealed(ctx, tenant, id, actor); err != nil {
			return "", fmt.Errorf("talent: reveal candidate: %w", err)
		}
	}
	return b.shown(c).Record.Name, nil
}
