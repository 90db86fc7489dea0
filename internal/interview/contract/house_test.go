package contract_test

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"flag"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"

	"kadry/internal/fault"
	"kadry/internal/interview"
	"kadry/internal/interview/bank"
	"kadry/internal/interview/delivery"
	"kadry/internal/interview/interviewtest"
	"kadry/internal/interview/session"
	"kadry/internal/op"
	"kadry/internal/restapi"
	"kadry/internal/skill"
)

var update = flag.Bool("update", false, "rewrite the examples")

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

var (
	shippedBank = sync.OnceValues(bank.Load)
	skillGraph  = sync.OnceValues(skill.Load)
	// begin is when the tests happen.
	begin = time.Date(2026, 11, 20, 9, 0, 0, 0, time.UTC)
	owner = op.Caller{Name: "laravel", Tenant: "team", Lang: "en", Admin: true}
)

const hook = "https://your-laravel-app.com/mcp-webhook-receiver"

// house is the front over a room with a clock that only the test moves.
type house struct {
	room    *interview.Room
	store   *interviewtest.Store
	handler http.Handler
	limit   func(context.Context, op.Caller) error
	seen    []string // "operation kind" of every request

	clock *interviewtest.Clock
	mu    sync.Mutex
}

// post is the outgoing side: as in the server, nothing is sent that cannot be signed, and
// dates are those of the test.
type post struct {
	*interviewtest.Store
	h *house
}

func (p post) Accept(ctx context.Context, tenant, url string) error {
	e, err := p.Store.Endpoint(ctx, tenant)
	if err == nil && !e.Signed {
		return fault.E(fault.Conflict, fault.Say("Webhooks cannot be signed yet.", "Вебхуки пока нечем подписывать."), &session.Refused{Code: session.NoSecret}).
			WithHint(fault.Say("Make a signing secret first.", "Сначала создайте секрет подписи."))
	}
	if strings.Contains(url, "127.0.0.1") {
		return fault.E(fault.Invalid, fault.Say("webhook_url: this address is not public.", "webhook_url: этот адрес не публичный."), nil)
	}
	return p.Store.Accept(ctx, tenant, url)
}

func (p post) Endpoint(ctx context.Context, tenant string) (delivery.Endpoint, error) {
	e, err := p.Store.Endpoint(ctx, tenant)
	if e.Signed {
		e.SecretSince = p.h.clock.Now()
	}
	if !e.OldUntil.IsZero() {
		e.OldUntil = p.h.clock.Now().Add(time.Until(e.OldUntil).Round(time.Minute))
	}
	return e, err
}

func (p post) Test(ctx context.Context, tenant, url string) (delivery.Delivery, error) {
	d, err := p.Store.Test(ctx, tenant, url)
	for i := range d.Attempts {
		d.Attempts[i].At, d.MadeAt, d.DoneAt, d.State = p.h.clock.Now(), p.h.clock.Now(), p.h.clock.Now(), delivery.Done
	}
	return d, err
}

func newHouse(t testing.TB) *house {
	t.Helper()
	b, err := shippedBank()
	if err != nil {
		t.Fatal(err)
	}
	g, err := skillGraph()
	if err != nil {
		t.Fatal(err)
	}
	h := &house{store: interviewtest.New(t), clock: interviewtest.NewClock(begin, "0198c1a7-0000-7000-8000")}
	p := post{h.store, h}
	h.room = interview.New(interview.Parts{
		Vacancies: h.store, Catalogue: h.store, Sessions: h.store, Archive: h.store, Surveys: h.store, Questions: h.store, Invited: h.store,
		Address:    func() string { return "https://kadry.example.org" },
		Deliveries: p, Endpoints: p, Bank: b, Skills: g, Marker: interviewtest.Marker(b), Now: h.clock.Now, NewID: h.clock.NewID,
	})
	h.serve(t)
	return h
}

// serve puts the REST front before the room.
func (h *house) serve(t testing.TB) {
	t.Helper()
	registry, err := op.NewRegistry(interview.Operations(h.room)...)
	if err != nil {
		t.Fatal(err)
	}
	h.handler, err = restapi.New(restapi.Config{Registry: registry, Version: "1", Pipeline: &op.Pipeline{
		Limit: func(ctx context.Context, c op.Caller, _ *op.Op) error {
			if h.limit == nil {
				return nil
			}
			return h.limit(ctx, c)
		},
		Observe: func(_ context.Context, o *op.Op, _ time.Duration, err error) {
			h.mu.Lock()
			defer h.mu.Unlock()
			h.seen = append(h.seen, o.Name+" "+string(fault.KindOf(err)))
		},
	}})
	if err != nil {
		t.Fatal(err)
	}
}

// route is a route of an operation.
type route struct {
	*op.Op
	op.Route
}

// routes are those of every operation of the room, in the order of their declaration.
func routes() []route {
	var list []route
	for _, o := range interview.Operations(nil) {
		for _, declared := range o.Routes {
			list = append(list, route{o, declared})
		}
	}
	return list
}

// work does everything that is due.
func (h *house) work(t testing.TB) {
	t.Helper()
	if err := h.store.Work(context.Background(), h.room, h.clock.Now); err != nil {
		t.Fatal(err)
	}
}

// reply is an answer of the front.
type reply struct {
	status int
	header http.Header
	text   string
}

// as makes a request for a caller; further are names and values of headers.
func (h *house) as(t testing.TB, c op.Caller, method, target, body string, further ...string) reply {
	t.Helper()
	r := httptest.NewRequest(method, target, strings.NewReader(body))
	if body != "" {
		r.Header.Set("Content-Type", "application/json")
	}
	for i := 0; i < len(further); i += 2 {
		r.Header.Set(further[i], further[i+1])
	}
	w := httptest.NewRecorder()
	h.handler.ServeHTTP(w, r.WithContext(op.WithCaller(r.Context(), c)))
	text, err := io.ReadAll(w.Result().Body)
	if err != nil {
		t.Fatal(err)
	}
	return reply{w.Code, w.Header(), string(text)}
}

func (h *house) ask(t testing.TB, method, target, body string, further ...string) reply {
	t.Helper()
	return h.as(t, owner, method, target, body, further...)
}

// must is ask that succeeds, and reads the answer.
func must[T any](t testing.TB, h *house, method, target, body string, further ...string) T {
	t.Helper()
	r := h.ask(t, method, target, body, further...)
	if r.status/100 != 2 {
		t.Fatalf("%s %s: %d %s", method, target, r.status, r.text)
	}
	return into[T](t, r)
}

func into[T any](t testing.TB, r reply) T {
	t.Helper()
	var v T
	if err := json.Unmarshal([]byte(r.text), &v); err != nil {
		t.Fatalf("%v: %s", err, r.text)
	}
	return v
}

// problem is what tests look at in a failure.
type problem struct {
	Status        int    `json:"status"`
	Code          string `json:"code"`
	Detail        string `json:"detail"`
	Hint          string `json:"hint"`
	SessionStatus string `json:"session_status"`
	Stage         string `json:"stage"`
	Errors        []struct {
		Field string `json:"field"`
	} `json:"errors"`
}

func (p problem) fields() string {
	var names []string
	for _, e := range p.Errors {
		names = append(names, e.Field)
	}
	return strings.Join(names, ",")
}

// refused holds a failure against its status and its code.
func refused(t testing.TB, what string, r reply, status int, code string) problem {
	t.Helper()
	p := into[problem](t, r)
	if r.status != status || p.Status != status || p.Code != code || r.header.Get("Content-Type") != "application/problem+json" {
		t.Errorf("%s: got %d %s (%s), want %d %s", what, r.status, p.Code, r.text, status, code)
	}
	return p
}

const goVacancy = `{"title":"Старший разработчик Go","description":"Делаем платёжную платформу. Работа в команде, код-ревью, разбор инцидентов.",` +
	`"requirements":"Опыт коммерческой разработки от 5 лет.\nУверенное знание Go, PostgreSQL и Kafka.","external_id":"go-1"}`

const goResume = "Разработчик Go, 6 лет опыта.\nНавыки: Go, PostgreSQL, Docker, Git.\nПереписал биллинг на Go, настроил репликацию PostgreSQL."

// ready is a house with a secret and a vacancy.
func ready(t testing.TB) (h *house, vacancy string) {
	t.Helper()
	h = newHouse(t)
	must[map[string]any](t, h, "POST", "/api/v1/webhook/secret", "")
	v := must[struct{ ID string }](t, h, "POST", "/api/v1/vacancies", goVacancy)
	return h, v.ID
}

func startOf(members map[string]any) string {
	all := map[string]any{"resume_text": goResume, "webhook_url": hook, "user_id": "user_abc123"}
	maps.Copy(all, members)
	return encoded(all)
}

func encoded(v any) string {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	_ = e.Encode(v)
	return strings.TrimSpace(b.String())
}

type standing struct {
	SessionID       string `json:"session_id"`
	Status          string
	Stage           string
	EndReason       string `json:"end_reason"`
	QuestionID      string `json:"question_id"`
	CurrentQuestion string `json:"current_question"`
	Asked           int    `json:"questions_asked"`
	Planned         int    `json:"questions_planned"`
	Paused          bool
	SurveyKey       string `json:"survey_key"`
	Deadline        time.Time
	AnswerDeadline  time.Time `json:"answer_deadline"`
	Analysis        *struct {
		OverallScore int `json:"overall_score"`
	} `json:"analysis_result"`
	Error *struct {
		Code    string
		Message string
	}
	LastWebhook *struct {
		Type, State string
		Attempts    int
	} `json:"last_webhook"`
}

// started is an interview whose first question is open.
func (h *house) started(t testing.TB, members map[string]any) string {
	t.Helper()
	s := must[standing](t, h, "POST", "/api/v1/mcp/start_interview", startOf(members))
	h.work(t)
	return s.SessionID
}

func (h *house) standing(t testing.TB, id string) standing {
	t.Helper()
	return must[standing](t, h, "GET", "/api/v1/mcp/session_status/"+id, "")
}

// finished answers everything and returns the completed interview.
func (h *house) finished(t testing.TB, members map[string]any) string {
	t.Helper()
	id := h.started(t, members)
	for range 40 {
		s := h.standing(t, id)
		if s.Status != "waiting_for_answer" {
			break
		}
		h.clock.Wait(time.Minute)
		must[standing](t, h, "POST", "/api/v1/mcp/continue_interview", encoded(map[string]any{"session_id": id, "question_id": s.QuestionID, "user_answer": answerTo(h, s.QuestionID)}))
		h.work(t)
	}
	if s := h.standing(t, id); s.Status != "completed" {
		t.Fatalf("the interview is %s, %s", s.Status, s.Stage)
	}
	return id
}

// answerTo is the model answer of the bank.
func answerTo(h *house, question string) string {
	id, _, _ := strings.Cut(question, "~")
	q, _ := h.room.Bank.Question(id)
	return cmp.Or(q.Model.RU, "Не знаю.")
}
