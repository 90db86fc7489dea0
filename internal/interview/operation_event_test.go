package interview

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"kadry/internal/fault"
	"kadry/internal/interview/bank"
	"kadry/internal/interview/marking"
	"kadry/internal/interview/session"
	"kadry/internal/webhook"
)

// A program that reads webhooks reads pulled events too: data is the same in both.
func TestHappened_dataIsThatOfTheWebhook(t *testing.T) {
	t.Parallel()
	at := time.Date(2026, 11, 20, 9, 30, 0, 0, time.UTC)
	head := webhook.Event{ID: "0198c1a7-52b0-7d10-8e0f-3b1c2d4e5f60", Session: "0198c1a7-4f3e-7cc2-9a51-5d2f6b0e8a11", Seq: 1, At: at, UserID: "u"}
	base := session.Event{ID: head.ID, Session: head.Session, UserID: "u", Seq: 1, At: at}
	question, failure := base, base
	question.Type, failure.Type = session.EventQuestion, session.EventError
	question.Question = &session.QuestionEvent{
		ID: "sql-joins", Text: "Which join?", Expected: "choice", Options: []marking.Option{{Label: "A", Text: "left"}, {Label: "B", Text: "inner"}},
		Number: 1, Planned: 8, Notice: "A program asks.", Deadline: at.Add(time.Hour),
	}
	failure.Failure = &session.Failure{Code: session.NoVacancySuits, Message: fault.Say("No vacancy fits.", "Подходящей вакансии нет.")}
	asked, err := webhook.Envelope.Question(head, webhook.Question{
		Question: "Which join?", QuestionID: "sql-joins", ExpectedAnswerType: webhook.AnswerChoice, Choices: []string{"A) left", "B) inner"},
		QuestionsAsked: 1, QuestionsPlanned: 8, Notice: "A program asks.", Deadline: at.Add(time.Hour),
	})
	if err != nil {
		t.Fatal(err)
	}
	failed, err := webhook.Envelope.Failure(head, webhook.Failure{Message: "Подходящей вакансии нет.", Code: "no_suitable_vacancy"})
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		event session.Event
		sent  []byte
	}{"question": {question, asked}, "error": {failure, failed}} {
		var sent struct{ Data map[string]any }
		if err := json.Unmarshal(c.sent, &sent); err != nil {
			t.Fatal(err)
		}
		text, err := json.Marshal(happened(c.event, bank.Russian).Data)
		if err != nil {
			t.Fatal(err)
		}
		var pulled map[string]any
		if err := json.Unmarshal(text, &pulled); err != nil {
			t.Fatal(err)
		}
		for _, data := range []map[string]any{sent.Data, pulled} { // one writes milliseconds, both the same time
			if text, ok := data["deadline"].(string); ok {
				when, err := time.Parse(time.RFC3339, text)
				if err != nil {
					t.Fatal(err)
				}
				data["deadline"] = when
			}
		}
		if diff := cmp.Diff(sent.Data, pulled); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}
