package examweb_test

import (
	"testing"

	"kadry/internal/webui/webtest"
)

// servers are the addresses of a bank, of an empty one and of the practice problems.
func servers(t *testing.T) any {
	t.Helper()
	bank, _ := examHouse(t, bankProblems()...)
	bare, _ := examHouse(t)
	return map[string]string{
		"exams": bank.serve(t, webtest.Everyone), "noexams": bare.serve(t, webtest.Everyone),
		"practice": sampleHouse(t).serve(t, webtest.Everyone),
	}
}

func TestBrowser_findsAnswersAndPrints(t *testing.T) {
	webtest.Chromium(t)
	h, _ := examHouse(t, bankProblems()...)
	webtest.Drive(t, "browser/exam.mjs", h.serve(t, webtest.Everyone))
}

func TestBrowser_everyPageIsAccessible(t *testing.T) {
	webtest.Chromium(t)
	webtest.Audit(t, "browser/pages.mjs", servers(t))
}

func TestPictures(t *testing.T) {
	webtest.Pictures(t, "browser/pages.mjs", func() any { return servers(t) })
}
