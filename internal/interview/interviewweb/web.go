package interviewweb

import (
	"embed"
	"maps"

	"kadry/internal/fault"
	"kadry/internal/interview"
	"kadry/internal/webui/kit"
)

//go:embed words static
var files embed.FS

// Config is what the pages are made from.
type Config struct {
	Room        *interview.Room
	UploadLimit int64 // bytes of one form
	// WebhookRisks are settings of this server that make its webhooks less safe; their page
	// names them.
	WebhookRisks []fault.Text
}

// New returns the pages over a room.
func New(c Config) kit.Pages {
	w := &web{room: c.Room, uploadLimit: c.UploadLimit, webhookRisks: c.WebhookRisks}
	routes := vacancyRoutes(w)
	maps.Copy(routes, interviewRoutes(w))
	maps.Copy(routes, questionRoutes(w))
	return kit.Pages{
		Room: "interview", Files: files, Routes: kit.Routes(w.screen, routes),
		Links: func(s *kit.Screen) []kit.Link { return w.screen(s).links() },
		Jumps: func(s *kit.Screen) []kit.Jump { return w.screen(s).jumps() },
	}
}

// web is the pages of one room.
type web struct {
	room         *interview.Room
	uploadLimit  int64
	webhookRisks []fault.Text
}

// screen is the answer of this room to one person.
type screen struct {
	*kit.Screen
	web *web
}

func (w *web) screen(s *kit.Screen) *screen { return &screen{Screen: s, web: w} }

func (s *screen) links() []kit.Link {
	var list []kit.Link
	if s.May(opListVacancies) {
		list = append(list, kit.Link{
			ID: linkVacancies, Text: s.T("nav.vacancies"), Path: vacanciesPath,
			Back: s.T("vacancy.back"), Beside: []string{questionsPath, tryoutPath, webhooksPath},
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
