package codematchweb

import (
	"embed"
	"net/url"
	"time"

	"kadry/internal/webui/kit"
)

//go:embed words static
var files embed.FS

// Operations that the pages stand for: what is not served, or not covered by the caller's
// access, is not offered.
const (
	opCode       = "search_similar_code"
	opFile       = "search_similar_file"
	opRepository = "search_similar_repository"
	opCompare    = "compare_code"
	opExplain    = "explain_code_match"
	opVerdict    = "record_verdict"
	opIndex      = "index_repository"
	opList       = "list_repositories"
	opDelete     = "delete_repository"
	opExport     = "export_code_search"
	opRead       = "read_indexed_file"
	opSearches   = "list_code_searches"
)

const (
	linkCode         = "code"
	codePath         = "/code"
	comparePath      = codePath + "/compare"
	searchesPath     = codePath + "/searches"
	repositoriesPath = codePath + "/repositories"
	filesPath        = repositoriesPath + "/files"
	deletePath       = repositoriesPath + "/delete"
)

// New returns the pages. now is the clock by which they say how old a commit is.
func New(now func() time.Time) kit.Pages {
	w := &web{now: now}
	return kit.Pages{
		Room: "codematch", Files: files, Links: links, Jumps: jumps, Fields: fields(), Works: w.works(),
		Home: w.cards(), Find: w.finders(), Roles: []kit.Role{kit.Hire, kit.Teach}, Sample: "sample.codematch",
		Traces: w.traces(), Accounts: w.accounts(), Panels: []kit.Panel{{Kind: kit.Person, Side: true, Order: 66, Show: w.personPanel}},
		Routes: kit.Routes(w.screen, map[string]func(*screen) error{
			"GET " + codePath:                      w.ask,
			"POST " + codePath:                     w.search,
			"GET " + searchesPath + "/{id}":        w.answer,
			"GET " + searchesPath + "/{id}/{n}":    w.answer,
			"POST " + searchesPath + "/{id}/{n}":   w.judge,
			"GET " + searchesPath + "/{id}/export": w.export,
			"GET " + comparePath:                   w.comparing,
			"POST " + comparePath:                  w.compare,
			"GET " + repositoriesPath:              w.repositories,
			"POST " + repositoriesPath:             w.index,
			"GET " + filesPath:                     w.files,
			"GET " + deletePath:                    w.deleting,
			"POST " + deletePath:                   w.delete,
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
// conversation, both texts whole and every aligned line.
const answerRoom = 8 << 20

func (w *web) screen(s *kit.Screen) *screen {
	return &screen{Screen: s.WithBudget(answerRoom), now: w.now}
}

func links(s *kit.Screen) []kit.Link {
	if !s.May(opCode) {
		return nil
	}
	return []kit.Link{{ID: linkCode, Text: s.T("nav.code"), Path: codePath, Back: s.T("error.toCode")}}
}

// jumps leads the command palette to the pages of the room and to a repository that is typed.
func jumps(s *kit.Screen) []kit.Jump {
	var list []kit.Jump
	if s.May(opCompare) {
		list = append(list, kit.Jump{Name: s.T("codematch.compare"), Kind: s.T("palette.page"), Path: comparePath})
	}
	if s.May(opList) {
		list = append(list, kit.Jump{Name: s.T("codematch.repositories"), Kind: s.T("palette.page"), Path: repositoriesPath})
	}
	if s.May(opRepository) {
		list = append(list, kit.Jump{Kind: s.T("palette.codematch"), Path: codePath + "?" + fieldKind + "=" + kindRepository + "&" + fieldRepository + "=", Typed: true})
	}
	return list
}

// fields are the words for the fields that findings name.
func fields() map[string]string {
	return map[string]string{
		"code": "codematch.code", "language": "codematch.language", "file_url": "codematch.file", "repository_url": "codematch.repository",
		"allow_repositories": "codematch.allow", "languages": "codematch.languages", "license_policy": "codematch.policy",
		"verify": "codematch.verify", "depth": "codematch.depth", "top_k": "codematch.top", "granularity": "codematch.granularity", "mode": "codematch.mode",
		"branch": "codematch.branch", "name": "codematch.archiveName", "content": "codematch.archive", "note": "codematch.note",
		"a": "codematch.first", "b": "codematch.second", "path": "codematch.path",
	}
}

func searchPath(id string) string { return searchesPath + "/" + url.PathEscape(id) }

// filePath is the page of a file or folder of an indexed repository.
func filePath(repository, path string) string {
	q := url.Values{fieldRepository: {repository}}
	if path != "" {
		q.Set(fieldPath, path)
	}
	return filesPath + "?" + q.Encode()
}
