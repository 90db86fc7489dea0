package webhook_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"kadry/internal/webhook"
)

func document(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "..", "docs", "webhooks.md"))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// The payloads that integrators read are those that are sent, member for member in order.
func TestDocument_showsGenuinePayloads(t *testing.T) {
	t.Parallel()
	head := func(id string, seq int64, at string) webhook.Event {
		when, err := time.Parse(time.RFC3339, at)
		if err != nil {
			t.Fatal(err)
		}
		return webhook.Event{ID: id, Session: "0198c1a7-4f3e-7cc2-9a51-5d2f6b0e8a11", Seq: seq, At: when, UserID: "user_abc123"}
	}
	asked, err := webhook.Compat.Question(head("0198c1a7-52b0-7d10-8e0f-3b1c2d4e5f60", 1, "2026-11-20T09:30:00Z"), webhook.Question{
		Question:   "Tell me about a service of yours that was slow. What did you measure first?",
		QuestionID: "performance-measure", ExpectedAnswerType: webhook.AnswerText, QuestionsAsked: 1, QuestionsPlanned: 8,
		Notice: "A program asks the questions and rates the answers; a person decides.", Deadline: time.Date(2026, 11, 22, 9, 30, 0, 0, time.UTC),
	})
	if err != nil {
		t.Fatal(err)
	}
	// What is inside the result is the interview's: here it is taken as the document shows it.
	blocks := regexp.MustCompile("(?s)```json\n(.*?)```").FindAllStringSubmatch(document(t), -1)
	if len(blocks) != 3 {
		t.Fatalf("%d payloads", len(blocks))
	}
	var shown struct {
		Result json.RawMessage `json:"analysis_result"`
	}
	if err := json.Unmarshal([]byte(blocks[1][1]), &shown); err != nil {
		t.Fatal(err)
	}
	end, err := webhook.Flat.End(head("0198c1b9-0000-7000-8000-000000000009", 9, "2026-11-20T10:05:12.345Z"), shown.Result)
	if err != nil {
		t.Fatal(err)
	}
	failed, err := webhook.Envelope.Failure(head("0198c1a7-52b0-7d10-8e0f-3b1c2d4e5f61", 1, "2026-11-20T09:30:01Z"),
		webhook.Failure{Message: "No vacancy fits this CV.", Code: "no_suitable_vacancy"})
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range [][]byte{asked, end, failed} {
		var shown bytes.Buffer
		if err := json.Compact(&shown, []byte(blocks[i][1])); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(string(want), shown.String()); diff != "" {
			t.Errorf("payload %d: %s", i+1, diff)
		}
	}
}

func TestDocument_tellsTrueFigures(t *testing.T) {
	t.Parallel()
	doc := strings.Join(strings.Fields(document(t)), " ")
	waits := make([]string, len(webhook.Schedule()))
	for i, d := range webhook.Schedule() {
		switch {
		case d >= time.Hour:
			waits[i] = fmt.Sprintf("%d h", d/time.Hour)
		case d >= time.Minute:
			waits[i] = fmt.Sprintf("%d min", d/time.Minute)
		default:
			waits[i] = fmt.Sprintf("%d s", d/time.Second)
		}
	}
	// The key of the published vector: a secret that kadry itself refuses to work with.
	const secret, id, body = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", "msg_p5jXN8AQM9LWM0D4loKWxJek", `{"test": 2432232314}`
	s, err := webhook.Sign(id, time.Unix(1614265330, 0), []byte(body), webhook.Weak(decoded(t, secret)))
	if err != nil {
		t.Fatal(err)
	}
	for _, fact := range []string{
		fmt.Sprintf("tried %d times, with waits of %s before each", len(waits), strings.Join(waits, ", ")),
		fmt.Sprintf("more than %d minutes from your clock", webhook.Tolerance/time.Minute),
		secret, id, body, "`" + s.Timestamp + "`", "`" + s.Signature + "`", "`" + s.Signature256 + "`",
		"`" + webhook.HeaderID + "`", "`" + webhook.HeaderTimestamp + "`", "`" + webhook.HeaderSignature + "`", "`" + webhook.HeaderSignature256 + "`",
	} {
		if !strings.Contains(doc, fact) {
			t.Errorf("the document lacks: %s", fact)
		}
	}
}
