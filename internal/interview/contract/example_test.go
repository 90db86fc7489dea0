package contract_test

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

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/google/go-cmp/cmp"

	"kadry/internal/op/schema"
)

// play goes through every route once, as an integrator would, and returns the requests and
// the answers by the id of the route.
type play struct {
	*house
	t       *testing.T
	byRoute map[string]route
	answers map[string]string
	bodies  map[string]string
}

func (p *play) call(id, body string, place ...string) reply {
	p.t.Helper()
	rt, ok := p.byRoute[id]
	if !ok {
		p.t.Fatalf("no route %s", id)
	}
	target, query, _ := strings.Cut(strings.NewReplacer(place...).Replace(rt.Path), "?")
	for i := 0; i+1 < len(place); i += 2 {
		if place[i] == "?" {
			query = place[i+1]
		}
	}
	if query != "" {
		target += "?" + query
	}
	r := p.ask(p.t, rt.Method, target, body)
	if want := max(rt.Status, 200); r.status != want {
		p.t.Fatalf("%s: got %d, want %d: %s", id, r.status, want, r.text)
	}
	p.answers[id], p.bodies[id] = r.text, body
	return r
}

func described() map[string]route {
	byName := map[string]route{}
	for _, rt := range routes() {
		byName[rt.Name] = rt
	}
	return byName
}

func played(t *testing.T) *play {
	t.Helper()
	p := &play{house: newHouse(t), t: t, byRoute: described(), answers: map[string]string{}, bodies: map[string]string{}}
	p.call("rotate_webhook_secret", `{"overlap_s":86400}`)
	p.call("save_webhook", `{"payload":"compat","hosts":["your-laravel-app.com"],"retention_days":180}`)
	p.call("get_webhook", "")
	p.call("test_webhook", encoded(map[string]any{"webhook_url": hook}))
	vacancy := into[struct{ ID string }](t, p.call("submit_vacancy", `{"title":"Старший разработчик Go","requirements":"Уверенное знание Go, PostgreSQL и Kafka.","external_id":"go-1"}`)).ID
	p.clock.Wait(time.Minute)
	p.call("replace_vacancy", `{"title":"Старший разработчик Go","requirements":"Уверенное знание Go и PostgreSQL.","version":1}`, "{id}", vacancy)
	p.call("get_vacancy", "", "{id}", vacancy)
	p.call("browse_vacancies", "")
	p.call("preview_plan", "", "{id}", vacancy, "?", "max_questions=2")
	p.call("import_vacancies", `{"vacancies":[{"title":"Тестировщик","requirements":"Python, SQL","external_id":"qa-1"},{"title":"","external_id":"bad-1"}]}`)
	p.call("export_vacancies", "")
	p.interview(vacancy)
	p.invitation(vacancy)
	p.call("delete_vacancy", "", "{id}", vacancy)
	return p
}

func (p *play) invitation(vacancy string) {
	invite := encoded(map[string]any{
		"vacancy_id": vacancy, "candidate": map[string]string{"name": "Анна Примерова", "email": "anna@example.org"}, "person_id": "person-17",
		"asked_by": "Ольга, отдел найма", "more_time_percent": 25, "answer_minutes": 20,
	})
	id := into[struct{ ID string }](p.t, p.call("invite_candidate", invite)).ID
	p.call("list_invitations", "", "?", "vacancy_id="+vacancy+"&limit=10")
	p.call("get_invitation", "", "{id}", id)
	p.call("reissue_invitation", `{"expires_in_days":30}`, "{id}", id)
	p.call("revoke_invitation", "", "{id}", id)
}

func (p *play) interview(vacancy string) {
	start := encoded(map[string]any{
		"resume_text": "Разработчик Go, 6 лет опыта. Навыки: Go, PostgreSQL.", "webhook_url": hook, "user_id": "user_abc123", "vacancy_id": vacancy,
		"max_questions": 1, "answer_limit_s": 86400, "consent": map[string]string{"version": "consent-2026", "at": "2026-11-20T08:59:00Z"},
	})
	id := into[standing](p.t, p.call("submit_interview", start)).SessionID
	place := []string{"{id}", id, "{session_id}", id, "{user_id}", "user_abc123"}
	p.work(p.t)
	p.call("pause_interview", "", place...)
	p.clock.Wait(time.Minute)
	p.call("resume_interview", "", place...)
	p.call("extend_interview", `{"by_s":3600}`, place...)
	open := into[standing](p.t, p.call("get_interview_status", "", place...))
	p.store.Deliver(p.clock.Now(), 204)
	p.clock.Wait(2 * time.Minute)
	p.call("submit_answer", encoded(map[string]any{
		"session_id": id, "question_id": open.QuestionID, "user_answer": answerTo(p.house, open.QuestionID), "pasted": 12, "focus_out": 1,
	}))
	p.work(p.t)
	for range 5 { // follow-ups, if the answer called for one
		if open = p.standing(p.t, id); open.Status != "waiting_for_answer" {
			break
		}
		must[standing](p.t, p.house, "POST", "/api/v1/mcp/continue_interview", encoded(map[string]any{"session_id": id, "user_answer": answerTo(p.house, open.QuestionID) + " Так и было на моём проекте."}))
		p.work(p.t)
	}
	p.store.Deliver(p.clock.Now(), 500)
	question, _, _ := strings.Cut(p.questionOf(id), "~")
	p.call("save_survey", `{"groups":{"sex":"female"}}`, "{key}", p.standing(p.t, id).SurveyKey)
	p.call("overrule_mark", encoded(map[string]any{"question": question, "anchor": 3, "reason": "Ответ верный, но без примера."}), place...)
	p.call("decide_interview", `{"selected":true}`, place...)
	p.call("get_session", "", place...)
	p.call("recompute_interview", "", place...)
	p.call("list_sessions", "", "?", "user_id=user_abc123&limit=10")
	p.call("bias_report", "")
	event := into[struct{ Items []struct{ ID string } }](p.t, p.call("pull_events", "", append(place, "?", "after=0&wait_s=0")...)).Items[0].ID
	p.call("list_deliveries", "", place...)
	p.call("redeliver_event", "", append(place, "{event_id}", event)...)
	p.call("redeliver_dead", `{"since":"2026-11-20T00:00:00Z"}`)
	p.call("export_person", "", place...)
	p.call("delete_interview", "", place...)
	second := into[standing](p.t, p.ask(p.t, "POST", "/api/v1/mcp/start_interview", start)).SessionID
	p.work(p.t)
	p.call("cancel_interview", "", "{id}", second)
	p.call("erase_person", "", place...)
}

func (p *play) questionOf(id string) string {
	full := must[struct {
		Marks []struct {
			QuestionID string `json:"question_id"`
		}
	}](p.t, p.house, "GET", "/api/v1/interviews/"+id, "")
	return full.Marks[0].QuestionID
}

// The examples of the documents are the answers of a real run, and every answer keeps to
// the schema that the documents promise.
func TestRoutes_examplesAreGenuine(t *testing.T) {
	t.Parallel()
	p := played(t)
	for id, rt := range p.byRoute {
		answer, ok := p.answers[id]
		if !ok {
			t.Errorf("%s %s was not called", rt.Method, rt.Path)
			continue
		}
		if len(rt.Gives) == 0 {
			if err := schema.Output(rt.Output, nil, []byte(answer)); err != nil {
				t.Errorf("%s: %v", id, err)
			}
		}
		golden(t, id+".json", answer)
		if p.bodies[id] != "" {
			golden(t, id+".body.json", p.bodies[id])
		}
	}
	files, err := filepath.Glob("../example/*.json")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range files {
		id, _, _ := strings.Cut(filepath.Base(name), ".")
		if _, known := p.byRoute[id]; !known {
			t.Errorf("%s is of no route", name)
		}
	}
}

// graded are the answers that hold marks. What they say moves with every improvement of the
// grader, so their examples are held against the answers by members and types.
var graded = map[string]bool{
	"get_session": true, "overrule_mark": true, "decide_interview": true, "recompute_interview": true, "list_sessions": true,
	"pull_events": true, "list_deliveries": true, "export_person": true, "bias_report": true,
}

func sameShape(t *testing.T, name string, want, got []byte) {
	t.Helper()
	var a, b any
	if err := json.Unmarshal(want, &a); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(got, &b); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(shape(a), shape(b)); diff != "" {
		t.Errorf("%s (-update rewrites it): %s", name, diff)
	}
}

// shape is the value with types in the place of what it says. What lists hold is the
// schema's matter.
func shape(v any) any {
	object, ok := v.(map[string]any)
	if !ok {
		return fmt.Sprintf("%T", v)
	}
	of := map[string]any{}
	for name, value := range object {
		of[name] = shape(value)
	}
	return of
}

// digests change with every question that the bank gains; an example keeps one for all.
var digests = regexp.MustCompile(`\b[0-9a-f]{64}\b`)

const anyDigest = "6b23c0d5f35d1b11f9b683f0b0a617355deb11277d91ae091d399c655b87940d"

// tokens of links are never the same.
var tokens = regexp.MustCompile(`/i/[A-Za-z0-9_-]{43}"`)

const anyToken = `/i/RXhhbXBsZS1vZi1hLXRva2VuLW5vdC1hLXJlYWwtb25l"`

func golden(t *testing.T, name, text string) {
	t.Helper()
	var pretty bytes.Buffer
	text = tokens.ReplaceAllString(digests.ReplaceAllString(strings.TrimSpace(text), anyDigest), anyToken)
	if err := json.Indent(&pretty, []byte(text), "", "  "); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	pretty.WriteByte('\n')
	path := filepath.Join("..", "example", name)
	if *update {
		if err := os.WriteFile(path, pretty.Bytes(), 0o600); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if id, _, _ := strings.Cut(name, "."); graded[id] {
		sameShape(t, name, want, pretty.Bytes())
		return
	}
	if diff := cmp.Diff(string(want), pretty.String()); diff != "" {
		t.Errorf("%s (-update rewrites it): %s", name, diff)
	}
}

func TestRoutes_areInTheDocument(t *testing.T) {
	t.Parallel()
	text := newHouse(t).ask(t, "GET", "/openapi.json", "").text
	doc, err := openapi3.NewLoader().LoadFromData([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	if err := doc.Validate(t.Context()); err != nil {
		t.Errorf("the document breaks OpenAPI 3.1: %v", err)
	}
	for _, rt := range routes() {
		item := doc.Paths.Value(rt.Path)
		if item == nil || item.GetOperation(rt.Method) == nil {
			t.Errorf("%s %s is not described", rt.Method, rt.Path)
			continue
		}
		o := item.GetOperation(rt.Method)
		answer := o.Responses.Status(max(rt.Status, 200))
		if answer == nil || len(answer.Value.Content["application/json"].Examples) != 1 {
			t.Errorf("%s: no answer with an example", rt.Name)
			continue
		}
		content := answer.Value.Content["application/json"]
		if err := content.Schema.Value.VisitJSON(content.Examples["example"].Value.Value); err != nil {
			t.Errorf("%s: the example breaks the schema: %v", rt.Name, err)
		}
		for _, status := range []int{401, 403, 404, 422, 429, 500, 503} {
			if o.Responses.Status(status) == nil {
				t.Errorf("%s: no answer %d", rt.Name, status)
			}
		}
	}
}
