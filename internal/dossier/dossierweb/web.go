package dossierweb

import (
	"embed"

	"kadry/internal/webui/kit"
)

//go:embed words static
var files embed.FS

// Operations that the pages stand for: what is not served, or not covered by the caller's
// access, is not offered.
const (
	opEvaluate = "evaluate_candidates"
	opGet      = "get_hiring_report"
	opList     = "list_hiring_reports"
	opOverride = "override_decision"
	opDelete   = "delete_hiring_report"
	opExport   = "export_hiring_report"
	opScript   = "get_interview_script"
	opOutreach = "draft_outreach"
	// opMarket is of another room: where it is served, a report links to that room's page.
	opMarket = "analyze_market_competition"
)

const (
	linkReports = "reports"
	reportsPath = "/reports"
	marketPath  = "/market"
)

// New returns the pages.
func New() kit.Pages {
	w := &web{}
	return kit.Pages{
		Room: "dossier", Files: files, Links: links, Jumps: jumps, Fields: fields(), Works: w.works(),
		Traces: w.traces(), Accounts: w.accounts(), Panels: []kit.Panel{{Kind: kit.Person, Side: true, Order: 60, Show: w.personPanel}},
		Home: cards(), Find: finders(), Roles: []kit.Role{kit.Hire}, Sample: "sample.dossier",
		Routes: kit.Routes(w.screen, map[string]func(*screen) error{
			"GET " + reportsPath:                                    w.reports,
			"POST " + reportsPath:                                   w.create,
			"GET " + reportsPath + "/{id}":                          w.report,
			"GET " + reportsPath + "/{id}/delete":                   w.deleting,
			"POST " + reportsPath + "/{id}/delete":                  w.delete,
			"GET " + reportsPath + "/{id}/candidates/{cid}":         w.person,
			"POST " + reportsPath + "/{id}/candidates/{cid}":        w.decide,
			"GET " + reportsPath + "/{id}/candidates/{cid}/delete":  w.forgetting,
			"POST " + reportsPath + "/{id}/candidates/{cid}/delete": w.forget,
		}),
	}
}

// web is the pages of one server.
type web struct{}

// screen is the answer of this room to one person.
type screen struct{ *kit.Screen }

// answerRoom is the size of an answer in bytes: a page shows what would crowd out a
// conversation, a hundred people with every quote.
const answerRoom = 8 << 20

func (w *web) screen(s *kit.Screen) *screen {
	return &screen{Screen: s.WithBudget(answerRoom)}
}

func links(s *kit.Screen) []kit.Link {
	if !s.May(opList) {
		return nil
	}
	return []kit.Link{{ID: linkReports, Text: s.T("nav.reports"), Path: reportsPath, Back: s.T("error.toReports")}}
}

// jumps leads the command palette to a new report on the role that is typed there.
func jumps(s *kit.Screen) []kit.Jump {
	if !s.May(opEvaluate) {
		return nil
	}
	return []kit.Jump{{Kind: s.T("palette.report"), Path: reportsPath + "?" + fieldRole + "=", Typed: true}}
}

// fields are the words for the fields that findings name.
func fields() map[string]string {
	return map[string]string{
		"role": "report.role", "location": "report.place", "skills": "report.mandatory", "nice_to_have_skills": "report.preferred",
		"salary_range": "report.offer", "candidates": "report.people", "resume_text": "report.resume", "reason": "report.reason",
		"decision": "report.decision",
	}
}
