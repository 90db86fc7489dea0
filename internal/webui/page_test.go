package webui_test

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"kadry/internal/talent"
)

// answer is what a browser gets.
type answer struct {
	*http.Response
	body string
}

// ask sends a request to the pages; headers come in pairs.
func ask(t *testing.T, pages http.Handler, method, target, form string, headers ...string) answer {
	t.Helper()
	r := httptest.NewRequestWithContext(t.Context(), method, target, strings.NewReader(form))
	if form != "" {
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	}
	for i := 0; i+1 < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	w := httptest.NewRecorder()
	pages.ServeHTTP(w, r)
	return answer{w.Result(), w.Body.String()}
}

var russian = []string{"Cookie", "kadry_lang=ru"}

// text is what a person reads of a page, spaces folded.
func text(page string) string {
	var out strings.Builder
	z := html.NewTokenizer(strings.NewReader(page))
	for kind := z.Next(); kind != html.ErrorToken; kind = z.Next() {
		if kind == html.TextToken {
			out.Write(z.Text())
		} else if name, _ := z.TagName(); kind == html.StartTagToken && !slices.Contains([]string{"mark", "span", "strong", "q"}, string(name)) {
			out.WriteByte(' ')
		}
	}
	return strings.Join(strings.Fields(html.UnescapeString(out.String())), " ")
}

func wants(t *testing.T, page string, parts ...string) {
	t.Helper()
	read := text(page)
	for _, part := range parts {
		if !strings.Contains(read, part) {
			t.Errorf("the page does not say %q:\n%s", part, read[:min(len(read), 900)])
		}
	}
}

var hitID = regexp.MustCompile(`id="hit-([^"]+)"`)

// found are the ids of the candidates on a page, in order.
func found(page string) []string {
	var ids []string
	for _, m := range hitID.FindAllStringSubmatch(page, -1) {
		ids = append(ids, m[1])
	}
	return ids
}

// idOf is the id of a candidate of the sample by name.
func idOf(t *testing.T, h *house, name string) string {
	t.Helper()
	all, err := h.people.Browse(t.Context(), "default", talent.Query{TopK: 50})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range all.Candidates {
		if c.Name == name {
			return c.CandidateID
		}
	}
	t.Fatalf("nobody is named %s", name)
	return ""
}

func TestCandidates_showTheEvidence(t *testing.T) {
	t.Parallel()
	pages := newHouse(t, true).pages(t, everyone)
	got := ask(t, pages, "GET", "/candidates?must=Kubernetes,+AWS&plus=Go", "")
	if got.StatusCode != http.StatusOK {
		t.Fatalf("status %d", got.StatusCode)
	}
	wants(t, got.body,
		"5 candidates fit", "Liam Corbett", "Migrated 30 services from virtual machines to K8s on AWS",
		"Work: Site Reliability Engineer, Tallowmere Tickets, Jun 2018 – Feb 2021", "How it adds up", "Must-have skills",
		"The CV names only the wider term container orchestration. Whether that was Kubernetes, we do not know.",
		"What we do not know", "How long it was used: no dated job mentions it.",
		"Close, but not a match", "The candidate does not mention these must-haves: AWS")
	if !strings.Contains(got.body, "<mark>K8s</mark>") {
		t.Error("the mention is not marked in its quote")
	}
}

func TestCandidates_speakRussian(t *testing.T) {
	t.Parallel()
	pages := newHouse(t, true).pages(t, everyone)
	got := ask(t, pages, "GET", "/candidates?must=кубер,+AWS&level=senior", "", russian...)
	if !strings.Contains(got.body, `<html lang="ru"`) {
		t.Error("the page is not marked as Russian")
	}
	wants(t, got.body, "Подходят 4 кандидата", "Мы поняли так: кубер — это Kubernetes", "Уровень: сеньор", "Кандидат не упоминает обязательные навыки: AWS", "опыт 10 лет 3 месяца")
	got = ask(t, pages, "GET", "/candidates", "", "Accept-Language", "ru-RU,ru;q=0.9,en;q=0.5")
	wants(t, got.body, "В базе 24 кандидата")
}

func TestCandidates_nobodySaysWhatToChange(t *testing.T) {
	t.Parallel()
	pages := newHouse(t, true).pages(t, everyone)
	got := ask(t, pages, "GET", "/candidates?must=Kubernetes,+AWS,+COBOL", "", russian...)
	wants(t, got.body, "Никто не подходит", "Мы просмотрели всю базу: 24 кандидата.", "без COBOL — 5 кандидатов")
	link := `href="/candidates?must=Kubernetes%2C+AWS"`
	if !strings.Contains(got.body, link) {
		t.Errorf("no link %s", link)
	}
	wants(t, ask(t, pages, "GET", "/candidates?must=Kubernetes%2C+AWS", "").body, "5 candidates fit")
}

func TestCandidates_unknownSkillOffersTheNearest(t *testing.T) {
	t.Parallel()
	pages := newHouse(t, true).pages(t, everyone)
	got := ask(t, pages, "GET", "/candidates?must=Kubernets&level=senior", "")
	wants(t, got.body, "We do not know the skill “Kubernets”", "Did you mean")
	if !strings.Contains(got.body, `href="/candidates?level=senior&amp;must=Kubernetes"`) {
		t.Error("the nearest name is not a link to the repaired search")
	}
}

func TestCandidates_wrongInputKeepsTheForm(t *testing.T) {
	t.Parallel()
	pages := newHouse(t, true).pages(t, everyone)
	for target, want := range map[string]string{
		"/candidates?must=Go&min=many":                 "Years of work, from — Write a number, for example 3.",
		"/candidates?must=Go&min=99":                   "Years of work, from — must be 0-60",
		"/candidates?must=Go&level=god":                "Level — must be one of junior, mid, senior",
		"/candidates?must=Go&speaks=Klingon":           "Languages — unknown language",
		"/candidates?must=Go&cursor=forged":            "cursor",
		"/candidates?must=Go&match=250":                "How many must-haves",
		"/candidates?must=" + strings.Repeat("x", 200): "Must-have skills",
	} {
		got := ask(t, pages, "GET", target, "")
		if got.StatusCode != http.StatusBadRequest {
			t.Errorf("%s: status %d, want 400", target, got.StatusCode)
		}
		wants(t, got.body, want, "The search did not run", "Your data are as they were.", "Must-have skills")
	}
}

func TestCandidates_hostileTextStaysText(t *testing.T) {
	t.Parallel()
	pages := newHouse(t, true).pages(t, everyone)
	evil := `"><script>alert(1)</script>`
	for _, target := range []string{
		"/candidates?must=" + url.QueryEscape(evil) + "&place=" + url.QueryEscape(evil),
		"/candidates/" + url.PathEscape(evil), "/compare?id=1&id=" + url.QueryEscape(evil), "/sign-in?next=" + url.QueryEscape(evil),
	} {
		if got := ask(t, pages, "GET", target, ""); strings.Contains(got.body, "<script>alert") {
			t.Errorf("%s: the script came through", target)
		}
	}
}

func TestCandidates_emptyBaseSaysWhatToDo(t *testing.T) {
	t.Parallel()
	pages := newHouse(t, false).pages(t, everyone)
	for _, target := range []string{"/candidates", "/candidates?must=Go"} {
		got := ask(t, pages, "GET", target, "", russian...)
		wants(t, got.body, "База пуста", "Здесь пока нет резюме", "Добавить резюме")
	}
}

func TestCandidates_databaseGone(t *testing.T) {
	t.Parallel()
	pages := brokenHouse(t).pages(t, everyone)
	got := ask(t, pages, "GET", "/candidates?must=Go", "", russian...)
	if got.StatusCode != http.StatusServiceUnavailable {
		t.Errorf("status %d, want 503", got.StatusCode)
	}
	if one := ask(t, pages, "GET", "/candidates/cv_1", "", russian...); one.StatusCode != http.StatusServiceUnavailable || !strings.Contains(text(one.body), "База недоступна") {
		t.Errorf("a candidate: %d %s", one.StatusCode, text(one.body))
	}
	wants(t, got.body, "База данных не отвечает.", "Ваши данные не изменились.", "Повторите через минуту.", "Номер запроса req-42", "Обязательные навыки")
}

func TestCandidates_scriptsGetTheResultsAlone(t *testing.T) {
	t.Parallel()
	pages := newHouse(t, true).pages(t, everyone)
	got := ask(t, pages, "GET", "/candidates?must=Go&plus=&level=&min=", "", "HX-Request", "true")
	if strings.Contains(got.body, "<html") || !strings.Contains(got.body, `id="count"`) {
		t.Error("the fragment is not the results alone")
	}
	if to := got.Header.Get("HX-Replace-Url"); to != "/candidates?must=Go" {
		t.Errorf("address %q", to)
	}
	plain := ask(t, pages, "GET", "/candidates?must=Go&plus=&level=&min=", "")
	if plain.StatusCode != http.StatusSeeOther || plain.Header.Get("Location") != "/candidates?must=Go" {
		t.Errorf("a plain form: %d to %q", plain.StatusCode, plain.Header.Get("Location"))
	}
}

func TestCandidates_pagesFollowEachOther(t *testing.T) {
	t.Parallel()
	pages := newHouse(t, true).pages(t, everyone)
	seen := map[string]bool{}
	next := regexp.MustCompile(`rel="next" href="([^"]+)"`)
	target := "/candidates"
	for range 5 {
		got := ask(t, pages, "GET", target, "")
		for _, id := range found(got.body) {
			if seen[id] {
				t.Errorf("%s is on two pages", id)
			}
			seen[id] = true
		}
		m := next.FindStringSubmatch(got.body)
		if m == nil {
			break
		}
		target = html.UnescapeString(m[1])
	}
	if len(seen) != 24 {
		t.Errorf("saw %d candidates, want 24", len(seen))
	}
}

func TestFind_readsPlainWordsIntoConditions(t *testing.T) {
	t.Parallel()
	pages := newHouse(t, true).pages(t, everyone)
	for said, want := range map[string]string{
		"senior engineer with Kubernetes, Terraform is a plus": "level=senior&must=Kubernetes&plus=Terraform",
		"питонист от 3 лет, желательно Docker":                 "min=3",
		"senior Go developer with Kubernetes":                  "must=Kubernetes%2C+Go",
		"с машинным обучением":                                 "must=Machine+Learning",
		"тестировщик":                                          "must=software+testing",
		"":                                                     "/candidates",
	} {
		got := ask(t, pages, "GET", "/find?q="+url.QueryEscape(said), "")
		if to := got.Header.Get("Location"); got.StatusCode != http.StatusSeeOther || !strings.Contains(to, want) {
			t.Errorf("%q: %d to %q, want %q", said, got.StatusCode, to, want)
		}
	}
}

func TestSkillNames_proposeInAnySpelling(t *testing.T) {
	t.Parallel()
	pages := newHouse(t, false).pages(t, everyone)
	got := ask(t, pages, "GET", "/skills?q="+url.QueryEscape("кубер"), "")
	if !strings.Contains(got.body, `{"name":"Kubernetes","also":"кубер`) {
		t.Errorf("got %s", got.body)
	}
	if got = ask(t, pages, "GET", "/skills?q=zzzzzz", ""); strings.TrimSpace(got.body) != "[]" {
		t.Errorf("got %s", got.body)
	}
}
