package proof

import (
	"math"
	"time"

	"kadry/internal/dossier/number"
	"kadry/internal/dossier/quote"
	"kadry/internal/fault"
	"kadry/internal/skill"
)

// Where is the kind of place in a document that names a skill.
type Where string

// The kinds of place, strongest first.
const (
	Position Where = "position" // the description of a job
	Project  Where = "project"
	Text     Where = "text"
	List     Where = "list" // a list of skills, endorsed or not
)

// Claim is what a document that the person wrote says of a skill.
type Claim struct {
	Skill        string
	Source       Source // CV or LinkedIn
	Where        Where
	Stance       skill.Stance // empty is affirmed
	How          skill.How    // the way Found answers for the skill; empty is exact
	Found        string       // the name that is there, where it is another
	Dated        bool         // the job has dates
	Years        float64      // of use, 0 where nobody says
	LastUsed     string       // YYYY-MM or YYYY, empty where nobody says
	Endorsements int
	Beside       int // skills that the same job names, this one included
	Named        int // skills that the whole document names
	Place        Place
}

// The table of strengths. What others did not see is worth less than what was seen, so a
// document never reaches 1, and only dated work reaches the line (Line):
//
//	| place                      | strength            | why                                                            |
//	| job with dates             | 0.5 .. 0.95         | can be asked after: when, where, for how long; grows with      |
//	|                            |                     | years up to five, halved every three years after two unused    |
//	| job without dates, project | 0.4                 | a use is described, and nobody can say when                    |
//	| free text                  | 0.3                 | a statement without a place                                    |
//	| list of skills             | 0.25                | costs a comma                                                  |
//	| list with endorsements     | 0.25 .. 0.4         | one click each, by people who know the person                  |
//	| "basic knowledge of"       | at most 0.3         | the person's own words                                         |
//	| only something broader     | at most 0.4         | container orchestration is not yet Kubernetes                  |
//	| list of an overfull CV     | 0.1                 | more names than anyone has skills: written for a filter        |
//	| "no experience with"       | 0, known            | the person says so                                             |
const (
	datedLeast   = Line
	datedGrowth  = 0.45
	fullYears    = 5.0
	freshMonths  = 24.0
	halfMonths   = 36.0
	described    = 0.4
	stated       = 0.3
	listed       = 0.25
	endorsed     = 0.01 // each
	endorsedMost = 0.15
	overfull     = 0.1
)

const (
	// Stuffed is the number of skills from which a document is overfull.
	Stuffed = 60
	// crowded is the number of skills from which the description of one job is a list: who
	// describes work names a dozen.
	crowded = 30
)

// OfClaim weighs a claim at a moment.
func OfClaim(c Claim, now time.Time) Proof {
	p := Proof{
		Skill: c.Skill, Source: c.Source, Known: c.How != skill.Related, Place: c.Place.cleaned(),
		Years: years(c.Years), LastUsed: month(c.LastUsed), Denied: c.Stance == skill.Negated || c.Stance == skill.Planned,
	}
	if c.Where == Position && c.Beside > crowded {
		c.Where = List
	}
	if p.Known && !p.Denied {
		p.Strength = math.Round(1000*c.strength(now)) / 1000
	}
	p.Text = c.text(p)
	return p
}

// strength is the table above.
func (c Claim) strength(now time.Time) float64 {
	s := listed + min(endorsedMost, endorsed*float64(max(0, c.Endorsements)))
	switch {
	case c.Where == Position && c.Dated:
		s = datedLeast + datedGrowth*min(1, years(c.Years)/fullYears)*recency(c.LastUsed, now)
	case c.Where == Position, c.Where == Project:
		s = described
	case c.Named > Stuffed:
		s = overfull
	case c.Where == Text:
		s = stated
	}
	if c.Stance == skill.Weak {
		s = min(s, stated)
	}
	if c.How == skill.Broader {
		s = min(s, described)
	}
	return s
}

// years is a plausible number of years, 0 where it is none.
func years(v float64) float64 {
	const working = 60
	if math.IsNaN(v) || v < 0 {
		return 0
	}
	return min(v, working)
}

// used reads a moment that is told as YYYY-MM or YYYY.
func used(last string) (time.Time, bool) {
	if t, err := time.Parse("2006-01", last); err == nil {
		return t, true
	}
	t, err := time.Parse("2006", last)
	return t.AddDate(0, 6, 0), err == nil // the middle of a year of which no month is told
}

// month is a moment as it was told, nothing where it is none.
func month(last string) string {
	if _, ok := used(last); !ok {
		return ""
	}
	return last
}

// recency is 1 for what was used within two years or at a time nobody told, halved every
// three years after.
func recency(last string, now time.Time) float64 {
	t, ok := used(last)
	if !ok {
		return 1
	}
	months := now.Sub(t).Hours() / 24 / 30.44
	return math.Exp2(-max(0, months-freshMonths) / halfMonths)
}

// text says in one sentence what kind of claim it is.
func (c Claim) text(p Proof) fault.Text {
	var found fault.Text
	if name := quote.Clean(c.Found, longestName); name != "" && c.How != skill.Exact && c.How != skill.Alias {
		found = fault.Say(" (as %s)", " (как %s)", name)
	}
	t := c.kind(p)
	return fault.Text{EN: t.EN + found.EN + ".", RU: t.RU + found.RU + "."}
}

func (c Claim) kind(p Proof) fault.Text {
	switch {
	case !p.Known:
		return fault.Say("Only something related is named", "Названо только родственное")
	case p.Denied:
		return fault.Say("The person writes of having no experience yet", "Кандидат пишет, что опыта пока нет")
	case c.Stance == skill.Weak:
		return fault.Say("The person calls the knowledge basic", "Кандидат называет знания базовыми")
	case c.Where == Position && c.Dated:
		return c.dated(p)
	case c.Where == Position:
		return fault.Say("Named in a job without dates", "Названо в работе без дат")
	case c.Where == Project:
		return fault.Say("Named in a described project", "Названо в описании проекта")
	case c.Named > Stuffed:
		return fault.Say("One name in a list of more than %d skills", "Одно из названий в перечне, где навыков больше %d", Stuffed)
	case c.Where == Text:
		return fault.Say("Named in the text, without a job or dates", "Названо в тексте, без места работы и дат")
	case c.Endorsements > 0:
		return fault.Say("Listed, with endorsements: %d; no work is described", "Есть в перечне, подтверждений от других: %d; работа не описана", c.Endorsements)
	}
	return fault.Say("Only listed; no work with it is described", "Есть только в перечне; работа с этим не описана")
}

// dated says for how long and until when.
func (c Claim) dated(p Proof) fault.Text {
	t := fault.Say("Dated work", "Работа с датами")
	if p.Years > 0 {
		t = fault.Text{EN: t.EN + ", years: " + number.Short(p.Years, "en"), RU: t.RU + ", лет: " + number.Short(p.Years, "ru")}
	}
	if p.LastUsed != "" {
		t = fault.Text{EN: t.EN + ", last used " + p.LastUsed, RU: t.RU + ", в последний раз " + p.LastUsed}
	}
	return t
}
