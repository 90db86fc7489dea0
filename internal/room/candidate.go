package room

import (
	"context"
	"errors"

	"kadry/internal/fault"
)

// AskCandidate is the operation by which Candidate asks; a room that calls it lists it in Asks.
const AskCandidate = "get_candidate_details"

// Candidate reports nothing where the base of CVs holds a candidate for the caller of ctx, and
// fault.Invalid about the field candidate_id where it does not or where there is no such base.
func (h House) Candidate(ctx context.Context, id string) error {
	in := struct {
		ID       string   `json:"candidate_id"`
		Sections []string `json:"sections"`
		MaxChars int      `json:"max_chars"`
	}{id, []string{"languages"}, 100}
	err := h.Ask(ctx, AskCandidate, in, &struct{}{})
	if errors.Is(err, ErrAbsent) || fault.KindOf(err) == fault.NotFound {
		return fault.Wrong("candidate_id", fault.Say("the base has no such candidate", "такого кандидата в базе нет"))
	}
	return err
}
