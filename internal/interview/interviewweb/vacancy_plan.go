package interviewweb

import (
	"slices"

	"kadry/internal/interview/bank"
	"kadry/internal/interview/plan"
	"kadry/internal/interview/vacancy"
)

// planView is the plan of a vacancy as a page shows it.
type planView struct {
	hash     string
	language bank.Language // of the questions
	groups   []planGroup
	total    int
	compared bool
	gone     []planItem // asked by the plan before, and no more
	needs    []needAsked
	missing  []string // questions that the vacancy pins and that are not in the plan
}

// planGroup is what is asked about one competency.
type planGroup struct {
	title string
	items []planItem
}

// planItem is one planned question.
type planItem struct {
	id, text, about string
	level           bank.Level
	weight          float64
	own             bool // the company's own question
	fresh           bool // not in the plan before
}

// planOf is the plan that everybody gets for a vacancy, by competency.
func (w *web) planOf(s *screen, v vacancy.Vacancy) (planView, error) {
	plan, covered, err := w.room.Preview(s.Request.Context(), s.Caller.Tenant, v, v.Language, 0)
	if err != nil {
		return planView{}, err
	}
	p := planView{hash: plan.Hash, language: plan.Language, total: len(plan.Core)}
	for _, c := range bank.Competencies() {
		g := planGroup{title: c.Title().In(s.Lang)}
		for _, item := range plan.Core {
			if item.Competency == c {
				g.items = append(g.items, w.planItem(s, item, plan))
			}
		}
		if len(g.items) > 0 {
			p.groups = append(p.groups, g)
		}
	}
	p.missing = covered.Missing
	for _, n := range v.Needs {
		p.needs = append(p.needs, needAsked{s.skillName(n.Skill), covered.Asked[n.Skill]})
	}
	return p, nil
}

// needAsked is a need of a vacancy and the questions on it.
type needAsked struct {
	name  string
	asked []string
}

func (w *web) planItem(s *screen, item plan.Item, made plan.Plan) planItem {
	one := planItem{id: item.Question, level: item.Level, weight: item.Weight}
	if q, ok := made.Questions(w.room.Bank).Question(item.Question); ok {
		one.text, one.own = q.Text.In(string(made.Language)), q.Revision != ""
	}
	if item.Theme != "" {
		one.about = s.themeName(item.Theme)
	} else {
		one.about = s.skillName(item.Skill)
	}
	return one
}

// compare marks what is new against the plan before, and keeps what is gone.
func (p *planView) compare(before planView) {
	p.compared = true
	old, now := before.questions(), p.questions()
	for _, g := range p.groups {
		for i := range g.items {
			g.items[i].fresh = !slices.ContainsFunc(old, g.items[i].same)
		}
	}
	for _, one := range old {
		if !slices.ContainsFunc(now, one.same) {
			p.gone = append(p.gone, one)
		}
	}
}

func (i planItem) same(other planItem) bool { return i.id == other.id }

func (p planView) questions() []planItem {
	var all []planItem
	for _, g := range p.groups {
		all = append(all, g.items...)
	}
	return all
}

// content counts the questions that are not in the plan before.
func (p planView) content() int {
	n := 0
	for _, one := range p.questions() {
		if one.fresh {
			n++
		}
	}
	return n
}

// changeText says how a draft changes the plan.
func (s *screen) changeText(p planView) string {
	if p.content() == 0 && len(p.gone) == 0 {
		return s.T("vacancy.planSame")
	}
	return s.N("vacancy.planNew", p.content()) + ", " + s.N("vacancy.planGone", len(p.gone))
}
