package contract

import (
	"math"
	"slices"
	"strings"

	"kadry/internal/dossier/proof"
	"kadry/internal/dossier/report"
	"kadry/internal/dossier/requirement"
	"kadry/internal/fault"
)

// roubles is the only currency this contract's figures have.
const roubles = "RUB"

// Of turns a report into this contract. Lists and maps are empty rather than null; null stands
// only where a value is not known.
func Of(r report.Report, run Run) Response {
	run.Ignored = full(run.Ignored)
	out := Response{Candidates: []Candidate{}, Market: market(r.Market), Run: run}
	out.Report = Report{
		Role: r.Role.Title, Skills: []string{}, Summary: r.Summary, MarketSummary: summary(r.Market), MarketInsights: insights(r), Scores: []Score{},
		Recommendations: recommendations(r), Classification: classification(r.Classification, r.Language),
	}
	for _, s := range r.Requirement.All() {
		out.Report.Skills = append(out.Report.Skills, s.Name)
	}
	for _, c := range r.Candidates {
		out.Candidates = append(out.Candidates, candidate(c))
		if c.Verdict != nil {
			out.Report.Scores = append(out.Report.Scores, score(c))
		}
	}
	return out
}

func market(m report.MarketSummary) Market {
	if !m.Known {
		return Market{Error: &m.Reason}
	}
	m.Skills, m.Employers, m.Places, m.BySkill = full(m.Skills), full(m.Employers), full(m.Places), full(m.BySkill)
	return Market{Data: &m}
}

// full is a list that JSON writes as one, empty or not.
func full[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}

func summary(m report.MarketSummary) MarketSummary {
	s := MarketSummary{Found: m.Found, Source: m.Source, Skills: []SkillCount{}}
	for _, c := range m.Skills {
		s.Skills = append(s.Skills, SkillCount{Skill: c.Name, Count: c.N})
	}
	if p := m.Pay; p != nil && p.Currency == roubles {
		s.Pay = &SalaryStats{Count: p.N, Minimum: p.Min, Maximum: p.Max, Median: p.Median, P25: p.P25, P75: p.P75, Currency: roubles}
	}
	return s
}

func insights(r report.Report) MarketInsights {
	m := r.Market
	in := MarketInsights{
		Companies: []Company{}, Locations: []Location{}, Ranges: map[string]SkillRange{},
		Supply: SupplyDemand{Ratio: m.Responses, Vacancies: m.Found, Candidates: len(r.Candidates)},
	}
	in.Supply.Interpretation = fault.Say("unknown: responses were not counted", "неизвестно: отклики не подсчитаны").In(r.Language)
	if m.Responses != nil {
		in.Supply.Interpretation = fault.Say("responses per vacancy, as counted by the source", "откликов на вакансию, по подсчёту источника").In(r.Language)
	}
	for _, c := range m.Employers {
		in.Companies = append(in.Companies, Company{Company: c.Name, Count: c.N})
	}
	for _, c := range m.Places {
		in.Locations = append(in.Locations, Location{Location: c.Name, Count: c.N})
	}
	for _, s := range m.BySkill {
		if s.Currency == roubles {
			in.Ranges[s.Skill] = SkillRange{Min: s.Min, Max: s.Max, Median: s.Median, Samples: s.N}
		}
	}
	return in
}

func candidate(c report.Candidate) Candidate {
	out := Candidate{Username: c.ID}
	if len(c.Problems) > 0 {
		problems := strings.Join(c.Problems, "; ")
		out.Error = &problems
	}
	if c.Status == report.Failed {
		return out
	}
	out.Data = &Data{Skills: []SkillScore{}, Top: []string{}, Flags: flags(c)}
	for _, cell := range c.Skills {
		if cell.Strength != nil {
			out.Data.Skills = append(out.Data.Skills, SkillScore{Skill: cell.Skill, Score: *cell.Strength, Evidence: cell.Best().Text})
		}
	}
	out.Data.Read, out.Data.Top, out.Data.Activity = public(c.Code)
	return out
}

// public are the facts of GitHub; a person without it has none.
func public(c *report.Code) (read int, top []string, metrics *Activity) {
	if c == nil {
		return 0, []string{}, nil
	}
	a := Activity(c.Metrics)
	return c.Read, full(c.Languages), &a
}

func flags(c report.Candidate) []string {
	list := []string{}
	if c.Verdict == nil {
		return list
	}
	for _, r := range c.Verdict.Risks {
		list = append(list, r.Code)
	}
	return list
}

func score(c report.Candidate) Score {
	v := c.Verdict
	s := Score{
		Username: c.ID, Score: v.Score, Decision: c.Decision, Reasons: full(v.Reasons), Gaps: []string{}, Matched: []string{},
		Flags: flags(c), Evidence: map[string]string{}, Requirements: requirements(c),
	}
	s.Read, s.Top, s.Metrics = public(c.Code)
	for _, p := range v.Parts {
		switch {
		case p.Part == "risk":
			s.Risk = -p.Points
		case p.Part == "activity" && p.Of > 0:
			share := percent(float64(p.Points) / float64(p.Of))
			s.Activity = &share
		}
	}
	strength := 0.0
	for _, cell := range c.Skills {
		if cell.Strength != nil {
			strength += *cell.Strength
			s.Evidence[cell.Skill] = cell.Best().Text
		}
		if cell.Status == proof.Met {
			s.Matched = append(s.Matched, cell.Skill)
		} else {
			s.Gaps = append(s.Gaps, cell.Skill)
		}
	}
	if len(c.Skills) > 0 {
		s.Match = percent(strength / float64(len(c.Skills)))
	}
	s.Resume, s.LinkedIn = documents(c)
	return s
}

func percent(share float64) int { return int(math.Round(100 * share)) }

// documents are what the CV proves, in percent of the asked skills, and what LinkedIn says.
func documents(c report.Candidate) (resume *int, linkedin map[string]string) {
	proven, read := 0, false
	for _, cell := range c.Skills {
		read = read || slices.Contains(cell.Silent, proof.CV)
		if e, ok := said(cell, proof.CV); ok {
			read = true
			if e.Strength >= proof.Line {
				proven++
			}
		}
		if e, ok := said(cell, proof.LinkedIn); ok {
			if linkedin == nil {
				linkedin = map[string]string{}
			}
			linkedin[cell.Skill] = e.Text
		}
	}
	if read {
		share := percent(float64(proven) / float64(len(c.Skills)))
		resume = &share
	}
	return resume, linkedin
}

// said is the best that one source says of a skill.
func said(cell report.Cell, source proof.Source) (report.Evidence, bool) {
	i := slices.IndexFunc(cell.Evidence, func(e report.Evidence) bool { return e.Source == source })
	if i < 0 {
		return report.Evidence{}, false
	}
	return cell.Evidence[i], true
}

func requirements(c report.Candidate) RequirementMatch {
	m := RequirementMatch{MandatoryMatched: []string{}, MandatoryMissing: []string{}, PreferredMatched: []string{}, PreferredMissing: []string{}}
	for _, cell := range c.Skills {
		list := &m.PreferredMissing
		switch met := cell.Status == proof.Met; {
		case met && cell.Kind == report.Mandatory:
			list = &m.MandatoryMatched
		case cell.Kind == report.Mandatory:
			list = &m.MandatoryMissing
		case met:
			list = &m.PreferredMatched
		}
		*list = append(*list, cell.Skill)
	}
	m.Mandatory = coverage(m.MandatoryMatched, m.MandatoryMissing)
	m.Preferred = coverage(m.PreferredMatched, m.PreferredMissing)
	m.Overall = math.Round(10*(0.7*m.Mandatory+0.3*m.Preferred)) / 10
	return m
}

func coverage(matched, missing []string) float64 {
	total := len(matched) + len(missing)
	if total == 0 {
		return 100
	}
	return math.Round(1000*float64(len(matched))/float64(total)) / 10
}

func recommendations(r report.Report) Recommendations {
	rec := r.Recommendations
	out := Recommendations{Shortlist: []Pick{}, Interview: []string{}, Train: []string{}, Risks: full(rec.Risks)}
	for _, p := range rec.Shortlist {
		out.Shortlist = append(out.Shortlist, Pick{Username: p.ID, Score: p.Score, Decision: p.Decision, Reasons: full(p.Reasons)})
	}
	for _, p := range rec.Interview {
		out.Interview = append(out.Interview, p.ID)
	}
	for _, g := range rec.Train {
		out.Train = append(out.Train, g.Skill)
	}
	if o := rec.Offer; o != nil {
		out.Offer = &Offer{Min: o.From, Max: o.To, Currency: o.Currency, Samples: o.N}
	}
	return out
}

func classification(c requirement.Classification, lang string) Classification {
	say := func(en, ru string) string { return fault.Text{EN: en, RU: ru}.In(lang) }
	return Classification{
		Mandatory: weighed(c.Mandatory), Preferred: weighed(c.Preferred), Suggested: weighed(c.Suggested), Rare: weighed(c.Rare),
		Summary: Counts{Mandatory: len(c.Mandatory), Preferred: len(c.Preferred), Optional: c.Optional, Analyzed: c.Analyzed},
		Methodology: Methodology{
			Description: c.Method, Mandatory: c.Thresholds.Mandatory, Preferred: c.Thresholds.Preferred,
			Factors: []string{
				say("lists of the employer", "списки работодателя"), say("share of postings, lower bound", "доля вакансий, нижняя граница"),
				say("titles of postings", "заголовки вакансий"), say("name of the role", "название роли"),
			},
		},
	}
}

func weighed(list []requirement.Weighed) []Weighed {
	out := []Weighed{}
	for _, w := range list {
		out = append(out, Weighed{Skill: w.Skill, Importance: w.Importance, Explanation: w.Explanation})
	}
	return out
}
