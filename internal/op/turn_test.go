package op_test

import (
	"context"
	"errors"
	"testing"

	"kadry/internal/op"
)

// A call takes one turn and gives it back; what runs inside of it comes with it, as do calls that share
// the context of a page. Whatever mostly waits takes none, and whoever gets none does not run.
func TestRun_takesATurn(t *testing.T) {
	t.Parallel()
	taken, given := 0, 0
	p := &op.Pipeline{Turn: func(_ context.Context, tenant string) (func(), error) {
		if tenant == "nobody" {
			return nil, context.DeadlineExceeded
		}
		taken++
		return func() { given++ }, nil
	}}
	declared := func(spec op.Spec) *op.Op {
		spec.Name, spec.Toolset, spec.Title, spec.Doc, spec.Effect = "find_books", "books", "Find", "Finds books.", op.Reads
		return op.New(spec, echo)
	}
	work := declared(op.Spec{})
	ran := 0
	run := func(ctx context.Context, o *op.Op, inside func(context.Context) error) error {
		return p.Run(ctx, o, func(ctx context.Context) error { ran++; return inside(ctx) })
	}
	nothing := func(context.Context) error { return nil }
	acme := op.WithCaller(t.Context(), op.Caller{Tenant: "acme"})
	for name, c := range map[string]struct {
		try   func() error
		turns int
		runs  int
	}{
		"one call":  {func() error { return run(acme, work, nothing) }, 1, 1},
		"two calls": {func() error { return errors.Join(run(acme, work, nothing), run(acme, work, nothing)) }, 2, 2},
		"one inside": {func() error {
			return run(acme, work, func(ctx context.Context) error { return run(ctx, work, nothing) })
		}, 1, 2},
		"of a page": {func() error {
			page := op.WithTurn(acme)
			return run(page, work, func(context.Context) error { return run(page, work, nothing) })
		}, 1, 2},
		"waits":  {func() error { return run(acme, declared(op.Spec{Waits: true}), nothing) }, 0, 1},
		"beyond": {func() error { return run(acme, declared(op.Spec{World: true}), nothing) }, 0, 1},
	} {
		taken, given, ran = 0, 0, 0
		if err := c.try(); err != nil || taken != c.turns || given != c.turns || ran != c.runs {
			t.Errorf("%s: %d turns taken, %d given back, %d runs, %v", name, taken, given, ran, err)
		}
	}
	ran = 0
	if err := run(op.WithCaller(t.Context(), op.Caller{Tenant: "nobody"}), work, nothing); err == nil || ran > 0 {
		t.Errorf("without a turn: %d runs, %v", ran, err)
	}
}
