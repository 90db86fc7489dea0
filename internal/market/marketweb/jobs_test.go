package marketweb_test

import (
	"net/http"
	"strings"
	"testing"

	"kadry/internal/webui/webtest"
)

func TestJobs_listsWhatIsFound(t *testing.T) {
	t.Parallel()
	pages := fullHouse(t).pages(t, webtest.Everyone)
	first := webtest.Ask(t, pages, "GET", "/market/jobs?q=Go&skills=Kubernetes&source=snapshot", "").Page
	webtest.Wants(t, first, "vacancies found", "saved vacancies", "Kubernetes you asked for it", "page 1 of", "Next page", "What such vacancies pay", "₽")
	if n := strings.Count(first, `class="hit hit-plain job"`); n != 20 {
		t.Errorf("%d vacancies on a page", n)
	}
	second := webtest.Ask(t, pages, "GET", "/market/jobs?page=2&q=Go&skills=Kubernetes&source=snapshot", "", webtest.Russian...).Page
	webtest.Wants(t, second, "страница 2 из", "Предыдущая страница", "откликов")
	if last := webtest.Ask(t, pages, "GET", "/market/jobs?page=4000&q=Go&source=snapshot", ""); last.StatusCode != http.StatusOK || strings.Contains(last.Page, "Next page") {
		t.Errorf("a page beyond the last: %d", last.StatusCode)
	}
}

func TestJobs_ofALiveSource(t *testing.T) {
	t.Parallel()
	pages := newHouse(t).pages(t, webtest.Everyone)
	live := webtest.Ask(t, pages, "GET", "/market/jobs?q=Go&source=hh", "").Page
	webtest.Wants(t, live, "HeadHunter, 20 Nov 2026, today", "The first 100 are shown")
	for _, part := range []string{`href="https://hh.ru/vacancy/`, `rel="noopener noreferrer nofollow external"`} {
		if !strings.Contains(live, part) {
			t.Errorf("no %s", part)
		}
	}
	partial := webtest.Ask(t, pages, "GET", "/market/jobs?q=Python&source=hh", "").Page
	webtest.Wants(t, partial, "Not everything could be read", "2: HeadHunter asks for a captcha")
	token := webtest.Ask(t, pages, "GET", "/market/jobs?q=token&source=hh", "", webtest.Russian...)
	if token.StatusCode != http.StatusServiceUnavailable {
		t.Errorf("status %d", token.StatusCode)
	}
	webtest.Wants(t, token.Page, "hh_auth_required", "Искать в сохранённых вакансиях", "Искать в «Работе России»", "HH_TOKEN")
}

func TestJobs_withoutAnything(t *testing.T) {
	t.Parallel()
	pages := fullHouse(t).pages(t, webtest.Everyone)
	webtest.Wants(t, webtest.Ask(t, pages, "GET", "/market/jobs", "").Page, "Find vacancies", "Name a role or words")
	webtest.Wants(t, webtest.Ask(t, pages, "GET", "/market/jobs?q=Водолаз&place=Казань&source=snapshot&format=remote", "").Page,
		"No vacancy fits", "Look everywhere", "Any experience and format", "Another source")
	bad := webtest.Ask(t, pages, "GET", "/market/jobs?q=Go&from=300000&to=100000", "")
	if bad.StatusCode != http.StatusBadRequest {
		t.Errorf("status %d", bad.StatusCode)
	}
	if none := webtest.Ask(t, pages, "GET", "/market/jobs?q=Go&from=x", ""); none.StatusCode != http.StatusBadRequest {
		t.Errorf("status %d", none.StatusCode)
	}
	part := webtest.Ask(t, pages, "GET", "/market/jobs?q=Go&place=&source=snapshot", "", "HX-Request", "true")
	if part.Header.Get("HX-Push-Url") != "/market/jobs?q=Go&source=snapshot" || strings.Contains(part.Page, "<html") {
		t.Errorf("a fragment at %q", part.Header.Get("HX-Push-Url"))
	}
}
