package talentweb_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"kadry/internal/talent"
	"kadry/internal/talent/inmemory"
	"kadry/internal/talent/resume"
	"kadry/internal/webui/webtest"
)

// TestCandidates_ofTenThousand: a page shows a page's worth, however many there are, and a name
// with markup in it is a name.
func TestCandidates_ofTenThousand(t *testing.T) {
	t.Parallel()
	kept := inmemory.New()
	for i := range 10_000 {
		_, _, err := kept.Add(t.Context(), "default", talent.Candidate{
			ID: fmt.Sprintf("cv_%05d", i), Text: "Go developer",
			Source: talent.Source{SHA256: fmt.Sprint(i), IngestedAt: asOf},
			Record: resume.Record{Name: fmt.Sprintf("<b onclick=x>%d & Sons</b>", i), Title: "Go developer"},
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	pages := newHouseOver(t, kept).pages(t, webtest.Everyone)
	got := webtest.Ask(t, pages, "GET", "/candidates", "")
	webtest.Wants(t, got.Page, "10,000 candidates")
	if n := len(webtest.Hits(got.Page)); got.StatusCode != http.StatusOK || n != 20 || strings.Contains(got.Page, "<b ") {
		t.Errorf("status %d, %d people on the page, want 20, or markup came through", got.StatusCode, n)
	}
	webtest.AreLight(t, pages, "/candidates", "/candidates?text=Go", "/candidates/"+webtest.Hits(got.Page)[0])
}
