package interviewweb

import (
	"context"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"kadry/internal/fault"
	"kadry/internal/interview/analysis"
	"kadry/internal/interview/bank"
	"kadry/internal/interview/session"
	"kadry/internal/webui/kit"
)

// overrideForm is the form in which a person puts their word in the spot of the engine's.
type overrideForm struct {
	page     interviewPage
	exchange *exchange // of a question, or
	scored   *scored   // a competency
	value    string    // the grade or the score as it was sent
	reason   string
	wrong    map[string]fault.Text // what is wrong, by field
	problem  *fault.Error
}

// overruling is the form for one question or one competency.
func (w *web) overruling(s *screen) error {
	f, err := w.newOverrideForm(s, s.Request.URL.Query())
	if err != nil {
		return err
	}
	return s.Show(http.StatusOK, overrideScreen(s, f))
}

// newOverrideForm finds what the form is about.
func (w *web) newOverrideForm(s *screen, target url.Values) (overrideForm, error) {
	if !s.May(opOverrule) {
		return overrideForm{}, kit.Denied()
	}
	state, err := w.loadInterview(s)
	if err != nil {
		return overrideForm{}, err
	}
	f := overrideForm{page: w.newInterviewPage(s, state), wrong: map[string]fault.Text{}}
	question, competency := target.Get("question"), bank.Competency(target.Get("competency"))
	if at := slices.IndexFunc(f.page.exchanges, func(e exchange) bool { return e.judged != nil && e.item.Question == question }); at >= 0 {
		f.exchange = &f.page.exchanges[at]
		f.value = strconv.Itoa(f.exchange.judged.anchor())
	}
	for _, c := range f.page.competencies() {
		if question == "" && c.Competency == competency && c.Standing != analysis.NotAsked {
			f.scored, f.value = &c, strconv.Itoa(c.Score)
		}
	}
	if f.page.Analysis == nil || f.exchange == nil && f.scored == nil {
		return overrideForm{}, fault.E(fault.NotFound, fault.Say("This interview has no such mark.", "В этом интервью такой оценки нет."), nil).
			WithHint(fault.Say("Open the interview and choose the mark to change.", "Откройте интервью и выберите оценку, которую хотите изменить."))
	}
	return f, nil
}

// overrule records what a person says, or shows the form again with what was wrong.
func (w *web) overrule(s *screen) error {
	s.limitForm()
	if err := s.Request.ParseForm(); err != nil {
		return kit.Unreadable(err, interviewForm)
	}
	f, err := w.newOverrideForm(s, s.Request.Form)
	if err != nil {
		return err
	}
	f.value, f.reason = strings.TrimSpace(s.Request.PostFormValue(f.field())), s.Request.PostFormValue("reason")
	said := f.override(s.Caller.Name)
	if len(f.wrong) > 0 {
		return s.Show(http.StatusBadRequest, overrideScreen(s, f))
	}
	err = s.Run(opOverrule, func(ctx context.Context) error {
		_, err := w.room.Overrule(ctx, s.Caller.Tenant, f.page.ID, said)
		return err
	})
	if err == nil {
		s.Redirect(interviewPath(f.page.ID) + f.place())
		return nil
	}
	kind := fault.KindOf(err)
	if kind != fault.Invalid && kind != fault.Conflict {
		return err
	}
	f.blame(fault.From(err))
	return s.Show(fault.AnswerTo(kind).Status, overrideScreen(s, f))
}

// field is the name of the field with the new value.
func (f overrideForm) field() string {
	if f.exchange != nil {
		return "anchor"
	}
	return "score"
}

// most is the highest value of the field.
func (f overrideForm) most() int {
	if f.exchange != nil {
		return bank.Grades - 1
	}
	return 100
}

// override reads the form; what cannot be read is noted in wrong.
func (f *overrideForm) override(who string) analysis.Override {
	said := analysis.Override{Who: who, Reason: f.reason}
	n, err := strconv.Atoi(f.value)
	if err != nil || n < 0 || n > f.most() {
		f.wrong[f.field()] = fault.Say("Give a whole number from 0 to %d.", "Укажите целое число от 0 до %d.", f.most())
	}
	if strings.TrimSpace(f.reason) == "" {
		f.wrong["reason"] = fault.Say("Say why: the reason stands beside both values.", "Напишите почему: причина будет стоять рядом с обеими оценками.")
	}
	if f.exchange != nil {
		said.Question, said.Anchor = f.exchange.item.Question, n
	} else {
		said.Competency, said.Score = f.scored.Competency, n
	}
	return said
}

// blame puts the findings of the room beside their fields; what has no field stands above
// the form.
func (f *overrideForm) blame(problem *fault.Error) {
	for _, finding := range problem.Fields {
		switch finding.Path {
		case "anchor", "score", "reason":
			f.wrong[finding.Path] = finding.Text
		default:
			f.problem = problem
		}
	}
	if len(f.wrong) == 0 {
		f.problem = problem
	}
}

// textRange is where the page of the interview shows what was changed.
func (f overrideForm) place() string {
	if f.exchange != nil {
		return "#" + f.exchange.anchorName()
	}
	return "#competency-" + string(f.scored.Competency)
}

// target is the address of the form for a question or a competency.
func (t interviewPage) overrulePath(question string, c bank.Competency) string {
	v := url.Values{}
	if question != "" {
		v.Set("question", question)
	} else {
		v.Set("competency", string(c))
	}
	return string(kit.Href(interviewPath(t.ID, "overrule"), v))
}

// mayOverrule reports that the page offers to change a mark.
func (t interviewPage) mayOverrule(s *screen) bool {
	return t.Status == session.Completed && s.May(opOverrule)
}
