package webui_test

import (
	"net/http"
	"strings"
	"testing"
	"testing/synctest"

	"kadry/internal/webui/kit"
	"kadry/internal/webui/webtest"
)

// animals finds animals whose name holds the words.
func animals(title string, order int, names ...string) kit.Finder {
	return kit.Finder{
		Title: title, Order: order,
		Path: func(words string) string { return "/pets?q=" + words },
		Find: func(_ *kit.Screen, words string) (kit.Findings, error) {
			var f kit.Findings
			for _, name := range names {
				if strings.Contains(strings.ToLower(name), strings.ToLower(words)) {
					f.Total++
					if len(f.Lines) < kit.FoundAtOnce {
						f.Lines = append(f.Lines, kit.Line{Title: name, Path: "/pets/" + name})
					}
				}
			}
			return f, nil
		},
	}
}

func TestSearch_groupsByKind(t *testing.T) {
	t.Parallel()
	broken := kit.Finder{
		Title: "copied", Order: 3, Path: func(string) string { return "/broken" },
		Find: func(*kit.Screen, string) (kit.Findings, error) { return kit.Findings{}, unavailable },
	}
	denied := kit.Finder{
		Title: "copy", Order: 4, Path: func(string) string { return "/denied" },
		Find: func(*kit.Screen, string) (kit.Findings, error) { return kit.Findings{}, kit.Denied() },
	}
	shut := animals("unknown", 5, "Rex of another room")
	shut.May = func(*kit.Screen) bool { return false }
	room := farm(nil, broken, denied, shut,
		animals("close", 2, "Rex"), animals("cancel", 1, "Rex 1", "Rex 2", "Rex 3", "Rex 4", "Rex 5", "Rex 6"))
	pages := webtest.Pages(t, registry(t), webtest.Everyone, room)
	got := webtest.Ask(t, pages, "GET", "/search?q=rex", "")
	if got.StatusCode != http.StatusOK {
		t.Fatalf("status %d", got.StatusCode)
	}
	at := -1
	for _, want := range []string{`id="found-cancel"`, "Rex 1", "Rex 5", `href="/pets?q=rex"`, "All 6", `id="found-close"`, `id="found-copied"`, "The farm is shut."} {
		next := strings.Index(got.Page, want)
		if next <= at {
			t.Errorf("%s stands at %d, what comes before it at %d", want, next, at)
		}
		at = next
	}
	for _, never := range []string{"Rex 6", "/denied", "another room"} {
		if strings.Contains(got.Page, never) {
			t.Errorf("%q is shown", never)
		}
	}
	if !strings.Contains(got.Page, `name="q" type="search" value="rex"`) {
		t.Error("the words do not stay in the box")
	}
}

// The command palette gets lines alone, each an option of its list.
func TestSearch_forThePalette(t *testing.T) {
	t.Parallel()
	pages := webtest.Pages(t, registry(t), webtest.Everyone, farm(nil, animals("close", 1, "<b>Rex</b>")))
	got := webtest.Ask(t, pages, "GET", "/search?q=rex", "", "HX-Request", "true").Page
	if strings.Contains(got, "<html") || strings.Contains(got, "<b>") || strings.Count(got, `role="option"`) != 1 || !strings.Contains(got, `data-href="/pets/&lt;b&gt;Rex&lt;/b&gt;"`) {
		t.Errorf("got %s", got)
	}
}

func TestSearch_saysWhenThereIsNothing(t *testing.T) {
	t.Parallel()
	pages := webtest.Pages(t, registry(t), webtest.Everyone, farm(nil, animals("close", 1, "Rex")))
	webtest.Wants(t, webtest.Ask(t, pages, "GET", "/search?q=tom", "").Page, "Nothing similar to “tom”")
	webtest.Wants(t, webtest.Ask(t, pages, "GET", "/search?q=%20", "", webtest.Russian...).Page, "Введите имя, навык")
	long := webtest.Ask(t, pages, "GET", "/search?q="+strings.Repeat("r", 5000)+"%ff", "")
	if long.StatusCode != http.StatusOK || strings.Contains(webtest.Text(long.Page), strings.Repeat("r", kit.WordsLimit+1)) {
		t.Errorf("a search without end: %d", long.StatusCode)
	}
}

// One that does not answer holds up nobody for longer than a second, and is named.
func TestSearch_namesWhoIsLate(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		slow := kit.Finder{
			Title: "cancel", Path: func(words string) string { return "/slow?q=" + words },
			Find: func(s *kit.Screen, _ string) (kit.Findings, error) {
				<-s.Request.Context().Done()
				return kit.Findings{}, s.Request.Context().Err()
			},
		}
		pages := webtest.Pages(t, registry(t), webtest.Everyone, farm(nil, slow, animals("close", 1, "Rex")))
		page := webtest.Ask(t, pages, "GET", "/search?q=rex", "").Page
		webtest.Wants(t, page, "Not answered yet. Look there and wait", "Rex")
		if !strings.Contains(page, `href="/slow?q=rex"`) {
			t.Error("the late one has no link")
		}
	})
}
