package interviewweb_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"kadry/internal/fault"
	"kadry/internal/interview"
	"kadry/internal/interview/delivery"
	"kadry/internal/interview/interviewtest"
	"kadry/internal/interview/interviewweb"
	"kadry/internal/interview/session"
	"kadry/internal/interview/vacancy"
	"kadry/internal/webui/webtest"
)

// vacancyServers are the addresses and ids that vacancy_pages.mjs needs. Nothing moves in
// them: the engine has done what is due, and waits.
func vacancyServers(t *testing.T) map[string]any {
	t.Helper()
	answers := &testDeliveries{state: delivery.Dead, attempt: delivery.Attempt{
		Status: 401, Class: "answered", Took: 87 * time.Millisecond, Excerpt: hostileText + strings.Repeat("длинно", 60),
	}}
	l := newTryouts(t, func(p *interview.Parts) {
		answers.Store = p.Deliveries.(*interviewtest.Store)
		p.Deliveries = answers
	})
	seeds := seedVacancies(t, l)
	seedTalks(t, l, seeds)
	silent := newTryouts(t, func(p *interview.Parts) { p.Deliveries, p.Endpoints, p.Inbox = nil, nil, nil })
	return map[string]any{
		"room": webtest.Serve(t, l.pages(t, webtest.Everyone, func(c *interviewweb.Config) {
			c.WebhookRisks = []fault.Text{fault.Say("Plain http is allowed for ats.example.", "Для ats.example разрешён http без шифрования.")}
		})),
		"bare": webtest.Serve(t, newTryouts(t).pages(t, webtest.Everyone)), "reader": webtest.Serve(t, l.pages(t, reader)),
		"silent": webtest.Serve(t, silent.pages(t, webtest.Everyone)), "seeds": seeds,
	}
}

const hostileText = `<script>alert(1)</script>"><img src=x onerror=alert(2)> ` + "\u202eсправа налево\u202c "

func seedVacancies(t *testing.T, l *tryoutFixture) map[string]string {
	t.Helper()
	seeds := map[string]string{}
	v := l.vacancy(t, "default", goVacancy)
	seeds["go"] = v.ID
	changed := v.Draft
	changed.Responsibilities = "Проектировать и сопровождать сервисы платежей."
	if _, _, err := l.room.SaveVacancy(t.Context(), "default", vacancy.Saving{ID: v.ID, Draft: changed}); err != nil {
		t.Fatal(err)
	}
	l.vacancy(t, "default", pythonVacancy)
	seeds["own"] = l.vacancy(t, "default", vacancy.Draft{
		Title: "Инженер по эксплуатации", Description: "Дежурства по очереди, разбор инцидентов без поиска виноватых.",
		Needs: []vacancy.Need{{Skill: "kubernetes", Weight: 1, Level: "senior"}, {Skill: "terraform", Weight: .6}, {Skill: "linux", Weight: .4}},
	}).ID
	seeds["hostile"] = l.vacancy(t, "default", vacancy.Draft{
		Title: hostileText + strings.Repeat("Неразрывноеслово", 10), Description: hostileText + " Go", Requirements: strings.Repeat("Kafka", 90) + " Go " + strings.Repeat("я", 120),
	}).ID
	l.vacancy(t, "default", vacancy.Draft{Title: "Помощник", Description: "Разная работа."})
	return seeds
}

// seedTalks leaves a try-out in every state there is.
func seedTalks(t *testing.T, l *tryoutFixture, seeds map[string]string) {
	t.Helper()
	start := func(name string, status int) string {
		s, err := l.room.Start(t.Context(), interview.Start{
			Tenant: "default", VacancyID: seeds["go"], Resume: exampleText, Tryout: true, Limits: session.Limits{MaxQuestions: 3},
		})
		if err != nil {
			t.Fatal(err)
		}
		seeds[name] = s.ID
		if status > 0 {
			l.play(t, status)
		}
		return s.ID
	}
	reply := func(id, text string) {
		if _, err := l.room.Answer(t.Context(), "default", id, session.Reply{Text: text, Pasted: 40, FocusOut: 1}); err != nil {
			t.Fatal(err)
		}
		l.play(t, http.StatusNoContent)
	}
	const good = "Запускаю n рабочих в errgroup, они читают задания из канала. Первая ошибка отменяет контекст, остальные видят это и выходят; Wait возвращает эту ошибку."
	reply(start("text", http.StatusNoContent), good)
	l.altered[start("number", http.StatusNoContent)] = map[string]any{"expected_answer_type": "number", "question": "Сколько горутин останется после этого вызова?"}
	l.altered[start("choice", http.StatusNoContent)] = map[string]any{
		"expected_answer_type": "choice", "question": "Что вернёт len(nil)?\n1) 0\n2) ошибку времени выполнения, если срез не создан заранее\n3) код не соберётся",
		"choices": []string{"1) 0", "2) ошибку времени выполнения, если срез не создан заранее", "3) код не соберётся"},
	}
	l.altered[start("code", http.StatusNoContent)] = map[string]any{"expected_answer_type": "code", "question": "Напишите функцию, которая разворачивает срез на месте."}
	if _, err := l.room.Pause(t.Context(), "default", start("paused", http.StatusNoContent)); err != nil {
		t.Fatal(err)
	}
	hostile := start("hostile", http.StatusNoContent)
	reply(hostile, hostileText+strings.Repeat("x", 400))
	l.altered[hostile] = map[string]any{"question": hostileText + strings.Repeat("длинноеслово", 40)}
	finish(t, l, start("finished", http.StatusNoContent), good)
	start("lost", http.StatusInternalServerError)
	failed := start("failed", http.StatusNoContent)
	if _, err := l.room.Cancel(t.Context(), "default", failed); err != nil {
		t.Fatal(err)
	}
	l.play(t, http.StatusNoContent)
	start("waiting", 0)
	l.clock.Wait(7 * time.Second)
}

func finish(t *testing.T, l *tryoutFixture, id, text string) {
	t.Helper()
	for range 12 {
		s, err := l.room.Load(t.Context(), "default", id)
		if err != nil {
			t.Fatal(err)
		}
		if s.Over() {
			return
		}
		if _, err := l.room.Answer(t.Context(), "default", id, session.Reply{Text: text + " " + s.Current.ID}); err != nil {
			t.Fatal(err)
		}
		l.clock.Wait(time.Minute)
		l.play(t, http.StatusNoContent)
	}
	t.Fatal("the interview does not end")
}

const exampleText = "Марина Озерова\nРазработчик Go, 6 лет опыта\nНавыки: Go, PostgreSQL, Docker, Kafka"

func TestBrowser_vacancyPagesAreAccessible(t *testing.T) {
	webtest.Chromium(t)
	webtest.Audit(t, "browser/vacancy_pages.mjs", vacancyServers(t))
}

func TestBrowser_tryoutByKeyboardAloneAndWithoutScripts(t *testing.T) {
	webtest.Chromium(t)
	l := newTryouts(t)
	l.vacancy(t, "default", goVacancy)
	webtest.Drive(t, "browser/tryout.mjs", l.serve(t, webtest.Everyone))
}

func TestPictures_vacancies(t *testing.T) {
	webtest.Pictures(t, "browser/vacancy_pages.mjs", func() any { return vacancyServers(t) })
}
