package skill

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
)

// askedRunes bounds what is read of an asked term: no skill has a longer name.
const askedRunes = 120

// nearestLimit is how many suggestions an unknown term gets.
const nearestLimit = 5

// Resolve says what an asked term means. Only a name or an alias is an answer; anything
// else is unknown, with the nearest names as suggestions. A term that could mean several
// skills resolves to the most usual one and names the others.
func (g *Graph) Resolve(asked string) Resolution {
	res := Resolution{Asked: asked}
	short := clip(strings.ToValidUTF8(asked, " "), askedRunes)
	if n := g.whole(short); n != nil {
		res.Known, res.Skill, res.Name, res.How = true, n.skill, g.Name(n.skill), n.how
		for _, id := range n.others {
			res.Alternatives = append(res.Alternatives, g.Name(id))
		}
		return res
	}
	res.Nearest = g.nearest(short)
	return res
}

// Named returns the skill that a term is a name of, as Resolve does, and spares the search
// for suggestions when there is none.
func (g *Graph) Named(term string) (ID, bool) {
	n := g.whole(clip(strings.ToValidUTF8(term, " "), askedRunes))
	if n == nil {
		return "", false
	}
	return n.skill, true
}

func clip(s string, runes int) string {
	for i := range s {
		if runes == 0 {
			return s[:i]
		}
		runes--
	}
	return s
}

// whole returns the name that covers the term from end to end, a version and quotation
// marks aside.
func (g *Graph) whole(asked string) *name {
	if key := Fold(asked); key != "" {
		if at, ok := slices.BinarySearchFunc(g.spellings, key, compareKey); ok {
			return g.spellings[at].name
		}
	}
	r := g.lexicon.prepare(strings.Trim(asked, " \t\r\n\"'`«»“”"), Prose)
	if len(r.atoms) == 0 || !blank(r.gap(0)) || !blank(r.gap(len(r.atoms))) {
		return nil
	}
	if len(r.atoms) == 1 {
		r.lone(g.lexicon)
	}
	for _, s := range g.lexicon.spansAt(r, 0) {
		if r.versionAt(s.to) == len(r.atoms) {
			alias := *s.name
			alias.how = Alias
			return &alias
		}
	}
	return nil
}

func compareKey(s spelling, key string) int { return strings.Compare(s.key, key) }

// lone reads a single word typed in the look-alike letters of the other alphabet; asked
// for by itself, a Cyrillic "С" is the language.
func (r *reading) lone(l *lexicon) {
	if twin, ok := latinTwin(r.atoms[0].text); ok {
		if symbol, known := l.symbols[twin]; known {
			r.symbols[0] = append([]int32{symbol}, r.symbols[0]...)
		}
	}
}

// blank reports text that adds nothing to a term; a leading dot belongs to ".NET".
func blank(s string) bool {
	return strings.TrimFunc(s, func(r rune) bool { return unicode.IsSpace(r) || r == '.' || invisible(r) }) == ""
}

// nearest ranks the names closest to an unknown term by edit distance, after the skills
// the term mentions outright.
func (g *Graph) nearest(asked string) []string {
	var ids []ID
	for _, m := range g.Find(asked, List) {
		if !slices.Contains(ids, m.Skill) && len(ids) < nearestLimit {
			ids = append(ids, m.Skill)
		}
	}
	type close struct {
		id   ID
		cost int
		rank int
	}
	var all []close
	key := []rune(Fold(asked))
	for _, s := range g.spellings {
		limit := tolerance(len(key))
		if limit == 0 || abs(len([]rune(s.key))-len(key)) > limit {
			continue
		}
		if cost := distance(key, []rune(s.key), limit); cost <= limit {
			all = append(all, close{s.name.skill, cost, s.name.rank()})
		}
	}
	slices.SortStableFunc(all, func(a, b close) int {
		return cmp.Or(a.cost-b.cost, a.rank-b.rank, cmp.Compare(a.id, b.id))
	})
	for _, c := range all {
		if len(ids) < nearestLimit && !slices.Contains(ids, c.id) {
			ids = append(ids, c.id)
		}
	}
	out := make([]string, len(ids))
	for i, id := range ids {
		out[i] = g.Name(id)
	}
	return out
}

// tolerance is how many edits a suggestion may need, by the length of the term.
func tolerance(runes int) int {
	switch {
	case runes < 3:
		return 0
	case runes < 6:
		return 1
	case runes < 12:
		return 2
	}
	return 3
}

func abs(n int) int { return max(n, -n) }

// distance is the optimal string alignment distance (insert, delete, replace, swap of
// neighbours), given up with limit+1 as soon as it must exceed limit.
func distance(a, b []rune, limit int) int {
	before, last, row := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range last {
		last[j] = j
	}
	for i := 1; i <= len(a); i++ {
		row[0] = i
		best := i
		for j := 1; j <= len(b); j++ {
			change := 1
			if a[i-1] == b[j-1] {
				change = 0
			}
			row[j] = min(last[j]+1, row[j-1]+1, last[j-1]+change)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
			best = min(best, row[j])
		}
		if best > limit {
			return limit + 1
		}
		before, last, row = last, row, before
	}
	return last[len(b)]
}
