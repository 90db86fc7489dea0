package dossierweb

import "kadry/internal/webui/kit"

// mostTold is how many reports a page counts.
const mostTold = 100

// traces are the places of a person of the CV base in hiring reports.
func traces() []kit.Trace {
	return []kit.Trace{{
		Kind: kit.Person, Order: 30,
		Told: func(s *kit.Screen, about kit.Subject) (string, error) {
			var found struct {
				Items []struct{} `json:"items"`
			}
			err := s.Call(opList, struct {
				Person string `json:"candidate"`
				Limit  int    `json:"limit"`
			}{about.ID, mostTold}, &found)
			if err != nil || len(found.Items) == 0 {
				return "", err
			}
			return s.N("trace.reports", len(found.Items)), nil
		},
	}}
}
