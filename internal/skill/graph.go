package skill

import (
	"iter"
	"slices"
	"strings"
)

// Graph is the loaded taxonomy. It does not change after Load and is safe for use by any
// number of goroutines.
type Graph struct {
	version   string
	skills    map[ID]*Skill
	order     []ID // sorted
	spellings []spelling
	relations relations
	company   map[ID][]string // words that speak for one reading of an ambiguous spelling
	sharper   map[ID]sharper
	lexicon   *lexicon
	cues      *cueBook
}

// sharper says that a category in the company of some words is a narrower one.
type sharper struct {
	skill ID
	words []string
}

// spelling is one folded name in the sorted index.
type spelling struct {
	key  string
	name *name
}

// Version names the state of the data: the versions of the overlay and of the compiled
// sources.
func (g *Graph) Version() string { return g.version }

// Len is the number of skills.
func (g *Graph) Len() int { return len(g.order) }

// Skill returns the entry of an id.
func (g *Graph) Skill(id ID) (Skill, bool) {
	s, ok := g.skills[id]
	if !ok {
		return Skill{}, false
	}
	copied := *s
	copied.Aliases = slices.Clone(s.Aliases)
	copied.Sources = slices.Clone(s.Sources)
	return copied, true
}

// Name is the canonical spelling of an id, or the id itself when it is unknown.
func (g *Graph) Name(id ID) string {
	if s, ok := g.skills[id]; ok {
		return s.Name
	}
	return string(id)
}

// All yields every skill in the order of ids.
func (g *Graph) All() iter.Seq[Skill] {
	return func(yield func(Skill) bool) {
		for _, id := range g.order {
			if s, _ := g.Skill(id); !yield(s) {
				return
			}
		}
	}
}

// Names lists every accepted spelling of a skill, the canonical one first, the rest
// sorted; nil for an unknown id.
func (g *Graph) Names(id ID) []string {
	s, ok := g.skills[id]
	if !ok {
		return nil
	}
	return append([]string{s.Name}, s.Aliases...)
}

// Complete returns up to limit skills one of whose names begins with prefix: those whose
// canonical name does first, then the project's own choice before the public sources, then
// the better connected.
func (g *Graph) Complete(prefix string, limit int) []Skill {
	key := Fold(prefix)
	if key == "" || limit <= 0 {
		return nil
	}
	from, _ := slices.BinarySearchFunc(g.spellings, key, func(s spelling, k string) int { return strings.Compare(s.key, k) })
	best := map[ID]int{}
	for _, s := range g.spellings[from:] {
		if !strings.HasPrefix(s.key, key) {
			break
		}
		for _, id := range append([]ID{s.name.skill}, s.name.others...) {
			rank := s.name.rank() + len(s.key) - g.relations.weight(id)
			if have, ok := best[id]; !ok || rank < have {
				best[id] = rank
			}
		}
	}
	return g.ranked(best, limit)
}

// rank weighs a spelling for completion; the length of the key breaks ties.
func (n *name) rank() int {
	rank := 0
	if n.how != Exact {
		rank += 2000
	}
	if n.origin != Overlay {
		rank += 1000
	}
	return rank
}

func (g *Graph) ranked(best map[ID]int, limit int) []Skill {
	ids := make([]ID, 0, len(best))
	for id := range best {
		ids = append(ids, id)
	}
	slices.SortFunc(ids, func(a, b ID) int {
		if best[a] != best[b] {
			return best[a] - best[b]
		}
		return strings.Compare(string(a), string(b))
	})
	out := make([]Skill, 0, min(limit, len(ids)))
	for _, id := range ids[:min(limit, len(ids))] {
		s, _ := g.Skill(id)
		out = append(out, s)
	}
	return out
}
