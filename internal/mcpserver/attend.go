package mcpserver

import (
	"context"
	"fmt"
	"runtime/debug"
	"time"

	"kadry/internal/fault"
	"kadry/internal/op"
)

// readingTimeout bounds a resource, a prompt and a completion.
const readingTimeout = 30 * time.Second

// attend runs what is not an operation under the rules of one: deadline, limit of the
// caller, recovery and metrics under the name of the method. The error is a *fault.Error.
func (s *Server) attend(ctx context.Context, as op.Spec, run func(context.Context) error) (err error) {
	as.Effect = op.Reads
	o := &op.Op{Spec: as}
	start := time.Now()
	ctx, cancel := context.WithTimeout(ctx, readingTimeout)
	defer func() {
		cancel()
		if thrown := recover(); thrown != nil {
			err = fmt.Errorf("mcpserver: panic in %s: %v\n%s", as.Name, thrown, debug.Stack())
		}
		if err != nil {
			err = fault.From(err)
		}
		if s.cfg.Pipeline.Observe != nil {
			s.cfg.Pipeline.Observe(ctx, o, time.Since(start), err)
		}
	}()
	if s.cfg.Pipeline.Limit != nil {
		if err := s.cfg.Pipeline.Limit(ctx, op.CallerFrom(ctx), o); err != nil {
			return err
		}
	}
	return run(ctx)
}
