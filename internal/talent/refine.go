package talent

import (
	"context"
	"slices"

	"kadry/internal/fault"
	"kadry/internal/skill"
	"kadry/internal/talent/resume"
)

// FreeQuery asks in free text, or changes an earlier search, or both. Text given with
// RefineOf is read the same way and added.
type FreeQuery struct {
	Text     string
	RefineOf string // search id of an earlier answer
	Add      Query  // lists grow, other fields are replaced where set
	Remove   Query  // items leave their lists, other fields are cleared where set
	Set      Query  // every field that is set replaces the old one
	Redact   bool
	TopK     int
	Cursor   string
}

// FreeAnswer is an answer with what the words were read as; its query is the whole one,
// with what was asked before.
type FreeAnswer struct {
	Answer
	Parsed
}

// Find answers search_candidates.
func (b *Base) Find(ctx context.Context, tenant string, f FreeQuery) (FreeAnswer, error) {
	var c checker
	c.text("query", f.Text, maxFreeText)
	if f.Text == "" && f.RefineOf == "" {
		c.Wrong("query", fault.Say("must not be empty", "не может быть пустым"))
	}
	if err := c.Err(); err != nil {
		return FreeAnswer{}, err
	}
	var q Query
	if f.RefineOf != "" {
		earlier, err := querySaid(f.RefineOf)
		if err != nil {
			return FreeAnswer{}, err
		}
		q = earlier
	}
	names := tenant
	if f.Redact || q.Redact {
		names = "" // a blind review is not told who is there
	} else if err := b.follow(ctx, tenant); err != nil {
		return FreeAnswer{}, err
	}
	read := b.Parse(names, f.Text)
	said := read.Query
	if f.RefineOf != "" {
		// "Only those in Berlin" refines; its leftover words would drown the first question.
		said.Text = ""
	}
	q = b.add(q, said)
	q = b.add(q, f.Add)
	q = b.remove(q, f.Remove)
	q = set(q, f.Set)
	q.TopK, q.Cursor, q.Redact = f.TopK, f.Cursor, q.Redact || f.Redact
	q, err := q.check()
	if err != nil {
		return FreeAnswer{}, err
	}
	if len(read.Terms) > 0 {
		first := q
		first.Cursor, first.TopK = "", 1 // every page is of the question that the first one was of
		some, err := b.search(ctx, tenant, first, nil)
		if err != nil {
			return FreeAnswer{}, err
		}
		if some.Total == 0 {
			q = b.preferring(q, read.Terms)
			read.prefer()
		}
	}
	answer, err := b.search(ctx, tenant, q, nil)
	if err != nil {
		return FreeAnswer{}, err
	}
	q.Cursor = ""
	read.Query = q
	return FreeAnswer{Answer: answer, Parsed: read}, nil
}

// preferring makes words that no table knows nice to have: nobody has them all, and the reader
// cannot tell whether they name a skill at all.
func (b *Base) preferring(q Query, terms []string) Query {
	q = q.clone()
	for _, term := range terms {
		q.Required = b.without(q.Required, term)
		for i, group := range q.AnyOf {
			q.AnyOf[i] = b.without(group, term)
		}
		q.Preferred = append(q.Preferred, term)
	}
	q.AnyOf = slices.DeleteFunc(q.AnyOf, func(group []string) bool { return len(group) == 0 })
	return q
}

// prefer says of the words that no table knows that they are nice to have.
func (p *Parsed) prefer() {
	for i, phrase := range p.Understood {
		p.Understood[i].Preferred = phrase.Preferred || phrase.Kind == SkillPhrase && slices.Contains(p.Terms, phrase.Value)
	}
}

// add joins b into a. A skill that is added to one list leaves the others: the later
// word counts.
func (b *Base) add(a, more Query) Query {
	a = a.clone()
	a.AnyOf = append(a.AnyOf, more.AnyOf...)
	a.ExcludedLevels = union(a.ExcludedLevels, more.ExcludedLevels)
	a.Occupations = union(a.Occupations, more.Occupations)
	a.ExcludedOccupations = union(a.ExcludedOccupations, more.ExcludedOccupations)
	more.AnyOf, more.ExcludedLevels, more.Occupations, more.ExcludedOccupations = nil, nil, nil, nil
	lists := func(q *Query) []*[]string { return []*[]string{&q.Required, &q.Preferred, &q.Excluded} }
	into, from := lists(&a), lists(&more)
	for i := range into {
		for _, item := range *from[i] {
			for j := range into {
				*into[j] = b.without(*into[j], item)
			}
			*into[i] = append(*into[i], item)
		}
	}
	a.Tags = union(a.Tags, more.Tags)
	a.Allow = union(a.Allow, more.Allow)
	for _, s := range more.SkillYears {
		a.SkillYears = slices.DeleteFunc(a.SkillYears, func(t SkillYears) bool { return SameSkill(b.Skills, s.Skill, t.Skill) })
		a.SkillYears = append(a.SkillYears, s)
	}
	for _, l := range more.Languages {
		a.Languages = slices.DeleteFunc(a.Languages, func(k Speaks) bool { return sameLanguage(k, l) })
		a.Languages = append(a.Languages, l)
	}
	more.Required, more.Preferred, more.Excluded, more.Tags, more.Allow, more.SkillYears, more.Languages = nil, nil, nil, nil, nil, nil, nil
	return set(a, more)
}

// remove takes the items of less out of the lists of a and clears the fields less sets.
func (b *Base) remove(a, less Query) Query {
	a = a.clone()
	for _, l := range []struct{ from, items *[]string }{
		{&a.Required, &less.Required}, {&a.Preferred, &less.Preferred}, {&a.Excluded, &less.Excluded},
	} {
		for _, item := range *l.items {
			*l.from = b.without(*l.from, item)
		}
	}
	a.Tags = slices.DeleteFunc(a.Tags, func(t string) bool { return slices.Contains(less.Tags, t) })
	a.Allow = slices.DeleteFunc(a.Allow, func(h skill.How) bool { return slices.Contains(less.Allow, h) })
	for _, s := range less.SkillYears {
		a.SkillYears = slices.DeleteFunc(a.SkillYears, func(t SkillYears) bool { return SameSkill(b.Skills, s.Skill, t.Skill) })
	}
	for _, l := range less.Languages {
		a.Languages = slices.DeleteFunc(a.Languages, func(k Speaks) bool { return sameLanguage(k, l) })
	}
	for _, group := range less.AnyOf {
		a.AnyOf = slices.DeleteFunc(a.AnyOf, func(g []string) bool { return slices.Equal(g, group) })
	}
	for _, item := range less.Required {
		a.AnyOf = b.narrowed(a.AnyOf, item)
	}
	a.ExcludedLevels = slices.DeleteFunc(a.ExcludedLevels, func(l resume.Level) bool { return slices.Contains(less.ExcludedLevels, l) })
	a.Occupations = slices.DeleteFunc(a.Occupations, func(o string) bool { return slices.Contains(less.Occupations, o) })
	a.ExcludedOccupations = slices.DeleteFunc(a.ExcludedOccupations, func(o string) bool { return slices.Contains(less.ExcludedOccupations, o) })
	unset(&a.Person, less.Person)
	unset(&a.Match, less.Match)
	unset(&a.MinCoverage, less.MinCoverage)
	unset(&a.Level, less.Level)
	unset(&a.MinYears, less.MinYears)
	unset(&a.MaxYears, less.MaxYears)
	unset(&a.UsedWithinYears, less.UsedWithinYears)
	unset(&a.Location, less.Location)
	unset(&a.EducationLevel, less.EducationLevel)
	unset(&a.UploadedAfter, less.UploadedAfter)
	unset(&a.Text, less.Text)
	unset(&a.Redact, less.Redact)
	return a
}

// set replaces every field of a that over sets.
func set(a, over Query) Query {
	replaceList(&a.Required, over.Required)
	replaceList(&a.Preferred, over.Preferred)
	replaceList(&a.Excluded, over.Excluded)
	replaceList(&a.Tags, over.Tags)
	replaceList(&a.Allow, over.Allow)
	replaceList(&a.SkillYears, over.SkillYears)
	replaceList(&a.Languages, over.Languages)
	replaceList(&a.AnyOf, over.AnyOf)
	replaceList(&a.ExcludedLevels, over.ExcludedLevels)
	replaceList(&a.Occupations, over.Occupations)
	replaceList(&a.ExcludedOccupations, over.ExcludedOccupations)
	replace(&a.Person, over.Person)
	replace(&a.Match, over.Match)
	replace(&a.MinCoverage, over.MinCoverage)
	replace(&a.Level, over.Level)
	replace(&a.MinYears, over.MinYears)
	replace(&a.MaxYears, over.MaxYears)
	replace(&a.UsedWithinYears, over.UsedWithinYears)
	replace(&a.Location, over.Location)
	replace(&a.EducationLevel, over.EducationLevel)
	replace(&a.UploadedAfter, over.UploadedAfter)
	replace(&a.Text, over.Text)
	replace(&a.Redact, over.Redact)
	return a
}

func replace[T comparable](field *T, value T) {
	var zero T
	if value != zero {
		*field = value
	}
}

func replaceList[T any](field *[]T, value []T) {
	if len(value) > 0 {
		*field = slices.Clone(value)
	}
}

// unset empties a field when value is set.
func unset[T comparable](field *T, value T) {
	var zero T
	if value != zero {
		*field = zero
	}
}

func union[T comparable](a, more []T) []T {
	for _, item := range more {
		if !slices.Contains(a, item) {
			a = append(a, item)
		}
	}
	return a
}

// narrowed drops every spelling of a skill from groups of alternatives, and what is left
// of a group that had nothing else.
func (b *Base) narrowed(groups [][]string, item string) [][]string {
	var out [][]string
	for _, group := range groups {
		if group = b.without(slices.Clone(group), item); len(group) > 0 {
			out = append(out, group)
		}
	}
	return out
}

// without drops every spelling of a skill from a list.
func (b *Base) without(list []string, item string) []string {
	return slices.DeleteFunc(list, func(s string) bool { return SameSkill(b.Skills, s, item) })
}

func sameLanguage(a, b Speaks) bool {
	x, ok := languageCode(a.Language)
	y, also := languageCode(b.Language)
	return ok && also && x == y
}
