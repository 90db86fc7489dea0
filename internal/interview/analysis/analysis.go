// Package analysis says what an interview has shown: scores by question and competency, a
// quote for every point, what a person should look at, and the words of a person in the
// place of the engine's. It is computed from a plan and its marks alone.
package analysis

import (
	"kadry/internal/interview/bank"
	"kadry/internal/interview/decimal"
	"kadry/internal/interview/marking"
	"kadry/internal/interview/plan"
	"kadry/internal/skill"
)

// New analyses an interview as far as it has come.
func New(b *bank.Bank, g *skill.Graph, from Basis) Analysis {
	a := analyst{from, b, g}
	out := Analysis{Language: a.Plan.Language, Engine: Engine{Name: EngineName, Version: plan.RulesVersion, PlanHash: a.Plan.Hash}}
	for _, item := range a.Plan.Core {
		out.Questions = append(out.Questions, a.judge(item))
	}
	for _, item := range a.Plan.Gaps {
		out.Gaps = append(out.Gaps, a.judge(item))
	}
	out.Competencies = a.competencies(out.Questions)
	out.total()
	a.quote(&out)
	out.second()
	out.review(a.Marks)
	out.word(from)
	return out
}

// analyst is a basis with what explains it.
type analyst struct {
	Basis
	bank   *bank.Bank
	skills *skill.Graph
}

// judge brings together what the plan, the bank, the mark and people say of one question.
func (a analyst) judge(item plan.Item) Judged {
	lang := a.Plan.Language
	j := Judged{Item: item, Title: Title(a.skills, item, lang), Standing: NotAsked}
	q, known := a.bank.Question(item.Question)
	if known {
		j.Text = lang.Of(q.Text)
	}
	mark, marked := marking.Latest(a.Marks, item.Question)
	if !marked {
		return j
	}
	j.Answered, j.Mark, j.Score, j.Anchor = true, mark, mark.Score, mark.Anchor
	if o := latest(a.Overrides, item.Question, ""); o != nil {
		j.Overruled, j.Anchor, j.Score = o, o.Anchor, float64(o.Anchor)/(bank.Grades-1)
	}
	j.Standing = standing(j.Score)
	if known {
		j.Meaning = lang.Of(q.Anchors[j.Anchor].Text)
	}
	for _, p := range mark.Points {
		if ref, ok := q.Point(p.ID); ok && !p.Made() {
			j.Missed = append(j.Missed, lang.Of(ref.Text))
		}
	}
	return j
}

// confidence is how sure the grade of an answer is: a person's own is.
func (j Judged) confidence() float64 {
	if j.Overruled != nil {
		return 1
	}
	return j.Mark.Confidence
}

// Title is the name of the skill or the theme that a planned question is about.
func Title(g *skill.Graph, item plan.Item, lang bank.Language) string {
	if item.Theme != "" {
		return lang.Of(bank.ThemeTitle(item.Theme))
	}
	return g.Name(item.Skill)
}

// competencies sums the core by competency.
func (a analyst) competencies(core []Judged) []CompetencyScore {
	var list []CompetencyScore
	for _, c := range bank.Competencies() {
		s := CompetencyScore{Competency: c, Title: a.Plan.Language.Of(c.Title()), Standing: NotAsked}
		planned, answered, got, sure := 0.0, 0.0, 0.0, 0.0
		for _, j := range core {
			if j.Competency != c {
				continue
			}
			s.Planned++
			planned += j.Weight
			if !j.Answered {
				continue
			}
			s.Answered++
			answered += j.Weight
			got += j.Weight * j.Score
			sure += j.Weight * j.confidence()
		}
		if answered > 0 {
			s.Score, s.Standing = Percent(got/answered), standing(decimal.Round(got/answered, 6))
			s.Coverage = decimal.Round(answered/planned, 4)
			s.Confidence = decimal.Round(sure/answered*s.Coverage*enough(s.Answered), 4)
			if o := latest(a.Overrides, "", c); o != nil {
				s.Overruled, s.Score, s.Standing = o, o.Score, standing(float64(o.Score)/100)
			}
		}
		list = append(list, s)
	}
	return list
}

// enough is how far a number of answers carries a judgement: one answer is little.
func enough(answers int) float64 { return float64(answers) / (float64(answers) + 0.5) }

// total sums up the core: the competencies, each by the weight that was answered.
func (a *Analysis) total() {
	planned, answered, got, sure, count := 0.0, 0.0, 0.0, 0.0, 0
	weight := map[bank.Competency]float64{}
	for _, j := range a.Questions {
		planned += j.Weight
		if j.Answered {
			answered += j.Weight
			weight[j.Competency] += j.Weight
			sure += j.Weight * j.confidence()
			got += j.Weight * j.Score
			count++
		}
	}
	if answered == 0 {
		return
	}
	for _, c := range a.Competencies {
		if c.Overruled != nil { // a person's word stands in the place of the answers'
			for _, j := range a.Questions {
				if j.Answered && j.Competency == c.Competency {
					got -= j.Weight * j.Score
				}
			}
			got += weight[c.Competency] * float64(c.Score) / 100
		}
	}
	a.OverallScore = min(100, max(0, Percent(got/answered)))
	a.Coverage = decimal.Round(answered/planned, 4)
	a.Confidence = decimal.Round(sure/answered*a.Coverage*enough(count), 4)
}

// quote lists the points made.
func (a analyst) quote(out *Analysis) {
	for _, block := range [][]Judged{out.Questions, out.Gaps} {
		for _, j := range block {
			if j.Overruled != nil && j.Overruled.Lowers(j.Mark) {
				continue // the points stay on record in the mark
			}
			q, _ := a.bank.Question(j.Question)
			for _, p := range j.Mark.Points {
				ref, ok := q.Point(p.ID)
				if !ok || p.Met == 0 {
					continue
				}
				out.Evidence = append(out.Evidence, Evidence{
					Question: j.Question, Competency: j.Competency, Gap: j.Mark.Question != "" && isGap(out.Gaps, j.Question),
					Point: p.ID, Text: out.Language.Of(ref.Text), Met: p.Met, Quote: p.Quote,
				})
			}
		}
	}
}

func isGap(gaps []Judged, question string) bool {
	for _, g := range gaps {
		if g.Question == question {
			return true
		}
	}
	return false
}

// second reports on the second rater.
func (a *Analysis) second() {
	agreed := 0.0
	for _, j := range a.Questions {
		if s := j.Mark.Second; s != nil {
			a.Engine.Model = s.Model
			if s.Trouble == "" {
				a.TwoRaters++
				agreed += s.Agreement
			}
		}
	}
	if a.TwoRaters > 0 {
		a.Agreement = decimal.Round(agreed/float64(a.TwoRaters), 4)
	}
}
