package interviewweb

import (
	"context"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"kadry/internal/fault"
	"kadry/internal/interview"
	"kadry/internal/interview/bank"
	"kadry/internal/interview/session"
	"kadry/internal/interview/vacancy"
	"kadry/internal/webui/kit"
)

const tryoutPath = "/try"

// Fields of the form of a try-out.
const (
	fieldResume    = "resume_text"
	fieldQuestions = "max_questions"
	fieldAgreed    = "consent"
	fieldExample   = "example"
)

// Of a try-out: the consent is to the notice as the page shows it, and the first form asks
// for a short interview.
const (
	tryoutConsent   = "try-out page"
	tryoutQuestions = "3"
)

// tryoutForm is everything the page before a try-out shows.
type tryoutForm struct {
	vacancies []vacancy.Vacancy
	vacancy   string // empty: the best match
	language  bank.Language
	resume    string
	questions string
	agreed    bool
	fault     *fault.Error
}

// readTryout reads the form as it was sent.
func readTryout(v url.Values) tryoutForm {
	return tryoutForm{
		vacancy: v.Get(fieldVacancy), language: bank.Language(v.Get(fieldLanguage)), resume: lines(v.Get(fieldResume)),
		questions: strings.TrimSpace(v.Get(fieldQuestions)), agreed: v.Get(fieldAgreed) != "",
	}
}

// tryout is the page on which a person begins to play the candidate.
func (w *web) tryout(s *screen) error {
	f := readTryout(s.Request.URL.Query())
	f.resume, f.questions = "", tryoutQuestions
	return w.showTryout(s, f)
}

// tryoutExample fills in a fictional resume and keeps the rest of the form.
func (w *web) tryoutExample(s *screen) error {
	if err := w.tryoutSent(s); err != nil {
		return err
	}
	f := readTryout(s.Request.Form)
	lang := s.Request.PostFormValue(fieldExample)
	f.resume = exampleResume(lang)
	return w.showTryout(s, f)
}

// tryoutSent parses what was sent by somebody who may start interviews.
func (w *web) tryoutSent(s *screen) error {
	if !s.May(opStart) {
		return kit.Denied()
	}
	s.Request.Body = http.MaxBytesReader(s.Out, s.Request.Body, w.uploadLimit)
	if err := s.Request.ParseForm(); err != nil {
		return kit.Unreadable(err, w.uploadLimit)
	}
	return nil
}

// showTryout shows the form with the vacancies there are.
func (w *web) showTryout(s *screen, f tryoutForm) error {
	if !s.May(opStart) {
		return kit.Denied()
	}
	err := s.Run(opListVacancies, func(ctx context.Context) (err error) {
		f.vacancies, err = w.room.ListVacancies(ctx, s.Caller.Tenant)
		return err
	})
	if err != nil {
		return err
	}
	return s.Show(kit.Status(f.fault), tryoutPage(s, f))
}

// startTryout starts an interview whose events come to this server's own receiver.
func (w *web) startTryout(s *screen) error {
	if err := w.tryoutSent(s); err != nil {
		return err
	}
	f := readTryout(s.Request.Form)
	in, err := f.start(s)
	if err == nil {
		var begun session.Session
		err = s.Run(opStart, func(ctx context.Context) (err error) {
			begun, err = w.room.Start(ctx, in)
			return err
		})
		if err == nil {
			s.Redirect(tryoutTalkPath(begun.ID))
			return nil
		}
	}
	f.fault = fault.From(err)
	return w.showTryout(s, f)
}

// start is the form as the room takes it.
func (f tryoutForm) start(s *screen) (interview.Start, error) {
	var wrong []fault.Field
	questions := 0
	if f.questions != "" {
		n, err := strconv.Atoi(f.questions)
		if err != nil || n < 1 {
			wrong = append(wrong, fault.Field{Path: fieldQuestions, Text: fault.Say("write a whole number, for example 3", "напишите целое число, например 3")})
		}
		questions = n
	}
	if !f.agreed {
		wrong = append(wrong, fault.Field{Path: fieldAgreed, Text: fault.Say("a candidate must agree before the first question", "кандидат соглашается до первого вопроса")})
	}
	if len(wrong) > 0 {
		bad := fault.E(fault.Invalid, fault.Say("The form is not complete.", "Форма заполнена не до конца."), nil)
		bad.Fields = wrong
		return interview.Start{}, bad
	}
	return interview.Start{
		Tenant: s.Caller.Tenant, Resume: f.resume, VacancyID: f.vacancy, Language: f.language, Tryout: true,
		Limits:  session.Limits{MaxQuestions: questions},
		Consent: session.Consent{Version: tryoutConsent, At: s.web.room.Now()},
	}, nil
}

// wrong is what is wrong with a field.
func (f tryoutForm) wrong(field string) (fault.Text, bool) {
	return vacancyForm{fault: f.fault}.wrong(field)
}

// tryoutTalkPath is the address of a try-out, or of something done in it.
func tryoutTalkPath(id string, inside ...string) string {
	return strings.Join(slices.Concat([]string{tryoutPath, url.PathEscape(id)}, inside), "/")
}

// exampleResume is a fictional resume to try an interview with.
func exampleResume(lang string) string {
	if lang == "ru" {
		return `Марина Озерова
Разработчик Go, 6 лет опыта
Город Приозёрный, можно удалённо

О себе
Пишу серверы, которые легко сопровождать: сначала измеряю, потом меняю.

Опыт
Ведущий разработчик, «Лукоморье Платежи», март 2023 — сейчас
- Переписала приём платежей на Go: очередь заданий в PostgreSQL, повторы с растущей паузой, идемпотентные ключи.
- Завела метрики и оповещения; разбирала инциденты вместе с дежурными.

Разработчик, «Берёзка Логистика», июнь 2020 — февраль 2023
- Делала REST API на Python и FastAPI, тесты на pytest, сборку в Docker.
- Перенесла отчёты из MySQL в PostgreSQL, ускорила самый долгий запрос в 14 раз.

Навыки
Go, PostgreSQL, Docker, Git, Kafka, Python, REST, Linux`
	}
	return `Nora Fenwick
Python developer, five years of experience
Harrowby, open to remote

About
I build the boring parts well: clear interfaces, tests, and a rollback that works.

Experience
Senior Developer, Tallowmere Tickets, Mar 2023 – present
- Built the booking API with Python, FastAPI and PostgreSQL; queues in Redis keep it up on sale days.
- Wrote the runbook for payment incidents and led four reviews after them.

Developer, Quillbrook Parcels, Jul 2020 – Feb 2023
- Moved nightly reports from scripts to scheduled jobs with tests; they no longer need a person at 5 a.m.
- Packed the services into Docker images and set up CI/CD for six teams.

Skills
Python, FastAPI, SQL, PostgreSQL, Docker, Redis, Git, CI/CD, Linux`
}
