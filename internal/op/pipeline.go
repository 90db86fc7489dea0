package op

import (
	"context"
	"fmt"
	"runtime/debug"
	"slices"
	"time"

	"kadry/internal/fault"
	"kadry/internal/op/schema"
	"kadry/internal/turn"
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
	Admin    bool     // may call operations of ScopeAdmin
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

// May is the one rule of access: it says why c may not call o, or nil. Fronts ask it to
// leave out what a caller cannot use; the pipeline asks it before every call.
func (c Caller) May(o *Op) error {
	switch {
	case len(c.Toolsets) > 0 && !slices.Contains(c.Toolsets, o.Toolset):
		return fault.E(fault.Denied, fault.Say("This access does not cover the toolset %s.", "Этот доступ не включает набор %s.", o.Toolset), nil).
			WithHint(fault.Say("Ask whoever gave you the token for the toolset %s.", "Попросите того, кто выдал токен, добавить набор %s.", o.Toolset))
	case c.ReadOnly && o.Scope != ScopeRead:
		return fault.E(fault.Denied, fault.Say("%s changes data and this access is read-only.", "%s меняет данные, а этот доступ только для чтения.", o.Name), nil)
	case o.Scope == ScopeAdmin && !c.Admin:
		return fault.E(fault.Denied, fault.Say("%s needs the access of an administrator.", "Для %s нужен доступ администратора.", o.Name), nil).
			WithHint(fault.Say("`kadry token create --admin` makes such a token.", "Такой токен создаёт `kadry token create --admin`."))
	}
	return nil
}

// ForTenant is the tenant that a call of c is about: its own when it names none. Only the
// operator at this machine may name another one.
func (c Caller) ForTenant(named string) (string, error) {
	if named == "" || named == c.Tenant {
		return c.Tenant, nil
	}
	if !c.Local || !c.Admin {
		return "", fault.E(fault.Denied, fault.Say("This access is of the tenant %s.", "Этот доступ принадлежит арендатору %s.", c.Tenant), nil)
	}
	return named, nil
}

// Pipeline is the one way an operation is called, whatever the front.
type Pipeline struct {
	// Limit refuses a caller that calls too often; nil limits nobody.
	Limit func(ctx context.Context, c Caller, o *Op) error
	// Turns are what calls take to work; nil lets all work at once. Calls that mostly wait
	// themselves take none, and long work takes them piece by piece.
	Turns *turn.Turns
	// Observe is told of every finished call: metrics and the one log line of a failure.
	Observe func(ctx context.Context, o *Op, took time.Duration, err error)
}

// Call runs o for the caller of ctx. The error is always a *fault.Error.
func (p *Pipeline) Call(ctx context.Context, o *Op, args []byte) (result Result, err error) {
	err = p.Run(ctx, o, func(ctx context.Context) error {
		checked, err := schema.Input(o.Input, o.taken, args)
		if err != nil {
			return err
		}
		caller := CallerFrom(ctx)
		if result, err = o.run(ctx, checked, answering{lang: caller.Lang, budget: caller.Room()}); err != nil {
			return err
		}
		return schema.Output(o.Output, o.given, result.JSON)
	})
	if err != nil {
		return Result{}, err
	}
	return result, nil
}

// Run runs a function in the place of o: with its access, rate, deadline and record. Pages
// that show more than an answer says use it; everything else uses Call. The error is
// always a *fault.Error.
func (p *Pipeline) Run(ctx context.Context, o *Op, run func(context.Context) error) (err error) {
	start := time.Now()
	cancel := func() {}
	inTask := Checkpoint(ctx) != nil
	if !inTask {
		ctx, cancel = context.WithTimeout(ctx, o.Timeout)
	}
	defer func() {
		cancel()
		if thrown := recover(); thrown != nil {
			err = fmt.Errorf("op: panic in %s: %v\n%s", o.Name, thrown, debug.Stack())
		}
		if err != nil {
			err = fault.From(err)
		}
		if p.Observe != nil {
			p.Observe(ctx, o, time.Since(start), err)
		}
	}()
	if err := p.admit(ctx, o, inTask); err != nil {
		return err
	}
	ctx = turn.With(ctx, p.Turns, CallerFrom(ctx).Tenant)
	if inTask || o.World || o.Waits {
		return run(ctx)
	}
	done, err := turn.Take(ctx)
	if err != nil {
		return err
	}
	defer done()
	return run(ctx)
}

// admit refuses a caller who may not call o, or calls too often.
func (p *Pipeline) admit(ctx context.Context, o *Op, counted bool) error {
	caller := CallerFrom(ctx)
	if err := caller.May(o); err != nil || p.Limit == nil || counted {
		return err
	}
	return p.Limit(ctx, caller, o)
}

// Accept makes the checks of Call for a call that is to run as a task, and returns the
// arguments to run it with. The error is always a *fault.Error.
func (p *Pipeline) Accept(ctx context.Context, o *Op, args []byte) ([]byte, error) {
	if err := p.admit(ctx, o, false); err != nil {
		return nil, fault.From(err)
	}
	checked, err := schema.Input(o.Input, o.taken, args)
	if err != nil {
		return nil, fault.From(err)
	}
	long := o.Long
	if long && o.Detach != nil {
		if checked, long, err = o.Detach(ctx, checked); err != nil {
			return nil, fault.From(err)
		}
	}
	if !long {
		return nil, fault.E(fault.Invalid, fault.Say("This call of %s is short and runs as no task.", "Этот вызов %s короткий и задачей не выполняется.", o.Name), nil).
			WithHint(fault.Say("Call it plainly.", "Вызовите его обычным образом."))
	}
	return checked, nil
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
