package talent

import (
	"slices"

	"kadry/internal/talent/resume"
)

// recordWire is the facts of a CV on the wire, for one candidate and for a parsed text.
type recordWire struct {
	Title        string            `json:"title,omitempty"`
	Summary      string            `json:"summary,omitempty"`
	Location     string            `json:"location,omitempty"`
	Level        string            `json:"experience_level"`
	LevelBasis   string            `json:"level_basis"`
	TotalYears   float64           `json:"total_years"`
	StatedYears  float64           `json:"stated_years,omitzero"`
	Skills       []skillWire       `json:"skills,omitempty"`
	NotClaimed   []skillWire       `json:"not_claimed,omitempty" doc:"Skills that the CV names without claiming them: the person lacks them, wants to learn them, or they are the work of others."`
	Positions    []positionWire    `json:"positions,omitempty"`
	Education    []educationWire   `json:"education,omitempty"`
	Certificates []certificateWire `json:"certificates,omitempty"`
	Projects     []projectWire     `json:"projects,omitempty"`
	Languages    []languageWire    `json:"languages,omitempty"`
	SalaryWish   string            `json:"salary_wish,omitempty"`
	Relocation   string            `json:"relocation,omitempty"`
	Warnings     []string          `json:"warnings,omitempty"`
}

type skillWire struct {
	Skill    string      `json:"skill"`
	Years    *float64    `json:"years,omitempty"`
	LastUsed string      `json:"last_used,omitempty"`
	Strength string      `json:"strength"`
	Stance   string      `json:"stance"`
	Evidence []quoteWire `json:"evidence"`
}

type positionWire struct {
	Title   string `json:"title"`
	Company string `json:"company"`
	From    string `json:"from,omitempty"`
	To      string `json:"to,omitempty"`
	Current bool   `json:"current,omitempty"`
	Months  int    `json:"months"`
	Work    bool   `json:"counts_as_work"`
	Duties  string `json:"duties,omitempty"`
}

type educationWire struct {
	Institution string `json:"institution"`
	Degree      string `json:"degree,omitempty"`
	Level       string `json:"level,omitempty"`
	Field       string `json:"field,omitempty"`
	From        string `json:"from,omitempty"`
	To          string `json:"to,omitempty"`
}

type certificateWire struct {
	Name   string `json:"name"`
	Issuer string `json:"issuer,omitempty"`
	Date   string `json:"date,omitempty"`
}

type projectWire struct {
	Name   string   `json:"name"`
	Text   string   `json:"text,omitempty"`
	Link   string   `json:"link,omitempty"`
	Skills []string `json:"skills,omitempty"`
}

type languageWire struct {
	Code string `json:"code,omitempty"`
	Name string `json:"name"`
	CEFR string `json:"cefr,omitempty"`
}

// wireRecord turns a record into its wire form; with quotes at most so many per skill.
func wireRecord(r resume.Record, quotes int, lang string) recordWire {
	w := recordWire{
		Title: r.Title, Summary: r.Summary, Location: r.Location,
		Level: string(r.Level), LevelBasis: r.LevelBasis, TotalYears: years(r.TotalMonths), StatedYears: years(r.StatedMonths),
		SalaryWish: r.SalaryWish, Relocation: r.Relocation,
	}
	for _, s := range r.Skills {
		if claimed(s.Stance) {
			w.Skills = append(w.Skills, wireSkill(s, quotes))
		} else {
			w.NotClaimed = append(w.NotClaimed, wireSkill(s, quotes))
		}
	}
	for _, p := range r.Positions {
		w.Positions = append(w.Positions, wirePosition(p))
	}
	for _, e := range r.Education {
		w.Education = append(w.Education, educationWire{
			Institution: e.Institution, Degree: e.Degree, Level: e.Level, Field: e.Field, From: e.From.Text(e.FromYear), To: e.To.Text(e.ToYear),
		})
	}
	for _, c := range r.Certificates {
		w.Certificates = append(w.Certificates, certificateWire{Name: c.Name, Issuer: c.Issuer, Date: c.Date.Text(c.Year)})
	}
	for _, p := range r.Projects {
		project := projectWire{Name: p.Name, Text: p.Text, Link: p.Link}
		for _, id := range p.Skills {
			project.Skills = append(project.Skills, string(id))
		}
		w.Projects = append(w.Projects, project)
	}
	for _, l := range r.Languages {
		w.Languages = append(w.Languages, languageWire{Code: l.Code, Name: l.Name, CEFR: l.CEFR})
	}
	for _, warning := range r.Warnings {
		w.Warnings = append(w.Warnings, warning.Text.In(lang))
	}
	return w
}

func wireSkill(s resume.Skill, quotes int) skillWire {
	w := skillWire{Skill: s.Name, LastUsed: s.LastUsed.Text(s.LastYear), Strength: string(s.Strength), Stance: string(s.Stance)}
	if s.MonthsKnown {
		known := years(s.Months)
		w.Years = &known
	}
	for _, e := range s.Evidence[:min(quotes, len(s.Evidence))] {
		w.Evidence = append(w.Evidence, quoteWire{Section: e.Section, Quote: e.Quote, Start: e.Start, End: e.End})
	}
	return w
}

func wirePosition(p resume.Position) positionWire {
	w := positionWire{
		Title: p.Title, Company: p.Company, From: p.From.Text(p.FromYear), To: p.To.Text(p.ToYear),
		Current: p.Current, Work: p.Work, Duties: p.Text,
	}
	if p.From != 0 && p.To >= p.From {
		w.Months = int(p.To-p.From) + 1
	}
	return w
}

// condense drops what weighs most: quotes beyond one, duties and project texts, all
// quotes. It reports false when nothing of that is left.
func (w *recordWire) condense() bool {
	quotes, texts := 0, false
	for _, s := range slices.Concat(w.Skills, w.NotClaimed) {
		quotes = max(quotes, len(s.Evidence))
	}
	for _, p := range w.Positions {
		texts = texts || p.Duties != ""
	}
	for _, p := range w.Projects {
		texts = texts || p.Text != ""
	}
	switch {
	case quotes > 1:
		w.keepQuotes(1)
	case texts:
		for i := range w.Positions {
			w.Positions[i].Duties = ""
		}
		for i := range w.Projects {
			w.Projects[i].Text = ""
		}
	case quotes > 0:
		w.keepQuotes(0)
	default:
		return false
	}
	return true
}

func (w *recordWire) keepQuotes(n int) {
	for _, list := range [][]skillWire{w.Skills, w.NotClaimed} {
		for i := range list {
			list[i].Evidence = list[i].Evidence[:min(n, len(list[i].Evidence))]
		}
	}
}
