package talentweb_test

import (
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"kadry/internal/webui/webtest"
)

// said are the chips of the page: the group, then its words and presses.
func said(t *testing.T, page string) map[string][]string {
	t.Helper()
	groups := map[string][]string{}
	for part := range strings.SplitSeq(page, `role="group" aria-label="`) {
		name, rest, ok := strings.Cut(part, `"`)
		list, _, inside := strings.Cut(rest, "</ul>")
		if !ok || !inside {
			continue
		}
		for button := range strings.SplitSeq(list, `name="mend" value="`) {
			value, _, _ := strings.Cut(button, `"`)
			if act, words, ok := strings.Cut(value, " "); ok && !strings.Contains(value, "<") {
				groups[html.UnescapeString(name)] = append(groups[html.UnescapeString(name)], act+" "+html.UnescapeString(words))
			}
		}
	}
	return groups
}

func TestQuestion_isMendedWordByWord(t *testing.T) {
	t.Parallel()
	pages := newHouse(t, true).pages(t, webtest.Everyone)
	question := "senior Go engineer with Kubernetes, not PHP, for zorblax"
	at := webtest.Ask(t, pages, "GET", "/find?q="+url.QueryEscape(question), "").Header.Get("Content-Location")
	press := func(act string) map[string][]string {
		t.Helper()
		v, err := url.ParseQuery(strings.TrimPrefix(at, "/candidates?"))
		if err != nil {
			t.Fatal(err)
		}
		if act != "" {
			v.Set("mend", act)
			got := webtest.Ask(t, pages, "GET", "/mend?"+v.Encode(), "")
			if got.StatusCode != http.StatusSeeOther {
				t.Fatalf("%s: status %d", act, got.StatusCode)
			}
			at = got.Header.Get("Location")
		}
		page := webtest.Ask(t, pages, "GET", at, "").Page
		if !strings.Contains(page, `value="`+question+`"`) {
			t.Errorf("after %q the sentence is gone from its box", act)
		}
		return said(t, page)
	}
	holds := func(act, group string, want ...string) {
		t.Helper()
		got := press(act)
		for _, one := range want {
			if !slices.Contains(got[group], one) {
				t.Errorf("after %q %s holds %q, want %q", act, group, got[group], one)
			}
		}
	}
	holds("", "Understood", "exclude Kubernetes", "drop Kubernetes", "exclude senior", "exclude Go")
	holds("", "Left out", "include PHP", "drop PHP")
	holds("", "Not understood", "skill zorblax", "name zorblax", "drop zorblax")
	holds("exclude Kubernetes", "Left out", "include Kubernetes", "include PHP")
	holds("include Kubernetes", "Understood", "exclude Kubernetes")
	holds("skill zorblax", "Understood", "exclude zorblax")
	holds("exclude zorblax", "Left out", "include zorblax")
	if got := press("drop zorblax"); strings.Contains(strings.Join(slices.Concat(got["Understood"], got["Left out"], got["Not understood"]), " "), "zorblax") {
		t.Errorf("what was dropped is shown: %q", got)
	}
	before := at
	if press("exclude nothing like it"); at != before {
		t.Errorf("words that were not said changed the search to %s", at)
	}
	holds("exclude senior", "Left out", "include senior")
	if v, _ := url.ParseQuery(strings.TrimPrefix(at, "/candidates?")); v.Get("notlevel") != "senior" || v.Get("not") == "" || v.Get("level") != "" {
		t.Errorf("the address is %s", at)
	}
}

func TestQuestion_tooLongSaysSo(t *testing.T) {
	t.Parallel()
	pages := newHouse(t, true).pages(t, webtest.Everyone)
	long := strings.Repeat("Go <b>и</b> Kubernetes, ", 200) // 4,800 characters
	got := webtest.Ask(t, pages, "GET", "/find?q="+url.QueryEscape(long), "")
	to := got.Header.Get("Content-Location")
	page := webtest.Ask(t, pages, "GET", to, "")
	if page.StatusCode != http.StatusOK || strings.Contains(page.Page, "<b>") {
		t.Errorf("status %d, or markup came through", page.StatusCode)
	}
	webtest.Wants(t, page.Page, "We read the first 2,000 characters of the question.")
	webtest.AreLight(t, pages, to)
}
