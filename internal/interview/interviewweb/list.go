package interviewweb

import (
	"context"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"kadry/internal/fault"
	"kadry/internal/interview"
	"kadry/internal/interview/delivery"
	"kadry/internal/interview/session"
	"kadry/internal/interview/vacancy"
	"kadry/internal/webui/kit"
)

// Fields of the list of interviews, as they stand in its address.
const (
	fieldStatus    = "status"
	fieldVacancy   = "vacancy"
	fieldCandidate = "candidate"
	fieldBefore    = "before"
)

// listPage is how many interviews one page lists.
const listPage = 25

// interviewList is everything the list of interviews shows.
type interviewList struct {
	filter    interview.Filter
	rows      []interviewRow
	more      bool
	bare      bool // the tenant has no interview at all
	vacancies []vacancy.Vacancy
	fault     *fault.Error
	notice    string
}

// interviewRow is one interview of the list.
type interviewRow struct {
	session.Session
	asked int
	last  delivery.Delivery
}

// interviewStatuses are the statuses of the filter, in the order they are passed.
var interviewStatuses = []session.Status{session.Waiting, session.Active, session.Completed, session.Failed}

// interviews is the list of interviews; for a script it is the results alone.
func (w *web) interviews(s *screen) error {
	q := s.Request.URL.Query()
	d := interviewList{filter: interview.Filter{
		Status: session.Status(q.Get(fieldStatus)), Vacancy: strings.TrimSpace(q.Get(fieldVacancy)),
		UserID: strings.TrimSpace(q.Get(fieldCandidate)), Before: q.Get(fieldBefore), Limit: listPage + 1,
	}}
	tidy := kit.Href(interviewsPath, d.address())
	if s.Fragment() {
		s.Out.Header().Set("HX-Replace-Url", string(tidy))
	} else if kit.HasEmpty(q) {
		s.Redirect(string(tidy))
		return nil
	}
	if err := w.fillList(s, &d); err != nil {
		d.fault = fault.From(err)
	}
	d.notice = s.listNotice(q)
	if s.Fragment() {
		return s.Show(kit.Status(d.fault), listResults(s, d))
	}
	return s.Show(kit.Status(d.fault), listScreen(s, d))
}

// listNotice says what was just done, by the address that the action led to.
func (s *screen) listNotice(q url.Values) string {
	if q.Has("deleted") {
		return s.T("interview.notice.deleted")
	}
	if n, err := strconv.Atoi(q.Get("redelivered")); err == nil && n >= 0 {
		return s.N("interview.notice.redelivered", n)
	}
	return ""
}

func (w *web) fillList(s *screen, d *interviewList) error {
	if st := d.filter.Status; st != "" && !slices.Contains(interviewStatuses, st) {
		return fault.E(fault.Invalid, fault.Say("There is no such state of an interview.", "Такого состояния интервью нет."), nil)
	}
	return s.Run(opList, func(ctx context.Context) (err error) {
		room, tenant := w.room, s.Caller.Tenant
		if d.vacancies, err = room.ListVacancies(ctx, tenant); err != nil {
			return err
		}
		list, err := room.Interviews(ctx, tenant, d.filter)
		if err != nil {
			return err
		}
		if d.more = len(list) > listPage; d.more {
			list = list[:listPage]
		}
		for _, one := range list {
			row, err := w.interviewRow(ctx, tenant, one)
			if err != nil {
				return err
			}
			d.rows = append(d.rows, row)
		}
		if len(list) > 0 {
			return nil
		}
		any, err := room.Interviews(ctx, tenant, interview.Filter{Limit: 1})
		d.bare = len(any) == 0
		return err
	})
}

// interviewRow completes a session of the list. Only a session without an open question that
// did not come to its planned end is loaded for the count of its questions.
func (w *web) interviewRow(ctx context.Context, tenant string, one session.Session) (interviewRow, error) {
	row := interviewRow{Session: one}
	switch {
	case one.Current != nil:
		row.asked = one.Current.Number
	case one.End == session.EndAnswered && one.Over():
		row.asked = one.Plan.Planned()
	case one.MessageCount > 0:
		state, err := w.room.Load(ctx, tenant, one.ID)
		if fault.KindOf(err) == fault.NotFound {
			return row, nil // deleted meanwhile
		}
		if err != nil {
			return row, err
		}
		row.asked = state.QuestionsAsked()
	}
	if one.WebhookURL == "" {
		return row, nil
	}
	last, err := w.room.LastDelivery(ctx, tenant, one.ID)
	row.last = last
	return row, err
}

// address is the address of the list with its filters.
func (d interviewList) address() url.Values {
	v := url.Values{}
	for name, value := range map[string]string{
		fieldStatus: string(d.filter.Status), fieldVacancy: d.filter.Vacancy, fieldCandidate: d.filter.UserID, fieldBefore: d.filter.Before,
	} {
		if value != "" {
			v.Set(name, value)
		}
	}
	return v
}

// without is the address without some filters; what remains begins at its first page.
func (d interviewList) without(names ...string) url.Values {
	v := d.address()
	for _, name := range append(names, fieldBefore) {
		v.Del(name)
	}
	return v
}

func (d interviewList) older() url.Values {
	v := d.address()
	v.Set(fieldBefore, d.rows[len(d.rows)-1].ID)
	return v
}

// dead reports an event of the page that was given up.
func (d interviewList) dead() bool {
	return slices.ContainsFunc(d.rows, func(r interviewRow) bool { return r.last.State == delivery.Dead })
}

// condition is a chip of the conditions in force, with the address without it.
type condition struct {
	text string
	drop url.Values
}

// conditionsOf are the filters in force, as removable chips.
func (s *screen) conditionsOf(d interviewList) []condition {
	var list []condition
	if st := d.filter.Status; st != "" {
		list = append(list, condition{s.T("interview.filter.is.status", "Value", s.T("interview.status."+string(st))), d.without(fieldStatus)})
	}
	if d.filter.Vacancy != "" {
		list = append(list, condition{s.T("interview.filter.is.vacancy", "Value", d.vacancyTitle(d.filter.Vacancy)), d.without(fieldVacancy)})
	}
	if d.filter.UserID != "" {
		list = append(list, condition{s.T("interview.filter.is.candidate", "Value", d.filter.UserID), d.without(fieldCandidate)})
	}
	return list
}

// vacancyTitle names a vacancy of the filter: a dropped one by its id.
func (d interviewList) vacancyTitle(id string) string {
	at := slices.IndexFunc(d.vacancies, func(v vacancy.Vacancy) bool { return v.ID == id })
	if at < 0 {
		return id
	}
	return d.vacancies[at].Title
}

// listTotal is the count that is read out when it changes.
func (s *screen) listTotal(d interviewList) string {
	switch {
	case d.fault != nil:
		return s.T("interview.total.failed")
	case d.bare:
		return s.T("interview.total.none")
	case len(d.rows) == 0:
		return s.T("interview.total.nothing")
	case d.more:
		return s.N("interview.total.page", len(d.rows))
	case d.filter.Before != "":
		return s.N("interview.total.rest", len(d.rows))
	}
	return s.N("interview.total.all", len(d.rows))
}

// troubled says what is wrong with the last delivery of an interview; empty when nothing is.
func (s *screen) troubled(last delivery.Delivery) string {
	switch {
	case last.State == delivery.Dead:
		return s.T("interview.trouble.dead")
	case last.State == delivery.Gone:
		return s.T("interview.trouble.gone")
	case last.State == delivery.Pending && last.Count > 0 && !last.NextAt.IsZero():
		return s.T("interview.trouble.retry", "At", s.Moment(last.NextAt))
	case last.State == delivery.Pending && last.Count > 0:
		return s.T("interview.trouble.again")
	}
	return ""
}

// smallForm is more than a form of choices takes, in bytes.
const smallForm = 4 << 10

// sinceHours are how far back what was given up is sent again.
var sinceHours = []int{24, 3 * 24, 7 * 24, 30 * 24}

// redeliverDead sends again what was given up, and goes back to the list.
func (w *web) redeliverDead(s *screen) error {
	sent, err := w.reviveDead(s)
	if err != nil {
		return err
	}
	s.Redirect(interviewsPath + "?redelivered=" + strconv.Itoa(sent))
	return nil
}

// reviveDead sends again what was given up since the time that the form names, and counts it.
func (w *web) reviveDead(s *screen) (sent int, err error) {
	s.Request.Body = http.MaxBytesReader(s.Out, s.Request.Body, smallForm)
	hours, err := strconv.Atoi(s.Request.PostFormValue("since"))
	if err != nil || !slices.Contains(sinceHours, hours) {
		return 0, fault.E(fault.Invalid, fault.Say("Choose how far back to send again.", "Выберите, за какое время отправить ещё раз."), nil)
	}
	err = s.Run(opRedeliverDead, func(ctx context.Context) (err error) {
		sent, err = w.room.RedeliverDead(ctx, s.Caller.Tenant, w.room.Now().Add(-time.Duration(hours)*time.Hour))
		return err
	})
	return sent, err
}
