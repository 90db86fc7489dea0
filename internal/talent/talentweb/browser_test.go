package talentweb_test

import (
	"slices"
	"testing"

	"kadry/internal/op"
	"kadry/internal/talent/sample"
	"kadry/internal/webui/webtest"
)

// servers are the addresses of a full, an empty, a read-only and a broken base, and the path
// of work in the full one.
func servers(t *testing.T) any {
	t.Helper()
	full := newHouse(t, true)
	full.work(t)
	files := slices.Concat(sampleFiles(t), []sample.File{{Name: "holiday.png", Data: []byte("\x89PNG\r\n\x1a\n0000")}})
	uploaded := send(t, full.pages(t, webtest.Everyone), files, map[string]string{"upload": "u1"}).Header.Get("Location")
	full.ended(t, uploaded)
	reader := op.Caller{Name: "reader", Tenant: "default", ReadOnly: true}
	return map[string]string{
		"full": full.serve(t, webtest.Everyone), "uploaded": uploaded, "readonly": full.serve(t, reader),
		"empty": newHouse(t, false).serve(t, webtest.Everyone), "broken": brokenHouse(t).serve(t, webtest.Everyone),
	}
}

func TestPictures(t *testing.T) {
	webtest.Pictures(t, "browser/pages.mjs", func() any { return servers(t) })
}

// typed is a file as a script drops it.
type typed struct {
	Name string `json:"name"`
	Text string `json:"text"`
}

func TestBrowser_onAPhone(t *testing.T) {
	webtest.Chromium(t)
	webtest.Drive(t, "browser/phone.mjs", newHouse(t, true).serve(t, webtest.Everyone))
}

func TestBrowser_byKeyboardAlone(t *testing.T) {
	webtest.Chromium(t)
	webtest.Drive(t, "browser/keyboard.mjs", newHouse(t, true).serve(t, webtest.Everyone))
}

func TestBrowser_dropsFiles(t *testing.T) {
	webtest.Chromium(t)
	var files []typed
	for _, f := range sampleFiles(t)[:4] {
		files = append(files, typed{f.Name, string(f.Data)})
	}
	files = append(files, typed{"holiday.png", "\x89PNG\r\n\x1a\n"})
	h := newHouse(t, false)
	h.work(t)
	webtest.Drive(t, "browser/upload.mjs", h.serve(t, webtest.Everyone), webtest.JSON(t, files))
}

func TestBrowser_withoutScripts(t *testing.T) {
	webtest.Chromium(t)
	webtest.Drive(t, "browser/plain.mjs", newHouse(t, true).serve(t, webtest.Everyone), webtest.JSON(t, typed{"nina.txt", "Nina Example\nGo developer\n\nSkills\nGo, Docker"}))
}

func TestBrowser_everyPageIsAccessible(t *testing.T) {
	webtest.Chromium(t)
	webtest.Audit(t, "browser/pages.mjs", servers(t))
}

func TestBrowser_listFollowsTheForm(t *testing.T) {
	webtest.Chromium(t)
	webtest.Drive(t, "browser/live.mjs", newHouse(t, true).serve(t, webtest.Everyone))
}

func TestBrowser_listAndCVBesideEachOther(t *testing.T) {
	webtest.Chromium(t)
	webtest.Drive(t, "browser/panes.mjs", newHouse(t, true).serve(t, webtest.Everyone))
}
