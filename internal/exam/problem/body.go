package problem

import (
	"encoding/json"
	"slices"
	"strings"
)

// Body is a piece of a problem in reading order. Its JSON is the list of its blocks.
type Body struct{ Blocks []Block }

// MarshalJSON writes the blocks.
func (b Body) MarshalJSON() ([]byte, error) { return json.Marshal(b.Blocks) }

// UnmarshalJSON reads blocks.
func (b *Body) UnmarshalJSON(data []byte) error { return json.Unmarshal(data, &b.Blocks) }

// IsZero tells a body without blocks.
func (b Body) IsZero() bool { return len(b.Blocks) == 0 }

// BlockKind is the kind of a block.
type BlockKind string

// The kinds of blocks.
const (
	Paragraph BlockKind = "p"
	ListItem  BlockKind = "li"
	TableRows BlockKind = "table"
	Program   BlockKind = "code"
)

// Block is a paragraph, a list item, a table or a listing.
type Block struct {
	Kind  BlockKind `json:"kind"`
	Spans []Span    `json:"spans,omitempty"` // of a paragraph or an item
	Rows  [][]Cell  `json:"rows,omitempty"`  // of a table
	Head  int       `json:"head,omitempty"`  // how many of the rows are headings
	Text  string    `json:"text,omitempty"`  // of a listing, with its line breaks
	Lang  string    `json:"lang,omitempty"`  // of a listing: "python"
}

// Cell is one cell of a table.
type Cell struct {
	Spans []Span `json:"spans,omitempty"`
	Cols  int    `json:"cols,omitempty"`
	Rows  int    `json:"rows,omitempty"` // how many it covers; 0 is one
}

// Span is a run of text, a formula or an image. Exactly one of the three is set.
type Span struct {
	Text    string   `json:"text,omitempty"`
	Style   Style    `json:"style,omitempty"`
	Formula *Formula `json:"formula,omitempty"`
	Image   *Image   `json:"image,omitempty"`
}

// Style is how a run of text is set.
type Style string

// The styles that carry meaning in a problem.
const (
	Plain       Style = ""
	Bold        Style = "b"
	Italic      Style = "i"
	Underlined  Style = "u"
	Superscript Style = "sup"
	Subscript   Style = "sub"
	Struck      Style = "s"
)

// Formula is a formula whose reading aloud was turned into notation. Where that failed OK
// is false, LaTeX and MathML are empty and Alt is all there is.
type Formula struct {
	Alt    string `json:"alt,omitempty"` // the Russian reading, cleaned of soft hyphens
	LaTeX  string `json:"latex,omitempty"`
	MathML string `json:"mathml,omitempty"`
	SVG    string `json:"svg,omitempty"` // address of the picture
	OK     bool   `json:"ok,omitempty"`
}

// Image is a picture of a problem.
type Image struct {
	URL string `json:"url"`
	Alt string `json:"alt,omitempty"`
}

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
