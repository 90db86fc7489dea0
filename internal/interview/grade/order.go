package grade

import (
	"slices"
	"strings"
)

// Bounds of the two signs of shuffled words.
const (
	permuted      = 0.9  // of the words of a reference and of the answer are the same
	keptPairs     = 0.5  // of its pairs of neighbours at most are still together
	keptPairsLong = 0.35 // of those of a longer reference, where chance keeps fewer
	longReference = 8
	leastWords    = 4
	brokenShare   = 0.25 // of pairs that no sentence has
)

// shuffled closes an answer that is the reference out of order, or words without grammar.
func (e *examination) shuffled() {
	out := slices.ContainsFunc(e.wordings, func(w *wording) bool { return permutation(w.passage, e.answer.passage) })
	if !out && !broken(e.answer.passage) {
		return
	}
	words := e.answer.words
	e.reject(Shuffled, stretch{words[0].order, words[len(words)-1].order + 1})
}

// permutation tells the words of a reference in another order. Parts that "and" or "or"
// joins may change places.
func permutation(r, a passage) bool {
	if len(r.words) < 2 || len(a.words) < 2 {
		return false
	}
	rs, as := r.stems(), a.stems()
	if len(rs) < 2 || slices.Equal(rs, as) {
		return false
	}
	if float64(min(len(rs), len(as))) < permuted*float64(max(len(rs), len(as))) {
		return false
	}
	if float64(common(rs, as)) < permuted*float64(max(len(rs), len(as))) {
		return false
	}
	if len(rs) < leastWords {
		return misplaced(r, a)
	}
	kept := keptPairs
	if len(rs) >= longReference {
		kept = keptPairsLong
	}
	return keptTogether(rs, as) <= kept && !slices.Equal(joinedParts(r), joinedParts(a))
}

// common counts the members that two lists share, repeats included.
func common[T comparable](a, b []T) int {
	left := map[T]int{}
	for _, x := range a {
		left[x]++
	}
	n := 0
	for _, x := range b {
		if left[x] > 0 {
			left[x]--
			n++
		}
	}
	return n
}

// keptTogether is the share of neighbours in one list that are neighbours in the other.
func keptTogether(a, b []string) float64 {
	neighbours := func(list []string) [][2]string {
		all := make([][2]string, 0, len(list))
		for i := 1; i < len(list); i++ {
			all = append(all, [2]string{list[i-1], list[i]})
		}
		return all
	}
	return float64(common(neighbours(a), neighbours(b))) / float64(max(1, len(a)-1))
}

// misplaced tells two or three words of a reference in an order that does not hold: a word
// of grammar has moved, or the one word that says which stands after its noun.
func misplaced(r, a passage) bool {
	for i := range r.words {
		if i < len(a.words) && (r.words[i].weight == 0) != (a.words[i].weight == 0) {
			return true
		}
	}
	return len(r.words) == 2 && len(a.words) == 2 && a.text[a.words[0].end:a.words[1].start] == " "
}

// joinedParts returns what stands between the conjunctions of a text, sorted.
func joinedParts(p passage) []string {
	var parts []string
	part := ""
	for _, w := range p.words {
		if conjunctions[w.text] {
			parts, part = append(parts, part), ""
			continue
		}
		part += w.stem + " "
	}
	return sorted(append(parts, part))
}

// Words of grammar that cannot stand side by side or at the end, by class.
var (
	articles     = split("a an the")
	prepositions = split("of in on at by for with from into to в на с к по из от для при над под о у без через")
	conjunctions = split("and or и или")
	auxiliaries  = split("is are was were been has does")
)

func split(words string) map[string]bool {
	set := map[string]bool{}
	for w := range strings.FieldsSeq(words) {
		set[w] = true
	}
	return set
}

// broken tells a text in which words of grammar stand where no sentence has them. A slip or
// two in a genuine answer is not enough.
func broken(p passage) bool {
	if len(p.words) < 3 {
		return len(p.words) == 2 && articles[p.words[1].text]
	}
	faults, grammar := 0, 0
	for i, w := range p.words {
		end := i+1 == len(p.words) || p.words[i+1].sentence != w.sentence || clauseEnds(p.text[w.end:p.words[i+1].start])
		next := ""
		if !end && !hyphened(p, i) && !hyphened(p, i+1) {
			next = p.words[i+1].text
		}
		switch {
		case label(p.text, w.start, w.end):
		case articles[w.text]:
			grammar++
			if end || articles[next] || prepositions[next] || conjunctions[next] || auxiliaries[next] {
				faults++
			}
		case prepositions[w.text]:
			grammar++
			if next != "" && (conjunctions[next] || auxiliaries[next] && w.text != "to") || end && cyrillic(w.text) {
				faults++
			}
		case conjunctions[w.text]:
			grammar++
			if end || conjunctions[next] {
				faults++
			}
		}
	}
	return faults >= 2 && float64(faults) > brokenShare*float64(grammar+1)
}

// hyphened tells a word that a hyphen binds to the next one.
func hyphened(p passage, i int) bool {
	return i+1 < len(p.words) && strings.Contains(p.text[p.words[i].end:p.words[i+1].start], "-")
}

func cyrillic(text string) bool { return text[0] >= 0xd0 }
