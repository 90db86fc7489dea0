package webui_test

import (
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"kadry/internal/exam"
	"kadry/internal/exam/sample"
	"kadry/internal/fault"
	"kadry/internal/op"
)

func TestExams_listWhatTheBankHolds(t *testing.T) {
	t.Parallel()
	h, _ := examHouse(t, bankProblems()...)
	pages := h.pages(t, everyone)
	got := ask(t, pages, "GET", "/exams", "")
	wants(t, got.body, "8 problems in the bank", "EGE, Mathematics, advanced 5 problems", "OGE, Social studies 1 problem", "Literature")
	wants(t, ask(t, pages, "GET", "/exams", "", russian...).body, "В банке 8 заданий", "ЕГЭ, Информатика 1 задание", "Экзамены")
	for _, path := range []string{"/exams/ege/math", "/exams/oge/soc", "/exams/ct/math3"} {
		if !strings.Contains(got.body, `href="`+path+`"`) {
			t.Errorf("no link to %s", path)
		}
	}
	if to := ask(t, pages, "GET", "/exams/oge", ""); to.Header.Get("Location") != "/exams#oge" {
		t.Errorf("an exam leads to %q", to.Header.Get("Location"))
	}
}

func TestExams_emptyBankSaysHowToFillIt(t *testing.T) {
	t.Parallel()
	h, _ := examHouse(t)
	pages := h.pages(t, everyone)
	wants(t, ask(t, pages, "GET", "/exams", "", russian...).body, "Банк пуст", "kadry sdamgia sync --subject math", "kadry serve --sample")
	wants(t, ask(t, pages, "GET", "/exams/oge/phys", "").body, "The bank is empty", "kadry sdamgia sync --subject phys --exam oge")
	wants(t, ask(t, pages, "GET", "/exams/ege/math/compose", "").body, "There are no problems here yet")
	wants(t, ask(t, pages, "GET", "/exams?q="+url.QueryEscape("найдите"), "").body, "Nothing resembles it", "kadry serve --sample")
}

func TestExams_roomIsThereOnlyWithABank(t *testing.T) {
	t.Parallel()
	pages := newHouse(t, false).pages(t, everyone)
	if got := ask(t, pages, "GET", "/exams", ""); got.StatusCode != http.StatusNotFound {
		t.Errorf("status %d", got.StatusCode)
	}
	if got := ask(t, pages, "GET", "/settings", ""); strings.Contains(got.body, `"/exams`) {
		t.Error("a link to a room that is not there")
	}
	h, _ := examHouse(t)
	if got := ask(t, h.pages(t, everyone), "GET", "/settings", ""); !strings.Contains(got.body, `href="/exams"`) || !strings.Contains(got.body, `data-href="/exams/ege/phys"`) {
		t.Error("the rail or the palette does not know the room")
	}
}

func TestExams_accessByToolset(t *testing.T) {
	t.Parallel()
	h, _ := examHouse(t, bankProblems()...)
	hr := h.pages(t, op.Caller{Name: "hr", Tenant: "default", Toolsets: []string{"talent"}})
	for _, target := range []string{"/exams", "/exams/ege/math", "/exams?q=треугольник", "/exams/ege/math/101", "/exams/ege/math/category/79", "/exams/ege/math/compose?n.1=1&seed=1", "/exams/file?course=ege/math&at=https://ege.sdamgia.ru/a.svg"} {
		got := ask(t, hr, "GET", target, "")
		if got.StatusCode != http.StatusForbidden || strings.Contains(got.body, "прямой") {
			t.Errorf("%s: status %d", target, got.StatusCode)
		}
		wants(t, got.body, "This access does not cover the exam bank.", "for the toolset sdamgia")
	}
	tutor := h.pages(t, op.Caller{Name: "tutor", Tenant: "default", Toolsets: []string{"sdamgia"}})
	if got := ask(t, tutor, "GET", "/", ""); got.Header.Get("Location") != "/exams" {
		t.Errorf("a tutor's first page is %q", got.Header.Get("Location"))
	}
	got := ask(t, tutor, "GET", "/candidates", "", russian...)
	wants(t, got.body, "Этот доступ не включает кандидатов.", "добавить набор talent")
	if strings.Contains(got.body, `href="/candidates"`) {
		t.Error("a tutor is led to candidates")
	}
}

func TestExams_bankOutOfReach(t *testing.T) {
	t.Parallel()
	h, shelf := examHouse(t, bankProblems()...)
	shelf.Fail(fault.E(fault.Unavailable, fault.Say("The database does not answer.", "База данных не отвечает."), nil))
	pages := h.pages(t, everyone)
	for _, target := range []string{"/exams", "/exams/ege/math", "/exams/ege/math/101", "/exams/ege/math/compose?n.1=1&seed=1"} {
		got := ask(t, pages, "GET", target, "", russian...)
		if got.StatusCode != http.StatusServiceUnavailable {
			t.Errorf("%s: status %d", target, got.StatusCode)
		}
		wants(t, got.body, "База данных не отвечает.", "К экзаменам")
	}
	part := ask(t, pages, "GET", "/exams/ege/math?q=треугольник", "", "HX-Request", "true")
	if part.StatusCode != http.StatusServiceUnavailable || strings.Contains(part.body, "<html") {
		t.Errorf("a search: status %d", part.StatusCode)
	}
}

func TestExams_search(t *testing.T) {
	t.Parallel()
	h, _ := examHouse(t, bankProblems()...)
	pages := h.pages(t, everyone)
	asked := url.QueryEscape("треуголник угол С прямой найдите площядь")
	got := ask(t, pages, "GET", "/exams/ege/math?q="+asked+"&least=40", "")
	wants(t, got.body, "№ 101", "Type 1", "of what you wrote is in this problem", "Counted by fixed rules, no model")
	if !strings.Contains(got.body, "<mark>") {
		t.Error("no word is marked")
	}
	if !strings.Contains(got.body, `<a class="chip" href="/exams/ege/math?q=`) {
		t.Error("the threshold is no removable condition")
	}
	if at, other := strings.Index(got.body, `id="hit-ege-math-101"`), strings.Index(got.body, `id="hit-ege-math-103"`); at < 0 || other >= 0 && other < at {
		t.Error("the problem is not the first")
	}
	elsewhere := ask(t, pages, "GET", "/exams/ege/phys?q="+asked, "")
	wants(t, elsewhere.body, "Nothing resembles it", "We looked through the bank: 0 problems", "Look in all exams and subjects")
	wants(t, ask(t, pages, "GET", "/exams/ege/phys?in=all&least=40&q="+asked, "").body, "№ 101", "All exams and subjects")
	wants(t, ask(t, pages, "GET", "/exams?least=40&q="+asked, "", russian...).body, "№ 101", "ЕГЭ, Математика профильная")
}

func TestExams_searchShowsTheFormula(t *testing.T) {
	t.Parallel()
	h, _ := examHouse(t, bankProblems()...)
	got := ask(t, h.pages(t, everyone), "GET", "/exams/ege/math?q="+url.QueryEscape("в треугольнике угол прямой"), "", "HX-Request", "true")
	if strings.Contains(got.body, "<html") || !strings.Contains(got.body, "<msqrt>") {
		t.Errorf("the fragment has a page or no formula: %s", got.body)
	}
	if to := got.Header.Get("HX-Replace-Url"); !strings.HasPrefix(to, "/exams/ege/math?q=") {
		t.Errorf("address %q", to)
	}
}

func TestExams_clearedSearchShowsTheShelvesAgain(t *testing.T) {
	t.Parallel()
	h, _ := examHouse(t, bankProblems()...)
	got := ask(t, h.pages(t, everyone), "GET", "/exams?q=", "", "HX-Request", "true")
	if strings.Contains(got.body, "<html") || got.Header.Get("HX-Replace-Url") != "/exams" {
		t.Errorf("a page, or at %q", got.Header.Get("HX-Replace-Url"))
	}
	wants(t, got.body, "8 problems in the bank", "Ready to use")
}

func TestExams_searchByNumberOpensIt(t *testing.T) {
	t.Parallel()
	h, _ := examHouse(t, bankProblems()...)
	pages := h.pages(t, everyone)
	for asked, path := range map[string]string{"№ 101": "/exams/ege/math/101", "rus:201": "/exams/ege/rus/201", "oge/soc:401": "/exams/oge/soc/401"} {
		if got := ask(t, pages, "GET", "/exams/ege/math?q="+url.QueryEscape(asked), ""); !strings.Contains(got.body, `href="`+path+`"`) {
			t.Errorf("%s does not lead to %s", asked, path)
		}
	}
}

func TestExams_searchTakesAnyInput(t *testing.T) {
	t.Parallel()
	h, _ := examHouse(t, bankProblems()...)
	pages := h.pages(t, everyone)
	for query, want := range map[string]struct {
		status int
		says   string
	}{
		"q=ab":                               {200, "Type at least three characters"},
		"q=" + strings.Repeat("a", 1001):     {400, "longer than 1000 characters"},
		"q=qwzxj&least=many&in=moon&from=-5": {200, "Nothing resembles it"},
		"q=ABC&from=99999":                   {200, "№ 101"},
		"q=" + url.QueryEscape(evil):         {200, ""},
		"q=%ff%fe%00abc":                     {200, ""},
		"q=" + url.QueryEscape("))((**'\\"):  {200, "Nothing resembles it"},
	} {
		got := ask(t, pages, "GET", "/exams/ege/math?"+query, "")
		if got.StatusCode != want.status {
			t.Errorf("%.40s: status %d, want %d", query, got.StatusCode, want.status)
		}
		wants(t, got.body, want.says, "Find a problem by its text")
		if strings.Contains(got.body, "<script>alert") {
			t.Errorf("%.40s: the script came through", query)
		}
	}
	if tidy := ask(t, pages, "GET", "/exams/ege/math?q=abc&in=&least=", ""); tidy.Header.Get("Location") != "/exams/ege/math?q=abc" {
		t.Errorf("a plain form leads to %q", tidy.Header.Get("Location"))
	}
}

func TestExams_unknownCourseIsNotFound(t *testing.T) {
	t.Parallel()
	h, _ := examHouse(t, bankProblems()...)
	pages := h.pages(t, everyone)
	for _, target := range []string{"/exams/ege/magic", "/exams/moon/math", "/exams/moon", "/exams/ege/math8", "/exams/vpr/math", "/exams/ege/%D0%BC%D0%B0%D1%82%D0%B0%D0%BD", "/exams/ege/math/abc", "/exams/ege/math/-1"} {
		if got := ask(t, pages, "GET", target, ""); got.StatusCode != http.StatusNotFound {
			t.Errorf("%s: status %d", target, got.StatusCode)
		}
	}
	got := ask(t, pages, "GET", "/exams/ege/math/999", "", russian...)
	if got.StatusCode != http.StatusNotFound {
		t.Errorf("status %d", got.StatusCode)
	}
	wants(t, got.body, "Задания ege/math:999 нет.", "Номер запроса req-42", "К экзаменам")
}

func TestCatalogue_listsTopicsAndTheSupplementaryApart(t *testing.T) {
	t.Parallel()
	h, _ := examHouse(t, bankProblems()...)
	pages := h.pages(t, everyone)
	got := ask(t, pages, "GET", "/exams/ege/math", "", russian...)
	wants(t, got.body, "Темы экзамена 1 Планиметрия 412 Прямоугольный треугольник: вычисление площадей 31", "Для дополнительной тренировки Д1 Графики и диаграммы", "Скопировано: сегодня")
	part := ask(t, pages, "GET", "/exams/ege/math?q=", "", "HX-Request", "true")
	if strings.Contains(part.body, "<html") {
		t.Error("clearing the search answers a page to a script")
	}
	wants(t, part.body, "Topics of the exam")
	list := ask(t, pages, "GET", "/exams/ege/math/category/79", "")
	wants(t, list.body, "Прямоугольный треугольник: вычисление площадей", "1–1 of 1 problem", "№ 101", "Пробная работа, вариант 7")
	if got := ask(t, pages, "GET", "/exams/ege/math/category/12345", ""); got.StatusCode == http.StatusOK || got.StatusCode == http.StatusInternalServerError {
		t.Errorf("an unknown category: status %d", got.StatusCode)
	}
}

func TestCategory_pagesFollowEachOther(t *testing.T) {
	t.Parallel()
	h, shelf := examHouse(t, bankProblems()...)
	var many []exam.Stored
	for i := range 45 {
		many = append(many, copied(exam.Problem{Ref: exam.Ref{Course: math, ID: numbers(60)[i] + "0"}, Type: "1", Question: body("Задание.")}))
	}
	if err := shelf.PutPage(t.Context(), many, exam.Progress{Course: math, Category: "80", Page: 1, Done: true, At: asOf}); err != nil {
		t.Fatal(err)
	}
	pages := h.pages(t, everyone)
	var seen []string
	for _, from := range []string{"", "?from=20", "?from=40"} {
		got := ask(t, pages, "GET", "/exams/ege/math/category/80"+from, "")
		seen = append(seen, found(got.body)...)
		if last := from == "?from=40"; strings.Contains(got.body, `rel="next"`) == last || strings.Contains(got.body, `rel="prev"`) == (from == "") {
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
	pages := h.pages(t, everyone)
	targets := []string{
		"/exams", "/exams?q=" + url.QueryEscape("треугольник"), "/exams/ege/math", "/exams/ege/math/category/79", "/exams/ege/math/101",
		"/exams/ege/math/666", "/exams/ege/inf/301", "/exams/ege/math/compose?n.1=2&n.2=1&seed=42&key=1", "/exams/ege/math/999",
	}
	areLight(t, pages, targets...)
	keepToThemselves(t, pages, targets...)
}

// The practice problems that kadry ships go through every page of the room.
func TestSample_everyPageShowsIt(t *testing.T) {
	t.Parallel()
	h := sampleHouse(t)
	pages := h.pages(t, everyone)
	stored, err := sample.Problems()
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range stored {
		path := "/exams/" + p.Course.String() + "/" + p.ID
		got := ask(t, pages, "GET", path, "")
		if got.StatusCode != http.StatusOK || strings.Contains(got.body, "formula-words") {
			t.Errorf("%s: status %d, or a formula that is not notation", path, got.StatusCode)
		}
		wants(t, got.body, "№ "+p.ID, "a practice problem of kadry")
		if strings.Contains(got.body, "may be out of date") {
			t.Errorf("%s is said to be old", path)
		}
		given, _, _ := strings.Cut(p.Answer, "|")
		if verdict := ask(t, pages, "POST", path, url.Values{"answer": {strings.ReplaceAll(given, "&", "; ")}}.Encode(), "HX-Request", "true"); p.Answer != "" && !strings.Contains(verdict.body, "verdict-correct") {
			t.Errorf("%s: its own answer %q is not right: %s", path, given, text(verdict.body))
		}
	}
	wants(t, ask(t, pages, "GET", "/exams", "").body, "60 problems in the bank")
	paper := ask(t, pages, "GET", "/exams/ege/inf/compose?n.19=1&n.20=1&n.21=1&seed=3&key=1", "").body
	if n := strings.Count(paper, `class="paper-task"`); n != 3 {
		t.Errorf("the test has %d problems, want 3", n)
	}
	if n := strings.Count(paper, `class="paper-passage"`); n != 1 {
		t.Errorf("the shared passage is printed %d times", n)
	}
}
