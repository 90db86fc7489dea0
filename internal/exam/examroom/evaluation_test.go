package examroom

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"kadry/internal/exam/evaluate"
)

// TestEvaluation_gates holds search and reading to their quality on the labelled sets, where they
// are at hand.
func TestEvaluation_gates(t *testing.T) {
	t.Parallel()
	dir := os.Getenv("KADRY_DATA_DIR")
	if dir == "" {
		dir = filepath.Join("..", "..", "..", "..", "shared", "data")
	}
	dir = filepath.Join(dir, "sdamgia")
	if _, err := os.Stat(dir); err != nil {
		t.Skip("SKIP: needs sdamgia under KADRY_DATA_DIR")
	}
	var notes bytes.Buffer
	figures, err := evaluation().Run(t.Context(), dir, nil, &notes)
	if err != nil {
		t.Fatal(err)
	}
	result, ok := figures.(evaluate.Result)
	if !ok {
		t.Fatalf("got %T", figures)
	}
	if f := result.Fuzzy; f == nil || f.Top1 < 0.98 || f.MRR < 0.985 {
		t.Errorf("fuzzy %+v", f)
	}
	if p := result.Pages; p == nil || p.Problems < 120 || p.FieldsOK != p.FieldsTotal {
		t.Errorf("pages %+v\n%s", p, strings.TrimSpace(notes.String()))
	}
}
