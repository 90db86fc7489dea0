package op

import (
	"context"

	"kadry/internal/fault"
)

// Stage is one report of how far a call has come.
type Stage struct {
	Done  int
	Total int // 0 when unknown
	Text  fault.Text
}

type progressKey struct{}

// WithProgress returns a context whose calls report their stages to report, which must be
// quick and safe for concurrent use.
func WithProgress(ctx context.Context, report func(Stage)) context.Context {
	return context.WithValue(ctx, progressKey{}, report)
}

// Progress returns the reporter of ctx; where nobody listens it does nothing.
func Progress(ctx context.Context) func(Stage) {
	if report, ok := ctx.Value(progressKey{}).(func(Stage)); ok {
		return report
	}
	return func(Stage) {}
}
