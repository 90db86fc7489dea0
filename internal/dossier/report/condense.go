package report

import (
	"slices"

	"kadry/internal/dossier/requirement"
	"kadry/internal/dossier/verdict"
	"kadry/internal/fault"
)

// Condense says the same with less: it takes away what weighs most and decides least, one
// kind of thing a time, and never a candidate, a decision or a score.
func (r Report) Condense() (Report, bool) {
	r.Note = fault.Say("Shortened to fit; the exported report has everything.", "Сокращено по размеру; всё есть в выгруженном отчёте.").In(r.Language)
	r.Candidates = slices.Clone(r.Candidates)
	for _, less := range []func(*Report) bool{
		func(r *Report) bool { return r.cells(bestOnly) },
		func(r *Report) bool { return r.cells(withoutEvidence) },
		(*Report).withoutMarketDetails,
		(*Report).withoutCode,
		func(r *Report) bool { return r.verdicts(withoutParts) },
		func(r *Report) bool { return r.verdicts(firstReason) },
		(*Report).withoutCells,
		func(r *Report) bool { return r.verdicts(bare) },
	} {
		if less(&r) {
			return r, true
		}
	}
	return r, false
}

// cells changes the cells of all candidates and reports whether any became less.
func (r *Report) cells(less func(*Cell) bool) (changed bool) {
	for i := range r.Candidates {
		c := &r.Candidates[i]
		c.Skills = slices.Clone(c.Skills)
		for k := range c.Skills {
			changed = less(&c.Skills[k]) || changed
		}
	}
	return changed
}

func bestOnly(c *Cell) bool {
	if len(c.Evidence) < 2 {
		return false
	}
	c.Evidence = c.Evidence[:1]
	return true
}

func withoutEvidence(c *Cell) bool {
	changed := len(c.Evidence)+len(c.Silent) > 0
	c.Evidence, c.Silent = nil, nil
	return changed
}

func (r *Report) withoutMarketDetails() bool {
	changed := len(r.Market.BySkill) > 0 || r.Classification.Method != ""
	r.Market.BySkill, r.Classification.Method = nil, ""
	for _, list := range []*[]requirement.Weighed{&r.Classification.Mandatory, &r.Classification.Preferred, &r.Classification.Suggested, &r.Classification.Rare} {
		*list = slices.Clone(*list)
		for i := range *list {
			(*list)[i].Explanation = ""
		}
	}
	return changed
}

// verdicts changes the verdicts of all candidates and reports whether any became less.
func (r *Report) verdicts(less func(*verdict.Verdict) bool) (changed bool) {
	for i := range r.Candidates {
		if given := r.Candidates[i].Verdict; given != nil {
			v := *given
			changed = less(&v) || changed
			r.Candidates[i].Verdict = &v
		}
	}
	return changed
}

func withoutParts(v *verdict.Verdict) bool {
	changed := len(v.Parts) > 0
	v.Parts = nil
	return changed
}

func firstReason(v *verdict.Verdict) bool {
	changed := len(v.Reasons) > 1
	v.Reasons = v.Reasons[:min(1, len(v.Reasons))]
	return changed
}

// bare leaves the decision, the score and the count of the gate.
func bare(v *verdict.Verdict) bool {
	changed := len(v.Reasons)+len(v.Gate.Missing)+len(v.Risks) > 0
	v.Reasons, v.Risks, v.Gate.Missing, v.Gate.Text = nil, nil, nil, ""
	return changed
}

func (r *Report) withoutCode() (changed bool) {
	for i := range r.Candidates {
		changed = changed || r.Candidates[i].Code != nil
		r.Candidates[i].Code = nil
	}
	return changed
}

// withoutCells leaves the skills of a verdict's gate, which name what is missing.
func (r *Report) withoutCells() (changed bool) {
	for i := range r.Candidates {
		changed = changed || len(r.Candidates[i].Skills) > 0
		r.Candidates[i].Skills = nil
	}
	return changed
}
