package interviewe2e_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"kadry/internal/e2e/e2etest"
)

// Who shows no token and who shows a wrong one are told the same, byte for byte; both
// headers of the contract carry one; scopes hold; the token is written down nowhere; a
// revoked one is dead at once.
func TestInterviewTokens_contract(t *testing.T) {
	t.Parallel()
	site := newReceiver(t)
	home := t.TempDir()
	env := append(e2etest.Environment(home, "KADRY_LOG_LEVEL=debug"), site.env()...)
	site.trust(t, env)
	e2etest.Succeed(t, env, "call", "save_vacancy", vacancyText)
	ats := e2etest.NewToken(t, home, "ats", "--toolsets", "interview")
	other := e2etest.NewToken(t, home, "other", "--toolsets", "talent")
	reader := e2etest.NewToken(t, home, "reader", "--toolsets", "interview", "--read-only")
	s := e2etest.Serve(t, e2etest.Options{Env: env})

	const list = "/api/v1/interviews"
	plain := s.REST().With("X-Request-Id", "0123456789abcdef")
	none := plain.Get(t, list)
	for name, asked := range map[string]e2etest.REST{
		"unknown": plain.With("X-Webhook-Token", "kadry_guess"), "bearer": plain.As("kadry_guess"),
		"cut": plain.With("X-Webhook-Token", ats[:len(ats)-1]), "empty": plain.With("X-Webhook-Token", ""),
	} {
		got := asked.Get(t, list)
		got.Header.Del("Date")
		none.Header.Del("Date")
		if got.Status != http.StatusUnauthorized || string(got.Body) != string(none.Body) || fmt.Sprint(got.Header) != fmt.Sprint(none.Header) {
			t.Errorf("%s: %d %v %s, without a token %d %v %s", name, got.Status, got.Header, got.Body, none.Status, none.Header, none.Body)
		}
	}
	s.REST().With("X-Webhook-Token", ats).Get(t, list).Ok(t)
	s.REST().As(ats).Get(t, list).Ok(t)
	start := `{"resume_text":"Go","webhook_url":"` + site.url + `"}`
	for token, refused := range map[string][]string{other: {"GET " + list, "POST /api/v1/mcp/start_interview"}, reader: {"POST /api/v1/mcp/start_interview", "POST /api/v1/webhook/secret", "DELETE " + list + "/x"}} {
		for _, call := range refused {
			method, path, _ := strings.Cut(call, " ")
			s.REST().As(token).Do(t, method, path, strings.NewReader(start)).Refused(t, http.StatusForbidden, "denied")
		}
	}
	s.REST().As(reader).Get(t, list).Ok(t)

	e2etest.Succeed(t, env, "token", "revoke", "reader")
	s.REST().As(reader).Get(t, list).Refused(t, http.StatusUnauthorized, "unauthenticated")
	told := s.Log.String() + string(s.REST().As(ats).Get(t, "/metrics").Body) + string(s.REST().As(ats).Get(t, "/status").Body)
	for _, token := range []string{ats, other, reader} {
		if strings.Contains(told, token) || strings.Contains(told, token[len("kadry_"):]) {
			t.Errorf("a token is written down:\n%s", told)
		}
	}
}

// Whoever tries many tokens is told to wait, and the right one from the same address passes.
func TestInterviewTokens_guessing(t *testing.T) {
	t.Parallel()
	s := e2etest.Serve(t, e2etest.Options{})
	ats := e2etest.NewToken(t, s.Home, "ats")
	var last e2etest.Answer
	for i := range 200 {
		if last = s.REST().With("X-Webhook-Token", fmt.Sprintf("kadry_%d", i)).Get(t, "/api/v1/interviews"); last.Status != http.StatusUnauthorized {
			break
		}
	}
	last.Refused(t, http.StatusTooManyRequests, "rate_limited")
	if last.Header.Get("Retry-After") == "" {
		t.Error("nobody is told when to come back")
	}
	s.REST().With("X-Webhook-Token", ats).Get(t, "/api/v1/interviews").Ok(t)
}

// What one tenant has, another can neither see nor touch, and is told what is told of
// things that do not exist.
func TestInterviewTenants_neverMeet(t *testing.T) {
	t.Parallel()
	e2etest.EachEngine(t, func(t *testing.T, env []string) {
		site := newReceiver(t)
		env = append(env, site.env()...)
		s := e2etest.Serve(t, e2etest.Options{Env: env})
		acme := api{base: s.URL, token: e2etest.NewToken(t, s.Home, "acme-ats", "--tenant", "acme", "--admin")}
		globex := api{base: s.URL, token: e2etest.NewToken(t, s.Home, "globex-ats", "--tenant", "globex", "--admin")}
		secrets := map[string]bool{}
		for _, a := range []api{acme, globex} {
			secrets[e2etest.Decode[struct{ Secret string }](t, a.want(t, http.StatusCreated, http.MethodPost, "/api/v1/webhook/secret", nil)).Secret] = true
		}
		if len(secrets) != 2 {
			t.Error("two tenants have one secret")
		}
		vacancy := e2etest.Decode[struct{ ID string }](t, acme.want(t, http.StatusCreated, http.MethodPost, "/api/v1/vacancies", vacancyText)).ID
		globex.want(t, http.StatusCreated, http.MethodPost, "/api/v1/vacancies", `{"title":"Tester","requirements":"Python"}`)
		acme.want(t, http.StatusOK, http.MethodPut, "/api/v1/webhook", `{"retention_days":2718,"payload":"flat"}`)
		session := acme.start(t, site.url, "candidate-of-acme")
		status := e2etest.Decode[struct {
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
