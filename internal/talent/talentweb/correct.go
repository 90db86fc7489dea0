package talentweb

import (
	"context"
	"net/http"
	"net/url"
	"strconv"

	"kadry/internal/fault"
	"kadry/internal/talent"
	"kadry/internal/webui/kit"
)

// formLimit is the size of a form in bytes; the longest CV fills a tenth of it.
const formLimit = 1 << 20

// correcting is everything the page shows on which a record is put right.
type correcting struct {
	talent.History

	form  form
	fault *kit.Fault
	done  bool // something was just corrected
}

// correct shows the fields of a candidate to be put right, and who said what before.
func (w *web) correct(s *screen) error {
	c, err := w.correctingOf(s)
	if err != nil {
		return err
	}
	c.form = formOf(c.Shown)
	c.done = s.Request.URL.Query().Has("done")
	return s.Show(http.StatusOK, correctPage(s, c))
}

func (w *web) correctingOf(s *screen) (c correcting, err error) {
	if !s.May(opCorrect) {
		return c, kit.Denied()
	}
	err = s.Run(opHistory, func(ctx context.Context) (err error) {
		c.History, err = w.base.History(ctx, s.Caller.Tenant, s.Request.PathValue("id"))
		return err
	})
	return c, err
}

// saveCorrection says through the operation what of the form differs from what is shown.
func (w *web) saveCorrection(s *screen) error {
	sent, err := s.sent()
	if err != nil {
		return err
	}
	c, err := w.correctingOf(s)
	if err != nil {
		return err
	}
	c.form = formFrom(sent)
	if err = s.Call(opCorrect, c.form.call(c.Stored.ID, formOf(c.Shown)), &struct{}{}); err == nil {
		s.Redirect(correctPath(c.Stored.ID) + "?done=1")
		return nil
	}
	c.fault = fault.From(err)
	return s.Show(kit.Status(c.fault), correctPage(s, c))
}

// takeBack takes one correction back.
func (w *web) takeBack(s *screen) error {
	sent, err := s.sent()
	if err != nil {
		return err
	}
	id := s.Request.PathValue("id")
	number, err := strconv.Atoi(sent.Get("correction"))
	if err != nil {
		return fault.Wrong("take_back", fault.Say("is no number", "не число"))
	}
	if err := s.Call(opCorrect, map[string]any{"candidate_id": id, "reason": sent.Get("reason"), "take_back": []int{number}}, &struct{}{}); err != nil {
		return err
	}
	s.Redirect(correctPath(id) + "?done=1")
	return nil
}

// link keeps what a person decided of two candidates.
func (w *web) link(s *screen) error {
	sent, err := s.sent()
	if err != nil {
		return err
	}
	id := s.Request.PathValue("id")
	if err := s.Call(opLink, map[string]string{
		"candidate_id": id, "other_candidate_id": sent.Get("other"), "decision": sent.Get("decision"), "reason": sent.Get("reason"),
	}, &struct{}{}); err != nil {
		return err
	}
	s.Redirect(correctPath(id) + "?done=1")
	return nil
}

// sent is the form of a request.
func (s *screen) sent() (url.Values, error) {
	s.Request.Body = http.MaxBytesReader(s.Out, s.Request.Body, formLimit)
	if err := s.Request.ParseForm(); err != nil {
		return nil, kit.Unreadable(err, formLimit)
	}
	return s.Request.Form, nil
}

func correctPath(id string) string { return "/candidates/" + url.PathEscape(id) + "/correct" }
