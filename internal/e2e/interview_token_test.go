package e2e

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
)

// Who shows no token and who shows a wrong one are told the same, byte for byte; both
// headers of the contract carry one; scopes hold; the token is written down nowhere; a
// revoked one is dead at once.
func TestInterviewTokens_contract(t *testing.T) {
	t.Parallel()
	site := newReceiver(t)
	home := t.TempDir()
	env := append(environment(home, "KADRY_LOG_LEVEL=debug"), site.env()...)
	site.trust(t, env)
	succeed(t, env, "call", "save_vacancy", vacancyText)
	ats := newToken(t, home, "ats", "--toolsets", "interview")
	other := newToken(t, home, "other", "--toolsets", "talent")
	reader := newToken(t, home, "reader", "--toolsets", "interview", "--read-only")
	s := serve(t, options{env: env})

	const list = "/api/v1/interviews"
	plain := s.rest().with("X-Request-Id", "0123456789abcdef")
	none := plain.get(t, list)
	for name, asked := range map[string]rest{
		"unknown": plain.with("X-Webhook-Token", "kadry_guess"), "bearer": plain.as("kadry_guess"),
		"cut": plain.with("X-Webhook-Token", ats[:len(ats)-1]), "empty": plain.with("X-Webhook-Token", ""),
	} {
		got := asked.get(t, list)
		got.header.Del("Date")
		none.header.Del("Date")
		if got.status != http.StatusUnauthorized || string(got.body) != string(none.body) || fmt.Sprint(got.header) != fmt.Sprint(none.header) {
			t.Errorf("%s: %d %v %s, without a token %d %v %s", name, got.status, got.header, got.body, none.status, none.header, none.body)
		}
	}
	s.rest().with("X-Webhook-Token", ats).get(t, list).ok(t)
	s.rest().as(ats).get(t, list).ok(t)
	start := `{"resume_text":"Go","webhook_url":"` + site.url + `"}`
	for token, refused := range map[string][]string{other: {"GET " + list, "POST /api/v1/mcp/start_interview"}, reader: {"POST /api/v1/mcp/start_interview", "POST /api/v1/webhook/secret", "DELETE " + list + "/x"}} {
		for _, call := range refused {
			method, path, _ := strings.Cut(call, " ")
			s.rest().as(token).do(t, method, path, strings.NewReader(start)).refused(t, http.StatusForbidden, "denied")
		}
	}
	s.rest().as(reader).get(t, list).ok(t)

	succeed(t, env, "token", "revoke", "reader")
	s.rest().as(reader).get(t, list).refused(t, http.StatusUnauthorized, "unauthenticated")
	told := s.log.String() + string(s.rest().as(ats).get(t, "/metrics").body) + string(s.rest().as(ats).get(t, "/status").body)
	for _, token := range []string{ats, other, reader} {
		if strings.Contains(told, token) || strings.Contains(told, token[len("kadry_"):]) {
			t.Errorf("a token is written down:\n%s", told)
		}
	}
}

// Whoever tries many tokens is told to wait, and the right one from the same address passes.
func TestInterviewTokens_guessing(t *testing.T) {
	t.Parallel()
	s := serve(t, options{})
	ats := newToken(t, s.home, "ats")
	var last answer
	for i := range 200 {
		if last = s.rest().with("X-Webhook-Token", fmt.Sprintf("kadry_%d", i)).get(t, "/api/v1/interviews"); last.status != http.StatusUnauthorized {
			break
		}
	}
	last.refused(t, http.StatusTooManyRequests, "rate_limited")
	if last.header.Get("Retry-After") == "" {
		t.Error("nobody is told when to come back")
	}
	s.rest().with("X-Webhook-Token", ats).get(t, "/api/v1/interviews").ok(t)
}

// What one tenant has, another can neither see nor touch, and is told what is told of
// things that do not exist.
func TestInterviewTenants_neverMeet(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, env []string) {
		site := newReceiver(t)
		env = append(env, site.env()...)
		s := serve(t, options{env: env})
		acme := api{base: s.url, token: newToken(t, s.home, "acme-ats", "--tenant", "acme")}
		globex := api{base: s.url, token: newToken(t, s.home, "globex-ats", "--tenant", "globex")}
		secrets := map[string]bool{}
		for _, a := range []api{acme, globex} {
			secrets[decode[struct{ Secret string }](t, a.want(t, http.StatusCreated, http.MethodPost, "/api/v1/webhook/secret", nil)).Secret] = true
		}
		if len(secrets) != 2 {
			t.Error("two tenants have one secret")
		}
		vacancy := decode[struct{ ID string }](t, acme.want(t, http.StatusCreated, http.MethodPost, "/api/v1/vacancies", vacancyText)).ID
		globex.want(t, http.StatusCreated, http.MethodPost, "/api/v1/vacancies", `{"title":"Tester","requirements":"Python"}`)
		acme.want(t, http.StatusOK, http.MethodPut, "/api/v1/webhook", `{"retention_days":2718,"payload":"flat"}`)
		session := acme.start(t, site.url, "candidate-of-acme")
		status := decode[struct {
			Key string `json:"survey_key"`
		}](t, acme.want(t, http.StatusOK, http.MethodGet, "/api/v1/mcp/session_status/"+session, nil))
		event := awaitAttempt(t, acme, session).EventID

		missing := "0198c1a7-0000-7000-8000-000000000000"
		for _, call := range foreignCalls {
			method, path, _ := strings.Cut(call.route, " ")
			at := strings.NewReplacer("{session}", session, "{vacancy}", vacancy, "{event}", event, "{user}", "candidate-of-acme", "{key}", status.Key)
			nothing := strings.NewReplacer("{session}", missing, "{vacancy}", missing, "{event}", missing, "{user}", "nobody", "{key}", missing)
			got, text := globex.call(t.Context(), method, at.Replace(path), at.Replace(call.body), "X-Request-Id", "0123456789abcdef")
			unknown, same := globex.call(t.Context(), method, nothing.Replace(path), nothing.Replace(call.body), "X-Request-Id", "0123456789abcdef")
			// But for the id that was asked for, the answers are the same.
			if got != http.StatusNotFound || unknown != got || strings.NewReplacer(session, missing, vacancy, missing).Replace(string(text)) != string(same) {
				t.Errorf("%s of another tenant: %d %s; of nobody: %d %s", call.route, got, text, unknown, same)
			}
		}
		for _, path := range []string{"/api/v1/interviews", "/api/v1/interviews?user_id=candidate-of-acme", "/api/v1/vacancies", "/api/v1/vacancies/export", "/api/v1/vacancies/export?format=csv", "/api/v1/webhook", "/api/v1/bias-report?measure=selection_rate"} {
			text := string(globex.want(t, http.StatusOK, http.MethodGet, path, nil))
			for _, word := range []string{session, vacancy, "candidate-of-acme", "Платёжная", "Разработчик", `"flat"`, `:2718`} {
				if strings.Contains(text, word) {
					t.Errorf("%s shows %q to another tenant: %s", path, word, text)
				}
			}
		}
		acme.want(t, http.StatusOK, http.MethodGet, "/api/v1/interviews/"+session, nil)
		acme.want(t, http.StatusOK, http.MethodGet, "/api/v1/vacancies/"+vacancy, nil)
	})
}

// foreignCalls are all routes that name something a tenant has.
var foreignCalls = []struct{ route, body string }{
	{"GET /api/v1/mcp/session_status/{session}", ""},
	{"POST /api/v1/mcp/continue_interview", `{"session_id":"{session}","user_answer":"an answer"}`},
	{"GET /api/v1/interviews/{session}", ""},
	{"DELETE /api/v1/interviews/{session}", ""},
	{"POST /api/v1/interviews/{session}/cancel", ""},
	{"POST /api/v1/interviews/{session}/pause", ""},
	{"POST /api/v1/interviews/{session}/resume", ""},
	{"POST /api/v1/interviews/{session}/extend", `{"by_s":600}`},
	{"POST /api/v1/interviews/{session}/overrides", `{"question":"q","anchor":1,"reason":"r"}`},
	{"POST /api/v1/interviews/{session}/decision", `{"selected":true}`},
	{"GET /api/v1/interviews/{session}/recompute", ""},
	{"GET /api/v1/interviews/{session}/events", ""},
	{"GET /api/v1/interviews/{session}/deliveries", ""},
	{"POST /api/v1/interviews/{session}/deliveries/{event}/redeliver", ""},
	{"GET /api/v1/people/{user}/interviews", ""},
	{"DELETE /api/v1/people/{user}/interviews", ""},
	{"PUT /api/v1/surveys/{key}", `{"groups":{"sex":"female"}}`},
	{"GET /api/v1/vacancies/{vacancy}", ""},
	{"PUT /api/v1/vacancies/{vacancy}", `{"title":"taken over"}`},
	{"DELETE /api/v1/vacancies/{vacancy}", ""},
	{"GET /api/v1/vacancies/{vacancy}/plan", ""},
	{"POST /api/v1/mcp/start_interview", `{"resume_text":"Go","webhook_url":"https://hooks.example.org/","vacancy_id":"{vacancy}"}`},
}
