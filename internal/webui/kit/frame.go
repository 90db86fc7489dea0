package kit

import (
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/a-h/templ"

	"kadry/internal/fault"
)

// SheetOf is the name under which the style sheets of a room are one. Its pages have it beside that
// of every page, and so do pages of others where they show what the room brings.
func SheetOf(room string) string { return room + ".css" }

// scriptOf is the name of the module that a room's pages load beside that of every page.
func scriptOf(room string) string { return room + ".js" }

// Links of the rail that belong to no room.
const (
	NoLinks      = "" // a page outside of any room, without the rail's links
	OtherLink    = "other"
	HomeLink     = "home"
	TasksLink    = "tasks"
	SettingsLink = "settings"
	// DevelopersLink is of all pages about the subject Developers.
	DevelopersLink = "developers"
)

// DevelopersPath is where the pages for developers stand.
const DevelopersPath = "/developers"

const settingsPath = "/settings"

// SearchPath is where the search box of every page leads.
const SearchPath = "/search"

// JumpsPath is where the command palette gets its places.
const JumpsPath = "/jumps"

// WordsLimit is the most characters of a search.
const WordsLimit = 200

// Fault is named here because templates cannot qualify a pointer in every position.
type Fault = fault.Error

// Links are the entries of the rail that the caller can use: the first page, the rooms', and
// those of no room.
func (s *Screen) Links() []Link {
	list := []Link{{ID: HomeLink, Text: s.T("nav.home"), Path: "/", Back: s.T("nav.toHome")}}
	for _, p := range s.site.Pages {
		if p.Links == nil {
			continue
		}
		for _, l := range p.Links(s) {
			l.Aside = s.aside(p)
			list = append(list, l)
		}
	}
	if s.site.Tasks != nil {
		list = append(list, Link{ID: TasksLink, Text: s.T("nav.tasks"), Path: TasksPath, Back: s.T("tasks.all")})
	}
	return append(list, Link{ID: SettingsLink, Text: s.T("nav.settings"), Path: settingsPath, Back: s.T("nav.settings")})
}

// jumps are the places of the command palette: pages first, then what the rooms add.
func (s *Screen) jumps() []Jump {
	var list []Jump
	for _, l := range s.Links() {
		list = append(list, Jump{Name: l.Text, Kind: s.T("palette.page"), Path: l.Path})
	}
	for _, p := range s.site.Pages {
		if p.Jumps != nil {
			list = append(list, p.Jumps(s)...)
		}
	}
	return list
}

// Facts is what the rooms say of themselves on the settings page.
func (s *Screen) Facts() []Fact {
	var list []Fact
	for _, p := range s.site.Pages {
		if p.Facts != nil {
			list = append(list, p.Facts(s)...)
		}
	}
	return list
}

// paletteSearch is where the palette looks for what is typed; empty where nothing is to be found.
func paletteSearch(s *Screen) string {
	if len(s.Finders()) == 0 {
		return ""
	}
	return SearchPath
}

// script is the address of the module of the page's room; empty where it brings none.
func (s *Screen) script() string {
	if s.pages == nil {
		return ""
	}
	return s.asset(scriptOf(s.pages.Room))
}

// ownSheets are the rooms whose style sheets a page has in its head: that of every page, and its own.
func (s *Screen) ownSheets() []string {
	rooms := []string{Own().Room}
	if s.pages != nil && s.pages.Room != rooms[0] && s.asset(SheetOf(s.pages.Room)) != "" {
		rooms = append(rooms, s.pages.Room)
	}
	return rooms
}

// foreign is the address of the style sheet of another room than that of the page; empty where it
// has none, or the page has it.
func (s *Screen) foreign(room string) string {
	if s.styled[room] || slices.Contains(s.ownSheets(), room) {
		return ""
	}
	s.styled[room] = true
	return s.asset(SheetOf(room))
}

// textFont is the file that most of the page's text is set in, fetched before the style sheet asks
// for it.
func (s *Screen) textFont() string {
	if s.Lang == "ru" {
		return "onest-cyrillic-400.woff2"
	}
	return "onest-latin-400.woff2"
}

// shortcutKeys are the keys the scripts know, for the sheet that lists them.
var shortcutKeys = []struct{ keys, text string }{
	{"/", "keys.search"},
	{"j k", "keys.move"},
	{"Enter", "keys.open"},
	{"x", "keys.pick"},
	{"n p", "keys.marks"},
	{"Ctrl K", "keys.palette"},
	{"?", "keys.help"},
	{"Esc", "keys.close"},
}

// ThemeName is the theme the person chose.
func (s *Screen) ThemeName() string {
	if s.theme == "" {
		return "system"
	}
	return s.theme
}

func (s *Screen) colorScheme() string {
	if s.theme == "" {
		return "light dark"
	}
	return s.theme
}

func (s *Screen) otherLang() string {
	if s.Lang == "ru" {
		return "en"
	}
	return "ru"
}

// inOtherLang is the sign-in page in the other language: who is not signed in yet has no
// other way to choose.
func (s *Screen) inOtherLang() templ.SafeURL {
	q := url.Values{"lang": {s.otherLang()}}
	if next := Local(s.Request.URL.Query().Get("next"), ""); next != "" {
		q.Set("next", next)
	}
	return Href(SignInPath, q)
}

// linkOf keeps the rail's links off the page of somebody who may not enter.
func (s *Screen) linkOf(f *fault.Error) string {
	if s.Caller.Name == "" || f.Kind == fault.Unauthenticated {
		return NoLinks
	}
	return OtherLink
}

// words are what is in the search box: on the page of a search its own.
func (s *Screen) words() string {
	if s.Request.URL.Path != SearchPath {
		return ""
	}
	return s.Request.URL.Query().Get("q")
}

// wayBack is the link that the address of a failed page belongs to, or the first page.
func (s *Screen) wayBack() Link {
	links := s.Links()
	for _, l := range links {
		for _, path := range append([]string{l.Path}, l.Beside...) {
			if s.Request.URL.Path == path || strings.HasPrefix(s.Request.URL.Path, path+"/") {
				return l
			}
		}
	}
	return links[0]
}

func current(is bool) string {
	if is {
		return "page"
	}
	return "false"
}

func digits(n int) string { return strconv.Itoa(n) }
