package codematchweb_test

import (
	"testing"

	"kadry/internal/webui/webtest"
)

// servers are the addresses of a house with answers and of one where nothing is indexed.
func servers(t *testing.T) any {
	t.Helper()
	return map[string]string{
		"full": webtest.Serve(t, full().pages(t, webtest.Everyone)), "empty": webtest.Serve(t, (&house{}).pages(t, webtest.Everyone)),
	}
}

func TestBrowser_asksReadsAndJudges(t *testing.T) {
	webtest.Chromium(t)
	webtest.Drive(t, "browser/codematch.mjs", webtest.Serve(t, full().pages(t, webtest.Everyone)))
}

func TestBrowser_everyPageIsAccessible(t *testing.T) {
	webtest.Chromium(t)
	webtest.Audit(t, "browser/pages.mjs", servers(t))
}

func TestPictures(t *testing.T) {
	webtest.Pictures(t, "browser/pages.mjs", func() any { return servers(t) })
}
