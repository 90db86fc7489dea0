package effort_test

import (
	"testing"

	"kadry/internal/effort"
)

func TestTimes(t *testing.T) {
	for setting, want := range map[string]int{"": 4, "1": 4, "10": 40, "0": 4, "-3": 4, "much": 4} {
		t.Setenv("KADRY_TEST_EFFORT", setting)
		if got := effort.Times(4); got != want {
			t.Errorf("effort %q: %d times, want %d", setting, got, want)
		}
	}
}
