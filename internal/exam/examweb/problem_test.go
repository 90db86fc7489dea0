package examweb_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"kadry/internal/webui/webtest"
)

func TestProblem_showsEverythingThePageSays(t *testing.T) {
	t.Parallel()
	h, _ := examHouse(t, bankProblems()...)
	pages := h.pages(t, webtest.Everyone)
	got := webtest.Ask(t, pages, "GET", "/exams/ege/math/101", "")
	webtest.Wants(t, got.Page, "№ 101", "Type 1: Планиметрия", "5.1.1 Треугольник", "Пробная работа, вариант 7", "3 days ago", "from the bank", "2211", "15 more", "Show the solution and the answer", "Original page")
	for _, part := range []string{"<msqrt>", "<mfrac>", `href="https://math-ege.sdamgia.ru/problem?id=101" rel="noopener noreferrer external"`, `lang="ru"`} {
		if !strings.Contains(got.Page, part) {
			t.Errorf("no %s", part)
		}
	}
	webtest.Wants(t, webtest.Ask(t, pages, "GET", "/exams/ege/rus/201", "", webtest.Russian...).Page, "Текст к заданию", "С тем же текстом 202 203", "Засчитываются ответы: сравнение или сравнительный оборот", "Тип 22")
	webtest.Wants(t, webtest.Ask(t, pages, "GET", "/exams/oge/soc/401", "", webtest.Russian...).Page, "его оценивает человек", "Показать критерии оценивания, до 2 баллов", "Два примера с пояснением")
	code := webtest.Ask(t, pages, "GET", "/exams/ege/inf/301", "")
	webtest.Wants(t, code.Page, "for k in range(1, 11):", "Данные: 6.xlsx", "get_file?id=9.mp3")
	if !strings.Contains(code.Page, `colspan="2"`) || !strings.Contains(code.Page, `alt="Граф из шести вершин"`) {
		t.Error("the table or the picture lost something")
	}
}

func TestProblem_oldCopySaysItsAge(t *testing.T) {
	t.Parallel()
	h, _ := examHouse(t, bankProblems()...)
	pages := h.pages(t, webtest.Everyone)
	webtest.Wants(t, webtest.Ask(t, pages, "GET", "/exams/ege/math/105", "", webtest.Russian...).Page, "Копия сделана 3 месяца назад и могла устареть", "старая копия: сайт не ответил")
	webtest.Wants(t, webtest.Ask(t, pages, "GET", "/exams/ege/math/105", "").Page, "This copy was made 3 months ago")
}

func TestProblem_hostileContentStaysText(t *testing.T) {
	t.Parallel()
	h, _ := examHouse(t, bankProblems()...)
	pages := h.pages(t, webtest.Everyone)
	for _, target := range []string{"/exams/ege/math/666", "/exams/ege/math?q=" + url.QueryEscape("длинноеслово столбец"), "/exams?q=alert"} {
		got := webtest.Ask(t, pages, "GET", target, "")
		if got.StatusCode != http.StatusOK {
			t.Errorf("%s: status %d", target, got.StatusCode)
		}
		for _, live := range []string{"<script>alert", "<img src=x", `href="javascript:`, `src="javascript:`, `href="data:`, " style=", "onerror=\"", "../../settings\""} {
			if strings.Contains(got.Page, live) {
				t.Errorf("%s: the page has %s", target, live)
			}
		}
	}
	page := webtest.Ask(t, pages, "GET", "/exams/ege/math/666", "").Page
	webtest.Wants(t, page, "The table goes on for 434 more rows", "Formula in words:")
	if len(page) > 1<<20 {
		t.Errorf("the page has %d bytes", len(page))
	}
}

func TestCheck_marksByTheRulesAndKeepsNothing(t *testing.T) {
	t.Parallel()
	h, _ := examHouse(t, bankProblems()...)
	pages := h.pages(t, webtest.Everyone)
	for given, want := range map[string]string{
		"7,5": "Right 1 of 1 point", "7.50": "Right", "8": "Wrong 0 of 1 point", "": "No answer was given.", "пять": "Wrong",
		strings.Repeat("9", 10_000): "Wrong",
	} {
		form := url.Values{"answer": {given}}.Encode()
		got := webtest.Ask(t, pages, "POST", "/exams/ege/math/101", form)
		if len(given) > 4000 { // more than the form may hold: nothing of it is read
			if got.StatusCode != http.StatusOK {
				t.Errorf("a long answer: status %d", got.StatusCode)
			}
			continue
		}
		webtest.Wants(t, got.Page, want, "Show the solution and the answer")
		part := webtest.Ask(t, pages, "POST", "/exams/ege/math/101", form, "HX-Request", "true")
		webtest.Wants(t, part.Page, want)
		if strings.Contains(part.Page, "<html") {
			t.Errorf("%q: a page for a script", given)
		}
		if given == "8" && strings.Contains(part.Page, "7,5") {
			t.Error("the verdict tells the key")
		}
	}
	if got := webtest.Ask(t, pages, "POST", "/exams/ege/math/999", "answer=1"); got.StatusCode != http.StatusNotFound {
		t.Errorf("an unknown problem: status %d", got.StatusCode)
	}
	person := webtest.Ask(t, pages, "POST", "/exams/oge/soc/401", "answer=x", "HX-Request", "true")
	webtest.Wants(t, person.Page, "A person has to mark this")
	hostile := webtest.Ask(t, pages, "POST", "/exams/ege/math/101", url.Values{"answer": {evil}}.Encode())
	if strings.Contains(hostile.Page, "<script>alert") {
		t.Error("the answer is written as markup")
	}
	if again := webtest.Ask(t, pages, "GET", "/exams/ege/math/101", ""); strings.Contains(again.Page, `class="verdict `) || strings.Contains(again.Page, `value="7`) {
		t.Error("an answer was kept")
	}
}

// The hints of a page stand before the solution: nothing between the two may tell it.
func TestHints_doNotTellTheAnswer(t *testing.T) {
	t.Parallel()
	h, _ := examHouse(t, bankProblems()...)
	pages := h.pages(t, webtest.Everyone)
	for target, secrets := range map[string][]string{
		"/exams/ege/math/101": {"7,5"}, "/exams/ege/math/104": {"0,4", "0.4"}, "/exams/ege/rus/201": {"сравнение", "сравнительный"},
	} {
		page := webtest.Ask(t, pages, "GET", target, "").Page
		_, hints, ok := strings.Cut(page, `<div class="hints">`)
		if !ok {
			t.Errorf("%s: no hints", target)
			continue
		}
		hints, _, _ = strings.Cut(hints, `<section aria-labelledby="solution"`)
		for _, secret := range secrets {
			if strings.Contains(strings.ToLower(webtest.Text(hints)), secret) {
				t.Errorf("%s: the hints say %s: %s", target, secret, webtest.Text(hints))
			}
		}
	}
}

func TestCompose_sameAddressSameTest(t *testing.T) {
	t.Parallel()
	h, _ := examHouse(t, bankProblems()...)
	pages := h.pages(t, webtest.Everyone)
	const recipe = "/exams/ege/math/compose?key=1&n.1=1&n.2=1&n.3=3&seed=42"
	got := webtest.Ask(t, pages, "GET", recipe, "")
	if again := webtest.Ask(t, pages, "GET", recipe, ""); again.Page != got.Page {
		t.Error("the same address gave another test")
	}
	webtest.Wants(t, got.Page, "Test 42", "Type 3: the bank is 2 problems short.", "Answers for the teacher", "Another test", "Leave the answers out")
	if !strings.Contains(got.Page, "seed=43") {
		t.Error("no link to another test")
	}
	if plain := webtest.Ask(t, pages, "GET", strings.Replace(recipe, "key=1&", "", 1), ""); strings.Contains(plain.Page, "paper-key") || strings.Contains(webtest.Text(plain.Page), "0,4") {
		t.Error("the test without the key tells an answer")
	}
	form := webtest.Ask(t, pages, "GET", "/exams/ege/math/compose?n.1=2&n.2=&n.3=&seed=&key=", "")
	if to := form.Header.Get("Location"); form.StatusCode != http.StatusSeeOther || !strings.HasPrefix(to, "/exams/ege/math/compose?n.1=2&seed=") {
		t.Errorf("a plain form: %d to %q", form.StatusCode, to)
	}
}

// Variants of a class are of one shape, have a sheet of answers for the teacher, and say where the
// bank is too small for them to differ.
func TestCompose_variantsForAClass(t *testing.T) {
	t.Parallel()
	pages := sampleHouse(t).pages(t, webtest.Everyone)
	const recipe = "/exams/ege/math/compose?n.1=1&n.4=1&seed=7&variants=3"
	got := webtest.Ask(t, pages, "GET", recipe+"&key=1", "")
	webtest.Wants(t, got.Page, "Test 7-1", "Test 7-2", "Test 7-3", "Answers for the teacher", "Type 1: the bank lacks 2 problems for the variants to differ.")
	if again := webtest.Ask(t, pages, "GET", recipe+"&key=1", ""); again.Page != got.Page || strings.Count(got.Page, `class="paper-task"`) != 6 {
		t.Error("the same address gave other variants, or not two problems each")
	}
	if plain := webtest.Ask(t, pages, "GET", recipe, "").Page; strings.Contains(plain, "paper-key") || strings.Contains(webtest.Text(plain), "0,65") {
		t.Error("the sheets for the pupils tell an answer")
	}
	if one := webtest.Ask(t, pages, "GET", "/exams/ege/math/compose?n.1=1&n.4=1&seed=7", "").Page; !strings.Contains(webtest.Text(one), "Test 7 ") {
		t.Error("a single test is numbered as one of several")
	}
}

func TestCompose_wrongInputKeepsTheForm(t *testing.T) {
	t.Parallel()
	h, _ := examHouse(t, bankProblems()...)
	pages := h.pages(t, webtest.Everyone)
	for query, want := range map[string]string{
		"n.1=many&seed=1":                         "Write a number from 0 to 20.",
		"n.1=21&seed=1":                           "Write a number from 0 to 20.",
		"n.1=-1&seed=1":                           "Write a number from 0 to 20.",
		"n.1=1&seed=x":                            "Write a whole number",
		"n.1=1&seed=1&variants=31":                "Write a number from 1 to 30.",
		"n.1=1&seed=1&variants=0":                 "Write a number from 1 to 30.",
		"n.1=20&n.2=20&n.3=20&n.%D0%941=1&seed=1": "at most 60 problems",
	} {
		got := webtest.Ask(t, pages, "GET", "/exams/ege/math/compose?"+query, "")
		if got.StatusCode != http.StatusBadRequest {
			t.Errorf("%s: status %d", query, got.StatusCode)
		}
		webtest.Wants(t, got.Page, want, "Problems by type")
	}
	if got := webtest.Ask(t, pages, "GET", "/exams/ege/math/compose?n."+url.QueryEscape(evil)+"=1&seed=1", ""); strings.Contains(got.Page, "<script>alert") || got.StatusCode >= 500 {
		t.Errorf("a hostile type: status %d", got.StatusCode)
	}
}
