package cli

import (
	"bufio"
	"context"
	"os"
	"strings"
	"time"

	"golang.org/x/term"

	"kadry/internal/fault"
	"kadry/internal/op"
)

// call makes one call. Work that is wanted whole and is longer than a call runs as a task,
// which the command follows to its end.
func (s *shell) call(ctx context.Context, o *op.Op, input []byte, a asked) (op.Result, error) {
	if s.Begin == nil || !o.Long || pageable(o) && !a.all {
		return s.Call(ctx, o, input)
	}
	tasks, task, long, err := s.Begin(ctx, o, input)
	switch {
	case err != nil:
		return op.Result{}, err
	case !long:
		return s.Call(ctx, o, input)
	}
	return s.follow(ctx, tasks, task)
}

// Call makes one call for a command that is not derived from the operation: as a task where it
// is long work, with the progress of that on c.Err.
func Call(ctx context.Context, c Config, o *op.Op, input []byte) (op.Result, error) {
	s := &shell{Config: c, errWidth: terminalWidth(c.Err)}
	p := s.progress()
	defer p.clear()
	return s.call(op.WithProgress(op.WithCaller(ctx, c.Caller), p.report), o, input, asked{all: true})
}

// How long one question about a task waits for news, and how often somebody who reads lines
// is told that it goes on.
const (
	newsWait  = 30 * time.Second
	lineEvery = 15 * time.Second
)

// follow shows a task until its end and returns its answer.
func (s *shell) follow(ctx context.Context, tasks op.Tasks, task op.Task) (op.Result, error) {
	report, tenth, told := op.Progress(ctx), -1, time.Now()
	for {
		if now := tenthOf(task.Stage); task.Stage.Text.EN != "" && (s.errWidth > 0 || now != tenth || time.Since(told) >= lineEvery) {
			report(task.Stage)
			tenth, told = now, time.Now()
		}
		if task.State.Final() {
			break
		}
		next, err := tasks.Await(ctx, task.ID, task.Revision, newsWait)
		if ctx.Err() != nil {
			return op.Result{}, s.interrupted(ctx, tasks, task)
		}
		if err != nil {
			return op.Result{}, err
		}
		task = next
	}
	if task.State == op.TaskCancelled {
		return op.Result{}, errCancelled(task)
	}
	return tasks.Result(ctx, task.ID)
}

// interrupted is how a command ends whose task has not: a person at the terminal says what
// becomes of the task, else it is left to be gone on with.
func (s *shell) interrupted(ctx context.Context, tasks op.Tasks, task op.Task) error {
	if s.asks(ctx) && s.wantsCancel() {
		task, err := tasks.Cancel(context.WithoutCancel(ctx), task.ID)
		if err != nil {
			return err
		}
		return errCancelled(task)
	}
	return fault.E(fault.Canceled, fault.Say("The work is not done: task %s is kept.", "Работа не закончена: задача %s сохранена.", task.ID), ctx.Err()).
		WithHint(fault.Say("Run the same command to go on; `kadry serve` and `kadry work` on the same base go on by themselves.",
			"Чтобы продолжить, повторите ту же команду; `kadry serve` и `kadry work` с той же базой продолжат сами."))
}

func errCancelled(task op.Task) error {
	return fault.E(fault.Canceled, fault.Say("Task %s was cancelled; what it did stays done.", "Задача %s отменена; сделанное сохранено.", task.ID), nil)
}

// asks reports whether it was a person who interrupted, and one who can be asked.
func (s *shell) asks(ctx context.Context) bool {
	cause := context.Cause(ctx)
	in, ok := s.In.(*os.File)
	return ok && s.errWidth > 0 && term.IsTerminal(int(in.Fd())) &&
		cause != nil && strings.Contains(cause.Error(), os.Interrupt.String())
}

// wantsCancel asks; what is no clear answer leaves the task alone.
func (s *shell) wantsCancel() bool {
	question := fault.Say("Cancel the work, or leave it to be gone on with? [c/L] ", "Отменить работу (o) или оставить, чтобы продолжить потом (Enter)? ")
	if _, err := s.Err.Write([]byte("\n" + question.In(s.Caller.Lang))); err != nil {
		return false
	}
	answer, err := bufio.NewReader(s.In).ReadString('\n')
	answer = strings.ToLower(strings.TrimSpace(answer))
	return err == nil && (strings.HasPrefix(answer, "c") || strings.HasPrefix(answer, "о") || strings.HasPrefix(answer, "o") || strings.HasPrefix(answer, "с"))
}
