package correction

import (
	"cmp"
	"slices"
	"strings"

	"kadry/internal/skill"
	"kadry/internal/talent/resume"
)

// setByPerson is the basis of a level that a person set.
const setByPerson = "set by a person"

// Trust in a field that an entry says anew, as in resume.Confidence.
const (
	personTrust = 1
	modelTrust  = 0.5
)

// Apply lays entries over the record that was read from text, and returns those that took
// effect. A model's entry takes effect only where the record lacks what it says. The name
// of a skill comes from name.
func Apply(r resume.Record, text string, entries []Entry, name func(skill.ID) string) (resume.Record, []Entry) {
	holding := Holding(entries)
	if len(holding) == 0 {
		return r, nil
	}
	l := layer{record: r, text: text, name: name}
	l.record.Skills = slices.Clone(r.Skills)
	var effective []Entry
	for _, engine := range []Engine{Model, Person} { // a person has the last word whenever it was said
		effective = append(effective, l.layAll(engine, holding, false)...)
		if l.moved {
			l.recount(engine)
		}
		// What is said of a skill is not settled anew by the jobs.
		effective = append(effective, l.layAll(engine, holding, true)...)
	}
	slices.SortStableFunc(l.record.Skills, func(a, b resume.Skill) int { return cmp.Compare(a.Skill, b.Skill) })
	l.hide()
	return l.record, effective
}

// layer is a record while entries are laid over it.
type layer struct {
	record  resume.Record
	text    string
	name    func(skill.ID) string
	moved   bool     // positions or the title changed, from which other fields follow
	levelAt string   // the basis of a level that was set, empty when none was
	said    []string // what identifies the person and the rules did not find
}

// layAll lays the entries of an engine, those of skills or the others, and returns them.
func (l *layer) layAll(by Engine, holding []Entry, skills bool) []Entry {
	var laid []Entry
	for _, e := range holding {
		if e.Engine == by && (e.Field == Skill) == skills && (by == Person || l.wants(e)) {
			l.lay(e)
			laid = append(laid, e)
		}
	}
	return laid
}

// wants reports that the record lacks what a model's entry says.
func (l *layer) wants(e Entry) bool {
	if e.Field == Skill {
		return Lacks(l.record, Skill) && !e.Value.Skill.Gone && l.skillAt(e.Value.Skill.Skill) < 0
	}
	return Lacks(l.record, e.Field)
}

// Bounds below which what the rules read is doubtful.
const (
	doubtful  = 0.5 // of a confidence
	fewSkills = 3
)

// Lacks reports that the rules left a field empty or doubtful, so that a model may be asked.
func Lacks(r resume.Record, f Field) bool {
	switch f {
	case Name:
		return r.Name == "" || r.Confidence.Name < doubtful
	case Title:
		return r.Title == "" || r.Confidence.Title < doubtful
	case Positions:
		return !slices.ContainsFunc(r.Positions, func(p resume.Position) bool { return p.From > 0 })
	case Education:
		return len(r.Education) == 0
	case Skill:
		return len(r.Skills) < fewSkills
	}
	return false
}

// lay changes one field.
func (l *layer) lay(e Entry) {
	r, v, trust := &l.record, e.Value, float64(personTrust)
	if e.Engine == Model {
		trust = modelTrust
	}
	switch e.Field {
	case Name:
		r.Name, r.Confidence.Name = v.Text, trust
		l.said = append(append(l.said, v.Text), strings.Fields(v.Text)...)
	case Title:
		r.Title, r.Confidence.Title, l.moved = v.Text, trust, true
	case Location:
		r.Location = v.Text
	case Level:
		r.Level, r.LevelBasis, l.levelAt = resume.Level(v.Text), setByPerson, setByPerson
	case Emails:
		r.Contacts.Emails, r.Confidence.Contacts = v.List, trust
		l.said = append(l.said, v.List...)
	case Phones:
		r.Contacts.Phones, r.Confidence.Contacts = v.List, trust
		l.said = append(l.said, v.List...)
	case Links:
		r.Contacts.Links = v.List
		l.said = append(l.said, v.List...)
	case Positions:
		l.positions(v.Positions, e.Engine)
		r.Confidence.Positions = trust
	case Education:
		r.Education, r.Confidence.Education = v.Education, trust
	case Certificates:
		r.Certificates, r.Confidence.Certificates = v.Certificates, trust
	case Languages:
		r.Languages, r.Confidence.Languages = v.Languages, trust
	case Skill:
		l.skill(v)
		r.Confidence.Skills = max(r.Confidence.Skills, trust)
	}
}

// positions puts other jobs in the place of those that were read. A job that stands for a
// place of the text keeps the duties which were read there; a model's jobs push out only those
// that stand in their place.
func (l *layer) positions(given []resume.Position, by Engine) {
	read := l.record.Positions
	list := slices.Clone(given)
	for i := range list {
		p := &list[i]
		if p.Current {
			p.To = l.record.AsOf
		}
		if at := slices.IndexFunc(read, p.Overlaps); at >= 0 {
			p.Text = read[at].Text
		}
	}
	if by == Model {
		for _, p := range read {
			if !slices.ContainsFunc(list, p.Overlaps) {
				list = append(list, p)
			}
		}
	}
	l.record.Positions, l.moved = list, true
	l.record.Warnings = slices.DeleteFunc(slices.Clone(l.record.Warnings), func(w resume.Warning) bool { return w.OfDates() })
}

// recount settles what follows from positions. A model lowers no level that the rules found.
func (l *layer) recount(by Engine) {
	before := l.record
	l.record, l.moved = l.record.Recounted(), false
	if l.levelAt != "" || by == Model && before.Level.Above(l.record.Level) {
		l.record.Level, l.record.LevelBasis = before.Level, before.LevelBasis
	}
}

func (l *layer) skillAt(id skill.ID) int {
	return slices.IndexFunc(l.record.Skills, func(s resume.Skill) bool { return s.Skill == id })
}

func (l *layer) skill(v Value) {
	at := l.skillAt(v.Skill.Skill)
	if v.Skill.Gone {
		if at >= 0 {
			l.record.Skills = slices.Delete(l.record.Skills, at, at+1)
		}
		return
	}
	s := resume.Skill{Skill: v.Skill.Skill, Name: l.name(v.Skill.Skill), Strength: resume.ByPerson}
	if at >= 0 {
		s = l.record.Skills[at]
	} else if v.Start >= 0 && v.End > v.Start && v.End <= len(l.text) {
		s.Strength = resume.InText
		s.Evidence = []resume.Evidence{l.evidence(v)}
	}
	s.Stance = skill.Affirmed
	if v.Skill.Months > 0 {
		s.Months, s.MonthsKnown, s.Stated = v.Skill.Months, true, true
	}
	if v.Skill.LastUsed > 0 {
		s.LastUsed, s.LastYear = v.Skill.LastUsed, v.Skill.LastYear
	}
	if at >= 0 {
		l.record.Skills[at] = s
		return
	}
	l.record.Skills = append(l.record.Skills, s)
}

// evidence is the place of the text that an entry names.
func (l *layer) evidence(v Value) resume.Evidence {
	said := l.text[v.Start:v.End]
	e := resume.Evidence{
		Section: "other", Quote: said, QuoteStart: v.Start, Start: v.Start, End: v.End, Surface: said,
		How: skill.Alias, Stance: skill.Affirmed, Position: -1,
	}
	if at := slices.IndexFunc(l.record.Sections, func(s resume.Section) bool { return s.Start <= v.Start && v.End <= s.End }); at >= 0 {
		e.Section = l.record.Sections[at].Kind
	}
	e.Position = slices.IndexFunc(l.record.Positions, func(p resume.Position) bool { return p.Start <= v.Start && v.End <= p.End })
	return e
}
