package talentweb_test

import (
	"maps"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"kadry/internal/op"
	"kadry/internal/webui/webtest"
)

// between cuts what stands between two parts of a page.
func between(t *testing.T, page, from, to string) string {
	t.Helper()
	_, rest, ok := strings.Cut(page, from)
	found, _, closed := strings.Cut(rest, to)
	if !ok || !closed {
		t.Fatalf("nothing between %q and %q", from, to)
	}
	return found
}

func TestSearches_areKeptAndOpened(t *testing.T) {
	t.Parallel()
	h := newHouse(t, true)
	pages := h.pages(t, webtest.Everyone)
	at := webtest.Ask(t, pages, "GET", "/find?q="+url.QueryEscape("Go with Kubernetes"), "").Header.Get("Content-Location")
	page := webtest.Ask(t, pages, "GET", at, "").Page
	form := url.Values{"name": {"Go & Kubernetes"}, "search_id": {between(t, page, `name="search_id" value="`, `"`)}}
	state, err := url.ParseQuery(strings.TrimPrefix(at, "/candidates?"))
	if err != nil {
		t.Fatal(err)
	}
	maps.Copy(form, state)
	save := webtest.Ask(t, pages, "POST", "/searches", form.Encode())
	if to := save.Header.Get("Location"); save.StatusCode != http.StatusSeeOther || !strings.HasPrefix(to, "/candidates?") {
		t.Fatalf("%d, %q", save.StatusCode, to)
	}
	webtest.Wants(t, webtest.Ask(t, pages, "GET", save.Header.Get("Location"), "").Page, "The search is saved.", "Go & Kubernetes")
	if again := webtest.Ask(t, pages, "POST", "/searches", form.Encode()); again.StatusCode != http.StatusConflict {
		t.Errorf("the same name twice: %d", again.StatusCode)
	}
	list := webtest.Ask(t, pages, "GET", "/searches", "").Page
	webtest.Wants(t, list, "Go & Kubernetes", "Go with Kubernetes", "0 new")
	id := between(t, list, `action="/searches/`, "/open")
	opened := webtest.Ask(t, pages, "POST", "/searches/"+id+"/open", "")
	to := opened.Header.Get("Location")
	if opened.StatusCode != http.StatusSeeOther || !strings.Contains(to, "since=") || !strings.Contains(to, "q=Go+with+Kubernetes") {
		t.Fatalf("%d, %q", opened.StatusCode, to)
	}
	// From a mark before the sample came everybody is new; from the one just set nobody is.
	old, _, _ := strings.Cut(to, "since=")
	if p := webtest.Ask(t, pages, "GET", old+"since=1", "").Page; !strings.Contains(p, `<span class="saved-new">new</span>`) {
		t.Error("nobody is marked as new")
	}
	if p := webtest.Ask(t, pages, "GET", to, "").Page; strings.Contains(p, `<span class="saved-new">new</span>`) {
		t.Error("somebody of before is marked as new")
	}
	blind := url.Values{"name": {"blind"}, "search_id": {between(t, webtest.Ask(t, pages, "GET", "/candidates?must=Go&blind=1", "").Page, `name="search_id" value="`, `"`)}}
	webtest.Ask(t, pages, "POST", "/searches", blind.Encode())
	second := between(t, strings.SplitAfter(webtest.Ask(t, pages, "GET", "/searches", "").Page, ">blind</h2>")[1], `action="/searches/`, "/open")
	if got := webtest.Ask(t, pages, "POST", "/searches/"+second+"/open", "").Header.Get("Location"); !strings.Contains(got, "blind=1") {
		t.Errorf("a blind search opens as %q", got)
	}
	for _, caller := range []op.Caller{{Name: "theirs", Tenant: "globex"}, {Name: "reader", Tenant: "default", ReadOnly: true}} {
		other := h.pages(t, caller)
		if got := webtest.Ask(t, other, "POST", "/searches/"+id+"/delete", ""); got.StatusCode != http.StatusNotFound && got.StatusCode != http.StatusForbidden {
			t.Errorf("%s deletes it: %d", caller.Name, got.StatusCode)
		}
	}
	for _, gone := range []string{id, second} {
		if got := webtest.Ask(t, pages, "POST", "/searches/"+gone+"/delete", ""); got.StatusCode != http.StatusSeeOther {
			t.Errorf("delete: %d", got.StatusCode)
		}
	}
	webtest.Wants(t, webtest.Ask(t, pages, "GET", "/searches", "", webtest.Russian...).Page, "Сохранённых поисков пока нет")
	if got := webtest.Ask(t, pages, "POST", "/searches/"+id+"/open", ""); got.StatusCode != http.StatusNotFound {
		t.Errorf("a deleted one opens: %d", got.StatusCode)
	}
}
