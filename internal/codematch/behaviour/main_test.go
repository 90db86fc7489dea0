package behaviour_test

import (
	"context"
	"os"
	"slices"
	"testing"

	"go.uber.org/goleak"

	"kadry/internal/codematch/behaviour"
	"kadry/internal/interpreter"
)

// child is the name under which the test binary is its own confined process.
const child = "run-code"

func TestMain(m *testing.M) {
	if slices.Equal(os.Args[1:], []string{child}) {
		if err := interpreter.Serve(context.Background(), os.Stdin, os.Stdout); err != nil {
			os.Exit(1)
		}
		return
	}
	goleak.VerifyTestMain(m)
}

func newChecker(t testing.TB, workers int) *behaviour.Checker {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	c, err := behaviour.New([]string{self, child}, workers)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := c.Close(); err != nil {
			t.Error(err)
		}
	})
	return c
}
