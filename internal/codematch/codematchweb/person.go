package codematchweb

import (
	"encoding/json"
	"strings"

	"github.com/a-h/templ"

	"kadry/internal/webui/kit"
)

// personPath is where the page of a candidate of the CV base is, before the id.
const personPath = "/candidates/"

const (
	newestChecks = 3   // shown on the page of a person
	mostChecks   = 100 // told in a file: as many as a list answers
)

// personPanel is how the code of a person of the CV base was checked, and the way to check some.
func (w *web) personPanel(k *kit.Screen, about kit.Subject) (templ.Component, error) {
	s := w.screen(k)
	if about.Blind || !s.May(opSearches) {
		return nil, nil //nolint:nilnil // nothing to say: addresses and comments name people
	}
	list, err := s.searches(about.ID, newestChecks)
	if err != nil || len(list) == 0 && !s.May(opCode) {
		return nil, err
	}
	return personChecks(s, about.ID, list), nil
}

// accounts are the checks of a person's code for the file of everything that is known of them.
func (w *web) accounts() []kit.Account {
	return []kit.Account{{Kind: kit.Person, Order: 60, ID: "code_checks", Tell: func(k *kit.Screen, about kit.Subject) (kit.Told, error) {
		s := w.screen(k)
		if about.Blind || !s.May(opExport) {
			return kit.Told{}, nil
		}
		list, err := s.searches(about.ID, mostChecks)
		if err != nil || len(list) == 0 {
			return kit.Told{}, err
		}
		facts := make([]json.RawMessage, len(list))
		var text strings.Builder
		for i, one := range list {
			document, err := s.exported(one.ID, "json")
			if err != nil {
				return kit.Told{}, err
			}
			facts[i] = json.RawMessage(document.Text)
			read, err := s.exported(one.ID, "markdown")
			if err != nil {
				return kit.Told{}, err
			}
			text.WriteString(strings.TrimSpace(read.Text) + "\n\n")
		}
		return kit.Told{Facts: facts, Text: text.String()}, nil
	}}}
}

// traces are the checks of a person's code, which go with them.
func (w *web) traces() []kit.Trace {
	return []kit.Trace{{Kind: kit.Person, Order: 50, Told: func(k *kit.Screen, about kit.Subject) (string, error) {
		list, err := w.screen(k).searches(about.ID, mostChecks)
		if err != nil || len(list) == 0 {
			return "", err
		}
		return k.N("trace.checks", len(list)), nil
	}}}
}
