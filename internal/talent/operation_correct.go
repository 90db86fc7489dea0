package talent

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"kadry/internal/fault"
	"kadry/internal/op"
	"kadry/internal/talent/correction"
	"kadry/internal/talent/resume"
)

// clearable is a field that can be said to be empty.
type clearable string

// Enum implements the closed set of those fields. A level always is one.
func (clearable) Enum() []string {
	var all []string
	for _, f := range correction.Fields() {
		if f != correction.Level {
			all = append(all, string(f))
		}
	}
	return all
}

type correctInput struct {
	ID           string            `json:"candidate_id" min:"1" max:"100" doc:"Whose record is wrong."`
	Reason       string            `json:"reason" min:"3" max:"500" doc:"How it is known."`
	Name         string            `json:"name,omitzero" max:"300" doc:"Full name."`
	Title        string            `json:"title,omitzero" max:"300" doc:"Headline: the latest or wanted job title."`
	Location     string            `json:"location,omitzero" max:"300" doc:"City, country."`
	Level        level             `json:"experience_level,omitzero" doc:"Whatever the dates say."`
	Emails       []string          `json:"emails,omitempty" max:"20" doc:"All of them."`
	Phones       []string          `json:"phones,omitempty" max:"20" doc:"All of them."`
	Links        []string          `json:"links,omitempty" max:"20" doc:"All of them."`
	Positions    []jobInput        `json:"positions,omitempty" max:"60" doc:"All jobs, those that were right included."`
	Education    []educationWire   `json:"education,omitempty" max:"60" doc:"All of it."`
	Certificates []certificateWire `json:"certificates,omitempty" max:"60" doc:"All of them."`
	Languages    []languageWire    `json:"languages,omitempty" max:"60" doc:"All of them."`
	AddSkills    []vouchedSkill    `json:"add_skills,omitempty" max:"60" doc:"Skills that the person has and the record lacks."`
	RemoveSkills []string          `json:"remove_skills,omitempty" max:"60" doc:"Skills that the person has not."`
	Clear        []clearable       `json:"clear,omitempty" max:"12" doc:"Fields that are to be empty."`
	TakeBack     []int             `json:"take_back,omitempty" max:"100" doc:"correction_id of corrections that hold no longer."`
}

type jobInput struct {
	Number  int    `json:"number,omitzero" min:"0" max:"200" doc:"Which of the jobs shown now it is, from 1: it keeps that one's duties. 0 is another job."`
	Title   string `json:"title,omitzero" max:"300" doc:"Job title."`
	Company string `json:"company,omitzero" max:"300" doc:"Employer."`
	From    string `json:"from,omitzero" pattern:"^([0-9]{4}(-[0-9]{2})?)?$" doc:"YYYY-MM or YYYY."`
	To      string `json:"to,omitzero" pattern:"^([0-9]{4}(-[0-9]{2})?)?$" doc:"Empty while current."`
	Current bool   `json:"current,omitzero" doc:"It goes on."`
	NotWork bool   `json:"not_work,omitzero" doc:"A course, practice as a student, volunteering."`
}

type vouchedSkill struct {
	Skill    string  `json:"skill" min:"1" max:"120" doc:"In any spelling."`
	Years    float64 `json:"years,omitzero" min:"0" max:"60" doc:"If known."`
	LastUsed string  `json:"last_used,omitzero" pattern:"^([0-9]{4}(-[0-9]{2})?)?$" doc:"If known."`
}

func (d *handlers) correctCandidate() *op.Op {
	return op.New(op.Spec{
		Name: "correct_candidate", Toolset: talentToolset, Title: "Put a candidate's record right", Effect: op.Updates, Idempotent: true,
		Doc: "Says fields of a record anew where the file was read wrongly. What was read stays beside it; searches go by the correction, " +
			"also after reading anew. take_back undoes. Answers the history.",
	}, func(ctx context.Context, in correctInput) (historyOutput, error) {
		caller := from(ctx)
		h, err := d.base.History(ctx, caller.Tenant, in.ID)
		if err != nil {
			return historyOutput{}, err
		}
		a, err := d.amendment(caller, in, h.Shown)
		if err != nil {
			return historyOutput{}, err
		}
		if len(a.Add) == 0 && len(a.Take) == 0 {
			return historyOutput{}, fault.E(fault.Invalid, fault.Say("Nothing is corrected: name a field.", "Ничего не исправлено: укажите поле."), nil)
		}
		if err := d.base.Correct(ctx, caller.Tenant, in.ID, a); err != nil {
			return historyOutput{}, err
		}
		return d.history(ctx, in.ID)
	})
}

// amending gathers what a call says of a candidate.
type amending struct {
	checker

	Amendment

	say func(f correction.Field, v correction.Value)
}

// amendment is what a call says, over the record as it is shown.
func (d *handlers) amendment(caller op.Caller, in correctInput, shown resume.Record) (Amendment, error) {
	var a amending
	now := d.base.Now().UTC()
	a.say = func(f correction.Field, v correction.Value) {
		a.Add = append(a.Add, personSays(f, v, caller.Name, in.Reason, now))
	}
	for f, text := range map[correction.Field]string{
		correction.Name: in.Name, correction.Title: in.Title, correction.Location: in.Location, correction.Level: string(in.Level),
	} {
		if text = strings.TrimSpace(text); text != "" {
			a.say(f, correction.Value{Text: text})
		}
	}
	for f, list := range map[correction.Field][]string{correction.Emails: in.Emails, correction.Phones: in.Phones, correction.Links: in.Links} {
		if len(list) > 0 {
			a.say(f, correction.Value{List: a.lines(string(f), list)})
		}
	}
	a.jobs(in.Positions, shown)
	a.schools(in)
	d.vouch(&a, in)
	for _, f := range in.Clear {
		a.say(correction.Field(f), correction.Value{})
	}
	for _, id := range in.TakeBack {
		a.Take = append(a.Take, int64(id))
	}
	a.Back = correction.Back{Author: caller.Name, Reason: in.Reason, At: now}
	// The fields above come from maps; what is kept has one order.
	slices.SortStableFunc(a.Add, func(x, y correction.Entry) int { return strings.Compare(string(x.Field), string(y.Field)) })
	return a.Amendment, a.Err()
}

func (a *amending) lines(path string, list []string) []string {
	var out []string
	for i, s := range list {
		a.text(fmt.Sprintf("%s[%d]", path, i), s, 300)
		if s = strings.TrimSpace(s); s != "" && !slices.Contains(out, s) {
			out = append(out, s)
		}
	}
	return out
}

func (a *amending) date(path, text string) (m resume.Month, yearOnly bool) {
	if text == "" {
		return 0, false
	}
	m, yearOnly, err := resume.ParseDate(text)
	if err != nil {
		a.Wrong(path, fault.Say("must be a month like 2024-01 or a year, got %q", "ожидается месяц вида 2024-01 или год, передано %q", text))
	}
	return m, yearOnly
}

func (a *amending) jobs(list []jobInput, shown resume.Record) {
	if len(list) == 0 {
		return
	}
	var v correction.Value
	for i, in := range list {
		at := fmt.Sprintf("positions[%d]", i)
		p := resume.Position{
			Title: strings.TrimSpace(in.Title), Company: strings.TrimSpace(in.Company), Current: in.Current, Work: !in.NotWork,
		}
		p.From, p.FromYear = a.date(at+".from", in.From)
		p.To, p.ToYear = a.date(at+".to", in.To)
		p.From, p.To = resume.Settled(p.From, p.To, p.FromYear, p.ToYear)
		if in.Current && in.To != "" {
			a.Wrong(at+".to", fault.Say("a job that goes on has no end", "у нынешней работы нет конца"))
		}
		switch {
		case in.Number > len(shown.Positions):
			a.Wrong(at+".number", fault.Say("there are %d jobs", "мест работы: %d", len(shown.Positions)))
		case in.Number > 0:
			was := shown.Positions[in.Number-1]
			p.Start, p.End, p.Location = was.Start, was.End, was.Location
		}
		v.Positions = append(v.Positions, p)
	}
	a.say(correction.Positions, v)
}

func (a *amending) schools(in correctInput) {
	var schools, certificates, languages correction.Value
	for i, e := range in.Education {
		at := fmt.Sprintf("education[%d]", i)
		if _, ok := educationRanks[e.Level]; !ok && e.Level != "course" {
			a.oneOf(at+".level", e.Level, append(education("").Enum(), "course")...)
		}
		school := resume.Education{Institution: e.Institution, Degree: e.Degree, Level: e.Level, Field: e.Field}
		school.From, school.FromYear = a.date(at+".from", e.From)
		if school.To, school.ToYear = a.date(at+".to", e.To); school.ToYear {
			school.To += 11
		}
		schools.Education = append(schools.Education, school)
	}
	for i, c := range in.Certificates {
		certificate := resume.Certificate{Name: c.Name, Issuer: c.Issuer}
		certificate.Date, certificate.Year = a.date(fmt.Sprintf("certificates[%d].date", i), c.Date)
		certificates.Certificates = append(certificates.Certificates, certificate)
	}
	for i, l := range in.Languages {
		if _, ok := cefrRanks[strings.ToUpper(l.CEFR)]; !ok {
			a.oneOf(fmt.Sprintf("languages[%d].cefr", i), l.CEFR, cefr("").Enum()...)
		}
		code, _ := languageCode(l.Name)
		languages.Languages = append(languages.Languages, resume.Language{Code: code, Name: l.Name, CEFR: l.CEFR})
	}
	if len(in.Education) > 0 {
		a.say(correction.Education, schools)
	}
	if len(in.Certificates) > 0 {
		a.say(correction.Certificates, certificates)
	}
	if len(in.Languages) > 0 {
		a.say(correction.Languages, languages)
	}
}

// vouch reads skills in any spelling. A skill that the taxonomy lacks cannot be kept as one.
func (d *handlers) vouch(a *amending, in correctInput) {
	known := func(path, name string) (correction.SkillValue, bool) {
		r := d.base.Skills.Resolve(name)
		if !r.Known {
			a.Wrong(path, fault.Say("unknown skill %q; the nearest are: %s", "неизвестный навык «%s»; похожие: %s", name, strings.Join(r.Nearest, ", ")))
		}
		return correction.SkillValue{Skill: r.Skill}, r.Known
	}
	for i, s := range in.AddSkills {
		at := fmt.Sprintf("add_skills[%d]", i)
		if v, ok := known(at+".skill", s.Skill); ok {
			v.Months = int(s.Years*12 + 0.5)
			v.LastUsed, v.LastYear = a.date(at+".last_used", s.LastUsed)
			a.say(correction.Skill, correction.Value{Skill: v})
		}
	}
	for i, name := range in.RemoveSkills {
		if v, ok := known(fmt.Sprintf("remove_skills[%d]", i), name); ok {
			v.Gone = true
			a.say(correction.Skill, correction.Value{Skill: v})
		}
	}
}
