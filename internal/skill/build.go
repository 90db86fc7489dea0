package skill

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"unicode"
)

// builder gathers the facts of all files before the graph is closed.
type builder struct {
	skills  map[ID]*Skill
	names   map[string][]ID // folded spelling -> readings
	texts   map[string]string
	origins map[string]string
	guards  map[string]*guard // folded spelling -> guard
	company map[ID][]string
	sharper map[ID]sharper
	edges   relations
	links   []row // edges, applied when every name is known
}

func newBuilder() *builder {
	const skills, spellings = 1 << 13, 1 << 15 // room for today's data; the maps grow beyond
	return &builder{
		skills: make(map[ID]*Skill, skills), names: make(map[string][]ID, spellings),
		texts: make(map[string]string, spellings), origins: make(map[string]string, spellings),
		guards: map[string]*guard{}, company: map[ID][]string{}, sharper: map[ID]sharper{}, edges: newRelations(),
	}
}

// Load returns the graph of the files compiled into the binary. The first call builds it, which
// takes some tens of milliseconds; the others get the same one, since nothing changes it.
func Load() (*Graph, error) { return shipped() }

var shipped = sync.OnceValues(build)

func build() (*Graph, error) {
	b := newBuilder()
	var versions []string
	for _, file := range []string{"data/overlay.tsv", "data/taxonomy.tsv"} {
		facts, version, err := rows(file)
		if err != nil {
			return nil, err
		}
		versions = append(versions, version)
		for _, f := range facts {
			if err := b.take(f); err != nil {
				return nil, fmt.Errorf("skill: %s line %d: %w", file, f.line, err)
			}
		}
	}
	for _, f := range b.links {
		if err := b.link(f); err != nil {
			return nil, fmt.Errorf("skill: %s row on line %d: %w", f.source, f.line, err)
		}
	}
	cues, err := loadCues()
	if err != nil {
		return nil, err
	}
	return b.graph(strings.Join(versions, "+"), cues), nil
}

func (b *builder) take(f row) error {
	if condition, ok := strings.CutPrefix(f.relation, "guard."); ok {
		return b.guard(f, condition)
	}
	switch f.relation {
	case "skill", "concept":
		return b.skill(f)
	case "alias":
		return b.alias(f)
	case "ambiguous":
		return b.ambiguous(f)
	case "company":
		id := ID(Fold(f.from[0]))
		b.company[id] = append(b.company[id], f.to...)
	case "sharpens":
		b.sharper[ID(Fold(f.to[0]))] = sharper{ID(Fold(f.to[1])), f.from}
	case "broader", "implies", "related", "answers", "not_alias":
		b.links = append(b.links, f)
	case "drop": // a decision for the generator
	default:
		return fmt.Errorf("unknown relation %q", f.relation)
	}
	return nil
}

func (b *builder) guard(f row, condition string) error {
	for _, spelling := range f.from {
		key := Fold(spelling)
		g := b.guards[key]
		if g == nil {
			g = &guard{}
			b.guards[key] = g
		}
		if !g.set(condition, f.to) {
			return fmt.Errorf("unknown guard %q", condition)
		}
	}
	return nil
}

func (b *builder) skill(f row) error {
	title := f.from[0]
	id := ID(Fold(title))
	s := b.skills[id]
	if s == nil {
		s = &Skill{ID: id, Name: title}
		b.skills[id] = s
	}
	s.Concept = s.Concept || f.relation == "concept"
	if !slices.Contains(s.Sources, f.source) {
		s.Sources = append(s.Sources, f.source)
	}
	if err := b.spelling(title, id, f.source); err != nil {
		return err
	}
	for _, a := range f.to {
		if err := b.spelling(a, id, f.source); err != nil {
			return err
		}
	}
	return nil
}

func (b *builder) alias(f row) error {
	id := ID(Fold(f.to[0]))
	if b.skills[id] == nil {
		return fmt.Errorf("alias of unknown skill %q", f.to[0])
	}
	return b.spelling(f.from[0], id, f.source)
}

// spelling enters one name. Two skills may share a spelling only when the overlay says
// so with an "ambiguous" row; a public source never takes a spelling from another.
func (b *builder) spelling(text string, id ID, source string) error {
	key := Fold(text)
	have := b.names[key]
	if slices.Contains(have, id) {
		return nil
	}
	if len(have) > 0 {
		if source != Overlay {
			return nil
		}
		return fmt.Errorf("spelling %q belongs to %q and to %q", text, have[0], id)
	}
	b.names[key] = []ID{id}
	b.texts[key] = text
	b.origins[key] = source
	return nil
}

func (b *builder) ambiguous(f row) error {
	key := Fold(f.from[0])
	if len(b.names[key]) > 0 {
		return fmt.Errorf("ambiguous spelling %q is already an alias", f.from[0])
	}
	for _, title := range f.to {
		b.names[key] = append(b.names[key], ID(Fold(title)))
	}
	b.texts[key] = f.from[0]
	b.origins[key] = f.source
	return nil
}

// link enters an edge row. Both ends must be skills: a misspelt end is an error, not a
// silent loss.
func (b *builder) link(f row) error {
	for _, from := range f.from {
		for _, to := range f.to {
			a, z := ID(Fold(from)), ID(Fold(to))
			if f.relation == "not_alias" {
				if slices.Contains(b.names[Fold(from)], z) {
					return fmt.Errorf("%q must not be a name of %q", from, to)
				}
				continue
			}
			for _, end := range []ID{a, z} {
				if b.skills[end] == nil {
					return fmt.Errorf("%s edge names unknown skill %q", f.relation, end)
				}
			}
			b.edges.add(f.relation, a, z)
		}
	}
	return nil
}

func (b *builder) graph(version string, cues *cueBook) *Graph {
	g := &Graph{
		version: version, skills: b.skills, relations: b.edges, company: b.company, sharper: b.sharper,
		lexicon: newLexicon(), cues: cues,
	}
	keys := make([]string, 0, len(b.names))
	for key := range b.names {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	for _, key := range keys {
		b.enter(g, key)
	}
	g.lexicon.stemmed = nil
	for id, s := range g.skills {
		g.order = append(g.order, id)
		slices.Sort(s.Aliases)
		slices.Sort(s.Sources)
	}
	slices.Sort(g.order)
	g.relations.sort()
	return g
}

// enter puts one spelling into the lexicon, the index of names and its skills.
func (b *builder) enter(g *Graph, key string) {
	ids := b.names[key]
	n := &name{text: b.texts[key], skill: ids[0], others: ids[1:], how: Alias, guard: b.guardOf(key), origin: b.origins[key]}
	concept := false
	for _, id := range ids {
		s := b.skills[id]
		if s == nil {
			return
		}
		concept = concept || s.Concept
		if string(id) == key {
			n.how = Exact
		} else {
			s.Aliases = append(s.Aliases, n.text)
		}
	}
	g.lexicon.add(n, concept)
	g.spellings = append(g.spellings, spelling{key, n})
}

// guardOf returns the guard of a spelling. A plain word that only a public source calls a
// skill ("Harbor", "Eagle", "Square") always needs the company of other skills.
func (b *builder) guardOf(key string) *guard {
	if g := b.guards[key]; g != nil || b.origins[key] == Overlay {
		return g
	}
	text := b.texts[key]
	for i, r := range text {
		if !unicode.IsLetter(r) || i > 0 && unicode.IsUpper(r) {
			return nil
		}
	}
	title := strings.ToUpper(text[:1]) + text[1:]
	return &guard{required: true, form: []string{title, strings.ToUpper(text)}}
}
