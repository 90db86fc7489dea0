package talent

import (
	"cmp"
	"maps"
	"math/bits"
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
	add(q.Level != "" || len(q.ExcludedLevels) > 0, failLevel, levelText(q), func(q *Query) { q.Level, q.ExcludedLevels = "", nil })
	add(q.MinYears > 0 || q.MaxYears > 0, failYears, yearsRange(q.MinYears, q.MaxYears), func(q *Query) { q.MinYears, q.MaxYears = 0, 0 })
	add(len(q.SkillYears) > 0, failSkillYears, skillYearsText(q.SkillYears), func(q *Query) { q.SkillYears = nil })
	within := yearsSaid(q.UsedWithinYears)
	add(q.UsedWithinYears > 0, failRecency, fault.Text{EN: "used within " + within.EN, RU: "применялось за последние " + within.RU}, func(q *Query) { q.UsedWithinYears = 0 })
	add(q.Location != "", failLocation, fault.Say("location %s", "место: %s", q.Location), func(q *Query) { q.Location = "" })
	add(len(q.Languages) > 0, failLanguages, languagesText(q.Languages), func(q *Query) { q.Languages = nil })
	add(q.EducationLevel != "", failEducation, fault.Say("education %s", "образование: %s", q.EducationLevel), func(q *Query) { q.EducationLevel = "" })
	add(pl.trade != nil, failOccupation, occupationText(q.Occupations), func(q *Query) { q.Occupations = nil })
	return list
}

func levelText(q Query) fault.Text {
	var texts []fault.Text
	if q.Level != "" {
		texts = append(texts, fault.Say("level %s", "уровень %s", q.Level))
	}
	for _, level := range q.ExcludedLevels {
		texts = append(texts, fault.Say("level other than %s", "уровень не %s", level))
	}
	return both(", ", texts...)
}

func occupationText(titles []string) fault.Text {
	list := strings.Join(titles, choiceMark)
	return fault.Say("occupation %s", "профессия: %s", list)
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
	if pl.query.Person != "" && pl.query.Redact {
		return fault.Say("In a blind review nobody is found by name, e-mail or file.", "При слепом отборе никого нельзя найти по имени, почте или файлу.")
	}
	if len(pl.required) == 0 {
		return fault.Say("No candidates match this search. Try other words or fewer conditions.",
			"По этому запросу кандидатов не найдено. Попробуйте другие слова или меньше условий.")
	}
	return fault.Say("No candidates found with required skill combination. Try broadening criteria.",
		"Кандидатов с таким сочетанием навыков не найдено. Попробуйте смягчить условия.")
}

// change is one way to relax a query: what it no longer asks for.
type change struct {
	text    fault.Text
	fails   failing
	missing uint64
	apply   func(*Query)
	found   int // by this change alone
}

// relax computes, in one pass over those who did not match, how many each single change
// of the query would find, and when these are few, each two changes at once.
func (pl *plan) relax(p *pool, others []rankedRow) []Relaxation {
	var list []Relaxation
	changes := pl.changes()
	pairs := pl.count(changes, others)
	for _, c := range changes {
		if c.fails != failLevel || pl.query.Level == "" {
			list = pl.relaxed(list, c.text, c.found, c.apply)
		}
	}
	list = pl.otherLevels(list, p, others)
	if len(pl.required) > 1 {
		list = pl.relaxed(list, fault.Say("any of the required skills", "любой из обязательных навыков"), withAny(others), func(q *Query) { q.Match = MatchAny })
	}
	slices.SortStableFunc(list, func(a, b Relaxation) int { return cmp.Compare(b.Candidates, a.Candidates) })
	if len(list) < maxRelaxations {
		list = append(list, pl.pairs(changes, pairs)...)
	}
	return list[:min(len(list), maxRelaxations)]
}

// relaxed adds a change that finds somebody.
func (pl *plan) relaxed(list []Relaxation, text fault.Text, count int, apply func(*Query)) []Relaxation {
	if count == 0 {
		return list
	}
	q := pl.query.clone()
	apply(&q)
	q.Cursor = ""
	return append(list, Relaxation{Text: text, Candidates: count, Query: q})
}

// changes are the required skills and conditions that can be dropped.
func (pl *plan) changes() []change {
	var list []change
	if len(pl.required) > 1 {
		for i := range pl.required {
			asked := pl.required[i].asked
			list = append(list, change{
				text: fault.Say("without %s", "без %s", asked), missing: 1 << i,
				apply: func(q *Query) { q.dropRequired(asked) },
			})
		}
	}
	for _, f := range pl.filters() {
		text := fault.Text{EN: "without the condition: " + f.text.EN, RU: "без условия: " + f.text.RU}
		list = append(list, change{text: text, fails: f.bit, apply: f.drop})
	}
	return list
}

// dropRequired leaves out a required skill, or the choice that is called so.
func (q *Query) dropRequired(asked string) {
	q.Required = slices.DeleteFunc(q.Required, func(s string) bool { return s == asked })
	q.AnyOf = slices.DeleteFunc(q.AnyOf, func(group []string) bool { return strings.Join(group, choiceMark) == asked })
}

// pair is two changes by index, the lower one first.
type pair struct{ a, b int }

// count counts for every change who lacks that alone, and for every two changes who lacks
// just these two.
func (pl *plan) count(changes []change, others []rankedRow) map[pair]int {
	pairs := map[pair]int{}
	for _, s := range others {
		missing := s.missing
		if s.enough(pl.query, len(pl.required)) {
			missing = 0 // the skills that are there will do
		}
		lacks := s.fails.count() + bits.OnesCount64(missing)
		if lacks == 0 || lacks > 2 || missing != 0 && pl.query.Match != MatchAll {
			continue
		}
		var at []int
		for i := range changes {
			if changes[i].fails&s.fails != 0 || changes[i].missing&missing != 0 {
				at = append(at, i)
			}
		}
		switch {
		case len(at) != lacks:
		case lacks == 1:
			changes[at[0]].found++
		default:
			pairs[pair{at[0], at[1]}]++
		}
	}
	return pairs
}

// pairs are the relaxations by two changes at once, those that find most first. One that
// drops every required skill is another search.
func (pl *plan) pairs(changes []change, found map[pair]int) []Relaxation {
	var list []Relaxation
	for _, at := range slices.SortedFunc(maps.Keys(found), func(x, y pair) int { return cmp.Or(cmp.Compare(x.a, y.a), cmp.Compare(x.b, y.b)) }) {
		a, b := changes[at.a], changes[at.b]
		if a.missing != 0 && b.missing != 0 && len(pl.required) == 2 {
			continue
		}
		list = pl.relaxed(list, both("; ", a.text, b.text), found[at]+a.found+b.found, func(q *Query) {
			a.apply(q)
			b.apply(q)
		})
	}
	slices.SortStableFunc(list, func(a, b Relaxation) int { return cmp.Compare(b.Candidates, a.Candidates) })
	return list
}

// withAny counts who has any of the required skills.
func withAny(others []rankedRow) int {
	count := 0
	for _, s := range others {
		if s.fails == 0 && s.covered > 0 {
			count++
		}
	}
	return count
}

// otherLevels proposes, in place of the level asked, each other one.
func (pl *plan) otherLevels(list []Relaxation, p *pool, others []rankedRow) []Relaxation {
	if pl.query.Level == "" {
		return list
	}
	counts := map[resume.Level]int{}
	for _, s := range others {
		level := p.rows[s.row].level
		if s.fails == failLevel && s.enough(pl.query, len(pl.required)) && !slices.Contains(pl.query.ExcludedLevels, level) {
			counts[level]++
		}
	}
	for _, level := range []resume.Level{resume.Junior, resume.Mid, resume.Senior} {
		list = pl.relaxed(list, fault.Say("level %s", "уровень %s", level), counts[level], func(q *Query) { q.Level = level })
	}
	if counts[""] == 0 {
		return list
	}
	everybody := counts[""] + counts[resume.Junior] + counts[resume.Mid] + counts[resume.Senior]
	return pl.relaxed(list, fault.Say("any level", "любой уровень"), everybody, func(q *Query) { q.Level = "" })
}

// clone copies a query so that a change of its lists does not reach the original.
func (q Query) clone() Query {
	q.Required, q.Preferred, q.Excluded = slices.Clone(q.Required), slices.Clone(q.Preferred), slices.Clone(q.Excluded)
	q.AnyOf, q.ExcludedLevels = slices.Clone(q.AnyOf), slices.Clone(q.ExcludedLevels)
	q.Occupations, q.ExcludedOccupations = slices.Clone(q.Occupations), slices.Clone(q.ExcludedOccupations)
	q.Allow, q.SkillYears, q.Languages, q.Tags = slices.Clone(q.Allow), slices.Clone(q.SkillYears), slices.Clone(q.Languages), slices.Clone(q.Tags)
	return q
}
