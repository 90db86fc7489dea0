package interviewe2e_test

import (
	"context"
	"database/sql"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"kadry/internal/e2e/e2etest"
	"kadry/internal/store"
)

// Words that only the candidates of this test say.
const (
	resumeMark = "Zaphodius Beeblebroxovich"
	answerMark = "гиперпространственный ёжик"
	userMark   = "forget-me-4711"
)

// Everything kept of a person is exported before it is deleted. Afterwards no word of
// theirs is left, neither in a file of the data folder nor in a row nor in a log; the audit
// log says that it was done, holds, and says so when somebody changes it.
func TestInterviewErase_leavesNoWord(t *testing.T) {
	t.Parallel()
	e2etest.EachEngine(t, func(t *testing.T, env []string) {
		d := newReadyServer(t, env, "KADRY_LOG_LEVEL=debug")
		refusing := false
		d.site.answer = func(hook, bool) int {
			if refusing {
				return http.StatusServiceUnavailable
			}
			return http.StatusNoContent
		}
		sessions := []string{
			d.talk(t, d.site.url), d.talk(t, d.site.url), // the first is deleted by itself, the second with the person
		}
		tryout := d.tryOut(t)
		// This one stands in the queue, in the outbox and in its attempts.
		d.site.mu.Lock()
		refusing = true
		d.site.mu.Unlock()
		sessions = append(sessions, tryout, e2etest.Decode[struct {
			Session string `json:"session_id"`
		}](t, d.want(t, http.StatusAccepted, http.MethodPost, "/api/v1/mcp/start_interview",
			map[string]any{"resume_text": resumeText + " " + resumeMark, "webhook_url": d.site.url, "user_id": userMark})).Session)
		awaitAttempt(t, d.api, sessions[3])
		for _, mark := range []string{resumeMark, answerMark, userMark} {
			if !e2etest.TracesOf(t, d.env, mark) {
				t.Errorf("nothing holds %q before it is deleted: this test could not fail", mark)
			}
		}
		const person = "/api/v1/people/" + userMark + "/interviews"
		d.want(t, http.StatusOK, http.MethodDelete, "/api/v1/interviews/"+tryout, nil)
		export := string(d.want(t, http.StatusOK, http.MethodGet, person, nil))
		for _, part := range append([]string{sessions[0], sessions[1], sessions[3]}, resumeMark, answerMark, `"resume_text"`, `"conversation_history"`, `"marks"`, `"events"`, `"deliveries"`, `"attempts"`, `"fit"`, `"consent"`) {
			if !strings.Contains(export, part) {
				t.Errorf("the export has no %s", part)
			}
		}

		d.want(t, http.StatusOK, http.MethodDelete, "/api/v1/interviews/"+sessions[0], nil)
		d.want(t, http.StatusNotFound, http.MethodGet, "/api/v1/interviews/"+sessions[0], nil)
		deleted := e2etest.Decode[struct{ Deleted int }](t, d.want(t, http.StatusOK, http.MethodDelete, person, nil)).Deleted
		if deleted != 2 {
			t.Errorf("%d interviews were deleted with the person, want 2", deleted)
		}
		d.want(t, http.StatusNotFound, http.MethodGet, person, nil)
		d.wantForgotten(t, sessions)
		wantTamperingFound(t, d.env)
	})
}

// wantForgotten checks that no word of the candidate is left, and that the audit log
// says of every interview that it was and that it was erased.
func (d *readyServer) wantForgotten(t *testing.T, sessions []string) {
	t.Helper()
	for _, mark := range []string{resumeMark, answerMark, userMark, "Zaphodius"} {
		if e2etest.TracesOf(t, d.env, mark) {
			t.Errorf("%q is still there", mark)
		}
		if strings.Contains(d.Log.String(), mark) {
			t.Errorf("the log holds %q", mark)
		}
	}
	if said := e2etest.Succeed(t, d.env, "audit", "verify"); !strings.Contains(said, "hold") {
		t.Errorf("audit verify: %s", said)
	}
	for _, id := range sessions {
		if !e2etest.TracesOf(t, d.env, id) {
			t.Errorf("no line is left that says that there was %s", id)
		}
		if listed := e2etest.Succeed(t, d.env, "audit", "list", "--subject", id); !strings.Contains(listed, "interview.accepted") || !strings.Contains(listed, "erased") {
			t.Errorf("the audit log of %s:\n%s", id, listed)
		}
	}
}

// talk holds an interview with words that can be found again.
func (d *readyServer) talk(t *testing.T, to string) (id string) {
	t.Helper()
	text := d.want(t, http.StatusAccepted, http.MethodPost, "/api/v1/mcp/start_interview", map[string]any{
		"resume_text": resumeText + " " + resumeMark, "webhook_url": to, "user_id": userMark, "max_questions": 3,
		"consent": map[string]string{"version": "consent-7"},
	})
	id = e2etest.Decode[struct {
		Session string `json:"session_id"`
	}](t, text).Session
	for {
		h := d.site.next(t)
		if h.Type == "end" {
			return id
		}
		d.reply(t, h, answerMark+": измеряю, читаю план запроса и проверяю гипотезу "+h.AskedID)
	}
}

// tryOut begins a try-out on the pages, whose events come to the server itself, and answers
// its first question.
func (d *readyServer) tryOut(t *testing.T) (id string) {
	t.Helper()
	form := d.REST().With("Content-Type", "application/x-www-form-urlencoded")
	post := func(path string, fields url.Values) {
		form.Do(t, http.MethodPost, path, strings.NewReader(fields.Encode())).Ok(t)
	}
	post("/try", url.Values{"resume_text": {resumeText + " " + resumeMark}, "consent": {"1"}, "vacancy": {""}})
	list := e2etest.Decode[struct {
		Items []struct {
			ID   string `json:"session_id"`
			User string `json:"user_id"`
		}
	}](t, d.want(t, http.StatusOK, http.MethodGet, "/api/v1/interviews", nil))
	for _, item := range list.Items {
		if item.User != userMark {
			id = item.ID
		}
	}
	var asked struct {
		ID string `json:"question_id"`
	}
	e2etest.Await(t, func(context.Context) bool {
		asked = e2etest.Decode[struct {
			ID string `json:"question_id"`
		}](t, d.want(t, http.StatusOK, http.MethodGet, "/api/v1/mcp/session_status/"+id, nil))
		return asked.ID != "" && strings.Contains(string(d.REST().Get(t, "/try/"+id).Body), "data-answer")
	})
	post("/try/"+id+"/answer", url.Values{"question_id": {asked.ID}, "user_answer": {answerMark + " и ещё слова"}})
	return id
}

// wantTamperingFound changes a row of the audit log behind its back, which it must tell.
func wantTamperingFound(t *testing.T, env []string) {
	t.Helper()
	place := ""
	for _, variable := range env { // PostgreSQL is named after the folder, and counts
		if name, value, _ := strings.Cut(variable, "="); name == "KADRY_DATABASE_URL" || name == "KADRY_DATA" {
			place = value
		}
	}
	db, err := store.Open(t.Context(), store.Config{URL: place})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if err := db.Write(t.Context(), func(ctx context.Context, tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, "UPDATE audit_entry SET actor = 'somebody else' WHERE seq = 2")
		return err
	}); err != nil {
		t.Fatal(err)
	}
	if got := e2etest.Command(t, env, "audit", "verify"); got.Code == 0 || !strings.Contains(got.Stderr, "entry 2") {
		t.Errorf("audit verify of a changed log: exit code %d, %s %s", got.Code, got.Stdout, got.Stderr)
	}
}
