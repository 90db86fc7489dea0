package pipeline

import (
	"context"

	"kadry/internal/op"
)

// sweepAtOnce is how many people are looked at in one read.
const sweepAtOnce = 200

// sweeper is the author of what the program forgets by itself.
const sweeper = "pipeline"

// Sweep forgets everybody whose CV was deleted from the base, and tells how many people that
// were. A base that cannot be asked leaves everybody where they are.
func Sweep(ctx context.Context, p Parts) (gone int, err error) {
	for last := (Held{}); ; {
		people, err := p.Keeper.People(ctx, last, sweepAtOnce)
		if err != nil || len(people) == 0 {
			return gone, err
		}
		for _, held := range people {
			who, err := p.person(op.WithCaller(ctx, op.Caller{Name: sweeper, Tenant: held.Tenant}), held.Candidate, true)
			if err != nil {
				return gone, err
			}
			if !who.Deleted {
				continue
			}
			if _, err := p.Keeper.Forget(ctx, held.Tenant, held.Candidate, sweeper); err != nil {
				return gone, err
			}
			gone++
		}
		last = people[len(people)-1]
	}
}
