package report

import (
	"cmp"
	"slices"

	"kadry/internal/dossier/proof"
	"kadry/internal/dossier/verdict"
)

// The most of each list of recommendations.
const (
	mostShortlisted = 10
	mostGo          = 5
	mostHold        = 2
	mostTrained     = 5
	mostRisks       = 10
	topReasons      = 3
)

func (m maker) recommend(r Report) Recommendations {
	rec := Recommendations{Train: gaps(r.Candidates), Risks: m.risks(r)}
	rec.Offer, _ = m.offer()
	goes, holds := 0, 0
	for _, c := range r.Candidates {
		if c.Decision != verdict.Go && c.Decision != verdict.Hold {
			continue
		}
		pick := m.pick(c)
		if len(rec.Shortlist) < mostShortlisted {
			rec.Shortlist = append(rec.Shortlist, pick)
		}
		switch {
		case c.Decision == verdict.Go && goes < mostGo:
			goes++
			rec.Interview = append(rec.Interview, pick)
		case c.Decision == verdict.Hold && holds < mostHold:
			holds++
			rec.Interview = append(rec.Interview, pick)
		}
	}
	return rec
}

// pick gives the reasons for a decision. Where a person decided otherwise than the advice,
// the person's reason comes first.
func (m maker) pick(c Candidate) Pick {
	p := Pick{ID: c.ID, Decision: c.Decision}
	if c.Override != nil {
		p.Reasons = append(p.Reasons, m.say("Decided by a person: %s", "Решение человека: %s", c.Override.Reason))
	}
	if c.Verdict != nil {
		p.Score = &c.Verdict.Score
		p.Reasons = append(p.Reasons, c.Verdict.Reasons...)
	}
	p.Reasons = p.Reasons[:min(len(p.Reasons), topReasons)]
	return p
}

// gaps are the skills that at least two of those who were judged do not prove, what most lack
// first, mandatory ones before preferred.
func gaps(list []Candidate) []Gap {
	var all []Gap
	at := map[string]int{} // skill id -> place in all, which begins in the order of the request
	for _, c := range list {
		if c.Verdict == nil {
			continue
		}
		for _, cell := range c.Skills {
			i, ok := at[cell.ID]
			if !ok {
				i = len(all)
				at[cell.ID], all = i, append(all, Gap{Skill: cell.Skill})
			}
			if cell.Status != proof.Met {
				all[i].Candidates = append(all[i].Candidates, c.ID)
			}
		}
	}
	shared := slices.DeleteFunc(all, func(g Gap) bool { return len(g.Candidates) < 2 })
	slices.SortStableFunc(shared, func(a, b Gap) int { return cmp.Compare(len(b.Candidates), len(a.Candidates)) })
	return shared[:min(len(shared), mostTrained)]
}

// risks are what may make the report less than it seems, then what to clarify of people.
func (m maker) risks(r Report) []string {
	var list []string
	if !m.Market.Known() {
		list = append(list, m.say("Nothing is known of the market: %s", "О рынке ничего не известно: %s", m.whyNoMarket()))
	}
	if rare := r.Classification.Rare; len(rare) > 0 {
		list = append(list, m.say("Few postings ask for: %s. Few people may have it.", "Редко встречается в вакансиях: %s. Таких людей может быть мало.", named(rare)))
	}
	if len(r.Requirement.Mandatory) == 0 {
		list = append(list, m.say("No mandatory skills are set, so nobody is advised to be invited.", "Обязательные навыки не заданы, поэтому никого не советуем пригласить."))
	}
	if slices.ContainsFunc(r.Candidates, isJudged) && !slices.ContainsFunc(r.Candidates, func(c Candidate) bool { return c.Decision == verdict.Go }) {
		list = append(list, m.say("There is nobody on the list to invite yet.", "В списке пока некого пригласить."))
	}
	for _, c := range r.Candidates {
		list = append(list, m.clarify(c)...)
	}
	return list[:min(len(list), mostRisks)]
}

func isJudged(c Candidate) bool { return c.Verdict != nil }

// clarify is what to look at twice in one person's case.
func (m maker) clarify(c Candidate) (list []string) {
	if c.Verdict == nil {
		return []string{m.say("%s: nothing could be read.", "%s: ничего не удалось прочитать.", c.ID)}
	}
	for _, w := range c.Verdict.Risks {
		if w.Points > 0 {
			list = append(list, c.ID+": "+w.Text)
		}
	}
	return list
}
