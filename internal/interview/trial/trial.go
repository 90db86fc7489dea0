// Package trial runs the code of answers on the examples of their questions, in confined
// processes. What the code did goes with the turns that marking judges.
package trial

import (
	"context"
	"slices"
	"time"

	"kadry/internal/fault"
	"kadry/internal/interpreter"
	"kadry/internal/interpreter/runner"
	"kadry/internal/interview/bank"
	"kadry/internal/interview/marking"
	"kadry/internal/sandbox"
)

// Trials runs code. The zero value runs none.
type Trials struct {
	Runner *runner.Runner // nil: nothing is run
}

// An example may take each, and so may loading the code beside its second. What was too slow is
// tried once more, for as long as patience: loading, or the first slow example and, if that was
// all it wanted, those behind it with more time. A busy machine is no fault of the code.
const (
	each     = time.Second
	patience = 4 * time.Second
	relaxed  = 2 * time.Second
)

// Run runs the code that was sent on a question, and notes in every turn what the code did that
// had been sent by then. The error is that of the context.
func (t Trials) Run(ctx context.Context, q bank.Question, turns []marking.Turn) error {
	if t.Runner == nil || len(q.Examples) == 0 {
		return nil
	}
	var sources []string
	for i := range turns {
		sent := marking.Sources(q, turns[:i+1])
		if i > 0 && slices.Equal(sent, sources) {
			turns[i].Ran = turns[i-1].Ran
			continue
		}
		if sources = sent; len(sent) == 0 {
			continue
		}
		ran, err := t.loading(ctx, q, sent)
		if err != nil {
			return err
		}
		turns[i].Ran = ran
	}
	return nil
}

// loading runs the first of some texts that loads on the examples of a question.
func (t Trials) loading(ctx context.Context, q bank.Question, sources []string) (*marking.Ran, error) {
	var first *marking.Ran
	for _, source := range sources {
		ran, err := t.one(ctx, q, source)
		if err != nil || len(ran.Examples) > 0 || ran.Trouble == marking.Crashed {
			return ran, err
		}
		if first == nil {
			first = ran
		}
	}
	return first, nil
}

func (t Trials) one(ctx context.Context, q bank.Question, source string) (*marking.Ran, error) {
	request := interpreter.Request{
		Program: interpreter.Program{Language: interpreter.Language(q.Language), Code: source, Entry: q.Entry, Given: q.Given},
		Each:    each,
	}
	for _, e := range q.Examples {
		request.Examples = append(request.Examples, e.Code)
	}
	results, refusal, err := t.Runner.Run(ctx, request)
	if refusal != nil && refusal.Detail == string(sandbox.Time) { // loading it was too slow
		request.Each = patience
		results, refusal, err = t.Runner.Run(ctx, request)
	}
	if slow := slices.IndexFunc(results, isSlow); err == nil && slow >= 0 {
		results, err = t.again(ctx, request, results, slow)
	}
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case err != nil:
		return &marking.Ran{Trouble: marking.NoProcess}, nil //nolint:nilerr // the mark says so, and the doctor what is wrong
	case refusal != nil:
		return &marking.Ran{Trouble: troubleOf(refusal), Detail: refusal.Detail}, nil
	}
	return ranOf(q, results), nil
}

func troubleOf(r *interpreter.Refusal) marking.Trouble {
	switch r.Reason {
	case interpreter.NoEntry:
		return marking.NoEntry
	case interpreter.Impure, interpreter.OtherLanguage, interpreter.OddTypes:
		return marking.Lacking
	case interpreter.Syntax:
	}
	return marking.NotLoaded
}

func isSlow(r interpreter.Result) bool { return r.State == interpreter.Slow }

// again runs the first slow example with more time, and with it, if that was all it wanted,
// those that follow.
func (t Trials) again(ctx context.Context, request interpreter.Request, results []interpreter.Result, slow int) ([]interpreter.Result, error) {
	request.Examples = request.Examples[slow:]
	first := request
	first.Examples, first.Each = first.Examples[:1], patience
	alone, refusal, err := t.Runner.Run(ctx, first)
	if err != nil || refusal != nil || isSlow(alone[0]) {
		return results, err
	}
	request.Each = relaxed
	rest, refusal, err := t.Runner.Run(ctx, request)
	if err != nil || refusal != nil {
		return results, err
	}
	return slices.Concat(results[:slow], rest), nil
}

// ranOf is what results say of the code. One that was not come to would have ended as the last
// that was. One that cannot be run here, or ended its process by itself, says nothing.
func ranOf(q bank.Question, results []interpreter.Result) *marking.Ran {
	ran := &marking.Ran{}
	last := interpreter.Result{State: interpreter.Slow}
	for i, r := range results {
		if r.State == interpreter.NotRun {
			r = last
		}
		last = r
		switch run := runOf(q.Examples[i].ID, r); {
		case run.End != "":
			ran.Examples = append(ran.Examples, run)
		case r.State == interpreter.Died:
			ran.Trouble = marking.Crashed
		case ran.Trouble == "":
			ran.Trouble, ran.Detail = marking.Lacking, r.Note
		}
	}
	return ran
}

// runOf is what one result says; without an end it says nothing.
func runOf(id string, r interpreter.Result) marking.ExampleRun {
	run := marking.ExampleRun{ID: id}
	switch r.State {
	case interpreter.Answered:
		run.End = marking.Passed
	case interpreter.Differs:
		run.End, run.Got, run.Want = marking.Differed, r.Note, r.Want
	case interpreter.Failed, interpreter.Unsteady:
		run.End, run.Note = marking.Failed, r.Note
	case interpreter.Slow:
		run.End = marking.Endless
	case interpreter.Huge:
		run.End = marking.Broke
	case interpreter.Died:
		if r.Note != string(sandbox.Crash) {
			run.End = marking.Broke
		}
	case interpreter.Unfit, interpreter.NotRun:
	}
	return run
}

// Check runs a line of code, and says for `kadry doctor` what holds the process that did.
func (t Trials) Check(ctx context.Context) (fault.Text, error) {
	if t.Runner == nil {
		return fault.Say("code is not run, it is judged by its form", "код не запускается, он оценивается по форме"), nil
	}
	results, refusal, err := t.Runner.Run(ctx, interpreter.Request{
		Program:  interpreter.Program{Language: interpreter.JavaScript, Code: "const one = () => 1", Entry: "one"},
		Examples: []string{"equal(one(), 1)"}, Each: patience,
	})
	if err != nil {
		return fault.Text{}, err
	}
	if refusal != nil || results[0].State != interpreter.Answered {
		return fault.Text{}, fault.E(fault.Unavailable, fault.Say("The process that runs code gives wrong answers.", "Процесс, в котором исполняется код, отвечает неверно."), nil)
	}
	if !t.Runner.Confinement().Whole() {
		return fault.Say("run in a child process with bounds on time and memory; this system does not part it from files or network",
			"запускаются в дочернем процессе с пределами времени и памяти; от файлов или сети эта система его не отделяет"), nil
	}
	return fault.Say("run in a child process without files and network", "запускаются в дочернем процессе без файлов и сети"), nil
}

// Close ends the processes.
func (t Trials) Close() error {
	if t.Runner == nil {
		return nil
	}
	return t.Runner.Close()
}
