package problem

import (
	"slices"
	"strings"
	"unicode/utf8"

	"kadry/internal/fault"
)

// listing fences a program with more backticks than it has.
func listing(block Block) string {
	fence := "```"
	for strings.Contains(block.Text, fence) {
		fence += "`"
	}
	return fence + strings.Map(letters, block.Lang) + "\n" + strings.TrimRight(block.Text, "\n") + "\n" + fence
}

func letters(r rune) rune {
	if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' {
		return r
	}
	return -1
}

// marked writes a span with the marks that carry meaning.
func marked(out *strings.Builder, s Span) {
	switch {
	case s.Formula != nil && s.Formula.OK:
		out.WriteString("$" + s.Formula.LaTeX + "$")
	case s.Formula != nil:
		out.WriteString(" " + fault.EscapeMarkdown(s.Formula.Alt) + " ")
	case s.Image != nil:
	case strings.TrimSpace(s.Text) == "":
		out.WriteString(s.Text)
	default:
		out.WriteString(styled(s))
	}
}

// styled puts the marks of a style around a run, and its outer spaces outside of them.
func styled(s Span) string {
	before, after := map[Style]string{
		Bold: "**", Italic: "*", Struck: "~~", Underlined: "<u>", Superscript: "<sup>", Subscript: "<sub>",
	}[s.Style], map[Style]string{
		Bold: "**", Italic: "*", Struck: "~~", Underlined: "</u>", Superscript: "</sup>", Subscript: "</sub>",
	}[s.Style]
	inner := strings.TrimSpace(s.Text)
	at := strings.Index(s.Text, inner)
	return s.Text[:at] + before + fault.EscapeMarkdown(inner) + after + s.Text[at+len(inner):]
}

// within takes spans while there is room for so many letters; cut shortens the text that
// comes last.
func within(line []Span, letters int, cut func(text string, n int) string) []Span {
	for i, s := range line {
		var shown strings.Builder
		plain(&shown, s, asLaTeX)
		n := utf8.RuneCountInString(shown.String())
		if n <= letters {
			letters -= n
			continue
		}
		if s.Formula == nil {
			s.Text = cut(s.Text, letters)
			return append(slices.Clone(line[:i]), s)
		}
		return line[:i]
	}
	return line
}

// Markdown is the body for a chat: formulas between dollar signs, tables with their lines,
// listings fenced. Words of the page never act as marks: they are data, whoever wrote them.
// Pictures are left out; Images lists them.
func (b Body) Markdown() string {
	var blocks []string
	for _, block := range b.Blocks {
		switch block.Kind {
		case Program:
			blocks = append(blocks, listing(block))
		case TableRows:
			blocks = append(blocks, block.Markdown())
		case Paragraph, ListItem:
			line := joined(block.Spans, marked)
			if block.Kind == ListItem && line != "" {
				line = "- " + line
			}
			if line != "" {
				blocks = append(blocks, line)
			}
		}
	}
	return strings.Join(blocks, "\n\n")
}

// Markdown is a table with a line between heading and rows; one without a heading gets an
// empty one, for Markdown knows no other.
func (b Block) Markdown() string {
	rows := b.cells(marked)
	width := 0
	for _, row := range rows {
		width = max(width, len(row))
	}
	if width == 0 {
		return ""
	}
	if b.Head == 0 {
		rows = append([][]string{make([]string, width)}, rows...)
	}
	var lines []string
	for i, row := range rows {
		for len(row) < width {
			row = append(row, "")
		}
		lines = append(lines, "| "+strings.Join(row, " | ")+" |")
		if i == 0 {
			lines = append(lines, "|"+strings.Repeat(" --- |", width))
		}
	}
	return strings.Join(lines, "\n")
}

// Cells are the texts of a table, row by row, formulas as in Body.Text.
func (b Block) Cells() [][]string {
	return b.cells(func(out *strings.Builder, s Span) { plain(out, s, asLaTeX) })
}

func (b Block) cells(span func(*strings.Builder, Span)) [][]string {
	rows := make([][]string, len(b.Rows))
	for i, row := range b.Rows {
		rows[i] = []string{}
		for _, cell := range row {
			rows[i] = append(rows[i], joined(cell.Spans, span))
			for range cell.Cols - 1 {
				rows[i] = append(rows[i], "") // keeps the columns below in their place
			}
		}
	}
	return rows
}

// MarkdownStart is the beginning of a body on one line of Markdown, of about so many letters.
// A formula is there whole or not at all.
func (b Body) MarkdownStart(letters int) string {
	return joined(within(b.line(), letters, func(text string, n int) string { return string([]rune(text)[:n]) }), marked)
}

// MarkdownEnd is the end of a body, as MarkdownStart is its beginning.
func (b Body) MarkdownEnd(letters int) string {
	line := b.line()
	slices.Reverse(line)
	line = within(line, letters, func(text string, n int) string {
		all := []rune(text)
		return string(all[len(all)-n:])
	})
	slices.Reverse(line)
	return joined(line, marked)
}

// line is a body as one run of spans, without its pictures.
func (b Body) line() []Span {
	var line []Span
	for _, block := range b.Blocks {
		part := slices.Clone(block.Spans)
		if block.Kind == Program {
			part = []Span{{Text: block.Text}}
		}
		for _, row := range block.Rows {
			for _, cell := range row {
				part = append(append(part, cell.Spans...), Span{Text: " | "})
			}
		}
		line = append(append(line, part...), Span{Text: " "})
	}
	return slices.DeleteFunc(line, func(s Span) bool { return s.Image != nil })
}
