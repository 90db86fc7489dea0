package talent

import (
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"kadry/internal/talent/correction"
	"kadry/internal/talent/resume"
)

// SecondReading is what a second reader is asked: a text without contacts and protected facts, in
// which every offset is that of the candidate's text, and what the rules did not find in it.
type SecondReading struct {
	Text  string
	Lacks []correction.Field
}

// Proposal is what a second reader says it read. Nothing of it is believed: see proven.
type Proposal struct {
	By        string // a model and the version of its question
	Name      ProposedText
	Positions []ProposedJob
	Education []ProposedSchool
	Skills    []ProposedText // the words of the text that name a skill
}

// ProposedText is a value and the passage that says it.
type ProposedText struct {
	Value string
	resume.Span
}

// ProposedJob is a job; its months are "2021" or "2021-03".
type ProposedJob struct {
	Title, Company, From, To string
	Current                  bool
	resume.Span
}

// ProposedSchool is a course of study.
type ProposedSchool struct {
	Institution, Degree, From, To string
	resume.Span
}

// asked are the fields that a second reader can be asked about; the first three are worth a
// question.
var asked = []correction.Field{correction.Name, correction.Positions, correction.Skill, correction.Education}

// questionOf returns what a second reader is asked about a candidate, none where the rules
// found enough or a model has spoken already.
func questionOf(c Candidate) (q SecondReading, ok bool) {
	if slices.ContainsFunc(c.Corrections, func(e correction.Entry) bool { return e.Engine == correction.Model }) {
		return SecondReading{}, false
	}
	for _, f := range asked {
		if correction.Lacks(c.Record, f) {
			q.Lacks = append(q.Lacks, f)
		}
	}
	if len(q.Lacks) == 0 || q.Lacks[0] == correction.Education {
		return SecondReading{}, false
	}
	q.Text = blank(blank(c.Text, c.Record.Contacts.Spans), resume.ProtectedSpans(c.Text))
	return q, true
}

// Bounds of a proposal; more is no CV.
const (
	mostProposed    = 20
	longestProof    = 1500 // bytes of the passage of one job
	longestProposed = 150  // characters of one value
)

// prover holds a proposal against the text it claims to be read from.
type prover struct {
	*Base

	candidate Candidate
	question  SecondReading
	denied    []resume.Span
	taken     []resume.Span // passages of jobs: each proves one
	entries   []correction.Entry
	by        string
	at        time.Time
}

// proven makes entries of what a proposal proves: a value is taken only in the words of the
// passage that says it, only of a field that was asked about, and dates only with the years
// that stand there. All else is left out.
func (b *Base) proven(c Candidate, q SecondReading, p Proposal) []correction.Entry {
	v := &prover{Base: b, candidate: c, question: q, denied: unclaimed(q.Text, b.Skills), by: p.By, at: b.Now().UTC()}
	if slices.Contains(q.Lacks, correction.Name) {
		v.name(p.Name)
	}
	if slices.Contains(q.Lacks, correction.Positions) {
		v.positions(p.Positions)
	}
	if slices.Contains(q.Lacks, correction.Education) {
		v.education(p.Education)
	}
	if slices.Contains(q.Lacks, correction.Skill) {
		v.skills(p.Skills)
	}
	return v.entries
}

func (v *prover) say(f correction.Field, value correction.Value) {
	v.entries = append(v.entries, correction.Entry{Field: f, Value: value, Engine: correction.Model, Author: v.by, At: v.at})
}

// passage returns the words of a span of the text that was shown, "" where it is none.
func (v *prover) passage(s resume.Span) string {
	if s.Start < 0 || s.End <= s.Start || s.End > len(v.question.Text) || s.End-s.Start > longestProof {
		return ""
	}
	return v.question.Text[s.Start:s.End]
}

// stands reports that a value is in the words of a passage; spaces and case do not matter.
func stands(value, passage string) bool {
	value = squeezed(value)
	return value != "" && utf8.RuneCountInString(value) <= longestProposed && strings.Contains(squeezed(passage), value)
}

func squeezed(s string) string { return strings.ToLower(strings.Join(strings.Fields(s), " ")) }

// Bounds of the words of a name.
const (
	leastNameWords = 2
	mostNameWords  = 5
)

func (v *prover) name(said ProposedText) {
	words := strings.Fields(said.Value)
	if len(words) < leastNameWords || len(words) > mostNameWords || !stands(said.Value, v.passage(said.Span)) {
		return
	}
	for _, w := range words {
		first, _ := utf8.DecodeRuneInString(w)
		if !unicode.IsUpper(first) || strings.ContainsFunc(w, func(r rune) bool { return !unicode.IsLetter(r) && !strings.ContainsRune("-'’.", r) }) {
			return
		}
	}
	v.say(correction.Name, correction.Value{Text: strings.Join(words, " "), Start: said.Start, End: said.End})
}

func (v *prover) positions(list []ProposedJob) {
	var value correction.Value
	for _, job := range list[:min(len(list), mostProposed)] {
		passage := v.passage(job.Span)
		if !stands(job.Title, passage) && !stands(job.Company, passage) || v.isTaken(job.Span) {
			continue
		}
		p := resume.Position{Current: job.Current, Work: true, Start: job.Start, End: job.End}
		if stands(job.Title, passage) {
			p.Title = strings.Join(strings.Fields(job.Title), " ")
		}
		if stands(job.Company, passage) {
			p.Company = strings.Join(strings.Fields(job.Company), " ")
		}
		if !v.date(&p, job, passage) {
			continue // a job without dates is what the rules find by themselves
		}
		v.taken = append(v.taken, job.Span)
		value.Positions = append(value.Positions, p)
	}
	if len(value.Positions) > 0 {
		v.say(correction.Positions, value)
	}
}

func (v *prover) isTaken(s resume.Span) bool {
	return slices.ContainsFunc(v.taken, func(t resume.Span) bool { return t.Start < s.End && s.Start < t.End })
}

// date reads the dates of a job from its passage, as finely as they were said; what the
// passage does not say is not known.
func (v *prover) date(p *resume.Position, job ProposedJob, passage string) bool {
	p.From, p.FromYear = provenDate(job.From, passage)
	if job.Current { // laid over the record it reaches to the month of the record
		p.From, _ = resume.Settled(p.From, v.candidate.Record.AsOf, p.FromYear, false)
		return p.From > 0 && p.From <= v.candidate.Record.AsOf
	}
	p.To, p.ToYear = provenDate(job.To, passage)
	if p.From == 0 || p.To == 0 {
		return false
	}
	p.From, p.To = resume.Settled(p.From, p.To, p.FromYear, p.ToYear)
	return p.From <= p.To && p.To <= v.candidate.Record.AsOf
}

// provenDate is a month or a year whose year stands in the passage.
func provenDate(text, passage string) (m resume.Month, yearOnly bool) {
	if len(text) < len("2024") || !strings.Contains(passage, text[:len("2024")]) {
		return 0, false
	}
	m, yearOnly, err := resume.ParseDate(text)
	if err != nil {
		return 0, false
	}
	return m, yearOnly
}

func (v *prover) education(list []ProposedSchool) {
	var value correction.Value
	for _, school := range list[:min(len(list), mostProposed)] {
		passage := v.passage(school.Span)
		if !stands(school.Institution, passage) {
			continue
		}
		e := resume.Education{Institution: strings.Join(strings.Fields(school.Institution), " "), Start: school.Start, End: school.End}
		if stands(school.Degree, passage) {
			e.Degree = strings.Join(strings.Fields(school.Degree), " ")
		}
		e.From, e.FromYear = provenDate(school.From, passage)
		if e.To, e.ToYear = provenDate(school.To, passage); e.ToYear {
			e.To += 11
		}
		if e.To < e.From {
			e.From, e.To = 0, 0
		}
		value.Education = append(value.Education, e)
	}
	if len(value.Education) > 0 {
		v.say(correction.Education, value)
	}
}

// skills takes the words that the taxonomy knows as a skill's name: which skill they mean, the
// model does not decide. What the text denies is no skill.
func (v *prover) skills(list []ProposedText) {
	for _, said := range list[:min(len(list), mostProposed)] {
		passage := v.passage(said.Span)
		if !stands(said.Value, passage) || squeezed(said.Value) != squeezed(passage) {
			continue
		}
		id, known := v.Skills.Named(said.Value)
		denied := slices.ContainsFunc(v.denied, func(s resume.Span) bool { return s.Start < said.End && said.Start < s.End })
		if known && !denied {
			v.say(correction.Skill, correction.Value{Skill: correction.SkillValue{Skill: id}, Start: said.Start, End: said.End})
		}
	}
}
