package interviewtest

import (
	"context"
	"os"
	"slices"
	"testing"

	"go.uber.org/goleak"

	"kadry/internal/interpreter"
	"kadry/internal/interpreter/runner"
	"kadry/internal/interview/trial"
	"kadry/internal/sandbox"
)

// child is the name under which a test binary is its own confined process.
const child = "run-answer"

// Main is the body of a TestMain whose tests use Trials.
func Main(m *testing.M) {
	if !Child() {
		goleak.VerifyTestMain(m)
	}
}

// Child says that this process is one that Trials has started; its work is done then.
func Child() bool {
	if !slices.Equal(os.Args[1:], []string{child}) {
		return false
	}
	if err := interpreter.Serve(context.Background(), os.Stdin, os.Stdout); err != nil {
		os.Exit(1)
	}
	return true
}

// Trials runs code in processes of the test binary, until the test ends.
func Trials(t testing.TB) trial.Trials {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	trials := trial.Trials{Runner: runner.New([]string{self, child}, 2, sandbox.Limits{})}
	t.Cleanup(func() {
		if err := trials.Close(); err != nil {
			t.Error(err)
		}
	})
	return trials
}
