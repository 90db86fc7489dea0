package marketweb_test

import (
	"net/http"
	"regexp"
	"strings"
	"testing"

	"kadry/internal/webui/webtest"
)

func TestSnapshots_importReportsWrongRows(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	pages := h.pages(t, webtest.Everyone)
	webtest.Wants(t, webtest.Ask(t, pages, "GET", "/market/snapshots", "").Page, "Nothing is kept yet", "salary_from")
	got := sendFile(t, pages, "столяры.csv", table(3))
	if got.StatusCode != http.StatusOK {
		t.Fatalf("%d: %s", got.StatusCode, webtest.Text(got.Page))
	}
	webtest.Wants(t, got.Page, "столяры.csv: loaded", "3 vacancies of 4 rows: a table.", "1 row could not be read", "5 ")
	webtest.Wants(t, webtest.Ask(t, pages, "GET", "/market/jobs?q=Срубщик&source=snapshot", "").Page, "3 vacancies found", "Срубы 1", "₽91,000–121,500")
}

func TestSnapshots_refusesWhatIsNone(t *testing.T) {
	t.Parallel()
	pages := newHouse(t).pages(t, webtest.Everyone)
	for name, c := range map[string]struct {
		got    webtest.Answer
		status int
	}{
		"empty":      {sendFile(t, pages, "a.csv", nil), http.StatusBadRequest},
		"a picture":  {sendFile(t, pages, "a.png", []byte("\x89PNG\r\n\x1a\n\x00\x00")), http.StatusBadRequest},
		"not a form": {webtest.Ask(t, pages, "POST", "/market/snapshots", "file=1"), http.StatusBadRequest},
	} {
		if c.got.StatusCode != c.status || !strings.Contains(c.got.Page, `class="problem"`) {
			t.Errorf("%s: status %d: %s", name, c.got.StatusCode, webtest.Text(c.got.Page))
		}
	}
	long := sendFile(t, pages, strings.Repeat("имя", 200)+".csv", table(1))
	if long.StatusCode != http.StatusOK {
		t.Errorf("a long name: %d: %s", long.StatusCode, webtest.Text(long.Page))
	}
}

func TestSnapshots_deletesAfterAsking(t *testing.T) {
	t.Parallel()
	pages := fullHouse(t).pages(t, webtest.Everyone)
	path := regexp.MustCompile(`/market/snapshots/[^"]+/delete`).FindString(webtest.Ask(t, pages, "GET", "/market/snapshots", "").Page)
	webtest.Wants(t, webtest.Ask(t, pages, "GET", path, "").Page, "Delete the snapshot?", "autumn.csv", "500 vacancies", "This cannot be undone.")
	done := webtest.Ask(t, pages, "POST", path, "")
	if done.StatusCode != http.StatusSeeOther || done.Header.Get("Location") != "/market/snapshots?deleted=1" {
		t.Errorf("%d to %s", done.StatusCode, done.Header.Get("Location"))
	}
	webtest.Wants(t, webtest.Ask(t, pages, "GET", "/market/snapshots?deleted=1", "").Page, "The snapshot is deleted.", "Nothing is kept yet")
	for _, method := range []string{"GET", "POST"} {
		if got := webtest.Ask(t, pages, method, path, ""); got.StatusCode != http.StatusNotFound {
			t.Errorf("%s of a snapshot that is gone: %d", method, got.StatusCode)
		}
	}
}
