package skill

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// Siblings reports two skills of one category ("JavaScript framework"): one of them is
// often asked for in place of the other.
func (g *Graph) Siblings(a, b ID) bool {
	for _, members := range g.relations.narrower {
		if slices.Contains(members, a) && slices.Contains(members, b) {
			return true
		}
	}
	return false
}

// Lengths in letters from which a word may hold two letters swapped, one too many or too
// few, one replaced, two errors. Shorter words are too close to each other: Java and Lava,
// Swift and shift.
const (
	swapFrom      = 5
	lengthFrom    = 6
	replaceFrom   = 7
	twoErrorsFrom = 8
)

// Misspelled returns the skill that a single word most likely means when it is no name:
// one or two letters differ from a name, never the first one.
func (g *Graph) Misspelled(word string) (ID, bool) {
	key := Fold(word)
	runes := []rune(key)
	if len(runes) < swapFrom || len(runes) > askedRunes {
		return "", false
	}
	limit := 1
	if len(runes) >= twoErrorsFrom {
		limit = 2
	}
	var best *name
	_, first := utf8.DecodeRuneInString(key)
	for _, s := range g.spellings {
		if !strings.HasPrefix(s.key, key[:first]) || abs(utf8.RuneCountInString(s.key)-len(runes)) > limit || strings.Contains(s.key, " ") {
			continue
		}
		cost := distance(runes, []rune(s.key), limit)
		if cost > limit || !likely(runes, []rune(s.key)) || best != nil && cost == limit && best.rank() <= s.name.rank() {
			continue
		}
		if cost < limit || best == nil {
			limit = cost
		}
		best = s.name
	}
	if best == nil {
		return "", false
	}
	return best.skill, true
}

// likely reports that a word is long enough for the kind of error it would hold.
func likely(word, name []rune) bool {
	if len(word) >= replaceFrom {
		return true
	}
	if len(word) != len(name) {
		return min(len(word), len(name)) >= swapFrom && len(word) >= lengthFrom
	}
	x, y := slices.Sorted(slices.Values(word)), slices.Sorted(slices.Values(name))
	return slices.Equal(x, y)
}
