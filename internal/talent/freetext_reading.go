package talent

import (
	"slices"
	"strings"

	"kadry/internal/fault"
	"kadry/internal/skill"
	"kadry/internal/talent/resume"
)

// reading turns the claims into a query and sorts the words of the question.
func (f *freeText) reading() Parsed {
	r := Parsed{}
	f.fillSkills(&r.Query)
	f.each(skillClaim, func(c *claim) {
		if c.literal && c.wish == wanted {
			r.Terms = append(r.Terms, c.value)
		}
	})
	f.fillPeople(&r.Query)
	f.fillLevels(&r.Query)
	f.fillYears(&r.Query)
	f.fillFacts(&r.Query)
	for _, c := range f.claims {
		if meaning, ok := f.meaning(c); ok {
			p := Phrase{Words: f.said(c.from, c.to), Meaning: meaning, Kind: phraseKinds[c.kind], Preferred: c.wish == preferred}
			switch c.kind {
			case skillClaim:
				p.Value = meaning.EN
			case occupationClaim, levelClaim, personClaim:
				p.Value = c.value
			}
			if c.wish == unwanted {
				r.Excluded = append(r.Excluded, p)
			} else {
				r.Understood = append(r.Understood, p)
			}
		}
	}
	r.NotUnderstood = f.leftovers()
	r.Query.Text = f.ranking()
	if p, ok := f.base.Profiles.Find(r.Query.Text); ok {
		r.Role = p.Title.EN
	}
	return r
}

// each yields the claims of a kind.
func (f *freeText) each(kind claimKind, yield func(*claim)) {
	for _, c := range f.claims {
		if c.kind == kind {
			yield(c)
		}
	}
}

func (f *freeText) fillSkills(q *Query) {
	groups := map[int]int{}
	f.each(skillClaim, func(c *claim) {
		switch {
		case c.wish == preferred:
			f.append(&q.Preferred, c.value)
		case c.wish == unwanted:
			f.append(&q.Excluded, c.value)
		case c.group == 0:
			f.append(&q.Required, c.value)
		default:
			at, known := groups[c.group]
			if !known {
				at = len(q.AnyOf)
				groups[c.group] = at
				q.AnyOf = append(q.AnyOf, nil)
			}
			f.append(&q.AnyOf[at], c.value)
		}
	})
	// A choice of one, or one with what is required anyway, is none.
	q.AnyOf = slices.DeleteFunc(q.AnyOf, func(group []string) bool {
		if len(group) == 1 {
			f.append(&q.Required, group[0])
		}
		return len(group) == 1
	})
}

// append adds a skill unless the list has it in another spelling.
func (f *freeText) append(list *[]string, name string) {
	key := f.skillKey(name)
	if !slices.ContainsFunc(*list, func(s string) bool { return f.skillKey(s) == key }) {
		*list = append(*list, name)
	}
}

// skillKey is one text for all spellings of a skill.
func (f *freeText) skillKey(name string) string {
	key, known := f.skillKeys[name]
	if !known {
		if id, ok := f.base.Skills.Named(name); ok {
			key = string(id)
		} else {
			key = skill.Fold(name)
		}
		f.skillKeys[name] = key
	}
	return key
}

func (f *freeText) fillPeople(q *Query) {
	var people []string
	f.each(personClaim, func(c *claim) {
		if c.wish != unwanted {
			people = append(people, c.value)
		}
	})
	q.Person = strings.Join(people, orWord)
	f.each(occupationClaim, func(c *claim) {
		switch {
		case c.wish == unwanted:
			q.ExcludedOccupations = union(q.ExcludedOccupations, []string{c.value})
		case c.wish == wanted:
			q.Occupations = union(q.Occupations, []string{c.value})
		}
	})
}

// fillLevels asks for one level, or leaves out the others when several will do.
func (f *freeText) fillLevels(q *Query) {
	var wants []resume.Level
	f.each(levelClaim, func(c *claim) {
		if c.wish == unwanted {
			q.ExcludedLevels = union(q.ExcludedLevels, c.levels())
		} else {
			wants = union(wants, c.levels())
		}
	})
	switch len(wants) {
	case 0:
	case 1:
		q.Level = wants[0]
	default:
		for _, level := range []resume.Level{resume.Junior, resume.Mid, resume.Senior} {
			if !slices.Contains(wants, level) {
				q.ExcludedLevels = union(q.ExcludedLevels, []resume.Level{level})
			}
		}
	}
}

func (f *freeText) fillYears(q *Query) {
	f.each(yearsClaim, func(c *claim) {
		if s := f.skillOfYears(c); s != nil && s.wish == wanted {
			q.SkillYears = append(q.SkillYears, SkillYears{Skill: s.value, Years: c.least})
			return
		}
		if c.least > 0 {
			q.MinYears = c.least
		}
		if c.most > 0 {
			q.MaxYears = c.most
		}
	})
}

// orWord joins alternatives in a field of one text; see alternativesOf.
const orWord = " or "

func (f *freeText) fillFacts(q *Query) {
	f.each(languageClaim, func(c *claim) {
		name := c.value
		if names := resume.Languages().Of(c.value); len(names) > 0 {
			name = strings.ToUpper(names[0][:1]) + names[0][1:]
		}
		// A language is a skill too: the way to prefer one, or to do without.
		switch c.wish {
		case wanted:
			q.Languages = union(q.Languages, []Speaks{{Language: c.value, CEFR: c.cefr}})
		case preferred:
			f.append(&q.Preferred, name)
		case unwanted:
			f.append(&q.Excluded, name)
		}
	})
	f.each(educationClaim, func(c *claim) {
		if c.wish == wanted && educationRanks[c.value] > educationRanks[q.EducationLevel] {
			q.EducationLevel = c.value
		}
	})
	var places []string
	f.each(placeClaim, func(c *claim) {
		if c.wish == wanted {
			places = union(places, []string{c.value})
		}
	})
	q.Location = strings.Join(places, orWord)
}

// filters reports that a claim made it into the query.
func (c *claim) filters() bool {
	switch c.kind {
	case skillClaim, languageClaim, levelClaim, yearsClaim:
		return true
	case occupationClaim, personClaim:
		return c.wish != unwanted || c.kind == occupationClaim
	case educationClaim, placeClaim:
		return c.wish == wanted
	}
	return false
}

// meaning says what a claim was taken for.
func (f *freeText) meaning(c *claim) (fault.Text, bool) {
	if !c.filters() {
		return fault.Text{}, false
	}
	plain := fault.Text{EN: c.value, RU: c.value}
	switch c.kind {
	case skillClaim:
		if id, ok := f.base.Skills.Named(c.value); ok {
			name := f.base.Skills.Name(id)
			plain = fault.Text{EN: name, RU: name}
		}
		return plain, true
	case occupationClaim:
		return c.trade.Title, true
	case levelClaim:
		return fault.Say("level %s", "уровень %s", c.value), true
	case yearsClaim:
		return f.yearsMeaning(c), true
	case languageClaim:
		return languagesText([]Speaks{{Language: c.value, CEFR: c.cefr}}), true
	case educationClaim:
		return fault.Say("education %s", "образование: %s", c.value), true
	case placeClaim:
		return fault.Say("location %s", "место: %s", c.value), true
	case personClaim:
		return fault.Say("person %s", "человек: %s", c.value), true
	}
	return plain, true
}

func (f *freeText) yearsMeaning(c *claim) fault.Text {
	if s := f.skillOfYears(c); s != nil && s.wish == wanted {
		return skillYearsText([]SkillYears{{Skill: s.value, Years: c.least}})
	}
	return yearsRange(c.least, c.most)
}

// leftovers are the words that no rule understood, in runs, without words that mean
// nothing at their ends.
func (f *freeText) leftovers() []Phrase {
	var list []Phrase
	from := -1
	end := func(to int) {
		if from < 0 {
			return
		}
		start := from
		for start < to && f.empty(start) {
			start++
		}
		for to > start && f.empty(to-1) {
			to--
		}
		if start < to {
			list = append(list, Phrase{Words: f.said(start, to)})
		}
		from = -1
	}
	for i := range f.tokens {
		inside := f.leftover(i)
		if !inside || i > 0 && (f.parting(i) != adjacent || f.owner[i] != nil && f.owner[i] != f.owner[i-1]) {
			end(i)
		}
		if inside && from < 0 {
			from = i
		}
	}
	end(len(f.tokens))
	return list
}

// leftover reports a word of no condition and no cue.
func (f *freeText) leftover(i int) bool {
	c := f.owner[i]
	if c == nil {
		return true
	}
	return c.kind == wishClaim || c.kind >= skillClaim && !c.filters()
}

// empty reports a word that says nothing of the person looked for.
func (f *freeText) empty(i int) bool { return f.owner[i] == nil && f.filler(i) }

// ranking is the text that ranks: skills, occupations and words that nobody understood,
// unless they were denied.
func (f *freeText) ranking() string {
	var words []string
	denied := false
	for i, word := range f.words {
		if f.parting(i) != adjacent {
			denied = false
		}
		c := f.owner[i]
		switch {
		case c != nil && c.kind == cueClaim:
			denied = c.value == "not" || denied && (c.value == "and" || c.value == "or")
		case c == nil && !denied && !f.filler(i):
			words = append(words, word)
		case c != nil && c.wish != unwanted && (c.kind == skillClaim || c.kind == occupationClaim):
			words = append(words, word)
		}
	}
	return strings.Join(words, " ")
}

// SameSkill reports that two spellings mean one skill.
func SameSkill(g *skill.Graph, x, y string) bool {
	if skill.Fold(x) == skill.Fold(y) {
		return true
	}
	p, known := g.Named(x)
	q, also := g.Named(y)
	return known && also && p == q
}
