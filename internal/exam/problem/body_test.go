package problem_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"kadry/internal/exam/problem"
)

func span(text string, style problem.Style) problem.Span {
	return problem.Span{Text: text, Style: style}
}

func cell(text string, cols int) problem.Cell {
	return problem.Cell{Spans: []problem.Span{span(text, problem.Plain)}, Cols: cols}
}

// mixed is a body of every kind of block and span.
func mixed() problem.Body {
	root := problem.Formula{Alt: "корень из 2", LaTeX: `\sqrt{2}`, SVG: "a.svg", OK: true}
	broken := problem.Formula{Alt: "нечто *странное*", SVG: "b.svg"}
	picture := problem.Image{URL: "https://exam.example/1.png", Alt: "схема"}
	return problem.Body{Blocks: []problem.Block{
		{Kind: problem.Paragraph, Spans: []problem.Span{
			span("Найдите ", problem.Plain), span("все  корни", problem.Bold), span(" при ", problem.Plain),
			{Formula: &root},
			span(" и", problem.Plain),
			{Formula: &broken},
			{Image: &picture},
			{Image: &picture},
		}},
		{Kind: problem.ListItem, Spans: []problem.Span{span("1) x", problem.Plain), span("2", problem.Superscript), span(" < 3 # $5", problem.Plain)}},
		{Kind: problem.TableRows, Rows: [][]problem.Cell{{cell("вместе", 2), cell("a|b", 0)}, {cell("1", 0), cell("2", 0), cell("3", 0)}, {cell("4", 0)}}},
		{Kind: problem.Program, Lang: "python", Text: "print(\"```\")\n\n"},
		{Kind: problem.Paragraph},
	}}
}

func TestBody_Text(t *testing.T) {
	t.Parallel()
	want := "Найдите все корни при $\\sqrt{2}$ и нечто *странное*\n1) x2 < 3 # $5\nвместе | a|b\n1 | 2 | 3\n4\nprint(\"```\")"
	if diff := cmp.Diff(want, mixed().Text()); diff != "" {
		t.Error(diff)
	}
	if got := mixed().SearchText(); !strings.HasPrefix(got, "Найдите все корни при корень из 2 и нечто *странное*\n") {
		t.Errorf("to search: %q", got)
	}
}

func TestBody_Markdown(t *testing.T) {
	t.Parallel()
	want := strings.Join([]string{
		`Найдите **все корни** при $\sqrt{2}$ и нечто \*странное\*`,
		`- 1) x<sup>2</sup> &lt; 3 \# \$5`,
		"|  |  |  |\n| --- | --- | --- |\n| вместе |  | a\\|b |\n| 1 | 2 | 3 |\n| 4 |  |  |",
		"````python\nprint(\"```\")\n````",
	}, "\n\n")
	if diff := cmp.Diff(want, mixed().Markdown()); diff != "" {
		t.Error(diff)
	}
	if got := (problem.Body{}).Markdown(); got != "" {
		t.Errorf("nothing reads %q", got)
	}
	if got := (problem.Block{Kind: problem.TableRows}).Markdown(); got != "" {
		t.Errorf("an empty table reads %q", got)
	}
}

func TestBody_lists(t *testing.T) {
	t.Parallel()
	b := mixed()
	if got := b.Images(); len(got) != 1 || got[0].Alt != "схема" {
		t.Errorf("images %v", got)
	}
	if got := b.Formulas(); len(got) != 2 || !got[0].OK || got[1].OK {
		t.Errorf("formulas %v", got)
	}
	if diff := cmp.Diff([][]string{{"вместе", "", "a|b"}, {"1", "2", "3"}, {"4"}}, b.Tables()[0].Cells()); diff != "" {
		t.Error(diff)
	}
}

// Whatever a page says, its Markdown opens no fence, heading, link or tag of its own.
func FuzzBody_Markdown(f *testing.F) {
	for _, text := range []string{"# x", "```", "<script>", "[a](b)", "|", "$", "a\nb", "*", "\\"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		got := problem.Body{Blocks: []problem.Block{{Kind: problem.Paragraph, Spans: []problem.Span{{Text: text}}}}}.Markdown()
		if strings.Contains(got, "\n") || strings.ContainsAny(got, "<>") {
			t.Fatalf("%q reads %q", text, got)
		}
		for _, mark := range []string{"`", "*", "[", "]", "#", "|", "$", "_"} {
			if strings.Count(got, mark) != strings.Count(got, "\\"+mark) {
				t.Fatalf("%q has a bare %s: %q", text, mark, got)
			}
		}
	})
}
