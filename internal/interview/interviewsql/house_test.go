package interviewsql

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"kadry/internal/fault"
	"kadry/internal/interview"
	"kadry/internal/interview/bank"
	"kadry/internal/interview/bias"
	"kadry/internal/interview/marking"
	"kadry/internal/interview/question"
	"kadry/internal/interview/session"
	"kadry/internal/interview/vacancy"
	"kadry/internal/skill"
	"kadry/internal/store"
	"kadry/internal/store/storetest"
)

// keeper is all that Interviews does for the room. The fake does it too, and what both are
// tested for cannot drift apart.
type keeper interface {
	Stamp(ctx context.Context, tenant string) (string, error)
	Vacancies(ctx context.Context, tenant string) ([]vacancy.Vacancy, error)
	Vacancy(ctx context.Context, tenant, id string) (vacancy.Vacancy, error)
	External(ctx context.Context, tenant, externalID string) (vacancy.Vacancy, error)
	PutVacancy(ctx context.Context, v vacancy.Vacancy) error
	DropVacancy(ctx context.Context, tenant, id string) error
	Create(ctx context.Context, o interview.Opening) (session.Session, error)
	Load(ctx context.Context, tenant, id string) (session.State, error)
	Version(ctx context.Context, tenant, id string) (int, error)
	Commit(ctx context.Context, c session.Change) error
	Sessions(ctx context.Context, tenant string, f interview.Filter) ([]session.Session, error)
	Events(ctx context.Context, tenant, id string, after, limit int) ([]session.Event, error)
	Tenants(ctx context.Context) ([]string, error)
	Erase(ctx context.Context, tenant string, ids []string) error
	PutSurvey(ctx context.Context, tenant, key string, groups map[string]string) error
	Outcomes(ctx context.Context, tenant, vacancy string) ([]bias.Outcome, error)
	QuestionStamp(ctx context.Context, tenant string) (string, error)
	Questions(ctx context.Context, tenant string) ([]question.Question, error)
	PutQuestion(ctx context.Context, q question.Question) error
	DropQuestion(ctx context.Context, tenant, id string) error
}

// keepers runs a test of what the room expects of storage on each engine and on the fake.
func keepers(t *testing.T, fn func(t *testing.T, k keeper)) {
	t.Helper()
	t.Parallel()
	t.Run("memory", func(t *testing.T) {
		t.Parallel()
		fn(t, newMemory())
	})
	storetest.Each(t, func(t *testing.T, b storetest.Bench) { fn(t, NewInterviews(b.Open(t), TxHooks{})) }, Schema())
}

// engineRooms runs a test on each engine, with a room and with what it takes to open another.
func engineRooms(t *testing.T, fn func(t *testing.T, h *house, b storetest.Bench)) {
	t.Helper()
	t.Parallel()
	storetest.Each(t, func(t *testing.T, b storetest.Bench) { fn(t, newHouse(t, b.Open(t), &tasks{}), b) }, Schema())
}

// tasks are those that wait.
type tasks struct {
	mu   sync.Mutex
	list []session.Task
}

func (q *tasks) add(list ...session.Task) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.list = append(q.list, list...)
}

// take removes the first task that is due.
func (q *tasks) take(now time.Time) (session.Task, bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for i, t := range q.list {
		if !t.At.After(now) {
			q.list = slices.Delete(q.list, i, i+1)
			return t, true
		}
	}
	return session.Task{}, false
}

// clock is a time that only the test moves, and ids that count up.
type clock struct {
	mu   sync.Mutex
	time time.Time
	ids  int
}

func (c *clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.time
}

// Wait lets the time run.
func (c *clock) Wait(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.time = c.time.Add(d)
}

func (c *clock) NewID() (string, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.ids++
	return fmt.Sprintf("00000000-0000-7000-8000-%012d", c.ids), nil
}

// Skip leaves out the next n ids, for another process beside the one that gives them.
func (c *clock) Skip(n int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.ids += n
}

// house is a room over a database, with a clock that only the test moves.
type house struct {
	*interview.Room
	*tasks
	keep  *Interviews
	all   keeper // what the room stands on: keep, or plain memory
	clock *clock
}

var (
	shippedBank = sync.OnceValues(bank.Load)
	skillGraph  = sync.OnceValues(skill.Load)
	// marker is one for all rooms: to read the model answers takes longer than an interview.
	marker = sync.OnceValue(func() *marking.Marker {
		b, err := shippedBank()
		if err != nil {
			return nil // which newRoom reports
		}
		return marking.NewMarker(b)
	})
)

func newHouse(t testing.TB, db *store.DB, q *tasks) *house {
	t.Helper()
	h := &house{tasks: q, clock: &clock{time: noon}}
	h.keep = NewInterviews(db, TxHooks{
		Opened:  func(_ context.Context, _ *sql.Tx, o interview.Opening) error { q.add(o.Task); return nil },
		Changed: func(_ context.Context, _ *sql.Tx, c session.Change) error { q.add(c.Tasks...); return nil },
	})
	h.all = h.keep
	h.Room = newRoom(t, h.keep, func(parts *interview.Parts) {
		parts.Now, parts.NewID, parts.Invited = h.clock.Now, h.clock.NewID, h.keep
	})
	return h
}

func newRoom(t testing.TB, k keeper, change func(*interview.Parts)) *interview.Room {
	t.Helper()
	b, err := shippedBank()
	if err != nil {
		t.Fatal(err)
	}
	g, err := skillGraph()
	if err != nil {
		t.Fatal(err)
	}
	parts := interview.Parts{Vacancies: k, Catalogue: k, Sessions: k, Archive: k, Surveys: k, Questions: k, Bank: b, Skills: g, Marker: marker()}
	change(&parts)
	return interview.New(parts)
}

// work does all tasks that are due, and those they lead to, as a worker of the queue does.
func (h *house) work(ctx context.Context) error {
	for {
		t, ok := h.take(h.clock.Now())
		if !ok {
			return nil
		}
		c, err := h.Advance(ctx, t)
		if err == nil && !c.Empty() {
			err = h.all.Commit(ctx, c)
		}
		switch {
		case errors.Is(err, interview.ErrMoved):
			h.add(t)
		case fault.KindOf(err) == fault.NotFound: // erased since it was loaded
		case err != nil:
			return err
		}
	}
}

func (h *house) vacancy(t testing.TB) vacancy.Vacancy {
	t.Helper()
	v, _, err := h.SaveVacancy(t.Context(), acme, vacancy.Saving{ExternalID: "go", Draft: vacancy.Draft{
		Title:        "Старший разработчик Go",
		Description:  "Делаем платёжную платформу. Работа в команде, код-ревью, разбор инцидентов.",
		Requirements: "Опыт от 5 лет.\nУверенное знание Go, PostgreSQL и Kafka.\nDocker, Kubernetes.\nПлюсом будет Redis.",
	}})
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// aResume is of somebody made up.
const aResume = "Пётр Вымышленный\nРазработчик Go, 6 лет опыта.\nНавыки: Go, PostgreSQL, Docker, Git.\nПереписал биллинг на Go."

func (h *house) begin(t testing.TB, in interview.Start) session.State {
	t.Helper()
	in.Tenant = acme
	if in.Resume == "" {
		in.Resume = aResume
	}
	s, err := h.Start(t.Context(), in)
	if err != nil {
		t.Fatal(err)
	}
	return h.next(t, s.ID)
}

// next works until a question is open or the interview is over.
func (h *house) next(t testing.TB, id string) session.State {
	t.Helper()
	if err := h.work(t.Context()); err != nil {
		t.Fatal(err)
	}
	s, err := h.Load(t.Context(), acme, id)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// play answers every question: with the model answer, with half of it, not at all.
func (h *house) play(t testing.TB, s session.State) session.State {
	t.Helper()
	for n := 0; s.Current != nil; n++ {
		if n > 60 {
			t.Fatal("the interview has no end")
		}
		q, _ := h.Bank.Question(s.Current.Question)
		text := []string{q.Model.RU, q.Model.RU[:len(q.Model.RU)/4*2], "Не\x00 знаю \u202eничего"}[n%3]
		h.clock.Wait(time.Minute)
		if _, err := h.Answer(t.Context(), acme, s.ID, session.Reply{AskedID: s.Current.ID, Text: text, Pasted: n}); err != nil {
			t.Fatal(err)
		}
		s = h.next(t, s.ID)
	}
	return s
}
