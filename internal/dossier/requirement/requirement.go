// Package requirement says what a role asks for: it reads the lists an employer gave through
// the skill taxonomy, holds them against what the market asks for, and tells from the words of
// the role what kind of role it is. It judges no candidate and fetches nothing.
package requirement

import (
	"slices"
	"strings"

	"kadry/internal/dossier/quote"
	"kadry/internal/skill"
)

// Bounds of what is read of a request. No vacancy names more skills, and no skill has a longer
// name; what lies beyond is left out by the one who checks the request.
const (
	MostSkills   = 100
	LongestSkill = 100 // characters
)

// Skill is one skill that was asked for, however often and in whichever spellings.
type Skill struct {
	ID    string   `json:"id" doc:"Of the taxonomy; the folded word itself where the taxonomy does not have it."`
	Name  string   `json:"skill" doc:"As the field spells it."`
	Known bool     `json:"known" doc:"The taxonomy has it."`
	Asked []string `json:"asked" doc:"The spellings that were given, in their order."`
}

// Requirement is what is asked of a candidate. No skill is in both lists.
type Requirement struct {
	Mandatory []Skill `json:"mandatory"`
	Preferred []Skill `json:"preferred"`
}

// Of reads the two lists. What stands in both is mandatory.
func Of(g *skill.Graph, mandatory, preferred []string) Requirement {
	var r Requirement
	r.Mandatory = Normalise(g, mandatory)
	for _, s := range Normalise(g, preferred) {
		if i := index(r.Mandatory, s.ID); i >= 0 {
			r.Mandatory[i].add(s.Asked...)
			continue
		}
		r.Preferred = append(r.Preferred, s)
	}
	return r
}

// All are the skills of both lists, mandatory ones first.
func (r Requirement) All() []Skill { return slices.Concat(r.Mandatory, r.Preferred) }

// Normalise reads skills as people write them: synonyms become one skill that remembers its
// spellings, "HTML/CSS" and "Python, SQL" become two, and what the taxonomy does not have
// stays as it was written. The order is that of the input.
func Normalise(g *skill.Graph, given []string) []Skill {
	var list []Skill
	for _, text := range given {
		text = quote.Clean(text, LongestSkill)
		for _, s := range read(g, text) {
			if i := index(list, s.ID); i >= 0 {
				list[i].add(s.Asked...)
			} else if len(list) < MostSkills {
				list = append(list, s)
			}
		}
	}
	return list
}

func index(list []Skill, id string) int {
	return slices.IndexFunc(list, func(s Skill) bool { return s.ID == id })
}

func (s *Skill) add(spellings ...string) {
	for _, given := range spellings {
		if !slices.Contains(s.Asked, given) {
			s.Asked = append(s.Asked, given)
		}
	}
}

// read is what one entry of a list names.
func read(g *skill.Graph, text string) []Skill {
	if s, ok := resolved(g, text, text); ok {
		return []Skill{s}
	}
	var parts []Skill
	unread := false
	for _, part := range strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(",;/|()", r) }) {
		part = strings.TrimSpace(part)
		if s, ok := resolved(g, part, text); ok {
			parts = append(parts, s)
		} else if part != "" {
			unread = true
		}
	}
	switch {
	case len(parts) > 0 && !unread:
		return parts
	case strings.ContainsAny(text, ",;"):
		return listed(g, text)
	}
	return literal(text)
}

// listed reads each part between commas by itself, known or not.
func listed(g *skill.Graph, text string) []Skill {
	var parts []Skill
	for part := range strings.FieldsFuncSeq(text, func(r rune) bool { return r == ',' || r == ';' }) {
		parts = append(parts, read(g, strings.TrimSpace(part))...)
	}
	return parts
}

func resolved(g *skill.Graph, text, asked string) (Skill, bool) {
	id, ok := g.Named(text)
	if !ok {
		id, ok = g.Named(strings.TrimRight(text, "+ ")) // "Python 3.11+"
	}
	return Skill{ID: string(id), Name: g.Name(id), Known: true, Asked: []string{asked}}, ok
}

func literal(text string) []Skill {
	if text == "" {
		return nil
	}
	return []Skill{{ID: skill.Fold(text), Name: text, Asked: []string{text}}}
}
