package sample

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"kadry/internal/exam/problem"
)

func TestRead_understandsTheMarkup(t *testing.T) {
	t.Parallel()
	got, err := read("Дано **число** [[x в квадрате =4]].\n\n- пункт\n| А | Б |\n|---|---|\n| 1 | |\n```python\nprint(1)\n\nprint(2)\n```\n")
	if err != nil {
		t.Fatal(err)
	}
	text := func(s string) []problem.Span { return []problem.Span{{Text: s}} }
	want := problem.Body{Blocks: []problem.Block{
		{Kind: problem.Paragraph, Spans: []problem.Span{
			{Text: "Дано "},
			{Text: "число", Style: problem.Bold},
			{Text: " "},
			{Formula: &problem.Formula{Alt: "x в квадрате =4", LaTeX: "x^{2} = 4", OK: true}},
			{Text: "."},
		}},
		{Kind: problem.ListItem, Spans: text("пункт")},
		{Kind: problem.TableRows, Head: 1, Rows: [][]problem.Cell{{{Spans: text("А")}, {Spans: text("Б")}}, {{Spans: text("1")}, {}}}},
		{Kind: problem.Program, Lang: "python", Text: "print(1)\n\nprint(2)\n"},
	}}
	got.Blocks[0].Spans[3].Formula.MathML = "" // the formula package's own tests see to it
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestRead_refusesMistakes(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"```python\nprint(1)\n", "Дано [[дробь: числитель: 1]].", "| А |\n| [[корень из: начало]] |"} {
		if body, err := read(text); err == nil {
			t.Errorf("%q became %+v", text, body)
		}
	}
}

func FuzzRead(f *testing.F) {
	for _, seed := range []string{"а [[x]] **б**", "| а | б |\n|---|\n", "```\nx\n```", "- а\n\n|", "[[", "||"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		body, err := read(text)
		if err != nil {
			return
		}
		for _, block := range body.Blocks {
			if block.Kind == problem.TableRows && block.Head > len(block.Rows) {
				t.Fatalf("%q: %d headings of %d rows", text, block.Head, len(block.Rows))
			}
		}
	})
}
