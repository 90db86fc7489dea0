package webui

import (
	"net/http"
	"strings"
	"time"

	"kadry/internal/fault"
	"kadry/internal/webui/kit"
)

// findTime is how long one kind of things is looked for.
const findTime = time.Second

// found is what the search box found.
type found struct {
	words string
	parts []part[kit.Finder, kit.Findings]
}

// search looks in every room for the words of the search box. For the command palette it is
// the lines alone.
func (w *Front) search(s *kit.Screen) error {
	words := strings.TrimSpace(s.Request.URL.Query().Get("q"))
	runes := []rune(strings.ToValidUTF8(words, ""))
	f := found{words: string(runes[:min(len(runes), kit.WordsLimit)])}
	if f.words != "" {
		f.parts = gather(s, s.Finders(), findTime, func(s *kit.Screen, one kit.Finder) (kit.Findings, error) { return one.Find(s, f.words) })
	}
	if s.Fragment() {
		return s.Show(http.StatusOK, paletteFound(s, f))
	}
	return s.Show(http.StatusOK, searchPage(s, f))
}

// jumps are the places of the command palette. Who comes without a script gets the page that finds
// them by words.
func jumps(s *kit.Screen) error {
	if !s.Fragment() {
		s.Redirect(kit.SearchPath)
		return nil
	}
	return s.Show(http.StatusOK, kit.Jumps(s))
}

// some are the kinds of which something was found, or that failed.
func (f found) some() []part[kit.Finder, kit.Findings] {
	var list []part[kit.Finder, kit.Findings]
	for _, p := range f.parts {
		if denied := fault.KindOf(p.err) == fault.Denied; !denied && (p.err != nil || len(p.got.Lines) > 0) {
			list = append(list, p)
		}
	}
	return list
}

// more reports that the page of a kind shows more than the search does.
func more(f kit.Findings) bool { return f.More || f.Total > len(f.Lines) }

// allOf is the text of the link to the page of a kind.
func allOf(s *kit.Screen, f kit.Findings) string {
	if f.Total > len(f.Lines) {
		return s.T("find.count", "Count", s.Number(f.Total))
	}
	return s.T("find.all")
}
