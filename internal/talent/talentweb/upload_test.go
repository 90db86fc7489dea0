package talentweb_test

import (
	"bytes"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"kadry/internal/op"
	"kadry/internal/talent/sample"
	"kadry/internal/talent/talentweb"
	"kadry/internal/webui/webtest"
)

// send uploads files and fields as a browser does.
func send(t *testing.T, pages http.Handler, files []sample.File, fields map[string]string, headers ...string) webtest.Answer {
	t.Helper()
	return sendTo(t, pages, "/upload", files, fields, headers...)
}

func sendTo(t *testing.T, pages http.Handler, path string, files []sample.File, fields map[string]string, headers ...string) webtest.Answer {
	t.Helper()
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	for _, f := range files {
		part, err := form.CreateFormFile("file", f.Name)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := part.Write(f.Data); err != nil {
			t.Fatal(err)
		}
	}
	for name, value := range fields {
		if err := form.WriteField(name, value); err != nil {
			t.Fatal(err)
		}
	}
	if err := form.Close(); err != nil {
		t.Fatal(err)
	}
	r := httptest.NewRequestWithContext(t.Context(), "POST", path, &body)
	r.Header.Set("Content-Type", form.FormDataContentType())
	for i := 0; i+1 < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	return webtest.Send(pages, r)
}

func sampleFiles(t *testing.T) []sample.File {
	t.Helper()
	files, err := sample.Files()
	if err != nil {
		t.Fatal(err)
	}
	return files
}

func TestUpload_saysWhatBecameOfEveryFile(t *testing.T) {
	t.Parallel()
	pages := newHouse(t, false).pages(t, webtest.Everyone)
	files := slices.Concat(sampleFiles(t)[:2], []sample.File{{Name: "holiday.png", Data: []byte("\x89PNG\r\n\x1a\n0000")}})
	got := send(t, pages, files, map[string]string{"tags": "осень, отклик"}, webtest.Russian...)
	webtest.Wants(t, got.Page, "добавлено 2, уже в базе 0, не прочитан 1", "en-01-liam-corbett-sre.md", "Liam Corbett · Senior Site Reliability Engineer · 3 места работы · 28 навыков", "не прочитано", "holiday.png")
	webtest.Wants(t, webtest.Ask(t, pages, "GET", "/candidates?tags=осень", "", webtest.Russian...).Page, "Подходят 2 кандидата")
	got = send(t, pages, files[:1], nil, "HX-Request", "true")
	if strings.Contains(got.Page, "<html") {
		t.Error("a script got a whole page")
	}
	webtest.Wants(t, got.Page, "already in the base")
}

// Many files are work of their own: the person is led to its page, which tells of the files
// that could not be read.
func TestUpload_manyFilesAreATask(t *testing.T) {
	t.Parallel()
	h := newHouse(t, false)
	pages := h.pages(t, webtest.Everyone)
	files := slices.Concat(sampleFiles(t), []sample.File{{Name: "holiday.png", Data: []byte("\x89PNG\r\n\x1a\n0000")}})
	got := send(t, pages, files, map[string]string{"upload": "u1", "tags": "осень"}, webtest.Russian...)
	at := got.Header.Get("Location")
	if got.StatusCode != http.StatusSeeOther || !strings.HasPrefix(at, "/tasks/task_") {
		t.Fatalf("%d to %q", got.StatusCode, at)
	}
	webtest.Wants(t, webtest.Ask(t, pages, "GET", at, "", webtest.Russian...).Page, "Добавление резюме", "Ждёт очереди", "Остановить")
	h.work(t)
	h.ended(t, at)
	page := webtest.Ask(t, pages, "GET", at, "", webtest.Russian...).Page
	webtest.Wants(t, page, "Готово 25 из 25", "добавлено 24, уже в базе 0, не прочитан 1", "holiday.png не прочитано", "К кандидатам")
	webtest.Wants(t, webtest.Ask(t, pages, "GET", "/candidates?tags=осень", "", webtest.Russian...).Page, "Подходят 24 кандидата")
}

// A script sends the files of a large upload a few at a time, and then begins the work.
func TestUpload_filesSentApart(t *testing.T) {
	t.Parallel()
	h := newHouse(t, false)
	pages := h.pages(t, webtest.Everyone)
	for _, f := range sampleFiles(t)[:3] {
		if got := sendTo(t, pages, "/upload/files", []sample.File{f}, map[string]string{"upload": "u1"}); got.StatusCode != http.StatusNoContent {
			t.Fatalf("%s: %d %s", f.Name, got.StatusCode, got.Page)
		}
	}
	got := webtest.Ask(t, pages, "POST", "/upload/start", "upload=u1&tags=one,two")
	at := got.Header.Get("Location")
	if got.StatusCode != http.StatusSeeOther || !strings.HasPrefix(at, "/tasks/task_") {
		t.Fatalf("%d to %q", got.StatusCode, at)
	}
	h.work(t)
	h.ended(t, at)
	webtest.Wants(t, webtest.Ask(t, pages, "GET", at, "").Page, "Done 3 of 3", "3 added")
	reader := h.pages(t, op.Caller{Name: "reader", Tenant: "default", ReadOnly: true})
	for _, path := range []string{"/upload/files", "/upload/start"} {
		if got := sendTo(t, reader, path, sampleFiles(t)[:1], map[string]string{"upload": "u2"}); got.StatusCode != http.StatusForbidden {
			t.Errorf("an access for reading: %s answers %d", path, got.StatusCode)
		}
	}
	if got := sendTo(t, pages, "/upload/files", sampleFiles(t)[:1], nil); got.StatusCode != http.StatusBadRequest {
		t.Errorf("an upload without a name: %d", got.StatusCode)
	}
}

// ended waits for the end of the work that a page shows.
func (h *house) ended(t *testing.T, page string) {
	t.Helper()
	ctx := op.WithCaller(t.Context(), webtest.Everyone)
	for {
		task, err := h.tasks.Await(ctx, strings.TrimPrefix(page, "/tasks/"), 1<<60, time.Minute)
		if err != nil {
			t.Fatal(err)
		}
		if task.State.Final() {
			return
		}
	}
}

func TestUpload_takesPastedText(t *testing.T) {
	t.Parallel()
	pages := newHouse(t, false).pages(t, webtest.Everyone)
	got := send(t, pages, nil, map[string]string{"text": "Nina Example\nGo developer\n\nSkills\nGo, Docker"})
	webtest.Wants(t, got.Page, "1 added", "pasted text", "Nina Example")
	got = send(t, pages, sampleFiles(t)[:1], map[string]string{"text": "Oleg Example\nJava developer\n\nSkills\nJava"})
	webtest.Wants(t, got.Page, "2 added", "Oleg Example", "Liam Corbett")
}

func TestUpload_refusesWhatItCannotTake(t *testing.T) {
	t.Parallel()
	pages := newHouse(t, false).pages(t, webtest.Everyone, func(c *talentweb.Config) { c.UploadLimit = 2000 })
	for name, tt := range map[string]struct {
		got    webtest.Answer
		status int
		says   string
	}{
		"nothing":    {send(t, pages, nil, nil), http.StatusBadRequest, "No file was chosen."},
		"too much":   {send(t, pages, []sample.File{{Name: "a.txt", Data: make([]byte, 5000)}}, nil), http.StatusRequestEntityTooLarge, "What you sent is larger than"},
		"not a form": {webtest.Ask(t, pages, "POST", "/upload", "text=1"), http.StatusBadRequest, "The upload could not be read."},
	} {
		if tt.got.StatusCode != tt.status {
			t.Errorf("%s: status %d, want %d", name, tt.got.StatusCode, tt.status)
		}
		webtest.Wants(t, tt.got.Page, tt.says)
	}
	got := send(t, pages, []sample.File{{Name: "a.txt", Data: make([]byte, 5000)}}, nil, "HX-Request", "true")
	if got.StatusCode != http.StatusRequestEntityTooLarge || strings.Contains(got.Page, "<html") {
		t.Errorf("a script got %d", got.StatusCode)
	}
}
