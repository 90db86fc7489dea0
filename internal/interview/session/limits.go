package session

import (
	"time"

	"kadry/internal/fault"
	"kadry/internal/interview/input"
	"kadry/internal/interview/plan"
)

// Limits bound a session. Zero durations take the default of the whole, no bound for one
// answer and no reminder.
type Limits struct {
	MaxQuestions int           // of the plan, probes not counted; 0 is the default plan
	PerAnswer    time.Duration // from the question
	Total        time.Duration // from the start
	RemindAfter  time.Duration // from the question, once a question; off by default
}

// Check reports what is wrong with limits and sets the default of the whole.
func (l *Limits) Check(c *fault.Check) {
	if l.MaxQuestions < 0 || l.MaxQuestions > plan.MaxQuestions {
		c.Wrong("max_questions", fault.Say("must be 1-%d, got %d", "должно быть от 1 до %d, передано %d", plan.MaxQuestions, l.MaxQuestions))
	}
	if l.Total == 0 {
		l.Total = totalDefault
	}
	for _, d := range []struct {
		path        string
		value       time.Duration
		least, most time.Duration
	}{
		{"total_limit", l.Total, totalLeast, totalMost},
		{"answer_limit", l.PerAnswer, answerLeast, totalMost},
		{"remind_after", l.RemindAfter, remindLeast, totalMost},
	} {
		if d.value != 0 && (d.value < d.least || d.value > d.most) {
			c.Wrong(d.path, input.Within(d.least, d.most))
		}
	}
}

// Bounds of limits.
const (
	totalDefault = 7 * 24 * time.Hour
	totalLeast   = 5 * time.Minute
	totalMost    = 90 * 24 * time.Hour
	answerLeast  = 30 * time.Second
	remindLeast  = time.Minute
)
