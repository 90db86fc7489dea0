package webui_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
)

func TestProblem_showsEverythingThePageSays(t *testing.T) {
	t.Parallel()
	h, _ := examHouse(t, bankProblems()...)
	pages := h.pages(t, everyone)
	got := ask(t, pages, "GET", "/exams/ege/math/101", "")
	wants(t, got.body, "№ 101", "Type 1: Планиметрия", "5.1.1 Треугольник", "Пробная работа, вариант 7", "3 days ago", "from the bank", "2211", "15 more", "Show the solution and the answer", "Original page")
	for _, part := range []string{"<msqrt>", "<mfrac>", `href="https://math-ege.sdamgia.ru/problem?id=101" rel="noopener noreferrer external"`, `lang="ru"`} {
		if !strings.Contains(got.body, part) {
			t.Errorf("no %s", part)
		}
	}
	wants(t, ask(t, pages, "GET", "/exams/ege/rus/201", "", russian...).body, "Текст к заданию", "С тем же текстом 202 203", "Засчитываются ответы: сравнение или сравнительный оборот", "Тип 22")
	wants(t, ask(t, pages, "GET", "/exams/oge/soc/401", "", russian...).body, "его оценивает человек", "Показать критерии оценивания, до 2 баллов", "Два примера с пояснением")
	code := ask(t, pages, "GET", "/exams/ege/inf/301", "")
	wants(t, code.body, "for k in range(1, 11):", "Данные: 6.xlsx", "get_file?id=9.mp3")
	if !strings.Contains(code.body, `colspan="2"`) || !strings.Contains(code.body, `alt="Граф из шести вершин"`) {
		t.Error("the table or the picture lost something")
	}
}

func TestProblem_oldCopySaysItsAge(t *testing.T) {
	t.Parallel()
	h, _ := examHouse(t, bankProblems()...)
	pages := h.pages(t, everyone)
	wants(t, ask(t, pages, "GET", "/exams/ege/math/105", "", russian...).body, "Копия сделана 3 месяца назад и могла устареть", "старая копия: сайт не ответил")
	wants(t, ask(t, pages, "GET", "/exams/ege/math/105", "").body, "This copy was made 3 months ago")
}

func TestProblem_hostileContentStaysText(t *testing.T) {
	t.Parallel()
	h, _ := examHouse(t, bankProblems()...)
	pages := h.pages(t, everyone)
	for _, target := range []string{"/exams/ege/math/666", "/exams/ege/math?q=" + url.QueryEscape("длинноеслово столбец"), "/exams?q=alert"} {
		got := ask(t, pages, "GET", target, "")
		if got.StatusCode != http.StatusOK {
			t.Errorf("%s: status %d", target, got.StatusCode)
		}
		for _, live := range []string{"<script>alert", "<img src=x", `href="javascript:`, `src="javascript:`, `href="data:`, " style=", "onerror=\"", "../../settings\""} {
			if strings.Contains(got.body, live) {
				t.Errorf("%s: the page has %s", target, live)
			}
		}
	}
	page := ask(t, pages, "GET", "/exams/ege/math/666", "").body
	wants(t, page, "The table goes on for 434 more rows", "Formula in words:")
	if len(page) > 1<<20 {
		t.Errorf("the page has %d bytes", len(page))
	}
}

func TestCheck_marksByTheRulesAndKeepsNothing(t *testing.T) {
	t.Parallel()
	h, _ := examHouse(t, bankProblems()...)
	pages := h.pages(t, everyone)
	for given, want := range map[string]string{
		"7,5": "Right 1 of 1 point", "7.50": "Right", "8": "Not right 0 of 1 point", "": "No answer was given.", "пять": "Not right",
		strings.Repeat("9", 10_000): "Not right",
	} {
		form := url.Values{"answer": {given}}.Encode()
		got := ask(t, pages, "POST", "/exams/ege/math/101", form)
		if len(given) > 4000 { // more than the form may hold: nothing of it is read
			if got.StatusCode != http.StatusOK {
				t.Errorf("a long answer: status %d", got.StatusCode)
			}
			continue
		}
		wants(t, got.body, want, "Show the solution and the answer")
		part := ask(t, pages, "POST", "/exams/ege/math/101", form, "HX-Request", "true")
		wants(t, part.body, want)
		if strings.Contains(part.body, "<html") {
			t.Errorf("%q: a page for a script", given)
		}
		if given == "8" && strings.Contains(part.body, "7,5") {
			t.Error("the verdict tells the key")
		}
	}
	if got := ask(t, pages, "POST", "/exams/ege/math/999", "answer=1"); got.StatusCode != http.StatusNotFound {
		t.Errorf("an unknown problem: status %d", got.StatusCode)
	}
	person := ask(t, pages, "POST", "/exams/oge/soc/401", "answer=x", "HX-Request", "true")
	wants(t, person.body, "A person has to mark this")
	hostile := ask(t, pages, "POST", "/exams/ege/math/101", url.Values{"answer": {evil}}.Encode())
	if strings.Contains(hostile.body, "<script>alert") {
		t.Error("the answer is written as markup")
	}
	if again := ask(t, pages, "GET", "/exams/ege/math/101", ""); strings.Contains(again.body, `class="verdict `) || strings.Contains(again.body, `value="7`) {
		t.Error("an answer was kept")
	}
}

// The hints of a page stand before the solution: nothing between the two may tell it.
func TestHints_doNotTellTheAnswer(t *testing.T) {
	t.Parallel()
	h, _ := examHouse(t, bankProblems()...)
	pages := h.pages(t, everyone)
	for target, secrets := range map[string][]string{
		"/exams/ege/math/101": {"7,5"}, "/exams/ege/math/104": {"0,4", "0.4"}, "/exams/ege/rus/201": {"сравнение", "сравнительный"},
	} {
		page := ask(t, pages, "GET", target, "").body
		_, hints, ok := strings.Cut(page, `<div class="hints">`)
		if !ok {
			t.Errorf("%s: no hints", target)
			continue
		}
		hints, _, _ = strings.Cut(hints, `<section aria-labelledby="solution"`)
		for _, secret := range secrets {
			if strings.Contains(strings.ToLower(text(hints)), secret) {
				t.Errorf("%s: the hints say %s: %s", target, secret, text(hints))
			}
		}
	}
}

func TestCompose_sameAddressSameTest(t *testing.T) {
	t.Parallel()
	h, _ := examHouse(t, bankProblems()...)
	pages := h.pages(t, everyone)
	const recipe = "/exams/ege/math/compose?key=1&n.1=1&n.2=1&n.3=3&seed=42"
	got := ask(t, pages, "GET", recipe, "")
	if again := ask(t, pages, "GET", recipe, ""); again.body != got.body {
		t.Error("the same address gave another test")
	}
	wants(t, got.body, "Test 42", "Type 3: the bank is 2 problems short.", "Key", "Another test", "Leave the key out")
	if !strings.Contains(got.body, "seed=43") {
		t.Error("no link to another test")
	}
	if plain := ask(t, pages, "GET", strings.Replace(recipe, "key=1&", "", 1), ""); strings.Contains(plain.body, "paper-key") || strings.Contains(text(plain.body), "0,4") {
		t.Error("the test without the key tells an answer")
	}
	form := ask(t, pages, "GET", "/exams/ege/math/compose?n.1=2&n.2=&n.3=&seed=&key=", "")
	if to := form.Header.Get("Location"); form.StatusCode != http.StatusSeeOther || !strings.HasPrefix(to, "/exams/ege/math/compose?n.1=2&seed=") {
		t.Errorf("a plain form: %d to %q", form.StatusCode, to)
	}
}

func TestCompose_wrongInputKeepsTheForm(t *testing.T) {
	t.Parallel()
	h, _ := examHouse(t, bankProblems()...)
	pages := h.pages(t, everyone)
	for query, want := range map[string]string{
		"n.1=many&seed=1": "Write a number from 0 to 20.",
		"n.1=21&seed=1":   "Write a number from 0 to 20.",
		"n.1=-1&seed=1":   "Write a number from 0 to 20.",
		"n.1=1&seed=x":    "Write a whole number",
		"n.1=20&n.2=20&n.3=20&n.%D0%941=1&seed=1": "at most 60 problems",
	} {
		got := ask(t, pages, "GET", "/exams/ege/math/compose?"+query, "")
		if got.StatusCode != http.StatusBadRequest {
			t.Errorf("%s: status %d", query, got.StatusCode)
		}
		wants(t, got.body, want, "Problems by type")
	}
	if got := ask(t, pages, "GET", "/exams/ege/math/compose?n."+url.QueryEscape(evil)+"=1&seed=1", ""); strings.Contains(got.body, "<script>alert") || got.StatusCode >= 500 {
		t.Errorf("a hostile type: status %d", got.StatusCode)
	}
}
