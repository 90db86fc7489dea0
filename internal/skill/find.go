package skill

import "slices"

// Find returns the skills that text names, in order of appearance and without overlaps.
// Offsets refer to text itself. Of overlapping names the longest wins.
func (g *Graph) Find(text string, where Where) []Mention {
	r := g.lexicon.prepare(text, where)
	spans := g.candidates(r)
	if len(spans) == 0 {
		return nil
	}
	lists := r.lists(spans)
	kept := spans[:0:0]
	for k, s := range spans {
		if chosen, ok := g.settle(r, s, lists[k]); ok {
			kept = append(kept, chosen)
		}
	}
	stances := g.cues.stances(r, kept)
	mentions := make([]Mention, 0, len(kept))
	for k, s := range kept {
		start, end := r.atoms[s.from].start, r.atoms[s.to-1].end
		if !s.name.concept { // a field of work has no versions
			version := r.versionAt(s.to)
			if k+1 < len(kept) {
				version = min(version, kept[k+1].from) // "1C 1C": the second is no version of the first
			}
			end = r.atoms[version-1].end
		}
		if s.name.lead {
			start--
		}
		mentions = append(mentions, Mention{
			Skill: s.name.skill, Start: start, End: end, Surface: text[start:end],
			How: s.name.how, Stance: stances[k],
		})
	}
	return mentions
}

// candidates picks the longest name at every place, before any guard is asked: a guard
// looks at its neighbours, which therefore must be known first.
func (g *Graph) candidates(r *reading) []span {
	var spans []span
	for i := 0; i < len(r.atoms); {
		if len(r.symbols[i]) == 0 && !r.numberTail(i) {
			i++
			continue
		}
		found := g.lexicon.spansAt(r, i)
		if len(found) == 0 {
			i++
			continue
		}
		spans = append(spans, found[0])
		i = found[0].to
	}
	return spans
}

// numberTail reports an atom such as "python3" that only its stripped form can match.
func (r *reading) numberTail(i int) bool {
	a := r.atoms[i]
	last := a.text[len(a.text)-1]
	return !a.address && !a.digits && '0' <= last && last <= '9'
}

// settle asks the guards, and falls back to a shorter name when the longest is refused.
func (g *Graph) settle(r *reading, s span, list listed) (span, bool) {
	if s.name.guard.allows(r, s, list) {
		return g.disambiguate(r, s)
	}
	for _, shorter := range g.lexicon.spansAt(r, s.from) {
		if shorter.to <= s.to && shorter.name != s.name && shorter.name.guard.allows(r, shorter, alone) {
			return g.disambiguate(r, shorter)
		}
	}
	return s, false
}

// disambiguate picks the reading of an ambiguous spelling whose own company is around,
// and drops the mention when nothing speaks for either.
func (g *Graph) disambiguate(r *reading, s span) (span, bool) {
	if len(s.name.others) == 0 {
		return g.sharpen(r, s), true
	}
	for _, id := range append([]ID{s.name.skill}, s.name.others...) {
		words := g.company[id]
		if r.company(s, words) {
			picked := *s.name
			picked.skill, picked.others = id, nil
			s.name = &picked
			return s, true
		}
	}
	return s, false
}

// sharpen reads "orchestrating two hundred containers" as container orchestration.
func (g *Graph) sharpen(r *reading, s span) span {
	if to, ok := g.sharper[s.name.skill]; ok && r.company(s, to.words) {
		picked := *s.name
		picked.skill, picked.how = to.skill, Alias
		s.name = &picked
	}
	return s
}

// byLength orders spans longest first, and certain names before unsafe ones.
func byLength(spans []span) {
	slices.SortStableFunc(spans, func(a, b span) int {
		if a.to != b.to {
			return b.to - a.to
		}
		return certainty(b) - certainty(a)
	})
}
