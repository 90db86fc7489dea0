package main

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"kadry/internal/app"
)

// overNothing runs a command over an empty folder: it prints one object on one line and
// says what is missing. It returns the object.
func overNothing(t *testing.T, cmd *cobra.Command) map[string]any {
	t.Helper()
	var out, notes bytes.Buffer
	cmd.SetOut(&out)
	cmd.SetErr(&notes)
	args := []string{"--data", t.TempDir(), "--json"}
	if cmd.Flags().Lookup("own-every") != nil {
		args = append(args, "--own-every", "100") // a guard of its own reads them
	}
	cmd.SetArgs(args)
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

func TestCommands(t *testing.T) {
	t.Parallel()
	for _, e := range app.Evaluations() {
		t.Run(e.Name, func(t *testing.T) {
			t.Parallel()
			// A set of the project's own may be measured even so.
			if figures := overNothing(t, command(e)); len(figures) > 1 {
				t.Errorf("figures of nothing: %v", figures)
			}
			bad := map[string][]string{"no data": {}, "no folder": {"--data", "no/such/folder"}, "extra word": {"--data", t.TempDir(), "more"}}
			for _, f := range e.Flags {
				bad["a bad "+f.Name] = []string{"--data", t.TempDir(), "--" + f.Name, "November"}
			}
			for name, args := range bad {
				refuses(t, name, command(e), args...)
			}
		})
	}
}
