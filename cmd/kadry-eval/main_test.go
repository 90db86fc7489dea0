package main

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
)

func TestTalentCommand(t *testing.T) {
	t.Parallel()
	cmd := talentCommand()
	var out, notes bytes.Buffer
	cmd.SetOut(&out)
	cmd.SetErr(&notes)
	cmd.SetArgs([]string{"--data", t.TempDir(), "--json"})
	if err := cmd.Execute(); err != nil {
		t.Fatal(err)
	}
	var figures map[string]any
	if err := json.Unmarshal(out.Bytes(), &figures); err != nil || len(figures) != 0 || strings.Count(out.String(), "\n") != 1 {
		t.Errorf("printed %q, %v", out.String(), err)
	}
	if notes.Len() == 0 {
		t.Error("nothing said about the sets that are missing")
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
		cmd := talentCommand()
		cmd.SilenceUsage, cmd.SilenceErrors = true, true
		cmd.SetOut(&bytes.Buffer{})
		cmd.SetErr(&bytes.Buffer{})
		cmd.SetArgs(args)
		if err := cmd.Execute(); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}
