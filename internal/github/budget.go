package github

import (
	"time"
)

// Budget is what a question cost and what the token has left.
type Budget struct {
	Requests  int       `json:"requests" doc:"HTTP requests that left for this answer, retries and archives included."`
	Remaining int       `json:"remaining" doc:"Requests (without a token) or points (with one) that GitHub still allows until reset_at; -1 where it has not said."`
	ResetAt   time.Time `json:"reset_at,omitzero" doc:"When GitHub counts anew."`
}

// Limit is how much of a resource ("core", "graphql", "search") a token has left.
type Limit struct {
	Of        int       `json:"limit"`
	Remaining int       `json:"remaining"`
	ResetAt   time.Time `json:"reset_at,omitzero"`
}
