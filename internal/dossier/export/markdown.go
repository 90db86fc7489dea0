package export

import (
	"fmt"
	"strconv"
	"strings"

	"kadry/internal/dossier/quote"
	"kadry/internal/dossier/report"
	"kadry/internal/fault"
)

// Markdown is a report as Markdown. All text is escaped: names and quotes act on nothing.
func Markdown(r report.Report) string {
	m := markdown{voice: voice{lang: r.Language}}
	m.head(1, m.say("Hiring report: %s", "Отчёт о найме: %s", m.role(r.Role)))
	m.line(r.Summary)
	m.line(m.origin(r))
	m.head(2, m.say("Candidates", "Кандидаты"))
	m.matrix(r)
	for _, c := range r.Candidates {
		m.candidate(c)
	}
	m.recommendations(r.Recommendations)
	m.market(r)
	if len(r.Unknown) > 0 {
		m.head(2, m.say("What we do not know", "Чего мы не знаем"))
		for _, u := range r.Unknown {
			m.item(u.Field + ": " + u.Reason)
		}
	}
	return m.String()
}

// Place is where one person stands in a report: the same Markdown, without anybody else.
func Place(r report.Report, c report.Candidate) string {
	m := markdown{voice: voice{lang: r.Language}}
	m.head(1, m.say("Hiring report: %s", "Отчёт о найме: %s", m.role(r.Role)))
	m.line(m.origin(r))
	m.item(m.say("Decision: %s", "Решение: %s", m.decision(c.Decision)))
	m.item(m.say("Score: %s", "Балл: %s", m.score(c)))
	m.told(c)
	m.WriteString("\n")
	return m.String()
}

func (v voice) role(r report.Role) string {
	if r.Location == "" {
		return r.Title
	}
	return r.Title + ", " + r.Location
}

type markdown struct {
	strings.Builder
	voice
}

func (m *markdown) head(level int, text string) {
	if m.Len() > 0 && !strings.HasSuffix(m.String(), "\n\n") {
		m.WriteString("\n")
	}
	fmt.Fprintf(m, "%s %s\n\n", strings.Repeat("#", level), fault.EscapeMarkdown(text))
}

func (m *markdown) line(text string) { m.WriteString(fault.EscapeMarkdown(text) + "\n\n") }

func (m *markdown) item(text string) { m.WriteString("- " + fault.EscapeMarkdown(text) + "\n") }

func (m *markdown) row(cells ...string) {
	for i, c := range cells {
		cells[i] = fault.EscapeMarkdown(c)
	}
	m.WriteString("| " + strings.Join(cells, " | ") + " |\n")
}

func (m *markdown) table(columns ...string) {
	m.row(columns...)
	m.WriteString("|" + strings.Repeat(" --- |", len(columns)) + "\n")
}

// matrix is candidates by skills.
func (m *markdown) matrix(r report.Report) {
	columns := []string{"№", m.say("Candidate", "Кандидат"), m.say("Decision", "Решение"), m.say("Score", "Балл")}
	for _, s := range r.Requirement.All() {
		columns = append(columns, s.Name)
	}
	m.table(columns...)
	for _, c := range r.Candidates {
		row := []string{rank(c), c.ID, m.decision(c.Decision), m.score(c)}
		for _, cell := range c.Skills {
			row = append(row, m.standing(cell))
		}
		m.row(row...)
	}
	m.WriteString("\n")
	m.line(r.Ranking)
}

func rank(c report.Candidate) string {
	if c.Rank == 0 {
		return "—"
	}
	return strconv.Itoa(c.Rank)
}

func (v voice) score(c report.Candidate) string {
	if c.Verdict == nil {
		return v.say("not known", "мы не знаем")
	}
	return strconv.Itoa(c.Verdict.Score)
}

func (m *markdown) candidate(c report.Candidate) {
	title := c.ID
	if c.Name != "" {
		title = c.Name + " (" + c.ID + ")"
	}
	m.head(3, title)
	m.told(c)
}

// told is what is known of a candidate, below their name.
func (m *markdown) told(c report.Candidate) {
	for _, p := range c.Problems {
		m.item(m.say("Not read: %s", "Не прочитано: %s", p))
	}
	if o := c.Override; o != nil {
		m.item(m.say("Decision of %[1]s: %[2]s. Reason: %[3]s", "Решение (%[1]s): %[2]s. Причина: %[3]s", o.Author, m.decision(o.Decision), o.Reason))
	}
	if c.Verdict == nil {
		return
	}
	for _, reason := range c.Verdict.Reasons {
		m.item(reason)
	}
	m.WriteString("\n")
	m.table(m.say("Part", "Часть"), m.say("Points", "Баллы"), m.say("Of", "Из"), m.say("Why", "Почему"))
	for _, p := range c.Verdict.Parts {
		m.row(m.part(p.Part), strconv.Itoa(p.Points), strconv.Itoa(p.Of), p.Why)
	}
	m.row(m.say("Score", "Балл"), strconv.Itoa(c.Verdict.Score), "", "")
	m.WriteString("\n")
	for _, cell := range c.Skills {
		m.item(cell.Skill + ": " + m.standing(cell))
		for _, e := range cell.Evidence {
			m.WriteString("  ")
			m.item(m.source(e) + ": " + e.Text + m.place(e))
		}
	}
}

// longestQuote is of a person's own words, in characters.
const longestQuote = 200

// place is where a proof can be looked up.
func (v voice) place(e report.Evidence) string {
	var parts []string
	for _, p := range []string{e.Place.URL, e.Place.Section} {
		if p != "" {
			parts = append(parts, p)
		}
	}
	if said := quote.In(v.lang, e.Place.Quote, longestQuote); said != "" {
		parts = append(parts, said)
	}
	if len(parts) == 0 {
		return ""
	}
	return " " + strings.Join(parts, ", ")
}

func (m *markdown) recommendations(rec report.Recommendations) {
	m.head(2, m.say("What follows", "Что дальше"))
	for _, p := range rec.Interview {
		m.item(m.say("To interview: %[1]s (%[2]s)", "На интервью: %[1]s (%[2]s)", p.ID, m.decision(p.Decision)))
	}
	for _, g := range rec.Train {
		m.item(m.say("To teach: %[1]s, not proven in %[2]d", "Чему учить: %[1]s, не подтверждено у %[2]d", g.Skill, len(g.Candidates)))
	}
	for _, r := range rec.Risks {
		m.item(m.say("Risk: %s", "Риск: %s", r))
	}
	if rec.Offer != nil {
		m.item(m.say("Offer: %s", "Предложение: %s", m.money(*rec.Offer)))
	}
}

func (m *markdown) market(r report.Report) {
	m.head(2, m.say("The market", "Рынок"))
	m.line(m.figures(r))
	for _, w := range r.Classification.Mandatory {
		m.item(w.Skill + ": " + w.Explanation)
	}
	for _, w := range r.Classification.Preferred {
		m.item(w.Skill + ": " + w.Explanation)
	}
	for _, w := range r.Classification.Suggested {
		m.item(m.say("Suggested: %[1]s. %[2]s", "Рынок требует ещё: %[1]s. %[2]s", w.Skill, w.Explanation))
	}
	m.WriteString("\n")
	m.line(r.Classification.Method)
}

// figures say what was counted, and of what.
func (v voice) figures(r report.Report) string {
	if !r.Market.Known {
		return r.Market.Reason
	}
	return v.say("Source: %[1]s. Postings found: %[2]d, read: %[3]d.", "Источник: %[1]s. Найдено вакансий: %[2]d, прочитано: %[3]d.",
		r.Market.Source, r.Market.Found, r.Classification.Analyzed)
}
