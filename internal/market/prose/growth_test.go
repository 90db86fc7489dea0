package prose_test

import (
	"testing"

	"kadry/internal/growth"
	"kadry/internal/market/prose"
)

// Texts of vacancies are written by others.
func TestGrowth(t *testing.T) {
	growth.Check(t, 256<<10, func(text string) {
		prose.Line(text)
		prose.Text(text)
		prose.Markup(text)
	})
}
