package interviewweb

import (
	"cmp"
	"context"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/a-h/templ"

	"kadry/internal/fault"
	"kadry/internal/interview"
	"kadry/internal/interview/bank"
	"kadry/internal/interview/invitation"
	"kadry/internal/interview/session"
	"kadry/internal/interview/vacancy"
	"kadry/internal/webui/kit"
)

const (
	invitePath = "/invite"
	// tabInterviews is the page of the interviews for a vacancy, beside its text.
	tabInterviews = "interviews"
)

func invitationRoutes(w *web) map[string]func(*screen) error {
	const one = vacanciesPath + "/{id}/invitations/{invitation}"
	return map[string]func(*screen) error{
		"GET " + invitePath:                         w.inviting,
		"POST " + invitePath:                        w.invite,
		"GET " + vacanciesPath + "/{id}/interviews": w.vacancyInterviews,
		"POST " + one + "/reissue":                  w.reissue,
		"POST " + one + "/revoke":                   w.revoke,
	}
}

// Fields of the form of an invitation. The room names its findings by the same words.
const (
	fieldName     = "name"
	fieldEmail    = "email"
	fieldPerson   = "person"
	fieldAskedBy  = "asked_by"
	fieldMessage  = "message"
	fieldDays     = "expires_in_days"
	fieldMoreTime = "more_time_percent"
	fieldMost     = "max_questions"
	fieldMinutes  = "answer_minutes"
	fieldHours    = "total_hours"
)

// inviteForm is everything the page of an invitation shows.
type inviteForm struct {
	vacancies []vacancy.Vacancy
	vacancy   string
	terms     invitation.Terms
	numbers   map[string]string // fields of numbers, as they were typed
	fault     *fault.Error
}

// readInvite reads the form as it was sent, or as another page prefilled it.
func readInvite(v url.Values) inviteForm {
	f := inviteForm{vacancy: v.Get(fieldVacancy), numbers: map[string]string{}, terms: invitation.Terms{
		Name: v.Get(fieldName), Email: v.Get(fieldEmail), PersonID: v.Get(fieldPerson), AskedBy: v.Get(fieldAskedBy), Message: lines(v.Get(fieldMessage)),
		Language: bank.Language(v.Get(fieldLanguage)),
	}}
	for _, name := range []string{fieldDays, fieldMoreTime, fieldMost, fieldMinutes, fieldHours} {
		f.numbers[name] = strings.TrimSpace(v.Get(name))
	}
	return f
}

// invite is the form as the room takes it.
func (f inviteForm) invite(tenant string) (interview.Invite, error) {
	var c fault.Check
	number := func(name string) int {
		if f.numbers[name] == "" {
			return 0
		}
		n, err := strconv.Atoi(f.numbers[name])
		if err != nil || n < 0 || n > 100_000 {
			c.Wrong(name, fault.Say("write a whole number, for example 14", "напишите целое число, например 14"))
		}
		return n
	}
	if f.vacancy == "" {
		c.Wrong(fieldVacancy, fault.Say("choose one", "выберите одну"))
	}
	in := interview.Invite{Tenant: tenant, VacancyID: f.vacancy, Days: number(fieldDays), Terms: f.terms}
	in.MoreTime, in.MaxQuestions = number(fieldMoreTime), number(fieldMost)
	in.PerAnswer, in.Total = time.Duration(number(fieldMinutes))*time.Minute, time.Duration(number(fieldHours))*time.Hour
	return in, c.Err()
}

// wrong is what is wrong with a field.
func (f inviteForm) wrong(field string) (fault.Text, bool) {
	return vacancyForm{fault: f.fault}.wrong(field)
}

// inviting is the form, prefilled with whatever the page before it knows of the candidate.
func (w *web) inviting(s *screen) error {
	f := readInvite(s.Request.URL.Query())
	f.numbers[fieldDays] = cmp.Or(f.numbers[fieldDays], strconv.Itoa(invitation.DaysDefault))
	if !s.Caller.Local {
		f.terms.AskedBy = cmp.Or(f.terms.AskedBy, s.Caller.Name)
	}
	return w.showInvite(s, f)
}

func (w *web) showInvite(s *screen, f inviteForm) error {
	if !s.May(opInvite) {
		return kit.Denied()
	}
	err := s.Run(opListVacancies, func(ctx context.Context) (err error) {
		f.vacancies, err = w.room.ListVacancies(ctx, s.Caller.Tenant)
		return err
	})
	if err != nil {
		return err
	}
	return s.Show(kit.Status(f.fault), invitePage(s, f))
}

// invite makes an invitation and shows its link, this once.
func (w *web) invite(s *screen) error {
	s.Request.Body = http.MaxBytesReader(s.Out, s.Request.Body, answerForms)
	if err := s.Request.ParseForm(); err != nil {
		return kit.Unreadable(err, answerForms)
	}
	f := readInvite(s.Request.PostForm)
	in, err := f.invite(s.Caller.Tenant)
	if err == nil {
		var made interview.Invited
		err = s.Run(opInvite, func(ctx context.Context) (err error) {
			made, err = w.room.Invite(ctx, in)
			return err
		})
		if err == nil {
			return w.showLink(s, made)
		}
	}
	if kind := fault.KindOf(err); kind != fault.Invalid && kind != fault.NotFound {
		return err
	}
	f.fault = fault.From(err)
	return w.showInvite(s, f)
}

// link is a link that was just made, as its page shows it.
type link struct {
	interview.Invited
	address string
	here    bool // it leads to this machine alone
}

func (w *web) showLink(s *screen, made interview.Invited) error {
	l := link{Invited: made, address: made.Link(cmp.Or(w.publicURL, s.Base()))}
	host := s.Request.Host
	l.here = w.publicURL == "" && (strings.HasPrefix(host, "localhost") || strings.HasPrefix(host, "127.") || strings.HasPrefix(host, "[::1]"))
	return s.Show(http.StatusOK, linkPage(s, l))
}

// letter is a draft of the letter that brings the link.
func (s *screen) letter(l link) templ.SafeURL {
	in := s.Speaker
	s.Speak(string(l.Language))
	defer func() { s.Speaker = in }()
	subject := s.T("invite.letterSubject", "Vacancy", l.Vacancy.Title)
	body := s.T("invite.letterHello", "Name", l.Name) + "\n\n"
	if l.Message != "" {
		body += l.Message + "\n\n"
	}
	body += s.T("invite.letterBody", "Vacancy", l.Vacancy.Title, "At", s.MomentZoned(l.ExpiresAt)) + "\n" + l.address + "\n"
	if l.AskedBy != "" {
		body += "\n" + l.AskedBy
	}
	escape := func(text string) string { return strings.ReplaceAll(url.QueryEscape(text), "+", "%20") }
	return templ.SafeURL("mailto:" + url.PathEscape(l.Email) + "?subject=" + escape(subject) + "&body=" + escape(body))
}

// invitedTo is what was invited and interviewed: for a vacancy, or of a person.
type invitedTo struct {
	vacancy     vacancy.Vacancy
	sessions    []session.Session
	invitations []invitation.Invitation
	now         time.Time
	notice      string
}

// invitationsShown is how many of the newest one page lists.
const invitationsShown = 100

// vacancyInterviews is the page of the interviews for a vacancy.
func (w *web) vacancyInterviews(s *screen) error {
	p := invitedTo{now: w.room.Now()}
	err := s.Run(opListInvitations, func(ctx context.Context) (err error) {
		tenant, id := s.Caller.Tenant, s.Request.PathValue("id")
		if p.vacancy, err = w.room.Vacancy(ctx, tenant, id); err != nil {
			return err
		}
		if p.invitations, err = w.room.Invitations(ctx, tenant, interview.InvitationFilter{Vacancy: id, Limit: invitationsShown}); err != nil {
			return err
		}
		p.sessions, err = w.newestSessions(ctx, s, interview.Filter{Vacancy: id})
		return err
	})
	if err != nil {
		return err
	}
	if s.Request.URL.Query().Has("revoked") {
		p.notice = "invite.revokedNotice"
	}
	return s.Show(http.StatusOK, vacancyInterviewsPage(s, p))
}

// uninvited are the interviews that came of no invitation.
func (p invitedTo) uninvited() []session.Session {
	var list []session.Session
	for _, one := range p.sessions {
		if one.Invitation == "" {
			list = append(list, one)
		}
	}
	return list
}

// sessionOf is the interview of an invitation, among those that are listed.
func (p invitedTo) sessionOf(i invitation.Invitation) (session.Session, bool) {
	for _, one := range p.sessions {
		if one.ID == i.Session {
			return one, true
		}
	}
	return session.Session{}, false
}

func (w *web) reissue(s *screen) error {
	var made interview.Invited
	err := s.Run(opReissue, func(ctx context.Context) (err error) {
		made, err = w.room.Reissue(ctx, s.Caller.Tenant, s.Request.PathValue("invitation"), 0)
		return err
	})
	if err != nil {
		return err
	}
	return w.showLink(s, made)
}

func (w *web) revoke(s *screen) error {
	err := s.Run(opRevoke, func(ctx context.Context) error {
		_, err := w.room.Revoke(ctx, s.Caller.Tenant, s.Request.PathValue("invitation"))
		return err
	})
	if err != nil {
		return err
	}
	s.Redirect(vacancyPath(s.Request.PathValue("id"), tabInterviews) + "?revoked=1")
	return nil
}

// personPanel is what the room has to say of a person of the CV base.
func (w *web) personPanel(k *kit.Screen, about kit.Subject) (templ.Component, error) {
	s := w.screen(k)
	if !s.May(opListInvitations) || !s.May(opList) {
		return nil, nil //nolint:nilnil // nothing to say
	}
	p := invitedTo{now: w.room.Now()}
	err := s.Run(opListInvitations, func(ctx context.Context) (err error) {
		if p.invitations, err = w.room.Invitations(ctx, s.Caller.Tenant, interview.InvitationFilter{Person: about.ID, Limit: invitationsShown}); err != nil {
			return err
		}
		p.sessions, err = w.newestSessions(ctx, s, interview.Filter{UserID: about.ID})
		return err
	})
	if err != nil {
		return nil, err
	}
	if len(p.invitations) == 0 && len(p.sessions) == 0 && !s.May(opInvite) {
		return nil, nil //nolint:nilnil // nothing to say
	}
	return personInterviews(s, p, about), nil
}

// inviteTo is the form of an invitation, prefilled.
func inviteTo(vacancy string, about kit.Subject) templ.SafeURL {
	q := url.Values{}
	if vacancy != "" {
		q.Set(fieldVacancy, vacancy)
	}
	if about.ID != "" {
		q.Set(fieldPerson, about.ID)
	}
	if about.Name != "" && !about.Blind {
		q.Set(fieldName, about.Name)
	}
	return kit.Href(invitePath, q)
}

// inviteField is what the form calls a field.
func (s *screen) inviteField(path string) string { return s.T("invite.field." + path) }

// canReissue tells an invitation that may get a new link.
func canReissue(st invitation.Status) bool {
	switch st {
	case invitation.Finished, invitation.Withdrawn, invitation.Revoked:
		return false
	case invitation.Sent, invitation.Opened, invitation.Consented, invitation.Answering, invitation.Expired:
	}
	return true
}
