package interview

import (
	"cmp"
	"context"
	"fmt"

	"kadry/internal/fault"
	"kadry/internal/interview/bank"
	"kadry/internal/interview/question"
	"kadry/internal/skill"
)

// templateEngine names who drafts without a model.
const templateEngine = "template"

// Drafted is one proposed question, kept as a draft.
type Drafted struct {
	SavedQuestion
	Engine string // the model, or "template"
}

// DraftOrder asks for drafts: for skills, or for the needs of a vacancy that nothing asks
// about.
type DraftOrder struct {
	Skills  []string // in any spelling
	Vacancy string   // id
	Level   bank.Level
	Count   int // for each skill
}

// Bounds of an order.
const (
	maxDraftSkills = 10
	maxDrafts      = 5 // for each skill
)

// DraftQuestions proposes questions and keeps them as drafts, which nobody is asked until a
// person has saved them as ready. What the model proposes and cannot be marked is replaced by
// a template, and so is everything without a model; Trouble says so.
func (r *Room) DraftQuestions(ctx context.Context, tenant string, o DraftOrder) (drafts []Drafted, trouble []fault.Text, err error) {
	if _, err := r.ownShelf(ctx, tenant); err != nil {
		return nil, nil, err
	}
	skills, err := r.ordered(ctx, tenant, o)
	if err != nil {
		return nil, nil, err
	}
	o.Level, o.Count = cmp.Or(o.Level, bank.Middle), min(max(o.Count, 1), maxDrafts)
	for _, id := range skills {
		known, err := r.ListQuestions(ctx, tenant, QuestionFilter{About: string(id)})
		if err != nil {
			return drafts, trouble, err
		}
		w := question.Wish{Skill: id, Name: question.NameOf(r.Skills, id), Form: question.FormOf(r.Skills, id), Level: o.Level, Count: o.Count}
		for _, q := range known {
			w.Known = append(w.Known, q.Text.Any(string(bank.English)))
		}
		made, said, err := r.draftsOf(ctx, tenant, w)
		drafts, trouble = append(drafts, made...), append(trouble, said...)
		if err != nil {
			return drafts, trouble, err
		}
	}
	return drafts, trouble, nil
}

// ordered are the skills of an order.
func (r *Room) ordered(ctx context.Context, tenant string, o DraftOrder) ([]skill.ID, error) {
	if o.Vacancy != "" {
		list, err := r.unasked(ctx, tenant, o.Vacancy)
		return list[:min(len(list), maxDraftSkills)], err
	}
	var c fault.Check
	var list []skill.ID
	if len(o.Skills) > maxDraftSkills {
		c.Wrong("skills", fault.Say("must have at most %d items, got %d", "не больше %d элементов, передано %d", maxDraftSkills, len(o.Skills)))
	}
	for i, name := range o.Skills {
		found := r.Skills.Resolve(name)
		if !found.Known {
			c.Wrong(fmt.Sprintf("skills[%d]", i), fault.Say("unknown skill %q", "неизвестный навык %q", fault.Clip(name)))
			continue
		}
		list = append(list, found.Skill)
	}
	if len(o.Skills) == 0 {
		c.Wrong("skills", fault.Say("name skills or a vacancy", "укажите навыки или вакансию"))
	}
	return list, c.Err()
}

// draftsOf keeps the drafts for one skill.
func (r *Room) draftsOf(ctx context.Context, tenant string, w question.Wish) (drafts []Drafted, trouble []fault.Text, err error) {
	proposed, engine := r.proposed(ctx, w)
	if ctx.Err() != nil {
		return nil, nil, ctx.Err()
	}
	if r.Drafter != nil && len(proposed) == 0 {
		trouble = append(trouble, fault.Say("The model proposed nothing usable for %s; templates stand in.", "Модель не предложила ничего пригодного для навыка %s, вместо этого — шаблоны.", r.Skills.Name(w.Skill)))
	}
	for n := range w.Count {
		c, by := question.Template(w, n), templateEngine
		if n < len(proposed) {
			c, by = proposed[n], engine
		} else if r.templated(ctx, tenant, c) {
			continue
		}
		saved, err := r.SaveQuestion(ctx, tenant, c, 0)
		if err != nil {
			return drafts, trouble, err
		}
		drafts = append(drafts, Drafted{saved, by})
	}
	return drafts, trouble, nil
}

// templated tells a template that is kept already: a second copy would be of no use.
func (r *Room) templated(ctx context.Context, tenant string, c question.Content) bool {
	s, err := r.shelf(ctx, tenant)
	if err != nil {
		return false
	}
	for _, q := range s.own {
		if q.Skill == c.Skill && q.Text == c.Text {
			return true
		}
	}
	return false
}

// proposed are the questions of the model that could be asked and marked; none without one.
func (r *Room) proposed(ctx context.Context, w question.Wish) (usable []question.Content, engine string) {
	if r.Drafter == nil {
		return nil, ""
	}
	p, err := r.Drafter.Draft(ctx, w)
	if err != nil { // the templates stand in; the answer says so
		return nil, ""
	}
	for _, c := range p.Questions {
		c.ID, c.Status, c.Skill, c.Theme, c.Level = "", question.Draft, string(w.Skill), "", w.Level
		c.Tags = []string{"draft"}
		if done, _, err := r.ExamineQuestion(ctx, c); err == nil && len(usable) < w.Count {
			usable = append(usable, done)
		}
	}
	return usable, p.Model
}
