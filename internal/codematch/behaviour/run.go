package behaviour

import (
	"context"
	"time"

	"kadry/internal/fault"
	"kadry/internal/interpreter"
)

// run is what one program made of all inputs.
type run struct {
	results []interpreter.Result
	refusal *interpreter.Refusal
}

// describe asks what a program is called with.
func (c *Checker) describe(ctx context.Context, p Program) (interpreter.Reply, error) {
	if len(p.Code) > maxCode {
		return interpreter.Reply{}, fault.E(fault.TooLarge, fault.Say(
			"The code has %d bytes; at most %d are run.", "В коде %d байт; запускается не более %d.", len(p.Code), maxCode), nil)
	}
	if known, ok := c.known.GetIfPresent(p); ok {
		return known, nil
	}
	reply, err := c.runner.Describe(ctx, p)
	if err != nil {
		return interpreter.Reply{}, err
	}
	c.known.Set(p, reply)
	return reply, nil
}

// run runs a program on the inputs.
func (c *Checker) run(ctx context.Context, p Program, inputs [][]any, o Options) (run, error) {
	results, refusal, err := c.runner.Run(ctx, interpreter.Request{Program: p, Inputs: inputs, Each: o.Each})
	if err != nil || refusal != nil {
		return run{refusal: refusal}, err
	}
	if results[0].State == interpreter.Unsteady {
		return run{refusal: &interpreter.Refusal{Reason: interpreter.Impure, Detail: "answers differ when asked again"}}, nil
	}
	return run{results: results}, nil
}

// side is which of the two programs is spoken of.
type side struct{ en, ru string }

var (
	sideA = side{"first", "Первую"}
	sideB = side{"second", "Вторую"}
)

// refused says why a program cannot be run.
func refused(r *interpreter.Refusal, s side) Outcome {
	if r == nil {
		return Outcome{}
	}
	en, ru := "it does not load here", "она здесь не загружается"
	switch r.Reason {
	case interpreter.OtherLanguage:
		en, ru = "code in this language is not run here", "код на этом языке здесь не запускается"
	case interpreter.NoEntry:
		en, ru = "there is no such function in it", "такой функции в коде нет"
	case interpreter.Impure:
		en, ru = "it uses more than its arguments", "она использует не только свои аргументы"
	case interpreter.OddTypes:
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
