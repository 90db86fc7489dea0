package grade

import "math/bits"

// Likeness of words that are not one stem. The lexicon speaks for itself; letters must agree
// well before a slip of the pen is believed.
const (
	likeSame   = 0.9
	likeNear   = 0.5
	likeTurned = 0.85 // "not open" beside "closed"
	likeForm   = 0.85 // letter pairs in common from which two spellings are one word
	looseForm  = 0.6
)

// alike returns how far two words say the same, 0-1.
func alike(a, b *word) float64 {
	if a.stem == b.stem {
		return 1
	}
	best := 0.0
	for _, s := range a.senses {
		for _, t := range b.senses {
			switch {
			case s.line != t.line:
			case s.tie == same:
				return likeSame
			case s.tie == near:
				best = max(best, likeNear)
			case s.side == t.side:
				best = max(best, likeNear)
			case a.negated != b.negated:
				best = max(best, likeTurned)
			}
		}
	}
	if a.numeric || b.numeric || len(a.text) < 4 || len(b.text) < 4 {
		return best
	}
	if mayShare(a, b) {
		if form := dice(a.grams, b.grams); form >= looseForm {
			best = max(best, form)
		}
	}
	return best
}

// opposed tells words on the two sides of a contrast.
func opposed(a, b *word) bool {
	for _, s := range a.senses {
		for _, t := range b.senses {
			if s.line == t.line && s.tie == contrast && s.side != t.side {
				return true
			}
		}
	}
	return false
}

// mayShare is a quick look at what dice counts: false where two words cannot share letter
// pairs enough. Every common pair sets one common bit, but for those of one word that fall on
// the same bit.
func mayShare(a, b *word) bool {
	hidden := len(a.grams) - bits.OnesCount64(a.bits)
	most := bits.OnesCount64(a.bits&b.bits) + hidden
	return float64(2*most) >= looseForm*float64(len(a.grams)+len(b.grams))
}

// dice is the share of common members of two sorted sets, 0-1; zero at once where the
// sizes leave too little to share.
func dice(a, b []uint32) float64 {
	if len(a)+len(b) == 0 || float64(2*min(len(a), len(b))) < looseForm*float64(len(a)+len(b)) {
		return 0
	}
	common, i, j := 0, 0, 0
	for i < len(a) && j < len(b) {
		switch {
		case a[i] == b[j]:
			common++
			i++
			j++
		case a[i] < b[j]:
			i++
		default:
			j++
		}
	}
	return 2 * float64(common) / float64(len(a)+len(b))
}
