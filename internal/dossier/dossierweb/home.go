package dossierweb

import (
	"strings"

	"kadry/internal/dossier"
	"kadry/internal/webui/kit"
)

// looked is how many of the newest reports a search looks through.
const looked = 100

// shelfOf is what list_hiring_reports takes here.
type shelfOf struct {
	Limit int `json:"limit"`
}

func cards() []kit.Card {
	return []kit.Card{{Title: "home.report.newest", Path: reportsPath, Order: 40, Show: newest}}
}

func newest(s *kit.Screen) (kit.Findings, error) {
	var l shelf
	err := s.Call(opList, shelfOf{kit.FoundAtOnce}, &l)
	return kit.Findings{Lines: lines(s, l.Items), More: l.Next != ""}, err
}

func finders() []kit.Finder {
	return []kit.Finder{{
		Title: "find.reports", Order: 60, May: func(s *kit.Screen) bool { return s.May(opList) },
		Path: func(string) string { return reportsPath },
		Find: findReports,
	}}
}

// findReports looks for the words in the roles of the newest reports.
func findReports(s *kit.Screen, words string) (kit.Findings, error) {
	var l shelf
	if err := s.Call(opList, shelfOf{looked}, &l); err != nil {
		return kit.Findings{}, err
	}
	var fitting []dossier.Kept
	for _, k := range l.Items {
		if strings.Contains(caseless(k.Role), caseless(words)) {
			fitting = append(fitting, k)
		}
	}
	shown := fitting[:min(len(fitting), kit.FoundAtOnce)]
	return kit.Findings{Lines: lines(s, shown), Total: len(fitting)}, nil
}

func lines(s *kit.Screen, list []dossier.Kept) []kit.Line {
	out := make([]kit.Line, len(list))
	for i, k := range list {
		out[i] = kit.Line{Title: k.Role, Note: s.N("home.report.people", k.People) + " · " + s.Date(k.At), Path: reportPath(k.ID)}
	}
	return out
}

// caseless is a text as it is compared: case and ё do not count.
func caseless(text string) string { return strings.ReplaceAll(strings.ToLower(text), "ё", "е") }
