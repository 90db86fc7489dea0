package demand

import (
	"strings"
	"unicode/utf8"

	"kadry/internal/skill"
)

// Bounds of what is read of one posting: HeadHunter lets an employer write 30 key skills of
// 100 letters and a description of some 15,000.
const (
	maxKeySkills = 100
	maxKeyRunes  = 120
	maxText      = 50_000 // bytes
)

func clip(s string, most int) string {
	if len(s) <= most {
		return s
	}
	for most > 0 && !utf8.RuneStart(s[most]) {
		most--
	}
	return s[:most]
}

// keySkill reads one entry of the list of key skills: one skill in the graph's words, several
// glued together, a phrase around one, or a word of its own market.
func keySkill(g *skill.Graph, words string) []Wanted {
	words = strings.TrimSpace(clip(words, maxKeyRunes*utf8.UTFMax))
	if w, ok := known(g, words); ok {
		return []Wanted{w}
	}
	var out []Wanted
	for _, part := range strings.FieldsFunc(words, func(r rune) bool { return strings.ContainsRune(",;|•\n\t", r) }) {
		out = append(out, phrase(g, part)...)
	}
	return out
}

func known(g *skill.Graph, words string) (Wanted, bool) {
	id, ok := g.Named(words)
	return Wanted{ID: id, Name: g.Name(id)}, ok
}

// phrase reads an entry without commas. A slash parts skills only where the graph knows all
// the sides: "HTML/CSS", not "24/7". Of a longer phrase the skills count when they are most
// of what it says: "знание SQL", but not "Системы управления базами данных клиники".
func phrase(g *skill.Graph, words string) []Wanted {
	words = strings.TrimSpace(words)
	if w, ok := known(g, words); ok {
		return []Wanted{w}
	}
	if sides := slashed(g, words); len(sides) > 0 {
		return sides
	}
	var out []Wanted
	named := 0
	for _, m := range g.Find(words, skill.List) {
		if m.Stance != skill.Negated {
			out = append(out, Wanted{ID: m.Skill, Name: g.Name(m.Skill)})
			named += len(m.Surface)
		}
	}
	if said := len(unsaying.ReplaceAllString(words, "")); len(out) > 0 && named*2 >= said {
		return out
	}
	if name := skill.Fold(words); strings.ContainsFunc(name, isLetter) {
		return []Wanted{{Name: name}}
	}
	return nil
}

func slashed(g *skill.Graph, words string) []Wanted {
	sides := strings.FieldsFunc(words, func(r rune) bool { return r == '/' || r == '\\' })
	if len(sides) < 2 {
		return nil
	}
	var out []Wanted
	for _, side := range sides {
		w, ok := known(g, strings.TrimSpace(side))
		if !ok {
			return nil
		}
		out = append(out, w)
	}
	return out
}
