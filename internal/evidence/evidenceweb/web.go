package evidenceweb

import (
	"embed"
	"time"

	"kadry/internal/webui/kit"
)

//go:embed words static
var files embed.FS

// opAnalyze is the operation the pages stand for: where it is not served, or not covered by
// the caller's access, there are no pages.
const opAnalyze = "analyze_github"

const (
	linkEvidence = "evidence"
	evidencePath = "/evidence"
	comparePath  = evidencePath + "/compare"
)

// New returns the pages. now is the clock by which they say when a limit ends.
func New(now func() time.Time) kit.Pages {
	w := &web{now: now}
	return kit.Pages{
		Room: "evidence", Files: files, Links: links, Jumps: jumps, Roles: []kit.Role{kit.Hire},
		Panels: []kit.Panel{{Kind: kit.Person, Side: true, Order: 70, Show: w.personPanel}},
		Fields: map[string]string{"username": "public.login", "required_skills": "public.skills", "repos_limit": "public.repos"},
		Routes: kit.Routes(w.screen, map[string]func(*screen) error{
			"GET " + evidencePath:              w.start,
			"GET " + evidencePath + "/{login}": w.card,
			"GET " + comparePath:               w.compare,
		}),
	}
}

// web is the pages of one server.
type web struct{ now func() time.Time }

// screen is the answer of this room to one person.
type screen struct {
	*kit.Screen
	now func() time.Time
}

// answerRoom is the size of an answer in bytes: a page shows what would crowd out a
// conversation, a whole calendar and every quote.
const answerRoom = 1 << 20

func (w *web) screen(s *kit.Screen) *screen {
	return &screen{Screen: s.WithBudget(answerRoom), now: w.now}
}

func links(s *kit.Screen) []kit.Link {
	if !s.May(opAnalyze) {
		return nil
	}
	return []kit.Link{{ID: linkEvidence, Text: s.T("nav.evidence"), Path: evidencePath, Back: s.T("error.toEvidence")}}
}

// jumps leads the command palette to the card of whoever is typed there.
func jumps(s *kit.Screen) []kit.Jump {
	if !s.May(opAnalyze) {
		return nil
	}
	return []kit.Jump{{Kind: s.T("palette.evidence"), Path: evidencePath + "?" + fieldLogin + "=", Typed: true}}
}
