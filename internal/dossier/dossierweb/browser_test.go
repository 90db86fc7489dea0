package dossierweb_test

import (
	"testing"

	"kadry/internal/webui/webtest"
)

// servers are the addresses of a house with reports and of one without.
func servers(t *testing.T) any {
	t.Helper()
	return map[string]string{
		"reports": webtest.Serve(t, keeping(t).pages(t, webtest.Everyone)), "noreports": webtest.Serve(t, newHouse(t).pages(t, webtest.Everyone)),
	}
}

func TestBrowser_asksReadsAndDecides(t *testing.T) {
	webtest.Chromium(t)
	webtest.Drive(t, "browser/reports.mjs", webtest.Serve(t, keeping(t).pages(t, webtest.Everyone)))
}

func TestBrowser_everyPageIsAccessible(t *testing.T) {
	webtest.Chromium(t)
	webtest.Audit(t, "browser/pages.mjs", servers(t))
}

func TestPictures(t *testing.T) {
	webtest.Pictures(t, "browser/pages.mjs", func() any { return servers(t) })
}
