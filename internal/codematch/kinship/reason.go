package kinship

import (
	"cmp"
	"maps"
	"slices"
	"strings"
)

// said is how many of each kind a reason names.
const said = 8

// reasonsOf says what two repositories share and what one has alone.
func reasonsOf(a, b *vectors, first, second Card) Reasons {
	var r Reasons
	full := spellings(first, second)
	for _, term := range shared(a[Topic], b[Topic]) {
		if word, known := full[term]; known && len(r.Words) < said {
			r.Words = append(r.Words, word)
		}
	}
	for _, term := range shared(a[Module], b[Module]) {
		if name, ok := strings.CutPrefix(term, "/"); ok && len(r.Dependencies) < said {
			r.Dependencies = append(r.Dependencies, name)
		}
	}
	r.Capabilities = clip(shared(a[Capability], b[Capability]))
	r.OnlyA = clip(alone(a[Capability], b[Capability]))
	r.OnlyB = clip(alone(b[Capability], a[Capability]))
	return r
}

// shared are the terms of both, those that add most to the cosine first.
func shared(a, b vector) []string {
	var terms []string
	for term, weight := range a {
		if weight*b[term] > 0 {
			terms = append(terms, term)
		}
	}
	slices.SortFunc(terms, func(x, y string) int {
		return cmp.Or(cmp.Compare(a[y]*b[y], a[x]*b[x]), cmp.Compare(x, y))
	})
	return terms
}

// alone are the terms of a that b has not, the weightiest first.
func alone(a, b vector) []string {
	var terms []string
	for term := range a {
		if _, both := b[term]; !both {
			terms = append(terms, term)
		}
	}
	slices.SortFunc(terms, func(x, y string) int { return cmp.Or(cmp.Compare(a[y], a[x]), cmp.Compare(x, y)) })
	return terms
}

func clip(terms []string) []string { return slices.Clip(terms[:min(said, len(terms))]) }

// spellings are the shortest words by stem of two cards: a reader sees "resume", not "resum".
func spellings(cards ...Card) map[string]string {
	full := map[string]string{}
	keep := func(word string) {
		term := stem(word)
		if known, ok := full[term]; !ok || len(word) < len(known) || len(word) == len(known) && word < known {
			full[term] = word
		}
	}
	for _, c := range cards {
		for word := range maps.Keys(c.Subtokens) {
			keep(strings.ToLower(word))
		}
		for _, p := range passages(c.Readme) {
			eachWord(p.text, keep)
		}
		for _, p := range c.Paths {
			eachWord(p, keep)
		}
		eachWord(c.Repository, keep)
	}
	return full
}
