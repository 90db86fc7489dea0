package exam

import (
	"slices"
	"strings"
)

// Empty reports whether there is nothing to read or see.
func (b Body) Empty() bool { return len(b.Blocks) == 0 }

// Text is the body for a reader of plain text: a block a line, formulas as LaTeX between
// dollar signs or, where they could not be turned, as their reading aloud. Pictures are
// left out; Images lists them.
func (b Body) Text() string {
	return b.write(func(out *strings.Builder, s Span) { plain(out, s, asLaTeX) })
}

// SearchText is the body as people type it from a sheet of paper or say it: formulas as
// their reading aloud, no marks of any kind.
func (b Body) SearchText() string {
	return b.write(func(out *strings.Builder, s Span) { plain(out, s, asWords) })
}

type notation int

const (
	asLaTeX notation = iota
	asWords
)

func plain(out *strings.Builder, s Span, how notation) {
	switch {
	case s.Formula != nil && s.Formula.OK && how == asLaTeX:
		out.WriteString("$" + s.Formula.LaTeX + "$")
	case s.Formula != nil:
		out.WriteString(" " + s.Formula.Alt + " ")
	case s.Image == nil:
		out.WriteString(s.Text)
	}
}

func (b Body) write(span func(*strings.Builder, Span)) string {
	var lines []string
	for _, block := range b.Blocks {
		switch block.Kind {
		case Program:
			lines = append(lines, strings.TrimRight(block.Text, "\n"))
		case TableRows:
			for _, row := range block.Rows {
				cells := make([]string, len(row))
				for i, cell := range row {
					cells[i] = joined(cell.Spans, span)
				}
				lines = append(lines, strings.Join(cells, " | "))
			}
		case Paragraph, ListItem:
			if line := joined(block.Spans, span); line != "" {
				lines = append(lines, line)
			}
		}
	}
	return strings.Join(lines, "\n")
}

// joined writes spans on one line, without double spaces.
func joined(spans []Span, span func(*strings.Builder, Span)) string {
	var out strings.Builder
	for _, s := range spans {
		span(&out, s)
	}
	return strings.Join(strings.Fields(out.String()), " ")
}

// Images lists the pictures in reading order, each once.
func (b Body) Images() []Image {
	var list []Image
	b.each(func(s Span) {
		if s.Image != nil && !slices.Contains(list, *s.Image) {
			list = append(list, *s.Image)
		}
	})
	return list
}

// Formulas lists the formulas in reading order.
func (b Body) Formulas() []Formula {
	var list []Formula
	b.each(func(s Span) {
		if s.Formula != nil {
			list = append(list, *s.Formula)
		}
	})
	return list
}

// Tables lists the tables in reading order.
func (b Body) Tables() []Block {
	var list []Block
	for _, block := range b.Blocks {
		if block.Kind == TableRows {
			list = append(list, block)
		}
	}
	return list
}

func (b Body) each(visit func(Span)) {
	for _, block := range b.Blocks {
		for _, s := range block.Spans {
			visit(s)
		}
		for _, row := range block.Rows {
			for _, cell := range row {
				for _, s := range cell.Spans {
					visit(s)
				}
			}
		}
	}
}
