// Package demand reads which skills postings ask for and counts them over a sample. It reads
// one text with the skill graph and knows the shape of a vacancy: lists of skills, titles,
// sections of requirements, of what is welcome, of what the employer offers. It estimates no
// intervals and compares no samples.
package demand

import (
	"slices"
	"strings"

	"kadry/internal/market/posting"
	"kadry/internal/skill"
)

// Origin is the part of a posting that asks for a skill.
type Origin string

// The origins.
const (
	KeySkills   Origin = "key_skills"
	Title       Origin = "title"
	Requirement Origin = "requirement"
	Duty        Origin = "duty"
	Description Origin = "description"
)

// Wanted is one skill that a posting asks for.
type Wanted struct {
	ID       skill.ID `json:"id,omitzero"` // empty: the employer's own word, which the graph does not know
	Name     string   `json:"name"`        // canonical, or that word folded
	Optional bool     `json:"optional,omitzero"`
	Sources  []Origin `json:"sources"` // in the order of the constants
}

// key tells skills apart, those the graph does not know by their names.
func (w Wanted) key() string {
	if w.ID == "" {
		return "\x00" + w.Name
	}
	return string(w.ID)
}

// Of returns the skills that a careful reader says the posting asks for, in the order they
// are named: in the list of key skills, the title, the requirements, the duties, the
// description. A skill is optional when no text asks for it plainly and one of them says it
// is welcome; the list of key skills alone does not overrule that, since employers list
// everything there.
func Of(g *skill.Graph, p *posting.Posting) []Wanted {
	r := reader{graph: g, employer: employerOf(g, p.Employer.Name), at: map[string]int{}}
	for _, words := range p.KeySkills[:min(len(p.KeySkills), maxKeySkills)] {
		for _, w := range keySkill(g, words) {
			r.note(w, KeySkills, listed)
		}
	}
	r.read(p.Title, Title)
	r.read(p.Requirement, Requirement)
	r.read(p.Duty, Duty)
	r.read(p.Description, Description)
	for i := range r.wanted {
		r.wanted[i].Optional = r.welcome[i] && !r.plain[i]
	}
	return r.wanted
}

// reader gathers what the parts of one posting ask for.
type reader struct {
	graph    *skill.Graph
	employer employer
	wanted   []Wanted
	plain    []bool // asked without reservation in a text
	welcome  []bool // said to be a plus
	at       map[string]int
}

// stance is how a place of a posting speaks of a skill.
type stance int

const (
	listed   stance = iota // in the list of key skills, which says no more
	asked                  // plainly
	welcomed               // a plus
	denied                 // not needed, or not about the applicant
)

func (r *reader) note(w Wanted, from Origin, how stance) {
	if how == denied {
		return
	}
	i, ok := r.at[w.key()]
	if !ok {
		i = len(r.wanted)
		r.at[w.key()] = i
		r.wanted = append(r.wanted, w)
		r.plain, r.welcome = append(r.plain, false), append(r.welcome, false)
	}
	if !slices.Contains(r.wanted[i].Sources, from) {
		r.wanted[i].Sources = append(r.wanted[i].Sources, from)
	}
	r.plain[i] = r.plain[i] || how == asked
	r.welcome[i] = r.welcome[i] || how == welcomed
}

// read notes what one text asks for.
func (r *reader) read(text string, from Origin) {
	text = strings.ToValidUTF8(clip(text, maxText), " ")
	small := lower(text)
	sections := sectionsOf(small, from)
	var found []skill.Mention
	for _, s := range told(small, sections) {
		for _, m := range mentions(r.graph, text[s.start:s.end], small[s.start:s.end]) {
			m.Start, m.End = m.Start+s.start, m.End+s.start
			found = append(found, m)
		}
	}
	said := claims{graph: r.graph, text: small, mentions: found, sections: sections, employer: r.employer}
	for i, m := range found {
		r.note(Wanted{ID: m.Skill, Name: r.graph.Name(m.Skill)}, from, said.of(i))
	}
}
