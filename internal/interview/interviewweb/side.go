package interviewweb

import (
	"slices"

	"kadry/internal/interview/analysis"
	"kadry/internal/interview/bank"
)

// scored is one competency as the page shows it: what counts, and what the rules had said
// where people have changed it.
type scored struct {
	analysis.CompetencyScore
	before    int  // of the rules
	changed   bool // people have changed the score
	overrides []analysis.Override
	evidence  []evidence
}

// evidence is one point made, with the spot in the transcript.
type evidence struct {
	analysis.Evidence
	point  pointRow
	title  string // of the question
	anchor string // id on the page
}

// competencies are the scores of a finished interview, in the order of the bank.
func (t interviewPage) competencies() []scored {
	shown := t.Shown()
	if shown == nil {
		return nil
	}
	var list []scored
	for i, c := range shown.Competencies {
		one := scored{CompetencyScore: c, before: c.Score, evidence: t.evidenceOf(c.Competency)}
		if i < len(t.Analysis.Competencies) {
			one.before = t.Analysis.Competencies[i].Score
			one.changed = one.before != c.Score || c.Overruled != nil
		}
		for _, o := range t.Overrides {
			if o.Competency == c.Competency {
				one.overrides = append(one.overrides, o)
			}
		}
		list = append(list, one)
	}
	return list
}

// evidenceOf are the points made that a competency rests on, in the order of the questions.
func (t interviewPage) evidenceOf(c bank.Competency) []evidence {
	var list []evidence
	for _, e := range t.Analysis.Evidence {
		if e.Competency != c || e.Gap {
			continue
		}
		at := slices.IndexFunc(t.exchanges, func(x exchange) bool { return x.item.Question == e.Question })
		if at < 0 || t.exchanges[at].judged == nil {
			continue
		}
		one := evidence{Evidence: e, title: t.exchanges[at].title}
		rows := t.exchanges[at].judged.points
		if p := slices.IndexFunc(rows, func(p pointRow) bool { return p.id == e.Point }); p >= 0 {
			one.point, one.anchor = rows[p], quoted(e.Message, rows[p].opens)
		}
		list = append(list, one)
	}
	return list
}

// changed reports that people have changed the overall score.
func (t interviewPage) changed() bool {
	return t.Reviewed != nil && t.Analysis != nil && t.Reviewed.OverallScore != t.Analysis.OverallScore
}

// answered counts the core questions that were answered.
func answered(a *analysis.Analysis) int {
	n := 0
	for _, j := range a.Questions {
		if j.Answered {
			n++
		}
	}
	return n
}

// people are the names of those who overruled something, once each.
func (t interviewPage) people() []string {
	var list []string
	for _, o := range t.Overrides {
		if !slices.Contains(list, o.Who) {
			list = append(list, o.Who)
		}
	}
	return list
}
