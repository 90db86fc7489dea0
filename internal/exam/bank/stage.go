package bank

import (
	"context"
	"sync"

	"kadry/internal/fault"
)

// Stage is one report of how far an answer has come that the site is asked for.
type Stage struct {
	Done, Total int
	Text        fault.Text // what was done or is being done
}

type stageKey struct{}

// WithStages returns a context in which a Bank tells its stages to tell, one at a time. It
// must be quick.
func WithStages(ctx context.Context, tell func(Stage)) context.Context {
	var turn sync.Mutex
	return context.WithValue(ctx, stageKey{}, func(s Stage) {
		turn.Lock()
		defer turn.Unlock()
		tell(s)
	})
}

// told reports a stage; where nobody listens it does nothing.
func told(ctx context.Context, done, total int, text fault.Text) {
	if tell, ok := ctx.Value(stageKey{}).(func(Stage)); ok {
		tell(Stage{Done: done, Total: total, Text: text})
	}
}

// tallied reports parts of one whole as they end, in whatever order, from many goroutines.
type tallied struct {
	mu          sync.Mutex
	done, total int
}

func (t *tallied) end(ctx context.Context, text fault.Text) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.done++
	told(ctx, t.done, t.total, text)
}
