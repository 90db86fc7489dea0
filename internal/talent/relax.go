package talent

import (
	"cmp"
	"slices"
	"strings"

	"kadry/internal/fault"
	"kadry/internal/talent/resume"
)

// maxRelaxations bounds the suggestions of an empty answer.
const maxRelaxations = 6

// condition is one filter of a query: its bit, its words and how to drop it.
type condition struct {
	bit  failing
	text fault.Text
	drop func(*Query)
}

// filters lists the conditions that the query sets.
func (pl *plan) filters() []condition {
	q := pl.query
	var list []condition
	add := func(set bool, bit failing, text fault.Text, drop func(*Query)) {
		if set {
			list = append(list, condition{bit, text, drop})
		}
	}
	add(q.Level != "", failLevel, fault.Say("level %s", "уровень %s", q.Level), func(q *Query) { q.Level = "" })
	add(q.MinYears > 0 || q.MaxYears > 0, failYears, yearsRange(q.MinYears, q.MaxYears), func(q *Query) { q.MinYears, q.MaxYears = 0, 0 })
	add(len(q.SkillYears) > 0, failSkillYears, skillYearsText(q.SkillYears), func(q *Query) { q.SkillYears = nil })
	within := yearsSaid(q.UsedWithinYears)
	add(q.UsedWithinYears > 0, failRecency, fault.Text{EN: "used within " + within.EN, RU: "применялось за последние " + within.RU}, func(q *Query) { q.UsedWithinYears = 0 })
	add(q.Location != "", failLocation, fault.Say("location %s", "место: %s", q.Location), func(q *Query) { q.Location = "" })
	add(len(q.Languages) > 0, failLanguages, languagesText(q.Languages), func(q *Query) { q.Languages = nil })
	add(q.EducationLevel != "", failEducation, fault.Say("education %s", "образование: %s", q.EducationLevel), func(q *Query) { q.EducationLevel = "" })
	return list
}

func yearsRange(from, to float64) fault.Text {
	low, high := yearsSaid(from), yearsSaid(to)
	switch {
	case to == 0:
		return fault.Text{EN: "at least " + low.EN, RU: "опыт от: " + low.RU}
	case from == 0:
		return fault.Text{EN: "at most " + high.EN, RU: "опыт до: " + high.RU}
	}
	return fault.Text{EN: low.EN + " to " + high.EN, RU: "опыт: " + low.RU + " – " + high.RU}
}

func skillYearsText(list []SkillYears) fault.Text {
	var texts []fault.Text
	for _, s := range list {
		long := yearsSaid(s.Years)
		texts = append(texts, fault.Text{EN: s.Skill + " for " + long.EN, RU: s.Skill + " — " + long.RU})
	}
	return both(", ", texts...)
}

func languagesText(list []Speaks) fault.Text {
	var names []string
	for _, l := range list {
		names = append(names, strings.TrimSpace(l.Language+" "+l.CEFR))
	}
	return fault.Say("language %s", "язык: %s", strings.Join(names, ", "))
}

// nobody is the message of an empty answer; the English wording is the seed contract's.
func (pl *plan) nobody() fault.Text {
	if len(pl.required) == 0 {
		return fault.Say("No candidates match this search. Try other words or fewer conditions.",
			"По этому запросу кандидатов не найдено. Попробуйте другие слова или меньше условий.")
	}
	return fault.Say("No candidates found with required skill combination. Try broadening criteria.",
		"Кандидатов с таким сочетанием навыков не найдено. Попробуйте смягчить условия.")
}

// relax computes, in one pass over those who did not match, how many each single change
// of the query would find.
func (pl *plan) relax(p *pool, others []rankedRow) []Relaxation {
	var list []Relaxation
	add := func(text fault.Text, count int, change func(*Query)) {
		if count > 0 {
			q := pl.query.clone()
			change(&q)
			q.Cursor = ""
			list = append(list, Relaxation{Text: text, Candidates: count, Query: q})
		}
	}
	pl.relaxSkills(others, add)
	pl.relaxFilters(p, others, add)
	slices.SortStableFunc(list, func(a, b Relaxation) int { return cmp.Compare(b.Candidates, a.Candidates) })
	return list[:min(len(list), maxRelaxations)]
}

type adder func(text fault.Text, count int, change func(*Query))

// relaxSkills tries to drop each required skill, then to accept any of them.
func (pl *plan) relaxSkills(others []rankedRow, add adder) {
	if len(pl.required) < 2 {
		return
	}
	for i := range pl.required {
		count := 0
		for _, s := range others {
			if s.fails == 0 && s.missing == 1<<i {
				count++
			}
		}
		asked := pl.required[i].asked
		add(fault.Say("without %s", "без %s", asked), count, func(q *Query) {
			q.Required = slices.DeleteFunc(q.Required, func(s string) bool { return s == asked })
		})
	}
	count := 0
	for _, s := range others {
		if s.fails == 0 && s.covered > 0 {
			count++
		}
	}
	add(fault.Say("any of the required skills", "любой из обязательных навыков"), count, func(q *Query) { q.Match = MatchAny })
}

// relaxFilters tries to drop each condition, and for the level to ask for another one.
func (pl *plan) relaxFilters(p *pool, others []rankedRow, add adder) {
	for _, f := range pl.filters() {
		counts := map[resume.Level]int{}
		total := 0
		for _, s := range others {
			if s.fails == f.bit && s.enough(pl.query, len(pl.required)) {
				total++
				counts[p.rows[s.row].level]++
			}
		}
		if f.bit != failLevel {
			add(fault.Text{EN: "without the condition: " + f.text.EN, RU: "без условия: " + f.text.RU}, total, f.drop)
			continue
		}
		for _, level := range []resume.Level{resume.Junior, resume.Mid, resume.Senior} {
			add(fault.Say("level %s", "уровень %s", level), counts[level], func(q *Query) { q.Level = level })
		}
	}
}

// clone copies a query so that a change of its lists does not reach the original.
func (q Query) clone() Query {
	q.Required, q.Preferred, q.Excluded = slices.Clone(q.Required), slices.Clone(q.Preferred), slices.Clone(q.Excluded)
	q.Allow, q.SkillYears, q.Languages, q.Tags = slices.Clone(q.Allow), slices.Clone(q.SkillYears), slices.Clone(q.Languages), slices.Clone(q.Tags)
	return q
}
