package pipelineweb_test

import (
	"testing"

	"kadry/internal/webui/webtest"
)

// servers are the addresses of a house with people in vacancies and of one without.
func servers(t *testing.T) any {
	t.Helper()
	full, empty := filled(t), newHouse(t)
	full.market = "kept"
	return map[string]string{
		"pipeline": webtest.Serve(t, full.pages(webtest.Everyone)), "nopipeline": webtest.Serve(t, empty.pages(webtest.Everyone)),
	}
}

func TestBrowser_movesRejectsAndNotes(t *testing.T) {
	webtest.Chromium(t)
	webtest.Drive(t, "browser/pipeline.mjs", webtest.Serve(t, filled(t).pages(webtest.Everyone)))
}

func TestBrowser_everyPageIsAccessible(t *testing.T) {
	webtest.Chromium(t)
	webtest.Audit(t, "browser/pages.mjs", servers(t))
}

func TestPictures(t *testing.T) {
	webtest.Pictures(t, "browser/pages.mjs", func() any { return servers(t) })
}
