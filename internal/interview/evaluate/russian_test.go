package evaluate

import (
	"testing"

	"kadry/internal/interview/bank"
)

// A floor under what is reached, so that no change loses it unseen.
func TestRussian(t *testing.T) {
	t.Parallel()
	questions, err := bank.Load()
	if err != nil {
		t.Fatal(err)
	}
	got, err := MeasureRussian(t.Context(), questions, 1)
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%+v", *got)
	if got.N < 300 || got.Readers < 0.9 || got.Pearson < 0.75 {
		t.Errorf("got %+v, want at least 300 answers, readers who agree and r of at least .75", *got)
	}
}
