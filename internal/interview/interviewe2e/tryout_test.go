package interviewe2e_test

import (
	"context"
	"io"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"kadry/internal/e2e/e2etest"
)

var askedID = regexp.MustCompile(`name="question_id"[^>]*value="([^"]+)"`)

// A person plays the candidate on the page of a running server, without scripts: the
// questions come by webhooks from the server to itself, over its own address.
func TestInterview_triedOnThePage(t *testing.T) {
	t.Parallel()
	e2etest.EachEngine(t, func(t *testing.T, env []string) {
		e2etest.Succeed(t, env, "call", "save_vacancy", vacancyText)
		s := e2etest.Serve(t, e2etest.Options{Env: env})
		begun := submit(t, s.URL+"/try", url.Values{
			"resume_text": {resumeText}, "max_questions": {"3"}, "language": {"ru"}, "consent": {"1"},
		})
		if begun.StatusCode != http.StatusOK || !strings.Contains(begun.Request.URL.Path, "/try/") {
			t.Fatalf("the form leads to %s: %d", begun.Request.URL, begun.StatusCode)
		}
		page := "http://" + begun.Request.URL.Host + begun.Request.URL.Path
		answered := map[string]bool{}
		e2etest.Await(t, func(ctx context.Context) bool {
			text := read(ctx, t, page)
			if m := askedID.FindStringSubmatch(text); m != nil && !answered[m[1]] {
				answered[m[1]] = true
				submit(t, page+"/answer", url.Values{"question_id": {m[1]}, "user_answer": {"Измеряю, читаю план запроса, добавляю индекс и проверяю."}})
			}
			return strings.Contains(text, "/interviews/")
		})
		if len(answered) < 3 {
			t.Errorf("%d questions before the result", len(answered))
		}
	})
}

// submit sends a form as a browser does, and follows to the page behind it.
func submit(t testing.TB, to string, form url.Values) *http.Response {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, to, strings.NewReader(form.Encode()))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	r.Header.Set("Sec-Fetch-Site", "same-origin")
	w, err := e2etest.Web.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Body.Close(); err != nil {
		t.Fatal(err)
	}
	return w
}

// read returns a page; a server that does not answer yet is no page.
func read(ctx context.Context, t testing.TB, page string) string {
	t.Helper()
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, page, nil)
	if err != nil {
		t.Fatal(err)
	}
	w, err := e2etest.Web.Do(r)
	if err != nil {
		return ""
	}
	defer w.Body.Close()
	text, err := io.ReadAll(w.Body)
	if err != nil {
		return ""
	}
	return string(text)
}
