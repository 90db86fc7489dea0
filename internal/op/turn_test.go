package op_test

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"testing"
	"testing/synctest"
	"time"

	"kadry/internal/op"
	"kadry/internal/turn"
)

// A call takes one turn and gives it back; what runs inside of it comes with it, as do calls that share
// the context of a page. Whatever mostly waits takes none, nor does a task, which takes them piece by
// piece; whoever gets none does not run.
func TestRun_takesATurn(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		turns := turn.New(time.Now)
		p := &op.Pipeline{Turns: turns}
		declared := func(spec op.Spec) *op.Op {
			spec.Name, spec.Toolset, spec.Title, spec.Doc, spec.Effect = "find_books", "books", "Find", "Finds books.", op.Reads
			return op.New(spec, echo)
		}
		as := func(tenant string) context.Context { return op.WithCaller(t.Context(), op.Caller{Tenant: tenant}) }
		work, acme := declared(op.Spec{}), as("acme")
		ran := 0
		run := func(ctx context.Context, o *op.Op, inside func(context.Context) error) error {
			return p.Run(ctx, o, func(ctx context.Context) error { ran++; return inside(ctx) })
		}
		nothing := func(context.Context) error { return nil }
		// While others work on every processor, work of acme that holds a turn has the only one it can get.
		busy := func(inside func(context.Context) error) func(context.Context) error {
			return func(ctx context.Context) error {
				for _, other := range others(runtime.GOMAXPROCS(0)) {
					done, err := turn.Take(turn.With(t.Context(), turns, other))
					if err != nil {
						return err
					}
					defer done()
				}
				return inside(ctx)
			}
		}
		hasTurn := func(context.Context) error {
			ctx, cancel := context.WithTimeout(t.Context(), time.Second)
			defer cancel()
			done, err := turn.Take(turn.With(ctx, turns, "acme"))
			if err == nil {
				done()
				return errNoTurn
			}
			return nil
		}
		for name, c := range map[string]struct {
			try  func() error
			runs int
			err  error
		}{
			"one call": {func() error { return run(acme, work, busy(hasTurn)) }, 1, nil},
			"two calls": {func() error {
				return errors.Join(run(acme, work, busy(hasTurn)), run(acme, work, busy(hasTurn)))
			}, 2, nil},
			"one inside": {func() error {
				return run(acme, work, busy(func(ctx context.Context) error { return run(ctx, work, hasTurn) }))
			}, 2, nil},
			"of a page": {func() error {
				page := turn.Together(acme)
				return run(page, work, busy(func(context.Context) error { return run(page, work, hasTurn) }))
			}, 2, nil},
			"waits":  {func() error { return run(acme, declared(op.Spec{Waits: true}), busy(hasTurn)) }, 1, errNoTurn},
			"beyond": {func() error { return run(acme, declared(op.Spec{World: true}), busy(hasTurn)) }, 1, errNoTurn},
			"a task": {func() error {
				return run(op.WithCheckpoint(acme, nil, nil), work, busy(hasTurn))
			}, 1, errNoTurn},
			"none to be had": {func() error {
				return run(acme, work, busy(func(context.Context) error {
					return run(acme, declared(op.Spec{Timeout: time.Second}), nothing)
				}))
			}, 1, context.DeadlineExceeded},
		} {
			ran = 0
			if err := c.try(); !errors.Is(err, c.err) || (err == nil) != (c.err == nil) || ran != c.runs {
				t.Errorf("%s: %d runs, %v", name, ran, err)
			}
		}
		if err := run(acme, work, busy(hasTurn)); err != nil {
			t.Errorf("a turn was not given back: %v", err)
		}
	})
}

var errNoTurn = errors.New("the work holds no turn")

func others(n int) (names []string) {
	for i := range n {
		names = append(names, fmt.Sprint("other", i))
	}
	return names
}
