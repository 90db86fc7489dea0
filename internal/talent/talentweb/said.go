package talentweb

import (
	"context"
	"slices"
	"strings"

	"kadry/internal/retrieve"
	"kadry/internal/skill"
	"kadry/internal/talent"
	"kadry/internal/talent/resume"
	"kadry/internal/webui/kit"
)

// What a press on a word of the question does.
const (
	fieldMend   = "mend" // one of these, a space, and the words
	mendInclude = "include"
	mendExclude = "exclude"
	mendSkill   = "skill"
	mendName    = "name"
	mendDrop    = "drop"
)

// saidGroup is words of a question that one thing became of.
type saidGroup struct {
	name    string // of the catalogue
	phrases []talent.Phrase
	mends   []string
}

// grouped sorts the words of a question by what the search makes of them now: whoever mended
// it, by a press or in the form, sees what holds.
func (w *web) grouped(a search, read talent.Parsed) []saidGroup {
	groups := []saidGroup{
		{name: "question.understood", mends: []string{mendExclude, mendDrop}},
		{name: "question.excluded", mends: []string{mendInclude, mendDrop}},
		{name: "question.left", mends: []string{mendSkill, mendName, mendDrop}},
	}
	for _, p := range phrasesOf(read) {
		if slices.Contains(a.dropped, p.Words) {
			continue
		}
		at, p := w.standing(a.Query, p)
		groups[at].phrases = append(groups[at].phrases, p)
	}
	return slices.DeleteFunc(groups, func(g saidGroup) bool { return len(g.phrases) == 0 })
}

func phrasesOf(read talent.Parsed) []talent.Phrase {
	return slices.Concat(read.Understood, read.Excluded, read.NotUnderstood)
}

// The groups by number.
const (
	isUnderstood = iota
	isExcluded
	isLeft
)

// standing is the group of a phrase under a search, and the phrase as the search takes it: words
// that were not understood may have been made a skill or a name since.
func (w *web) standing(q talent.Query, p talent.Phrase) (int, talent.Phrase) {
	switch p.Kind {
	case "":
		as := p
		as.Kind, as.Value = talent.SkillPhrase, p.Words
		if at, known := w.standing(q, as); at != isLeft {
			return at, known
		}
		as.Kind = talent.PersonPhrase
		if q.Person == p.Words {
			return isUnderstood, as
		}
		return isLeft, p
	case talent.SkillPhrase:
		return groupOf(w.has(slices.Concat(q.Required, q.Preferred, slices.Concat(q.AnyOf...)), p.Value), w.has(q.Excluded, p.Value)), p
	case talent.OccupationPhrase:
		return groupOf(slices.Contains(q.Occupations, p.Value), slices.Contains(q.ExcludedOccupations, p.Value)), p
	case talent.LevelPhrase:
		level := resume.Level(p.Value)
		return groupOf(q.Level == level || q.Level == "" && len(q.ExcludedLevels) > 0, slices.Contains(q.ExcludedLevels, level)), p
	case talent.YearsPhrase:
		return groupOf(q.MinYears+q.MaxYears > 0 || len(q.SkillYears) > 0, false), p
	case talent.LanguagePhrase:
		return groupOf(len(q.Languages) > 0, false), p
	case talent.EducationPhrase:
		return groupOf(q.EducationLevel != "", false), p
	case talent.PlacePhrase:
		return groupOf(q.Location != "", false), p
	case talent.PersonPhrase:
		return groupOf(q.Person != "", false), p
	}
	return isLeft, p
}

// groupOf is the group of words that a search wants, or wants without.
func groupOf(wanted, unwanted bool) int {
	switch {
	case unwanted:
		return isExcluded
	case wanted:
		return isUnderstood
	}
	return isLeft
}

// has reports that a list names a skill in some spelling.
func (w *web) has(list []string, name string) bool {
	return slices.ContainsFunc(list, func(one string) bool { return talent.SameSkill(w.base.Skills, one, name) })
}

// mend changes what some words of the question mean, and leads to the search as it is then.
func (w *web) mend(s *screen) error {
	v := s.Request.URL.Query()
	a := readSearch(v)
	act, words, _ := strings.Cut(v.Get(fieldMend), " ")
	err := s.Run(opSearch, func(context.Context) error {
		list := phrasesOf(w.base.Parse(namesFor(s, a.Redact), a.said))
		at := slices.IndexFunc(list, func(p talent.Phrase) bool { return p.Words == words })
		if at < 0 {
			return nil // the question is another one by now
		}
		_, p := w.standing(a.Query, list[at])
		w.unsay(&a.Query, p)
		switch act {
		case mendInclude:
			want(&a.Query, p)
		case mendExclude:
			refuse(&a.Query, p)
		case mendSkill:
			a.Required = append(a.Required, p.Words)
		case mendName:
			a.Person = p.Words
		case mendDrop:
			a.dropped = append(a.dropped, p.Words)
		}
		return nil
	})
	if err != nil {
		return err
	}
	s.Redirect(string(kit.Href("/candidates", a.keeping(a.Query))))
	return nil
}

// unsay takes out of a search what a phrase put into it, its words for the ranking too.
func (w *web) unsay(q *talent.Query, p talent.Phrase) {
	same := func(one string) bool { return talent.SameSkill(w.base.Skills, one, p.Value) }
	switch p.Kind {
	case talent.SkillPhrase:
		q.Required, q.Preferred, q.Excluded = slices.DeleteFunc(q.Required, same), slices.DeleteFunc(q.Preferred, same), slices.DeleteFunc(q.Excluded, same)
		for i := range q.AnyOf {
			q.AnyOf[i] = slices.DeleteFunc(q.AnyOf[i], same)
		}
		q.AnyOf = slices.DeleteFunc(q.AnyOf, func(group []string) bool { return len(group) == 0 })
		q.SkillYears = slices.DeleteFunc(q.SkillYears, func(y talent.SkillYears) bool { return same(y.Skill) })
	case talent.OccupationPhrase:
		q.Occupations = slices.DeleteFunc(q.Occupations, same)
		q.ExcludedOccupations = slices.DeleteFunc(q.ExcludedOccupations, same)
	case talent.LevelPhrase:
		q.Level = ""
		q.ExcludedLevels = slices.DeleteFunc(q.ExcludedLevels, func(l resume.Level) bool { return string(l) == p.Value })
	case talent.YearsPhrase:
		q.MinYears, q.MaxYears, q.SkillYears = 0, 0, nil
	case talent.LanguagePhrase:
		q.Languages = nil
	case talent.EducationPhrase:
		q.EducationLevel = ""
	case talent.PlacePhrase:
		q.Location = ""
	case talent.PersonPhrase:
		q.Person = ""
	}
	gone := map[string]bool{}
	for _, t := range retrieve.Tokens(p.Words) {
		gone[t.Text] = true
	}
	var kept []string
	for _, t := range retrieve.Tokens(q.Text) {
		if !gone[t.Text] {
			kept = append(kept, t.Text)
		}
	}
	q.Text = strings.Join(kept, " ")
}

// want asks for what a phrase names.
func want(q *talent.Query, p talent.Phrase) {
	switch p.Kind {
	case talent.SkillPhrase:
		q.Required = append(q.Required, p.Value)
	case talent.OccupationPhrase:
		q.Occupations = append(q.Occupations, p.Value)
	case talent.LevelPhrase:
		q.Level = resume.Level(p.Value)
	}
}

// refuse leaves out whoever has what a phrase names.
func refuse(q *talent.Query, p talent.Phrase) {
	switch p.Kind {
	case talent.SkillPhrase:
		q.Excluded = append(q.Excluded, p.Value)
	case talent.OccupationPhrase:
		q.ExcludedOccupations = append(q.ExcludedOccupations, p.Value)
	case talent.LevelPhrase:
		q.ExcludedLevels = append(q.ExcludedLevels, resume.Level(p.Value))
	}
}

// mendable reports whether a press can do something to a phrase: only skills, occupations and
// levels can be left out.
func mendable(p talent.Phrase, act string) bool {
	if act != mendInclude && act != mendExclude {
		return true
	}
	return p.Kind == talent.SkillPhrase || p.Kind == talent.OccupationPhrase || p.Kind == talent.LevelPhrase
}

// meant is what a phrase was taken for, where that is not what it says.
func (s *screen) meant(p talent.Phrase) string {
	if meaning := s.Say(p.Meaning); skill.Fold(meaning) != skill.Fold(p.Words) {
		return meaning
	}
	return ""
}

// phraseFields are the fields of a search that a kind of phrase fills.
var phraseFields = map[talent.PhraseKind][]string{
	talent.SkillPhrase: {fieldNot, fieldFor}, talent.OccupationPhrase: {fieldTrade, fieldNoJob}, talent.LevelPhrase: {fieldLevel, fieldNoLvl},
	talent.YearsPhrase: {fieldMin, fieldMax, fieldFor}, talent.LanguagePhrase: {fieldSpeaks}, talent.EducationPhrase: {fieldEdu},
	talent.PlacePhrase: {fieldPlace}, talent.PersonPhrase: {fieldWho},
}

// told reports a condition that the words of the question show already.
func (l listing) told(field string) bool {
	if len(l.said) > 0 && field == fieldText {
		return true
	}
	return slices.ContainsFunc(l.said, func(g saidGroup) bool {
		return slices.ContainsFunc(g.phrases, func(p talent.Phrase) bool { return slices.Contains(phraseFields[p.Kind], field) })
	})
}
