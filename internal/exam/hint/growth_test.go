package hint_test

import (
	"testing"

	"kadry/internal/exam/hint"
	"kadry/internal/exam/problem"
	"kadry/internal/growth"
)

// Problems come from pages of others, whatever these hold.
func TestGrowth(t *testing.T) {
	growth.Check(t, 16<<10, func(text string) {
		p := problem.Problem{
			Ref: problem.Ref{ID: "1"}, Answer: "45", Question: written(text), Passage: written(text),
			Solution: written(text), Criteria: written(text), Rule: written(text),
		}
		hint.WithoutAnswer(p)
		hint.Texts(p)
		hint.Markdown(p)
	})
}
