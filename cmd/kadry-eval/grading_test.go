package main

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/spf13/cobra"
)

func TestGradingCommand(t *testing.T) {
	t.Parallel()
	cmd := gradingCommand()
	var out, notes bytes.Buffer
	cmd.SetOut(&out)
	cmd.SetErr(&notes)
	cmd.SetArgs([]string{"--data", t.TempDir(), "--json"})
	if err := cmd.Execute(); err != nil {
		t.Fatal(err)
	}
	var figures map[string]any
	// The project's own set is always there.
	if err := json.Unmarshal(out.Bytes(), &figures); err != nil || len(figures) != 1 || figures["russian"] == nil || strings.Count(out.String(), "\n") != 1 {
		t.Errorf("printed %q, %v", out.String(), err)
	}
	if notes.Len() == 0 {
		t.Error("nothing said about the sets that are missing")
	}
}

func TestGradingCommands_badArguments(t *testing.T) {
	t.Parallel()
	for name, cmd := range map[string]*cobra.Command{"grading": gradingCommand(), "learn": learnGradingCommand()} {
		for _, args := range [][]string{{}, {"--data", "no/such/folder"}, {"--data", t.TempDir(), "--out", t.TempDir(), "more"}} {
			cmd.SilenceUsage, cmd.SilenceErrors = true, true
			cmd.SetOut(&bytes.Buffer{})
			cmd.SetErr(&bytes.Buffer{})
			cmd.SetArgs(args)
			if err := cmd.Execute(); err == nil {
				t.Errorf("%s %q: no error", name, args)
			}
		}
	}
	cmd := learnGradingCommand()
	cmd.SilenceUsage, cmd.SilenceErrors = true, true
	cmd.SetErr(&bytes.Buffer{})
	cmd.SetArgs([]string{"--data", t.TempDir(), "--out", t.TempDir() + "/w.json"})
	if err := cmd.Execute(); err == nil {
		t.Error("learned from an empty folder")
	}
}
