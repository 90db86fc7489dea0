package codematchweb

import (
	"net/url"
	"slices"

	"kadry/internal/webui/kit"
)

// stateFailed is of a repository that could not be read.
const stateFailed = "failed"

func (w *web) cards() []kit.Card {
	return []kit.Card{
		{Title: "home.code.failed", Path: repositoriesPath, Order: 40, Eye: true, Show: w.unread},
		{Title: "home.code.indexed", Path: repositoriesPath, Order: 50, Show: w.indexed},
	}
}

// unread are repositories that could not be read, among those of the first page.
func (w *web) unread(s *kit.Screen) (kit.Findings, error) {
	own := w.screen(s)
	l, err := own.shelf(asking{Limit: perPage})
	failed := slices.DeleteFunc(l.Items, func(r repository) bool { return r.State != stateFailed })
	return kit.Findings{Lines: own.repositoryLines(failed), Total: len(failed)}, err
}

// indexed are the first repositories that can be searched.
func (w *web) indexed(s *kit.Screen) (kit.Findings, error) {
	own := w.screen(s)
	l, err := own.shelf(asking{Limit: kit.FoundAtOnce})
	return kit.Findings{Lines: own.repositoryLines(l.Items), Total: l.Total}, err
}

func (s *screen) repositoryLines(list []repository) []kit.Line {
	lines := make([]kit.Line, min(len(list), kit.FoundAtOnce))
	for i := range lines {
		r := list[i]
		lines[i] = kit.Line{Title: r.URL, Note: s.T("codematch.state." + among(r.State, states)), Path: filePath(r.URL, "")}
		if r.State == stateFailed {
			lines[i].Path = repositoriesPath + "?" + url.Values{"q": {r.URL}}.Encode()
		}
	}
	return lines
}

func (w *web) finders() []kit.Finder {
	return []kit.Finder{{
		Title: "find.repositories", Order: 50, May: func(s *kit.Screen) bool { return s.May(opList) },
		Path: func(words string) string { return repositoriesPath + "?q=" + url.QueryEscape(words) },
		Find: func(s *kit.Screen, words string) (kit.Findings, error) {
			own := w.screen(s)
			l, err := own.shelf(asking{Query: words, Limit: kit.FoundAtOnce})
			return kit.Findings{Lines: own.repositoryLines(l.Items), Total: l.Total}, err
		},
	}}
}
