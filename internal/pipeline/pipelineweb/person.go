package pipelineweb

import (
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/a-h/templ"

	"kadry/internal/fault"
	"kadry/internal/pipeline"
	"kadry/internal/webui/kit"
)

// Buttons of a person's forms.
const (
	fieldDo     = "do"
	doShortlist = "shortlist"
	doStage     = "stage"
	doPostpone  = "postpone"
	doReject    = "reject"
	doNote      = "note"
	doTag       = "tag"
	fieldText   = "text"
	fieldUntag  = "untag"
	fieldFormat = "format"
)

// subject is a person as the panels and the page show them.
type subject struct {
	biography
	blind     bool
	name      string      // as the page shows it
	vacancies []placement // where they can be put
	chosen    string      // the vacancy that forms begin with
	back      string      // where forms lead to
	given     url.Values  // as typed
	fault     *fault.Error
	today     string
}

// placement is a vacancy with where the person stands in it.
type placement struct {
	ID, Title string
	Version   int // 0 where they are not in it
}

// shelfRead is how many open vacancies the forms offer.
const shelfRead = 100

// read fills what is known of a person.
func (w *web) read(s *screen, id string, blind bool, of ofPerson) (subject, error) {
	of.ID, of.Redact = id, blind
	d := subject{blind: blind, given: url.Values{}, today: w.Now().UTC().Format("2006-01-02")}
	if err := s.Call(opHistory, of, &d.biography); err != nil {
		return d, err
	}
	d.name = s.nameOf(d.Candidate, d.Name)
	return d, nil
}

// offer fills what the forms offer: vacancies the person is in, then the others.
func (s *screen) offer(d *subject, from string) error {
	for _, a := range d.Applications {
		if a.VacancyTitle != "" {
			d.vacancies = append(d.vacancies, placement{ID: a.Vacancy, Title: a.VacancyTitle, Version: a.Version})
		}
	}
	if s.May(opVacancies) {
		var open shelf
		if err := s.Call(opVacancies, ofShelf{Limit: shelfRead}, &open); err != nil {
			return err
		}
		for _, v := range open.Items {
			if !slices.ContainsFunc(d.vacancies, func(p placement) bool { return p.ID == v.ID }) {
				d.vacancies = append(d.vacancies, placement{ID: v.ID, Title: v.Title})
			}
		}
	}
	d.chosen = from
	return nil
}

// mayDecide reports whether the caller can move people.
func (s *screen) mayDecide() bool { return s.May(opShortlist) && s.May(opMove) }

// decisionPanel is what is decided on a person, and how to decide, beside their CV.
func (w *web) decisionPanel(from *kit.Screen, about kit.Subject) (templ.Component, error) {
	if !from.May(opHistory) {
		return nil, nil
	}
	s := w.screen(from)
	d, err := w.read(s, about.ID, about.Blind, ofPerson{Limit: 1})
	if err != nil {
		return nil, err
	}
	d.name, d.back = about.Name, s.Request.URL.RequestURI()
	if err := s.offer(&d, s.Request.URL.Query().Get(fieldVacancy)); err != nil {
		return nil, err
	}
	return decisionPart(s, d), nil
}

// historyPanel is what people decided and noted, below the facts of a CV.
func (w *web) historyPanel(from *kit.Screen, about kit.Subject) (templ.Component, error) {
	if !from.May(opHistory) {
		return nil, nil
	}
	s := w.screen(from)
	d, err := w.read(s, about.ID, about.Blind, ofPerson{Limit: 20})
	if err != nil {
		return nil, err
	}
	d.name = about.Name
	return historyPart(s, d), nil
}

// person is the page of everything decided and noted on somebody: to read, to print, and where
// a form is shown again that something was wrong with.
func (w *web) person(s *screen) error {
	d, err := w.whole(s)
	if err != nil {
		return err
	}
	return s.Show(http.StatusOK, personPage(s, d))
}

func (w *web) whole(s *screen) (subject, error) {
	v := s.Request.URL.Query()
	d, err := w.read(s, s.Request.PathValue("id"), v.Get(fieldBlind) != "", ofPerson{Limit: 200, Cursor: v.Get(fieldCursor)})
	if err != nil {
		return d, err
	}
	d.back = personPath(d.Candidate)
	if d.blind {
		d.back += "?" + fieldBlind + "=1"
	}
	return d, s.offer(&d, v.Get(fieldVacancy))
}

// decide does what a button of a person's forms says, and leads back.
func (w *web) decide(s *screen) error {
	v, err := s.parse()
	if err != nil {
		return err
	}
	err = w.obey(s, s.Request.PathValue("id"), v)
	if err == nil {
		s.Redirect(kit.Local(v.Get(fieldBack), personPath(s.Request.PathValue("id"))))
		return nil
	}
	if !shownInForm(err) {
		return err
	}
	d, failed := w.whole(s)
	if failed != nil {
		return failed
	}
	d.fault, d.given, d.chosen = inForm(fault.From(err)), v, v.Get(fieldVacancy)
	return s.Show(kit.Status(d.fault), personPage(s, d))
}

func (w *web) obey(s *screen, id string, v url.Values) error {
	if tag := v.Get(fieldUntag); tag != "" {
		return s.Call(opTag, tagging{ID: id, Remove: []string{tag}}, &struct{}{})
	}
	switch v.Get(fieldDo) {
	case doShortlist:
		return s.put(id, v, standingOf(v, pipeline.Shortlist))
	case doStage:
		return s.put(id, v, standingOf(v, pipeline.Stage(v.Get(fieldStage))))
	case doPostpone:
		return w.putChecked(s, id, v, pipeline.Postponed)
	case doReject:
		return w.putChecked(s, id, v, pipeline.Rejected)
	case doNote:
		text := strings.TrimSpace(v.Get(fieldText))
		if text == "" {
			return fault.Wrong("text", fault.Say("write something", "напишите что-нибудь"))
		}
		return s.Call(opNote, noting{id, text}, &struct{}{})
	case doTag:
		return s.Call(opTag, tagging{ID: id, Add: strings.FieldsFunc(v.Get(fieldTag), func(r rune) bool { return r == ',' || r == ';' })}, &struct{}{})
	}
	return fault.E(fault.Invalid, fault.Say("The form does not say what to do.", "В форме не сказано, что сделать."), nil)
}

type tagging struct {
	ID     string   `json:"candidate_id"`
	Add    []string `json:"add,omitempty"`
	Remove []string `json:"remove,omitempty"`
}

type noting struct {
	ID   string `json:"candidate_id"`
	Text string `json:"text"`
}

// putChecked is put for a stage that needs more: what is missing is told in words of the form.
func (w *web) putChecked(s *screen, id string, v url.Values, stage pipeline.Stage) error {
	to := standingOf(v, stage)
	if err := to.check(w); err != nil {
		return err
	}
	return s.put(id, v, to)
}

// put moves a person in the vacancy that was chosen, or puts them into it.
func (s *screen) put(id string, v url.Values, to standing) error {
	vacancy := v.Get(fieldVacancy)
	if vacancy == "" {
		return fault.Wrong("vacancy_id", fault.Say("choose a vacancy", "выберите вакансию"))
	}
	one := seen{ID: id, Version: kit.Count(v.Get(fieldVersion + vacancy))}
	if one.Version > 0 {
		return s.Call(opMove, movingOne{Vacancy: vacancy, Candidate: id, Version: one.Version, standing: to}, &struct{}{})
	}
	var done outcomes
	if err := s.Call(opShortlist, adding{Vacancy: vacancy, Candidates: []string{id}, standing: to}, &done); err != nil {
		return err
	}
	if done.Refused > 0 {
		return fault.E(fault.NotFound, fault.Text{EN: done.Items[0].Message, RU: done.Items[0].Message}, nil)
	}
	return nil
}

// deletingNote asks before a note is deleted.
func (w *web) deletingNote(s *screen) error {
	if !s.May(opDeleteNote) {
		return kit.Denied()
	}
	d, e, err := w.noteOf(s)
	if err != nil {
		return err
	}
	return s.Show(http.StatusOK, deleteNotePage(s, d, e))
}

// noteOf finds the note of an address.
func (w *web) noteOf(s *screen) (subject, pipeline.Entry, error) {
	d, err := w.whole(s)
	if err != nil {
		return d, pipeline.Entry{}, err
	}
	for _, e := range d.Items {
		if e.NoteID != "" && e.NoteID == s.Request.PathValue("note") {
			return d, e, nil
		}
	}
	return d, pipeline.Entry{}, fault.E(fault.NotFound, fault.Say("This note is not there.", "Этой заметки нет."), nil)
}

func (w *web) deleteNote(s *screen) error {
	err := s.Call(opDeleteNote, struct {
		ID      string `json:"note_id"`
		Confirm bool   `json:"confirm"`
	}{s.Request.PathValue("note"), true}, &struct{}{})
	if err != nil {
		return err
	}
	s.Redirect(personPath(s.Request.PathValue("id")))
	return nil
}
