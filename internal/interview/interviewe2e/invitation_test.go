package interviewe2e_test

import (
	"context"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"kadry/internal/e2e/e2etest"
)

// A candidate is invited over REST on a server that demands tokens, and answers on the page
// without one; nothing that the server writes holds the link.
func TestInvitation_wholeWay(t *testing.T) {
	t.Parallel()
	e2etest.EachEngine(t, func(t *testing.T, env []string) {
		e2etest.Succeed(t, env, "call", "save_vacancy", vacancyText)
		vacancies := told[struct {
			Items []struct {
				ID string `json:"vacancy_id"`
			}
		}](t, env, "list_vacancies", "{}")
		e2etest.Succeed(t, env, "token", "create", "closed")
		env = append(env, "KADRY_PUBLIC_URL=https://hire.example.org", "KADRY_ALLOWED_HOSTS=hire.example.org")
		s := e2etest.Serve(t, e2etest.Options{Env: env})
		invited := told[struct{ ID, URL string }](t, env, "invite_candidate",
			`{"vacancy_id":"`+vacancies.Items[0].ID+`","candidate":{"name":"Анна Примерова","email":"anna@example.org"},"language":"ru","max_questions":1}`)
		path, ok := strings.CutPrefix(invited.URL, "https://hire.example.org")
		if !ok {
			t.Fatalf("the link is %s", invited.URL)
		}
		page := s.URL + path
		if text := read(t.Context(), t, page); !strings.Contains(text, "Здравствуйте, Анна Примерова") {
			t.Fatalf("the page of the link: %s", text)
		}
		submit(t, page, url.Values{"consent": {"1"}})
		e2etest.Await(t, func(ctx context.Context) bool {
			text := read(ctx, t, page)
			if m := askedID.FindStringSubmatch(text); m != nil {
				sent := fromElsewhere(t, page+"/answer", url.Values{"question_id": {m[1]}, "user_answer": {"Измеряю, читаю план запроса, добавляю индекс и проверяю."}})
				if sent != http.StatusOK && sent != http.StatusConflict {
					t.Fatalf("an answer of a browser that hides where it comes from: %d", sent)
				}
			}
			return strings.Contains(text, "Спасибо, это всё")
		})
		now := told[struct{ Status string }](t, env, "get_invitation", `{"id":"`+invited.ID+`"}`)
		if now.Status != "finished" {
			t.Errorf("the invitation is %s", now.Status)
		}
		if got := read(t.Context(), t, page[:len(page)-1]); !strings.Contains(got, "This link does not work") && !strings.Contains(got, "Эта ссылка не работает") {
			t.Errorf("a link that was cut: %s", got)
		}
		log := e2etest.Succeed(t, env, "audit", "list", "--limit", "100")
		token := strings.TrimPrefix(path, "/i/")
		for what, text := range map[string]string{"the audit log": log, "the log": s.Log.String()} {
			if strings.Contains(text, token) || strings.Contains(text, "Примерова") {
				t.Errorf("%s names the candidate or the link", what)
			}
		}
		for _, action := range []string{"invitation.sent", "invitation.opened", "invitation.consented", "invitation.begun", "invitation.answering"} {
			if !strings.Contains(log, action) {
				t.Errorf("the audit log has no %s", action)
			}
		}
	})
}

// fromElsewhere sends a form as an older browser does from a page that sends no referrer.
func fromElsewhere(t *testing.T, to string, form url.Values) int {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, to, strings.NewReader(form.Encode()))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	r.Header.Set("Origin", "null")
	w, err := e2etest.Web.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Body.Close(); err != nil {
		t.Fatal(err)
	}
	return w.StatusCode
}

// told is what an operation answers at this machine.
func told[T any](t *testing.T, env []string, operation, input string) T {
	t.Helper()
	return e2etest.Decode[T](t, []byte(e2etest.Succeed(t, env, "call", operation, input)))
}
