package main

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/spf13/cobra"
)

// overNothing runs a command over an empty folder: it prints one object on one line and
// says what is missing. It returns the object.
func overNothing(t *testing.T, cmd *cobra.Command) map[string]any {
	t.Helper()
	var out, notes bytes.Buffer
	cmd.SetOut(&out)
	cmd.SetErr(&notes)
	cmd.SetArgs([]string{"--data", t.TempDir(), "--json"})
	if err := cmd.Execute(); err != nil {
		t.Fatal(err)
	}
	var figures map[string]any
	if err := json.Unmarshal(out.Bytes(), &figures); err != nil || strings.Count(out.String(), "\n") != 1 {
		t.Errorf("printed %q, %v", out.String(), err)
	}
	if notes.Len() == 0 {
		t.Error("nothing said about the sets that are missing")
	}
	return figures
}

// refuses runs a command with arguments it must not take.
func refuses(t *testing.T, name string, cmd *cobra.Command, args ...string) {
	t.Helper()
	cmd.SilenceUsage, cmd.SilenceErrors = true, true
	cmd.SetOut(&bytes.Buffer{})
	cmd.SetErr(&bytes.Buffer{})
	cmd.SetArgs(args)
	if err := cmd.Execute(); err == nil {
		t.Errorf("%s: no error", name)
	}
}

func TestTalentCommand(t *testing.T) {
	t.Parallel()
	if figures := overNothing(t, talentCommand()); len(figures) != 0 {
		t.Errorf("figures of nothing: %v", figures)
	}
}

func TestTalentCommand_badArguments(t *testing.T) {
	t.Parallel()
	for name, args := range map[string][]string{
		"no data":    {},
		"no folder":  {"--data", "no/such/folder"},
		"bad month":  {"--data", t.TempDir(), "--as-of", "November"},
		"extra word": {"--data", t.TempDir(), "more"},
	} {
		refuses(t, name, talentCommand(), args...)
	}
}
