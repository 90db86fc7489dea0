package pipelineweb

import (
	"errors"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"kadry/internal/fault"
	"kadry/internal/pipeline"
	"kadry/internal/webui/kit"
)

// formLimit bounds a form in bytes: 500 people with their versions.
const formLimit = 1 << 20

// parse reads a form.
func (s *screen) parse() (url.Values, error) {
	s.Request.Body = http.MaxBytesReader(s.Out, s.Request.Body, formLimit)
	if err := s.Request.ParseForm(); err != nil {
		return nil, kit.Unreadable(err, formLimit)
	}
	return s.Request.PostForm, nil
}

// order is a move as somebody asked for it in a form.
type order struct {
	vacancy vacancy
	people  []seen
	standing
	back  string
	fault *fault.Error // what is missing
}

// orderOf reads a form: the person whose own button was pressed, else everybody ticked.
func orderOf(v url.Values) order {
	o := order{standing: standingOf(v, pipeline.Stage(v.Get(fieldStage)))}
	ids := v[fieldCandidate]
	if one := v.Get(fieldOne); one != "" {
		ids, o.Stage = []string{one}, pipeline.Stage(v.Get(fieldTo+one))
	}
	for _, id := range ids {
		version, err := strconv.Atoi(v.Get(fieldVersion + id))
		if err != nil {
			version = 0 // who is in no vacancy yet has none
		}
		o.people = append(o.people, seen{ID: id, Version: version})
	}
	return o
}

func standingOf(v url.Values, stage pipeline.Stage) standing {
	to := standing{Stage: stage, Comment: strings.TrimSpace(v.Get(fieldComment))}
	switch stage {
	case pipeline.Rejected:
		to.Reason = pipeline.Reason(v.Get(fieldReason))
	case pipeline.Postponed:
		to.Until = strings.TrimSpace(v.Get(fieldUntil))
	}
	return to
}

// check tells what a stage still needs.
func (t standing) check(w *web) error {
	return pipeline.Standing{Stage: t.Stage, Reason: t.Reason, Comment: t.Comment, Until: t.Until}.Check(w.Now())
}

// movePeople moves people of a vacancy, or puts them in. A stage that needs a reason or a day
// is asked about first.
func (w *web) movePeople(s *screen) error {
	if !s.May(opMoveMany) || !s.May(opShortlist) {
		return kit.Denied()
	}
	v, err := s.parse()
	if err != nil {
		return err
	}
	o := orderOf(v)
	id := s.Request.PathValue("id")
	if o.back = kit.Local(v.Get(fieldBack), peoplePath(id)); len(o.people) == 0 || o.Stage == "" {
		s.Redirect(with(o.back, fieldNobody, "1"))
		return nil
	}
	if missing := o.check(w); missing != nil {
		if o.vacancy, err = s.opened(id); err != nil {
			return err
		}
		if v.Has(fieldAsked) {
			o.fault = inForm(fault.From(missing))
		}
		return s.Show(kit.Status(o.fault), reasonPage(s, o))
	}
	done, err := s.carryOut(id, o)
	if err != nil {
		return err
	}
	if done.Refused == 0 {
		s.Redirect(with(o.back, fieldMoved, strconv.Itoa(len(done.Items))))
		return nil
	}
	if o.vacancy, err = s.opened(id); err != nil {
		return err
	}
	if err := s.nameOutcomes(id, &done); err != nil {
		return err
	}
	return s.Show(http.StatusConflict, outcomePage(s, o, done))
}

// Bounds of the operations.
const (
	mostAdded = 100
	mostMoved = 500
)

// carryOut adds who is not in the vacancy and moves who is.
func (s *screen) carryOut(vacancy string, o order) (outcomes, error) {
	var all outcomes
	add := adding{Vacancy: vacancy, standing: o.standing}
	move := moving{Vacancy: vacancy, standing: o.standing}
	for _, p := range o.people {
		if p.Version == 0 {
			add.Candidates = append(add.Candidates, p.ID)
		} else {
			move.Candidates = append(move.Candidates, p)
		}
	}
	if len(add.Candidates) > mostAdded || len(move.Candidates) > mostMoved {
		return all, fault.E(fault.TooLarge, fault.Say("Too many people at once.", "Слишком много людей за раз."), nil)
	}
	if len(add.Candidates) > 0 {
		if err := s.Call(opShortlist, add, &all); err != nil {
			return all, err
		}
	}
	if len(move.Candidates) > 0 {
		var moved outcomes
		if err := s.Call(opMoveMany, move, &moved); err != nil {
			return all, err
		}
		all.Items, all.Refused = append(all.Items, moved.Items...), all.Refused+moved.Refused
	}
	return all, nil
}

// nameOutcomes finds how those are called who were refused.
func (s *screen) nameOutcomes(vacancy string, o *outcomes) error {
	a := asked{Vacancy: vacancy, Limit: mostAdded}
	for _, one := range o.Items {
		if one.Status == pipeline.Refused && len(a.Candidates) < mostAdded {
			a.Candidates = append(a.Candidates, one.ID)
		}
	}
	var l listing
	if err := s.Call(opList, a, &l); err != nil {
		return err
	}
	for i := range o.Items {
		for _, p := range l.Items {
			if p.Candidate == o.Items[i].ID {
				o.Items[i].name = p.Name
			}
		}
	}
	return nil
}

// with is an address of this site with a field set.
func with(path, field, value string) string {
	to, err := url.Parse(path)
	if err != nil {
		return path
	}
	q := to.Query()
	for _, once := range []string{fieldMoved, fieldNobody, fieldSaved} {
		q.Del(once)
	}
	q.Set(field, value)
	to.RawQuery = q.Encode()
	return to.String()
}

// inForm is a fault over a form that names beside every field what is wrong with it.
func inForm(f *fault.Error) *fault.Error {
	if len(f.Fields) == 0 {
		return f
	}
	over := *f
	over.Text = fault.Say("Something in the form has to be put right.", "В форме нужно кое-что поправить.")
	return &over
}

// wrong are the findings about a field.
func wrong(f *fault.Error, field string) (list []fault.Text) {
	if f == nil {
		return nil
	}
	for _, one := range f.Fields {
		if one.Path == field {
			list = append(list, one.Text)
		}
	}
	return list
}

// shownInForm reports a fault that a form says beside what was typed.
func shownInForm(err error) bool {
	known, ok := errors.AsType[*fault.Error](err)
	return ok && (known.Kind == fault.Invalid || known.Kind == fault.Conflict || known.Kind == fault.NotFound)
}
