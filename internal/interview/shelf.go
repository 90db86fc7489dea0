package interview

import (
	"context"
	"strconv"

	"kadry/internal/fault"
	"kadry/internal/interview/bank"
	"kadry/internal/interview/plan"
	"kadry/internal/interview/question"
	"kadry/internal/interview/vacancy"
)

// shelf is the questions of a tenant's own beside those of the bank, ready to be asked. It is
// never written to after it was made.
type shelf struct {
	stamp    string // of the questions it was made from
	own      []question.Question
	banks    map[bank.Language]*bank.Bank // what may be asked in a language
	planners map[bank.Language]*plan.Planner
}

func (s *shelf) planner(l bank.Language) *plan.Planner { return s.planners[l] }

// question returns what may be planned for a vacancy, whatever the language.
func (s *shelf) asks(id string) bool {
	for _, b := range s.banks {
		if _, ok := b.Question(id); ok {
			return true
		}
	}
	return false
}

// find returns a question of the tenant's own.
func (s *shelf) find(id string) (question.Question, bool) {
	for _, q := range s.own {
		if q.ID == id {
			return q, true
		}
	}
	return question.Question{}, false
}

// shelf returns the questions of a tenant, read anew when they changed.
func (r *Room) shelf(ctx context.Context, tenant string) (*shelf, error) {
	stamp := ""
	if r.Questions != nil {
		var err error
		if stamp, err = r.Questions.QuestionStamp(ctx, tenant); err != nil {
			return nil, err
		}
	}
	if stamp == "" {
		tenant = "" // all who have none share one
	}
	r.mu.Lock()
	s := r.shelves[tenant]
	r.mu.Unlock()
	if s != nil && s.stamp == stamp {
		return s, nil
	}
	s = &shelf{stamp: stamp, banks: map[bank.Language]*bank.Bank{}, planners: map[bank.Language]*plan.Planner{}}
	if stamp != "" {
		var err error
		if s.own, err = r.Questions.Questions(ctx, tenant); err != nil {
			return nil, err
		}
	}
	for _, l := range append(bank.Languages(), "") { // a vacancy without a language is planned in English
		s.banks[l], s.planners[l] = r.Bank, r.planner
		if asked := question.Asked(s.own, l); len(asked) > 0 {
			s.banks[l] = r.Bank.With(asked)
			s.planners[l] = plan.NewPlanner(s.banks[l], r.Skills)
		}
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if len(r.shelves) >= maxDesks {
		clear(r.shelves)
	}
	r.shelves[tenant] = s
	return s, nil
}

// knowsChoices refuses questions that a vacancy speaks of and nobody has.
func (r *Room) knowsChoices(ctx context.Context, tenant string, choices []vacancy.Choice) error {
	if len(choices) == 0 {
		return nil
	}
	s, err := r.shelf(ctx, tenant)
	if err != nil {
		return err
	}
	var c fault.Check
	for i, one := range choices {
		if !s.asks(one.Question) {
			c.Wrong("questions["+strconv.Itoa(i)+"].question", fault.Say("there is no question %q that may be asked", "нет вопроса %q, который можно задать", fault.Clip(one.Question)))
		}
	}
	return c.Err()
}
