package grade_test

import (
	"testing"

	"kadry/internal/growth"
	"kadry/internal/interview/grade"
)

// Candidates write answers, and companies write references.
func TestGrowth(t *testing.T) {
	for _, a := range bank {
		t.Run("answer to "+a.name, func(t *testing.T) {
			rubric := grade.NewRubric(a.question, a.ref, others(a)...)
			growth.Check(t, 64<<10, func(text string) { rubric.Grade(text) })
		})
	}
	t.Run("reference", func(t *testing.T) {
		growth.Check(t, 32<<10, func(text string) {
			grade.Grade(bank[0].question, grade.Reference{Text: text, Points: []grade.Point{{ID: "one", Text: text, Synonyms: []string{text}}}}, bank[0].good)
			grade.Prepare(text)
		})
	})
	t.Run("question and answer", func(t *testing.T) {
		growth.Check(t, 32<<10, func(text string) {
			grade.Grade(grade.Question{Text: text, Lang: "en"}, bank[0].ref, text, grade.Prepare(text))
		})
	})
}
