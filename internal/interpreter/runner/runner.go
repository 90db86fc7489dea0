// Package runner has foreign programs run in confined processes: the server's end of package
// interpreter.
package runner

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"kadry/internal/interpreter"
	"kadry/internal/sandbox"
)

// Runner hands programs to processes. It is safe for concurrent use.
type Runner struct{ pool *sandbox.Pool }

// New returns a Runner whose processes run command, which must call interpreter.Serve on its
// standard input and output. At most workers run at once.
func New(command []string, workers int, limits sandbox.Limits) *Runner {
	return &Runner{pool: sandbox.New(command, workers, limits)}
}

// Close ends the processes.
func (r *Runner) Close() error { return r.pool.Close() }

// Confinement tells what held the process that was started last.
func (r *Runner) Confinement() sandbox.Confinement { return r.pool.Confinement() }

// mostDeaths is after how many processes that a program ended its further inputs are left.
const mostDeaths = interpreter.MostSlow

// Describe asks a process what a program is called with: a text that nobody has looked at can
// bring down a parser too. The error is that of sandbox.Pool.Ask.
func (r *Runner) Describe(ctx context.Context, p interpreter.Program) (interpreter.Reply, error) {
	var reply interpreter.Reply
	err := r.ask(ctx, interpreter.Request{Program: p}, func(line []byte) (bool, error) {
		return true, json.Unmarshal(line, &reply)
	})
	if death, ok := errors.AsType[*sandbox.Death](err); ok {
		return interpreter.Reply{Refusal: died(death)}, nil
	}
	return reply, err
}

func (r *Runner) ask(ctx context.Context, request interpreter.Request, take func([]byte) (bool, error)) error {
	line, err := json.Marshal(request)
	if err != nil {
		return fmt.Errorf("runner: request: %w", err)
	}
	return r.pool.Ask(ctx, line, take)
}

func died(d *sandbox.Death) *interpreter.Refusal {
	return &interpreter.Refusal{Reason: interpreter.Syntax, Detail: string(d.Cause)}
}

// mostHangs is after how many examples that do not end the others are left: they wait alike.
const mostHangs = 2

// Run runs a program on its inputs or examples: a result for each, in their order, or a
// refusal. One that ends its process costs itself; the others go on in a new one. The error is
// that of sandbox.Pool.Ask, without its deaths.
func (r *Runner) Run(ctx context.Context, request interpreter.Request) ([]interpreter.Result, *interpreter.Refusal, error) {
	wanted := len(request.Inputs) + len(request.Examples)
	var results []interpreter.Result
	most := mostDeaths
	if len(request.Examples) > 0 {
		most = mostHangs
	}
	for deaths := 0; len(results) < wanted && deaths < most; deaths++ {
		var refusal *interpreter.Refusal
		loaded := false
		err := r.ask(ctx, request.From(len(results)), func(line []byte) (bool, error) {
			if !loaded {
				loaded = true
				var reply interpreter.Reply
				err := json.Unmarshal(line, &reply)
				refusal = reply.Refusal
				return refusal != nil, err
			}
			var result interpreter.Result
			err := json.Unmarshal(line, &result)
			results = append(results, result)
			return len(results) == wanted, err
		})
		death, isDeath := errors.AsType[*sandbox.Death](err)
		switch {
		case refusal != nil && err == nil:
			return results, refusal, nil
		case isDeath && !loaded:
			return nil, died(death), nil
		case isDeath:
			results = append(results, interpreter.Result{State: stateOf(death), Note: string(death.Cause)})
			if len(request.Examples) == 0 {
				request.Each = interpreter.Shorter(request.Each)
			}
		case err != nil:
			return nil, nil, err
		}
	}
	for len(results) < wanted {
		results = append(results, interpreter.Result{State: interpreter.NotRun})
	}
	return results[:wanted], nil, nil
}

func stateOf(d *sandbox.Death) interpreter.State {
	if d.Cause == sandbox.Time {
		return interpreter.Slow
	}
	return interpreter.Died
}
