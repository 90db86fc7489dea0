package place

import (
	"cmp"
	"slices"
	"strings"
)

// foreignKinds are the words for a region in the names that English texts use, and those
// that Russian ones put behind the name of a city.
var foreignKinds = []string{"region", "oblast", "krai", "kray", "territory", "province", "republic", "область", "области", "край", "регион"}

// region reads "Sverdlovsk oblast" and "Samara region": the adjective of a region without
// its ending, or a city and the region it lies in.
func (t *Tree) region(x *index, key string) []entry {
	words := strings.Fields(key)
	rest := slices.DeleteFunc(slices.Clone(words), func(w string) bool { return slices.Contains(foreignKinds, w) || w == "of" })
	if len(rest) == 0 || len(rest) == len(words) {
		return nil
	}
	name := strings.Join(rest, " ")
	if found := x.region[soundKey(name)]; len(found) > 0 {
		return t.ofKind(found, words)
	}
	cities := x.keys[name]
	if len(cities) == 0 {
		cities = t.romanised(x, name)
	}
	var found []entry
	for _, e := range cities {
		if t.isRegion(t.areas[e.area]) {
			found = append(found, e)
			continue
		}
		parent, ok := t.Area(t.areas[e.area].Parent)
		if ok && parent.Parent != "" && t.rank(t.areas[e.area]) <= 1 {
			found = append(found, entry{area: t.byID[parent.ID], how: Alias})
		}
	}
	return found
}

// ofKind prefers the regions of the kind that was named: Алтайский край to Республика Алтай.
func (t *Tree) ofKind(found []entry, words []string) []entry {
	kind := map[string]string{"oblast": "область", "krai": "край", "kray": "край", "territory": "край", "republic": "республика", "область": "область", "край": "край"}
	for _, w := range words {
		if k, ok := kind[w]; ok {
			same := slices.DeleteFunc(slices.Clone(found), func(e entry) bool {
				return !strings.Contains(keyOf(t.areas[e.area].Name), k)
			})
			if len(same) > 0 {
				return same
			}
		}
	}
	return slices.Clone(found)
}

// conjunctions stand between names as commas do.
var conjunctions = strings.NewReplacer(" и ", ",", " или ", ",", " and ", ",", " or ", ",", " & ", ",")

// compound reads several names side by side: a town and what it lies in, in any order.
// Unrelated ones are all candidates.
func (t *Tree) compound(x *index, asked string) ([]entry, How) {
	parts := strings.FieldsFunc(conjunctions.Replace(asked), func(r rune) bool { return strings.ContainsRune(",;/()|", r) })
	if len(parts) > askedWords {
		return nil, Unresolved
	}
	if len(parts) > 1 {
		return t.related(x, parts, false)
	}
	words := strings.Fields(asked)
	for k := 1; k < min(len(words), askedWords); k++ {
		halves := []string{strings.Join(words[:k], " "), strings.Join(words[k:], " ")}
		if found, how := t.related(x, halves, true); len(found) > 0 {
			return found, how
		}
	}
	for k := min(len(words), askedWords) - 1; k > 0; k-- { // "Москва Сити": a city and a part of it
		found, how := t.lookup(x, strings.Join(words[:k], " "))
		if how == Case && slices.ContainsFunc(found, func(e entry) bool { return t.weight(e) <= 1 }) {
			return found, Compound
		}
	}
	return nil, Unresolved
}

// related reads names that belong together. Strictly, every one must be known and they must
// lie in one another.
func (t *Tree) related(x *index, parts []string, strictly bool) ([]entry, How) {
	var known [][]entry
	for _, p := range parts {
		if found, _ := t.lookup(x, p); len(found) > 0 {
			known = append(known, found)
		} else if strictly {
			return nil, Unresolved
		}
	}
	if len(known) == 0 {
		return nil, Unresolved
	}
	all := slices.Concat(known...)
	inside := slices.DeleteFunc(slices.Clone(all), func(e entry) bool {
		return slices.ContainsFunc(known, func(others []entry) bool { return !t.withinAny(e, others) })
	})
	if len(inside) > 0 {
		return inside, Compound
	}
	if strictly {
		return nil, Unresolved
	}
	return t.best(known), Compound
}

// withinAny reports that an area lies in one of others.
func (t *Tree) withinAny(e entry, others []entry) bool {
	return slices.ContainsFunc(others, func(o entry) bool { return t.Within(t.areas[e.area].ID, t.areas[o.area].ID) })
}

// best keeps the heaviest bearers of each of several unrelated names, as equals.
func (t *Tree) best(known [][]entry) []entry {
	var out []entry
	for _, found := range known {
		least := slices.MinFunc(found, func(a, b entry) int { return cmp.Compare(t.weight(a), t.weight(b)) })
		for _, e := range found {
			if t.weight(e) == t.weight(least) {
				out = append(out, e)
			}
		}
	}
	return out
}
