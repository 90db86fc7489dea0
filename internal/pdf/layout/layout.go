// Package layout puts characters that stand somewhere on a page into reading order. It
// knows geometry and spelling at line ends; where the characters come from is not its
// affair.
package layout

import (
	"math"
	"slices"
	"strings"
)

// Glyph is one character, or a few set as one, on a page whose y axis points up.
type Glyph struct {
	Text        string
	Left, Right float64
	Base        float64 // the line it stands on
	Size        float64 // height of the font
	Bold        bool
	Italic      bool
}

// Line is one line of the text of a page. An empty one parts two paragraphs. A tab in the
// text is a gap too wide for a space between words: what stands behind it is another cell
// of a row.
type Line struct {
	Text        string
	Column      int // lines of one column share it; from 1
	Left, Right float64
	Base, Size  float64
	Bold        bool // most of its letters are
	Italic      bool
}

// Shares of the font size that decide what is a word, a line and a column. They are the
// usual proportions of Western typesetting: a space is 0.25 em or a bit less when
// justified, a gutter is wider than any space between words.
const (
	wordGap    = 0.18
	gutterGap  = 1.2
	marginGap  = 0.15 // dates beside a column stand no closer to it
	lineShift  = 0.35 // baselines closer than this are one line: superscripts
	blankLine  = 1.75 // steps between lines above this times the usual one are a paragraph
	maxLeading = 1.6  // and no usual step is wider than this
)

// Text returns the characters of a page in reading order, one line of the page a line of
// the text, blank lines between paragraphs.
func Text(page []Glyph) string {
	var out []string
	for _, line := range new(Reader).Lines(page) {
		out = append(out, strings.ReplaceAll(line.Text, "\t", " "))
	}
	return strings.Join(out, "\n")
}

// Reader reads the pages of one document. The search for columns is bounded for a page and for all of
// them; what is over that is read line by line.
type Reader struct{ work int }

// Lines returns the lines of a page in reading order.
func (r *Reader) Lines(page []Glyph) []Line {
	words := join(page)
	if len(words) == 0 {
		return nil
	}
	spaced := rows(words)
	for i := range spaced {
		spaced[i].joinLetters() // their gaps would be taken for gutters
	}
	joinDates(spaced)
	words = wordsOf(spaced)
	var out []Line
	for i, block := range r.order(words) {
		if i > 0 && !block.follows(out[len(out)-1]) {
			out = append(out, Line{})
		}
		for _, line := range block.lines() {
			if line.Text != "" {
				line.Column = block.column
			}
			out = append(out, line)
		}
	}
	return out
}

// word is a run of glyphs without a gap between them.
type word struct {
	text        strings.Builder
	left, right float64
	base, size  float64
	spaced      bool // a space character follows it
	letters     int
	bold        int // letters of it that are bold
	italic      int
	least, most float64 // gaps between its letters
	broken      bool    // in a cell of a table: the next line is another thing
	tracked     bool    // the gap behind it is a space although it is wide
}

func (w *word) top() float64    { return w.base + 0.8*w.size }
func (w *word) bottom() float64 { return w.base - 0.2*w.size }

// join makes words of glyphs in the order they were drawn, which inside a word is the
// order of reading.
func join(page []Glyph) []*word {
	var words []*word
	var current *word
	seen := newOverprint()
	for _, g := range page {
		if !usable(g) || seen.again(g) {
			continue
		}
		if strings.TrimSpace(g.Text) == "" {
			if current != nil {
				current.spaced = true
			}
			current = nil
			continue
		}
		if current != nil && current.continues(g) {
			current.add(g)
			continue
		}
		current = &word{left: g.Left, right: g.Right, base: g.Base, size: g.Size, least: math.Inf(1), most: math.Inf(-1)}
		current.add(g)
		words = append(words, current)
	}
	return mergeTracked(words)
}

func (w *word) add(g Glyph) {
	gap := g.Left - w.right
	w.text.WriteString(g.Text)
	w.right = max(w.right, g.Right)
	w.size = max(w.size, g.Size)
	w.letters++
	if w.letters > 1 {
		w.least = min(w.least, gap)
		w.most = max(w.most, gap)
	}
	if g.Bold {
		w.bold++
	}
	if g.Italic {
		w.italic++
	}
}

// extend appends another word.
func (w *word) extend(other *word) {
	w.text.WriteString(other.text.String())
	w.right = max(w.right, other.right)
	w.letters += other.letters
	w.bold += other.bold
	w.italic += other.italic
}

func usable(g Glyph) bool {
	for _, v := range []float64{g.Left, g.Right, g.Base, g.Size} {
		if math.IsNaN(v) || math.Abs(v) > 1e6 {
			return false
		}
	}
	return g.Size > 0
}

// continues reports whether g stands right behind the word. A jump back by more than a
// kern is another word.
func (w *word) continues(g Glyph) bool {
	em := max(w.size, g.Size)
	gap := g.Left - w.right
	return math.Abs(g.Base-w.base) < lineShift*em && gap < wordGap*em && gap > -0.4*em
}

// overprint finds text drawn twice for a bold look.
type overprint map[string][]Glyph

func newOverprint() overprint { return overprint{} }

func (o overprint) again(g Glyph) bool {
	if strings.TrimSpace(g.Text) == "" {
		return false
	}
	known := o[g.Text]
	for i := len(known) - 1; i >= max(0, len(known)-64); i-- {
		k := known[i]
		if math.Abs(k.Left-g.Left) < 0.1*g.Size && math.Abs(k.Base-g.Base) < 0.1*g.Size {
			return true
		}
	}
	o[g.Text] = append(known, g)
	return false
}

// block is a rectangle of text without columns in it.
type block struct {
	rows   []row
	column int
}

// follows reports whether the block goes on right under a line of its column.
func (b block) follows(last Line) bool {
	step := last.Base - b.rows[0].base
	return last.Column == b.column && step > 0 && step < blankLine*max(last.Size, b.rows[0].size)
}

// lines writes the block, with an empty line where the step between two lines is wider
// than usual.
func (b block) lines() []Line {
	all := b.rows
	usual := usualStep(all)
	var out []Line
	for i, r := range all {
		if i > 0 && all[i-1].base-r.base > blankLine*min(max(usual, r.size), maxLeading*r.size) {
			out = append(out, Line{})
		}
		out = append(out, r.line())
	}
	return out
}

// usualStep is the distance of neighbouring lines inside of paragraphs: a low one of all.
func usualStep(all []row) float64 {
	var steps []float64
	for i := 1; i < len(all); i++ {
		steps = append(steps, all[i-1].base-all[i].base)
	}
	if len(steps) == 0 {
		return 0
	}
	slices.Sort(steps)
	return steps[(len(steps)-1)/3]
}
