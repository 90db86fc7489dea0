package interviewjobs

import (
	"encoding/json"
	"fmt"

	"kadry/internal/interview/session"
	"kadry/internal/webhook"
)

// payload puts an event into the bytes that its receiver gets.
func payload(shape webhook.Shape, s session.Session, e session.Event) ([]byte, error) {
	head := webhook.Event{ID: e.ID, Session: e.Session, Seq: int64(e.Seq), At: e.At, UserID: e.UserID}
	switch {
	case e.Analysis != nil:
		report, err := json.Marshal(e.Analysis.Report().Within(maxReport))
		if err != nil {
			return nil, fmt.Errorf("interviewjobs: report: %w", err)
		}
		return shape.End(head, report)
	case e.Failure != nil:
		return shape.Failure(head, webhook.Failure{
			Message: e.Failure.Message.In(string(s.Language)), Code: string(e.Failure.Code), Retryable: e.Failure.Retryable,
		})
	case e.Type == session.EventReminder:
		return shape.Reminder(head, questionPayload(*e.Question))
	}
	return shape.Question(head, questionPayload(*e.Question))
}

// maxReport is how many bytes of an end event its report may have: a receiver that wants both
// forms of the payload gets it twice, and many receivers take no more than 20 kB.
const maxReport = 9_500

func questionPayload(q session.QuestionEvent) webhook.Question {
	w := webhook.Question{
		Question: q.Text, QuestionID: q.ID, ExpectedAnswerType: string(q.Expected),
		QuestionsAsked: q.Number, QuestionsPlanned: q.Planned, Notice: q.Notice, Deadline: q.Deadline,
	}
	for _, o := range q.Options {
		w.Choices = append(w.Choices, o.Label+") "+o.Text)
	}
	return w
}
