package main

import "testing"

func TestGradingCommand(t *testing.T) {
	t.Parallel()
	// The project's own set is always there.
	if figures := overNothing(t, gradingCommand()); len(figures) != 1 || figures["russian"] == nil {
		t.Errorf("figures of nothing: %v", figures)
	}
}

func TestGradingCommand_badArguments(t *testing.T) {
	t.Parallel()
	for _, args := range [][]string{{}, {"--data", "no/such/folder"}, {"--data", t.TempDir(), "more"}} {
		refuses(t, "grading", gradingCommand(), args...)
	}
}
