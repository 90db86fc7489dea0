package dossierweb

import (
	"strings"
	"time"

	"github.com/a-h/templ"

	"kadry/internal/dossier"
	"kadry/internal/dossier/export"
	"kadry/internal/dossier/report"
	"kadry/internal/webui/kit"
)

// newestPlaces is how many reports the page of a person shows.
const newestPlaces = 3

// place is where a person of the CV base stands in one report.
type place struct {
	of  kept
	who report.Candidate
}

// placesOf are the newest places of a person in reports, and how many there are in all.
func (s *screen) placesOf(person string, most int) (places []place, total int, err error) {
	list, err := s.holding(person)
	if err != nil {
		return nil, 0, err
	}
	for _, k := range list[:min(len(list), most)] {
		of, err := s.load(k.ID)
		if err != nil {
			return nil, 0, err
		}
		who, err := of.Find(person)
		if err != nil {
			return nil, 0, err
		}
		places = append(places, place{of: of, who: who})
	}
	return places, len(list), nil
}

// holding are the reports with a person of the CV base.
func (s *screen) holding(person string) ([]dossier.Kept, error) {
	var found shelf
	err := s.Call(opList, struct {
		Person string `json:"candidate"`
		Limit  int    `json:"limit"`
	}{person, mostTold}, &found)
	return found.Items, err
}

// accounts are the places of a person in reports, without anybody else of them.
func (w *web) accounts() []kit.Account {
	return []kit.Account{{Kind: kit.Person, Order: 40, ID: "hiring_reports", Tell: func(k *kit.Screen, about kit.Subject) (kit.Told, error) {
		s := w.screen(k)
		if about.Blind || !s.May(opGet) {
			return kit.Told{}, nil // a report names people
		}
		places, _, err := s.placesOf(about.ID, mostTold)
		if err != nil || len(places) == 0 {
			return kit.Told{}, err
		}
		var text strings.Builder
		facts := make([]placeFacts, len(places))
		for i, p := range places {
			facts[i] = placeFacts{Report: p.of.ID, Role: p.of.Role, At: p.of.At, Candidate: p.who}
			text.WriteString(export.Place(p.of.Report, p.who))
		}
		return kit.Told{Facts: facts, Text: text.String()}, nil
	}}}
}

// placeFacts is a place in a report for programs.
type placeFacts struct {
	Report    string           `json:"report_id"`
	Role      report.Role      `json:"role"`
	At        time.Time        `json:"made_at"`
	Candidate report.Candidate `json:"candidate"`
}

// personPanel is where a person stands in the newest reports, and the way to a new one.
func (w *web) personPanel(k *kit.Screen, about kit.Subject) (templ.Component, error) {
	s := w.screen(k)
	if about.Blind || !s.May(opList) || !s.May(opGet) {
		return nil, nil //nolint:nilnil // nothing to say
	}
	places, total, err := s.placesOf(about.ID, newestPlaces)
	if err != nil || total == 0 && !s.May(opEvaluate) {
		return nil, err
	}
	return personReports(s, about, places, total), nil
}
