package cli

import (
	"bytes"
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"kadry/internal/fault"
	"kadry/internal/op"
)

// script is tasks that stand as they are told, one state after the other.
type script struct {
	op.Tasks
	states []op.Task
	result op.Result
	asked  chan int64 // revisions that were seen
}

func (s *script) Await(ctx context.Context, _ string, seen int64, _ time.Duration) (op.Task, error) {
	if len(s.states) == 0 {
		<-ctx.Done()
		return op.Task{}, ctx.Err()
	}
	next := s.states[0]
	s.states = s.states[1:]
	s.asked <- seen
	return next, nil
}

func (s *script) Result(context.Context, string) (op.Result, error) { return s.result, nil }

func at(revision int64, state op.TaskState, done int) op.Task {
	return op.Task{ID: "task_x", Revision: revision, State: state, Stage: op.Stage{Done: done, Total: 100, Text: fault.Say("went %d", "пройдено %d", done)}}
}

// walkCommand runs a long operation whose task is tasks.
func walkCommand(ctx context.Context, t *testing.T, tasks *script, long bool) (out, said string, err error) {
	t.Helper()
	type input struct{}
	type output struct {
		How string `json:"how"`
	}
	registry, err := op.NewRegistry(op.New(op.Spec{
		Name: "walk", Toolset: "legs", Title: "Walk", Doc: "Walks.", Effect: op.Creates, Long: true,
	}, func(context.Context, input) (output, error) { return output{"plainly"}, nil }))
	if err != nil {
		t.Fatal(err)
	}
	var stdout, stderr bytes.Buffer
	commands := Commands(Config{
		Registry: registry, Out: &stdout, Err: &stderr, In: strings.NewReader(""), Caller: op.Caller{Lang: "en"},
		Call: new(op.Pipeline).Call,
		Begin: func(context.Context, *op.Op, []byte) (op.Tasks, op.Task, bool, error) {
			return tasks, op.Task{ID: "task_x", Revision: 1, State: op.TaskQueued}, long, nil
		},
	})
	for _, cmd := range commands {
		if cmd.Name() == "legs" {
			cmd.SetArgs([]string{"walk"})
			cmd.SilenceErrors, cmd.SilenceUsage = true, true
			err = cmd.ExecuteContext(ctx)
		}
	}
	return stdout.String(), stderr.String(), err
}

func TestTask_isFollowedToItsEnd(t *testing.T) {
	t.Parallel()
	tasks := &script{
		states: []op.Task{at(2, op.TaskRunning, 1), at(3, op.TaskRunning, 5), at(4, op.TaskRunning, 31), at(5, op.TaskDone, 100)},
		result: op.Result{JSON: []byte(`{"how":"in steps"}`), Text: `{"how":"in steps"}`}, asked: make(chan int64, 10),
	}
	out, said, err := walkCommand(t.Context(), t, tasks, true)
	if err != nil || !strings.Contains(out, `"in steps"`) {
		t.Errorf("%s, %v", out, err)
	}
	if want := "1/100 went 1\n31/100 went 31\n100/100 went 100\n"; said != want {
		t.Errorf("said %q, want a line for each tenth: %q", said, want)
	}
	close(tasks.asked)
	next := int64(1)
	for seen := range tasks.asked {
		if seen != next {
			t.Errorf("asked for news after %d, want %d", seen, next)
		}
		next++
	}
}

func TestTask_otherEnds(t *testing.T) {
	t.Parallel()
	out, _, err := walkCommand(t.Context(), t, &script{}, false)
	if err != nil || !strings.Contains(out, `"plainly"`) {
		t.Errorf("a short call: %s, %v", out, err)
	}
	cancelled := &script{states: []op.Task{at(2, op.TaskCancelled, 1)}, asked: make(chan int64, 10)}
	if _, _, err := walkCommand(t.Context(), t, cancelled, true); fault.KindOf(err) != fault.Canceled || ExitCode(err) != 130 {
		t.Errorf("cancelled by somebody: %v", err)
	}
	// Without a terminal nobody is asked: the wait is over and the task stays.
	ctx, cancel := context.WithCancelCause(t.Context())
	running := &script{states: []op.Task{at(2, op.TaskRunning, 1)}, asked: make(chan int64, 10)}
	go func() {
		<-running.asked
		cancel(errors.New("interrupt signal received"))
	}()
	_, _, err = walkCommand(ctx, t, running, true)
	if f := fault.From(err); f.Kind != fault.Canceled || !strings.Contains(f.Text.EN, "task_x is kept") || f.Hint.RU == "" {
		t.Errorf("interrupted: %v", err)
	}
}

func TestWantsCancel(t *testing.T) {
	t.Parallel()
	for answer, want := range map[string]bool{"c\n": true, "Cancel\n": true, "отменить\n": true, "l\n": false, "\n": false, "": false} {
		var said bytes.Buffer
		s := &shell{Config: Config{In: strings.NewReader(answer), Err: &said, Caller: op.Caller{Lang: "ru"}}}
		if got := s.wantsCancel(); got != want || !strings.Contains(said.String(), "Отменить") {
			t.Errorf("%q: %t, asked %q", answer, got, said.String())
		}
	}
}

func TestProgress_pace(t *testing.T) {
	t.Parallel()
	now := time.Unix(0, 0)
	p := &progress{lang: "en", width: 80, now: func() time.Time { return now }}
	for _, c := range []struct {
		after       time.Duration
		done, total int
		want        string
	}{
		{0, 10, 100, ""},
		{time.Second, 20, 100, ""}, // too early to tell
		{time.Second, 30, 100, "10.0/s, 7s left "},
		{2 * time.Second, 30, 100, "5.0/s, 14s left "},
		{6 * time.Second, 100, 100, "9.0/s "},
		{time.Second, 5, 50, ""}, // another count
		{4 * time.Second, 9, 50, "1.0/s, 41s left "},
	} {
		now = now.Add(c.after)
		if got := p.pace(op.Stage{Done: c.done, Total: c.total}); got != c.want {
			t.Errorf("%d/%d: %q, want %q", c.done, c.total, got, c.want)
		}
	}
}
