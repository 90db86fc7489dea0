// Package layout puts characters that stand somewhere on a page into reading order. It
// knows geometry and spelling at line ends; where the characters come from is not its
// affair.
package layout

import (
	"cmp"
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
}

// Shares of the font size that decide what is a word, a line and a column. They are the
// usual proportions of Western typesetting: a space is 0.25 em or a bit less when
// justified, a gutter is wider than any space between words.
const (
	wordGap    = 0.18
	gutterGap  = 1.2
	lineShift  = 0.35 // baselines closer than this are one line: superscripts
	blankLine  = 1.75 // steps between lines above this times the usual one are a paragraph
	maxLeading = 1.6  // and no usual step is wider than this
)

// Text returns the characters of a page in reading order, one line of the page a line of
// the text, blank lines between paragraphs.
func Text(page []Glyph) string {
	words := join(page)
	if len(words) == 0 {
		return ""
	}
	var out []string
	for _, block := range order(words) {
		out = append(out, block.lines()...)
		out = append(out, "")
	}
	return strings.Trim(strings.Join(out, "\n"), "\n")
}

// word is a run of glyphs without a gap between them.
type word struct {
	text        strings.Builder
	left, right float64
	base, size  float64
	spaced      bool // a space character follows it
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
			current.text.WriteString(g.Text)
			current.right = max(current.right, g.Right)
			current.size = max(current.size, g.Size)
			continue
		}
		current = &word{left: g.Left, right: g.Right, base: g.Base, size: g.Size}
		current.text.WriteString(g.Text)
		words = append(words, current)
	}
	return words
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
type block struct{ words []*word }

// row is one line of a block.
type row struct {
	words []*word
	base  float64
	size  float64
}

// rows groups words by baseline, from the top of the page down.
func rows(words []*word) []row {
	sorted := slices.Clone(words)
	slices.SortStableFunc(sorted, func(a, b *word) int { return cmp.Compare(b.base, a.base) })
	var out []row
	for _, w := range sorted {
		if n := len(out); n > 0 && out[n-1].takes(w) {
			r := &out[n-1]
			r.words = append(r.words, w)
			if w.size > r.size {
				r.size, r.base = w.size, w.base
			}
			continue
		}
		out = append(out, row{words: []*word{w}, base: w.base, size: w.size})
	}
	for _, r := range out {
		slices.SortStableFunc(r.words, func(a, b *word) int { return cmp.Compare(a.left, b.left) })
	}
	return out
}

// takes reports whether a word, not above the row's words so far, belongs to the row.
func (r *row) takes(w *word) bool {
	return math.Abs(r.base-w.base) < lineShift*max(r.size, w.size)
}

// lines writes the block, with an empty line where the step between two lines is wider
// than usual.
func (b block) lines() []string {
	all := rows(b.words)
	usual := usualStep(all)
	var out []string
	for i, r := range all {
		if i > 0 && all[i-1].base-r.base > blankLine*min(max(usual, r.size), maxLeading*r.size) {
			out = append(out, "")
		}
		out = append(out, r.text())
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

func (r row) text() string {
	var out strings.Builder
	for i, w := range r.words {
		if i > 0 {
			before := r.words[i-1]
			if before.spaced || w.left-before.right > wordGap*max(w.size, before.size) {
				out.WriteByte(' ')
			}
		}
		out.WriteString(w.text.String())
	}
	return out.String()
}
