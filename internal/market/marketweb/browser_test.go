package marketweb_test

import (
	"testing"

	"kadry/internal/webui/webtest"
)

// servers are the addresses of a full market and of an empty one.
func servers(t *testing.T) any {
	t.Helper()
	full, bare := fullHouse(t), newHouse(t)
	return map[string]string{
		"full": webtest.Serve(t, full.pages(t, webtest.Everyone)), "bare": webtest.Serve(t, bare.pages(t, webtest.Everyone)),
		"reader": webtest.Serve(t, full.pages(t, reader)),
	}
}

func TestBrowser_asksAndReads(t *testing.T) {
	webtest.Chromium(t)
	webtest.Drive(t, "browser/market.mjs", webtest.Serve(t, fullHouse(t).pages(t, webtest.Everyone)))
}

func TestBrowser_everyPageIsAccessible(t *testing.T) {
	webtest.Chromium(t)
	webtest.Audit(t, "browser/pages.mjs", servers(t))
}

func TestPictures(t *testing.T) {
	webtest.Pictures(t, "browser/pages.mjs", func() any { return servers(t) })
}
