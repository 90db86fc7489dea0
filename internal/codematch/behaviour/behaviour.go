// Package behaviour answers whether two functions give the same outputs: both are run on
// generated inputs, whatever language each is in. It shows where they differ; it proves
// nothing where they do not. The way through: a Checker has each Program described, fit finds
// arguments that suit both (signature.go), inputsFor makes them (input.go), both programs run
// in confined processes (run.go; packages interpreter and runner), and judge compares what they
// gave back (judge.go).
package behaviour

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/maypok86/otter/v2"

	"kadry/internal/fault"
	"kadry/internal/interpreter"
	"kadry/internal/interpreter/runner"
	"kadry/internal/sandbox"
)

// Program is a function with the text it needs: Go, JavaScript, TypeScript or Python.
type Program = interpreter.Program

// Options bound a comparison. A field of zero takes its default.
type Options struct {
	Inputs int           // how many; 64
	Each   time.Duration // of one input and program; 150 ms
	Time   time.Duration // of a comparison, or of all candidates of Rerank; 5 s, 3 s
}

const (
	defaultInputs = 64
	mostInputs    = 500
	defaultEach   = 150 * time.Millisecond
	compareTime   = 5 * time.Second
	rerankTime    = 3 * time.Second
	maxCode       = 64 << 10 // bytes of a program
)

func (o Options) orDefault(total time.Duration) Options {
	if o.Inputs <= 0 {
		o.Inputs = defaultInputs
	}
	o.Inputs = min(o.Inputs, mostInputs)
	if o.Each <= 0 {
		o.Each = defaultEach
	}
	if o.Time <= 0 {
		o.Time = total
	}
	return o
}

// Verdict is what the runs say of two programs.
type Verdict string

// The verdicts.
const (
	Same      Verdict = "same"      // alike on nearly all inputs, and the outputs say something
	Different Verdict = "different" // there is an ordinary input on which both answer and differ
	Unknown   Verdict = "unknown"
)

// Case is one input with what both programs made of it, as JSON; an end without an answer is
// its state.
type Case struct {
	Input string
	A, B  string
	Agree bool
	Edge  bool // at the edge of the types, where programs for one task may well differ
}

// Outcome is what running two programs showed.
type Outcome struct {
	Asked       int      // inputs
	Ran         int      // of them, on which both answered
	Agree       int      // of those, on which they answered the same
	Alone       int      // on which one of the two answered
	Informative bool     // the most common output stands for at most 85 % of Ran
	Score       float64  // agreement beyond chance, 0..1, less what few inputs or one-sided answers leave open
	Without     []string // what inputs have to lack for the Score: the programs differ on those, see tags.go
	Verdict     Verdict
	First       *Case      // the first ordinary input on which they differ
	Cases       []Case     // some inputs, those with differences first
	Why         fault.Text // why the verdict is Unknown
	Types       []string   // of the arguments
	// OtherArguments says that no arguments suit both: they were not run.
	OtherArguments bool
	Confinement    sandbox.Confinement
}

// Checker runs programs. It is safe for concurrent use.
type Checker struct {
	runner  *runner.Runner
	workers int
	known   *otter.Cache[Program, interpreter.Reply] // what a program is called with
}

// descriptionsKept is how many programs are remembered.
const descriptionsKept = 4096

// New returns a Checker whose confined processes run command, which must call interpreter.Serve on
// its standard input and output. At most workers run at once.
func New(command []string, workers int) (*Checker, error) {
	known, err := otter.New(&otter.Options[Program, interpreter.Reply]{MaximumSize: descriptionsKept})
	if err != nil {
		return nil, err
	}
	return &Checker{runner: runner.New(command, workers, sandbox.Limits{}), workers: max(workers, 1), known: known}, nil
}

// Close ends the processes.
func (c *Checker) Close() error { return c.runner.Close() }

// Compare runs two programs on the same inputs. Programs that cannot be run, loop, die or eat
// memory are an Outcome that is Unknown; the error is Canceled, Unavailable when no process
// starts, or TooLarge.
func (c *Checker) Compare(ctx context.Context, a, b Program, o Options) (Outcome, error) {
	o = o.orDefault(compareTime)
	limited, cancel := context.WithTimeout(ctx, o.Time)
	defer cancel()
	out, err := c.compare(limited, a, b, o)
	if err != nil && ctx.Err() == nil && errors.Is(err, context.DeadlineExceeded) {
		return unknown(fault.Say("The time for running the code is over.", "Время на запуск кода вышло.")), nil
	}
	out.Confinement = c.runner.Confinement()
	return out, err
}

func unknown(why fault.Text) Outcome { return Outcome{Verdict: Unknown, Why: why} }

func (c *Checker) compare(ctx context.Context, a, b Program, o Options) (Outcome, error) {
	first, err := c.describe(ctx, a)
	if err != nil || first.Refusal != nil {
		return refused(first.Refusal, sideA), err
	}
	second, err := c.describe(ctx, b)
	if err != nil || second.Refusal != nil {
		return refused(second.Refusal, sideB), err
	}
	typings := fit(first.Signature, second.Signature)
	if len(typings) == 0 {
		out := unknown(fault.Say("The functions take different arguments.", "Функции принимают разные аргументы."))
		out.OtherArguments = true
		return out, nil
	}
	typing, err := c.choose(ctx, a, b, typings, o)
	if err != nil {
		return Outcome{}, err
	}
	return c.onTypes(ctx, a, b, typing, o)
}

// onTypes runs both programs on inputs of the types.
func (c *Checker) onTypes(ctx context.Context, a, b Program, t typing, o Options) (Outcome, error) {
	inputs := inputsFor(t.types, o.Inputs, a.Code, b.Code)
	asked := make([][]any, len(inputs))
	turned := make([][]any, len(inputs))
	for i, in := range inputs {
		asked[i] = in.args
		turned[i] = t.turn(in.args)
	}
	var ranA, ranB run
	var errA, errB error
	var both sync.WaitGroup
	both.Go(func() { ranA, errA = c.run(ctx, a, asked, o) })
	ranB, errB = c.run(ctx, b, turned, o)
	both.Wait()
	if err := errors.Join(errA, errB); err != nil {
		return Outcome{}, err
	}
	return t.outcome(inputs, ranA, ranB, literalsOf(a.Code, b.Code)), nil
}

// outcome judges two runs on the inputs; own are the constants of the programs.
func (t typing) outcome(inputs []input, ranA, ranB run, own literals) Outcome {
	if ranA.refusal != nil {
		return refused(ranA.refusal, sideA)
	}
	if ranB.refusal != nil {
		return refused(ranB.refusal, sideB)
	}
	out := judge(inputs, ranA.results, ranB.results, own)
	out.Types = t.names()
	return out
}

// Rerank compares a query with candidates within one budget of time. The outcomes stand as
// the candidates do; those that time did not suffice for are Unknown. The error is that of
// Compare.
func (c *Checker) Rerank(ctx context.Context, query Program, candidates []Program, o Options) ([]Outcome, error) {
	o = o.orDefault(rerankTime)
	limited, cancel := context.WithTimeout(ctx, o.Time)
	defer cancel()
	out := make([]Outcome, len(candidates))
	errs := make([]error, len(candidates))
	next := make(chan int)
	var working sync.WaitGroup
	for range max(1, c.workers/2) { // a comparison uses two processes
		working.Go(func() {
			for i := range next {
				out[i], errs[i] = c.Compare(limited, query, candidates[i], o)
			}
		})
	}
	for i := range candidates {
		next <- i
	}
	close(next)
	working.Wait()
	for i, err := range errs {
		switch {
		case ctx.Err() != nil:
			return nil, ctx.Err()
		case limited.Err() != nil && err != nil:
			out[i] = unknown(fault.Say("The time for running the code is over.", "Время на запуск кода вышло."))
		case err != nil:
			return nil, err
		}
	}
	return out, nil
}

// Confinement tells what held the process that was started last.
func (c *Checker) Confinement() sandbox.Confinement { return c.runner.Confinement() }
