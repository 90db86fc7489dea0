package dossierroom

import (
	"bytes"
	"testing"

	"kadry/internal/dossier/evaluate"
)

// TestEvaluation_own holds the advice to what it reached on cases that somebody wrote who had
// not seen the rules at work: people with proofs, with words, and with tricks.
func TestEvaluation_own(t *testing.T) {
	t.Parallel()
	var notes bytes.Buffer
	got, err := evaluation().Run(t.Context(), "testdata", nil, &notes)
	if err != nil {
		t.Fatal(err)
	}
	r, ok := got.(evaluate.Report)
	if !ok || r.Candidates < 121 || r.Right < 118 {
		t.Errorf("%+v\n%s", got, notes.String())
	}
}
