package problem_test

import (
	"strings"
	"testing"

	"kadry/internal/exam/problem"
	"kadry/internal/exam/subject"
	"kadry/internal/growth"
)

// Bodies come from pages of others, references from whoever types them.
func TestGrowth(t *testing.T) {
	t.Run("body", func(t *testing.T) {
		growth.Check(t, 64<<10, func(text string) {
			var b problem.Body
			for line := range strings.SplitSeq(text, "\n") {
				spans := []problem.Span{{Text: line}, {Text: line, Style: problem.Bold}}
				b.Blocks = append(b.Blocks, problem.Block{Kind: problem.Paragraph, Spans: spans},
					problem.Block{Kind: problem.TableRows, Rows: [][]problem.Cell{{{Spans: spans}}}}, problem.Block{Kind: problem.Program, Text: line})
			}
			b.Text()
			b.SearchText()
			b.Markdown()
			b.MarkdownStart(200)
			b.MarkdownEnd(200)
			problem.Problem{Question: b, Passage: b}.Searchable()
		})
	})
	t.Run("reference", func(t *testing.T) {
		growth.Check(t, 256<<10, func(text string) {
			_, _ = problem.ParseRef(text, subject.Course{})
			_, _ = problem.ParseRef("ege/math:"+text, subject.Course{})
			problem.CompareTypes(text, text+"1")
		})
	})
}
