package examweb_test

import (
	"context"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"kadry/internal/exam/bank"
	"kadry/internal/exam/examsql"
	"kadry/internal/exam/index"
	"kadry/internal/exam/problem"
	"kadry/internal/exam/sample"
	"kadry/internal/exam/subject"
	"kadry/internal/fault"
	"kadry/internal/op"
	"kadry/internal/webui/webtest"
)

func TestExams_listWhatTheBankHolds(t *testing.T) {
	t.Parallel()
	h, _ := examHouse(t, bankProblems()...)
	pages := h.pages(t, webtest.Everyone)
	got := webtest.Ask(t, pages, "GET", "/exams", "")
	webtest.Wants(t, got.Page, "8 problems in the bank", "EGE, Mathematics, advanced 5 problems", "OGE, Social studies 1 problem", "Literature")
	webtest.Wants(t, webtest.Ask(t, pages, "GET", "/exams", "", webtest.Russian...).Page, "В банке 8 заданий", "ЕГЭ, Информатика 1 задание", "Экзамены")
	for _, path := range []string{"/exams/ege/math", "/exams/oge/soc", "/exams/ct/math3"} {
		if !strings.Contains(got.Page, `href="`+path+`"`) {
			t.Errorf("no link to %s", path)
		}
	}
	if to := webtest.Ask(t, pages, "GET", "/exams/oge", ""); to.Header.Get("Location") != "/exams#oge" {
		t.Errorf("an exam leads to %q", to.Header.Get("Location"))
	}
}

// An empty bank says what it is and offers one thing to do, by what the caller may and the server can.
func TestExams_emptyBankSaysHowToFillIt(t *testing.T) {
	t.Parallel()
	h, _ := examHouse(t) // asks no site
	pages := h.pages(t, webtest.Everyone)
	webtest.Wants(t, webtest.Ask(t, pages, "GET", "/exams", "", webtest.Russian...).Page, "Банк пуст", "kadry sdamgia sync --subject math")
	webtest.Wants(t, webtest.Ask(t, pages, "GET", "/exams/oge/phys", "").Page, "The bank is empty", "kadry sdamgia sync --subject phys --exam oge")
	webtest.Wants(t, webtest.Ask(t, pages, "GET", "/exams/ege/math/compose", "").Page, "There are no problems here yet")
	webtest.Wants(t, webtest.Ask(t, pages, "GET", "/exams?q="+url.QueryEscape("найдите"), "").Page, "Nothing similar found", "There are no problems here yet")

	online, _ := fillable(t)
	pages = online.pages(t, webtest.Everyone)
	for target, at := range map[string]string{"/exams": "ege%2Fmath", "/exams/oge/phys": "oge%2Fphys", "/exams/ege/math/compose": "ege%2Fmath"} {
		page := webtest.Ask(t, pages, "GET", target, "").Page
		if strings.Count(page, `href="/exams/fill?course=`+at+`"`) != 1 || strings.Contains(page, "kadry sdamgia sync") {
			t.Errorf("%s: not one thing to do: %s", target, webtest.Text(page))
		}
	}
}

func TestExams_roomIsThereOnlyWithABank(t *testing.T) {
	t.Parallel()
	h, _ := examHouse(t)
	pages := webtest.Pages(t, h.registry, webtest.Everyone)
	if got := webtest.Ask(t, pages, "GET", "/exams", ""); got.StatusCode != http.StatusNotFound {
		t.Errorf("status %d", got.StatusCode)
	}
	if got := webtest.Ask(t, pages, "GET", "/settings", ""); strings.Contains(got.Page, `"/exams`) {
		t.Error("a link to a room that is not there")
	}
	pages = h.pages(t, webtest.Everyone)
	if got := webtest.Ask(t, pages, "GET", "/settings", ""); !strings.Contains(got.Page, `href="/exams"`) {
		t.Error("the rail does not know the room")
	}
	if got := webtest.Ask(t, pages, "GET", "/jumps", "", "HX-Request", "true"); !strings.Contains(got.Page, `data-href="/exams/ege/phys"`) {
		t.Error("the palette does not know the room")
	}
}

func TestExams_accessByToolset(t *testing.T) {
	t.Parallel()
	h, _ := examHouse(t, bankProblems()...)
	hr := h.pages(t, op.Caller{Name: "hr", Tenant: "default", Toolsets: []string{"talent"}})
	for _, target := range []string{"/exams", "/exams/ege/math", "/exams?q=треугольник", "/exams/ege/math/101", "/exams/ege/math/category/79", "/exams/ege/math/compose?n.1=1&seed=1", "/exams/file?course=ege/math&at=https://ege.sdamgia.ru/a.svg"} {
		got := webtest.Ask(t, hr, "GET", target, "")
		if got.StatusCode != http.StatusForbidden || strings.Contains(got.Page, "прямой") {
			t.Errorf("%s: status %d", target, got.StatusCode)
		}
		webtest.Wants(t, got.Page, "This access does not cover the toolset sdamgia.", "for the toolset sdamgia")
	}
	tutor := h.pages(t, op.Caller{Name: "tutor", Tenant: "default", Toolsets: []string{"sdamgia"}})
	webtest.Wants(t, webtest.Ask(t, tutor, "GET", "/", "").Page, "Exam problems", "EGE, Mathematics")
	webtest.Wants(t, webtest.Ask(t, hr, "GET", "/exams", "", webtest.Russian...).Page, "Этот доступ не включает набор sdamgia.", "добавить набор sdamgia")
}

// lostShelf is a shelf that cannot be read.
type lostShelf struct {
	*examsql.Problems
	err error
}

func (l lostShelf) Count(context.Context) (map[subject.Course]int, error) { return nil, l.err }

func (l lostShelf) Catalogue(context.Context, subject.Course) (problem.Catalogue, time.Time, error) {
	return problem.Catalogue{}, time.Time{}, l.err
}

func (l lostShelf) Get(context.Context, []problem.Ref) (map[problem.Ref]problem.Stored, error) {
	return nil, l.err
}

func (l lostShelf) Changes(context.Context, int64, int) ([]index.Change, error) { return nil, l.err }

func TestExams_bankOutOfReach(t *testing.T) {
	t.Parallel()
	_, shelf := examHouse(t, bankProblems()...)
	lost := fault.E(fault.Unavailable, fault.Say("The database does not answer.", "База данных не отвечает."), nil)
	h := newHouse(t, bank.New(bank.Parts{Shelf: lostShelf{shelf, lost}, Now: now, Alone: true}))
	pages := h.pages(t, webtest.Everyone)
	for _, target := range []string{"/exams", "/exams/ege/math", "/exams/ege/math/101", "/exams/ege/math/compose?n.1=1&seed=1"} {
		got := webtest.Ask(t, pages, "GET", target, "", webtest.Russian...)
		if got.StatusCode != http.StatusServiceUnavailable {
			t.Errorf("%s: status %d", target, got.StatusCode)
		}
		webtest.Wants(t, got.Page, "База данных не отвечает.", "К экзаменам")
	}
	part := webtest.Ask(t, pages, "GET", "/exams/ege/math?q=треугольник", "", "HX-Request", "true")
	if part.StatusCode != http.StatusServiceUnavailable || strings.Contains(part.Page, "<html") {
		t.Errorf("a search: status %d", part.StatusCode)
	}
}

func TestExams_search(t *testing.T) {
	t.Parallel()
	h, _ := examHouse(t, bankProblems()...)
	pages := h.pages(t, webtest.Everyone)
	asked := url.QueryEscape("треуголник угол С прямой найдите площядь")
	got := webtest.Ask(t, pages, "GET", "/exams/ege/math?q="+asked+"&least=40", "")
	webtest.Wants(t, got.Page, "№ 101", "Type 1", "of what you wrote is in this problem", "Counted by fixed rules, no model")
	if !strings.Contains(got.Page, "<mark>") {
		t.Error("no word is marked")
	}
	if !strings.Contains(got.Page, `<a class="chip" href="/exams/ege/math?q=`) {
		t.Error("the threshold is no removable condition")
	}
	if at, other := strings.Index(got.Page, `id="hit-ege-math-101"`), strings.Index(got.Page, `id="hit-ege-math-103"`); at < 0 || other >= 0 && other < at {
		t.Error("the problem is not the first")
	}
	elsewhere := webtest.Ask(t, pages, "GET", "/exams/ege/phys?q="+asked, "")
	webtest.Wants(t, elsewhere.Page, "Nothing similar found", "We looked through the bank: 0 problems", "Look in all exams and subjects")
	webtest.Wants(t, webtest.Ask(t, pages, "GET", "/exams/ege/phys?in=all&least=40&q="+asked, "").Page, "№ 101", "All exams and subjects")
	webtest.Wants(t, webtest.Ask(t, pages, "GET", "/exams?least=40&q="+asked, "", webtest.Russian...).Page, "№ 101", "ЕГЭ, Математика профильная")
}

func TestExams_searchShowsTheFormula(t *testing.T) {
	t.Parallel()
	h, _ := examHouse(t, bankProblems()...)
	got := webtest.Ask(t, h.pages(t, webtest.Everyone), "GET", "/exams/ege/math?q="+url.QueryEscape("в треугольнике угол прямой"), "", "HX-Request", "true")
	if strings.Contains(got.Page, "<html") || !strings.Contains(got.Page, "<msqrt>") {
		t.Errorf("the fragment has a page or no formula: %s", got.Page)
	}
	if to := got.Header.Get("HX-Replace-Url"); !strings.HasPrefix(to, "/exams/ege/math?q=") {
		t.Errorf("address %q", to)
	}
}

func TestExams_clearedSearchShowsTheShelvesAgain(t *testing.T) {
	t.Parallel()
	h, _ := examHouse(t, bankProblems()...)
	got := webtest.Ask(t, h.pages(t, webtest.Everyone), "GET", "/exams?q=", "", "HX-Request", "true")
	if strings.Contains(got.Page, "<html") || got.Header.Get("HX-Replace-Url") != "/exams" {
		t.Errorf("a page, or at %q", got.Header.Get("HX-Replace-Url"))
	}
	webtest.Wants(t, got.Page, "8 problems in the bank", "Ready to use")
}

func TestExams_searchByNumberOpensIt(t *testing.T) {
	t.Parallel()
	h, _ := examHouse(t, bankProblems()...)
	pages := h.pages(t, webtest.Everyone)
	for asked, path := range map[string]string{"№ 101": "/exams/ege/math/101", "rus:201": "/exams/ege/rus/201", "oge/soc:401": "/exams/oge/soc/401"} {
		if got := webtest.Ask(t, pages, "GET", "/exams/ege/math?q="+url.QueryEscape(asked), ""); !strings.Contains(got.Page, `href="`+path+`"`) {
			t.Errorf("%s does not lead to %s", asked, path)
		}
	}
}

func TestExams_searchTakesAnyInput(t *testing.T) {
	t.Parallel()
	h, _ := examHouse(t, bankProblems()...)
	pages := h.pages(t, webtest.Everyone)
	for query, want := range map[string]struct {
		status int
		says   string
	}{
		"q=ab":                               {200, "Type at least three characters"},
		"q=" + strings.Repeat("a", 1001):     {400, "longer than 1000 characters"},
		"q=qwzxj&least=many&in=moon&from=-5": {200, "Nothing similar found"},
		"q=ABC&from=99999":                   {200, "№ 101"},
		"q=" + url.QueryEscape(evil):         {200, ""},
		"q=%ff%fe%00abc":                     {200, ""},
		"q=" + url.QueryEscape("))((**'\\"):  {200, "Nothing similar found"},
	} {
		got := webtest.Ask(t, pages, "GET", "/exams/ege/math?"+query, "")
		if got.StatusCode != want.status {
			t.Errorf("%.40s: status %d, want %d", query, got.StatusCode, want.status)
		}
		webtest.Wants(t, got.Page, want.says, "Find a problem by its text")
		if strings.Contains(got.Page, "<script>alert") {
			t.Errorf("%.40s: the script came through", query)
		}
	}
	if tidy := webtest.Ask(t, pages, "GET", "/exams/ege/math?q=abc&in=&least=", ""); tidy.Header.Get("Location") != "/exams/ege/math?q=abc" {
		t.Errorf("a plain form leads to %q", tidy.Header.Get("Location"))
	}
}

func TestExams_unknownCourseIsNotFound(t *testing.T) {
	t.Parallel()
	h, _ := examHouse(t, bankProblems()...)
	pages := h.pages(t, webtest.Everyone)
	for _, target := range []string{"/exams/ege/magic", "/exams/moon/math", "/exams/moon", "/exams/ege/math8", "/exams/vpr/math", "/exams/ege/%D0%BC%D0%B0%D1%82%D0%B0%D0%BD", "/exams/ege/math/abc", "/exams/ege/math/-1"} {
		if got := webtest.Ask(t, pages, "GET", target, ""); got.StatusCode != http.StatusNotFound {
			t.Errorf("%s: status %d", target, got.StatusCode)
		}
	}
	got := webtest.Ask(t, pages, "GET", "/exams/ege/math/999", "", webtest.Russian...)
	if got.StatusCode != http.StatusNotFound {
		t.Errorf("status %d", got.StatusCode)
	}
	webtest.Wants(t, got.Page, "Задания ege/math:999 нет.", "Номер запроса req-42", "К экзаменам")
}

func TestCatalogue_listsTopicsAndTheSupplementaryApart(t *testing.T) {
	t.Parallel()
	h, _ := examHouse(t, bankProblems()...)
	pages := h.pages(t, webtest.Everyone)
	got := webtest.Ask(t, pages, "GET", "/exams/ege/math", "", webtest.Russian...)
	webtest.Wants(t, got.Page, "Темы экзамена 1 Планиметрия 412 Прямоугольный треугольник: вычисление площадей 31", "Для дополнительной тренировки Д1 Графики и диаграммы", "Скопировано: сегодня")
	part := webtest.Ask(t, pages, "GET", "/exams/ege/math?q=", "", "HX-Request", "true")
	if strings.Contains(part.Page, "<html") {
		t.Error("clearing the search answers a page to a script")
	}
	webtest.Wants(t, part.Page, "Topics of the exam")
	list := webtest.Ask(t, pages, "GET", "/exams/ege/math/category/79", "")
	webtest.Wants(t, list.Page, "Прямоугольный треугольник: вычисление площадей", "1–1 of 1 problem", "№ 101", "Пробная работа, вариант 7")
	if got := webtest.Ask(t, pages, "GET", "/exams/ege/math/category/12345", ""); got.StatusCode == http.StatusOK || got.StatusCode == http.StatusInternalServerError {
		t.Errorf("an unknown category: status %d", got.StatusCode)
	}
}

func TestCategory_pagesFollowEachOther(t *testing.T) {
	t.Parallel()
	h, shelf := examHouse(t, bankProblems()...)
	var many []problem.Stored
	for i := range 45 {
		many = append(many, copied(problem.Problem{Ref: problem.Ref{Course: math, ID: numbers(60)[i] + "0"}, Type: "1", Question: body("Задание.")}))
	}
	if err := shelf.PutPage(t.Context(), many, bank.Progress{Course: math, Category: "80", Page: 1, Done: true, At: asOf}); err != nil {
		t.Fatal(err)
	}
	pages := h.pages(t, webtest.Everyone)
	var seen []string
	for _, from := range []string{"", "?from=20", "?from=40"} {
		got := webtest.Ask(t, pages, "GET", "/exams/ege/math/category/80"+from, "")
		seen = append(seen, webtest.Hits(got.Page)...)
		if last := from == "?from=40"; strings.Contains(got.Page, `rel="next"`) == last || strings.Contains(got.Page, `rel="prev"`) == (from == "") {
			t.Errorf("%q: wrong links between pages", from)
		}
	}
	slices.Sort(seen)
	if got := len(slices.Compact(seen)); got != 45 {
		t.Errorf("saw %d problems, want 45", got)
	}
}

func TestExams_pagesAreLightAndKeepToThemselves(t *testing.T) {
	t.Parallel()
	h, _ := examHouse(t, bankProblems()...)
	pages := h.pages(t, webtest.Everyone)
	targets := []string{
		"/exams", "/exams?q=" + url.QueryEscape("треугольник"), "/exams/ege/math", "/exams/ege/math/category/79", "/exams/ege/math/101",
		"/exams/ege/math/666", "/exams/ege/inf/301", "/exams/ege/math/compose?n.1=2&n.2=1&seed=42&key=1", "/exams/ege/math/999",
	}
	webtest.AreLight(t, pages, targets...)
	webtest.KeepToThemselves(t, pages, targets...)
}

// The practice problems that kadry ships go through every page of the room.
func TestSample_everyPageShowsIt(t *testing.T) {
	t.Parallel()
	h := sampleHouse(t)
	pages := h.pages(t, webtest.Everyone)
	stored, err := sample.Problems()
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range stored {
		path := "/exams/" + p.Course.String() + "/" + p.ID
		got := webtest.Ask(t, pages, "GET", path, "")
		if got.StatusCode != http.StatusOK || strings.Contains(got.Page, "formula-words") {
			t.Errorf("%s: status %d, or a formula that is not notation", path, got.StatusCode)
		}
		webtest.Wants(t, got.Page, "№ "+p.ID, "a practice problem of kadry")
		if strings.Contains(got.Page, "may be out of date") {
			t.Errorf("%s is said to be old", path)
		}
		given, _, _ := strings.Cut(p.Answer, "|")
		if verdict := webtest.Ask(t, pages, "POST", path, url.Values{"answer": {strings.ReplaceAll(given, "&", "; ")}}.Encode(), "HX-Request", "true"); p.Answer != "" && !strings.Contains(verdict.Page, "verdict-correct") {
			t.Errorf("%s: its own answer %q is not right: %s", path, given, webtest.Text(verdict.Page))
		}
	}
	webtest.Wants(t, webtest.Ask(t, pages, "GET", "/exams", "").Page, "60 problems in the bank")
	paper := webtest.Ask(t, pages, "GET", "/exams/ege/inf/compose?n.19=1&n.20=1&n.21=1&seed=3&key=1", "").Page
	if n := strings.Count(paper, `class="paper-task"`); n != 3 {
		t.Errorf("the test has %d problems, want 3", n)
	}
	if n := strings.Count(paper, `class="paper-passage"`); n != 1 {
		t.Errorf("the shared passage is printed %d times", n)
	}
}
