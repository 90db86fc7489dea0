package talentweb

import (
	"context"
	"net/http"

	"kadry/internal/webui/kit"
)

// deleting asks before a candidate is deleted, and says what goes and what stays.
func (w *web) deleting(s *screen) error {
	if !s.May(opDelete) {
		return kit.Denied()
	}
	f := file{search: readSearch(s.Request.URL.Query())}
	err := s.Run(opDetails, func(ctx context.Context) error { return w.open(ctx, s, &f) })
	if err != nil {
		return err
	}
	if f.goes, err = s.Traces(f.subject(s)); err != nil {
		return err
	}
	return s.Show(http.StatusOK, deletePage(s, f))
}

// delete deletes a candidate through the operation, and goes back to the list.
func (w *web) delete(s *screen) error {
	var done struct {
		Deleted bool `json:"deleted"`
	}
	err := s.Call(opDelete, struct {
		ID      string `json:"candidate_id"`
		Confirm bool   `json:"confirm"`
	}{s.Request.PathValue("id"), true}, &done)
	if err != nil {
		return err
	}
	s.Redirect("/candidates?deleted=1")
	return nil
}
