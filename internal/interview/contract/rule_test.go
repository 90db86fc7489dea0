package contract_test

import (
	"encoding/json"
	"fmt"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"kadry/internal/op"
)

// Another tenant's id is not there, on every route that takes one, and nothing about it
// changes.
func TestTenants_neverMeet(t *testing.T) {
	t.Parallel()
	h, vacancy := ready(t)
	id := h.finished(t, map[string]any{"max_questions": 1})
	events := must[struct{ Items []struct{ ID string } }](t, h, "GET", "/api/v1/interviews/"+id+"/events", "")
	survey := h.standing(t, id).SurveyKey
	before := h.ask(t, "GET", "/api/v1/people/user_abc123/interviews", "").text
	bodies := map[string]string{
		"submit_answer":    encoded(map[string]any{"session_id": id, "user_answer": "Чужой ответ."}),
		"extend_interview": `{"by_s":60}`,
		"overrule_mark":    `{"competency":"quality","score":1,"reason":"x"}`,
		"decide_interview": `{"selected":false}`,
		"replace_vacancy":  `{"title":"Чужая"}`,
		"save_survey":      `{"groups":{"sex":"x"}}`,
	}
	place := strings.NewReplacer("{session_id}", id, "{user_id}", "user_abc123", "{key}", survey, "{event_id}", events.Items[0].ID)
	other := op.Caller{Name: "spy", Tenant: "others", Lang: "en"}
	tried := 0
	for _, rt := range routes() {
		if !strings.Contains(rt.Path, "{") && rt.Name != "submit_answer" {
			continue
		}
		tried++
		target := place.Replace(rt.Path)
		if strings.HasPrefix(target, "/api/v1/vacancies/") {
			target = strings.ReplaceAll(target, "{id}", vacancy)
		}
		target = strings.ReplaceAll(target, "{id}", id)
		r := h.as(t, other, rt.Method, target, bodies[rt.Name])
		refused(t, rt.Name, r, 404, "not_found")
		unknown := h.as(t, other, rt.Method, strings.NewReplacer(id, "nothing", vacancy, "nothing").Replace(target), strings.ReplaceAll(bodies[rt.Name], id, "nothing"))
		if unknown.status != r.status {
			t.Errorf("%s: a foreign id answers %d, an unknown one %d", rt.Name, r.status, unknown.status)
		}
	}
	if tried < 20 {
		t.Errorf("only %d routes were tried", tried)
	}
	for _, list := range []string{"/api/v1/interviews", "/api/v1/vacancies", "/api/v1/interviews?user_id=user_abc123"} {
		if r := h.as(t, other, "GET", list, ""); strings.Contains(r.text, id) || strings.Contains(r.text, vacancy) || r.status != 200 {
			t.Errorf("%s: %d %s", list, r.status, r.text)
		}
	}
	if r := h.as(t, other, "POST", "/api/v1/interviews/redeliver", `{"since":"2020-01-01T00:00:00Z"}`); !strings.Contains(r.text, `"redelivered":0`) {
		t.Errorf("foreign deliveries: %s", r.text)
	}
	if after := h.ask(t, "GET", "/api/v1/people/user_abc123/interviews", "").text; after != before {
		t.Error("something changed")
	}
}

func TestIDs_mayHoldAnything(t *testing.T) {
	t.Parallel()
	h, _ := ready(t)
	for _, user := range []string{"a/b", "../../etc", "..", ".", "50% off", "имя фамилия", "a?b#c", "a//b", `"'<script>`, "a+b", "%2F"} {
		h.started(t, map[string]any{"user_id": user, "max_questions": 1})
		path := "/api/v1/people/" + strings.ReplaceAll(url.PathEscape(user), ".", "%2E") + "/interviews"
		export := must[struct {
			UserID string `json:"user_id"`
			Total  int
		}](t, h, "GET", path, "")
		if export.UserID != user || export.Total != 1 {
			t.Errorf("%q: got %+v", user, export)
		}
		list := must[struct{ Items []standing }](t, h, "GET", "/api/v1/interviews?user_id="+url.QueryEscape(user), "")
		if len(list.Items) != 1 {
			t.Errorf("%q: %d in the list", user, len(list.Items))
		}
		if got := must[struct{ Deleted int }](t, h, "DELETE", path, ""); got.Deleted != 1 {
			t.Errorf("%q: deleted %d", user, got.Deleted)
		}
		refused(t, user, h.ask(t, "GET", path, ""), 404, "not_found")
	}
	for _, path := range []string{"/api/v1/interviews/%00", "/api/v1/interviews/%ff%fe", "/api/v1/vacancies/a%00b/plan", "/api/v1/people/%00/interviews", "/api/v1/mcp/session_status/x%00"} {
		refused(t, path, h.ask(t, "GET", path, ""), 404, "not_found")
	}
}

func TestList_pagesAndFilters(t *testing.T) {
	t.Parallel()
	h, vacancy := ready(t)
	want := map[string]bool{}
	for i := range 7 {
		want[h.started(t, map[string]any{"user_id": fmt.Sprint("u", i%2), "max_questions": 1})] = true
	}
	type page struct {
		Items      []standing
		HasMore    bool   `json:"has_more"`
		NextCursor string `json:"next_cursor"`
	}
	cursor, last, pages := "", "~", 0
	for {
		pages++
		got := must[page](t, h, "GET", "/api/v1/interviews?limit=3&cursor="+cursor, "")
		for _, s := range got.Items {
			if !want[s.SessionID] || s.SessionID >= last {
				t.Errorf("%s is twice, unknown or out of order", s.SessionID)
			}
			delete(want, s.SessionID)
			last = s.SessionID
		}
		if got.HasMore != (got.NextCursor != "") {
			t.Errorf("has_more %v with cursor %q", got.HasMore, got.NextCursor)
		}
		if cursor = got.NextCursor; !got.HasMore {
			break
		}
	}
	if pages != 3 || len(want) != 0 {
		t.Errorf("%d pages, %d missing", pages, len(want))
	}
	first := must[page](t, h, "GET", "/api/v1/interviews?limit=3", "")
	refused(t, "another question", h.ask(t, "GET", "/api/v1/interviews?limit=3&user_id=u1&cursor="+first.NextCursor, ""), 422, "invalid_argument")
	refused(t, "another tenant", h.as(t, op.Caller{Tenant: "others"}, "GET", "/api/v1/interviews?cursor="+first.NextCursor, ""), 422, "invalid_argument")
	for _, bad := range []string{"cursor=zzz", "cursor=" + strings.Repeat("A", 5000), "offset=1&cursor=" + first.NextCursor, "offset=-1", "limit=0", "limit=201", "limit=x", "limit=", "status=done", "cursor=" + first.NextCursor[:10]} {
		refused(t, bad, h.ask(t, "GET", "/api/v1/interviews?"+bad, ""), 422, "invalid_argument")
	}
	for query, n := range map[string]int{
		"limit=200": 7, "user_id=u0": 4, "user_id=u1&status=waiting_for_answer": 3, "status=completed": 0, "vacancy_id=" + vacancy: 7, "vacancy_id=other": 0, "user_id=": 7,
		"offset=4": 3, "offset=7": 0, "offset=2&limit=2": 2,
	} {
		if got := must[page](t, h, "GET", "/api/v1/interviews?"+query, ""); len(got.Items) != n || got.Items == nil {
			t.Errorf("%s: %d, want %d", query, len(got.Items), n)
		}
	}
}

func TestActions(t *testing.T) {
	t.Parallel()
	h, _ := ready(t)
	id := h.started(t, map[string]any{"answer_limit_s": 3600, "max_questions": 1})
	path := "/api/v1/interviews/" + id
	refused(t, "resume", h.ask(t, "POST", path+"/resume", ""), 409, "not_paused")
	for range 2 {
		if s := must[standing](t, h, "POST", path+"/pause", ""); !s.Paused {
			t.Error("not paused")
		}
	}
	h.clock.Wait(time.Hour)
	if s := must[standing](t, h, "POST", path+"/resume", "{}"); s.Paused || !s.AnswerDeadline.Equal(begin.Add(2*time.Hour)) {
		t.Errorf("after the pause: %+v", s)
	}
	if s := must[standing](t, h, "POST", path+"/extend", `{"by_s":600}`); !s.AnswerDeadline.Equal(begin.Add(2*time.Hour + 10*time.Minute)) {
		t.Errorf("after the extension: %v", s.AnswerDeadline)
	}
	for _, bad := range []string{"", "{}", `{"by_s":0}`, `{"by_s":-5}`, `{"by_s":9223372036854775807}`, `{"by_s":"soon"}`, `{"by_s":60.5}`} {
		refused(t, bad, h.ask(t, "POST", path+"/extend", bad), 422, "invalid_argument")
	}
	refused(t, "override", h.ask(t, "POST", path+"/overrides", `{"competency":"quality","score":1,"reason":"x"}`), 409, "not_finished")
	refused(t, "recompute", h.ask(t, "GET", path+"/recompute", ""), 409, "not_finished")
	if p := refused(t, "decision", h.ask(t, "POST", path+"/decision", `{"selected":true}`), 409, "not_finished"); p.SessionStatus != "waiting_for_answer" {
		t.Errorf("decision: %+v", p)
	}
	for range 2 {
		if s := must[standing](t, h, "POST", path+"/cancel", ""); s.Status != "failed" {
			t.Errorf("cancelled: %+v", s)
		}
	}
	refused(t, "extend", h.ask(t, "POST", path+"/extend", `{"by_s":600}`), 409, "interview_over")
	if got := must[struct{ Deleted int }](t, h, "DELETE", path, ""); got.Deleted != 1 {
		t.Errorf("deleted %d", got.Deleted)
	}
	refused(t, "again", h.ask(t, "DELETE", path, ""), 404, "not_found")
}

func TestOverride_keepsBothValues(t *testing.T) {
	t.Parallel()
	h, _ := ready(t)
	id := h.finished(t, map[string]any{"max_questions": 2})
	path := "/api/v1/interviews/" + id + "/overrides"
	type full struct {
		Plan struct {
			Core []struct{ QuestionID, Title, Text string }
		}
		Marks     []struct{ Points []struct{ Quote string } }
		Overrides []struct {
			Competency, Question, Who, Reason        string
			Score, EngineScore, Anchor, EngineAnchor *int
		}
		Analysis struct {
			Competencies []struct {
				ID        string
				Score     int
				State     string
				Overruled bool
			}
		} `json:"analysis_result"`
	}
	var before full
	rename := func(text string) string {
		return strings.NewReplacer("engine_score", "EngineScore", "engine_anchor", "EngineAnchor", "question_id", "QuestionID").Replace(text)
	}
	if err := json.Unmarshal([]byte(rename(h.ask(t, "GET", "/api/v1/interviews/"+id, "").text)), &before); err != nil {
		t.Fatal(err)
	}
	shown, score := "", 0
	for _, c := range before.Analysis.Competencies {
		if c.State != "not_asked" {
			shown, score = c.ID, c.Score
		}
	}
	for name, body := range map[string]string{
		"nothing":          `{"reason":"x"}`,
		"both":             `{"question":"a","competency":"quality","score":1,"anchor":1,"reason":"x"}`,
		"no value":         encoded(map[string]any{"competency": shown, "reason": "x"}),
		"the other value":  encoded(map[string]any{"competency": shown, "anchor": 1, "reason": "x"}),
		"no reason":        encoded(map[string]any{"competency": shown, "score": 10}),
		"blank reason":     encoded(map[string]any{"competency": shown, "score": 10, "reason": " "}),
		"too much":         encoded(map[string]any{"competency": shown, "score": 101, "reason": "x"}),
		"unknown":          `{"competency":"charm","score":1,"reason":"x"}`,
		"unknown question": `{"question":"charm","anchor":1,"reason":"x"}`,
	} {
		refused(t, name, h.ask(t, "POST", path, body), 422, "invalid_argument")
	}
	r := h.ask(t, "POST", path, encoded(map[string]any{"competency": shown, "score": 0, "reason": "Не верю <script>alert(1)</script>"}))
	var after full
	if err := json.Unmarshal([]byte(rename(r.text)), &after); err != nil {
		t.Fatal(err)
	}
	if len(after.Overrides) != 1 || after.Overrides[0].Score == nil || *after.Overrides[0].Score != 0 || after.Overrides[0].EngineScore == nil ||
		*after.Overrides[0].EngineScore != score || after.Overrides[0].Who != "laravel" || after.Overrides[0].Anchor != nil {
		t.Errorf("got %s", r.text)
	}
	if kind := r.header.Get("Content-Type"); kind != "application/json" || r.header.Get("X-Content-Type-Options") != "nosniff" {
		t.Errorf("markup of people goes out as %q", kind)
	}
	if got := must[struct{ Same bool }](t, h, "GET", "/api/v1/interviews/"+id+"/recompute", ""); !got.Same {
		t.Error("the engine's own result no longer equals itself after a person spoke")
	}
}

func TestEvents_pull(t *testing.T) {
	t.Parallel()
	h, _ := ready(t)
	id := h.finished(t, map[string]any{"max_questions": 2})
	path := "/api/v1/interviews/" + id + "/events"
	type page struct {
		Items []struct {
			Seq  int
			Type string
		}
		HasMore bool `json:"has_more"`
		After   int  `json:"next_after"`
	}
	all := must[page](t, h, "GET", path, "")
	if n := len(all.Items); n < 3 || all.HasMore || all.Items[n-1].Type != "end" || all.After != n {
		t.Fatalf("all: %+v", all)
	}
	seen, after := 0, 0
	for range len(all.Items) {
		got := must[page](t, h, "GET", fmt.Sprintf("%s?after=%d&limit=1&wait_s=25", path, after), "")
		if len(got.Items) != 1 || got.Items[0].Seq != after+1 || got.HasMore != (got.After < len(all.Items)) {
			t.Fatalf("after %d: %+v", after, got)
		}
		seen, after = seen+1, got.After
	}
	if got := must[page](t, h, "GET", fmt.Sprintf("%s?after=%d&wait_s=25", path, after), ""); got.Items == nil || len(got.Items) != 0 || got.After != after {
		t.Errorf("after the end: %+v", got)
	}
	for _, bad := range []string{"after=-1", "after=x", "limit=0", "limit=101", "wait_s=26", "wait_s=-1", "since=1"} {
		refused(t, bad, h.ask(t, "GET", path+"?"+bad, ""), 422, "invalid_argument")
	}
}

// A pull that waits is answered when the event comes, not when its time is over.
func TestEvents_waits(t *testing.T) {
	t.Parallel()
	h, _ := ready(t)
	synctest.Test(t, func(t *testing.T) {
		id := must[standing](t, h, "POST", "/api/v1/mcp/start_interview", startOf(nil)).SessionID
		began := time.Now()
		got := make(chan reply, 1)
		go func() { got <- h.ask(t, "GET", "/api/v1/interviews/"+id+"/events?wait_s=20", "") }()
		synctest.Wait()
		select {
		case r := <-got:
			t.Fatalf("answered at once: %s", r.text)
		default:
		}
		h.work(t)
		if r := <-got; r.status != 200 || !strings.Contains(r.text, `"type":"question"`) || time.Since(began) > 2*time.Second {
			t.Errorf("after %s: %d %s", time.Since(began), r.status, r.text)
		}
		began = time.Now()
		if r := h.ask(t, "GET", "/api/v1/interviews/"+id+"/events?after=1&wait_s=3", ""); !strings.Contains(r.text, `"items":[]`) || time.Since(began) != 3*time.Second {
			t.Errorf("nothing came: %s after %s", r.text, time.Since(began))
		}
	})
}

func TestDeliveries(t *testing.T) {
	t.Parallel()
	h, _ := ready(t)
	id := h.started(t, nil)
	path := "/api/v1/interviews/" + id + "/deliveries"
	type list struct {
		Items []struct {
			State string
			Made  int `json:"attempts_made"`
		}
		Total int
	}
	first := must[struct {
		Items []struct {
			EventID string `json:"event_id"`
			State   string
			Body    string
		}
	}](t, h, "GET", path, "").Items[0]
	if first.State != "pending" || !strings.Contains(first.Body, id) {
		t.Errorf("got %+v", first)
	}
	again := path + "/" + first.EventID + "/redeliver"
	refused(t, "on its way", h.ask(t, "POST", again, ""), 409, "delivery_under_way")
	refused(t, "unknown event", h.ask(t, "POST", path+"/nothing/redeliver", ""), 404, "not_found")
	h.store.Deliver(h.clock.Now(), 500)
	must[map[string]any](t, h, "POST", again, "")
	h.store.Deliver(h.clock.Now(), 500)
	if got := must[list](t, h, "GET", path, ""); got.Total != 1 || got.Items[0].State != "dead" || got.Items[0].Made != 2 {
		t.Errorf("got %+v", got)
	}
	for since, n := range map[string]int{"2027-01-01T00:00:00Z": 0, "2026-11-20T12:00:00+03:00": 1} {
		if got := must[struct{ Redelivered int }](t, h, "POST", "/api/v1/interviews/redeliver", encoded(map[string]string{"since": since})); got.Redelivered != n {
			t.Errorf("since %s: %d, want %d", since, got.Redelivered, n)
		}
	}
	for _, bad := range []string{"", "{}", `{"since":""}`, `{"since":"yesterday"}`, `{"since":1700000000}`} {
		refused(t, bad, h.ask(t, "POST", "/api/v1/interviews/redeliver", bad), 422, "invalid_argument")
	}
}

func TestPeople_exportHoldsEverything(t *testing.T) {
	t.Parallel()
	h, _ := ready(t)
	id := h.started(t, map[string]any{"max_questions": 1})
	hidden := "Ответ со\u200bскрытым знаком и <b>разметкой</b>."
	must[standing](t, h, "POST", "/api/v1/mcp/continue_interview", encoded(map[string]any{"session_id": id, "user_answer": hidden}))
	h.work(t)
	r := h.ask(t, "GET", "/api/v1/people/user_abc123/interviews", "")
	for _, part := range []string{goResume[:40], hook, `"deliveries":[{`, `"events":[{`, "со\u200bскрытым", `"exported_at":"2026-11-20T09:00:00Z"`} {
		if !strings.Contains(r.text, strings.Trim(encoded(part), `"`)) && !strings.Contains(r.text, part) {
			t.Errorf("the export lacks %s", part)
		}
	}
	if one := h.ask(t, "GET", "/api/v1/interviews/"+id, "").text; strings.Contains(one, "Переписал биллинг") || strings.Contains(one, "\u200b") {
		t.Error("who judges answers is shown the resume, or invisible signs")
	}
	if got := must[struct{ Deleted int }](t, h, "DELETE", "/api/v1/people/user_abc123/interviews", ""); got.Deleted != 1 {
		t.Errorf("deleted %d", got.Deleted)
	}
	refused(t, "again", h.ask(t, "DELETE", "/api/v1/people/user_abc123/interviews", ""), 404, "not_found")
	refused(t, "the session", h.ask(t, "GET", "/api/v1/interviews/"+id, ""), 404, "not_found")
}

func TestSurvey_andBias(t *testing.T) {
	t.Parallel()
	h, vacancy := ready(t)
	id := h.finished(t, map[string]any{"max_questions": 1})
	key := h.standing(t, id).SurveyKey
	for name, body := range map[string]string{"empty": "", "no groups": "{}", "a list": `{"groups":["x"]}`, "number inside": `{"groups":{"sex":{}}}`, "long": encoded(map[string]any{"groups": map[string]string{"sex": strings.Repeat("x", 100)}})} {
		refused(t, name, h.ask(t, "PUT", "/api/v1/surveys/"+key, body), 422, "invalid_argument")
	}
	must[map[string]any](t, h, "PUT", "/api/v1/surveys/"+key, `{"groups":{"sex":"male"}}`)
	must[map[string]any](t, h, "PUT", "/api/v1/surveys/"+key, `{"groups":{"sex":"female"}}`)
	type bias struct {
		Measure string
		Counted int
		Tables  []struct{ Rows []struct{ Group []string } }
	}
	if got := must[bias](t, h, "GET", "/api/v1/bias-report?vacancy_id="+vacancy, ""); got.Counted != 1 || got.Tables[0].Rows[0].Group[0] != "female" || got.Measure != "scoring_rate" {
		t.Errorf("got %+v", got)
	}
	if got := must[bias](t, h, "GET", "/api/v1/bias-report?measure=selection_rate", ""); got.Counted != 0 || got.Tables == nil {
		t.Errorf("nobody was decided on: %+v", got)
	}
	refused(t, "measure", h.ask(t, "GET", "/api/v1/bias-report?measure=charm", ""), 422, "invalid_argument")
	if text := h.ask(t, "GET", "/api/v1/interviews/"+id, "").text; strings.Contains(text, "female") {
		t.Error("a reviewer sees the survey")
	}
}

// Whoever reads Russian is refused in Russian, on every kind of failure.
func TestFailures_inBothLanguages(t *testing.T) {
	t.Parallel()
	h, _ := ready(t)
	id := h.started(t, nil)
	cyrillic := regexp.MustCompile(`\p{Cyrillic}`)
	for _, c := range []struct{ method, path, body string }{
		{"GET", "/api/v1/nothing", ""},
		{"PATCH", "/api/v1/interviews", ""},
		{"GET", "/api/v1/interviews/nothing", ""},
		{"GET", "/api/v1/interviews/%00", ""},
		{"GET", "/api/v1/interviews?cursor=x", ""},
		{"GET", "/api/v1/interviews?x=1", ""},
		{"GET", "/api/v1/interviews?limit=1&limit=2", ""},
		{"GET", "/api/v1/interviews?user_id=%ff", ""},
		{"POST", "/api/v1/mcp/start_interview", ""},
		{"POST", "/api/v1/mcp/start_interview", "{"},
		{"POST", "/api/v1/mcp/start_interview", "[]"},
		{"POST", "/api/v1/mcp/start_interview", `{"a":1,"a":2}`},
		{"POST", "/api/v1/mcp/start_interview", strings.Repeat("[", 50)},
		{"POST", "/api/v1/mcp/start_interview", strings.Repeat(" ", 1<<20+1)},
		{"POST", "/api/v1/mcp/start_interview", startOf(map[string]any{"webhook_url": ""})},
		{"POST", "/api/v1/mcp/start_interview", startOf(map[string]any{"consent": map[string]any{"at": "x"}})},
		{"POST", "/api/v1/mcp/start_interview", startOf(map[string]any{"answer_limit_s": 1})},
		{"GET", "/api/v1/interviews/" + id + "/recompute", ""},
		{"POST", "/api/v1/interviews/" + id + "/resume", ""},
		{"POST", "/api/v1/interviews/" + id + "/overrides", `{"question":"x","reason":"y"}`},
		{"POST", "/api/v1/interviews/redeliver", `{"since":"x"}`},
		{"GET", "/api/v1/people/nobody/interviews", ""},
	} {
		for _, lang := range []string{"ru", "en"} {
			r := h.as(t, op.Caller{Tenant: "team", Lang: lang}, c.method, c.path, c.body)
			p := into[problem](t, r)
			if p.Detail == "" || cyrillic.MatchString(p.Detail) != (lang == "ru") || p.Hint != "" && cyrillic.MatchString(p.Hint) != (lang == "ru") {
				t.Errorf("%s %s in %s: %q, %q", c.method, c.path, lang, p.Detail, p.Hint)
			}
			for name, want := range map[string]string{"Cache-Control": "no-store", "X-Content-Type-Options": "nosniff"} {
				if r.header.Get(name) != want {
					t.Errorf("%s %s: %s is %q", c.method, c.path, name, r.header.Get(name))
				}
			}
		}
	}
	if r := h.ask(t, "POST", "/api/v1/vacancies", "{}"); r.status != 422 || r.header.Get("Location") != "" {
		t.Errorf("a refused vacancy: %d at %q", r.status, r.header.Get("Location"))
	}
}
