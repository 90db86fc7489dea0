package behaviour

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"kadry/internal/codematch/behaviour/engine"
	"kadry/internal/codematch/behaviour/sandbox"
	"kadry/internal/fault"
)

// run is what one program made of all inputs.
type run struct {
	results []engine.Result
	refusal *engine.Refusal
}

// mostDeaths is after how many processes that a program ended its further inputs are left.
const mostDeaths = engine.MostSlow

// describe asks a process what a program is called with: a text that nobody has looked at can
// bring down a parser too.
func (c *Checker) describe(ctx context.Context, p Program) (description, error) {
	if len(p.Code) > maxCode {
		return description{}, fault.E(fault.TooLarge, fault.Say(
			"The code has %d bytes; at most %d are run.", "В коде %d байт; запускается не более %d.", len(p.Code), maxCode), nil)
	}
	if d, ok := c.known.GetIfPresent(p); ok {
		return d, nil
	}
	var d description
	err := c.ask(ctx, engine.Request{Program: p}, func(line []byte) (bool, error) {
		reply, err := decode[engine.Reply](line)
		d = description{reply.Signature, reply.Refusal}
		return true, err
	})
	if death, ok := errors.AsType[*sandbox.Death](err); ok {
		d, err = description{refusal: &engine.Refusal{Reason: engine.Syntax, Detail: string(death.Cause)}}, nil
	}
	if err != nil {
		return description{}, err
	}
	c.known.Set(p, d)
	return d, nil
}

func (c *Checker) ask(ctx context.Context, r engine.Request, take func([]byte) (bool, error)) error {
	line, err := json.Marshal(r)
	if err != nil {
		return fmt.Errorf("behaviour: request: %w", err)
	}
	return c.pool.Ask(ctx, line, take)
}

func decode[T any](line []byte) (T, error) {
	var v T
	err := json.Unmarshal(line, &v)
	return v, err
}

// run runs a program on the inputs. An input that ends its process costs that input; the
// others go on in a new one.
func (c *Checker) run(ctx context.Context, p Program, inputs [][]any, o Options) (run, error) {
	var out run
	for deaths := 0; len(out.results) < len(inputs) && deaths < mostDeaths; deaths++ {
		from := len(out.results)
		loaded := false
		request := engine.Request{Program: p, Inputs: inputs[from:], Each: o.Each}
		err := c.ask(ctx, request, func(line []byte) (bool, error) {
			if !loaded {
				loaded = true
				reply, err := decode[engine.Reply](line)
				out.refusal = reply.Refusal
				return reply.Refusal != nil, err
			}
			result, err := decode[engine.Result](line)
			out.results = append(out.results, result)
			return len(out.results) == len(inputs), err
		})
		var death *sandbox.Death
		switch {
		case out.refusal != nil && err == nil:
			return out, nil
		case errors.As(err, &death) && !loaded:
			return run{refusal: &engine.Refusal{Reason: engine.Syntax, Detail: string(death.Cause)}}, nil
		case errors.As(err, &death):
			out.results = append(out.results, engine.Result{State: stateOf(death), Note: string(death.Cause)})
			o.Each = engine.Shorter(o.Each)
		case err != nil:
			return run{}, err
		}
	}
	if out.results[0].State == engine.Unsteady {
		return run{refusal: &engine.Refusal{Reason: engine.Impure, Detail: "answers differ when asked again"}}, nil
	}
	for len(out.results) < len(inputs) {
		out.results = append(out.results, engine.Result{State: engine.NotRun})
	}
	out.results = out.results[:len(inputs)]
	return out, nil
}

func stateOf(d *sandbox.Death) engine.State {
	if d.Cause == sandbox.Time {
		return engine.Slow
	}
	return engine.Died
}

// side is which of the two programs is spoken of.
type side struct{ en, ru string }

var (
	sideA = side{"first", "Первую"}
	sideB = side{"second", "Вторую"}
)

// refused says why a program cannot be run.
func refused(r *engine.Refusal, s side) Outcome {
	if r == nil {
		return Outcome{}
	}
	en, ru := "it does not load here", "она здесь не загружается"
	switch r.Reason {
	case engine.OtherLanguage:
		en, ru = "code in this language is not run here", "код на этом языке здесь не запускается"
	case engine.NoEntry:
		en, ru = "there is no such function in it", "такой функции в коде нет"
	case engine.Impure:
		en, ru = "it uses more than its arguments", "она использует не только свои аргументы"
	case engine.OddTypes:
		en, ru = "its arguments cannot be made up", "её аргументы нельзя составить"
	}
	detail := ""
	if r.Detail != "" {
		detail = " (" + fault.Clip(r.Detail) + ")"
	}
	return unknown(fault.Say("The %[1]s function cannot be run: %[2]s%[5]s.", "%[3]s функцию запустить нельзя: %[4]s%[5]s.", s.en, en, s.ru, ru, detail))
}

// probeTime bounds the runs that find out what an undeclared function takes.
const probeTime = 50 * time.Millisecond
