package main

import (
	"testing"

	"github.com/spf13/cobra"
)

func TestGradingCommand(t *testing.T) {
	t.Parallel()
	// The project's own set is always there.
	if figures := overNothing(t, gradingCommand()); len(figures) != 1 || figures["russian"] == nil {
		t.Errorf("figures of nothing: %v", figures)
	}
}

func TestGradingCommands_badArguments(t *testing.T) {
	t.Parallel()
	for name, cmd := range map[string]*cobra.Command{"grading": gradingCommand(), "learn": learnGradingCommand()} {
		for _, args := range [][]string{{}, {"--data", "no/such/folder"}, {"--data", t.TempDir(), "--out", t.TempDir(), "more"}} {
			refuses(t, name, cmd, args...)
		}
	}
	refuses(t, "learning from an empty folder", learnGradingCommand(), "--data", t.TempDir(), "--out", t.TempDir()+"/w.json")
}
