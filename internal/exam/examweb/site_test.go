package examweb_test

import (
	"context"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"kadry/internal/exam/bank"
	"kadry/internal/exam/problem"
	"kadry/internal/exam/subject"
	"kadry/internal/fault"
	"kadry/internal/webui/webtest"
)

// examSite is an exam site that knows one variant, one problem and a few files.
type examSite struct{ asked []string }

func (s *examSite) Problem(_ context.Context, ref problem.Ref, fresh bank.Freshness) (problem.Listing, problem.Provenance, error) {
	if fresh == bank.Revalidate {
		s.asked = append(s.asked, ref.String())
	}
	if ref.ID != "101" {
		return problem.Listing{}, problem.Provenance{}, unknownToSite()
	}
	return problem.Listing{Problems: []problem.Problem{triangle()}}, problem.Provenance{FetchedAt: asOf}, nil
}

func (s *examSite) Search(_ context.Context, _ subject.Course, query string, _ int) (problem.Listing, problem.Provenance, error) {
	s.asked = append(s.asked, query)
	return problem.Listing{Problems: []problem.Problem{triangle()}, Whole: true}, problem.Provenance{FetchedAt: asOf}, nil
}

func (s *examSite) Category(context.Context, subject.Course, string, int) (problem.Listing, problem.Provenance, error) {
	return problem.Listing{}, problem.Provenance{}, unknownToSite()
}

func (s *examSite) Catalogue(context.Context, subject.Course) (problem.Catalogue, problem.Provenance, error) {
	return problem.Catalogue{}, problem.Provenance{}, fault.E(fault.Unavailable, fault.Say("The exam site does not answer.", "Сайт экзаменов не отвечает."), nil)
}

func (s *examSite) Variant(_ context.Context, c subject.Course, id string) (problem.Variant, problem.Provenance, error) {
	if id != "7" {
		return problem.Variant{}, problem.Provenance{}, unknownToSite()
	}
	hidden, lost := triangle(), problem.Problem{Question: body("Чему равна сумма углов пятиугольника?"), Type: "3"}
	hidden.Ref = problem.Ref{}
	return problem.Variant{Course: c, ID: id, Items: []problem.Item{
		{Position: 1, Ref: problem.Ref{Course: c, ID: "103"}},
		{Position: 2, Hidden: true, Problem: &hidden},
		{Position: 3, Hidden: true, Problem: &lost},
	}}, problem.Provenance{FetchedAt: asOf}, nil
}

func (s *examSite) File(_ context.Context, _ subject.Course, at string) (bank.Content, error) {
	switch {
	case !strings.HasPrefix(at, "https://math-ege.sdamgia.ru/"):
		return bank.Content{}, fault.E(fault.Denied, fault.Say("This address is not the site's.", "Этот адрес не принадлежит сайту."), nil)
	case strings.HasSuffix(at, ".svg"):
		return bank.Content{Type: "image/svg+xml", Body: []byte(`<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>`)}, nil
	case strings.HasSuffix(at, ".html"):
		return bank.Content{Type: "text/html; charset=utf-8", Body: []byte("<script>alert(1)</script>")}, nil
	case strings.HasSuffix(at, ".mp3"):
		return bank.Content{Type: "audio/mpeg", Body: []byte("ID3 a recording")}, nil
	}
	return bank.Content{}, unknownToSite()
}

func unknownToSite() error {
	return fault.E(fault.NotFound, fault.Say("The site has no such thing.", "На сайте такого нет."), nil)
}

// siteHouse is a house whose bank asks the site.
func siteHouse(t *testing.T, problems ...problem.Stored) (*house, *examSite) {
	t.Helper()
	shelf, site := newShelf(t), &examSite{}
	if err := shelf.Put(t.Context(), problems); err != nil {
		t.Fatal(err)
	}
	return newHouse(t, bank.New(bank.Parts{Shelf: shelf, Site: site, Now: now})), site
}

func TestFile_cannotAct(t *testing.T) {
	t.Parallel()
	h, _ := siteHouse(t)
	pages := h.pages(t, webtest.Everyone)
	file := func(at string) webtest.Answer {
		return webtest.Ask(t, pages, "GET", "/exams/file?"+url.Values{"course": {"ege/math"}, "at": {at}}.Encode(), "")
	}
	for at, want := range map[string]string{
		"https://math-ege.sdamgia.ru/a.svg": "image/svg+xml", "https://math-ege.sdamgia.ru/a.html": "application/octet-stream", "https://math-ege.sdamgia.ru/9.mp3": "audio/mpeg",
	} {
		got := file(at)
		if got.StatusCode != http.StatusOK || got.Header.Get("Content-Type") != want {
			t.Errorf("%s: %d %s", at, got.StatusCode, got.Header.Get("Content-Type"))
		}
		if csp := got.Header.Get("Content-Security-Policy"); !strings.Contains(csp, "sandbox") || strings.Contains(csp, "script-src") || !strings.Contains(csp, "default-src 'none'") {
			t.Errorf("%s: policy %q", at, csp)
		}
		if got.Header.Get("X-Content-Type-Options") != "nosniff" || !strings.Contains(got.Header.Get("Cache-Control"), "immutable") {
			t.Errorf("%s: %v", at, got.Header)
		}
		if saved := got.Header.Get("Content-Disposition") != ""; saved != strings.HasSuffix(at, ".html") {
			t.Errorf("%s: disposition %q", at, got.Header.Get("Content-Disposition"))
		}
	}
	for at, status := range map[string]int{
		"https://evil.example/a.svg": 403, "javascript:alert(1)": 400, "": 400, "file:///etc/passwd": 400, "//math-ege.sdamgia.ru/a.svg": 400, "https://math-ege.sdamgia.ru/none": 404,
	} {
		if got := file(at); got.StatusCode != status || strings.Contains(got.Header.Get("Cache-Control"), "immutable") {
			t.Errorf("%q: status %d, want %d", at, got.StatusCode, status)
		}
	}
	if got := webtest.Ask(t, pages, "GET", "/exams/file?course=moon/math&at=https://math-ege.sdamgia.ru/a.svg", ""); got.StatusCode != http.StatusBadRequest {
		t.Errorf("an unknown course: status %d", got.StatusCode)
	}
}

func TestVariant_findsHiddenNumbers(t *testing.T) {
	t.Parallel()
	h, _ := siteHouse(t, bankProblems()...)
	pages := h.pages(t, webtest.Everyone)
	got := webtest.Ask(t, pages, "GET", "/exams/ege/math/test/7", "", webtest.Russian...)
	webtest.Wants(t, got.Page, "Вариант 7", "1. № 103", "2. № 101", "номер найден по тексту, сходство", "3. Номер скрыт сайтом", "в банке нет задания с таким текстом", "сумма углов пятиугольника")
	if strings.Contains(webtest.Text(got.Page), "sdamgia_") {
		t.Error("the page speaks of operations")
	}
	if to := webtest.Ask(t, pages, "GET", "/exams/ege/math/test?id=+7+", ""); to.Header.Get("Location") != "/exams/ege/math/test/7" {
		t.Errorf("the field leads to %q", to.Header.Get("Location"))
	}
	for id, status := range map[string]int{"8": 404, "abc": 400} {
		if got := webtest.Ask(t, pages, "GET", "/exams/ege/math/test/"+id, ""); got.StatusCode != status {
			t.Errorf("test %s: status %d, want %d", id, got.StatusCode, status)
		}
	}
}

func TestProblem_asksTheSiteAgainWhenTold(t *testing.T) {
	t.Parallel()
	h, site := siteHouse(t, bankProblems()...)
	pages := h.pages(t, webtest.Everyone)
	got := webtest.Ask(t, pages, "GET", "/exams/ege/math/101", "")
	if len(site.asked) > 0 {
		t.Errorf("asked %v for a young copy", site.asked)
	}
	if !strings.Contains(got.Page, `href="/exams/ege/math/101?fresh=1"`) {
		t.Error("no link to ask again")
	}
	webtest.Wants(t, webtest.Ask(t, pages, "GET", "/exams/ege/math/101?fresh=1", "").Page, "just now from the site")
	if len(site.asked) != 1 {
		t.Errorf("asked %v", site.asked)
	}
}

func TestExams_searchAsksTheSiteOnlyWhenTold(t *testing.T) {
	t.Parallel()
	h, site := siteHouse(t)
	pages := h.pages(t, webtest.Everyone)
	asked := "/exams/ege/math?q=" + url.QueryEscape("В треугольнике ABC угол C прямой, найдите площадь треугольника")
	got := webtest.Ask(t, pages, "GET", asked, "")
	webtest.Wants(t, got.Page, "Nothing similar found", "Ask the exam site too")
	if len(site.asked) > 0 {
		t.Errorf("asked %v as somebody typed", site.asked)
	}
	webtest.Wants(t, webtest.Ask(t, pages, "GET", asked+"&site=1", "").Page, "№ 101", "The site is asked too")
	if len(site.asked) == 0 {
		t.Error("the site was not asked")
	}
}

func TestCourse_withoutContentsStillSearches(t *testing.T) {
	t.Parallel()
	h, _ := siteHouse(t, copied(criteria()))
	got := webtest.Ask(t, h.pages(t, webtest.Everyone), "GET", "/exams/oge/soc", "", webtest.Russian...)
	if got.StatusCode != http.StatusOK {
		t.Errorf("status %d", got.StatusCode)
	}
	webtest.Wants(t, got.Page, "В банке 1 задание", "Найти задание по тексту", "Открыть вариант сайта по номеру")
}
