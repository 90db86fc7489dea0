package session

import (
	"unicode/utf8"

	"kadry/internal/fault"
	"kadry/internal/interview/analysis"
	"kadry/internal/interview/bank"
	"kadry/internal/interview/input"
	"kadry/internal/interview/marking"
)

// maxReason bounds the reason of an override, in characters.
const maxReason = 2000

// Overrule records an override with the analysis made anew beside the original.
type Overrule struct {
	Override analysis.Override
	Reviewed analysis.Analysis
}

func (in Overrule) apply(s *step) error {
	if s.Status != Completed {
		return s.Unfinished()
	}
	in.Override.At = s.now
	s.change.Overrides = append(s.change.Overrides, in.Override)
	s.Reviewed = &in.Reviewed
	return nil
}

// CheckOverride returns an override cleaned for a session, or what is wrong with it.
func (s State) CheckOverride(o analysis.Override) (analysis.Override, error) {
	if s.Status != Completed {
		return analysis.Override{}, s.Unfinished()
	}
	var c fault.Check
	o.Who, o.Reason = input.Clean(o.Who), input.Clean(o.Reason)
	switch {
	case (o.Question == "") == (o.Competency == ""):
		c.Wrong("question", fault.Say("name either a question or a competency", "укажите либо вопрос, либо компетенцию"))
	case o.Question != "":
		if _, marked := marking.Latest(s.Marks, o.Question); !marked {
			c.Wrong("question", fault.Say("this interview has no mark for %q", "в этом интервью нет оценки за %q", fault.Clip(o.Question)))
		}
		input.Between(&c, "anchor", o.Anchor, bank.Grades-1)
		o.Score = 0
	default:
		s.checkCompetency(&c, o)
		o.Anchor = 0
	}
	if input.Blank(o.Who) {
		c.Wrong("who", fault.Say("must name the reviewer", "должно называть проверяющего"))
	}
	if n := utf8.RuneCountInString(o.Reason); input.Blank(o.Reason) || n > maxReason {
		c.Wrong("reason", fault.Say("must have 1-%d characters", "должно быть от 1 до %d знаков", maxReason))
	}
	return o, c.Err()
}

func (s State) checkCompetency(c *fault.Check, o analysis.Override) {
	input.OneOf(c, "competency", o.Competency, bank.Competencies())
	input.Between(c, "score", o.Score, 100)
	if s.Analysis == nil {
		return
	}
	for _, known := range s.Analysis.Competencies {
		if known.Competency == o.Competency && known.Standing == analysis.NotAsked {
			c.Wrong("competency", fault.Say("nothing was asked about it", "о ней ничего не спрашивали"))
		}
	}
}
