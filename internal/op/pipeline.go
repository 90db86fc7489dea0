package op

import (
	"context"
	"fmt"
	"runtime/debug"
	"slices"
	"time"

	"kadry/internal/fault"
	"kadry/internal/op/schema"
)

// DefaultBudget is the size of an answer in bytes of JSON, about 8,000 tokens: more
// than that crowds out the conversation it is meant for.
const DefaultBudget = 32_000

// Caller is who calls and how they want to be answered. It travels in the context
// because it belongs to one request.
type Caller struct {
	Name     string
	Tenant   string
	Lang     string   // "ru" or "en"
	Toolsets []string // what the caller may use; empty is everything
	ReadOnly bool     // may call operations that only read
	Local    bool     // may name files of this machine: the CLI, stdio, and HTTP from here while nobody needs a token
	Budget   int      // bytes of an answer; 0 is DefaultBudget, negative is unlimited
}

type callerKey struct{}

// WithCaller returns a context in which calls are made for c.
func WithCaller(ctx context.Context, c Caller) context.Context {
	return context.WithValue(ctx, callerKey{}, c)
}

// CallerFrom returns the caller of ctx; the zero Caller has the tenant "" and may not be
// told from an anonymous one.
func CallerFrom(ctx context.Context) Caller {
	c, _ := ctx.Value(callerKey{}).(Caller)
	return c
}

func (c Caller) may(o *Op) error {
	if c.ReadOnly && o.Effect != Reads {
		return fault.E(fault.Denied, fault.Say("%s changes data and this access is read-only.", "%s меняет данные, а этот доступ только для чтения.", o.Name), nil)
	}
	if len(c.Toolsets) > 0 && !slices.Contains(c.Toolsets, o.Toolset) {
		return fault.E(fault.Denied, fault.Say("This access does not cover the toolset %s.", "Этот доступ не включает набор %s.", o.Toolset), nil)
	}
	return nil
}

// Pipeline is the one way an operation is called, whatever the front.
type Pipeline struct {
	// Limit refuses a caller that calls too often; nil limits nobody.
	Limit func(ctx context.Context, c Caller, o *Op) error
	// Observe is told of every finished call: metrics and the one log line of a failure.
	Observe func(ctx context.Context, o *Op, took time.Duration, err error)
}

// Call runs o for the caller of ctx. The error is always a *fault.Error.
func (p *Pipeline) Call(ctx context.Context, o *Op, args []byte) (result Result, err error) {
	start := time.Now()
	ctx, cancel := context.WithTimeout(ctx, o.Timeout)
	defer func() {
		cancel()
		if thrown := recover(); thrown != nil {
			err = fmt.Errorf("op: panic in %s: %v\n%s", o.Name, thrown, debug.Stack())
		}
		if err != nil {
			result, err = Result{}, fault.From(err)
		}
		if p.Observe != nil {
			p.Observe(ctx, o, time.Since(start), err)
		}
	}()
	caller := CallerFrom(ctx)
	if err := caller.may(o); err != nil {
		return Result{}, err
	}
	if p.Limit != nil {
		if err := p.Limit(ctx, caller, o); err != nil {
			return Result{}, err
		}
	}
	checked, err := schema.Input(o.Input, o.spelled, args)
	if err != nil {
		return Result{}, err
	}
	result, err = o.run(ctx, checked, answering{lang: caller.Lang, budget: caller.Room()})
	if err != nil {
		return Result{}, err
	}
	return result, schema.Output(o.Output, result.JSON)
}

// Room is how many bytes of JSON an answer to c may have; 0 is unlimited.
func (c Caller) Room() int {
	switch {
	case c.Budget < 0:
		return 0
	case c.Budget == 0:
		return DefaultBudget
	}
	return c.Budget
}
