package webui_test

import (
	"bytes"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"kadry/internal/talent/sample"
	"kadry/internal/webui"
)

// send uploads files and fields as a browser does.
func send(t *testing.T, pages http.Handler, files []sample.File, fields map[string]string, headers ...string) answer {
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
	r := httptest.NewRequestWithContext(t.Context(), "POST", "/upload", &body)
	r.Header.Set("Content-Type", form.FormDataContentType())
	for i := 0; i+1 < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	w := httptest.NewRecorder()
	pages.ServeHTTP(w, r)
	return answer{w.Result(), w.Body.String()}
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
	pages := newHouse(t, false).pages(t, everyone)
	files := slices.Concat(sampleFiles(t)[:2], []sample.File{{Name: "holiday.png", Data: []byte("\x89PNG\r\n\x1a\n0000")}})
	got := send(t, pages, files, map[string]string{"tags": "осень, отклик"}, russian...)
	wants(t, got.body, "добавлено 2, уже в базе 0, не прочитан 1", "en-01-liam-corbett-sre.md", "Liam Corbett · Senior Site Reliability Engineer · 3 места работы · 27 навыков", "не прочитано", "holiday.png")
	wants(t, ask(t, pages, "GET", "/candidates?tags=осень", "", russian...).body, "Подходят 2 кандидата")
	got = send(t, pages, files[:1], nil, "HX-Request", "true")
	if strings.Contains(got.body, "<html") {
		t.Error("a script got a whole page")
	}
	wants(t, got.body, "already in the base")
}

func TestUpload_takesMoreFilesThanOneCallDoes(t *testing.T) {
	t.Parallel()
	pages := newHouse(t, false).pages(t, everyone)
	wants(t, send(t, pages, sampleFiles(t), nil).body, "24 added, 0 already in the base, 0 not read")
}

func TestUpload_takesPastedText(t *testing.T) {
	t.Parallel()
	pages := newHouse(t, false).pages(t, everyone)
	got := send(t, pages, nil, map[string]string{"text": "Nina Example\nGo developer\n\nSkills\nGo, Docker"})
	wants(t, got.body, "1 added", "pasted text", "Nina Example")
	got = send(t, pages, sampleFiles(t)[:1], map[string]string{"text": "Oleg Example\nJava developer\n\nSkills\nJava"})
	wants(t, got.body, "2 added", "Oleg Example", "Liam Corbett")
}

func TestUpload_refusesWhatItCannotTake(t *testing.T) {
	t.Parallel()
	pages := newHouse(t, false).pages(t, everyone, func(c *webui.Config) { c.UploadLimit = 2000 })
	for name, tt := range map[string]struct {
		got    answer
		status int
		says   string
	}{
		"nothing":    {send(t, pages, nil, nil), http.StatusBadRequest, "No file was chosen."},
		"too much":   {send(t, pages, []sample.File{{Name: "a.txt", Data: make([]byte, 5000)}}, nil), http.StatusRequestEntityTooLarge, "The upload is larger than"},
		"not a form": {ask(t, pages, "POST", "/upload", "text=1"), http.StatusBadRequest, "The upload could not be read."},
	} {
		if tt.got.StatusCode != tt.status {
			t.Errorf("%s: status %d, want %d", name, tt.got.StatusCode, tt.status)
		}
		wants(t, tt.got.body, tt.says)
	}
	got := send(t, pages, []sample.File{{Name: "a.txt", Data: make([]byte, 5000)}}, nil, "HX-Request", "true")
	if got.StatusCode != http.StatusRequestEntityTooLarge || strings.Contains(got.body, "<html") {
		t.Errorf("a script got %d", got.StatusCode)
	}
}
