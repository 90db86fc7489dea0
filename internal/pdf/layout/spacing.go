package layout

import (
	"math"
	"slices"
	"unicode"
	"unicode/utf8"
)

// Letters set apart for looks, "E X P E R I E N C E", come as words of a letter each. The
// gaps between them are alike; those between words are clearly wider.
const (
	spacedLetters = 4   // words of a letter that make a spaced word, when they are the row
	spacedAmong   = 6   // and when other words stand in the row
	spacedGap     = 1.6 // times the usual gap is a space
	spacedCell    = 5.0 // times the usual gap begins another cell
)

// joinLetters makes words of the letters of spaced words.
func (r *row) joinLetters() {
	var out []*word
	for i := 0; i < len(r.words); {
		n := 0
		for i+n < len(r.words) && single(r.words[i+n]) && sameSize(r.words[i], r.words[i+n]) {
			n++
		}
		switch {
		case n >= spacedAmong, n >= spacedLetters && n == len(r.words):
			out = append(out, joinRun(r.words[i:i+n])...)
		default:
			n = max(n, 1)
			out = append(out, r.words[i:i+n]...)
		}
		i += n
	}
	r.words = out
}

// single reports whether a word may be a letter of a spaced word: a letter, or a sign
// between such words.
func single(w *word) bool {
	text := w.text.String()
	r, size := utf8.DecodeRuneInString(text)
	if size != len(text) {
		return false
	}
	return unicode.IsLetter(r) || r == '&' || r == '-' || r == '/' || r == '.'
}

func sameSize(a, b *word) bool { return a.size > 0.7*b.size && b.size > 0.7*a.size }

// joinRun joins the letters of one run. A space stays where the gap is wider.
func joinRun(letters []*word) []*word {
	gaps := make([]float64, 0, len(letters))
	for i := 1; i < len(letters); i++ {
		gaps = append(gaps, letters[i].left-letters[i-1].right)
	}
	slices.Sort(gaps)
	usual := gaps[len(gaps)/3]
	var out []*word
	for i, w := range letters {
		if i > 0 {
			gap, last := w.left-letters[i-1].right, out[len(out)-1]
			if gap <= spacedGap*usual {
				last.extend(w)
				continue
			}
			last.tracked = gap <= spacedCell*usual
		}
		first := &word{left: w.left, right: w.right, base: w.base, size: w.size, spaced: true}
		first.extend(w)
		out = append(out, first)
	}
	return out
}

// Spaced words of a page that draws its spaces: the gaps inside such a word have no space
// and are alike.
const (
	trackedGap  = 0.08 // of the font size: letters at their own widths stand closer
	trackedMost = 0.6  // a gap as wide parts words, drawn space or not
	spacesShare = 0.3  // of the words of a page that draws its spaces, at least
)

// mergeTracked puts the parts of spaced words together.
func mergeTracked(words []*word) []*word {
	spaces := 0
	for _, w := range words {
		if w.spaced {
			spaces++
		}
	}
	if float64(spaces) < spacesShare*float64(len(words)) {
		return words
	}
	var out []*word
	for i := 0; i < len(words); {
		n := 1
		for i+n < len(words) && words[i+n-1].leads(words[i+n]) {
			n++
		}
		if whole := mergeParts(words[i : i+n]); whole != nil {
			if i+n < len(words) {
				whole.tracked = words[i+n].base == whole.base && words[i+n].left-whole.right < spacedCell*whole.most
			}
			out = append(out, whole)
		} else {
			out = append(out, words[i:i+n]...)
		}
		i += n
	}
	return out
}

// leads reports whether only a gap and no space parts two words of a line.
func (w *word) leads(next *word) bool {
	gap := next.left - w.right
	return !w.spaced && w.base == next.base && w.size == next.size && gap > 0 && gap < trackedMost*w.size
}

// mergeParts makes one word of parts whose gaps are alike, nil when they are not.
func mergeParts(parts []*word) *word {
	least, most := math.Inf(1), math.Inf(-1)
	for i, w := range parts {
		least, most = min(least, w.least), max(most, w.most)
		if i > 0 {
			gap := w.left - parts[i-1].right
			least, most = min(least, gap), max(most, gap)
		}
	}
	em := parts[0].size
	if len(parts) < 2 || least < trackedGap*em || most > 2*least+0.05*em {
		return nil
	}
	whole := &word{left: parts[0].left, right: parts[0].right, base: parts[0].base, size: em, spaced: parts[len(parts)-1].spaced, least: least, most: most}
	for _, w := range parts {
		whole.extend(w)
	}
	return whole
}
