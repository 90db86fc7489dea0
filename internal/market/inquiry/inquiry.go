// Package inquiry turns what a person asks of the market, a role and a place in their own
// words, into what a source can be asked, and says what each word was taken for. It asks
// nobody anything.
package inquiry

import (
	"slices"
	"strings"

	"kadry/internal/fault"
	"kadry/internal/market/place"
	"kadry/internal/market/posting"
	"kadry/internal/skill"
)

// Asked is a question as it came.
type Asked struct {
	Words      string // a role, or what the titles and texts of postings should say
	Location   string // empty asks everywhere
	Skills     []string
	Experience []posting.Experience
	Formats    []posting.Format
}

// Understood is what a question was taken for.
type Understood struct {
	Query  posting.Query     `json:"-"`
	Area   *place.Resolution `json:"-"` // nil where the question names no place
	Roles  []posting.Named   `json:"roles,omitempty" doc:"Professional roles of HeadHunter's dictionary."`
	Text   string            `json:"query,omitzero" doc:"Words that postings must have besides."`
	Level  string            `json:"level,omitzero" doc:"junior, mid or senior; asked as years of experience."`
	Spans  []string          `json:"experience,omitempty" doc:"Years of experience."`
	Skills []Skill           `json:"skills,omitempty"`
}

// Skill is an asked skill and what it is called.
type Skill struct {
	Input     string   `json:"input"`
	ID        skill.ID `json:"-"`
	Canonical string   `json:"canonical,omitzero" doc:"Left out where nobody knows it; it is then looked for word by word."`
}

// Reader understands questions.
type Reader struct {
	Skills *skill.Graph
	Areas  *place.Tree
	Roles  func(words string) []posting.Named
}

// Search reads a question whose words are searched for as they are.
func (r *Reader) Search(a Asked) (Understood, error) {
	u, err := r.around(a)
	u.Text = strings.Join(strings.Fields(a.Words), " ")
	u.Query.Text = u.Text
	return u, err
}

// Role reads a question whose words name a role: its level becomes years of experience, its
// occupation a role of the dictionary, and what is left, such as a language, must stand in
// the title.
func (r *Reader) Role(a Asked) (Understood, error) {
	u, err := r.around(a)
	if err != nil {
		return u, err
	}
	words, level := withoutLevel(a.Words)
	if level != "" && len(a.Experience) == 0 {
		u.Level, u.Query.Experience = level, spansOf(level)
	}
	u.Roles = r.Roles(words)
	for _, role := range u.Roles {
		u.Query.Roles = append(u.Query.Roles, role.ID)
	}
	u.Text = words
	if len(u.Roles) > 0 {
		u.Text = strings.Join(r.besides(u.Roles, words), " ")
	}
	u.Query.Text, u.Query.TitleOnly = u.Text, u.Text != ""
	u.Spans = spans(u.Query.Experience)
	return u, nil
}

// around reads everything but the words.
func (r *Reader) around(a Asked) (Understood, error) {
	u := Understood{Query: posting.Query{Experience: a.Experience, Formats: a.Formats}, Spans: spans(a.Experience)}
	for _, s := range a.Skills {
		known := r.Skills.Resolve(s)
		u.Skills = append(u.Skills, Skill{Input: s, ID: known.Skill, Canonical: known.Name})
	}
	if strings.TrimSpace(a.Location) == "" {
		return u, nil
	}
	where := r.Areas.Resolve(a.Location)
	u.Area = &where
	if err := where.Err(); err != nil {
		return u, fault.From(err)
	}
	if where.Known() {
		u.Query.Areas = []string{where.Area.ID}
	}
	if where.Remote && len(a.Formats) == 0 {
		u.Query.Formats = []posting.Format{posting.Remote}
	}
	return u, nil
}

// withoutLevel takes the word of a level out of a role.
func withoutLevel(words string) (rest, level string) {
	var kept []string
	for w := range strings.FieldsSeq(words) {
		switch found := skill.LevelOf(strings.Trim(w, "(),./+-")); found {
		case skill.JuniorLevel, skill.MidLevel, skill.SeniorLevel:
			level = found
		default:
			kept = append(kept, w)
		}
	}
	if len(kept) == 0 {
		return words, ""
	}
	return strings.Join(kept, " "), level
}

// spansOf are the years that employers write for a level.
func spansOf(level string) []posting.Experience {
	switch level {
	case skill.JuniorLevel:
		return []posting.Experience{posting.None, posting.OneToThree}
	case skill.MidLevel:
		return []posting.Experience{posting.OneToThree, posting.ThreeToSix}
	}
	return []posting.Experience{posting.ThreeToSix, posting.OverSix}
}

func spans(list []posting.Experience) (words []string) {
	for _, e := range list {
		words = append(words, string(e))
	}
	return words
}

// besides lists the skills that words name besides those that the roles are named after, as
// accountants are after accounting: by their names, but for those of several words, which titles
// have as people write them (Kafka, backend).
func (r *Reader) besides(roles []posting.Named, words string) (skills []string) {
	implied := map[skill.ID]bool{}
	for _, role := range roles {
		for _, m := range r.Skills.Find(role.Name, skill.List) {
			implied[m.Skill] = true
		}
	}
	for _, m := range r.Skills.Find(words, skill.List) {
		name := r.Skills.Name(m.Skill)
		if strings.Contains(name, " ") {
			name = m.Surface
		}
		if !implied[m.Skill] && !slices.Contains(skills, name) {
			skills = append(skills, name)
		}
	}
	return skills
}
