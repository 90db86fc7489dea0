package interviewweb_test

import (
	"net/http"
	"strings"
	"testing"

	"kadry/internal/fault"
	"kadry/internal/interview"
	"kadry/internal/interview/interviewtest"
	"kadry/internal/interview/vacancy"
	"kadry/internal/op"
	"kadry/internal/webui/webtest"
)

var author = op.Caller{Name: "author", Tenant: "default"}

// bakeForm is the form of a question about electrodes.
func bakeForm(more ...string) string {
	return form(append([]string{
		"text_ru", "Пачка с основным покрытием ночь пролежала открытой. Что вы сделаете?", "text_en", "", "skill", "сварка", "theme", "", "level", "junior",
		"kind", "situational", "type", "text", "competency", "quality", "status", "ready", "minutes", "6", "tags", "контроль | сырость",
		"point_id", "bake", "point_weight", "3", "point_text_ru", "Прокаливаю электроды в печи при температуре с упаковки.", "point_text_en", "",
		"point_also_ru", "сушу в печке\r\nпросушиваю два часа", "point_also_en", "", "point_wrong_ru", "Прокаливать не нужно: влага выгорит в дуге.", "point_wrong_en", "",
		"point_right_ru", "", "point_right_en", "",
		"point_id", "", "point_weight", "2", "point_text_ru", "Готовые держу в термопенале до самой сварки.", "point_text_en", "",
		"point_also_ru", "", "point_also_en", "", "point_wrong_ru", "", "point_wrong_en", "", "point_right_ru", "", "point_right_en", "",
		"point_id", "", "point_weight", "2", "point_text_ru", "", "point_text_en", "", "point_also_ru", "", "point_also_en", "",
		"point_wrong_ru", "", "point_wrong_en", "", "point_right_ru", "", "point_right_en", "",
	}, more...)...)
}

// holds wants parts of the page as it is sent, attributes among them.
func holds(t *testing.T, page string, parts ...string) {
	t.Helper()
	for _, part := range parts {
		if !strings.Contains(page, part) {
			t.Errorf("the page has no %q:\n%s", part, webtest.Text(page)[:min(600, len(webtest.Text(page)))])
		}
	}
}

// Without scripts a question is written, tried, corrected, pinned, exported and deleted.
func TestQuestions_writeTryAndDelete(t *testing.T) {
	t.Parallel()
	c := newInterviews(t)
	pages := c.pages(t, author)
	got := webtest.Ask(t, pages, "GET", "/questions", "")
	status(t, "the list", got, http.StatusOK)
	holds(t, got.Page, `href="/questions/new"`, `href="/questions/import"`, "built in", "accounting-")
	lacks(t, got.Page, "/questions/export.csv")

	got = webtest.Ask(t, pages, "POST", "/questions/new", bakeForm())
	status(t, "saved", got, http.StatusSeeOther)
	at, _, _ := strings.Cut(got.Header.Get("Location"), "?")
	list, err := c.room.ListQuestions(t.Context(), "default", interview.QuestionFilter{From: interview.OwnQuestions})
	if err != nil || len(list) != 1 || at != "/questions/"+list[0].ID {
		t.Fatalf("%d questions, %q, %v", len(list), at, err)
	}
	q := list[0]
	if q.Skill != "welding" || q.Minutes != 6 || len(q.Tags) != 2 || len(q.Points) != 2 || len(q.Points[0].Also.RU) != 2 || len(q.Points[0].Wrong.RU) != 1 {
		t.Errorf("kept %+v", q.Content)
	}
	got = webtest.Ask(t, pages, "GET", at, "", "Accept-Language", "ru")
	status(t, "the editor", got, http.StatusOK)
	holds(t, got.Page, "Прокаливаю электроды", "просушиваю два часа", "замечан", "Тезис 1", `value="6"`)

	for name, head := range map[string][]string{"whole": nil, "fragment": {"HX-Request", "true"}} {
		tried := webtest.Ask(t, pages, "POST", at+"/try", bakeForm("answer", "Сначала прокалю электроды в печи при температуре, что на упаковке."), head...)
		status(t, "a try, "+name, tried, http.StatusOK)
		holds(t, tried.Page, "прокалю электроды", "point-2", "point-0")
		if name == "fragment" {
			lacks(t, tried.Page, "<html")
		}
	}
	empty := webtest.Ask(t, pages, "POST", at+"/try", bakeForm("answer", " "))
	status(t, "a try of nothing", empty, http.StatusBadRequest)

	got = webtest.Ask(t, pages, "POST", at, bakeForm("version", "9"))
	status(t, "over another version", got, http.StatusConflict)
	holds(t, got.Page, "Прокаливаю электроды")
	got = webtest.Ask(t, pages, "POST", at, bakeForm("version", "1", "source", "ГОСТ 9467"))
	status(t, "changed", got, http.StatusSeeOther)
	got = webtest.Ask(t, pages, "GET", "/questions/export.csv", "")
	status(t, "exported", got, http.StatusOK)
	holds(t, got.Page, "ГОСТ 9467", q.ID)

	got = webtest.Ask(t, pages, "GET", at+"/delete", "")
	holds(t, got.Page, "Delete this question?", q.ID)
	status(t, "deleted", webtest.Ask(t, pages, "POST", at+"/delete", ""), http.StatusSeeOther)
	status(t, "gone", webtest.Ask(t, pages, "GET", at, ""), http.StatusNotFound)
}

func TestQuestions_wrongInputKeepsWhatWasWritten(t *testing.T) {
	t.Parallel()
	pages := newInterviews(t).pages(t, author)
	got := webtest.Ask(t, pages, "POST", "/questions/new", strings.Replace(bakeForm(), "skill=%D1%81", "skill=zzz%D1%81", 1))
	status(t, "an unknown skill", got, http.StatusBadRequest)
	holds(t, got.Page, "Прокаливаю электроды", `href="#skill"`, "unknown skill")
	got = webtest.Ask(t, pages, "POST", "/questions/new", strings.Replace(bakeForm(), "&text_en=", "&text_en=What+now%3F", 1))
	status(t, "a point in one language", got, http.StatusBadRequest)
	holds(t, got.Page, `href="#point-0"`, `href="#point-1"`)
}

// sumForm is the form of a question that asks for code.
func sumForm(more ...string) string {
	return form(append([]string{
		"text_ru", "", "text_en", "Write sum(list): the sum of its numbers.", "skill", "javascript", "theme", "", "level", "junior",
		"kind", "knowledge", "type", "code", "competency", "knowledge", "status", "ready", "minutes", "6", "tags", "",
		"model_en", "const sum = (list) => list.reduce((a, b) => a + b, 0);",
		"point_id", "", "point_weight", "3", "point_text_ru", "", "point_text_en", "The numbers are added up.",
		"point_also_ru", "", "point_also_en", "", "point_wrong_ru", "", "point_wrong_en", "", "point_right_ru", "", "point_right_en", "",
		"point_id", "", "point_weight", "1", "point_text_ru", "", "point_text_en", "An empty list has the sum zero.",
		"point_also_ru", "", "point_also_en", "", "point_wrong_ru", "", "point_wrong_en", "", "point_right_ru", "", "point_right_en", "",
		"code_language", "javascript", "code_entry", "sum", "code_given", "",
		"example_id", "", "example_text_ru", "", "example_text_en", "Three numbers are added.", "example_code", "equal(sum([1, 2, 3]), 6);", "example_points", "1",
		"example_id", "", "example_text_ru", "", "example_text_en", "Nothing makes zero.", "example_code", "equal(sum([]), 0);", "example_points", "2",
		"example_id", "", "example_text_ru", "", "example_text_en", "", "example_code", "", "example_points", "",
	}, more...)...)
}

// A question that asks for code is written with its examples, and answers to it are run.
func TestQuestions_codeIsRun(t *testing.T) {
	t.Parallel()
	c := newInterviews(t)
	c.room.Trials = interviewtest.Trials(t)
	pages := c.pages(t, author)
	got := webtest.Ask(t, pages, "POST", "/questions/new", sumForm())
	status(t, "saved", got, http.StatusSeeOther)
	at, _, _ := strings.Cut(got.Header.Get("Location"), "?")
	got = webtest.Ask(t, pages, "GET", at, "")
	status(t, "the editor", got, http.StatusOK)
	holds(t, got.Page, `id="code" open`, `value="sum"`, "equal(sum([1, 2, 3]), 6);", "Example 3", `id="example-1-points" name="example_points" type="text" maxlength="60" value="2"`)
	lacks(t, got.Page, "does not pass example")

	tried := webtest.Ask(t, pages, "POST", at+"/try", sumForm("answer", "function sum(list) { let n = 0; for (const x of list) n += x; return n; }"))
	status(t, "a right answer", tried, http.StatusOK)
	holds(t, tried.Page, "run on examples: 2 of 2", "<strong>4</strong>")
	tried = webtest.Ask(t, pages, "POST", at+"/try", sumForm("answer", "function sum(list) { return list.reduce((a, b) => a + b); }"))
	holds(t, tried.Page, "Not so: Nothing makes zero.", "<strong>3</strong>")

	got = webtest.Ask(t, pages, "POST", at, strings.Replace(sumForm("version", "1"), "model_en=const+sum", "model_en=const+total", 1))
	status(t, "another model", got, http.StatusSeeOther)
	got = webtest.Ask(t, pages, "GET", at, "")
	holds(t, got.Page, "The model answer does not pass example 1", `href="#example-0"`)
	got = webtest.Ask(t, pages, "POST", at, strings.Replace(sumForm("version", "2"), "example_points=2", "example_points=7", 1))
	status(t, "no such point", got, http.StatusBadRequest)
	holds(t, got.Page, `href="#example-1"`, "Nothing makes zero.")
	got = webtest.Ask(t, pages, "GET", "/questions/javascript-debounce", "")
	status(t, "built in", got, http.StatusOK)
	holds(t, got.Page, "debounce", "example_code", ">\n\nargs-this</textarea>") // a browser drops the first end of a line
}

// A built-in question is shown to be copied, and stays.
func TestQuestions_builtInIsCopied(t *testing.T) {
	t.Parallel()
	c := newInterviews(t)
	pages := c.pages(t, author)
	got := webtest.Ask(t, pages, "GET", "/questions/welding-porosity", "")
	status(t, "built in", got, http.StatusOK)
	holds(t, got.Page, "Save a copy", `action="/questions/new"`)
	lacks(t, got.Page, "/questions/welding-porosity/delete")
	if _, err := c.room.Question(t.Context(), "default", "welding-porosity"); err != nil {
		t.Error(err)
	}
}

func TestQuestions_readersAndOthersChangeNothing(t *testing.T) {
	t.Parallel()
	c := newInterviews(t)
	status(t, "saved", webtest.Ask(t, c.pages(t, author), "POST", "/questions/new", bakeForm()), http.StatusSeeOther)
	list, err := c.room.ListQuestions(t.Context(), "default", interview.QuestionFilter{From: interview.OwnQuestions})
	if err != nil || len(list) != 1 {
		t.Fatal(list, err)
	}
	at := "/questions/" + list[0].ID
	others := c.pages(t, op.Caller{Name: "them", Tenant: "others"})
	status(t, "another tenant", webtest.Ask(t, others, "GET", at, ""), http.StatusNotFound)
	lacks(t, webtest.Ask(t, others, "GET", "/questions?origin=own", "").Page, list[0].ID)
	pages := c.pages(t, reader)
	got := webtest.Ask(t, pages, "GET", at, "")
	status(t, "a reader", got, http.StatusOK)
	lacks(t, got.Page, "Save the question", at+"/delete")
	for _, target := range []string{"/questions/new", at, at + "/delete", "/questions/import", "/questions/draft"} {
		status(t, "a reader at "+target, webtest.Ask(t, pages, "POST", target, bakeForm("about", "welding")), http.StatusForbidden)
	}
}

func TestQuestions_filterDraftAndImport(t *testing.T) {
	t.Parallel()
	c := newInterviews(t)
	pages := c.pages(t, author)
	got := webtest.Ask(t, pages, "POST", "/questions/draft", form("about", "сварка"))
	status(t, "drafted", got, http.StatusSeeOther)
	got = webtest.Ask(t, pages, "GET", got.Header.Get("Location"), "", "Accept-Language", "ru")
	holds(t, got.Page, "черновик", "Черновики ниже", "own-welding-")
	got = webtest.Ask(t, pages, "GET", "/questions?about=zzzz", "", "HX-Request", "true")
	status(t, "nothing", got, http.StatusOK)
	holds(t, got.Page, "No question is like this")
	lacks(t, got.Page, "<html")
	got = upload(t, pages, "/questions/import", "q.csv", "skill,text_ru,points_ru\nсварка,Что?,Проверяю газ и его расход на ротаметре.\nзззз,Что?,Что-то.\n")
	status(t, "imported", got, http.StatusOK)
	holds(t, got.Page, "1 row kept", "1 left out", "unknown skill")
	status(t, "no file", upload(t, pages, "/questions/import", "", ""), http.StatusBadRequest)
}

// The form of a vacancy keeps what is said of questions, and its plan says what asks about what.
func TestVacancies_sayWhatIsAsked(t *testing.T) {
	t.Parallel()
	c := newInterviews(t)
	pages := c.pages(t, author)
	v := c.open(t, vacancy.Draft{Title: "Сварщик", Requirements: "Сварка.", Language: "ru", Level: "junior"})
	sent := form("title", "Сварщик", "requirements", "Сварка.", "language", "ru", "level", "junior", "version", "1", "external_id", "Сварщик",
		"question", "welding-undercut", "use", "pin", "question_weight", "0,4", "question", "", "use", "pin", "question_weight", "",
		"question", "welding-porosity", "use", "exclude", "question_weight", "")
	status(t, "saved", webtest.Ask(t, pages, "POST", "/vacancies/"+v.ID, sent), http.StatusSeeOther)
	kept, err := c.room.Vacancy(t.Context(), "default", v.ID)
	if err != nil || len(kept.Choices) != 2 || kept.Choices[0].Weight != 0.4 || kept.Choices[1].Use != vacancy.Excluded {
		t.Fatalf("kept %+v, %v", kept.Choices, err)
	}
	got := webtest.Ask(t, pages, "GET", "/vacancies/"+v.ID, "")
	holds(t, got.Page, `value="welding-undercut"`, "What asks about each skill", `href="/questions/welding-undercut"`)
	got = webtest.Ask(t, pages, "POST", "/vacancies/"+v.ID, strings.Replace(sent, "welding-undercut", "own-nothing", 1))
	status(t, "an unknown question", got, http.StatusBadRequest)
	holds(t, got.Page, `href="#choice-0"`, "own-nothing")
}

func TestQuestions_storageOutOfReach(t *testing.T) {
	t.Parallel()
	pages := newInterviews(t, func(p *interview.Parts) { p.Questions = nil }).pages(t, author)
	status(t, "the list", webtest.Ask(t, pages, "GET", "/questions", ""), http.StatusOK)
	got := webtest.Ask(t, pages, "POST", "/questions/new", bakeForm())
	if got.StatusCode != http.StatusServiceUnavailable {
		t.Errorf("status %d, want that of %s", got.StatusCode, fault.Unavailable)
	}
	holds(t, got.Page, "Прокаливаю электроды")
}
