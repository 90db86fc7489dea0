package webui

import (
	"context"
	"encoding/json"
	"net/http"

	"kadry/internal/fault"
)

// deleting asks before a candidate is deleted, and says what goes and what stays.
func (w *site) deleting(s *screen) error {
	if !s.may(opDelete) {
		return notAllowed()
	}
	f := file{ask: readAsk(s.r.URL.Query())}
	err := s.read(opDetails, func(ctx context.Context) error { return w.open(ctx, s, &f) })
	if err != nil {
		return err
	}
	return s.show(http.StatusOK, deletePage(s, f))
}

// delete deletes a candidate through the operation, and goes back to the list.
func (w *site) delete(s *screen) error {
	var done struct {
		Deleted bool `json:"deleted"`
	}
	err := s.call(opDelete, struct {
		ID      string `json:"candidate_id"`
		Confirm bool   `json:"confirm"`
	}{s.r.PathValue("id"), true}, &done)
	if err != nil {
		return err
	}
	s.redirect("/candidates?deleted=1")
	return nil
}

// call runs an operation the way every front does.
func (s *screen) call(name string, in, out any) error {
	o, err := s.site.Registry.Lookup(name)
	if err != nil {
		return notAllowed()
	}
	args, err := json.Marshal(in)
	if err != nil {
		return err
	}
	result, err := s.site.Pipeline.Call(s.r.Context(), o, args)
	if err != nil {
		return err
	}
	return json.Unmarshal(result.JSON, out)
}

func notAllowed() error {
	return fault.E(fault.Denied, fault.Say("This access does not cover this action.", "Этот доступ не включает это действие."), nil).
		WithHint(fault.Say("Ask whoever gave you the token.", "Обратитесь к тому, кто выдал токен."))
}
