package interview

import (
	"slices"

	"kadry/internal/interview/analysis"
	"kadry/internal/interview/marking"
	"kadry/internal/interview/session"
)

// Recompute makes the analysis of a session anew from its plan and its messages, with the
// bank and the rules of today, and without the overrides of people. Where neither has
// changed since, it equals Session.Analysis. What the second rater said is taken as kept.
func (r *Room) Recompute(s session.State) analysis.Analysis {
	again := s
	again.Marks = nil
	questions := s.Plan.Questions(r.Bank)
	for _, m := range s.Marks {
		q, ok := questions.Question(m.Question)
		turns, _ := s.Turns(m.Question, q)
		turns = slices.DeleteFunc(turns, func(t marking.Turn) bool { return t.Seq > m.Through })
		if !ok || len(turns) == 0 {
			again.Marks = append(again.Marks, m)
			continue
		}
		again.Marks = append(again.Marks, r.Marker.Anew(m, q, s.Language, turns))
	}
	return analysis.New(questions, r.Skills, again.Basis(nil))
}
