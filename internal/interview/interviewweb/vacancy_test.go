package interviewweb_test

import (
	"bytes"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"kadry/internal/interview"
	"kadry/internal/interview/interviewweb"
	"kadry/internal/interview/vacancy"
	"kadry/internal/op"
	"kadry/internal/webui/webtest"
)

// reader may look at everything and change nothing.
var reader = op.Caller{Name: "reader", Tenant: "default", ReadOnly: true}

// form encodes fields given in pairs; a name may come again.
func form(pairs ...string) string {
	v := url.Values{}
	for i := 0; i+1 < len(pairs); i += 2 {
		v.Add(pairs[i], pairs[i+1])
	}
	return v.Encode()
}

// upload sends one file as a browser does.
func upload(t *testing.T, pages http.Handler, target, name, content string, headers ...string) webtest.Answer {
	t.Helper()
	var body bytes.Buffer
	parts := multipart.NewWriter(&body)
	if name != "" {
		file, err := parts.CreateFormFile("file", name)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := file.Write([]byte(content)); err != nil {
			t.Fatal(err)
		}
	}
	if err := parts.Close(); err != nil {
		t.Fatal(err)
	}
	r := httptest.NewRequestWithContext(t.Context(), "POST", target, &body)
	r.Header.Set("Content-Type", parts.FormDataContentType())
	for i := 0; i+1 < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	return webtest.Send(pages, r)
}

func lacks(t *testing.T, page string, parts ...string) {
	t.Helper()
	for _, part := range parts {
		if strings.Contains(page, part) {
			t.Errorf("the page has %q", part)
		}
	}
}

func status(t *testing.T, what string, got webtest.Answer, want int) {
	t.Helper()
	if got.StatusCode != want {
		t.Errorf("%s: status %d, want %d: %s", what, got.StatusCode, want, webtest.Text(got.Page)[:min(400, len(webtest.Text(got.Page)))])
	}
}

func TestVacancies_listShowsNeedsQuestionsAndInterviews(t *testing.T) {
	t.Parallel()
	l := newTryouts(t)
	v := l.vacancy(t, "default", goVacancy)
	l.vacancy(t, "default", pythonVacancy)
	l.vacancy(t, "others", vacancy.Draft{Title: "Секретная вакансия"})
	for range 2 {
		if _, err := l.room.Start(t.Context(), interview.Start{Tenant: "default", VacancyID: v.ID, Resume: "Go, PostgreSQL", Tryout: true}); err != nil {
			t.Fatal(err)
		}
	}
	pages := l.pages(t, webtest.Everyone)
	got := webtest.Ask(t, pages, "GET", "/vacancies", "", webtest.Russian...)
	webtest.Wants(t, got.Page, "2 вакансии", "Старший разработчик Go", "сеньор · Русский", "Go", "PostgreSQL", "Kafka", "ещё", "2 идут", "20 ноября 2026", "Middle Python Developer", "не было")
	lacks(t, got.Page, "Секретная")
	if first, second := strings.Index(got.Page, "Middle Python"), strings.Index(got.Page, "Старший"); first > second {
		t.Error("the last saved one is not the first")
	}
	got = webtest.Ask(t, pages, "GET", "/vacancies?q=РАЗРАБОТЧИК+go", "", webtest.Russian...)
	webtest.Wants(t, got.Page, "С такими словами 1 вакансия", "Старший разработчик Go")
	lacks(t, got.Page, "Middle Python")
	webtest.Wants(t, webtest.Ask(t, pages, "GET", "/vacancies?q=cobol", "").Page, "No title has these words", "Show all vacancies")
	got = webtest.Ask(t, pages, "GET", "/vacancies?q=python", "", "HX-Request", "true")
	lacks(t, got.Page, "<html")
	if to := got.Header.Get("HX-Replace-Url"); to != "/vacancies?q=python" {
		t.Errorf("address %q", to)
	}
}

func TestVacancies_emptyAndBroken(t *testing.T) {
	t.Parallel()
	l := newTryouts(t)
	pages := l.pages(t, webtest.Everyone)
	webtest.Wants(t, webtest.Ask(t, pages, "GET", "/vacancies", "", webtest.Russian...).Page, "Вакансий пока нет", "Новая вакансия", "Загрузить из файла", "kadry serve --sample")
	webtest.Wants(t, webtest.Ask(t, pages, "GET", "/try", "").Page, "There is no vacancy yet")
	l.store.Fail(goneDatabase())
	got := webtest.Ask(t, pages, "GET", "/vacancies", "")
	status(t, "the list without storage", got, http.StatusServiceUnavailable)
	webtest.Wants(t, got.Page, "The database does not answer.", "Try again in a minute.", "req-42")
}

func TestVacancies_pagesFollowEachOther(t *testing.T) {
	t.Parallel()
	l := newTryouts(t)
	for range 53 {
		l.vacancy(t, "default", vacancy.Draft{Title: "Аналитик"})
	}
	pages := l.pages(t, webtest.Everyone)
	first := webtest.Ask(t, pages, "GET", "/vacancies", "").Page
	if n := strings.Count(first, `class="row"`); n != 50 || !strings.Contains(first, `href="/vacancies?from=50"`) {
		t.Errorf("%d rows, or no next page", n)
	}
	if n := strings.Count(webtest.Ask(t, pages, "GET", "/vacancies?from=50", "").Page, `class="row"`); n != 3 {
		t.Errorf("%d rows on the second page", n)
	}
	for _, odd := range []string{"-1", "x", "999999999999", "5000"} {
		status(t, "from="+odd, webtest.Ask(t, pages, "GET", "/vacancies?from="+odd, ""), http.StatusOK)
	}
}

func TestVacancy_readsNeedsFromItsText(t *testing.T) {
	t.Parallel()
	l := newTryouts(t)
	pages := l.pages(t, webtest.Everyone)
	sent := form("title", goVacancy.Title, "requirements", "Знание Go и Kafka.\r\nПлюсом будет Redis.", "needs", "read", "version", "0")
	got := webtest.Ask(t, pages, "POST", "/vacancies/new", sent)
	status(t, "saving", got, http.StatusSeeOther)
	to := got.Header.Get("Location")
	if !strings.HasPrefix(to, "/vacancies/") || !strings.HasSuffix(to, "?saved=1") {
		t.Fatalf("led to %q", to)
	}
	got = webtest.Ask(t, pages, "GET", to, "", webtest.Russian...)
	webtest.Wants(t, got.Page, "Сохранено.", "Это мы прочитали в вашем тексте", "Знание Go и Kafka.", "Плюсом будет Redis.", "О чём спросят каждого", "8 основных вопросов", "Отпечаток плана", "Знание инструментов")
	list, err := l.room.ListVacancies(t.Context(), "default")
	if err != nil || len(list) != 1 || list[0].Requirements != "Знание Go и Kafka.\nПлюсом будет Redis." || list[0].Level != "senior" {
		t.Fatalf("kept %+v, %v", list, err)
	}
	if len(list[0].Needs) != 3 {
		t.Errorf("needs %+v", list[0].Needs)
	}
}

func TestVacancy_refusesUnknownSkillsBesideTheirRow(t *testing.T) {
	t.Parallel()
	l := newTryouts(t)
	pages := l.pages(t, webtest.Everyone)
	rows := []string{
		"title", "Разработчик", "needs", "own",
		"skill", "голанг", "weight", "0,9", "need_level", "senior",
		"skill", "", "weight", "", "need_level", "",
		"skill", "Kubernets", "weight", "2", "need_level", "",
		"skill", "Docker", "weight", "many", "need_level", "",
	}
	got := webtest.Ask(t, pages, "POST", "/vacancies/new", form(rows...))
	status(t, "an unknown skill", got, http.StatusBadRequest)
	webtest.Wants(t, got.Page, "Something in the form needs another look", "unknown skill", "Kubernetes", "must be above 0 and at most 1")
	for _, kept := range []string{`value="Kubernets"`, `value="many"`, `value="голанг"`, `value="Разработчик"`} {
		if !strings.Contains(got.Page, kept) {
			t.Errorf("what was written is lost: %s", kept)
		}
	}
	wrong := regexp.MustCompile(`(?s)<input id="need-(\d)" name="skill"[^>]*aria-invalid`).FindAllStringSubmatch(got.Page, -1)
	if len(wrong) != 1 || wrong[0][1] != "1" {
		t.Errorf("rows marked: %v", wrong)
	}
	if list, _ := l.room.ListVacancies(t.Context(), "default"); len(list) != 0 {
		t.Errorf("saved %+v", list)
	}
	rows[17], rows[19], rows[25] = "Kubernetes", "0.4", ""
	status(t, "the repaired rows", webtest.Ask(t, pages, "POST", "/vacancies/new", form(rows...)), http.StatusSeeOther)
	list, _ := l.room.ListVacancies(t.Context(), "default")
	if len(list) != 1 || len(list[0].Needs) != 3 || list[0].Needs[0].Skill != "docker" || list[0].Needs[1].Weight != .9 || list[0].Needs[1].Level != "senior" {
		t.Fatalf("kept %+v", list)
	}
	page := webtest.Ask(t, pages, "GET", "/vacancies/"+list[0].ID, "", webtest.Russian...).Page
	webtest.Wants(t, page, "Эти навыки заданы вручную")
	if !strings.Contains(page, `value="0,9"`) {
		t.Error("the weight is not written the Russian way")
	}
}

func TestVacancy_refusesWhatCannotBeKept(t *testing.T) {
	t.Parallel()
	l := newTryouts(t)
	taken, _, err := l.room.SaveVacancy(t.Context(), "default", vacancy.Saving{ExternalID: "crm-1", Draft: goVacancy})
	if err != nil {
		t.Fatal(err)
	}
	pages := l.pages(t, webtest.Everyone)
	for name, tt := range map[string]struct {
		sent string
		says []string
	}{
		"no title":           {form("title", " ", "description", "Работа"), []string{"Название", "не может быть пустым", "Работа"}},
		"a long title":       {form("title", strings.Repeat("я", 301)), []string{"не длиннее 300 знаков"}},
		"a foreign level":    {form("title", "A", "level", "god"), []string{"допустимые значения: junior, mid, senior"}},
		"a foreign language": {form("title", "A", "language", "de"), []string{"допустимые значения: ru, en"}},
		"a taken id":         {form("title", "A", "external_id", "crm-1"), []string{"Внешний номер", "этот номер у вакансии «" + taken.Title + "»"}},
		"an invisible id":    {form("title", "A", "external_id", "a\u202eb"), []string{"без невидимых знаков"}},
	} {
		got := webtest.Ask(t, pages, "POST", "/vacancies/new", tt.sent, webtest.Russian...)
		status(t, name, got, http.StatusBadRequest)
		webtest.Wants(t, got.Page, append(tt.says, "Ничего не сохранено")...)
	}
	if list, _ := l.room.ListVacancies(t.Context(), "default"); len(list) != 1 || list[0].Version != 1 {
		t.Errorf("kept %+v", list)
	}
	small := l.pages(t, webtest.Everyone, func(c *interviewweb.Config) { c.UploadLimit = 1000 })
	status(t, "a huge form", webtest.Ask(t, small, "POST", "/vacancies/new", form("title", "A", "description", strings.Repeat("x", 2000))), http.StatusRequestEntityTooLarge)
}

func TestVacancy_planFollowsTheDraftWithoutSaving(t *testing.T) {
	t.Parallel()
	l := newTryouts(t)
	v := l.vacancy(t, "default", goVacancy)
	pages := l.pages(t, webtest.Everyone)
	path := "/vacancies/" + v.ID + "/plan"
	draft := form("title", "Старший разработчик Python", "requirements", "Python, Django", "needs", "read", "version", "1")
	got := webtest.Ask(t, pages, "POST", path, draft)
	status(t, "the plan", got, http.StatusOK)
	webtest.Wants(t, got.Page, "This is the plan of your draft", "new question", "no longer asked", "Django")
	part := webtest.Ask(t, pages, "POST", path, draft, "HX-Request", "true")
	lacks(t, part.Page, "<html", "<form")
	if !strings.Contains(part.Page, `id="needs-found"`) || !strings.Contains(part.Page, "hx-swap-oob") {
		t.Error("the needs do not come with the plan")
	}
	same := form("title", v.Title, "description", v.Description+" Офис у парка.", "requirements", v.Requirements, "level", "senior", "language", "ru", "needs", "read", "version", "1")
	webtest.Wants(t, webtest.Ask(t, pages, "POST", path, same, "HX-Request", "true").Page, "Your changes leave the questions as they are")
	webtest.Wants(t, webtest.Ask(t, pages, "POST", path, form("title", ""), "HX-Request", "true").Page, "must not be empty")
	if kept, err := l.room.Vacancy(t.Context(), "default", v.ID); err != nil || kept.Version != 1 {
		t.Errorf("the plan saved something: %+v, %v", kept, err)
	}
	webtest.Wants(t, webtest.Ask(t, pages, "POST", "/vacancies/new/plan", form("title", "Разработчик Kafka"), webtest.Russian...).Page, "Новая вакансия", "Kafka", "основных вопросов")
}

func TestVacancy_showsBothWhenSomebodySavedMeanwhile(t *testing.T) {
	t.Parallel()
	l := newTryouts(t)
	v := l.vacancy(t, "default", goVacancy)
	theirs := goVacancy
	theirs.Title = "Ведущий разработчик Go"
	if _, _, err := l.room.SaveVacancy(t.Context(), "default", vacancy.Saving{ID: v.ID, Draft: theirs}); err != nil {
		t.Fatal(err)
	}
	pages := l.pages(t, webtest.Everyone)
	mine := []string{"title", "Инженер Go", "description", v.Description, "requirements", v.Requirements, "level", "senior", "language", "ru", "needs", "read", "version", "1"}
	got := webtest.Ask(t, pages, "POST", "/vacancies/"+v.ID, form(mine...), webtest.Russian...)
	status(t, "an old version", got, http.StatusConflict)
	webtest.Wants(t, got.Page, "сохранил кто-то другой", "Ведущий разработчик Go", "Инженер Go", "Сохранить мою версию вместо чужой", "Взять их версию")
	if !strings.Contains(got.Page, `value="Инженер Go"`) || !strings.Contains(got.Page, `name="version" value="2"`) {
		t.Error("the form lost what was written, or would lose again")
	}
	mine[len(mine)-1] = "2"
	status(t, "the second time", webtest.Ask(t, pages, "POST", "/vacancies/"+v.ID, form(mine...)), http.StatusSeeOther)
	if kept, _ := l.room.Vacancy(t.Context(), "default", v.ID); kept.Title != "Инженер Go" || kept.Version != 3 {
		t.Errorf("kept %s, version %d", kept.Title, kept.Version)
	}
	if err := l.room.DropVacancy(t.Context(), "default", v.ID); err != nil {
		t.Fatal(err)
	}
	got = webtest.Ask(t, pages, "POST", "/vacancies/"+v.ID, form(mine...), webtest.Russian...)
	status(t, "a deleted one", got, http.StatusConflict)
	webtest.Wants(t, got.Page, "эту вакансию удалили")
	if !strings.Contains(got.Page, `value="Инженер Go"`) || !strings.Contains(got.Page, `action="/vacancies/new"`) {
		t.Error("what was written is lost")
	}
}

func TestVacancy_deletionSaysWhatGoesOn(t *testing.T) {
	t.Parallel()
	l := newTryouts(t)
	v := l.vacancy(t, "default", goVacancy)
	if _, err := l.room.Start(t.Context(), interview.Start{Tenant: "default", VacancyID: v.ID, Resume: "Go", Tryout: true}); err != nil {
		t.Fatal(err)
	}
	pages := l.pages(t, webtest.Everyone)
	webtest.Wants(t, webtest.Ask(t, pages, "GET", "/vacancies/"+v.ID+"/delete", "", webtest.Russian...).Page, "Удалить «Старший разработчик Go»?", "Сейчас идёт 1 интервью.", "Интервью", "продолжатся")
	got := webtest.Ask(t, pages, "POST", "/vacancies/"+v.ID+"/delete", "")
	if to := got.Header.Get("Location"); to != "/vacancies?deleted=1" {
		t.Errorf("led to %q", to)
	}
	webtest.Wants(t, webtest.Ask(t, pages, "GET", "/vacancies?deleted=1", "").Page, "The vacancy is deleted")
	for _, target := range []string{"/vacancies/" + v.ID, "/vacancies/" + v.ID + "/delete", "/vacancies/nope"} {
		got := webtest.Ask(t, pages, "GET", target, "")
		status(t, target, got, http.StatusNotFound)
		webtest.Wants(t, got.Page, "All vacancies")
	}
}

func TestVacancies_anotherTenantSeesNothing(t *testing.T) {
	t.Parallel()
	l := newTryouts(t)
	v := l.vacancy(t, "others", goVacancy)
	begun, err := l.room.Start(t.Context(), interview.Start{Tenant: "others", Resume: "Go", Tryout: true})
	if err != nil {
		t.Fatal(err)
	}
	pages := l.pages(t, webtest.Everyone)
	for _, target := range []string{"/vacancies/" + v.ID, "/vacancies/" + v.ID + "/delete", "/try/" + begun.ID} {
		got := webtest.Ask(t, pages, "GET", target, "")
		status(t, target, got, http.StatusNotFound)
		lacks(t, got.Page, v.Title)
	}
	for _, target := range []string{"/vacancies/" + v.ID + "/delete", "/try/" + begun.ID + "/answer", "/try/" + begun.ID + "/stop", "/try/" + begun.ID + "/pause", "/try/" + begun.ID + "/resume"} {
		status(t, target, webtest.Ask(t, pages, "POST", target, "user_answer=x"), http.StatusNotFound)
	}
	got := webtest.Ask(t, pages, "POST", "/vacancies/"+v.ID, form("title", "Украдено", "version", "1"))
	status(t, "saving over another tenant's", got, http.StatusConflict)
	lacks(t, got.Page, v.Title)
	lacks(t, webtest.Ask(t, pages, "GET", "/vacancies/export.json", "").Page, v.Title)
	if kept, err := l.room.Vacancy(t.Context(), "others", v.ID); err != nil || kept.Title != v.Title {
		t.Errorf("kept %+v, %v", kept, err)
	}
}

func TestVacancies_readersChangeNothing(t *testing.T) {
	t.Parallel()
	l := newTryouts(t)
	v := l.vacancy(t, "default", goVacancy)
	begun, err := l.room.Start(t.Context(), interview.Start{Tenant: "default", Resume: "Go", Tryout: true})
	if err != nil {
		t.Fatal(err)
	}
	l.play(t, http.StatusNoContent)
	pages := l.pages(t, reader)
	list, page := webtest.Ask(t, pages, "GET", "/vacancies", "").Page, webtest.Ask(t, pages, "GET", "/vacancies/"+v.ID, "").Page
	webtest.Wants(t, list, "Старший разработчик Go")
	webtest.Wants(t, page, "Делаем платёжную платформу", "What everybody is asked")
	talk := webtest.Ask(t, pages, "GET", "/try/"+begun.ID, "").Page
	lacks(t, list+page+talk, "/vacancies/new", "/import", "<textarea", "/delete", `href="/try"`, `href="/webhooks"`, `/answer"`, `/pause"`)
	for _, target := range []string{"/vacancies/new", "/vacancies/import", "/vacancies/" + v.ID + "/delete", "/try", "/webhooks"} {
		status(t, target, webtest.Ask(t, pages, "GET", target, ""), http.StatusForbidden)
	}
	for _, target := range []string{
		"/vacancies/new", "/vacancies/new/plan", "/vacancies/" + v.ID, "/vacancies/" + v.ID + "/plan", "/vacancies/" + v.ID + "/delete", "/vacancies/import",
		"/try", "/try/example", "/try/" + begun.ID + "/answer", "/try/" + begun.ID + "/pause", "/try/" + begun.ID + "/resume", "/try/" + begun.ID + "/stop",
		"/webhooks", "/webhooks/secret", "/webhooks/test",
	} {
		status(t, target, webtest.Ask(t, pages, "POST", target, "title=x&user_answer=x"), http.StatusForbidden)
	}
	closed := l.pages(t, op.Caller{Name: "hr", Tenant: "default", Toolsets: []string{"talent"}})
	got := webtest.Ask(t, closed, "GET", "/vacancies", "")
	status(t, "another toolset", got, http.StatusForbidden)
	webtest.Wants(t, got.Page, "interview")
	lacks(t, webtest.Ask(t, closed, "GET", "/settings", "").Page, `href="/vacancies"`)
	without := webtest.Pages(t, l.registry, webtest.Everyone)
	status(t, "a server without the room", webtest.Ask(t, without, "GET", "/vacancies", ""), http.StatusNotFound)
	lacks(t, webtest.Ask(t, without, "GET", "/settings", "").Page, `href="/vacancies"`)
}

func TestImport_saysOfEveryRowWhatBecameOfIt(t *testing.T) {
	t.Parallel()
	l := newTryouts(t)
	pages := l.pages(t, webtest.Everyone)
	table := "\ufeffexternal_id;название;требования;уровень;needs\r\n" +
		"a-1;Разработчик Go;Go;senior;go:1|kafka:0,5\r\n" +
		"a-2;;Go;;\r\n" +
		"a-3;<b>Аналитик</b>;SQL;middle;несуществующий навык\r\n" +
		"a-4;Тестировщик;;god;\r\n"
	got := upload(t, pages, "/vacancies/import", "vacancies.csv", table, webtest.Russian...)
	status(t, "a table", got, http.StatusOK)
	webtest.Wants(t, got.Page, "vacancies.csv", "Принята 1 строка, пропущены 3", "Разработчик Go", "новая вакансия", "Пропущена", "без названия", "не может быть пустым",
		"<b>Аналитик</b>", "неизвестный навык", "допустимые значения: junior, mid, senior")
	lacks(t, got.Page, "<b>Аналитик")
	webtest.Wants(t, upload(t, pages, "/vacancies/import", "again.csv", table, webtest.Russian...).Page, "менять нечего")
	list := `{"vacancies": [{"title": "Designer"}, {"title": 5}, "x", {"external_id": "a-1", "title": "Go engineer", "needs": [{"skill": "go"}]}]}`
	got = upload(t, pages, "/vacancies/import", "list.txt", list)
	webtest.Wants(t, got.Page, "2 rows kept, 2 left out", "new vacancy", "replaced the one that was there", "must be a text", "A vacancy must be an object.")
	for name, content := range map[string]string{"empty.json": "", "prose.csv": "no header here", "cut.json": `[{"title":`} {
		got := upload(t, pages, "/vacancies/import", name, content)
		status(t, name, got, http.StatusBadRequest)
		webtest.Wants(t, got.Page, "This is not a list of vacancies that can be read.", "What a file looks like")
	}
	got = upload(t, pages, "/vacancies/import", "", "")
	status(t, "no file", got, http.StatusBadRequest)
	webtest.Wants(t, got.Page, "No file was chosen.")
	status(t, "no form", webtest.Ask(t, pages, "POST", "/vacancies/import", "x=1"), http.StatusBadRequest)
	small := l.pages(t, webtest.Everyone, func(c *interviewweb.Config) { c.UploadLimit = 1000 })
	status(t, "too much", upload(t, small, "/vacancies/import", "big.csv", strings.Repeat("x", 5000)), http.StatusRequestEntityTooLarge)
}

func TestExport_comesBackAsItWent(t *testing.T) {
	t.Parallel()
	l := newTryouts(t)
	l.vacancy(t, "default", goVacancy)
	l.vacancy(t, "default", pythonVacancy)
	other := newTryouts(t)
	for name, kind := range map[string]string{"vacancies.json": "application/json", "vacancies.csv": "text/csv; charset=utf-8"} {
		got := webtest.Ask(t, l.pages(t, reader), "GET", "/vacancies/export"+name[len("vacancies"):], "")
		if got.Header.Get("Content-Type") != kind || got.Header.Get("Content-Disposition") != "attachment; filename="+name {
			t.Errorf("%s: %v", name, got.Header)
		}
		webtest.Wants(t, upload(t, other.pages(t, webtest.Everyone), "/vacancies/import", name, strings.ReplaceAll(strings.ReplaceAll(got.Page, `"id"`, `"was"`), "\ufeffid,", "was,")).Page, "2 rows kept, 0 left out")
	}
}

func TestVacancyPages_keepToThemselves(t *testing.T) {
	t.Parallel()
	l := newTryouts(t)
	v := l.vacancy(t, "default", goVacancy)
	pages := l.pages(t, webtest.Everyone)
	targets := []string{"/vacancies", "/vacancies/new", "/vacancies/" + v.ID, "/vacancies/import", "/vacancies/" + v.ID + "/delete", "/try", "/webhooks"}
	webtest.KeepToThemselves(t, pages, targets...)
	webtest.AreLight(t, pages, targets...)
}

func TestVacancy_hostileTextStaysText(t *testing.T) {
	t.Parallel()
	l := newTryouts(t)
	evil := `"><script>alert(1)</script><img src=x onerror=alert(2)>`
	v := l.vacancy(t, "default", vacancy.Draft{Title: evil, Description: evil + " Go", Requirements: "\u202eGo " + evil})
	pages := l.pages(t, webtest.Everyone)
	for _, target := range []string{"/vacancies", "/vacancies?q=" + url.QueryEscape(evil), "/vacancies/" + v.ID, "/vacancies/" + v.ID + "/delete", "/try", "/try?vacancy=" + url.QueryEscape(evil)} {
		lacks(t, webtest.Ask(t, pages, "GET", target, "").Page, "<script>alert", "<img src=x")
	}
	lacks(t, webtest.Ask(t, l.pages(t, reader), "GET", "/vacancies/"+v.ID, "").Page, "<script>alert", "<img src=x")
	lacks(t, webtest.Ask(t, pages, "POST", "/vacancies/new", form("title", "", "description", evil, "needs", "own", "skill", evil, "weight", evil, "need_level", evil)).Page, "<script>alert", "<img src=x")
}
