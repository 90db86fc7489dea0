package interview_test

import (
	"context"
	"sync"
	"testing"
	"time"

	"kadry/internal/interview"
	"kadry/internal/interview/bank"
	"kadry/internal/interview/interviewtest"
	"kadry/internal/interview/session"
	"kadry/internal/interview/vacancy"
	"kadry/internal/op"
	"kadry/internal/skill"
)

const team = "team"

var (
	shippedBank = sync.OnceValues(bank.Load)
	skillGraph  = sync.OnceValues(skill.Load)
	// begin is when the tests happen.
	begin = time.Date(2026, 11, 20, 9, 0, 0, 0, time.UTC)
)

// house is a room with a clock that only the test moves.
type house struct {
	*interview.Room
	store *interviewtest.Store
	clock *interviewtest.Clock

	registry func() (*op.Registry, error)
}

func newHouse(t testing.TB, change ...func(*interview.Parts)) *house {
	t.Helper()
	b, err := shippedBank()
	if err != nil {
		t.Fatal(err)
	}
	g, err := skillGraph()
	if err != nil {
		t.Fatal(err)
	}
	h := &house{store: interviewtest.New(t), clock: interviewtest.NewClock(begin, "00000000-0000-7000-8000")}
	parts := interview.Parts{
		Vacancies: h.store, Catalogue: h.store, Sessions: h.store, Archive: h.store, Surveys: h.store, Questions: h.store, Invited: h.store,
		Bank: b, Skills: g, Marker: interviewtest.Marker(b), Now: h.clock.Now, NewID: h.clock.NewID,
	}
	for _, c := range change {
		c(&parts)
	}
	h.Room = interview.New(parts)
	h.registry = sync.OnceValues(func() (*op.Registry, error) { return op.NewRegistry(interview.Operations(h.Room)...) })
	return h
}

// work does everything that is due.
func (h *house) work(t testing.TB) {
	t.Helper()
	if err := h.store.Work(context.Background(), h.Room, h.clock.Now); err != nil {
		t.Fatal(err)
	}
}

func (h *house) state(t testing.TB, id string) session.State {
	t.Helper()
	s, err := h.Load(context.Background(), team, id)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func (h *house) vacancy(t testing.TB, d vacancy.Draft) vacancy.Vacancy {
	t.Helper()
	v, _, err := h.SaveVacancy(context.Background(), team, vacancy.Saving{Draft: d})
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func (h *house) start(t testing.TB, in interview.Start) session.Session {
	t.Helper()
	in.Tenant = team
	s, err := h.Start(context.Background(), in)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

var goVacancy = vacancy.Draft{
	Title:        "Старший разработчик Go",
	Description:  "Делаем платёжную платформу. Работа в команде из шести человек, код-ревью, разбор инцидентов.",
	Requirements: "Опыт коммерческой разработки от 5 лет.\nУверенное знание Go, PostgreSQL и Kafka.\nDocker, Kubernetes.\nПлюсом будет Redis.",
}

var goResume = `Иван Петров
Разработчик Go, 6 лет опыта.
Навыки: Go, PostgreSQL, Docker, Git.
Переписал биллинг на Go, настроил репликацию PostgreSQL.`

var pythonVacancy = vacancy.Draft{
	Title:        "Middle Python Developer",
	Description:  "We build data tools for analysts and talk to stakeholders a lot.",
	Requirements: "Python, FastAPI, SQL and PostgreSQL.\nDocker and CI/CD.\nKubernetes is a plus.",
}

const pythonResume = "Ann Smith\nPython developer\nSkills: Python, FastAPI, SQL, Docker\nBuilt an API with FastAPI for reports."
