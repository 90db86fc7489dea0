package pipelineweb

import "kadry/internal/webui/kit"

// traces are the stages, history, notes and tags of a person of the CV base.
func traces() []kit.Trace {
	return []kit.Trace{{
		Kind: kit.Person, Order: 10,
		Told: func(s *kit.Screen, about kit.Subject) (string, error) {
			var kept struct {
				Total int `json:"total"`
			}
			err := s.Call(opHistory, struct {
				Candidate string `json:"candidate_id"`
				Limit     int    `json:"limit"`
			}{about.ID, 1}, &kept)
			if err != nil || kept.Total == 0 {
				return "", err
			}
			return s.N("trace.decisions", kept.Total), nil
		},
	}}
}
