package marking

import (
	"testing"

	"kadry/internal/growth"
	"kadry/internal/interview/bank"
)

// Whatever a candidate answers, marking costs no more than its size: with points, a number, a
// choice and a program as the key.
func TestGrowth(t *testing.T) {
	m := loadMarking(t)
	for _, id := range []string{"go-error-wrapping", "conflict-code-review", "go-slice-append", "sql-null-not-in", "docker-image-security"} {
		q := question(t, m, id)
		t.Run(id, func(t *testing.T) {
			growth.Check(t, 64<<10, func(text string) {
				turns := said(q, bank.English, text, text)
				m.Mark(q, bank.English, turns)
				NewRating(q, bank.English, turns)
			})
		})
	}
	t.Run("stop", func(t *testing.T) { growth.Check(t, 256<<10, func(text string) { IsStop(text) }) })
	t.Run("fenced code", func(t *testing.T) {
		q := question(t, m, "go-error-wrapping")
		growth.Check(t, 64<<10, func(text string) { m.Mark(q, bank.English, said(q, bank.English, "```go\n"+text+"\n```")) })
	})
}
