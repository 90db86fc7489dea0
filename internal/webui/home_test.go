package webui_test

import (
	"context"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"

	"kadry/internal/fault"
	"kadry/internal/op"
	"kadry/internal/webui/kit"
	"kadry/internal/webui/webtest"
)

// shows is the card of a few lines; none is nothing to show.
func shows(titles ...string) func(*kit.Screen) (kit.Findings, error) {
	return func(*kit.Screen) (found kit.Findings, err error) {
		for _, title := range titles {
			found.Lines = append(found.Lines, kit.Line{Title: title, Note: "a note", Path: "/pets/" + title})
		}
		return found, nil
	}
}

// The heading of a card says how many there are, and that there are more where nobody counted.
func TestHome_countsStandInTheHeadings(t *testing.T) {
	t.Parallel()
	line := []kit.Line{{Title: "Rex", Path: "/pets/Rex"}}
	for want, found := range map[string]kit.Findings{"1": {Lines: line}, "1+": {Lines: line, More: true}, "1,234": {Lines: line, Total: 1234, More: true}} {
		card := kit.Card{Title: "close", Path: "/eye", Show: func(*kit.Screen) (kit.Findings, error) { return found, nil }}
		page := webtest.Ask(t, webtest.Pages(t, registry(t), webtest.Everyone, pets(), farm([]kit.Card{card})), "GET", "/", "").Page
		if !strings.Contains(page, `<span class="count">`+want+`</span>`) {
			t.Errorf("%+v is not counted as %s", found, want)
		}
	}
}

// farm is a room that brings cards and finders.
func farm(cards []kit.Card, finders ...kit.Finder) kit.Pages {
	return kit.Pages{Room: "farm", Home: cards, Find: finders}
}

var unavailable = fault.E(fault.Unavailable, fault.Say("The farm is shut.", "Ферма закрыта."), nil)

func TestHome_showsWhatNeedsAPersonFirst(t *testing.T) {
	t.Parallel()
	cards := []kit.Card{
		{Title: "nav.settings", Path: "/late", Order: 2, Show: shows("calm")},
		{Title: "nav.rooms", Path: "/first", Order: 1, Show: shows("calmer")},
		{Title: "close", Path: "/eye", Order: 9, Eye: true, Show: shows("Rex")},
		{Title: "cancel", Path: "/none", Show: shows()},
		{Title: "copy", Path: "/denied", Show: func(*kit.Screen) (kit.Findings, error) { return kit.Findings{}, kit.Denied() }},
		{Title: "copied", Path: "/broken", Order: 3, Show: func(*kit.Screen) (kit.Findings, error) { return kit.Findings{}, unavailable }},
		{Title: "unknown", Path: "/panic", Order: 4, Show: func(*kit.Screen) (kit.Findings, error) { panic("no farm") }},
	}
	got := webtest.Ask(t, webtest.Pages(t, registry(t), webtest.Everyone, pets(), farm(cards)), "GET", "/", "")
	if got.StatusCode != http.StatusOK {
		t.Fatalf("status %d: a card that fails is no failure of the page", got.StatusCode)
	}
	at := -1
	for _, want := range []string{`href="/eye"`, `href="/pets/Rex"`, `href="/first"`, `href="/late"`, `href="/broken"`, "The farm is shut.", `href="/panic"`} {
		next := strings.Index(got.Page, want)
		if next <= at {
			t.Errorf("%s stands at %d, what comes before it at %d", want, next, at)
		}
		at = next
	}
	for _, never := range []string{`href="/none"`, `href="/denied"`, "no farm"} {
		if strings.Contains(got.Page, never) {
			t.Errorf("%s is shown", never)
		}
	}
	if !strings.Contains(got.Page, `<a href="/" aria-current="page">Home</a>`) {
		t.Error("the rail does not begin at home")
	}
}

// A card that does not answer in time is named, with the way to its page.
func TestHome_doesNotWaitForever(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		slow := kit.Card{Title: "close", Path: "/slow", Show: func(s *kit.Screen) (kit.Findings, error) {
			<-s.Request.Context().Done()
			return kit.Findings{}, s.Request.Context().Err()
		}}
		quick := kit.Card{Title: "cancel", Path: "/quick", Show: shows("Rex")}
		page := webtest.Ask(t, webtest.Pages(t, registry(t), webtest.Everyone, farm([]kit.Card{slow, quick})), "GET", "/", "").Page
		webtest.Wants(t, page, "This did not answer in time. Open the page", "Rex")
	})
}

// Long work that goes on stands on the first page; what has ended does not.
func TestHome_showsRunningWork(t *testing.T) {
	t.Parallel()
	page := webtest.Ask(t, webtest.WithTasks(t, registry(t), someTasks(), webtest.Everyone, pets(busyPets)), "GET", "/", "").Page
	if !strings.Contains(page, `href="/tasks/task_running"`) || strings.Contains(page, `href="/tasks/task_done"`) {
		t.Error("the running task is not shown, or one that has ended is")
	}
}

// sampled has an operation that fills the base, as the one of the administrators does.
func sampled(t *testing.T, loaded *atomic.Bool) *op.Registry {
	t.Helper()
	type nothing struct{}
	load := op.New(op.Spec{Name: "load_sample", Toolset: "admin", Title: "Load", Doc: "Loads.", Effect: op.Creates, Scope: op.ScopeAdmin},
		func(context.Context, nothing) (nothing, error) {
			if loaded.Swap(true) {
				return nothing{}, fault.E(fault.Conflict, fault.Say("The base is not empty.", "База не пуста."), nil)
			}
			return nothing{}, nil
		})
	r, err := op.NewRegistry(load)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestHome_ofAnEmptyBaseHasDoorsAndTheSample(t *testing.T) {
	t.Parallel()
	barn := farm(nil)
	barn.Door, barn.Sample = &kit.Door{Role: kit.Teach, Text: "copy", Path: "/barn"}, "cancel"
	shut := kit.Pages{Room: "shut", Door: &kit.Door{Role: kit.Hire, Text: "close", Path: "/shut", May: func(*kit.Screen) bool { return false }}}
	var loaded atomic.Bool
	pages := webtest.Pages(t, sampled(t, &loaded), webtest.Everyone, barn, shut)
	page := webtest.Ask(t, pages, "GET", "/", "").Page
	webtest.Wants(t, page, "There is nothing here yet", "Teach", "Look around with made-up data", "Load the sample")
	if strings.Contains(page, "/shut") {
		t.Error("a door that the caller cannot open")
	}
	through := webtest.Ask(t, pages, "POST", "/settings", "role=teach&next=/barn")
	if to := through.Header.Get("Location"); to != "/barn" || len(through.Cookies()) != 1 || through.Cookies()[0].Value != "teach" {
		t.Errorf("the door leads to %q with %v", to, through.Cookies())
	}
	if got := webtest.Ask(t, pages, "POST", "/sample", ""); got.StatusCode != http.StatusSeeOther || !loaded.Load() {
		t.Errorf("the sample: %d", got.StatusCode)
	}
	again := webtest.Ask(t, pages, "POST", "/sample", "")
	webtest.Wants(t, again.Page, "The base is not empty.")
	if again.StatusCode != http.StatusConflict {
		t.Errorf("the second time: %d", again.StatusCode)
	}
	plain := webtest.Pages(t, sampled(t, &loaded), op.Caller{Name: "hr", Tenant: "default"}, barn)
	if strings.Contains(webtest.Ask(t, plain, "GET", "/", "").Page, "/sample") {
		t.Error("the sample is offered to who may not load it")
	}
	if got := webtest.Ask(t, plain, "POST", "/sample", ""); got.StatusCode != http.StatusForbidden {
		t.Errorf("the sample without the right: %d", got.StatusCode)
	}
}

// A role orders the rail: rooms of another one are folded, and open where the person stands.
func TestRail_isOrderedByRole(t *testing.T) {
	t.Parallel()
	pages := webtest.Pages(t, registry(t), webtest.Everyone, pets(func(p *kit.Pages) { p.Roles = []kit.Role{kit.Teach} }))
	for cookie, folded := range map[string]bool{"": false, "kadry_role=all": false, "kadry_role=teach": false, "kadry_role=hire": true, "kadry_role=king": false} {
		page := webtest.Ask(t, pages, "GET", "/settings", "", "Cookie", cookie).Page
		open, rest, _ := strings.Cut(page, `<details class="more"`)
		if got := !strings.Contains(open, `href="/pets"`); got != folded {
			t.Errorf("%q: folded %t, want %t", cookie, got, folded)
		}
		if folded && !strings.Contains(rest, `href="/pets"`) {
			t.Errorf("%q: the room is not in the rail", cookie)
		}
	}
	if page := webtest.Ask(t, pages, "GET", "/pets/rex", "", "Cookie", "kadry_role=hire").Page; strings.Contains(page, `<details class="more" open`) {
		t.Error("the fold is open on an error page, which stands in no room")
	}
	if got := webtest.Ask(t, pages, "POST", "/settings", "role=king&next=https://evil.example/"); len(got.Cookies()) != 0 || got.Header.Get("Location") != "/settings" {
		t.Errorf("kept %v, led to %q", got.Cookies(), got.Header.Get("Location"))
	}
}

// A long card folds behind a count, a short one does not.
func TestHome_foldsLongCards(t *testing.T) {
	t.Parallel()
	for n, want := range map[int]string{3: "", 5: "Ещё 3"} {
		card := kit.Card{Title: "close", Path: "/long", Show: func(*kit.Screen) (kit.Findings, error) {
			return kit.Findings{Lines: make([]kit.Line, n)}, nil
		}}
		page := webtest.Ask(t, webtest.Pages(t, registry(t), webtest.Everyone, farm([]kit.Card{card})), "GET", "/", "", webtest.Russian...).Page
		if strings.Contains(page, `type="checkbox"`) != (want != "") || !strings.Contains(page, want) {
			t.Errorf("%d lines do not fold as %q", n, want)
		}
	}
}
