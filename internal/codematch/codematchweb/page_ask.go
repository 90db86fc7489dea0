package codematchweb

import (
	"net/http"
	"net/url"

	"kadry/internal/fault"
	"kadry/internal/webui/kit"
)

// formLimit bounds a form in bytes: a megabyte of code, escaped for a form.
const formLimit = 5 << 20

// lastSearches is how many kept answers the page of the question lists.
const lastSearches = 10

// start is the page of the question.
type start struct {
	form     form
	shelf    shelf
	searches []kept
}

// ask shows the form with the last answers.
func (w *web) ask(s *screen) error {
	return s.start(http.StatusOK, newForm(s.Request.URL.Query()))
}

func (s *screen) start(status int, f form) (err error) {
	p := start{form: f}
	if p.shelf, err = s.shelf(asking{Limit: mostListed}); err != nil {
		return err
	}
	if p.searches, err = s.searches(f.candidate, lastSearches); err != nil {
		return err
	}
	return s.Show(status, startPage(s, p))
}

// search finds at once what can be found at once, and begins long work of the rest. What is
// wrong is said beside its field.
func (w *web) search(s *screen) error {
	v, err := s.parse()
	if err != nil {
		return err
	}
	f := newForm(v)
	operation, q, err := f.asked()
	if !s.May(operation) {
		return kit.Denied()
	}
	if err == nil {
		err = s.run(operation, q)
	}
	if err == nil {
		return nil
	}
	f.fault = inForm(fault.From(err))
	return s.start(kit.Status(f.fault), f)
}

// run leads to the answer, or to the work that makes it. A server that runs no long work
// answers everything at once.
func (s *screen) run(operation string, q question) error {
	if !q.quick() {
		if err := s.Submit(operation, q); fault.KindOf(err) != fault.Denied {
			return err
		}
	}
	var m made
	err := s.Call(operation, q, &m)
	if q.quick() && fault.KindOf(err) == fault.Timeout {
		return s.Submit(operation, q)
	}
	if err != nil {
		return err
	}
	s.Redirect(searchPath(m.ID))
	return nil
}

// inForm is a fault over a form that says beside every field what is wrong with it.
func inForm(f *fault.Error) *fault.Error {
	if len(f.Fields) == 0 {
		return f
	}
	over := *f
	over.Text = fault.Say("Something in the form has to be put right.", "В форме нужно кое-что поправить.")
	return &over
}

// parse reads a form.
func (s *screen) parse() (url.Values, error) {
	s.Request.Body = http.MaxBytesReader(s.Out, s.Request.Body, formLimit)
	if err := s.Request.ParseForm(); err != nil {
		return nil, kit.Unreadable(err, formLimit)
	}
	return s.Request.Form, nil
}
