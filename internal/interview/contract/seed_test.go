package contract_test

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"kadry/internal/fault"
	"kadry/internal/op"
)

// The examples of the first system's contract, as they are printed there.
func TestSeed_examples(t *testing.T) {
	t.Parallel()
	h, _ := ready(t)
	r := h.ask(t, "POST", "/api/v1/mcp/start_interview", `{
          "resume_text": "Полный текст резюме пользователя...",
          "webhook_url": "https://your-laravel-app.com/mcp-webhook-receiver",
          "user_id": "user_abc123"
        }`)
	id := into[standing](t, r).SessionID
	want := fmt.Sprintf(`{"status":"accepted","message":"Задача по началу интервью принята.","session_id":%q}`+"\n", id)
	if r.status != http.StatusAccepted || r.text != want || id == "" {
		t.Errorf("start: got %d %s, want 202 %s", r.status, r.text, want)
	}
	if s := h.standing(t, id); s.Status != "active" || s.Stage != "matching" {
		t.Errorf("right after 202: %+v", s)
	}

	id = h.started(t, nil)
	if s := h.standing(t, id); s.Status != "waiting_for_answer" || s.Stage != "waiting" || s.CurrentQuestion == "" || s.Asked != 1 || s.Planned < 2 {
		t.Errorf("the first question: %+v", s)
	}
	r = h.ask(t, "POST", "/api/v1/mcp/continue_interview", fmt.Sprintf(`{
          "session_id": %q,
          "user_answer": "Мой опыт работы с Python составляет 5 лет, в основном с веб-фреймворками."
        }`, id))
	want = fmt.Sprintf(`{"status":"accepted","message":"Ответ принят.","session_id":%q}`+"\n", id)
	if r.status != http.StatusAccepted || r.text != want {
		t.Errorf("continue: got %d %s, want 202 %s", r.status, r.text, want)
	}
	for name, value := range map[string]string{"Content-Type": "application/json", "Cache-Control": "no-store", "X-Content-Type-Options": "nosniff"} {
		if r.header.Get(name) != value {
			t.Errorf("%s: got %q, want %q", name, r.header.Get(name), value)
		}
	}
}

func TestStart_badInput(t *testing.T) {
	t.Parallel()
	h, _ := ready(t)
	deep := strings.Repeat(`{"a":`, 40) + "1" + strings.Repeat("}", 40)
	for name, c := range map[string]struct {
		body   string
		status int
		fields string
	}{
		"empty":               {"", 422, ""},
		"blank":               {"  ", 422, ""},
		"null":                {"null", 422, ""},
		"a list":              {"[]", 422, ""},
		"a text":              {`"{\"resume_text\":\"x\"}"`, 422, ""},
		"cut off":             {`{"resume_text":"a"`, 422, ""},
		"two values":          {startOf(nil) + "{}", 422, ""},
		"nothing in it":       {"{}", 422, "resume_text,webhook_url"},
		"wrong types":         {`{"resume_text":["a"],"webhook_url":{},"max_questions":"ten"}`, 422, "max_questions,resume_text,webhook_url"},
		"null resume":         {startOf(map[string]any{"resume_text": nil}), 422, "resume_text"},
		"blank resume":        {startOf(map[string]any{"resume_text": " \n\u0000"}), 422, "resume_text"},
		"no address":          {startOf(map[string]any{"webhook_url": ""}), 422, "webhook_url"},
		"address of a file":   {startOf(map[string]any{"webhook_url": "file:///etc/passwd"}), 422, "webhook_url"},
		"address inside":      {startOf(map[string]any{"webhook_url": "http://127.0.0.1/x"}), 422, ""},
		"twice":               {`{"resume_text":"a","resume_text":"b","webhook_url":"` + hook + `"}`, 422, "resume_text"},
		"twice, escaped":      {`{"resume_text":"a","\u0072esume_text":"b","webhook_url":"` + hook + `"}`, 422, "resume_text"},
		"twice inside":        {`{"resume_text":"a","webhook_url":"` + hook + `","consent":{"at":"x","at":"y"}}`, 422, "consent.at"},
		"deep":                {startOf(map[string]any{"more": json.RawMessage(deep)}), 422, ""},
		"not UTF-8":           {"{\"resume_text\":\"\xff\"}", 422, ""},
		"user with NUL":       {startOf(map[string]any{"user_id": "a\u0000b"}), 422, "user_id"},
		"hidden turn":         {startOf(map[string]any{"external_id": "a\u202eb"}), 422, "external_id"},
		"another language":    {startOf(map[string]any{"language": "de"}), 422, "language"},
		"too many questions":  {startOf(map[string]any{"max_questions": 21}), 422, "max_questions"},
		"half a question":     {startOf(map[string]any{"max_questions": 1.5}), 422, "max_questions"},
		"endless number":      {startOf(map[string]any{"max_questions": json.RawMessage("1e999")}), 422, "max_questions"},
		"a moment":            {startOf(map[string]any{"answer_limit_s": 1}), 422, "answer_limit_s"},
		"for ever":            {startOf(map[string]any{"total_limit_s": 9e18}), 422, "total_limit_s"},
		"too short":           {startOf(map[string]any{"total_limit_s": 10}), 422, "total_limit_s"},
		"reminder at once":    {startOf(map[string]any{"remind_after_s": 5}), 422, "remind_after_s"},
		"consent is a text":   {startOf(map[string]any{"consent": "yes"}), 422, "consent"},
		"consent without day": {startOf(map[string]any{"consent": map[string]any{"at": "yesterday"}}), 422, "consent.at"},
		"long consent":        {startOf(map[string]any{"consent": map[string]any{"version": strings.Repeat("v", 300)}}), 422, "consent.version"},
		"unknown vacancy":     {startOf(map[string]any{"vacancy_id": "0198c1a7-0000-7000-8000-00000000ffff"}), 404, ""},
		"long resume":         {startOf(map[string]any{"resume_text": strings.Repeat("я", 200_001)}), 413, ""},
		"long body":           {startOf(map[string]any{"more": strings.Repeat("x", 1<<20)}), 413, ""},
	} {
		r := h.ask(t, "POST", "/api/v1/mcp/start_interview", c.body)
		code := map[int]string{422: "invalid_argument", 404: "not_found", 413: "too_large"}[c.status]
		p := refused(t, name, r, c.status, code)
		if p.fields() != c.fields {
			t.Errorf("%s: fields %q, want %q: %s", name, p.fields(), c.fields, r.text)
		}
		if len(r.text) > 4000 || strings.Contains(r.text, "root:") {
			t.Errorf("%s: an answer of %d bytes", name, len(r.text))
		}
	}
	if n := len(h.store.Tasks()); n != 0 {
		t.Errorf("refused starts left %d tasks", n)
	}
	for kind, status := range map[string]int{
		"application/json": 202, "application/json; charset=UTF-8": 202, "application/json; charset=windows-1251": 415,
		"text/plain": 415, "application/x-www-form-urlencoded": 415, "": 415, ";;": 415,
	} {
		if r := h.ask(t, "POST", "/api/v1/mcp/start_interview", startOf(nil), "Content-Type", kind); r.status != status {
			t.Errorf("%q: got %d, want %d: %s", kind, r.status, status, r.text)
		}
	}
	r := h.ask(t, "POST", "/api/v1/mcp/start_interview", startOf(nil), "Content-Encoding", "gzip")
	refused(t, "compressed", r, 415, "unsupported_media_type")
}

func TestStart_takesWhatClientsSend(t *testing.T) {
	t.Parallel()
	h, vacancy := ready(t)
	body := startOf(map[string]any{
		"unknown": map[string]any{"x": []any{1, nil}}, "user_id": 42, "max_questions": "3", "vacancy_id": vacancy, "language": nil,
		"consent": map[string]any{"version": "v2", "at": "2026-11-20T12:00:00+03:00"}, "answer_limit_s": 3600, "total_limit_s": 86400, "remind_after_s": 60,
	})
	r := h.ask(t, "POST", "/api/v1/mcp/start_interview", body, "Idempotency-Key", "k")
	id := into[standing](t, r).SessionID
	if r.status != 202 || r.header.Get("Location") != "/api/v1/mcp/session_status/"+id {
		t.Fatalf("%d %s %v", r.status, r.text, r.header)
	}
	h.work(t)
	full := must[struct {
		UserID   string `json:"user_id"`
		Planned  int    `json:"questions_planned"`
		Deadline time.Time
		Until    time.Time `json:"answer_deadline"`
		Consent  struct{ Version, At, Notice string }
	}](t, h, "GET", "/api/v1/interviews/"+id, "")
	if full.UserID != "42" || full.Planned != 3 || !full.Deadline.Equal(begin.Add(24*time.Hour)) || !full.Until.Equal(begin.Add(time.Hour)) ||
		full.Consent.Version != "v2" || full.Consent.At != "2026-11-20T09:00:00Z" || full.Consent.Notice == "" {
		t.Errorf("got %+v", full)
	}
}

// Members in another case are other members: nobody checked them.
func TestStart_namesAreExact(t *testing.T) {
	t.Parallel()
	h, vacancy := ready(t)
	id := h.started(t, map[string]any{
		"Max_Questions": 1, "TOTAL_LIMIT_S": 9223372036854775807, "User_ID": 7, "Vacancy_ID": "nope", "vacancy_id": vacancy,
		"Consent": "yes", "consent": map[string]any{"version": "v1", "Version": "v2", "At": 5},
	})
	full := must[struct {
		UserID   string `json:"user_id"`
		Planned  int    `json:"questions_planned"`
		Deadline time.Time
		Consent  struct{ Version string }
	}](t, h, "GET", "/api/v1/interviews/"+id, "")
	if full.UserID != "user_abc123" || full.Planned < 8 || !full.Deadline.Equal(begin.Add(7*24*time.Hour)) || full.Consent.Version != "v1" {
		t.Errorf("got %+v", full)
	}
	refused(t, "required", h.ask(t, "POST", "/api/v1/mcp/start_interview", encoded(map[string]any{"Resume_Text": goResume, "WEBHOOK_URL": hook})), 422, "invalid_argument")
}

func TestStart_idempotency(t *testing.T) {
	t.Parallel()
	h, _ := ready(t)
	first := h.ask(t, "POST", "/api/v1/mcp/start_interview", startOf(nil), "Idempotency-Key", "k1")
	again := h.ask(t, "POST", "/api/v1/mcp/start_interview", startOf(nil), "Idempotency-Key", "k1")
	if again.status != 202 || first.text != again.text {
		t.Errorf("the same request: %d %s, then %d %s", first.status, first.text, again.status, again.text)
	}
	r := h.ask(t, "POST", "/api/v1/mcp/start_interview", startOf(map[string]any{"user_id": "other"}), "Idempotency-Key", "k1")
	refused(t, "another request", r, 422, "idempotency_key_reused")
	other := h.ask(t, "POST", "/api/v1/mcp/start_interview", startOf(nil), "Idempotency-Key", "k2")
	if other.text == first.text {
		t.Error("another key gave the same session")
	}
	r = h.ask(t, "POST", "/api/v1/mcp/start_interview", startOf(nil), "Idempotency-Key", strings.Repeat("k", 201))
	if p := refused(t, "a long key", r, 422, "invalid_argument"); p.fields() != "Idempotency-Key" || !strings.HasPrefix(p.Detail, "Idempotency-Key: ") {
		t.Errorf("a long key: %+v", p)
	}
	var group sync.WaitGroup
	ids := make([]string, 50)
	for i := range ids {
		group.Go(func() {
			ids[i] = h.ask(t, "POST", "/api/v1/mcp/start_interview", startOf(nil), "Idempotency-Key", "k3").text
		})
	}
	group.Wait()
	for _, text := range ids {
		if text != ids[0] {
			t.Fatalf("parallel equal starts: %s and %s", ids[0], text)
		}
	}
}

func TestStart_needsVacancyAndSecret(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	refused(t, "no secret", h.ask(t, "POST", "/api/v1/mcp/start_interview", startOf(nil)), 409, "no_signing_secret")
	must[map[string]any](t, h, "POST", "/api/v1/webhook/secret", `{"overlap_s":0}`)
	refused(t, "no vacancy", h.ask(t, "POST", "/api/v1/mcp/start_interview", startOf(nil)), 409, "no_vacancies")
}

func TestContinue_rules(t *testing.T) {
	t.Parallel()
	h, _ := ready(t)
	id := h.started(t, nil)
	open := h.standing(t, id)
	const path = "/api/v1/mcp/continue_interview"
	body := func(members map[string]any) string {
		all := map[string]any{"session_id": id, "user_answer": "Горутины планирует среда выполнения, а не ядро."}
		maps.Copy(all, members)
		return encoded(all)
	}
	for name, c := range map[string]struct {
		members map[string]any
		status  int
		code    string
	}{
		"unknown id":       {map[string]any{"session_id": "nope"}, 404, "not_found"},
		"id with NUL":      {map[string]any{"session_id": "a\u0000"}, 404, "not_found"},
		"empty id":         {map[string]any{"session_id": ""}, 404, "not_found"},
		"null id":          {map[string]any{"session_id": nil}, 422, "invalid_argument"},
		"no words":         {map[string]any{"user_answer": " \u200b"}, 422, "invalid_argument"},
		"a list":           {map[string]any{"user_answer": []string{"x"}}, 422, "invalid_argument"},
		"long":             {map[string]any{"user_answer": strings.Repeat("я", 20_001)}, 413, "too_large"},
		"unknown question": {map[string]any{"question_id": "nope"}, 422, "invalid_argument"},
		"negative paste":   {map[string]any{"pasted": -1}, 422, "invalid_argument"},
	} {
		refused(t, name, h.ask(t, "POST", path, body(c.members)), c.status, c.code)
	}
	given := body(map[string]any{"question_id": open.QuestionID, "pasted": 7, "focus_out": 2})
	first := must[struct{ Duplicate bool }](t, h, "POST", path, given)
	again := must[struct{ Duplicate bool }](t, h, "POST", path, given)
	if first.Duplicate || !again.Duplicate {
		t.Errorf("duplicates: %v, then %v", first.Duplicate, again.Duplicate)
	}
	p := refused(t, "another answer", h.ask(t, "POST", path, body(map[string]any{"question_id": open.QuestionID, "user_answer": "Иначе."})), 409, "already_answered")
	if p.SessionStatus != "active" || p.Stage != "grading" {
		t.Errorf("another answer: %+v", p)
	}
	p = refused(t, "not waiting", h.ask(t, "POST", path, body(map[string]any{"user_answer": "Поспешный ответ."})), 409, "not_waiting")
	if p.SessionStatus != "active" || p.Stage != "grading" || p.Hint == "" {
		t.Errorf("not waiting: %+v", p)
	}
	h.work(t)
	must[standing](t, h, "POST", "/api/v1/interviews/"+id+"/pause", "")
	refused(t, "paused", h.ask(t, "POST", path, body(map[string]any{"user_answer": "Другой ответ."})), 409, "paused")
	must[standing](t, h, "POST", "/api/v1/interviews/"+id+"/cancel", "")
	p = refused(t, "over", h.ask(t, "POST", path, body(map[string]any{"user_answer": "Поздний ответ."})), 409, "interview_over")
	if p.SessionStatus != "failed" || p.Stage != "done" {
		t.Errorf("over: %+v", p)
	}
}

func TestContinue_oneOfManyAnswersWins(t *testing.T) {
	t.Parallel()
	h, _ := ready(t)
	id := h.started(t, nil)
	open := h.standing(t, id)
	var group sync.WaitGroup
	statuses := make([]int, 20)
	for i := range statuses {
		group.Go(func() {
			statuses[i] = h.ask(t, "POST", "/api/v1/mcp/continue_interview",
				encoded(map[string]any{"session_id": id, "question_id": open.QuestionID, "user_answer": fmt.Sprintf("Ответ номер %d.", i)})).status
		})
	}
	group.Wait()
	count := map[int]int{}
	for _, s := range statuses {
		count[s]++
	}
	if diff := cmp.Diff(map[int]int{202: 1, 409: 19}, count); diff != "" {
		t.Error(diff)
	}
}

func TestStatus_ofEveryEnd(t *testing.T) {
	t.Parallel()
	h, _ := ready(t)
	done := h.finished(t, map[string]any{"max_questions": 2})
	s := h.standing(t, done)
	if s.Analysis == nil || s.EndReason != "answered" || s.Error != nil || s.LastWebhook == nil || s.LastWebhook.Type != "end" || s.LastWebhook.State != "pending" {
		t.Errorf("completed: %+v", s)
	}
	h.store.Deliver(h.clock.Now(), 500)
	if s = h.standing(t, done); s.LastWebhook.State != "dead" || s.LastWebhook.Attempts != 1 {
		t.Errorf("after a failed delivery: %+v", s.LastWebhook)
	}
	gone := h.started(t, nil)
	must[standing](t, h, "POST", "/api/v1/interviews/"+gone+"/cancel", "")
	if s = h.standing(t, gone); s.Status != "failed" || s.EndReason != "cancelled" || s.Error == nil || s.Error.Code != "cancelled" || s.Error.Message == "" {
		t.Errorf("cancelled: %+v", s)
	}
}

func TestAccess(t *testing.T) {
	t.Parallel()
	h, vacancy := ready(t)
	for name, c := range map[string]struct {
		caller op.Caller
		method string
		path   string
		status int
	}{
		"another toolset":    {op.Caller{Tenant: "team", Toolsets: []string{"talent"}}, "GET", "/api/v1/vacancies/" + vacancy, 403},
		"the toolset":        {op.Caller{Tenant: "team", Toolsets: []string{"talent", "interview"}}, "GET", "/api/v1/vacancies/" + vacancy, 200},
		"read only, reads":   {op.Caller{Tenant: "team", ReadOnly: true}, "GET", "/api/v1/vacancies/" + vacancy, 200},
		"read only, changes": {op.Caller{Tenant: "team", ReadOnly: true}, "DELETE", "/api/v1/vacancies/" + vacancy, 403},
		"unknown path":       {owner, "GET", "/api/v1/interviews/a/b/c", 404},
		"wrong method":       {owner, "PATCH", "/api/v1/vacancies/" + vacancy, 405},
		"HEAD":               {owner, "HEAD", "/api/v1/vacancies/" + vacancy, 200},
		"strange parameter":  {owner, "GET", "/api/v1/interviews?userid=x", 422},
		"parameter of POST":  {owner, "POST", "/api/v1/mcp/start_interview?resume_text=x", 422},
		"parameter twice":    {owner, "GET", "/api/v1/interviews?limit=1&limit=2", 422},
		"NUL in a filter":    {owner, "GET", "/api/v1/interviews?user_id=a%00", 422},
		"broken UTF-8":       {owner, "GET", "/api/v1/interviews?user_id=%ff", 422},
		"broken query":       {owner, "GET", "/api/v1/interviews?a;b=%zz", 422},
	} {
		if r := h.as(t, c.caller, c.method, c.path, ""); r.status != c.status {
			t.Errorf("%s: got %d, want %d: %s", name, r.status, c.status, r.text)
		}
	}
	if allow := h.ask(t, "PATCH", "/api/v1/vacancies/"+vacancy, "").header.Get("Allow"); allow != "DELETE, GET, PUT" {
		t.Errorf("Allow: %q", allow)
	}
	h.limit = func(context.Context, op.Caller) error {
		return fault.E(fault.Limited, fault.Say("Slower.", "Медленнее."), nil).After(3 * time.Second)
	}
	r := h.ask(t, "GET", "/api/v1/interviews", "")
	refused(t, "limited", r, 429, "rate_limited")
	if r.header.Get("Retry-After") != "3" {
		t.Errorf("Retry-After: %q", r.header.Get("Retry-After"))
	}
	if last := h.seen[len(h.seen)-1]; last != "list_sessions rate_limited" {
		t.Errorf("observed %q", last)
	}
}

func TestFailure_hidesItsCause(t *testing.T) {
	t.Parallel()
	h, _ := ready(t)
	h.store.Fail(fmt.Errorf("dial tcp 10.0.0.7:5432: password authentication failed for user kadry"))
	r := h.ask(t, "GET", "/api/v1/interviews", "")
	refused(t, "storage", r, 500, "internal")
	if strings.Contains(r.text, "10.0.0.7") || strings.Contains(r.text, "password") {
		t.Errorf("the cause got out: %s", r.text)
	}
}
