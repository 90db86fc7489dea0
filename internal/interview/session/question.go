package session

import (
	"fmt"
	"slices"

	"kadry/internal/interview/bank"
	"kadry/internal/interview/leadin"
	"kadry/internal/interview/marking"
	"kadry/internal/interview/plan"
)

// NextQuestion is the probe that the last mark calls for, else the next question of the plan that
// the bank still has.
func (s State) NextQuestion(b *bank.Bank) (put Put, ok bool) {
	if id, probe := s.probeDue(); probe > 0 {
		if q, ok := b.Question(id); ok && probe <= len(q.Probes) {
			return Put{Asked: Asked{
				ID: fmt.Sprintf("%s~%d", id, probe), Question: id, Probe: probe, Number: s.numberOf(id), Gap: s.isGap(id),
				Text: s.Language.Of(q.Probes[probe-1].Text), Expected: bank.TextAnswer,
			}}, true
		}
	}
	for _, item := range s.remaining() {
		if q, ok := b.Question(item.Question); ok {
			return Put{Notice: Notice(s.Language), Asked: Asked{
				ID: q.ID, Question: q.ID, Number: s.numberOf(q.ID), Gap: s.isGap(q.ID),
				Text: marking.Worded(q, s.Language), Expected: q.Answer, Options: marking.Options(q, s.Language),
			}}, true
		}
	}
	return Put{}, false
}

func (s State) numberOf(question string) int {
	return 1 + slices.IndexFunc(s.Plan.Items(), func(i plan.Item) bool { return i.Question == question })
}

func (s State) isGap(question string) bool { return s.numberOf(question) > len(s.Plan.Core) }

// LastAnswer is the candidate's last answer, a zero message before the first.
func (s State) LastAnswer() Message {
	for _, m := range slices.Backward(s.Messages) {
		if m.Kind == AnswerMessage {
			return m
		}
	}
	return Message{}
}

// Turns are the answers on a question, each with the words of the plan that called for it,
// and the places of the probes used. What a lead-in says is no part of the question, and
// moves no mark. A question that the bank has dropped keeps the words that were sent.
func (s State) Turns(id string, q bank.Question) (turns []marking.Turn, used []int) {
	asked := map[string]string{}
	for _, m := range s.Messages {
		switch {
		case m.Question != id:
		case m.Kind == AnswerMessage:
			turns = append(turns, marking.NewTurn(asked[m.AskedID], m.Text, m.Raw, m.Seq))
		case m.Sender == Interviewer:
			asked[m.AskedID] = leadin.Without(m.Text, planned(q, s.Language, m.Probe))
			if m.Probe > 0 {
				used = append(used, m.Probe)
			}
		}
	}
	return turns, used
}

// planned is a question, or one of its probes, in the words of the plan; "" when there is none.
func planned(q bank.Question, lang bank.Language, probe int) string {
	switch {
	case q.ID == "" || probe > len(q.Probes):
		return ""
	case probe > 0:
		return lang.Of(q.Probes[probe-1].Text)
	}
	return marking.Worded(q, lang)
}
