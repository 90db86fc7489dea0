package vacancy

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"kadry/internal/fault"
	"kadry/internal/interview/bank"
	"kadry/internal/interview/input"
	"kadry/internal/skill"
)

// Limits of a vacancy, in characters and items.
const (
	maxTitle    = 300
	maxText     = 50_000
	maxNeeds    = 40
	maxChoices  = 60
	maxExternal = 200
)

// Completed returns the draft cleaned, with the level, the language and the needs read
// from the texts where the caller gave none, or everything wrong with it.
func (d Draft) Completed(g *skill.Graph) (Draft, error) {
	var c fault.Check
	for _, f := range []struct {
		path string
		text *string
		most int
	}{
		{"title", &d.Title, maxTitle},
		{"description", &d.Description, maxText},
		{"requirements", &d.Requirements, maxText},
		{"responsibilities", &d.Responsibilities, maxText},
	} {
		if n := utf8.RuneCountInString(*f.text); n > f.most {
			c.Wrong(f.path, fault.Say("must have at most %d characters, got %d", "не длиннее %d знаков, передано %d", f.most, n))
			continue
		}
		*f.text = input.Clean(*f.text)
	}
	if input.Blank(d.Title) {
		c.Wrong("title", fault.Say("must not be empty", "не может быть пустым"))
	}
	input.OneOf(&c, "language", d.Language, bank.Languages())
	d.Level = bank.Level(skill.LevelOf(string(d.Level)))
	input.OneOf(&c, "level", d.Level, bank.Levels())
	d.Needs = checkNeeds(&c, g, d.Needs)
	d.Choices = checkChoices(&c, d.Choices)
	if err := c.Err(); err != nil {
		return Draft{}, err
	}
	if d.Language == "" {
		d.Language, _ = input.LanguageOf(d.Text())
	}
	d.Level = cmp.Or(d.Level, levelOf(d))
	read := needsOf(g, d)
	if len(d.Needs) == 0 {
		d.Needs = read
	}
	quoteNeeds(d.Needs, read)
	return d, nil
}

// quoteNeeds gives needs that people named the lines where the texts say so: without them
// a vacancy that was exported and imported again would not be the same.
func quoteNeeds(named, read []Need) {
	for i, n := range named {
		at := slices.IndexFunc(read, func(r Need) bool { return r.Skill == n.Skill })
		if n.Quote == "" && at >= 0 {
			named[i].Quote = read[at].Quote
		}
	}
}

// checkNeeds resolves the needs a caller gave; names in any spelling become ids, a repeated
// skill keeps its first mention, and a missing weight is the full one.
func checkNeeds(c *fault.Check, g *skill.Graph, given []Need) []Need {
	if len(given) > maxNeeds {
		c.Wrong("needs", fault.Say("must have at most %d items, got %d", "не больше %d элементов, передано %d", maxNeeds, len(given)))
		return nil
	}
	var needs []Need
	for i, n := range given {
		path := "needs[" + strconv.Itoa(i) + "]"
		found := g.Resolve(string(n.Skill))
		if !found.Known {
			text := fault.Say("unknown skill %q", "неизвестный навык %q", fault.Clip(string(n.Skill)))
			if len(found.Nearest) > 0 {
				nearest := strings.Join(found.Nearest, ", ")
				text = fault.Say("unknown skill %q; the nearest are %s", "неизвестный навык %q; ближайшие: %s", fault.Clip(string(n.Skill)), nearest)
			}
			c.Wrong(path, text)
			continue
		}
		if math.IsNaN(n.Weight) || n.Weight < 0 || n.Weight > 1 {
			c.Wrong(path+".weight", fault.Say("must be above 0 and at most 1", "должно быть больше 0 и не больше 1"))
		}
		n.Level = bank.Level(skill.LevelOf(string(n.Level)))
		input.OneOf(c, path+".level", n.Level, bank.Levels())
		n.Skill, n.Weight, n.Quote = found.Skill, cmp.Or(n.Weight, 1), input.Clean(n.Quote)
		if !slices.ContainsFunc(needs, func(known Need) bool { return known.Skill == n.Skill }) {
			needs = append(needs, n)
		}
	}
	SortNeeds(needs)
	return needs
}

// checkChoices cleans what a caller says of questions. Whether they are there, the room knows.
func checkChoices(c *fault.Check, given []Choice) []Choice {
	if len(given) > maxChoices {
		c.Wrong("questions", fault.Say("must have at most %d items, got %d", "не больше %d элементов, передано %d", maxChoices, len(given)))
		return nil
	}
	var choices []Choice
	for i, one := range given {
		path := "questions[" + strconv.Itoa(i) + "]"
		one.Question, one.Use = input.Clean(one.Question), cmp.Or(one.Use, Pinned)
		input.OneOf(c, path+".use", one.Use, Uses())
		switch {
		case one.Question == "":
			c.Wrong(path+".question", fault.Say("must not be empty", "не может быть пустым"))
		case slices.ContainsFunc(choices, func(known Choice) bool { return known.Question == one.Question }):
			c.Wrong(path+".question", fault.Say("%s stands in the list twice", "%s стоит в списке дважды", fault.Clip(one.Question)))
		case math.IsNaN(one.Weight) || one.Weight < 0 || one.Weight > 1:
			c.Wrong(path+".weight", fault.Say("must be above 0 and at most 1", "должно быть больше 0 и не больше 1"))
		case one.Use == Weighed && one.Weight == 0:
			c.Wrong(path+".weight", fault.Say("is needed to weigh a question", "нужен, чтобы задать вес вопроса"))
		case one.Use == Excluded && one.Weight > 0:
			c.Wrong(path+".weight", fault.Say("a question that is not asked has no weight", "у вопроса, который не задают, нет веса"))
		}
		choices = append(choices, one)
	}
	return choices
}

// Saving asks to keep a vacancy.
type Saving struct {
	ID         string // empty: the vacancy with the external id, else a new one
	ExternalID string
	Draft      Draft
	Version    int // the version the draft was made from; 0 replaces whatever is there
}

// Completed returns the saving with its draft completed, or what is wrong with it.
func (s Saving) Completed(g *skill.Graph) (Saving, error) {
	var err error
	if s.Draft, err = s.Draft.Completed(g); err != nil {
		return Saving{}, err
	}
	if n := utf8.RuneCountInString(s.ExternalID); n > maxExternal || s.ExternalID != input.Clean(s.ExternalID) {
		return Saving{}, fault.Wrong("external_id", fault.Say("must have at most %d characters, none of them invisible", "не длиннее %d знаков и без невидимых знаков", maxExternal))
	}
	return s, nil
}
