package webui_test

import (
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"kadry/internal/fault"
	"kadry/internal/talent"
)

func TestCandidate_marksTheEvidenceInTheText(t *testing.T) {
	t.Parallel()
	h := newHouse(t, true)
	pages, id := h.pages(t, everyone), idOf(t, h, "Liam Corbett")
	got := ask(t, pages, "GET", "/candidates/"+id+"?must=Kubernetes,+AWS", "")
	wants(t, got.body, "Liam Corbett", "What the CV answers to your search", "8 years 6 months", "University of Marlow Bridge",
		"Certified Kubernetes Administrator", "The CV itself", "places answer the search", "en-01-liam-corbett-sre.md, MD", "Added 20 Nov 2026")
	for _, mark := range []string{`<mark id="mark-1" tabindex="-1"`, `title="AWS">AWS</mark>`, `title="Kubernetes">K8s</mark>`} {
		if !strings.Contains(got.body, mark) {
			t.Errorf("no %s", mark)
		}
	}
	if !strings.Contains(got.body, `href="/candidates?must=Kubernetes%2C+AWS"`) {
		t.Error("the way back does not lead to the search")
	}
	nothing := ask(t, pages, "GET", "/candidates/"+id+"?must=COBOL", "")
	wants(t, nothing.body, "Confidence we do not know", "The candidate does not mention these must-haves: COBOL")
	if !strings.Contains(nothing.body, "bar-unknown") {
		t.Error("what is not known is drawn as a number")
	}
}

func TestCandidate_blindReviewHidesThePerson(t *testing.T) {
	t.Parallel()
	h := newHouse(t, true)
	pages, id := h.pages(t, everyone), idOf(t, h, "Liam Corbett")
	for _, query := range []string{"?blind=1", "?must=Kubernetes,+senior&blind=1"} {
		got := ask(t, pages, "GET", "/candidates/"+id+query, "", russian...)
		wants(t, got.body, "Кандидат "+id[len(id)-4:], "имя файла скрыто", "скрыто", "Показать, кто это")
		for _, secret := range []string{"Liam", "Corbett", "corbett", "example.com/liam", "+44"} {
			if strings.Contains(got.body, secret) {
				t.Errorf("%s: the page shows %q", query, secret)
			}
		}
	}
}

func TestBlindReview_reachesListsAndComparison(t *testing.T) {
	t.Parallel()
	h := newHouse(t, true)
	pages, id := h.pages(t, everyone), idOf(t, h, "Liam Corbett")
	other := idOf(t, h, "Daniel Okafor")
	for _, path := range []string{
		"/candidates?blind=1",
		"/candidates?must=Kubernetes,+AWS&level=senior&blind=1",
		"/compare?id=" + id + "&id=" + other + "&must=Kubernetes&blind=1",
	} {
		got := ask(t, pages, "GET", path, "", russian...)
		wants(t, got.body, "Кандидат ")
		if strings.Contains(path, "must") {
			wants(t, got.body, "Кандидат "+id[len(id)-4:])
		}
		for _, secret := range []string{"Liam", "Corbett", "Okafor"} {
			if strings.Contains(got.body, secret) {
				t.Errorf("%s shows %q", path, secret)
			}
		}
		for _, link := range regexp.MustCompile(`href="/candidates/cv_[^"]*"`).FindAllString(got.body, -1) {
			if !strings.Contains(link, "blind=1") {
				t.Errorf("%s leads to a page that shows the person: %s", path, link)
			}
		}
	}
}

func TestCandidate_unknownIDIsNotFound(t *testing.T) {
	t.Parallel()
	h := newHouse(t, true)
	id := found(ask(t, h.pages(t, everyone), "GET", "/candidates", "").body)[0]
	got := ask(t, h.pages(t, everyone), "GET", "/candidates/cv_nobody", "", russian...)
	if got.StatusCode != http.StatusNotFound {
		t.Errorf("status %d", got.StatusCode)
	}
	wants(t, got.body, "Не найдено", "Кандидата «cv_nobody» нет.", "Ваши данные не изменились.")
	stranger := everyone
	stranger.Tenant = "other"
	if got := ask(t, h.pages(t, stranger), "GET", "/candidates/"+id, ""); got.StatusCode != http.StatusNotFound {
		t.Errorf("another tenant got %d", got.StatusCode)
	}
}

func TestDelete_asksAndDeletes(t *testing.T) {
	t.Parallel()
	h := newHouse(t, true)
	pages, id := h.pages(t, everyone), idOf(t, h, "Liam Corbett")
	wants(t, ask(t, pages, "GET", "/candidates/"+id+"/delete", "", russian...).body,
		"Удалить: Liam Corbett", "текст резюме, знаков:", "27 навыков", "3 места работы", "В журнале останется одна строка", "Отменить это нельзя.")
	if got := ask(t, pages, "GET", "/candidates/"+id, ""); got.StatusCode != http.StatusOK {
		t.Fatalf("asking deleted: %d", got.StatusCode)
	}
	got := ask(t, pages, "POST", "/candidates/"+id+"/delete", "")
	if got.StatusCode != http.StatusSeeOther {
		t.Fatalf("status %d: %s", got.StatusCode, text(got.body))
	}
	wants(t, ask(t, pages, "GET", got.Header.Get("Location"), "").body, "The candidate is deleted", "23 candidates in the base")
	if _, err := h.people.Details(t.Context(), "default", talent.DetailsQuery{ID: id, MaxChars: 100}); fault.KindOf(err) != fault.NotFound {
		t.Errorf("still there: %v", err)
	}
	if again := ask(t, pages, "POST", "/candidates/"+id+"/delete", ""); again.StatusCode != http.StatusNotFound {
		t.Errorf("deleting again: %d", again.StatusCode)
	}
}

func TestCompare_putsCandidatesSideBySide(t *testing.T) {
	t.Parallel()
	h := newHouse(t, true)
	pages, liam := h.pages(t, everyone), idOf(t, h, "Liam Corbett")
	v := url.Values{"id": {liam, idOf(t, h, "Grace Mwangi")}, "must": {"Kubernetes, Rust"}}
	got := ask(t, pages, "GET", "/compare?"+v.Encode(), "", russian...)
	wants(t, got.body, "Сравнение", "Liam Corbett", "Grace Mwangi", "названо прямо", "общее понятие", "не упоминается", "Обязательный навык", "Из чего складывается")
	for _, bad := range []string{"/compare", "/compare?id=" + liam, "/compare?id=1&id=2&id=3&id=4&id=5&id=6"} {
		got := ask(t, pages, "GET", bad, "")
		if got.StatusCode != http.StatusBadRequest {
			t.Errorf("%s: status %d", bad, got.StatusCode)
		}
		wants(t, got.body, "Choose two to 5 candidates.")
	}
	if got := ask(t, pages, "GET", "/compare?id="+liam+"&id=cv_nobody", ""); got.StatusCode != http.StatusNotFound {
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
	pages := h.pages(t, everyone)
	list := ask(t, pages, "GET", "/candidates?must=Go", "", russian...)
	wants(t, list.body, "Ещё 1 резюме с теми же контактами")
	ids := found(list.body)
	page := ask(t, pages, "GET", "/candidates/"+ids[0]+"?must=Go", "", russian...)
	wants(t, page.body, "Возможно, это тот же человек", "Nina Example")
	if !strings.Contains(page.body, `href="/candidates/`+ids[1]+`?must=Go"`) {
		t.Error("the other CV is not a link")
	}
	blind := ask(t, pages, "GET", "/candidates/"+ids[0]+"?blind=1", "")
	if strings.Contains(blind.body, "Nina") {
		t.Error("the blind view names the other CV")
	}
}
