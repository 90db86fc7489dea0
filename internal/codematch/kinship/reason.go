package kinship

import (
	"cmp"
	"slices"
	"strings"
)

// said is how many of each kind a reason names.
const said = 8

// reasonsOf says what two repositories share and what one has alone.
func reasonsOf(a, b *vectors, first, second Card, stems stemmer) Reasons {
	var r Reasons
	full := spellings(stems, first, second)
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
	var both vector
	for i, j := 0, 0; i < len(a) && j < len(b); {
		switch order := cmp.Compare(a[i].name, b[j].name); {
		case order < 0:
			i++
		case order > 0:
			j++
		default:
			if product := a[i].weight * b[j].weight; product > 0 {
				both = append(both, term{a[i].name, product})
			}
			i, j = i+1, j+1
		}
	}
	return both.heaviest()
}

// alone are the terms of a that b has not, the weightiest first.
func alone(a, b vector) []string {
	var only vector
	for _, t := range a {
		if _, both := slices.BinarySearchFunc(b, t.name, func(t term, name string) int { return cmp.Compare(t.name, name) }); !both {
			only = append(only, t)
		}
	}
	return only.heaviest()
}

func (v vector) heaviest() []string {
	slices.SortFunc(v, func(x, y term) int { return cmp.Or(cmp.Compare(y.weight, x.weight), cmp.Compare(x.name, y.name)) })
	var names []string
	for _, t := range v {
		names = append(names, t.name)
	}
	return names
}

func clip(terms []string) []string { return slices.Clip(terms[:min(said, len(terms))]) }

// spellings are the shortest words by stem of two cards: a reader sees "resume", not "resum".
func spellings(stems stemmer, cards ...Card) map[string]string {
	full := map[string]string{}
	keep := func(word string) {
		term := stems.stem(word)
		if known, ok := full[term]; !ok || len(word) < len(known) || len(word) == len(known) && word < known {
			full[term] = word
		}
	}
	for _, c := range cards {
		for word := range c.Subtokens {
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
