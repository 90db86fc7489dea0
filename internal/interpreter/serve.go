package interpreter

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"reflect"
	"time"

	"kadry/internal/interpreter/value"
	"kadry/internal/sandbox"
)

// Reply is the first line of an answer; a Result follows for each input that was asked.
type Reply struct {
	Signature Signature
	Refusal   *Refusal `json:",omitempty"`
}

// Serve is the body of the child process. It confines the process it runs in, tells how, and
// answers the requests on in, a line of JSON each, until in ends.
func Serve(ctx context.Context, in io.Reader, out io.Writer) error {
	confinement, err := sandbox.Confine()
	if err != nil {
		return fmt.Errorf("interpreter: %w", err)
	}
	answers := json.NewEncoder(out)
	if err := answers.Encode(confinement); err != nil {
		return fmt.Errorf("interpreter: answer: %w", err)
	}
	return serve(ctx, in, answers, func() { os.Exit(sandbox.ExitSlow) })
}

func serve(ctx context.Context, in io.Reader, answers *json.Encoder, giveUp func()) error {
	requests := json.NewDecoder(bufio.NewReader(in))
	for ctx.Err() == nil {
		var r Request
		err := requests.Decode(&r)
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("interpreter: receive: %w", err)
		}
		if err := sandbox.BoundTask(); err != nil {
			return fmt.Errorf("interpreter: %w", err)
		}
		if err := answer(r, answers, giveUp); err != nil {
			return fmt.Errorf("interpreter: answer: %w", err)
		}
	}
	return ctx.Err()
}

// loadTime is how long a program may take to load: its top level runs then.
const loadTime = time.Second

// answer answers one request. giveUp ends the process: an interpreter cannot always be
// stopped from outside.
func answer(r Request, answers *json.Encoder, giveUp func()) error {
	watchdog := time.AfterFunc(loadTime, giveUp)
	defer watchdog.Stop()
	if len(r.Examples) > 0 {
		return try(r, answers, watchdog)
	}
	signature, err := describe(r.Program)
	if err != nil || len(r.Inputs) == 0 {
		return answers.Encode(Reply{Signature: signature, Refusal: refusal(err)})
	}
	program, err := load(r)
	refused := refusal(err)
	if err := answers.Encode(Reply{Signature: signature, Refusal: refused}); err != nil || refused != nil {
		return err
	}
	slow := 0
	left := false // the inputs that follow are not run
	for i, input := range r.Inputs {
		watchdog.Reset(r.Each + r.Each/2)
		got := Result{State: NotRun}
		if !left {
			got = program.call(clone(input))
		}
		if i == 0 && got.State == Answered && !steady(got, program.call(clone(input))) {
			got = Result{State: Unsteady}
		}
		if err := answers.Encode(got); err != nil {
			return fmt.Errorf("input %d: %w", i, err)
		}
		if got.State == Slow {
			slow++
		}
		left = left || got.State == Unsteady || slow == MostSlow
	}
	return nil
}

// Shorter is how long an input may take after one was slow: slow ones come together.
func Shorter(each time.Duration) time.Duration { return max(each/2, leastEach) }

const leastEach = 20 * time.Millisecond

// MostSlow is after how many slow inputs the others are left: they would be slow too.
const MostSlow = 6

func refusal(err error) *Refusal {
	if err == nil {
		return nil
	}
	if known, ok := errors.AsType[*Refusal](err); ok {
		known.Detail = note(known.Detail)
		return known
	}
	return &Refusal{Syntax, note(err.Error())}
}

func clone(args []any) []any {
	out := make([]any, len(args))
	for i, arg := range args {
		out[i] = value.Clone(arg)
	}
	return out
}

// steady says whether two runs on one input ended alike.
func steady(a, b Result) bool { return a.State == b.State && reflect.DeepEqual(a.Value, b.Value) }
