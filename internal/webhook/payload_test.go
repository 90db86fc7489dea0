package webhook_test

import (
	"bytes"
	"encoding/json"
	"maps"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"kadry/internal/fault"
	"kadry/internal/webhook"
)

var shapes = []webhook.Shape{webhook.Compat, webhook.Flat, webhook.Envelope}

func event() webhook.Event {
	return webhook.Event{
		ID: "evt_0198c1a7", Session: "00000000-0000-4000-8000-000000000001", Seq: 3, UserID: "user_abc123",
		At: time.Date(2026, 11, 20, 12, 30, 0, 123456789, time.FixedZone("MSK", 3*3600)),
	}
}

func question() webhook.Question {
	return webhook.Question{
		Question:   "Здравствуйте, расскажите о вашем опыте: <script> & «Go»?",
		QuestionID: "go-errors", ExpectedAnswerType: webhook.AnswerText, QuestionsAsked: 3, QuestionsPlanned: 8,
	}
}

// result is an analysis as an interview gives it.
func result() json.RawMessage {
	return json.RawMessage(`{"overall_score":85,"summary":"Кандидат показал глубокие знания.","strengths":["Опыт с <FastAPI>"],"weaknesses":[],` +
		`"recommendation":"Рекомендуется к следующему этапу.","competencies":[{"id":"backend","state":"shown","score":85}]}`)
}

// every payload of one shape by type.
func payloads(t *testing.T, s webhook.Shape) map[string][]byte {
	t.Helper()
	asked, err := s.Question(event(), question())
	if err != nil {
		t.Fatal(err)
	}
	end, err := s.End(event(), result())
	if err != nil {
		t.Fatal(err)
	}
	failed, err := s.Failure(event(), webhook.Failure{Message: "Подходящей вакансии нет.", Code: "no_suitable_vacancy", Retryable: true})
	if err != nil {
		t.Fatal(err)
	}
	reminded, err := s.Reminder(event(), question())
	if err != nil {
		t.Fatal(err)
	}
	tested, err := s.Test(event())
	if err != nil {
		t.Fatal(err)
	}
	return map[string][]byte{"question": asked, "end": end, "error": failed, "reminder": reminded, "test": tested}
}

func members(t testing.TB, body []byte) map[string]any {
	t.Helper()
	var m map[string]any
	if err := json.Unmarshal(body, &m); err != nil {
		t.Fatalf("%v: %s", err, body)
	}
	return m
}

func TestPayload_exactBytes(t *testing.T) {
	t.Parallel()
	const own = `"question":"Здравствуйте, расскажите о вашем опыте: <script> & «Go»?","context":{"user_id":"user_abc123"},` +
		`"question_id":"go-errors","expected_answer_type":"text","questions_asked":3,"questions_planned":8`
	const start = `{"session_id":"00000000-0000-4000-8000-000000000001","type":"question",`
	const end = `"id":"evt_0198c1a7","timestamp":"2026-11-20T09:30:00.123Z","seq":3,"schema_version":1}`
	for shape, want := range map[webhook.Shape]string{
		webhook.Compat:   start + own + `,"data":{` + own + `},` + end,
		webhook.Flat:     start + own + `,` + end,
		webhook.Envelope: start + `"data":{` + own + `},` + end,
	} {
		if diff := cmp.Diff(want, string(payloads(t, shape)["question"])); diff != "" {
			t.Errorf("%s: %s", shape, diff)
		}
	}
}

// The members of an event are the same at the top and in `data`, deeply.
func TestPayload_bothCopiesAreEqual(t *testing.T) {
	t.Parallel()
	common := []string{"session_id", "type", "data", "id", "timestamp", "seq", "schema_version"}
	flat, envelope := payloads(t, webhook.Flat), payloads(t, webhook.Envelope)
	for kind, body := range payloads(t, webhook.Compat) {
		top := members(t, body)
		data := top["data"]
		own := maps.Clone(top)
		for _, name := range common {
			if _, found := top[name]; !found {
				t.Errorf("%s has no %s", kind, name)
			}
			delete(own, name)
		}
		if diff := cmp.Diff(any(own), data); diff != "" || len(own) == 0 {
			t.Errorf("%s: %s", kind, diff)
		}
		if diff := cmp.Diff(map[string]any{"user_id": "user_abc123"}, own["context"]); diff != "" || top["type"] != kind {
			t.Errorf("%s: %s", kind, diff)
		}
		alone := members(t, flat[kind])
		if _, found := alone["data"]; found {
			t.Errorf("%s: flat has data", kind)
		}
		delete(top, "data")
		if diff := cmp.Diff(top, alone); diff != "" {
			t.Errorf("%s, flat: %s", kind, diff)
		}
		inside := members(t, envelope[kind])
		if diff := cmp.Diff(data, inside["data"]); diff != "" || len(inside) != len(common) {
			t.Errorf("%s, envelope: %d members, %s", kind, len(inside), diff)
		}
	}
}

// The result of an interview goes out as it was given, without the space between.
func TestPayload_theResultIsTheInterviews(t *testing.T) {
	t.Parallel()
	for _, s := range shapes {
		if body := payloads(t, s)["end"]; !bytes.Contains(body, append([]byte(`"analysis_result":`), result()...)) {
			t.Errorf("%s: %s", s, body)
		}
	}
	body, err := webhook.Flat.End(event(), json.RawMessage("\n {\t\"a\" : [ 1.50, \"\\u003c \\n\" ] }\n"))
	if err != nil || !bytes.Contains(body, []byte(`"analysis_result":{"a":[1.50,"\u003c \n"]},`)) {
		t.Errorf("%s, %v", body, err)
	}
	for _, none := range []string{"", " ", "null", "[]", `"{}"`, "1", "{", "{} {}", `{"a":}`, "{\"a\":\"\xff\"}", "\ufeff{}"} {
		if body, err := webhook.Compat.End(event(), json.RawMessage(none)); fault.KindOf(err) != fault.Invalid {
			t.Errorf("%q: %s, %v", none, body, err)
		}
	}
}

// A question says more only when there is more to say.
func TestPayload_noticeAndDeadline(t *testing.T) {
	t.Parallel()
	q := question()
	q.Notice, q.Deadline = "Отвечает программа.", time.Date(2026, 11, 21, 3, 0, 0, 999_999, time.FixedZone("MSK", 3*3600))
	q.ExpectedAnswerType, q.Choices = webhook.AnswerChoice, []string{"A) да", "B) нет"}
	body, err := webhook.Flat.Reminder(event(), q)
	const want = `"expected_answer_type":"choice","choices":["A) да","B) нет"],"questions_asked":3,"questions_planned":8,` +
		`"notice":"Отвечает программа.","deadline":"2026-11-21T00:00:00Z",`
	if err != nil || !bytes.Contains(body, []byte(want)) || !bytes.Contains(body, []byte(`"type":"reminder"`)) {
		t.Errorf("%s, %v", body, err)
	}
	q.Deadline = time.Date(10000, 1, 1, 0, 0, 0, 0, time.UTC)
	if body, err := webhook.Flat.Question(event(), q); fault.KindOf(err) != fault.Invalid {
		t.Errorf("%s, %v", body, err)
	}
}

// A test event has the session of none, so that no receiver takes it for one of an interview.
func TestPayload_aTestIsOfNoSession(t *testing.T) {
	t.Parallel()
	got := members(t, payloads(t, webhook.Flat)["test"])
	if got["session_id"] != webhook.TestSession || got["seq"] != float64(1) || got["message"] == "" || got["id"] != event().ID {
		t.Error(got)
	}
	if body, err := webhook.Flat.Test(webhook.Event{ID: "a", At: event().At}); err != nil {
		t.Errorf("%s, %v", body, err)
	}
	if body, err := webhook.Flat.Test(webhook.Event{ID: "a.b", At: event().At}); fault.KindOf(err) != fault.Invalid {
		t.Errorf("%s, %v", body, err)
	}
}

func TestPayload_ofAFailure(t *testing.T) {
	t.Parallel()
	if body := string(payloads(t, webhook.Flat)["error"]); !strings.HasPrefix(body,
		`{"session_id":"00000000-0000-4000-8000-000000000001","type":"error","message":"Подходящей вакансии нет.","context":{"user_id":"user_abc123"},`) {
		t.Error(body)
	}
	e := event()
	e.UserID = ""
	body, err := webhook.Flat.Failure(e, webhook.Failure{Message: "a", Code: "b"})
	if err != nil || !bytes.Contains(body, []byte(`"context":{"user_id":""}`)) || !bytes.Contains(body, []byte(`"retryable":false`)) {
		t.Errorf("%s, %v", body, err)
	}
}

func TestPayload_refusesWhatIsNoEvent(t *testing.T) {
	t.Parallel()
	for name, spoil := range map[string]func(*webhook.Event){
		"no id":        func(e *webhook.Event) { e.ID = "" },
		"a dotted id":  func(e *webhook.Event) { e.ID = "a.b" },
		"no session":   func(e *webhook.Event) { e.Session = "" },
		"no seq":       func(e *webhook.Event) { e.Seq = 0 },
		"no time":      func(e *webhook.Event) { e.At = time.Time{} },
		"a far future": func(e *webhook.Event) { e.At = time.Date(10000, 1, 1, 0, 0, 0, 0, time.UTC) },
	} {
		e := event()
		spoil(&e)
		if body, err := webhook.Compat.Question(e, question()); fault.KindOf(err) != fault.Invalid {
			t.Errorf("%s: %s, %v", name, body, err)
		}
	}
	for name, q := range map[string]webhook.Question{
		"no text": {ExpectedAnswerType: webhook.AnswerCode}, "no type": {Question: "a"}, "a label": {Question: "a", ExpectedAnswerType: "текст"},
	} {
		if body, err := webhook.Compat.Question(event(), q); fault.KindOf(err) != fault.Invalid {
			t.Errorf("%s: %s, %v", name, body, err)
		}
	}
	for _, f := range []webhook.Failure{{Code: "a"}, {Message: "a"}} {
		if body, err := webhook.Compat.Failure(event(), f); fault.KindOf(err) != fault.Invalid {
			t.Errorf("%s, %v", body, err)
		}
	}
	for text, want := range map[string]webhook.Shape{"": webhook.Compat, "compat": webhook.Compat, "flat": webhook.Flat, "envelope": webhook.Envelope} {
		if got, err := webhook.ParseShape(text); got != want || err != nil {
			t.Errorf("%q: %q, %v", text, got, err)
		}
	}
	if _, err := webhook.ParseShape("Flat"); fault.KindOf(err) != fault.Invalid {
		t.Errorf("%v", err)
	}
}

func FuzzPayload(f *testing.F) {
	f.Add("Почему <b>?", "u1", "no_vacancy", int64(1), []byte(`{"overall_score":85}`))
	f.Add("\x00\u202e\xff\u2028\"\\", "", "\"},\"type\":\"end\",\"x\":{\"", int64(-1), []byte(`{}},"type":"end",{`))
	f.Fuzz(func(t *testing.T, text, user, code string, seq int64, analysis []byte) {
		e := event()
		e.Seq, e.UserID = seq, user
		for _, s := range shapes {
			build := map[string]func() ([]byte, error){
				"question": func() ([]byte, error) {
					q := question()
					q.Question, q.Choices = text, []string{text, code}
					return s.Question(e, q)
				},
				"end":   func() ([]byte, error) { return s.End(e, analysis) },
				"test":  func() ([]byte, error) { return s.Test(e) },
				"error": func() ([]byte, error) { return s.Failure(e, webhook.Failure{Message: text, Code: code}) },
			}
			for kind, make := range build {
				body, err := make()
				again, _ := make()
				if !bytes.Equal(body, again) {
					t.Fatalf("%s: two writings differ", kind)
				}
				if err != nil {
					continue
				}
				top := members(t, body)
				context, _ := top["context"].(map[string]any)
				if data, ok := top["data"].(map[string]any); ok {
					context, _ = data["context"].(map[string]any)
				}
				if top["type"] != kind || top["id"] != e.ID || context["user_id"] != strings.ToValidUTF8(user, "\ufffd") && utf8.ValidString(user) {
					t.Errorf("%s: %s", kind, body)
				}
				if !utf8.Valid(body) || bytes.ContainsAny(body, "\n\r") {
					t.Errorf("%s: %q", kind, body)
				}
			}
		}
	})
}
