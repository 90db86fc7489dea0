package pipelineweb

import (
	"embed"
	"net/url"
	"time"

	"github.com/a-h/templ"

	"kadry/internal/pipeline"
	"kadry/internal/skill"
	"kadry/internal/webui/kit"
)

//go:embed words static
var files embed.FS

// Operations of the room that the pages stand for.
const (
	opShortlist  = "shortlist_candidates"
	opMove       = "move_candidate"
	opMoveMany   = "move_candidates"
	opList       = "list_applications"
	opCount      = "count_applications"
	opHistory    = "get_application_history"
	opNote       = "note_candidate"
	opDeleteNote = "delete_note"
	opTag        = "tag_candidate"
	opExport     = "export_applications"
)

// Operations of other rooms: what is not served here is not shown.
const (
	opVacancy   = "get_vacancy"
	opVacancies = "list_vacancies"
	opSave      = "save_vacancy"
	opSearch    = "search_by_skills"
	opIngest    = "ingest_cv"
	opInvite    = "invite_candidate"
	opMarket    = "analyze_market_competition"
	opSnapshots = "list_market_snapshots"
)

// Paths. Those of vacancies and candidates belong to the rooms whose pages these stand beside.
const (
	pipelinePath   = "/pipeline"
	vacanciesPath  = "/vacancies"
	candidatesPath = "/candidates"
	marketPath     = "/market"
	uploadPath     = "/upload"
	invitePath     = "/invite"
)

// Entries of the rail.
const (
	linkPipeline   = "pipeline"
	linkVacancies  = "vacancies"
	linkCandidates = "candidates"
)

// Tabs of a vacancy.
const (
	tabPeople = "people"
	tabMarket = "market"
)

// Config is what the pages are made from.
type Config struct {
	Skills *skill.Graph
	Now    func() time.Time
}

// New returns the pages.
func New(c Config) kit.Pages {
	w := &web{c}
	const one = pipelinePath + "/candidates/{id}"
	return kit.Pages{
		Room: "pipeline", Files: files, Links: links, Fields: fields(), Tabs: tabs(), Panels: w.panels(), Traces: traces(), Accounts: w.accounts(),
		Routes: kit.Routes(w.screen, map[string]func(*screen) error{
			"GET " + pipelinePath:                        w.overview,
			"GET " + vacanciesPath + "/{id}/people":      w.people,
			"POST " + vacanciesPath + "/{id}/people":     w.movePeople,
			"GET " + vacanciesPath + "/{id}/people/file": w.exportPeople,
			"GET " + vacanciesPath + "/{id}/market":      w.market,
			"GET " + one:                                 w.person,
			"POST " + one:                                w.decide,
			"GET " + one + "/notes/{note}/delete":        w.deletingNote,
			"POST " + one + "/notes/{note}/delete":       w.deleteNote,
		}),
	}
}

// web is the pages of one server.
type web struct{ Config }

// screen is the answer of this room to one person.
type screen struct{ *kit.Screen }

// answerRoom is the size of an answer in bytes: a board shows what would crowd out a
// conversation.
const answerRoom = 8 << 20

func (w *web) screen(s *kit.Screen) *screen { return &screen{Screen: s.WithBudget(answerRoom)} }

func links(s *kit.Screen) []kit.Link {
	if !s.May(opList) || !s.May(opVacancies) {
		return nil
	}
	return []kit.Link{{ID: linkPipeline, Text: s.T("pipeline.nav"), Path: pipelinePath, Back: s.T("pipeline.toAll")}}
}

func tabs() []kit.Tab {
	return []kit.Tab{
		{
			Kind: kit.Vacancy, ID: tabPeople, Order: 10, Text: "pipeline.tab.people", Path: peoplePath,
			May: func(s *kit.Screen) bool { return s.May(opList) },
		},
		{
			Kind: kit.Vacancy, ID: tabMarket, Order: 30, Text: "pipeline.tab.market", Path: vacancyMarketPath,
			May: func(s *kit.Screen) bool { return s.May(opMarket) },
		},
	}
}

func (w *web) panels() []kit.Panel {
	return []kit.Panel{
		{Kind: kit.Person, Side: true, Order: 10, Show: w.decisionPanel},
		{Kind: kit.Person, Order: 10, Show: w.historyPanel},
	}
}

func vacancyPath(id string) string { return vacanciesPath + "/" + url.PathEscape(id) }

func peoplePath(id string) string { return vacancyPath(id) + "/people" }

func vacancyMarketPath(id string) string { return vacancyPath(id) + "/market" }

func personPath(id string) string { return pipelinePath + "/candidates/" + url.PathEscape(id) }

// cvPath is the person's page in the base of CVs, opened from a vacancy.
func cvPath(id string, v url.Values) templ.SafeURL {
	return kit.Href(candidatesPath+"/"+url.PathEscape(id), v)
}

// fields are the words for the fields that findings name.
func fields() map[string]string {
	return map[string]string{
		"reason": "pipeline.reason", "until": "pipeline.until", "comment": "pipeline.comment", "stage": "pipeline.stage",
		"text": "pipeline.note", "add": "pipeline.tags", "tag": "pipeline.tag", "stages": "pipeline.stage", "vacancy_id": "pipeline.vacancy",
	}
}

// stagesOf are the stages an address names; what is none is left out.
func stagesOf(v url.Values) []pipeline.Stage {
	var list []pipeline.Stage
	for _, stage := range pipeline.Stages() {
		for _, asked := range v[fieldStage] {
			if asked == string(stage) {
				list = append(list, stage)
			}
		}
	}
	return list
}
