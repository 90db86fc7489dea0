package talent

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"kadry/internal/fault"
	"kadry/internal/skill"
	"kadry/internal/talent/resume"
)

// Query asks for candidates by skills and facts. The zero value of a field means that it
// does not matter, except for TopK, which is always needed.
type Query struct {
	Required  []string
	AnyOf     [][]string // of each group one skill is required
	Preferred []string
	Excluded  []string

	Match       Match
	MinCoverage float64     // share of Required, for MatchCoverage
	Allow       []skill.How // ways that count as matched; empty means all but related

	Level           resume.Level
	ExcludedLevels  []resume.Level
	MinYears        float64
	MaxYears        float64
	SkillYears      []SkillYears
	UsedWithinYears float64 // every matched required skill was used within so many years

	Occupations         []string // one of these, by any of its names
	ExcludedOccupations []string // none of these by title
	Person              string   // a name, an e-mail address or a file; alternatives as in Location

	Location       string // alternatives are parted by "or", «или» or "|"
	Languages      []Speaks
	EducationLevel string // at least this one
	Tags           []string
	UploadedAfter  time.Time

	Text   string // free words: they rank and never exclude
	Redact bool   // answer without names, contacts and protected facts
	TopK   int
	Cursor string
}

// Match says how many of the required skills a candidate must have.
type Match string

// The matches; empty means MatchAll.
const (
	MatchAll      Match = "all"
	MatchAny      Match = "any"
	MatchCoverage Match = "min_coverage"
)

// SkillYears asks for years of one skill.
type SkillYears struct {
	Skill string
	Years float64
}

// Speaks asks for a spoken language, at least at a CEFR level when one is given.
type Speaks struct {
	Language string // ISO 639-1 code or a name in English or Russian
	CEFR     string // "A1".."C2", "native" or empty
}

// Limits of a query; they keep the worst query cheap.
const (
	maxTopK       = 50
	maxSkills     = 40  // required skills are also bits of a word
	maxSkillText  = 120 // runes
	maxFreeText   = 2000
	maxPersonText = 250 // the longest name of a file
	maxYears      = 60
	maxLocations  = 5
)

// allowed are the ways a found skill may answer for an asked one. Related never does.
var allowed = []skill.How{skill.Exact, skill.Alias, skill.Implied, skill.Narrower, skill.Broader}

// check returns the query with defaults and clean lists, or everything wrong with it.
func (q Query) check() (Query, error) {
	var c checker
	q.Required = c.skills("required_skills", q.Required)
	q.AnyOf = c.groups(q.AnyOf, len(q.Required))
	q.Occupations = c.skills("occupations", q.Occupations)
	q.ExcludedOccupations = c.skills("excluded_occupations", q.ExcludedOccupations)
	c.text("person", q.Person, maxPersonText)
	c.levels(q.ExcludedLevels)
	q.Preferred = c.skills("preferred_skills", q.Preferred)
	q.Excluded = c.skills("excluded_skills", q.Excluded)
	q.Tags = c.skills("tags", q.Tags)
	if q.TopK < 1 || q.TopK > maxTopK {
		c.Wrong("top_k", fault.Say("must be 1-%d, got %d", "должно быть от 1 до %d, передано %d", maxTopK, q.TopK))
	}
	switch q.Match {
	case "":
		q.Match = MatchAll
	case MatchAll, MatchAny, MatchCoverage:
	default:
		c.oneOf("match", string(q.Match), "all", "any", "min_coverage")
	}
	if !(q.MinCoverage >= 0 && q.MinCoverage <= 1) {
		c.Wrong("min_coverage", fault.Say("must be 0-1", "должно быть от 0 до 1"))
	}
	switch q.Level {
	case "", resume.Junior, resume.Mid, resume.Senior:
	default:
		c.oneOf("experience_level", string(q.Level), "junior", "mid", "senior")
	}
	for i, how := range q.Allow {
		if !slices.Contains(allowed, how) {
			c.oneOf(fmt.Sprintf("allow[%d]", i), string(how), "exact", "alias", "implied", "narrower", "broader")
		}
	}
	c.years("min_years", q.MinYears)
	c.years("max_years", q.MaxYears)
	c.years("used_within_years", q.UsedWithinYears)
	if q.MaxYears > 0 && q.MaxYears < q.MinYears {
		c.Wrong("max_years", fault.Say("must not be below min_years", "не может быть меньше min_years"))
	}
	q.SkillYears = c.skillYears(q.SkillYears)
	c.languages(q.Languages)
	if _, ok := educationRanks[q.EducationLevel]; !ok {
		c.oneOf("education_level", q.EducationLevel, "secondary", "vocational", "bachelor", "master", "doctorate")
	}
	c.text("location", q.Location, maxLocations*maxSkillText)
	c.text("query", q.Text, maxFreeText)
	return q, c.Err()
}

// checker gathers what is wrong with a query, so that a caller hears everything at once.
type checker struct{ fault.Check }

func (c *checker) oneOf(path, got string, valid ...string) {
	got = string([]rune(got)[:min(20, utf8.RuneCountInString(got))])
	list := strings.Join(valid, ", ")
	c.Wrong(path, fault.Say("must be one of %s; got %q", "допустимые значения: %s; передано %q", list, got))
}

func (c *checker) text(path, value string, limit int) {
	if n := utf8.RuneCountInString(value); n > limit {
		c.Wrong(path, fault.Say("must have at most %d characters, got %d", "не длиннее %d знаков, передано %d", limit, n))
	}
}

// groups trims lists of alternatives; each counts as one required skill.
func (c *checker) groups(list [][]string, required int) [][]string {
	if required+len(list) > maxSkills {
		c.Wrong("any_of", fault.Say("must have at most %d items, got %d", "не больше %d элементов, передано %d", maxSkills-required, len(list)))
		return nil
	}
	var out [][]string
	for i, group := range list {
		path := fmt.Sprintf("any_of[%d]", i)
		if group = c.skills(path, group); len(group) > 0 {
			out = append(out, group)
		} else {
			c.Wrong(path, fault.Say("must not be empty", "не может быть пустым"))
		}
	}
	return out
}

func (c *checker) levels(list []resume.Level) {
	for i, level := range list {
		if level != resume.Junior && level != resume.Mid && level != resume.Senior {
			c.oneOf(fmt.Sprintf("excluded_levels[%d]", i), string(level), "junior", "mid", "senior")
		}
	}
}

// skills trims a list and drops repeats, keeping the asker's order and spelling.
func (c *checker) skills(path string, list []string) []string {
	if len(list) > maxSkills {
		c.Wrong(path, fault.Say("must have at most %d items, got %d", "не больше %d элементов, передано %d", maxSkills, len(list)))
		return nil
	}
	var out []string
	for i, item := range list {
		item = strings.TrimSpace(strings.ToValidUTF8(item, ""))
		at := fmt.Sprintf("%s[%d]", path, i)
		switch {
		case item == "":
			c.Wrong(at, fault.Say("must not be empty", "не может быть пустым"))
		case utf8.RuneCountInString(item) > maxSkillText:
			c.text(at, item, maxSkillText)
		case !slices.Contains(out, item):
			out = append(out, item)
		}
	}
	return out
}

func (c *checker) years(path string, years float64) {
	if math.IsNaN(years) || years < 0 || years > maxYears {
		c.Wrong(path, fault.Say("must be 0-%d", "должно быть от 0 до %d", maxYears))
	}
}

func (c *checker) skillYears(list []SkillYears) []SkillYears {
	names := make([]string, len(list))
	for i, s := range list {
		names[i] = s.Skill
		c.years(fmt.Sprintf("skill_years[%d].years", i), s.Years)
	}
	c.skills("skill_years", names)
	return list
}

func (c *checker) languages(list []Speaks) {
	for i, l := range list {
		if _, ok := languageCode(l.Language); !ok {
			c.Wrong(fmt.Sprintf("languages[%d].lang", i), fault.Say("unknown language", "неизвестный язык"))
		}
		if _, ok := cefrRanks[strings.ToUpper(l.CEFR)]; !ok {
			c.oneOf(fmt.Sprintf("languages[%d].cefr", i), l.CEFR, "A1", "A2", "B1", "B2", "C1", "C2", "native")
		}
	}
}

// err returns nil when nothing is wrong. The text names the first finding, for callers
// that show one line.
