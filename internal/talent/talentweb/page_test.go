package talentweb_test

import (
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"kadry/internal/talent"
	"kadry/internal/webui/webtest"
)

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
	pages := newHouse(t, true).pages(t, webtest.Everyone)
	got := webtest.Ask(t, pages, "GET", "/candidates?must=Kubernetes,+AWS&plus=Go", "")
	if got.StatusCode != http.StatusOK {
		t.Fatalf("status %d", got.StatusCode)
	}
	webtest.Wants(t, got.Page,
		"5 candidates fit", "Liam Corbett", "Migrated 30 services from virtual machines to K8s on AWS",
		"Work: Site Reliability Engineer, Tallowmere Tickets, Jun 2018 – Feb 2021", "How it adds up", "Must-have skills",
		"The CV names only the wider term container orchestration. Whether that was Kubernetes, we do not know.",
		"What we do not know", "How long it was used: no dated job mentions it.",
		"Close, but not a match", "The candidate does not mention these must-haves: AWS")
	if !strings.Contains(got.Page, "<mark>K8s</mark>") {
		t.Error("the mention is not marked in its quote")
	}
}

func TestCandidates_speakRussian(t *testing.T) {
	t.Parallel()
	pages := newHouse(t, true).pages(t, webtest.Everyone)
	got := webtest.Ask(t, pages, "GET", "/candidates?must=кубер,+AWS&level=senior", "", webtest.Russian...)
	if !strings.Contains(got.Page, `<html lang="ru"`) {
		t.Error("the page is not marked as Russian")
	}
	webtest.Wants(t, got.Page, "Подходят 4 кандидата", "Мы поняли так: кубер — это Kubernetes", "Уровень: сеньор", "Кандидат не упоминает обязательные навыки: AWS", "опыт 10 лет 3 месяца")
	got = webtest.Ask(t, pages, "GET", "/candidates", "", "Accept-Language", "ru-RU,ru;q=0.9,en;q=0.5")
	webtest.Wants(t, got.Page, "В базе 24 кандидата")
}

func TestCandidates_nobodySaysWhatToChange(t *testing.T) {
	t.Parallel()
	pages := newHouse(t, true).pages(t, webtest.Everyone)
	got := webtest.Ask(t, pages, "GET", "/candidates?must=Kubernetes,+AWS,+COBOL", "", webtest.Russian...)
	webtest.Wants(t, got.Page, "Никто не подходит", "Мы просмотрели всю базу: 24 кандидата.", "без COBOL — 5 кандидатов")
	link := `href="/candidates?must=Kubernetes%2C+AWS"`
	if !strings.Contains(got.Page, link) {
		t.Errorf("no link %s", link)
	}
	webtest.Wants(t, webtest.Ask(t, pages, "GET", "/candidates?must=Kubernetes%2C+AWS", "").Page, "5 candidates fit")
}

func TestCandidates_unknownSkillOffersTheNearest(t *testing.T) {
	t.Parallel()
	pages := newHouse(t, true).pages(t, webtest.Everyone)
	got := webtest.Ask(t, pages, "GET", "/candidates?must=Kubernets&level=senior", "")
	webtest.Wants(t, got.Page, "We do not know the skill “Kubernets”", "Did you mean")
	if !strings.Contains(got.Page, `href="/candidates?level=senior&amp;must=Kubernetes"`) {
		t.Error("the nearest name is not a link to the repaired search")
	}
}

func TestCandidates_wrongInputKeepsTheForm(t *testing.T) {
	t.Parallel()
	pages := newHouse(t, true).pages(t, webtest.Everyone)
	for target, want := range map[string]string{
		"/candidates?must=Go&min=many":                 "Years of work, from — Write a number, for example 3.",
		"/candidates?must=Go&min=99":                   "Years of work, from — must be 0-60",
		"/candidates?must=Go&level=god":                "Level — must be one of junior, mid, senior",
		"/candidates?must=Go&speaks=Klingon":           "Languages — unknown language",
		"/candidates?must=Go&cursor=forged":            "cursor",
		"/candidates?must=Go&match=250":                "How many must-haves",
		"/candidates?must=" + strings.Repeat("x", 200): "Must-have skills",
	} {
		got := webtest.Ask(t, pages, "GET", target, "")
		if got.StatusCode != http.StatusBadRequest {
			t.Errorf("%s: status %d, want 400", target, got.StatusCode)
		}
		webtest.Wants(t, got.Page, want, "The search did not run", "Your data is unchanged.", "Must-have skills")
	}
}

func TestCandidates_hostileTextStaysText(t *testing.T) {
	t.Parallel()
	pages := newHouse(t, true).pages(t, webtest.Everyone)
	evil := `"><script>alert(1)</script>`
	for _, target := range []string{
		"/candidates?must=" + url.QueryEscape(evil) + "&place=" + url.QueryEscape(evil),
		"/candidates/" + url.PathEscape(evil), "/compare?id=1&id=" + url.QueryEscape(evil), "/sign-in?next=" + url.QueryEscape(evil),
	} {
		if got := webtest.Ask(t, pages, "GET", target, ""); strings.Contains(got.Page, "<script>alert") {
			t.Errorf("%s: the script came through", target)
		}
	}
}

func TestCandidates_emptyBaseSaysWhatToDo(t *testing.T) {
	t.Parallel()
	pages := newHouse(t, false).pages(t, webtest.Everyone)
	for _, target := range []string{"/candidates", "/candidates?must=Go"} {
		got := webtest.Ask(t, pages, "GET", target, "", webtest.Russian...)
		webtest.Wants(t, got.Page, "База пуста", "Здесь пока нет резюме", "Добавить резюме")
	}
}

func TestCandidates_databaseGone(t *testing.T) {
	t.Parallel()
	pages := brokenHouse(t).pages(t, webtest.Everyone)
	got := webtest.Ask(t, pages, "GET", "/candidates?must=Go", "", webtest.Russian...)
	if got.StatusCode != http.StatusServiceUnavailable {
		t.Errorf("status %d, want 503", got.StatusCode)
	}
	if one := webtest.Ask(t, pages, "GET", "/candidates/cv_1", "", webtest.Russian...); one.StatusCode != http.StatusServiceUnavailable || !strings.Contains(webtest.Text(one.Page), "Данные сейчас недоступны") {
		t.Errorf("a candidate: %d %s", one.StatusCode, webtest.Text(one.Page))
	}
	webtest.Wants(t, got.Page, "База данных не отвечает.", "Ваши данные не изменились.", "Повторите через минуту.", "Номер запроса req-42", "Обязательные навыки")
}

func TestCandidates_scriptsGetTheResultsAlone(t *testing.T) {
	t.Parallel()
	pages := newHouse(t, true).pages(t, webtest.Everyone)
	got := webtest.Ask(t, pages, "GET", "/candidates?must=Go&plus=&level=&min=", "", "HX-Request", "true")
	if strings.Contains(got.Page, "<html") || !strings.Contains(got.Page, `id="count"`) {
		t.Error("the fragment is not the results alone")
	}
	if to := got.Header.Get("HX-Replace-Url"); to != "/candidates?must=Go" {
		t.Errorf("address %q", to)
	}
	plain := webtest.Ask(t, pages, "GET", "/candidates?must=Go&plus=&level=&min=", "")
	if plain.StatusCode != http.StatusSeeOther || plain.Header.Get("Location") != "/candidates?must=Go" {
		t.Errorf("a plain form: %d to %q", plain.StatusCode, plain.Header.Get("Location"))
	}
}

func TestCandidates_pagesFollowEachOther(t *testing.T) {
	t.Parallel()
	pages := newHouse(t, true).pages(t, webtest.Everyone)
	seen := map[string]bool{}
	next := regexp.MustCompile(`rel="next" href="([^"]+)"`)
	target := "/candidates"
	for range 5 {
		got := webtest.Ask(t, pages, "GET", target, "")
		for _, id := range webtest.Hits(got.Page) {
			if seen[id] {
				t.Errorf("%s is on two pages", id)
			}
			seen[id] = true
		}
		m := next.FindStringSubmatch(got.Page)
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
	pages := newHouse(t, true).pages(t, webtest.Everyone)
	for said, want := range map[string]string{
		"senior engineer with Kubernetes, Terraform is a plus": "level=senior&must=Kubernetes&plus=Terraform",
		"питонист от 3 лет, желательно Docker":                 "min=3",
		"senior Go developer with Kubernetes":                  "must=Go%2C+Kubernetes",
		"с машинным обучением":                                 "must=Machine+Learning",
		"тестировщик":                                          "must=software+testing",
		"":                                                     "/candidates",
	} {
		got := webtest.Ask(t, pages, "GET", "/find?q="+url.QueryEscape(said), "")
		if to := got.Header.Get("Content-Location"); got.StatusCode != http.StatusOK || !strings.Contains(to, want) {
			t.Errorf("%q: %d to %q, want %q", said, got.StatusCode, to, want)
		}
	}
}

func TestSkillNames_proposeInAnySpelling(t *testing.T) {
	t.Parallel()
	pages := newHouse(t, false).pages(t, webtest.Everyone)
	got := webtest.Ask(t, pages, "GET", "/skills?q="+url.QueryEscape("кубер"), "")
	if !strings.Contains(got.Page, `{"name":"Kubernetes","also":"кубер`) {
		t.Errorf("got %s", got.Page)
	}
	if got = webtest.Ask(t, pages, "GET", "/skills?q=zzzzzz", ""); strings.TrimSpace(got.Page) != "[]" {
		t.Errorf("got %s", got.Page)
	}
}
