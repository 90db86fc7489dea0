package talentweb_test

import (
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"kadry/internal/fault"
	"kadry/internal/talent"
	"kadry/internal/webui/webtest"
)

func TestCandidate_marksTheEvidenceInTheText(t *testing.T) {
	t.Parallel()
	h := newHouse(t, true)
	pages, id := h.pages(t, webtest.Everyone), idOf(t, h, "Liam Corbett")
	got := webtest.Ask(t, pages, "GET", "/candidates/"+id+"?must=Kubernetes,+AWS", "")
	webtest.Wants(t, got.Page, "Liam Corbett", "What the CV answers to your search", "8 years 6 months", "University of Marlow Bridge",
		"Certified Kubernetes Administrator", "The CV itself", "places answer the search", "en-01-liam-corbett-sre.md, MD", "Added 20 Nov 2026")
	for _, mark := range []string{`<mark id="mark-1" tabindex="-1"`, `title="AWS">AWS</mark>`, `title="Kubernetes">K8s</mark>`} {
		if !strings.Contains(got.Page, mark) {
			t.Errorf("no %s", mark)
		}
	}
	if !strings.Contains(got.Page, `href="/candidates?must=Kubernetes%2C+AWS"`) {
		t.Error("the way back does not lead to the search")
	}
	nothing := webtest.Ask(t, pages, "GET", "/candidates/"+id+"?must=COBOL", "")
	webtest.Wants(t, nothing.Page, "Confidence we do not know", "The candidate does not mention these must-haves: COBOL")
	if !strings.Contains(nothing.Page, "bar-unknown") {
		t.Error("what is not known is drawn as a number")
	}
}

func TestCandidate_blindReviewHidesThePerson(t *testing.T) {
	t.Parallel()
	h := newHouse(t, true)
	pages, id := h.pages(t, webtest.Everyone), idOf(t, h, "Liam Corbett")
	for _, query := range []string{"?blind=1", "?must=Kubernetes,+senior&blind=1"} {
		got := webtest.Ask(t, pages, "GET", "/candidates/"+id+query, "", webtest.Russian...)
		webtest.Wants(t, got.Page, "Кандидат "+id[len(id)-4:], "имя файла скрыто", "скрыто", "Показать, кто это")
		for _, secret := range []string{"Liam", "Corbett", "corbett", "example.com/liam", "+44"} {
			if strings.Contains(got.Page, secret) {
				t.Errorf("%s: the page shows %q", query, secret)
			}
		}
	}
}

func TestBlindReview_hidesSchoolsYearsAndGender(t *testing.T) {
	t.Parallel()
	h := newHouse(t, false)
	text := "Нина Образцова\nGo-разработчица\n\nОпыт работы\nМарт 2020 - февраль 2022\nСеверная мельница, Go-разработчик\n" +
		"- Разработала сервис оплаты на Go\n- Вела план миграции материала\n\nОбразование\n1999 - 2004, Заречный университет, физика\n\nНавыки\nGo, Docker\n"
	out, err := h.people.Ingest(t.Context(), "default", talent.File{Name: "nina.txt", Data: []byte(text)}, nil)
	if err != nil {
		t.Fatal(err)
	}
	pages := h.pages(t, webtest.Everyone)
	path := "/candidates/" + out.ID
	blind := webtest.Ask(t, pages, "GET", path+"?must=Go&blind=1", "", webtest.Russian...).Page
	for _, secret := range []string{"Нина", "Образцова", "Разработала", "Вела", "Заречный", "1999", "2004"} {
		if strings.Contains(blind, secret) {
			t.Errorf("the page shows %q", secret)
		}
	}
	webtest.Wants(t, blind, "сервис оплаты на", "план миграции материала", "физика", "март 2020", "Кто и когда открыл, останется в журнале.")
	if !strings.Contains(blind, strings.Repeat("█", len([]rune("Разработала")))+"</span>") {
		t.Error("what is hidden is not as long as it was")
	}
	got := webtest.Ask(t, pages, "POST", path+"/reveal", "must=Go")
	if to := got.Header.Get("Location"); got.StatusCode != http.StatusSeeOther || to != path+"?must=Go" {
		t.Errorf("revealing: %d to %q", got.StatusCode, to)
	}
	if len(h.revealed) != 1 || h.revealed[0] != "default "+out.ID+" local" {
		t.Errorf("written down: %q", h.revealed)
	}
	if lost := webtest.Ask(t, pages, "POST", "/candidates/cv_nobody/reveal", ""); lost.StatusCode != http.StatusNotFound || len(h.revealed) != 1 {
		t.Errorf("nobody: %d, written down: %q", lost.StatusCode, h.revealed)
	}
}

func TestBlindReview_reachesListsAndComparison(t *testing.T) {
	t.Parallel()
	h := newHouse(t, true)
	pages, id := h.pages(t, webtest.Everyone), idOf(t, h, "Liam Corbett")
	other := idOf(t, h, "Daniel Okafor")
	for _, path := range []string{
		"/candidates?blind=1",
		"/candidates?must=Kubernetes,+AWS&level=senior&blind=1",
		"/compare?id=" + id + "&id=" + other + "&must=Kubernetes&blind=1",
	} {
		got := webtest.Ask(t, pages, "GET", path, "", webtest.Russian...)
		webtest.Wants(t, got.Page, "Кандидат ")
		if strings.Contains(path, "must") {
			webtest.Wants(t, got.Page, "Кандидат "+id[len(id)-4:])
		}
		for _, secret := range []string{"Liam", "Corbett", "Okafor"} {
			if strings.Contains(got.Page, secret) {
				t.Errorf("%s shows %q", path, secret)
			}
		}
		for _, link := range regexp.MustCompile(`href="/candidates/cv_[^"]*"`).FindAllString(got.Page, -1) {
			if !strings.Contains(link, "blind=1") {
				t.Errorf("%s leads to a page that shows the person: %s", path, link)
			}
		}
	}
}

func TestCandidate_unknownIDIsNotFound(t *testing.T) {
	t.Parallel()
	h := newHouse(t, true)
	id := webtest.Hits(webtest.Ask(t, h.pages(t, webtest.Everyone), "GET", "/candidates", "").Page)[0]
	got := webtest.Ask(t, h.pages(t, webtest.Everyone), "GET", "/candidates/cv_nobody", "", webtest.Russian...)
	if got.StatusCode != http.StatusNotFound {
		t.Errorf("status %d", got.StatusCode)
	}
	webtest.Wants(t, got.Page, "Не найдено", "Кандидата «cv_nobody» нет.", "Ваши данные не изменились.")
	stranger := webtest.Everyone
	stranger.Tenant = "other"
	if got := webtest.Ask(t, h.pages(t, stranger), "GET", "/candidates/"+id, ""); got.StatusCode != http.StatusNotFound {
		t.Errorf("another tenant got %d", got.StatusCode)
	}
}

func TestDelete_asksAndDeletes(t *testing.T) {
	t.Parallel()
	h := newHouse(t, true)
	pages, id := h.pages(t, webtest.Everyone), idOf(t, h, "Liam Corbett")
	webtest.Wants(t, webtest.Ask(t, pages, "GET", "/candidates/"+id+"/delete", "", webtest.Russian...).Page,
		"Удалить: Liam Corbett", "текст резюме, знаков:", "28 навыков", "3 места работы", "В журнале останется одна строка", "Отменить это нельзя.")
	if got := webtest.Ask(t, pages, "GET", "/candidates/"+id, ""); got.StatusCode != http.StatusOK {
		t.Fatalf("asking deleted: %d", got.StatusCode)
	}
	got := webtest.Ask(t, pages, "POST", "/candidates/"+id+"/delete", "")
	if got.StatusCode != http.StatusSeeOther {
		t.Fatalf("status %d: %s", got.StatusCode, webtest.Text(got.Page))
	}
	webtest.Wants(t, webtest.Ask(t, pages, "GET", got.Header.Get("Location"), "").Page, "The candidate is deleted", "23 candidates in the base")
	if _, err := h.people.Details(t.Context(), "default", talent.DetailsQuery{ID: id, MaxChars: 100}); fault.KindOf(err) != fault.NotFound {
		t.Errorf("still there: %v", err)
	}
	if again := webtest.Ask(t, pages, "POST", "/candidates/"+id+"/delete", ""); again.StatusCode != http.StatusNotFound {
		t.Errorf("deleting again: %d", again.StatusCode)
	}
}

func TestCompare_putsCandidatesSideBySide(t *testing.T) {
	t.Parallel()
	h := newHouse(t, true)
	pages, liam := h.pages(t, webtest.Everyone), idOf(t, h, "Liam Corbett")
	v := url.Values{"id": {liam, idOf(t, h, "Grace Mwangi")}, "must": {"Kubernetes, Rust"}}
	got := webtest.Ask(t, pages, "GET", "/compare?"+v.Encode(), "", webtest.Russian...)
	webtest.Wants(t, got.Page, "Сравнение", "Liam Corbett", "Grace Mwangi", "названо прямо", "общее понятие", "не упоминается", "Обязательный навык", "Из чего складывается")
	for _, bad := range []string{"/compare", "/compare?id=" + liam, "/compare?id=1&id=2&id=3&id=4&id=5&id=6"} {
		got := webtest.Ask(t, pages, "GET", bad, "")
		if got.StatusCode != http.StatusBadRequest {
			t.Errorf("%s: status %d", bad, got.StatusCode)
		}
		webtest.Wants(t, got.Page, "Choose two to 5 candidates.")
	}
	if got := webtest.Ask(t, pages, "GET", "/compare?id="+liam+"&id=cv_nobody", ""); got.StatusCode != http.StatusNotFound {
		t.Errorf("an unknown candidate: %d", got.StatusCode)
	}
}

func TestCandidate_namesWhoMayBeTheSamePerson(t *testing.T) {
	t.Parallel()
	h := newHouse(t, false)
	for _, title := range []string{"Go developer", "Team lead"} {
		cv := "Nina Example\n" + title + "\nnina@example.com\n\nSkills\nGo, Docker"
		if _, err := h.people.Ingest(t.Context(), "default", talent.File{Text: cv}, nil); err != nil {
			t.Fatal(err)
		}
	}
	pages := h.pages(t, webtest.Everyone)
	list := webtest.Ask(t, pages, "GET", "/candidates?must=Go", "", webtest.Russian...)
	webtest.Wants(t, list.Page, "Ещё 1 резюме с теми же контактами")
	ids := webtest.Hits(list.Page)
	page := webtest.Ask(t, pages, "GET", "/candidates/"+ids[0]+"?must=Go", "", webtest.Russian...)
	webtest.Wants(t, page.Page, "Возможно, это тот же человек", "Nina Example")
	if !strings.Contains(page.Page, `href="/candidates/`+ids[1]+`?must=Go"`) {
		t.Error("the other CV is not a link")
	}
	blind := webtest.Ask(t, pages, "GET", "/candidates/"+ids[0]+"?blind=1", "")
	if strings.Contains(blind.Page, "Nina") {
		t.Error("the blind view names the other CV")
	}
}
