package document

import (
	"kadry/internal/pdf"
	pdflayout "kadry/internal/pdf/layout"
	"kadry/internal/talent/layout"
)

// pageLines are the lines of one page of a PDF. Its columns are numbered after those of
// the pages before.
func pageLines(reader *pdflayout.Reader, p pdf.Page, number, columns int) []line {
	shown := reader.Lines(p.Glyphs)
	width, height := p.Width, p.Height
	for _, l := range shown {
		if p.Width == 0 {
			width = max(width, l.Right)
		}
		if p.Height == 0 {
			height = max(height, l.Base+l.Size)
		}
	}
	width, height = max(width, 1), max(height, 1)
	out := make([]line, 0, len(shown)+1)
	for _, l := range shown {
		if l.Text == "" {
			out = append(out, line{})
			continue
		}
		out = append(out, line{text: l.Text, look: layout.Line{
			Page: number, Column: columns + l.Column, Size: float32(l.Size), Bold: l.Bold, Italic: l.Italic,
			Left: float32(l.Left / width), Right: float32(l.Right / width), Top: float32(1 - (l.Base+l.Size)/height),
		}})
	}
	return out
}

// lastColumn is the highest number of a column.
func lastColumn(page []line) int {
	last := 0
	for _, l := range page {
		last = max(last, l.look.Column)
	}
	return last
}
