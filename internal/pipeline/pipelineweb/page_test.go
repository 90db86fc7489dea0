package pipelineweb_test

import (
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"kadry/internal/op"
	"kadry/internal/pipeline"
	"kadry/internal/webui/webtest"
)

const people = "/vacancies/v_go/people"

// ok asks for a page that must be there.
func ok(t *testing.T, pages http.Handler, path string, headers ...string) string {
	t.Helper()
	got := webtest.Ask(t, pages, "GET", path, "", headers...)
	if got.StatusCode != http.StatusOK {
		t.Fatalf("%s: status %d: %s", path, got.StatusCode, webtest.Text(got.Page))
	}
	return got.Page
}

// send posts a form.
func send(t *testing.T, pages http.Handler, path string, form url.Values, status int) webtest.Answer {
	t.Helper()
	got := webtest.Ask(t, pages, "POST", path, form.Encode())
	if got.StatusCode != status {
		t.Fatalf("%s %v: status %d: %s", path, form, got.StatusCode, webtest.Text(got.Page))
	}
	return got
}

func TestPeople_whoFitsAndWhoIsIn(t *testing.T) {
	t.Parallel()
	pages := filled(t).pages(webtest.Everyone)
	page := ok(t, pages, people)
	webtest.Wants(t, page, "Разработчик Go", "Searched by: Go, PostgreSQL.", "Nice to have: Docker.", "Ада Примерова", "90 strong", "implied",
		"The CV does not mention: Docker", "Services in PostgreSQL", "Candidate …_zoe", "3 people in this vacancy", "Rejected: Pay expectations differ", "Bob wants more",
		"Postponed until 24 Dec 2026", "Invited 1")
	for _, part := range []string{
		`href="/candidates/cv_ada?match=any&amp;must=Go%2C+PostgreSQL&amp;plus=Docker&amp;vacancy=v_go"`, `href="/vacancies/v_go/people/file"`,
		`name="version:cv_ada" value="1"`, `name="version:cv_zoe" value="0"`,
	} {
		if !strings.Contains(page, part) {
			t.Errorf("the page lacks %s", part)
		}
	}
	if strings.Contains(page, "<script>alert") || strings.Contains(page, "<img src=x") {
		t.Error("words of a candidate act as markup")
	}
	webtest.Wants(t, ok(t, pages, people, webtest.Russian...), "Кто подходит", "3 человека в этой вакансии", "Отказ: Не сошлись в деньгах", "Отложено до 24 декабря 2026")
}

func TestPeople_filtersLiveInTheAddress(t *testing.T) {
	t.Parallel()
	pages := filled(t).pages(webtest.Everyone)
	send(t, pages, "/pipeline/candidates/cv_nik", url.Values{"do": {"tag"}, "tag": {"Remote, part time"}}, http.StatusSeeOther)
	page := ok(t, pages, people+"?stage=rejected&view=board")
	webtest.Wants(t, page, "Bob Sample", "Rejected 1")
	if text := webtest.Text(page); strings.Contains(text, "Никита") || strings.Contains(page, `id="fitting"`) {
		t.Errorf("somebody else is shown: %s", text)
	}
	page = ok(t, pages, people+"?tag=remote")
	webtest.Wants(t, page, "Tag: remote", "Никита", "part time", "1 person in this vacancy")
	webtest.Wants(t, ok(t, pages, people+"?tag=nothing"), "Nobody here matches these conditions")
	webtest.Wants(t, ok(t, pages, people+"?stage=nonsense&cursor=&view=list"), "3 people in this vacancy")
}

func TestPeople_blind(t *testing.T) {
	t.Parallel()
	pages := filled(t).pages(webtest.Everyone)
	for _, path := range []string{people + "?blind=1", people + "?blind=1&view=board", "/candidates/cv_bob?blind=1", "/pipeline/candidates/cv_bob?blind=1", people + "/file?blind=1"} {
		page := webtest.Text(ok(t, pages, path))
		for _, name := range []string{"Bob", "Ада", "Никита"} {
			if strings.Contains(page, name) {
				t.Errorf("%s names %s", path, name)
			}
		}
	}
}

func TestPeople_emptyAndUnknown(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	pages := h.pages(webtest.Everyone)
	webtest.Wants(t, ok(t, pages, people+"?saved=1"), "The vacancy is saved", "0 people in this vacancy", "Nobody yet")
	webtest.Wants(t, ok(t, pages, "/vacancies/v_qa/people"), "We do not know which skills this vacancy needs")
	for _, path := range []string{"/vacancies/v_none/people", "/vacancies/v_none/market", "/pipeline/candidates/cv_none"} {
		if got := webtest.Ask(t, pages, "GET", path, ""); got.StatusCode != http.StatusNotFound {
			t.Errorf("%s: status %d", path, got.StatusCode)
		}
	}
	h.Delete("v_go")
	h.Delete("v_qa")
	webtest.Wants(t, ok(t, pages, "/pipeline"), "No vacancies yet")
}

func TestPeople_moveOneAndMany(t *testing.T) {
	t.Parallel()
	h := filled(t)
	pages := h.pages(webtest.Everyone)
	one := url.Values{"one": {"cv_ada"}, "to:cv_ada": {"offer"}, "version:cv_ada": {"1"}, "stage": {"new"}, "candidate": {"cv_nik"}, "back": {people + "?view=board"}}
	if to := send(t, pages, people, one, http.StatusSeeOther).Header.Get("Location"); to != people+"?moved=1&view=board" {
		t.Errorf("leads to %s", to)
	}
	many := url.Values{"stage": {"interviewed"}, "candidate": {"cv_nik", "cv_zoe"}, "version:cv_nik": {"1"}, "version:cv_zoe": {"0"}}
	if to := send(t, pages, people, many, http.StatusSeeOther).Header.Get("Location"); to != people+"?moved=2" {
		t.Errorf("leads to %s", to)
	}
	page := ok(t, pages, people+"?moved=2")
	webtest.Wants(t, page, "2 people moved", "Offer 1", "Interviewed 2", "4 people in this vacancy")
	webtest.Wants(t, webtest.Ask(t, pages, "GET", send(t, pages, people, url.Values{"stage": {"new"}}, http.StatusSeeOther).Header.Get("Location"), "").Page, "tick people first")
	if to := send(t, pages, people, url.Values{"stage": {"new"}, "back": {"//evil.example"}}, http.StatusSeeOther).Header.Get("Location"); !strings.HasPrefix(to, "/vacancies/") {
		t.Errorf("leads to %s", to)
	}
}

func TestPeople_asksForTheReason(t *testing.T) {
	t.Parallel()
	pages := filled(t).pages(webtest.Everyone)
	form := url.Values{"stage": {"rejected"}, "candidate": {"cv_ada", "cv_nik"}, "version:cv_ada": {"1"}, "version:cv_nik": {"1"}}
	page := send(t, pages, people, form, http.StatusOK).Page
	webtest.Wants(t, page, "Rejected: 2 people", "Choose a reason")
	if strings.Contains(page, `class="problem"`) {
		t.Error("the first question is an error")
	}
	form.Set("asked", "1")
	webtest.Wants(t, send(t, pages, people, form, http.StatusBadRequest).Page, "a rejection needs a reason")
	form.Set("reason", "skills")
	send(t, pages, people, form, http.StatusSeeOther)
	webtest.Wants(t, ok(t, pages, people), "Rejected 3", "Rejected: Skills do not fit")
	late := url.Values{"stage": {"postponed"}, "candidate": {"cv_ada"}, "version:cv_ada": {"2"}, "asked": {"1"}, "until": {"2020-01-01"}}
	webtest.Wants(t, send(t, pages, people, late, http.StatusBadRequest).Page, "has passed")
}

// Of two who move the same people at once the second is told who was faster, and the rest of
// what they asked for is done.
func TestPeople_conflict(t *testing.T) {
	t.Parallel()
	pages := filled(t).pages(webtest.Everyone)
	form := url.Values{"stage": {"offer"}, "candidate": {"cv_ada", "cv_nik"}, "version:cv_ada": {"1"}, "version:cv_nik": {"1"}}
	first := url.Values{"one": {"cv_ada"}, "to:cv_ada": {"interviewed"}, "version:cv_ada": {"1"}}
	send(t, pages, people, first, http.StatusSeeOther)
	webtest.Wants(t, send(t, pages, people, form, http.StatusConflict).Page, "1 of 2 could not be moved", "Ада Примерова", "Somebody was faster: local moved this person to “Interviewed” (2026-11-20 09:04 UTC)")
	webtest.Wants(t, ok(t, pages, people), "Offer 1", "Interviewed 1")
}

func TestPerson_decideNoteTag(t *testing.T) {
	t.Parallel()
	h := filled(t)
	pages := h.pages(webtest.Everyone)
	const path = "/pipeline/candidates/cv_eve"
	page := ok(t, pages, "/candidates/cv_eve?vacancy=v_qa")
	webtest.Wants(t, page, "Not in any vacancy yet", "Shortlist", "Nobody decided or noted anything yet")
	if !strings.Contains(page, `<option value="v_qa" selected>`) {
		t.Error("the vacancy somebody came from is not chosen")
	}
	back := "/candidates/cv_eve?vacancy=v_qa"
	if to := send(t, pages, path, url.Values{"do": {"shortlist"}, "vacancy": {"v_qa"}, "back": {back}}, http.StatusSeeOther).Header.Get("Location"); to != back {
		t.Errorf("leads to %s", to)
	}
	form := url.Values{"do": {"reject"}, "vacancy": {"v_qa"}, "version:v_qa": {"1"}, "reason": {"other"}, "comment": {" "}}
	page = send(t, pages, path, form, http.StatusBadRequest).Page
	webtest.Wants(t, page, "say in a few words what the other reason is")
	if !strings.Contains(page, `<option value="other" selected>`) {
		t.Error("the reason that was chosen is lost")
	}
	form.Set("comment", "Моved to "+evil)
	send(t, pages, path, form, http.StatusSeeOther)
	webtest.Wants(t, send(t, pages, path, form, http.StatusConflict).Page, "Somebody was faster")
	send(t, pages, path, url.Values{"do": {"stage"}, "stage": {"invited"}, "vacancy": {"v_qa"}, "version:v_qa": {"2"}}, http.StatusSeeOther)
	send(t, pages, path, url.Values{"do": {"postpone"}, "until": {"2026-12-01"}, "vacancy": {"v_go"}}, http.StatusSeeOther)
	send(t, pages, path, url.Values{"do": {"note"}, "text": {"Call " + evil}}, http.StatusSeeOther)
	send(t, pages, path, url.Values{"do": {"tag"}, "tag": {"Remote; Night"}}, http.StatusSeeOther)
	send(t, pages, path, url.Values{"untag": {"night"}}, http.StatusSeeOther)
	page = ok(t, pages, path)
	webtest.Wants(t, page, "Eve Sample", "QA engineer Invited again", "Разработчик Go Postponed until 1 Dec 2026", "back after a rejection", "Another reason", "Call", "remote")
	if strings.Contains(page, "<script>alert") || strings.Contains(webtest.Text(page), "night") {
		t.Error("words act as markup, or a tag stayed")
	}
	for _, bad := range []url.Values{{"do": {"note"}, "text": {" "}}, {"do": {"shortlist"}}, {"do": {"nonsense"}}, {}} {
		send(t, pages, path, bad, http.StatusBadRequest)
	}
}

func TestPerson_noteIsDeletedByItsAuthor(t *testing.T) {
	t.Parallel()
	h := filled(t)
	pages := h.pages(webtest.Everyone)
	send(t, pages, "/pipeline/candidates/cv_eve", url.Values{"do": {"note"}, "text": {"mine"}}, http.StatusSeeOther)
	link := regexp.MustCompile(`/pipeline/candidates/cv_eve/notes/note_\w+/delete`).FindString(ok(t, pages, "/pipeline/candidates/cv_eve"))
	if link == "" {
		t.Fatal("there is no way to delete the note")
	}
	other := webtest.Everyone
	other.Name = "bob"
	theirs := h.pages(other)
	if strings.Contains(ok(t, theirs, "/pipeline/candidates/cv_eve"), link) {
		t.Error("somebody else is offered to delete the note")
	}
	send(t, theirs, link, nil, http.StatusNotFound)
	webtest.Wants(t, ok(t, pages, link), "mine", "This cannot be undone")
	send(t, pages, link, nil, http.StatusSeeOther)
	webtest.Wants(t, ok(t, pages, "/pipeline/candidates/cv_eve"), "Nobody decided or noted anything yet")
}

func TestPeople_file(t *testing.T) {
	t.Parallel()
	pages := filled(t).pages(webtest.Everyone)
	got := webtest.Ask(t, pages, "GET", people+"/file?stage=invited", "")
	if !strings.Contains(got.Page, "cv_ada") || strings.Contains(got.Page, "cv_bob") || !strings.HasPrefix(got.Header.Get("Content-Disposition"), "attachment") {
		t.Errorf("got %s, %s", got.Header, got.Page)
	}
}

func TestDeleted_isNoGhost(t *testing.T) {
	t.Parallel()
	h := filled(t)
	pages := h.pages(webtest.Everyone)
	h.Delete("cv_nik")
	page := ok(t, pages, people+"?view=board")
	webtest.Wants(t, page, "the CV was deleted")
	if strings.Contains(page, "Никита") || strings.Contains(page, `href="/candidates/cv_nik`) {
		t.Error("a deleted person is named, or led to")
	}
	if _, err := pipeline.Sweep(t.Context(), h.Parts); err != nil {
		t.Fatal(err)
	}
	webtest.Wants(t, ok(t, pages, people+"?view=board"), "2 people in this vacancy")
}

func TestReader_isOfferedNoChange(t *testing.T) {
	t.Parallel()
	h := filled(t)
	reader := h.pages(op.Caller{Name: "reader", Tenant: webtest.Everyone.Tenant, ReadOnly: true})
	for _, path := range []string{people, people + "?view=board", "/pipeline/candidates/cv_bob", "/candidates/cv_bob", "/pipeline"} {
		if page := ok(t, reader, path); strings.Contains(page, `formmethod="post"`) || strings.Contains(page, `name="do"`) || strings.Contains(page, `name="one"`) {
			t.Errorf("%s offers a change", path)
		}
	}
	send(t, reader, people, url.Values{"stage": {"new"}, "candidate": {"cv_bob"}}, http.StatusForbidden)
	send(t, reader, "/pipeline/candidates/cv_bob", url.Values{"do": {"note"}, "text": {"x"}}, http.StatusForbidden)
	stranger := h.pages(op.Caller{Name: "x", Tenant: "other"})
	webtest.Wants(t, ok(t, stranger, people), "0 people in this vacancy")
}

func TestMarket(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	pages := h.pages(webtest.Everyone)
	const path = "/vacancies/v_go/market"
	webtest.Wants(t, ok(t, pages, path), "We know nothing of this market yet", "kadry market import", "Ask the market")
	h.market = "kept"
	webtest.Wants(t, ok(t, pages, path), "2 market answers are kept here", "Work out the pay")
	if h.asked != 0 {
		t.Error("the market is asked by opening a page")
	}
	page := ok(t, pages, path+"?count=1")
	webtest.Wants(t, page, "250,000 ₽ to 360,000 ₽ a month", "the median is 300,000 ₽", "After tax, n = 48", "PostgreSQL", "at least 40% of vacancies", "From 120 vacancies, read on 20 Nov 2026")
	if strings.Contains(page, "COBOL") || strings.Index(page, "PostgreSQL") > strings.Index(page, "90% of vacancies") {
		t.Error("a foreign skill is shown, or the rarest is not first")
	}
	h.market = "other role"
	webtest.Wants(t, ok(t, pages, path+"?count=1"), "We know nothing of this market yet")
}

func TestOverview(t *testing.T) {
	t.Parallel()
	pages := filled(t).pages(webtest.Everyone)
	page := ok(t, pages, "/pipeline")
	webtest.Wants(t, page, "Разработчик Go", "QA engineer")
	if !strings.Contains(page, `href="/vacancies/v_go/people?stage=postponed"`) || strings.Contains(page, `href="/vacancies/v_go/people?stage=offer"`) {
		t.Error("a stage with people does not lead to them, or one without does")
	}
	webtest.AreLight(t, pages, "/pipeline", people, people+"?view=board", "/pipeline/candidates/cv_bob")
}
