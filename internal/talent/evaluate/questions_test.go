package evaluate_test

import (
	"path/filepath"
	"testing"
)

// TestGates_questions holds the reading of questions to what it reached on the project's
// own set.
func TestGates_questions(t *testing.T) {
	t.Parallel()
	for set, least := range map[string]float64{"questions": 0.97, "asked": 0.88} {
		result, notes := run(t, filepath.Join("testdata", set))
		if result.Questions == nil {
			t.Fatalf("%s is missing: %s", set, notes)
		}
		t.Logf("%+v\n%s", *result.Questions, notes)
		if result.Questions.Exact < least {
			t.Errorf("%s: read exactly: %.3f", set, result.Questions.Exact)
		}
	}
}
