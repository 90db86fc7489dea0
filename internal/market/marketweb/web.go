package marketweb

import (
	"embed"
	"time"

	"kadry/internal/webui/kit"
)

//go:embed words static
var files embed.FS

// Operations that the pages stand for: what is not served, or not covered by the caller's
// access, is not offered.
const (
	opAnalyze = "analyze_market_competition"
	opJobs    = "search_jobs_multi_page"
	opImport  = "import_market_snapshot"
	opList    = "list_market_snapshots"
	opDelete  = "delete_market_snapshot"
)

const (
	linkMarket    = "market"
	marketPath    = "/market"
	jobsPath      = marketPath + "/jobs"
	snapshotsPath = marketPath + "/snapshots"
)

// New returns the pages. now is the clock by which they say how old a figure is.
func New(now func() time.Time) kit.Pages {
	w := &web{now: now}
	return kit.Pages{
		Room: "market", Files: files, Links: links, Jumps: jumps, Fields: fields(), Works: w.works(), Roles: []kit.Role{kit.Hire}, Sample: "sample.market",
		Routes: kit.Routes(w.screen, map[string]func(*screen) error{
			"GET " + marketPath:                      w.market,
			"POST " + marketPath:                     w.deeper,
			"GET " + jobsPath:                        w.jobs,
			"GET " + snapshotsPath:                   w.snapshots,
			"POST " + snapshotsPath:                  w.upload,
			"GET " + snapshotsPath + "/{id}/delete":  w.deleting,
			"POST " + snapshotsPath + "/{id}/delete": w.delete,
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
// conversation, every skill and every vacancy it read.
const answerRoom = 2 << 20

func (w *web) screen(s *kit.Screen) *screen {
	return &screen{Screen: s.WithBudget(answerRoom), now: w.now}
}

func links(s *kit.Screen) []kit.Link {
	if !s.May(opAnalyze) {
		return nil
	}
	return []kit.Link{{ID: linkMarket, Text: s.T("nav.market"), Path: marketPath, Back: s.T("error.toMarket")}}
}

// jumps leads the command palette to what a typed role pays, and to the other pages.
func jumps(s *kit.Screen) []kit.Jump {
	var list []kit.Jump
	if s.May(opJobs) {
		list = append(list, kit.Jump{Name: s.T("market.jobs"), Kind: s.T("palette.page"), Path: jobsPath})
	}
	if s.May(opList) {
		list = append(list, kit.Jump{Name: s.T("market.snapshots"), Kind: s.T("palette.page"), Path: snapshotsPath})
	}
	if s.May(opAnalyze) {
		list = append(list, kit.Jump{Kind: s.T("palette.market"), Path: marketPath + "?" + fieldRole + "=", Typed: true})
	}
	return list
}

// fields are the words of the forms for the fields that findings name.
func fields() map[string]string {
	return map[string]string{
		"role": "market.role", "query": "market.words", "location": "market.place", "skills": "market.skills",
		"salary_range": "market.offer", "salary_from": "market.from", "salary_to": "market.to", "currency": "market.currency",
		"experience": "market.experience", "work_format": "market.format", "sources": "market.source", "source": "market.source",
		"period_days": "market.period", "active_resumes": "market.resumes", "snapshot_id": "market.snapshot",
	}
}
