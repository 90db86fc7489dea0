package plan

import (
	"kadry/internal/interview/vacancy"
	"kadry/internal/skill"
)

// Coverage says what a plan asks of a vacancy.
type Coverage struct {
	Asked   map[skill.ID][]string // questions of the core by need; no entry: nothing asks about it
	Missing []string              // questions that the vacancy wants asked and the plan has not
}

// Coverage holds a plan against its vacancy. A question on a skill is asked for every need
// that the skill stands for.
func (p *Planner) Coverage(v vacancy.Vacancy, made Plan) Coverage {
	c := Coverage{Asked: map[skill.ID][]string{}}
	for _, n := range v.Needs {
		name, _ := p.nearest(n.Skill)
		for _, item := range made.Core {
			if item.For == n.Skill || item.Skill != "" && string(item.Skill) == name {
				c.Asked[n.Skill] = append(c.Asked[n.Skill], item.Question)
			}
		}
	}
	for _, one := range v.Choices {
		if one.Use == vacancy.Pinned && !made.asks(one.Question) {
			c.Missing = append(c.Missing, one.Question)
		}
	}
	return c
}

func (p Plan) asks(question string) bool {
	for _, item := range p.Core {
		if item.Question == question {
			return true
		}
	}
	return false
}
