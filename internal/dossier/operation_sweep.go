package dossier

import (
	"context"

	"kadry/internal/fault"
	"kadry/internal/op"
)

// sweepAtOnce is how many people are looked at in one read of the base.
const sweepAtOnce = 200

// Sweep takes everybody out of all reports whose CV was deleted from the base, and tells how
// many people that were. A base that cannot be asked leaves everybody where they are.
func Sweep(ctx context.Context, p Parts) (gone int, err error) {
	for last := (Held{}); ; {
		people, err := p.Keeper.CVs(ctx, last, sweepAtOnce)
		if err != nil || len(people) == 0 {
			return gone, err
		}
		for _, person := range people {
			there, err := p.Sources.Exists(op.WithCaller(ctx, op.Caller{Name: "dossier", Tenant: person.Tenant}), person.Person)
			if err != nil {
				return gone, err
			}
			if there {
				continue
			}
			if _, err := p.Keeper.Forget(ctx, person.Tenant, person.Person); err != nil && fault.KindOf(err) != fault.NotFound {
				return gone, err
			}
			gone++
		}
		last = people[len(people)-1]
	}
}
