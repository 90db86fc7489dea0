package webui

import (
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/a-h/templ"

	"kadry/internal/fault"
	"kadry/internal/talent/profile"
)

// The rooms of the rail that have pages.
const (
	roomNone       = "" // a page outside of any, without the rail's links
	roomOther      = "other"
	roomCandidates = "candidates"
	roomRoles      = "roles"
	roomSettings   = "settings"
)

// faultError is named here because templates cannot qualify a pointer in every position.
type faultError = fault.Error

type link struct{ room, path string }

// links are the rooms the caller can use.
func (s *screen) links() []link {
	var list []link
	if s.may(opSearch) {
		list = append(list, link{roomCandidates, "/candidates"}, link{roomRoles, "/roles"})
	}
	if s.mayVacancies() {
		list = append(list, link{roomVacancies, vacanciesPath})
	}
	if s.mayInterviews() {
		list = append(list, link{roomInterviews, interviewsPath})
	}
	if s.mayExams() {
		list = append(list, link{roomExams, examsPath})
	}
	return append(list, link{roomSettings, "/settings"})
}

// jump is one entry of the command palette.
type jump struct{ name, kind, path string }

// jumps are the places of the command palette: pages first, then the role profiles.
func (s *screen) jumps() []jump {
	var list []jump
	for _, l := range s.links() {
		list = append(list, jump{s.T("nav." + l.room), s.T("palette.page"), l.path})
	}
	if s.may(opIngest) {
		list = append(list, jump{s.T("upload.title"), s.T("palette.page"), "/upload"})
	}
	list = append(list, s.vacancyJumps()...)
	list = append(list, s.examJumps()...)
	if !s.may(opSearch) {
		return list
	}
	roles := s.site.People.Profiles.Profiles()
	slices.SortStableFunc(roles, func(a, b profile.Profile) int { return strings.Compare(s.say(a.Title), s.say(b.Title)) })
	for _, p := range roles {
		list = append(list, jump{s.say(p.Title), s.T("palette.role"), string(href("/candidates", address(roleQuery(p))))})
	}
	return list
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

func (s *screen) themeName() string {
	if s.theme == "" {
		return "system"
	}
	return s.theme
}

func (s *screen) colorScheme() string {
	if s.theme == "" {
		return "light dark"
	}
	return s.theme
}

func (s *screen) otherLang() string {
	if s.Lang == "ru" {
		return "en"
	}
	return "ru"
}

// inOtherLang is the sign-in page in the other language: who is not signed in yet has no
// other way to choose.
func (s *screen) inOtherLang() templ.SafeURL {
	q := url.Values{"lang": {s.otherLang()}}
	if next := local(s.r.URL.Query().Get("next"), ""); next != "" {
		q.Set("next", next)
	}
	return href(SignInPath, q)
}

// roomOf keeps the rail's links off the page of somebody who may not enter.
func (s *screen) roomOf(f *fault.Error) string {
	if s.caller.Name == "" || f.Kind == fault.Unauthenticated {
		return roomNone
	}
	return roomOther
}

// wayBack is the first page of the room an address belongs to, and what the link to it says.
func (s *screen) wayBack() (path templ.SafeURL, text string) {
	if s.mayVacancies() && s.inVacancies() {
		return templ.SafeURL(vacanciesPath), s.T("vacancy.back")
	}
	if s.mayInterviews() && strings.HasPrefix(s.r.URL.Path, interviewsPath) {
		return templ.SafeURL(interviewsPath), s.T("interview.all")
	}
	if s.mayExams() && (strings.HasPrefix(s.r.URL.Path, examsPath) || !s.may(opSearch)) {
		return templ.SafeURL(examsPath), s.T("error.toExams")
	}
	return "/candidates", s.T("error.toCandidates")
}

func current(is bool) string {
	if is {
		return "page"
	}
	return "false"
}

func join(list []string) string { return strings.Join(list, ", ") }

// seconds is a wait in whole seconds, at least one.
func seconds(d time.Duration) string { return strconv.Itoa(max(1, int(d.Seconds()+.5))) }

func digits(n int) string { return strconv.Itoa(n) }
