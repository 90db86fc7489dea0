package interviewweb

import (
	"encoding/json"
	"strings"

	"kadry/internal/interview"
	"kadry/internal/webui/kit"
)

// accounts are the interviews of a person of the CV base, with what was said and how it was judged.
func (w *web) accounts() []kit.Account {
	return []kit.Account{{Kind: kit.Person, Order: 30, ID: "interviews", Tell: func(k *kit.Screen, about kit.Subject) (kit.Told, error) {
		s := w.screen(k)
		if about.Blind || !s.May(opGet) {
			return kit.Told{}, nil // answers name people and employers
		}
		sessions, err := w.newestSessions(s.Request.Context(), s, interview.Filter{UserID: about.ID})
		if err != nil || len(sessions) == 0 {
			return kit.Told{}, err
		}
		facts := make([]json.RawMessage, len(sessions))
		var text strings.Builder
		for i, one := range sessions {
			a, err := s.Answer(opGet, map[string]any{"session_id": one.ID, "include": []string{"evidence", "marks", "transcript"}, "response_format": "markdown"})
			if err != nil {
				return kit.Told{}, err
			}
			var said struct {
				Next string `json:"next"` // is for whoever conducts it
			}
			if err := json.Unmarshal(a.JSON, &said); err != nil {
				return kit.Told{}, err
			}
			facts[i] = a.JSON
			text.WriteString(strings.TrimSuffix(strings.TrimSpace(a.Text), said.Next) + "\n")
		}
		return kit.Told{Facts: facts, Text: text.String()}, nil
	}}}
}
