package dossierweb

import (
	"net/http"
	"net/url"
	"strings"

	"kadry/internal/dossier/report"
	"kadry/internal/dossier/verdict"
	"kadry/internal/fault"
	"kadry/internal/webui/kit"
)

// formLimit bounds a form in bytes: it is what the operation takes.
const formLimit = 32 << 20

// reports lists what is kept beside the form of a new one.
func (w *web) reports(s *screen) error {
	v := s.Request.URL.Query()
	return w.start(s, http.StatusOK, newForm(v), v.Get("cursor"))
}

func (w *web) start(s *screen, status int, f form, cursor string) error {
	list, err := s.shelf(cursor)
	if err != nil {
		return err
	}
	return s.Show(status, startPage(s, list, f, cursor))
}

// create makes a report of what was typed. What is wrong is said beside its field.
func (w *web) create(s *screen) error {
	if !s.May(opEvaluate) {
		return kit.Denied()
	}
	v, err := s.parse()
	if err != nil {
		return err
	}
	f := newForm(v)
	if v.Has(fieldMore) {
		return w.start(s, http.StatusOK, f, "")
	}
	o, err := f.order()
	if err == nil {
		err = s.make(o)
	}
	if err == nil {
		return nil
	}
	f.fault = inForm(fault.From(err))
	return w.start(s, kit.Status(f.fault), f, "")
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

// make runs the operation, or begins it where it is long, and leads to what it makes.
func (s *screen) make(o order) error {
	if len(o.People) > mostInCall {
		return s.Submit(opEvaluate, o)
	}
	var made ofReport
	if err := s.Call(opEvaluate, o, &made); err != nil {
		return err
	}
	s.Redirect(reportPath(made.ID))
	return nil
}

// parse reads a form.
func (s *screen) parse() (url.Values, error) {
	s.Request.Body = http.MaxBytesReader(s.Out, s.Request.Body, formLimit)
	if err := s.Request.ParseForm(); err != nil {
		return nil, kit.Unreadable(err, formLimit)
	}
	return s.Request.Form, nil
}

// report shows a kept report.
func (w *web) report(s *screen) error {
	k, err := s.load(s.Request.PathValue("id"))
	if err != nil {
		return err
	}
	return s.Show(http.StatusOK, reportPage(s, k))
}

// sheet is one person of a report.
type sheet struct {
	of  kept
	who report.Candidate
	talk
	given ruling // as typed
	fault *fault.Error
}

// wrong is what was said of the decision: all findings, else the fault itself.
func (p sheet) wrong() []fault.Text {
	var list []fault.Text
	for _, f := range p.fault.Fields {
		list = append(list, f.Text)
	}
	if len(list) == 0 {
		list = append(list, p.fault.Text)
	}
	return list
}

// one finds a person of a report.
func (w *web) one(s *screen) (sheet, error) {
	k, err := s.load(s.Request.PathValue("id"))
	if err != nil {
		return sheet{}, err
	}
	c, err := k.Find(s.Request.PathValue("cid"))
	return sheet{of: k, who: c}, err
}

// person shows one person of a report.
func (w *web) person(s *screen) error {
	p, err := w.one(s)
	if err != nil {
		return err
	}
	return s.showPerson(p)
}

func (s *screen) showPerson(p sheet) (err error) {
	if p.talk, err = s.talk(ofPerson{Report: p.of.ID, ID: p.who.ID}); err != nil {
		return err
	}
	return s.Show(kit.Status(p.fault), personPage(s, p))
}

// decide records what a person decided.
func (w *web) decide(s *screen) error {
	v, err := s.parse()
	if err != nil {
		return err
	}
	p, err := w.one(s)
	if err != nil {
		return err
	}
	p.given = ruling{
		Report: p.of.ID, Candidate: p.who.ID,
		Decision: verdict.Decision(v.Get(fieldDecision)), Reason: strings.TrimSpace(v.Get(fieldReason)),
	}
	if p.given.Reason == "" {
		err = fault.Wrong("reason", fault.Say("say why: whoever reads it later must understand", "напишите, почему: это прочтут позже и должны понять"))
	} else {
		err = s.Call(opOverride, p.given, &struct{}{})
	}
	if f := fault.From(err); err != nil && f.Kind == fault.Invalid {
		p.fault = f
		return s.showPerson(p)
	}
	if err != nil {
		return err
	}
	s.Redirect(personPath(p.of.ID, p.who.ID))
	return nil
}

// deleting asks before a report is deleted.
func (w *web) deleting(s *screen) error {
	if !s.May(opDelete) {
		return kit.Denied()
	}
	k, err := s.load(s.Request.PathValue("id"))
	if err != nil {
		return err
	}
	return s.Show(http.StatusOK, deletePage(s, k))
}

func (w *web) delete(s *screen) error {
	if err := s.remove(removal{Report: s.Request.PathValue("id")}); err != nil {
		return err
	}
	s.Redirect(reportsPath)
	return nil
}

// forgetting asks before a person is taken out of all reports.
func (w *web) forgetting(s *screen) error {
	if !s.May(opDelete) {
		return kit.Denied()
	}
	p, err := w.one(s)
	if err != nil {
		return err
	}
	return s.Show(http.StatusOK, forgetPage(s, p))
}

func (w *web) forget(s *screen) error {
	if err := s.remove(removal{Person: s.Request.PathValue("cid")}); err != nil {
		return err
	}
	s.Redirect(reportsPath)
	return nil
}

func reportPath(id string) string { return reportsPath + "/" + url.PathEscape(id) }

func personPath(id, person string) string {
	return reportPath(id) + "/candidates/" + url.PathEscape(person)
}
