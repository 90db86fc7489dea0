package report

import (
	"cmp"
	"slices"

	"kadry/internal/dossier/identity"
	"kadry/internal/dossier/proof"
	"kadry/internal/dossier/quote"
	"kadry/internal/dossier/requirement"
	"kadry/internal/dossier/verdict"
	"kadry/internal/fault"
	"kadry/internal/skill"
)

// MostCandidates is how many people one report judges.
const MostCandidates = 100

// The most characters that are kept of what others wrote.
const (
	longestTitle  = 200
	longestReason = 300
)

// Make makes the report of a case in a language.
func Make(g *skill.Graph, c Case, lang string) Report {
	m := maker{Case: c, lang: lang, asked: requirement.Of(g, c.Mandatory, c.Preferred)}
	m.Role = Role{Title: quote.Clean(c.Role.Title, longestTitle), Location: quote.Clean(c.Role.Location, longestTitle), Company: quote.Clean(c.Role.Company, longestTitle)}
	r := Report{
		Language: lang, Role: m.Role, Context: requirement.ContextOf(g, m.Role.Title), Requirement: m.asked,
		Classification: requirement.Classify(g, m.Role.Title, m.asked, c.Market.Demand, c.Thresholds, lang),
		Market:         m.summarised(), At: c.At, Engine: c.Engine,
		Ranking: m.say("By decision (go, hold, no), then by score, then by proven mandatory skills, then by id.",
			"По решению (пригласить, отложить, отказать), затем по оценке, по числу подтверждённых обязательных навыков и по имени."),
	}
	m.Subjects = c.Subjects[:min(len(c.Subjects), MostCandidates)]
	var people []identity.Identity
	for _, s := range m.Subjects {
		people = append(people, s.Identity)
	}
	for i, id := range identity.IDs(people) {
		r.Candidates = append(r.Candidates, m.candidate(id, m.Subjects[i]))
	}
	rank(r.Candidates)
	r.Unknown = m.unknown()
	r.Recommendations = m.recommend(r)
	r.Summary = m.summary(r)
	return r
}

type maker struct {
	Case
	lang  string
	asked requirement.Requirement
}

func (m maker) say(en, ru string, operands ...any) string {
	return fault.Say(en, ru, operands...).In(m.lang)
}

func (m maker) candidate(id string, s Subject) Candidate {
	c := Candidate{
		ID: quote.Clean(id, longestTitle), Identity: s.Identity, Name: quote.Name(s.Name), Override: s.Override, Code: s.Code,
	}
	unread := m.read(s, &c)
	held := verdict.NewCase(m.asked, s.Proofs)
	for _, h := range held.Mandatory {
		c.Skills = append(c.Skills, m.cell(Mandatory, h))
	}
	for _, h := range held.Preferred {
		c.Skills = append(c.Skills, m.cell(Preferred, h))
	}
	if c.Status != Failed {
		held.Activity, held.Risks, held.Unread = s.Activity, s.Risks, unread
		v := verdict.Judge(held, m.lang)
		c.Verdict, c.Decision = &v, v.Decision
	}
	if s.Override != nil {
		c.Decision = s.Override.Decision
	}
	return c
}

// read sets the status and returns the sources that could not be read at all.
func (m maker) read(s Subject, c *Candidate) (unread []proof.Source) {
	c.Status = OK
	for _, r := range s.Readings {
		if r.State == OK {
			continue
		}
		c.Status = Partial
		c.Problems = append(c.Problems, r.Source.Name(m.lang)+": "+quote.Clean(r.Why.In(m.lang), longestReason))
		if r.State == Failed {
			unread = append(unread, r.Source)
		}
	}
	if len(s.Readings) == 0 {
		c.Problems = append(c.Problems, m.say("No source was given.", "Не указан ни один источник."))
	}
	if len(unread) == len(s.Readings) {
		c.Status = Failed
	}
	return unread
}

func (m maker) cell(kind Kind, h verdict.Held) Cell {
	cell := Cell{Skill: h.Skill.Name, ID: h.Skill.ID, Kind: kind, Status: h.Finding.Status}
	if best, ok := h.Finding.Best(); ok {
		cell.Strength, cell.Source = &h.Finding.Strength, best.Source
	}
	for _, p := range h.Finding.Proofs {
		if !p.Known {
			if !slices.Contains(cell.Silent, p.Source) {
				cell.Silent = append(cell.Silent, p.Source)
			}
			continue
		}
		cell.Evidence = append(cell.Evidence, Evidence{
			Source: p.Source, Strength: p.Strength, Text: p.Text.In(m.lang), Place: p.Place, Years: p.Years, LastUsed: p.LastUsed,
		})
	}
	return cell
}

// rank orders the candidates and numbers those on whom there is a decision.
func rank(list []Candidate) {
	order := func(c Candidate) int {
		if i := slices.Index([]verdict.Decision{verdict.Go, verdict.Hold, verdict.No}, c.Decision); i >= 0 {
			return i
		}
		return len(c.Decision.Enum())
	}
	slices.SortStableFunc(list, func(a, b Candidate) int {
		first, second := a.judged(), b.judged()
		return cmp.Or(order(a)-order(b), second.Score-first.Score, second.Gate.Proven-first.Gate.Proven, cmp.Compare(a.ID, b.ID))
	})
	for i := range list {
		if list[i].Decision != "" {
			list[i].Rank = i + 1
		}
	}
}

// judged is the verdict, an empty one where there is none.
func (c Candidate) judged() verdict.Verdict {
	if c.Verdict == nil {
		return verdict.Verdict{}
	}
	return *c.Verdict
}
