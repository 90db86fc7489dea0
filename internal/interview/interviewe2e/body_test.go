package interviewe2e_test

import (
	"encoding/csv"
	"encoding/json"
	"errors"
	"io"
	"net"
	"net/http"
	"os"
	"strings"
	"testing"
	"time"

	"kadry/internal/e2e/e2etest"
)

// A body that is too large, of another kind or read differently by different readers is
// refused with the status that says why.
func TestInterviewBody_refused(t *testing.T) {
	t.Parallel()
	d := newReadyServer(t, e2etest.Environment(t.TempDir()))
	session := d.start(t, d.site.url, "bodies")
	asked := d.site.next(t)
	const start, reply = "/api/v1/mcp/start_interview", "/api/v1/mcp/continue_interview"
	resume := func(text string) string {
		return `{"resume_text":` + e2etest.Quoted(t, text) + `,"webhook_url":` + e2etest.Quoted(t, d.site.url) + `}`
	}
	said := func(text string) string {
		return `{"session_id":"` + session + `","question_id":"` + asked.AskedID + `","user_answer":` + e2etest.Quoted(t, text) + `}`
	}
	padded := resume("Go") + strings.Repeat(" ", 1<<20+1-len(resume("Go")))
	for name, c := range map[string]struct {
		path, body, kind string
		status           int
		code             string
	}{
		"a byte over the limit": {start, padded, "", 413, "too_large"},
		"a long resume":         {start, resume(strings.Repeat("ы", 200_001)), "", 413, "too_large"},
		"a long answer":         {reply, said(strings.Repeat("ы", 20_001)), "", 413, "too_large"},
		"a form":                {start, "resume_text=Go", "application/x-www-form-urlencoded", 415, "unsupported_media_type"},
		"plain text":            {start, resume("Go"), "text/plain", 415, "unsupported_media_type"},
		"another charset":       {start, resume("Go"), "application/json; charset=koi8-r", 415, "unsupported_media_type"},
		"deep":                  {start, `{"x":` + strings.Repeat("[", 100_000) + strings.Repeat("]", 100_000) + `}`, "", 422, "invalid_argument"},
		"a key twice":           {start, `{"resume_text":"Go","webhook_url":"https://a.example/","webhook_url":"http://127.0.0.1/"}`, "", 422, "invalid_argument"},
		"a list":                {start, `[]`, "", 422, "invalid_argument"},
		"two values":            {start, resume("Go") + `{}`, "", 422, "invalid_argument"},
		"bytes":                 {start, "{\"resume_text\":\"\xff\xfe\"}", "", 422, "invalid_argument"},
		"half a pair":           {reply, `{"session_id":"\ud800","user_answer":"a"}`, "", 404, "not_found"},
		"a NUL in an id":        {reply, `{"session_id":"a\u0000b","user_answer":"a"}`, "", 404, "not_found"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			kind := c.kind
			if kind == "" {
				kind = "application/json"
			}
			status, text := d.call(t.Context(), http.MethodPost, c.path, c.body, "Content-Type", kind)
			if status != c.status || e2etest.Decode[e2etest.Problem](t, text).Code != c.code || len(text) > 4_000 {
				t.Errorf("got %d %.500s, want %d %s", status, text, c.status, c.code)
			}
		})
	}
	d.want(t, http.StatusAccepted, http.MethodPost, start, padded[:1<<20])
	d.want(t, http.StatusAccepted, http.MethodPost, start, resume(strings.Repeat("Go ы", 50_000)))
}

// Whoever sends a request letter by letter is cut off, and holds nobody up meanwhile.
func TestInterviewBody_slowHeaders(t *testing.T) {
	t.Parallel()
	s := e2etest.Serve(t, e2etest.Options{})
	conn, err := (&net.Dialer{}).DialContext(t.Context(), "tcp", strings.TrimPrefix(s.URL, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	if err := conn.SetDeadline(time.Now().Add(e2etest.StartTime)); err != nil {
		t.Fatal(err)
	}
	if _, err := io.WriteString(conn, "POST /api/v1/mcp/start_interview HTTP/1.1\r\nHost: localhost\r\nX-Slow: "); err != nil {
		t.Fatal(err)
	}
	api{base: s.URL}.want(t, http.StatusOK, http.MethodGet, "/api/v1/interviews", nil)
	if _, err := io.Copy(io.Discard, conn); errors.Is(err, os.ErrDeadlineExceeded) {
		t.Error("the connection is still open after a minute")
	}
}

// hostile is what a candidate may write to harm those who read it: a script, marks that turn
// the direction of writing, a NUL, a line for the log.
const hostile = "<script>alert(1)</script> \u202eexe.tpircs\u2066 a\x00b \x1b[31m\n{\"level\":\"ERROR\",\"msg\":\"forged\"}\r\nSet-Cookie: a=b"

// Hostile text is kept, shown as text, and forges neither a line of the log nor a cell of a
// table.
func TestInterviewText_isOnlyText(t *testing.T) {
	t.Parallel()
	e2etest.EachEngine(t, func(t *testing.T, env []string) {
		d := newReadyServer(t, env, "KADRY_LOG_LEVEL=debug")
		status, text := d.call(t.Context(), http.MethodPost, "/api/v1/mcp/start_interview",
			map[string]any{"resume_text": resumeText + hostile, "webhook_url": d.site.url, "user_id": "u\n{\"level\":\"ERROR\",\"msg\":\"forged\"}", "external_id": "a\r\nb"})
		if status != http.StatusAccepted && status != http.StatusUnprocessableEntity {
			t.Errorf("an id with line ends: %d %s", status, text)
		}
		if status == http.StatusAccepted {
			d.site.next(t)
		}
		session := d.start(t, d.site.url, `<b>"mallory"</b>`)
		h := d.site.next(t)
		d.reply(t, h, hostile+" Измеряю, читаю план запроса.")
		d.site.next(t)
		d.call(t.Context(), http.MethodGet, "/api/v1/interviews/a%0A%7B%22msg%22%3A%22forged%22%7D", nil, "X-Request-Id", "forged id")

		for _, path := range []string{"/interviews/" + session, "/interviews", "/interviews/" + session + "/deliveries"} {
			page := shown(t, d, path)
			for _, bad := range []string{"<script>alert", "<b>\"mallory", "\u202e", "\u2066", "\x00", "\x1b"} {
				if strings.Contains(page, bad) {
					t.Errorf("%s shows %q as it came", path, bad)
				}
			}
		}
		// JSON holds the words as they are, for programs; no browser takes it for a page.
		full := d.REST().Get(t, "/api/v1/interviews/"+session)
		if !strings.Contains(string(full.Body), "alert(1)") || strings.ContainsAny(string(full.Body), "\u202e\x00\x1b") {
			t.Errorf("the words of the answer are not kept safe: %s", full.Body)
		}
		if full.Header.Get("Content-Type") != "application/json" || full.Header.Get("X-Content-Type-Options") != "nosniff" {
			t.Errorf("a browser may take it for a page: %v", full.Header)
		}
		for line := range strings.Lines(d.Log.String()) {
			entry := struct{ Time, Level, Msg string }{}
			if json.Unmarshal([]byte(line), &entry) != nil || entry.Time == "" || entry.Msg == "forged" {
				t.Errorf("a line of the log is forged: %s", line)
			}
		}
	})
}

// shown is a page as a browser gets it.
func shown(t *testing.T, d *readyServer, path string) string {
	t.Helper()
	got := d.REST().Get(t, path)
	got.Ok(t)
	if policy := got.Header.Get("Content-Security-Policy"); !strings.Contains(policy, "default-src") || strings.Contains(policy, "unsafe") {
		t.Errorf("%s: policy %q", path, policy)
	}
	return string(got.Body)
}

// No cell of the exported table begins with a sign that makes it a formula, and what was
// guarded comes back as it was.
func TestInterviewTable_holdsNoFormula(t *testing.T) {
	t.Parallel()
	here := e2etest.Serve(t, e2etest.Options{})
	a := api{base: here.URL}
	titles := map[string]bool{}
	for _, title := range []string{`=HYPERLINK("http://evil.example","Go")`, "+1+2", "-3", "@SUM(A1)", "'quoted", "Go"} {
		titles[title] = true
		a.want(t, http.StatusCreated, http.MethodPost, "/api/v1/vacancies", map[string]any{
			"title": title, "description": "=cmd|' /C calc'!A0", "requirements": "-Go", "responsibilities": "@x",
		})
	}
	table := a.want(t, http.StatusOK, http.MethodGet, "/api/v1/vacancies/export?format=csv", nil)
	rows, err := csv.NewReader(strings.NewReader(strings.TrimPrefix(string(table), "\ufeff"))).ReadAll()
	if err != nil || len(rows) != len(titles)+1 {
		t.Fatalf("%d rows: %v", len(rows), err)
	}
	for _, row := range rows {
		for _, cell := range row {
			if strings.HasPrefix(cell, "=") || strings.HasPrefix(cell, "+") || strings.HasPrefix(cell, "-") || strings.HasPrefix(cell, "@") {
				t.Errorf("the cell %q is a formula", cell)
			}
		}
	}
	back := e2etest.Decode[struct{ Unchanged int }](t, a.want(t, http.StatusOK, http.MethodPost, "/api/v1/vacancies/import", string(table), "Content-Type", "text/csv"))
	if back.Unchanged != len(titles) {
		t.Errorf("the table comes back with %d rows as they were, want %d", back.Unchanged, len(titles))
	}
	for _, v := range e2etest.Decode[struct{ Items []struct{ Title string } }](t, a.want(t, http.StatusOK, http.MethodGet, "/api/v1/vacancies", nil)).Items {
		delete(titles, v.Title)
	}
	if len(titles) != 0 {
		t.Errorf("lost on the way: %v", titles)
	}
}
