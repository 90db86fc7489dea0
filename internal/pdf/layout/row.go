package layout

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// row is one line of a block.
type row struct {
	words []*word
	base  float64
	size  float64
}

// maxBeside bounds how many words of a row a new one is compared with.
const maxBeside = 64

// rows groups words by baseline, from the top of the page down. What is printed over a
// row, as a page header over the text, is a row of its own.
func rows(words []*word) []row {
	sorted := slices.Clone(words)
	slices.SortStableFunc(sorted, func(a, b *word) int { return cmp.Compare(b.base, a.base) })
	var out []row
	for len(sorted) > 0 {
		n := 1
		for n < len(sorted) && sorted[n].base == sorted[0].base && sorted[n].size == sorted[0].size {
			n++
		}
		set := sorted[:n]
		sorted = sorted[n:]
		r := rowFor(out, set)
		if r == nil {
			out = append(out, row{base: set[0].base, size: set[0].size})
			r = &out[len(out)-1]
		}
		r.words = append(r.words, set...)
		if set[0].size > r.size {
			r.size, r.base = set[0].size, set[0].base
		}
	}
	for _, r := range out {
		slices.SortStableFunc(r.words, func(a, b *word) int { return cmp.Compare(a.left, b.left) })
	}
	return out
}

// rowFor is the nearest of the last two rows that takes words set together, nil when none
// does.
func rowFor(all []row, set []*word) *row {
	var best *row
	w := set[0]
	for i := len(all) - 1; i >= max(0, len(all)-2); i-- {
		r := &all[i]
		if r.takes(w) && !slices.ContainsFunc(set[:min(len(set), maxBeside)], r.covers) && (best == nil || math.Abs(r.base-w.base) < math.Abs(best.base-w.base)) {
			best = r
		}
	}
	return best
}

// takes reports whether a word, not above the row's words so far, belongs to the row.
func (r *row) takes(w *word) bool {
	return math.Abs(r.base-w.base) < lineShift*max(r.size, w.size)
}

// covers reports whether a word on another baseline is printed over the row.
func (r *row) covers(w *word) bool {
	for _, other := range r.words[max(0, len(r.words)-maxBeside):] {
		over := min(other.right, w.right) - max(other.left, w.left)
		if over > 0.5*min(other.right-other.left, w.right-w.left) && math.Abs(other.base-w.base) > 0.1*w.size {
			return true
		}
	}
	return false
}

// line writes the row. It looks as most letters of its text do; a date set at its end or
// beginning says nothing of how the text looks.
func (r row) line() Line {
	r.joinLetters()
	out := Line{Text: r.text(), Left: r.words[0].left, Base: r.base}
	for _, w := range r.words {
		out.Left, out.Right = min(out.Left, w.left), max(out.Right, w.right)
	}
	letters, bold, italic := 0, 0, 0
	sizes := map[float64]int{}
	for _, w := range r.undated() {
		letters += w.letters
		bold += w.bold
		italic += w.italic
		if sizes[w.size] += w.letters; sizes[w.size] > sizes[out.Size] {
			out.Size = w.size
		}
	}
	out.Bold, out.Italic = 2*bold > letters, 2*italic > letters
	return out
}

// undated are the words of the cells without a year, all words when every cell has one.
func (r row) undated() []*word {
	var out []*word
	start := 0
	for i := 1; i <= len(r.words); i++ {
		if i < len(r.words) && gapBetween(r.words[i-1], r.words[i]) != "\t" {
			continue
		}
		if cell := (row{words: r.words[start:i]}); !hasYear(cell.text()) {
			out = append(out, cell.words...)
		}
		start = i
	}
	if len(out) == 0 {
		return r.words
	}
	return out
}

func (r row) text() string {
	var out strings.Builder
	for i, w := range r.words {
		if i > 0 {
			out.WriteString(gapBetween(r.words[i-1], w))
		}
		out.WriteString(w.text.String())
	}
	return out.String()
}

// gapBetween is what stands between two neighbours of a row. A word on a lower line goes
// on with the cell that the one before it is in, one on a higher line begins the next. Lines of a
// cell that are two things, as a post and what is told of it, are parted as such.
func gapBetween(before, after *word) string {
	gap, em := after.left-before.right, max(after.size, before.size)
	lower := before.base > after.base+lineShift*em
	switch {
	case lower && before.parted(after):
		return ""
	case lower && before.broken:
		return ", "
	case before.tracked, lower:
		return " "
	case gap > gutterGap*em, after.base > before.base+lineShift*em: // what stands higher is the next cell
		return "\t"
	case before.spaced || gap > wordGap*em:
		return " "
	}
	return ""
}

// parted reports a word that its cell has broken behind a hyphen. The hyphen stays: grids are set
// without hyphenation as a rule, so it is the writer's.
func (w *word) parted(rest *word) bool {
	first, _ := utf8.DecodeRuneInString(rest.text.String())
	head, hyphen := strings.CutSuffix(w.text.String(), "-")
	last, _ := utf8.DecodeLastRuneInString(head)
	return hyphen && unicode.IsLetter(last) && unicode.IsLetter(first)
}

// breaks reports that the writer has begun a line with a word: it is set in another weight than the
// word before, or there was room for it up to the right edge of the column.
func (w *word) breaks(before *word, edge float64) bool {
	first, _ := utf8.DecodeRuneInString(w.text.String())
	last, _ := utf8.DecodeLastRuneInString(before.text.String())
	if before.base <= w.base+lineShift*w.size || unicode.IsLower(first) || strings.ContainsRune(".,;:–—-", last) {
		return false
	}
	return before.letters > 0 && w.letters > 0 && (before.bold > 0) != (w.bold > 0) || before.right+w.size*cellGap+w.right-w.left < edge
}
