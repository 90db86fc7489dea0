package dossier_test

import (
	"testing"

	"kadry/internal/dossier"
	"kadry/internal/dossier/source"
	"kadry/internal/fault"
)

// Who is deleted from the CV base is in no report after the next sweep; others stay, and while
// the base cannot be asked so does everybody.
func TestSweep(t *testing.T) {
	t.Parallel()
	r := newRoom(t)
	made := struct {
		ID string `json:"report_id"`
	}{}
	input := `{"role":"Go developer","skills":["Go"],"without_market":true,"candidates":[{"candidate_id":"cv_oleg"},{"github_username":"ivanov1"}]}`
	if err := r.call(t.Context(), t, "evaluate_candidates", input, &made); err != nil {
		t.Fatal(err)
	}
	people := func() int {
		t.Helper()
		c, _, err := r.shelf.Get(t.Context(), "acme", made.ID)
		if err != nil {
			t.Fatal(err)
		}
		return len(c.Subjects)
	}
	for name, c := range map[string]struct{ err error }{
		"there": {}, "no such room": {source.ErrAbsent}, "out of reach": {fault.E(fault.Unavailable, fault.Say("Down.", "Недоступно."), nil)},
	} {
		r.fails["get_candidate_details"] = c.err
		if gone, err := dossier.Sweep(t.Context(), r.parts); gone != 0 || people() != 2 || (err == nil) == (name == "out of reach") {
			t.Errorf("%s: %d gone, %d left, %v", name, gone, people(), err)
		}
	}
	r.fails["get_candidate_details"] = fault.E(fault.NotFound, fault.Say("No candidate.", "Нет кандидата."), nil)
	if gone, err := dossier.Sweep(t.Context(), r.parts); err != nil || gone != 1 || people() != 1 {
		t.Errorf("%d gone, %d left, %v", gone, people(), err)
	}
}
