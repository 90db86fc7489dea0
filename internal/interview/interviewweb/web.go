package interviewweb

import (
	"embed"
	"maps"

	"kadry/internal/fault"
	"kadry/internal/interview"
	"kadry/internal/linktoken"
	"kadry/internal/webui/kit"
)

//go:embed words static
var files embed.FS

// Config is what the pages are made from.
type Config struct {
	Room        *interview.Room
	UploadLimit int64 // bytes of one form
	// PublicURL is where candidates reach this server; empty is the address that a page was
	// asked at.
	PublicURL string
	// WebhookRisks are settings of this server that make its webhooks less safe; their page
	// names them.
	WebhookRisks []fault.Text
}

// New returns the pages over a room.
func New(c Config) kit.Pages {
	w := &web{room: c.Room, uploadLimit: c.UploadLimit, webhookRisks: c.WebhookRisks, publicURL: c.PublicURL, guesses: linktoken.NewGuesses()}
	routes := vacancyRoutes(w)
	maps.Copy(routes, interviewRoutes(w))
	maps.Copy(routes, questionRoutes(w))
	maps.Copy(routes, linkRoutes(w))
	maps.Copy(routes, invitationRoutes(w))
	maps.Copy(routes, deliveryLogRoutes(w))
	maps.Copy(routes, receiverRoutes(w))
	return kit.Pages{
		Room: "interview", Files: files, Routes: kit.Routes(w.screen, routes),
		Links: func(s *kit.Screen) []kit.Link { return w.screen(s).links() },
		Jumps: func(s *kit.Screen) []kit.Jump { return w.screen(s).jumps() },
		Home:  w.homeCards(), Find: w.finders(), Roles: []kit.Role{kit.Hire}, Sample: "sample.interview",
		Tabs: []kit.Tab{{
			Kind: kit.Vacancy, ID: tabText, Order: 50, Text: "vacancy.tab.text",
			Path: func(id string) string { return vacancyPath(id) }, May: func(s *kit.Screen) bool { return s.May(opGetVacancy) },
		}, {
			Kind: kit.Vacancy, ID: tabInterviews, Order: 20, Text: "vacancy.tab.interviews",
			Path: func(id string) string { return vacancyPath(id, tabInterviews) }, May: func(s *kit.Screen) bool { return s.May(opListInvitations) },
		}, {
			Kind: kit.Developers, ID: tabDeliveries, Order: 40, Text: "deliveries.tab",
			Path: func(string) string { return deliveryLogPath }, May: func(s *kit.Screen) bool { return s.May(opBrowseDeliveries) },
		}},
		Traces:   w.traces(),
		Accounts: w.accounts(),
		Panels:   []kit.Panel{{Kind: kit.Person, Side: true, Order: 50, Show: w.personPanel}},
		Linked:   []string{interview.InvitationPath},
	}
}

// web is the pages of one room.
type web struct {
	room         *interview.Room
	uploadLimit  int64
	webhookRisks []fault.Text
	publicURL    string
	guesses      *linktoken.Guesses
}

// screen is the answer of this room to one person.
type screen struct {
	*kit.Screen
	web   *web
	names map[string]string // of people of the CV base who were asked for, by id
}

func (w *web) screen(s *kit.Screen) *screen {
	return &screen{Screen: s, web: w, names: map[string]string{}}
}

func (s *screen) links() []kit.Link {
	var list []kit.Link
	if s.May(opListVacancies) {
		list = append(list, kit.Link{
			ID: linkVacancies, Text: s.T("nav.vacancies"), Path: vacanciesPath,
			Back: s.T("vacancy.back"), Beside: []string{questionsPath, tryoutPath, webhooksPath, invitePath},
		})
	}
	if s.mayInterviews() {
		list = append(list, kit.Link{ID: linkInterviews, Text: s.T("nav.interviews"), Path: interviewsPath, Back: s.T("interview.all")})
	}
	return list
}

func (s *screen) jumps() []kit.Jump {
	if !s.May(opListVacancies) {
		return nil
	}
	var list []kit.Jump
	if s.May(opSaveVacancy) {
		list = append(list, kit.Jump{Name: s.T("vacancy.new"), Kind: s.T("palette.page"), Path: vacanciesPath + "/new"})
	}
	for _, tab := range s.vacancyTabs()[1:] {
		list = append(list, kit.Jump{Name: s.T("vacancy.tab." + tab.id), Kind: s.T("palette.page"), Path: tab.path})
	}
	return list
}
