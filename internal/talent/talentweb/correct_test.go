package talentweb_test

import (
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"kadry/internal/op"
	"kadry/internal/talent"
	"kadry/internal/talent/resume"
	"kadry/internal/webui/webtest"
)

// formOf reads the fields of the form of a page as a browser would send them.
func formOf(t *testing.T, page string) url.Values {
	t.Helper()
	doc, err := html.Parse(strings.NewReader(page))
	if err != nil {
		t.Fatal(err)
	}
	sent := url.Values{}
	var walk func(n *html.Node, inside bool)
	walk = func(n *html.Node, inside bool) {
		at := map[string]string{}
		for _, a := range n.Attr {
			at[a.Key] = a.Val
		}
		inside = inside || n.Data == "form" && at["class"] == "correct"
		switch {
		case !inside || at["name"] == "":
		case n.Data == "input":
			sent.Add(at["name"], at["value"])
		case n.Data == "textarea":
			text := ""
			if n.FirstChild != nil {
				text = n.FirstChild.Data
			}
			sent.Add(at["name"], text)
		case n.Data == "select":
			sent.Add(at["name"], chosen(n))
		}
		for c := n.FirstChild; c != nil; c = c.NextSibling {
			walk(c, inside)
		}
	}
	walk(doc, false)
	return sent
}

func chosen(n *html.Node) string {
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		value, selected := "", false
		for _, a := range c.Attr {
			switch a.Key {
			case "value":
				value = a.Val
			case "selected":
				selected = true
			}
		}
		if selected {
			return value
		}
	}
	return ""
}

// post sends a form, and follows where it leads.
func post(t *testing.T, pages http.Handler, target string, form url.Values) webtest.Answer {
	t.Helper()
	got := webtest.Ask(t, pages, "POST", target, form.Encode(), "Content-Type", "application/x-www-form-urlencoded")
	if got.StatusCode == http.StatusSeeOther {
		return webtest.Ask(t, pages, "GET", got.Header.Get("Location"), "")
	}
	return got
}

// A person puts fields right, sees them everywhere with who said so, and takes one back.
func TestCorrect_fields(t *testing.T) {
	t.Parallel()
	h := newHouse(t, true)
	pages, id := h.pages(t, webtest.Everyone), idOf(t, h, "Liam Corbett")
	at := "/candidates/" + id + "/correct"
	form := formOf(t, webtest.Ask(t, pages, "GET", at, "").Page)
	if form.Get("name") != "Liam Corbett" || len(form["job_title"]) < 4 {
		t.Fatalf("the form holds %v", form)
	}
	same := post(t, pages, at, with(form, "reason", "nothing new"))
	webtest.Wants(t, same.Page, "Nothing is corrected")

	form = with(form, "reason", "told me on the phone", "name", "Liam J. Corbett", "add", "Rust", "remove", "AWS")
	form["job_from"][0] = "2015-01"
	got := post(t, pages, at, form)
	if got.StatusCode != http.StatusOK {
		t.Fatalf("status %d: %s", got.StatusCode, webtest.Text(got.Page))
	}
	webtest.Wants(t, got.Page, "Saved.", "Was read: Liam Corbett. Corrected to: Liam J. Corbett.", "told me on the phone", "Skill: Rust", "Jobs")
	page := webtest.Ask(t, pages, "GET", "/candidates/"+id+"?must=Rust", "")
	webtest.Wants(t, page.Page, "Liam J. Corbett", "Not as the rules read it", "a person vouched for it", "Jan 2015")
	shown, err := h.people.Details(t.Context(), "default", talent.DetailsQuery{ID: id, MaxChars: 100})
	if err != nil || slices.ContainsFunc(shown.Candidate.Record.Skills, func(s resume.Skill) bool { return s.Skill == "aws" }) {
		t.Errorf("a removed skill is still there, %v", err)
	}
	blind := webtest.Ask(t, pages, "GET", "/candidates/"+id+"?blind=1", "")
	for _, secret := range []string{"Liam", "Corbett", "phone", "/correct"} {
		if strings.Contains(blind.Page, secret) {
			t.Errorf("the blind view shows %q", secret)
		}
	}

	number := regexp.MustCompile(`name="correction" value="(\d+)"`).FindAllStringSubmatch(got.Page, -1)
	for _, n := range number {
		got = post(t, pages, "/candidates/"+id+"/take-back", url.Values{"correction": {n[1]}, "reason": {"mixed up two people"}})
	}
	webtest.Wants(t, got.Page, "Taken back by", "mixed up two people")
	if again := idOf(t, h, "Liam Corbett"); again != id {
		t.Error("what was read did not come back")
	}
}

func with(form url.Values, pairs ...string) url.Values {
	for i := 0; i+1 < len(pairs); i += 2 {
		form.Set(pairs[i], pairs[i+1])
	}
	return form
}

func TestCorrect_wrongInputKeepsTheForm(t *testing.T) {
	t.Parallel()
	h := newHouse(t, true)
	pages, id := h.pages(t, webtest.Everyone), idOf(t, h, "Liam Corbett")
	at := "/candidates/" + id + "/correct"
	form := formOf(t, webtest.Ask(t, pages, "GET", at, "").Page)
	form = with(form, "reason", "told me so", "title", `"><script>alert(1)</script>`, "add", "Frobnication")
	form["job_to"][0], form["job_from"][0] = "1999-01", "2001-02"
	got := post(t, pages, at, form)
	if got.StatusCode != http.StatusBadRequest || strings.Contains(got.Page, "<script>alert") {
		t.Errorf("status %d", got.StatusCode)
	}
	webtest.Wants(t, got.Page, "unknown skill")
	if kept := formOf(t, got.Page); kept.Get("add") != "Frobnication" || kept["job_from"][0] != "2001-02" {
		t.Errorf("the form lost what was typed: %v", kept)
	}
	form.Set("add", "")
	form["job_current"][0] = ""
	webtest.Wants(t, post(t, pages, at, form).Page, "ends (1999-01) before it begins (2001-02)")
}

func TestCorrect_needsAccess(t *testing.T) {
	t.Parallel()
	h := newHouse(t, true)
	id := idOf(t, h, "Liam Corbett")
	reader := webtest.Everyone
	reader.ReadOnly = true
	for name, caller := range map[string]op.Caller{"read only": reader, "other toolset": {Name: "hr", Tenant: "default", Toolsets: []string{"hr"}}} {
		pages := h.pages(t, caller)
		for target, form := range map[string]url.Values{
			"/correct":   {"reason": {"because"}, "name": {"Eve"}},
			"/take-back": {"reason": {"because"}, "correction": {"1"}},
			"/link":      {"reason": {"because"}, "other": {id}, "decision": {"same_person"}},
		} {
			if got := post(t, pages, "/candidates/"+id+target, form); got.StatusCode != http.StatusForbidden {
				t.Errorf("%s, %s: status %d", name, target, got.StatusCode)
			}
		}
	}
	stranger := webtest.Everyone
	stranger.Tenant = "other"
	if got := webtest.Ask(t, h.pages(t, stranger), "GET", "/candidates/"+id+"/correct", ""); got.StatusCode != http.StatusNotFound {
		t.Errorf("another tenant: status %d", got.StatusCode)
	}
}

// Two files of one person are offered, linked by a person, and name each other.
func TestLink_filesOfOnePerson(t *testing.T) {
	t.Parallel()
	h := newHouse(t, false)
	for name, title := range map[string]string{"a.txt": "Go developer", "b.txt": "Team lead"} {
		cv := "Nina Example\n" + title + "\nnina@example.com\n\nSkills\nGo, Docker"
		if _, err := h.people.Ingest(t.Context(), "default", talent.File{Name: name, Data: []byte(cv)}, nil); err != nil {
			t.Fatal(err)
		}
	}
	pages := h.pages(t, webtest.Everyone)
	ids := webtest.Hits(webtest.Ask(t, pages, "GET", "/candidates?must=Go", "").Page)
	at := "/candidates/" + ids[0] + "/correct"
	webtest.Wants(t, webtest.Ask(t, pages, "GET", at, "", webtest.Russian...).Page, "Это один человек?", "те же контакты, то же имя", "Разные люди")
	decide := func(d string) webtest.Answer {
		return post(t, pages, "/candidates/"+ids[0]+"/link", url.Values{"other": {ids[1]}, "decision": {d}, "reason": {"the same photo"}})
	}
	webtest.Wants(t, decide("same_person").Page, "Undo the link")
	list := webtest.Ask(t, pages, "GET", "/candidates?must=Go", "", webtest.Russian...)
	webtest.Wants(t, list.Page, "Ещё 1 файл того же человека")
	webtest.Wants(t, webtest.Ask(t, pages, "GET", "/candidates/"+ids[1], "").Page, "The same person in other files", "Nina Example, ")
	decide("different_people")
	if page := webtest.Ask(t, pages, "GET", "/candidates/"+ids[1], ""); strings.Contains(page.Page, "same person") {
		t.Error("two people are still offered as one")
	}
	webtest.Wants(t, decide("undecided").Page, "Two people")
}

// A file that tells nothing of a person is taken in, says so, and can be put right.
func TestCandidate_thatTellsNothing(t *testing.T) {
	t.Parallel()
	h := newHouse(t, false)
	done, err := h.people.Ingest(t.Context(), "default", talent.File{Text: "---\nlorem ipsum dolor sit amet, 12345\n---\n"}, nil)
	if err != nil || done.Status != talent.Added {
		t.Fatalf("%+v, %v", done, err)
	}
	pages := h.pages(t, webtest.Everyone)
	got := webtest.Ask(t, pages, "GET", "/candidates/"+done.ID, "", webtest.Russian...)
	webtest.Wants(t, got.Page, "не найдены ни имя, ни места работы", "Исправить")
	if !strings.Contains(got.Page, `href="/candidates/`+done.ID+`/correct"`) {
		t.Error("no way to put it right")
	}
}
