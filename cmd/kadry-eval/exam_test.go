package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"kadry/internal/exam/evaluate"
)

func TestExamCommand_nothingToMeasure(t *testing.T) {
	t.Parallel()
	if figures := overNothing(t, examCommand()); len(figures) != 0 {
		t.Errorf("figures of nothing: %v", figures)
	}
}

func TestExamCommand_badArguments(t *testing.T) {
	t.Parallel()
	for name, args := range map[string][]string{
		"no data":    {},
		"no folder":  {"--data", "no/such/folder"},
		"extra word": {"--data", t.TempDir(), "more"},
	} {
		refuses(t, name, examCommand(), args...)
	}
}

// TestExamGates holds search and reading to their quality on the labelled sets, where they
// are at hand.
func TestExamGates(t *testing.T) {
	t.Parallel()
	dir := os.Getenv("KADRY_DATA_DIR")
	if dir == "" {
		dir = filepath.Join("..", "..", "..", "shared", "data")
	}
	dir = filepath.Join(dir, "sdamgia")
	if _, err := os.Stat(dir); err != nil {
		t.Skip("SKIP: needs sdamgia under KADRY_DATA_DIR")
	}
	cmd := examCommand()
	var out, notes bytes.Buffer
	cmd.SetOut(&out)
	cmd.SetErr(&notes)
	cmd.SetArgs([]string{"--data", dir})
	if err := cmd.Execute(); err != nil {
		t.Fatal(err)
	}
	var result evaluate.Result
	if err := json.Unmarshal(out.Bytes(), &result); err != nil {
		t.Fatal(err)
	}
	if f := result.Fuzzy; f == nil || f.Top1 < 0.98 || f.MRR < 0.985 {
		t.Errorf("fuzzy %+v", f)
	}
	if p := result.Pages; p == nil || p.Problems < 120 || p.FieldsOK != p.FieldsTotal {
		t.Errorf("pages %+v\n%s", p, strings.TrimSpace(notes.String()))
	}
}
