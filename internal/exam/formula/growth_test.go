package formula_test

import (
	"testing"

	"kadry/internal/exam/formula"
	"kadry/internal/growth"
)

// Readings of formulas come from pages of others.
func TestGrowth(t *testing.T) {
	growth.Check(t, 64<<10, func(text string) {
		formula.Convert(text)
		formula.Reading(text)
	})
}
