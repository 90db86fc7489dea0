package talent

import (
	"fmt"
	"math"
	"strings"

	"kadry/internal/fault"
	"kadry/internal/skill"
	"kadry/internal/talent/resume"
)

// both joins texts of both languages with the same separator.
func both(separator string, texts ...fault.Text) fault.Text {
	en, ru := make([]string, len(texts)), make([]string, len(texts))
	for i, t := range texts {
		en[i], ru[i] = t.EN, t.RU
	}
	return fault.Text{EN: strings.Join(en, separator), RU: strings.Join(ru, separator)}
}

// parts explains a score as addends.
func (pl *plan) parts(s score, h *Hit) []Part {
	a, b, c := pl.shares()
	var parts []Part
	if a > 0 {
		parts = append(parts, Part{Name: "required", Points: s.required, Most: round4(a), Text: fault.Say(
			"%d of %d required skills, rare ones count more", "обязательных навыков: %d из %d, редкие весят больше",
			len(h.MatchedRequired), len(pl.required))})
	}
	if b > 0 {
		parts = append(parts, Part{Name: "preferred", Points: s.preferred, Most: round4(b), Text: fault.Say(
			"%d of %d preferred skills", "желательных навыков: %d из %d",
			len(h.MatchedPreferred), len(pl.preferred))})
	}
	if c > 0 {
		parts = append(parts, Part{Name: "evidence", Points: s.evidence, Most: round4(c), Text: fault.Say(
			"how often, how long and how recently the skills are shown",
			"как часто, как долго и как недавно применялись навыки")})
	}
	return parts
}

// Trust in a match by where its evidence stands and how it is connected; a bare list is
// the candidate's word alone.
var (
	strengthTrust = map[resume.Strength]float64{resume.InPosition: 1, resume.InProject: 0.9, resume.InText: 0.75, resume.ByPerson: 0.75, resume.InList: 0.6}
	howTrust      = map[skill.How]float64{skill.Exact: 1, skill.Alias: 1, skill.Implied: 0.9, skill.Narrower: 0.95, skill.Broader: 0.6}
)

const (
	weakTrust   = 0.6
	highFrom    = 70
	mediumFrom  = 40
	recordShare = 0.3 // how much a badly read CV can take away
)

// confidence says how far a match can be trusted: what its evidence is worth, and how
// well the CV was read.
func confidence(r resume.Record, matches []SkillMatch) Confidence {
	if len(matches) == 0 {
		return Confidence{Band: Low, Basis: []fault.Text{fault.Say("no skill is matched", "ни один навык не подтверждён")}}
	}
	var c Confidence
	total := 0.0
	for _, m := range matches {
		trust := howTrust[m.How] * strengthTrust[m.Strength]
		if m.Weak {
			trust *= weakTrust
			c.Basis = append(c.Basis, fault.Say("%s: only basic knowledge is claimed", "%s: заявлено только базовое знание", m.Asked))
		}
		switch {
		case m.How == skill.Broader:
			c.Basis = append(c.Basis, fault.Say("%s: the CV only says %q", "%s: в резюме сказано только «%s»", m.Asked, m.Surface))
		case m.How == skill.Implied || m.How == skill.Narrower:
			c.Basis = append(c.Basis, fault.Say("%s: concluded from %s", "%s: следует из %s", m.Asked, m.Canonical))
		case m.Strength == resume.ByPerson:
			c.Basis = append(c.Basis, fault.Say("%s: a person vouched for it, the CV does not name it", "%s: подтверждено человеком, в резюме не названо", m.Asked))
		case m.Strength == resume.InList:
			c.Basis = append(c.Basis, fault.Say("%s: only in a list of skills", "%s: только в списке навыков", m.Asked))
		}
		total += trust
	}
	read := (r.Confidence.Positions + r.Confidence.Skills) / 2
	if read < 0.5 {
		c.Basis = append(c.Basis, fault.Say("parts of the CV were hard to read", "резюме прочитано не полностью"))
	}
	c.Score = int(math.Round(100 * total / float64(len(matches)) * (1 - recordShare*(1-math.Min(read, 1)))))
	c.Band = bandOf(c.Score)
	return c
}

func bandOf(score int) Band {
	switch {
	case score >= highFrom:
		return High
	case score >= mediumFrom:
		return Medium
	}
	return Low
}

// maxSummarySkills keeps the summary one readable sentence.
const maxSummarySkills = 4

// summary is one sentence on why the candidate is here.
func summary(r resume.Record, matches []SkillMatch) fault.Text {
	head := fault.Text{EN: r.Title, RU: r.Title}
	if r.Title == "" {
		head = fault.Say("Candidate", "Кандидат")
	}
	if r.TotalMonths > 0 {
		worked := span(r.TotalMonths)
		head = fault.Text{EN: head.EN + ", " + worked.EN + " of work", RU: head.RU + ", опыт " + worked.RU}
	}
	var skills []fault.Text
	for _, m := range matches[:min(len(matches), maxSummarySkills)] {
		skills = append(skills, skillSummary(m, r.AsOf))
	}
	if len(skills) == 0 {
		return both("", head, fault.Say(".", "."))
	}
	return both("", head, fault.Say(": ", ": "), both(", ", skills...), fault.Say(".", "."))
}

func skillSummary(m SkillMatch, asOf resume.Month) fault.Text {
	name := m.Asked
	if m.How != skill.Exact && m.How != skill.Alias {
		name = fmt.Sprintf("%s (%s)", m.Asked, m.Canonical)
	}
	if !m.MonthsKnown {
		return fault.Say("%s (years not stated)", "%s (срок не указан)", name)
	}
	long := span(m.Months)
	if m.LastUsed > 0 && asOf > 0 && m.LastUsed < asOf {
		return fault.Text{
			EN: fmt.Sprintf("%s %s, last used %d", name, long.EN, m.LastUsed.Year()),
			RU: fmt.Sprintf("%s — %s, последний раз в %d", name, long.RU, m.LastUsed.Year()),
		}
	}
	return fault.Text{EN: name + " " + long.EN, RU: name + " — " + long.RU}
}
