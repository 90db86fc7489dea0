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

// TestGates_questionsAsTyped holds what is understood of questions by others, word by word.
func TestGates_questionsAsTyped(t *testing.T) {
	t.Parallel()
	for set, least := range map[string]float64{"typed": 0.84, "offices": 0.69, "halls": 0.57} {
		result, notes := run(t, filepath.Join("testdata", set))
		if result.Questions == nil {
			t.Fatalf("%s is missing: %s", set, notes)
		}
		t.Logf("%+v\n%s", *result.Questions, notes)
		if result.Questions.Parts < least {
			t.Errorf("%s: every word in its group: %.3f", set, result.Questions.Parts)
		}
	}
}
