package pipelineweb

import "kadry/internal/webui/kit"

// accounts are what people decided and noted on a person.
func (w *web) accounts() []kit.Account {
	return []kit.Account{{Kind: kit.Person, Order: 20, ID: "decisions", Tell: func(k *kit.Screen, about kit.Subject) (kit.Told, error) {
		s := w.screen(k)
		d, err := w.read(s, about.ID, about.Blind, ofPerson{Limit: 200})
		if err != nil {
			return kit.Told{}, err
		}
		for next := d.Next; next != ""; {
			more, err := w.read(s, about.ID, about.Blind, ofPerson{Limit: 200, Cursor: next})
			if err != nil {
				return kit.Told{}, err
			}
			d.Items, next = append(d.Items, more.Items...), more.Next
		}
		return kit.Told{Facts: d.Biography, Text: "# " + s.T("pipeline.decision") + "\n" + d.Decisions(s.Lang)}, nil
	}}}
}
