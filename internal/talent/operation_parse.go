package talent

import (
	"context"
	"encoding/base64"

	"kadry/internal/fault"
	"kadry/internal/op"
	"kadry/internal/skill"
	"kadry/internal/talent/layout"
	"kadry/internal/talent/resume"
)

type parseInput struct {
	Text     string   `json:"resume_text,omitzero" max:"1000000" doc:"The CV as text."`
	File     string   `json:"file,omitzero" doc:"A CV file in base64, instead of resume_text."`
	FileName string   `json:"file_name,omitzero" max:"255" doc:"Of file."`
	Required []string `json:"required_skills,omitempty" max:"40" doc:"Skills to check the CV for."`
}

type parseOutput struct {
	Name            string             `json:"name,omitempty"`
	Contacts        contactsWire       `json:"contacts"`
	Record          recordWire         `json:"record"`
	ExperienceYears map[string]float64 `json:"experience_years"`
	Coverage        []coverageWire     `json:"required_coverage"`
	Confidence      confidenceWire     `json:"confidence"`
	Engine          string             `json:"engine"`
	AsOf            string             `json:"as_of"`
	Note            string             `json:"note,omitempty"`
}

type contactsWire struct {
	Emails []string `json:"emails"`
	Phones []string `json:"phones"`
	Links  []string `json:"links"`
}

type coverageWire struct {
	Asked    string      `json:"asked"`
	Covered  bool        `json:"covered"`
	Found    string      `json:"found,omitempty"`
	How      string      `json:"how,omitempty"`
	Stance   string      `json:"stance,omitempty"`
	Years    *float64    `json:"years,omitempty"`
	LastUsed string      `json:"last_used,omitempty"`
	Strength string      `json:"strength,omitempty"`
	Evidence []quoteWire `json:"evidence"`
}

// confidenceWire is 0..1 for each part of the record.
type confidenceWire struct {
	Name         float64 `json:"name"`
	Title        float64 `json:"title"`
	Positions    float64 `json:"positions"`
	Skills       float64 `json:"skills"`
	Education    float64 `json:"education"`
	Languages    float64 `json:"languages"`
	Certificates float64 `json:"certificates"`
	Projects     float64 `json:"projects"`
	Contacts     float64 `json:"contacts"`
}

// Condense implements op.Condenser.
func (o parseOutput) Condense() (parseOutput, bool) {
	o.Note = "Shortened to fit: some quotes and texts are left out."
	return o, o.Record.condense()
}

func (d *handlers) parseResume() *op.Op {
	return op.New(op.Spec{
		Name: "parse_resume_advanced", Toolset: hrToolset, Title: "Read one CV into facts", Effect: op.Reads, BodyLimit: uploadLimit,
		Doc: "Reads a CV without storing it: years per skill with quotes, roles and duties, projects, certificates, education, languages, " +
			"a confidence for each part, and whether it covers required_skills. Age, sex, marital status and nationality are not read.",
		Examples: []op.Example{{
			Title: "A short CV",
			Input: `{"resume_text":"Nina Example\nGo developer\n\nSkills\nGo, PostgreSQL, Docker\n\nExperience\nMarch 2021 - May 2024\nSample Works, Go developer\nServices with Go, PostgreSQL, K8s.","required_skills":["Kubernetes","Java"]}`,
		}},
	}, func(ctx context.Context, in parseInput) (parseOutput, error) {
		page, err := d.parsed(ctx, in)
		if err != nil {
			return parseOutput{}, err
		}
		asOf := resume.MonthOf(d.base.Now().UTC())
		return d.wireParsed(Candidate{Text: page.Text, Record: d.base.Extract(page, asOf)}, in.Required, from(ctx).Lang), nil
	})
}

// parsed is the page to read, from whichever form it came in.
func (d *handlers) parsed(ctx context.Context, in parseInput) (layout.Page, error) {
	if (in.Text == "") == (in.File == "") {
		return layout.Page{}, fault.E(fault.Invalid, fault.Say("Give exactly one of resume_text and file.", "Укажите ровно одно из resume_text и file."), nil)
	}
	data := []byte(in.Text)
	name := in.FileName
	if in.File != "" {
		var err error
		if data, err = base64.StdEncoding.DecodeString(in.File); err != nil {
			return layout.Page{}, fault.E(fault.Invalid, fault.Say("file: the content is not base64", "file: содержимое не в base64"), err)
		}
	}
	if in.Text != "" {
		name = "pasted.txt"
	}
	doc, err := d.base.readable(ctx, name, data)
	return doc.Page(), err
}

func (d *handlers) wireParsed(c Candidate, required []string, lang string) parseOutput {
	r := c.Record
	out := parseOutput{
		Name: r.Name, Record: wireRecord(r, 3, lang), Engine: "rules", AsOf: r.AsOf.String(),
		Contacts:        contactsWire{Emails: r.Contacts.Emails, Phones: r.Contacts.Phones, Links: r.Contacts.Links},
		ExperienceYears: map[string]float64{}, Confidence: confidenceWire(r.Confidence),
	}
	for _, s := range r.Skills {
		if s.MonthsKnown && claimed(s.Stance) {
			out.ExperienceYears[s.Name] = years(s.Months)
		}
	}
	out.Coverage = d.base.coverages(required, c)
	return out
}

// Covers reports that a CV claims a skill, asked in any spelling.
func (b *Base) Covers(c Candidate, asked string) bool {
	return b.coverages([]string{asked}, c)[0].Covered
}

// coverages says of each asked skill whether the CV covers it.
func (b *Base) coverages(required []string, c Candidate) (list []coverageWire) {
	held := map[skill.ID]resume.Skill{}
	for _, s := range c.Record.Skills {
		held[s.Skill] = s
	}
	for _, asked := range required {
		list = append(list, b.coverage(asked, held, c))
	}
	return list
}

// coverage says whether held answers for one asked skill: the best edge that is claimed,
// else what the CV says of the skill without claiming it.
// A skill that the taxonomy does not have is looked up word for word, as a search does.
func (b *Base) coverage(asked string, held map[skill.ID]resume.Skill, c Candidate) coverageWire {
	w := coverageWire{Asked: asked}
	r := b.Skills.Resolve(asked)
	if !r.Known {
		return b.literalCoverage(asked, c)
	}
	for _, e := range b.Skills.Satisfying(r.Skill) {
		s, ok := held[e.Skill]
		if !ok || e.How == skill.Related || (!claimed(s.Stance) && e.Skill != r.Skill) {
			continue
		}
		wired := wireSkill(s, 3)
		w.Found, w.How, w.Stance, w.Years, w.Evidence = s.Name, string(e.How), wired.Stance, wired.Years, wired.Evidence
		w.LastUsed, w.Strength = wired.LastUsed, wired.Strength
		if w.Covered = claimed(s.Stance); w.Covered {
			return w
		}
	}
	return w
}

func (b *Base) literalCoverage(asked string, c Candidate) coverageWire {
	w := coverageWire{Asked: asked}
	n := need{asked: asked}
	m := wireMatch(n.literalMatch(b.Skills, c, true))
	if len(m.Evidence) == 0 {
		return w
	}
	w.Covered, w.Found, w.How, w.Stance = true, asked, m.How, string(skill.Affirmed)
	w.Years, w.LastUsed, w.Strength, w.Evidence = m.Years, m.LastUsed, m.Strength, m.Evidence
	return w
}
