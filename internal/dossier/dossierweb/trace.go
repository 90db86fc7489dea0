package dossierweb

import "kadry/internal/webui/kit"

// mostTold is how many reports a page counts.
const mostTold = 100

// traces are the places of a person of the CV base in hiring reports.
func (w *web) traces() []kit.Trace {
	return []kit.Trace{{
		Kind: kit.Person, Order: 30,
		Told: func(k *kit.Screen, about kit.Subject) (string, error) {
			s := w.screen(k)
			held, err := s.holding(about.ID)
			if err != nil || len(held) == 0 {
				return "", err
			}
			return s.N("trace.reports", len(held)), nil
		},
	}}
}
