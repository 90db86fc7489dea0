package sandbox_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"kadry/internal/fault"
	"kadry/internal/sandbox"
)

func newPool(t *testing.T, workers int, l sandbox.Limits, name string) *sandbox.Pool {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	p := sandbox.New([]string{self, name}, workers, l)
	t.Cleanup(func() {
		if err := p.Close(); err != nil {
			t.Error(err)
		}
	})
	return p
}

func ask(ctx context.Context, p *sandbox.Pool, task string) (string, error) {
	var answer string
	err := p.Ask(ctx, []byte(task), func(line []byte) (bool, error) {
		return true, json.Unmarshal(line, &answer)
	})
	return answer, err
}

// TestDeaths holds why a process ended, and that the next task finds another one.
// What must not end by time has a minute: filling the memory takes seconds on a busy machine.
func TestDeaths(t *testing.T) {
	t.Parallel()
	for _, deaths := range []struct {
		limit time.Duration
		tasks map[string]sandbox.Cause
	}{
		{4 * time.Second, map[string]sandbox.Cause{"spin": sandbox.Time, "wait": sandbox.Time, "slow": sandbox.Time}},
		{time.Minute, map[string]sandbox.Cause{
			"eat": sandbox.Memory, "take at once": sandbox.Crash, "recurse": sandbox.Crash,
			"exit": sandbox.Crash, "garbage": sandbox.Output, "flood": sandbox.Output,
		}},
	} {
		p := newPool(t, 1, sandbox.Limits{Task: deaths.limit}, child)
		for task, want := range deaths.tasks {
			_, err := ask(t.Context(), p, task)
			var death *sandbox.Death
			if !errors.As(err, &death) || death.Cause != want {
				t.Errorf("%s: %v, want a death by %s", task, err, want)
			}
			if got, err := ask(t.Context(), p, "on"); err != nil || got != "done on" {
				t.Errorf("after %s: %q, %v", task, got, err)
			}
		}
	}
}

// TestReused holds that a process whose task ended well serves the next.
func TestReused(t *testing.T) {
	t.Parallel()
	p := newPool(t, 3, sandbox.Limits{}, child)
	var all sync.WaitGroup
	for i := range 50 {
		all.Go(func() {
			task := fmt.Sprint("task ", i)
			if got, err := ask(t.Context(), p, task); err != nil || got != "done "+task {
				t.Errorf("%s: %q, %v", task, got, err)
			}
		})
	}
	all.Wait()
}

// TestNothingThere holds what a process sees of the machine, as far as it says that it does not.
func TestNothingThere(t *testing.T) {
	t.Setenv("KADRY_TEST_SECRET", "kept")
	p := newPool(t, 1, sandbox.Limits{}, child)
	answers := map[string]string{}
	for _, task := range []string{"environment", "files", "write", "dial", "start"} {
		got, err := ask(t.Context(), p, task)
		if err != nil {
			t.Fatalf("%s: %v", task, err)
		}
		answers[task] = got
	}
	held := p.Confinement()
	if strings.Contains(answers["environment"], "kept") {
		t.Errorf("the environment is there: %s", answers["environment"])
	}
	if held.Files && (answers["files"] != "0 0" || answers["start"] == "<nil>") {
		t.Errorf("files are there: %v", answers)
	}
	if held.Writes && answers["write"] == "<nil>" {
		t.Error("a file was written")
	}
	if held.Network && answers["dial"] == "<nil>" {
		t.Error("the network is there")
	}
	t.Logf("%+v", held)
}

func TestCanceled(t *testing.T) {
	t.Parallel()
	p := newPool(t, 1, sandbox.Limits{}, child)
	ctx, cancel := context.WithTimeout(t.Context(), 300*time.Millisecond)
	defer cancel()
	if _, err := ask(ctx, p, "wait"); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("a call out of time: %v", err)
	}
	if got, err := ask(t.Context(), p, "on"); err != nil || got != "done on" {
		t.Errorf("afterwards: %q, %v", got, err)
	}
}

func TestUnavailable(t *testing.T) {
	t.Parallel()
	for name, p := range map[string]*sandbox.Pool{
		"no program":   sandbox.New([]string{"/nowhere/kadry"}, 1, sandbox.Limits{}),
		"says nothing": newPool(t, 1, sandbox.Limits{}, "mute"),
		"closed":       closed(t),
	} {
		_, err := ask(t.Context(), p, "on")
		var known *fault.Error
		if !errors.As(err, &known) || known.Kind != fault.Unavailable {
			t.Errorf("%s: %v", name, err)
		}
		if err := p.Close(); err != nil {
			t.Errorf("%s: close: %v", name, err)
		}
	}
}

func closed(t *testing.T) *sandbox.Pool {
	t.Helper()
	p := newPool(t, 1, sandbox.Limits{}, child)
	if _, err := ask(t.Context(), p, "on"); err != nil {
		t.Fatal(err)
	}
	if err := p.Close(); err != nil {
		t.Fatal(err)
	}
	return p
}
