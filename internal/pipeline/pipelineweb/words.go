package pipelineweb

import (
	"cmp"
	"math"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/a-h/templ"

	"kadry/internal/pipeline"
	"kadry/internal/webui/kit"
)

// nameOf is how a person is called. One whose name is hidden, or not known, is told from others
// by the end of their id.
func (s *screen) nameOf(id, name string) string {
	if name != "" {
		return name
	}
	return s.T("pipeline.pseudonym", "End", id[max(0, len(id)-4):])
}

func (s *screen) shownName(a pipeline.Shown) string {
	if a.Deleted {
		return s.T("pipeline.deleted")
	}
	return s.nameOf(a.Candidate, a.Name)
}

// stageText is a stage with its day and reason.
func (s *screen) stageText(p pipeline.Standing) string {
	text := s.Say(p.Stage.Text())
	if day, err := time.Parse(time.DateOnly, p.Until); err == nil {
		text += " " + s.T("pipeline.untilDay", "Date", s.Date(day))
	}
	if p.Reason != "" {
		text += ": " + s.Say(p.Reason.Text())
	}
	return text
}

// authorText names who did something. A server that is open to whoever sits at it knows no
// name.
func (s *screen) authorText(name string) string {
	switch name {
	case "", "local", "anonymous":
		return s.T("pipeline.someone")
	}
	return name
}

// changedText is who moved a person, and when.
func (s *screen) changedText(a pipeline.Shown) string {
	return s.T("pipeline.changedBy", "Author", s.authorText(a.MovedBy), "Moment", s.Moment(a.MovedAt))
}

// percent is a share of one as whole hundredths.
func percent(share float64) int { return int(math.Round(share * 100)) }

// howKey is the word for how a skill was found.
func howKey(how string) string {
	if slices.Contains([]string{"exact", "alias", "implied", "narrower", "broader", "related"}, how) {
		return "pipeline.how." + how
	}
	return "pipeline.how.exact"
}

// needsText are the skills a vacancy is searched by.
func (s *screen) needsText(c crowd) string {
	text := s.T("pipeline.soughtBy", "Skills", strings.Join(c.must, ", "))
	if len(c.plus) > 0 {
		text += " " + s.T("pipeline.soughtPlus", "Skills", strings.Join(c.plus, ", "))
	}
	return text + " " + s.T("pipeline.soughtOrder")
}

// searched is the same search on the page of candidates.
func (c crowd) searched() templ.SafeURL {
	return kit.Href(candidatesPath, url.Values{"must": {strings.Join(c.must, ", ")}, "plus": {strings.Join(c.plus, ", ")}, "match": {"any"}})
}

// asking is the market page with this vacancy's question, for somebody to ask it.
func (t trade) asking() templ.SafeURL {
	return kit.Href(marketPath, url.Values{"role": {t.vacancy.Title}, "skills": {strings.Join(t.skills, ", ")}})
}

// money is a sum of roubles.
func (s *screen) money(e *estimate) string {
	if e == nil {
		return s.T("unknown")
	}
	return s.Number(int(math.Round(e.Value/1000))*1000) + "\u00a0₽"
}

func (s *screen) basis(p *pay) string {
	if p == nil || p.Basis == "" {
		return s.T("pipeline.basis.stated")
	}
	if p.Basis != "net" && p.Basis != "gross" {
		return s.T("pipeline.basis.stated")
	}
	return s.T("pipeline.basis." + p.Basis)
}

// marketCommand fills an empty market from a terminal.
const marketCommand = "kadry market import vacancies.json"

// given is what was typed into a field of a form that is shown again.
func (d subject) typed(do, field string) string {
	if d.given.Get(fieldDo) != do {
		return ""
	}
	return d.given.Get(field)
}

// wasOpen reports that the form of a button is shown again.
func (d subject) wasOpen(do string) bool { return d.fault != nil && d.given.Get(fieldDo) == do }

// author is the name the caller's notes are kept under.
func (s *screen) author() string { return cmp.Or(s.Caller.Name, "anonymous") }
